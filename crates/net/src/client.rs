//! The client: plays one game by the protocol.

use std::io;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use melee_core::{Game, Player};
use melee_games::reversixt::{Map, MapError, ReversiXt};
use melee_search::{GameClock, SearchError, Spec};

use crate::followed::Followed;
use crate::frame::{FrameError, Message};
use crate::thinker::{Deadline, Thinker};

/// A connection to a server, before the game.
pub struct Client {
    stream: TcpStream,
    spec: Spec,
    seed: u64,
    threads: usize,
    ahead: ThinkAhead,
}

/// Is the time of the others used to think about what they will leave us?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThinkAhead {
    #[default]
    Never,
    /// Where cores are free: each player at this machine, and at a server elsewhere we alone, can have those he asks for,
    /// and our last search had one to itself.
    IfFree,
    Always,
}

impl ThinkAhead {
    /// What becomes of it where so many threads want cores: who thinks only where cores are free does not if they are too
    /// few.
    fn with_cores(self, threads: usize, cores: usize) -> Self {
        if self == ThinkAhead::IfFree && threads > cores { ThinkAhead::Never } else { self }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// How a game ended for the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to its end; the rank, from 1.
    Rank(u8),
    /// The client was disqualified.
    Disqualified,
}

/// Why a game cannot be played on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No connection.
    #[error("cannot connect to {address}: {error}")]
    Connect { address: String, error: io::Error },
    /// A frame that makes no sense.
    #[error("server: {0}")]
    Frame(FrameError),
    /// What the server sent as its map cannot be read.
    #[error("server's {0}")]
    Map(MapError),
    /// The server says something at the wrong time.
    #[error("server: {0}")]
    Protocol(String),
    /// The search cannot play this map.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The connection failed.
    #[error("sending: {0}")]
    Send(io::Error),
}

// Neither is a source as well: what an error says already is not to be printed again after it.
impl From<FrameError> for ClientError {
    fn from(error: FrameError) -> Self {
        ClientError::Frame(error)
    }
}

impl From<MapError> for ClientError {
    fn from(error: MapError) -> Self {
        ClientError::Map(error)
    }
}

impl Client {
    /// Connects and says which group it is; tries again until `patience` is over.
    pub fn connect(address: &str, group: u8, spec: &Spec, seed: u64, patience: Duration) -> Result<Self, ClientError> {
        let wrong = |error| ClientError::Connect { address: address.to_string(), error };
        let addresses: Vec<_> = address.to_socket_addrs().map_err(wrong)?.collect();
        let began = Instant::now();
        let stream = loop {
            match TcpStream::connect(addresses.as_slice()) {
                Ok(stream) => break stream,
                Err(error) if began.elapsed() >= patience => return Err(wrong(error)),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        stream.set_nodelay(true).map_err(wrong)?;
        Client::on(stream, group, spec, seed)
    }

    /// Says which group it is on a connection that is there already.
    pub fn on(mut stream: TcpStream, group: u8, spec: &Spec, seed: u64) -> Result<Self, ClientError> {
        Message::Group(group).write(&mut stream).map_err(ClientError::Send)?;
        Ok(Client { stream, spec: spec.clone(), seed, threads: 1, ahead: ThinkAhead::Never })
    }

    /// From now on so many threads look for a move.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Client { threads, ..self }
    }

    /// From now on the others' time is used, or not.
    #[must_use]
    pub fn thinking_ahead(self, ahead: ThinkAhead) -> Self {
        Client { ahead, ..self }
    }

    /// Plays a game to its end; `log` is told what happens.
    pub fn play(self, log: &mut dyn FnMut(&str)) -> Result<Ending, ClientError> {
        let inbox = Inbox::new(&self.stream).map_err(ClientError::Send)?;
        let ending = self.play_with(&inbox, log);
        // Ends the thread that reads, too.
        let _ = self.stream.shutdown(Shutdown::Both);
        ending
    }

    fn play_with(&self, inbox: &Inbox, log: &mut dyn FnMut(&str)) -> Result<Ending, ClientError> {
        let Some(mut table) = self.sit_down(inbox, log)? else {
            return Ok(Ending::Disqualified);
        };
        // A server that no longer listens may have said why before.
        let mut unsent = None;
        loop {
            let next = inbox.next();
            let (message, received) = next.map_err(|error| unsent.take().map_or(error.into(), ClientError::Send))?;
            match message {
                Message::MoveRequest { time, depth } => {
                    let answer = table.answer(received, time, depth, log)?;
                    unsent = answer.write(&mut &self.stream).err().or(unsent);
                }
                Message::EndOfGame => return Ok(table.ending()),
                other => table.note(&other, log)?,
            }
            if table.is_disqualified {
                log("we are disqualified");
                return Ok(Ending::Disqualified);
            }
            table.think_ahead();
        }
    }

    /// Who thinks at this machine while others are on turn, if all do? Those at a server elsewhere are elsewhere, too.
    fn thinkers_here(&self, players: usize) -> usize {
        let Ok(server) = self.stream.peer_addr() else { return players };
        let is_own = self.stream.local_addr().is_ok_and(|own| own.ip() == server.ip());
        if is_own || server.ip().to_canonical().is_loopback() { players } else { 1 }
    }

    /// Waits for the map and our number; `None` if we are out before we have both.
    fn sit_down(&self, inbox: &Inbox, log: &mut dyn FnMut(&str)) -> Result<Option<Seated>, ClientError> {
        let (mut game, mut number) = (None, None);
        // Some servers tell of those who left before they have sent everybody the map.
        let mut early = Vec::new();
        let (game, number) = loop {
            match inbox.next()?.0 {
                Message::Map(file) if game.is_none() => {
                    let (map, repeated) = Map::parse_leniently(&String::from_utf8_lossy(&file))?;
                    if let Some(repeated) = repeated {
                        log(&format!("server's {repeated}; transitions listed twice count once"));
                    }
                    game = Some(Arc::new(ReversiXt::new(map)));
                }
                Message::Player(given) if number.is_none() => number = Some(given),
                Message::Disqualified(player) if !early.contains(&player) => early.push(player),
                Message::Disqualified(_) => {}
                _ => {
                    let missing = if game.is_none() { "no map at the beginning" } else { "no player number" };
                    return Err(ClientError::Protocol(missing.to_string()));
                }
            }
            if let (Some(game), Some(number)) = (&game, number) {
                break (Arc::clone(game), number);
            }
        };
        let me = player(&game, number)?;
        log(&format!("player {me} of {}", game.players()));
        let thinker = Thinker::new(game.clone(), &self.spec, self.seed, self.threads)?;
        let mut table = Seated {
            ahead: self.ahead.with_cores(self.thinkers_here(game.players()) * self.threads, cores()),
            position: Followed::new(game),
            me,
            is_disqualified: false,
            thinker,
            time: TimeKeeper::default(),
        };
        for player in early {
            table.note(&Message::Disqualified(player), log)?;
        }
        Ok((!table.is_disqualified).then_some(table))
    }
}

/// What the server has said, with the time it came: read on a thread of its own, so that a request
/// that waits while we are busy does not seem to come later than it did.
struct Inbox(Receiver<(Result<Message, FrameError>, Instant)>);

/// No more messages than this wait to be looked at; the rest waits in the system.
const WAITING: usize = 8;

impl Inbox {
    fn new(stream: &TcpStream) -> io::Result<Self> {
        let mut stream = stream.try_clone()?;
        let (sender, receiver) = sync_channel(WAITING);
        std::thread::spawn(move || {
            loop {
                let message = Message::read_from_server(&mut stream);
                let is_last = message.is_err();
                if sender.send((message, Instant::now())).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Inbox(receiver))
    }

    fn next(&self) -> Result<(Message, Instant), FrameError> {
        let (message, at) = self.0.recv().map_err(|_| FrameError::Closed)?;
        Ok((message?, at))
    }
}

fn player(game: &ReversiXt, number: u8) -> Result<Player, ClientError> {
    let is_seat = (1..=game.players()).contains(&usize::from(number));
    if !is_seat {
        let players = game.players();
        let problem = format!("player {number} in a game of {players}");
        return Err(ClientError::Protocol(problem));
    }
    Ok(Player::new(usize::from(number) - 1))
}

/// Our seat at the table.
struct Seated {
    position: Followed,
    me: Player,
    is_disqualified: bool,
    thinker: Thinker,
    time: TimeKeeper,
    ahead: ThinkAhead,
}

/// A part of what a turn adds for each guess at what another player will do.
const GUESS: u32 = 8;

/// So many times what a turn adds the others may take, each, before we think no more about what they will leave us.
const PATIENCE: u32 = 4;

impl Seated {
    /// Uses the time until we are asked, once we know how much of it a turn brings.
    fn think_ahead(&mut self) {
        let (game, state) = (self.position.game(), self.position.state());
        let others_move = game.outcome(state).is_none() && game.to_move(state) != self.me && game.alive(state, self.me);
        let is_free = match self.ahead {
            ThinkAhead::Never => return,
            ThinkAhead::IfFree => self.thinker.has_core(),
            ThinkAhead::Always => true,
        };
        match self.time.per_move.filter(|_| is_free && others_move) {
            Some(per_move) => {
                let most = per_move * PATIENCE * game.players() as u32;
                self.thinker.think_ahead(state, self.me, per_move / GUESS, most);
            }
            None => self.thinker.rest(),
        }
    }

    /// Keeps up with what happens.
    fn note(&mut self, message: &Message, log: &mut dyn FnMut(&str)) -> Result<(), ClientError> {
        match *message {
            Message::MoveMade { x, y, special, player: number } => {
                let mover = player(self.position.game(), number)?;
                let moved = self.position.play(mover, (x, y, special), log);
                moved.map_err(|why| ClientError::Protocol(format!("move {x},{y},{special} of player {number}: {why}")))
            }
            Message::Disqualified(number) => {
                let out = player(self.position.game(), number)?;
                self.is_disqualified |= out == self.me;
                log(&format!("player {out} is disqualified"));
                self.position.disqualify(out);
                Ok(())
            }
            Message::EndOfStones => {
                log("bombs");
                self.position.begin_bombing(log);
                Ok(())
            }
            _ => Err(ClientError::Protocol("a second map or number".to_string())),
        }
    }

    /// A move for the server.
    fn answer(
        &mut self,
        received: Instant,
        time: u32,
        depth: u8,
        log: &mut dyn FnMut(&str),
    ) -> Result<Message, ClientError> {
        let ours = self.position.turn_of(self.me, log);
        ours.map_err(|why| ClientError::Protocol(format!("asked for a move: {why}")))?;
        let deadline = match time {
            0 => Deadline::Depth(u32::from(depth.max(1))),
            time => {
                let (game, state) = (self.position.game(), self.position.state());
                let playing = Player::all(game.players()).filter(|&player| game.alive(state, player)).count();
                let moves = game.plies_left(state).map(|plies| plies.div_ceil(playing.max(1) as u32));
                self.time.plan(Duration::from_millis(time.into()), moves)
            }
        };
        let choice = self.thinker.choose(self.position.state(), received, deadline);
        let place = self.position.game().place_of(choice.mv);
        let (x, y) = place.expect("a search chooses real moves");
        let took = received.elapsed();
        log(&format!("{x},{y} depth {} nodes {} in {} ms of {time}", choice.depth, choice.nodes, took.as_millis()));
        Ok(Message::MoveAnswer { x: x as u16, y: y as u16, special: choice.mv.special() })
    }

    fn ending(&self) -> Ending {
        Ending::Rank(self.position.ranks().ranks()[self.me.index()])
    }
}

/// Plans the time of a move from the account.
///
/// The first request tells what each turn adds, so the account is a clock with an increment, and the moves to come are
/// about as many as there is room for.
#[derive(Default)]
struct TimeKeeper {
    per_move: Option<Duration>,
}

/// What a turn adds is held back once, as soon as it was saved, but no more than this: a machine with more to do than it has
/// cores lets a thread that has slept wait for up to a quarter of a second.
const RESERVE: Duration = Duration::from_millis(300);

/// However few moves there is room for, what was saved is spent over so many: override stones and bombs come on top.
const FEWEST_MOVES: u32 = 5;

impl TimeKeeper {
    fn plan(&mut self, account: Duration, moves: Option<u32>) -> Deadline {
        let per_move = *self.per_move.get_or_insert(account);
        let hard = account.saturating_sub(RESERVE.min(per_move).min(account / 2));
        // The search needs a moment to notice that its time is up.
        let clock = GameClock::new(hard * 9 / 10, per_move);
        Deadline::Time { limits: clock.limits_for(moves.map(|moves| moves.max(FEWEST_MOVES))), hard }
    }
}

#[cfg(test)]
mod tests {
    use melee_search::Limits;

    use super::*;

    #[test]
    fn who_asks_for_free_cores_gets_one_for_every_thread_or_none() {
        use ThinkAhead::{Always, IfFree, Never};
        assert_eq!(IfFree.with_cores(2, 2), IfFree);
        assert_eq!(IfFree.with_cores(3, 2), Never);
        assert_eq!(Always.with_cores(3, 2), Always);
        assert_eq!(Never.with_cores(1, 2), Never);
    }

    /// What is planned for a move that is in doubt, or not.
    fn planned(time: &mut TimeKeeper, account: Duration, moves: u32) -> (Duration, Duration, Duration) {
        match time.plan(account, Some(moves)) {
            Deadline::Time { limits: Limits { target: Some(target), time: Some(most), .. }, hard } => {
                (target, most, hard)
            }
            other => panic!("a plan for time is a time: {other:?}"),
        }
    }

    #[test]
    fn plans_stay_within_the_account_and_use_it() {
        let each = Duration::from_millis(200);
        for takes_most in [false, true] {
            let (mut time, mut account) = (TimeKeeper::default(), Duration::ZERO);
            for left in (1..=100).rev() {
                account += each;
                let (target, most, hard) = planned(&mut time, account, left);
                assert!(target <= most && most < hard && hard < account, "{left} moves left");
                let is_saving = left > 98;
                assert!(target >= if is_saving { each / 3 } else { each / 2 }, "{left} moves left: {target:?}");
                assert!(
                    is_saving || account.saturating_sub(hard) >= each * 9 / 10,
                    "a turn is held back: {account:?} {hard:?}"
                );
                account -= if takes_most { most } else { target };
            }
            assert!(account < each * 5 / 2, "savings are spent: {account:?}");
        }
        let (_, _, hard) = planned(&mut TimeKeeper::default(), Duration::from_millis(1), 10);
        assert!(hard < Duration::from_millis(1));
    }
}
