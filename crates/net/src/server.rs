//! The server: waits for as many clients as the map has players, and runs the game.
//!
//! One thread runs a game. It reads only from the player on turn, so what others send out of turn
//! waits in the system's buffers, which are bounded, and counts as their answer when they are asked:
//! a second move sent early answers the next request, garbage disqualifies then. Writing has a time
//! limit too, so a client that stops reading is out, and nobody waits for it.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use melee_core::{Game, Notation, Player};
use melee_games::reversixt::{Map, MapError, ReversiXt, State};

use crate::frame::{Expected, FrameError, LARGEST_MAP, Message};
use crate::record::{GameReport, Record};

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// So much is added to a player's account at each of his turns; what he does not use he keeps.
    Account(Duration),
    /// No limit but the server's patience; clients search to this depth.
    Depth(u8),
}

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The time of the players.
    pub time: TimeControl,
    /// How long a client may take to say its group, to take a message, and to move if there is no
    /// other limit.
    pub patience: Duration,
}

impl Default for ServerSettings {
    fn default() -> Self {
        ServerSettings { time: TimeControl::Account(Duration::from_secs(2)), patience: Duration::from_secs(10) }
    }
}

/// A move without time limit has to come within so many times the server's patience.
const UNLIMITED: u32 = 60;

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen { address: String, error: io::Error },
    /// The map is none.
    #[error("{0}")]
    Map(#[from] MapError),
    /// The map is too large to be sent.
    #[error("the map has {0} bytes, expected at most {LARGEST_MAP}")]
    LargeMap(usize),
    /// Nobody could move or throw a bomb.
    #[error("the map is final: nobody can move and nobody has a bomb")]
    FinalMap,
    /// Waiting for clients failed.
    #[error("waiting for clients: {0}")]
    Accept(io::Error),
}

/// A server that waits for clients at an address.
pub struct Server {
    listener: TcpListener,
    settings: ServerSettings,
}

/// A client at the table.
struct Seat {
    stream: TcpStream,
    group: u8,
    /// What is left of his time.
    account: Duration,
    is_in: bool,
}

impl Server {
    /// Listens; port 0 takes any that is free.
    pub fn bind(address: &str, settings: ServerSettings) -> Result<Self, ServerError> {
        let wrong = |error| ServerError::Listen { address: address.to_string(), error };
        let addresses: Vec<SocketAddr> = address.to_socket_addrs().map_err(wrong)?.collect();
        let listener = TcpListener::bind(addresses.as_slice()).map_err(wrong)?;
        Ok(Server { listener, settings })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits for players and runs one game; `log` is told everything that happens.
    pub fn run_game(&self, name: &str, map_file: &[u8], log: &mut dyn FnMut(&str)) -> Result<GameReport, ServerError> {
        if map_file.len() > LARGEST_MAP {
            return Err(ServerError::LargeMap(map_file.len()));
        }
        let map = Map::parse(&String::from_utf8_lossy(map_file))?;
        let game = ReversiXt::new(map);
        if game.outcome(&game.initial()).is_some() {
            return Err(ServerError::FinalMap);
        }
        let seats = self.wait_for_players(game.players(), log)?;
        let groups: Vec<u8> = seats.iter().map(|seat| seat.group).collect();
        let mut round = Round {
            state: game.initial(),
            record: Record::new(name, &groups),
            settings: &self.settings,
            is_bombing_announced: false,
            game: &game,
            seats,
            log,
        };
        round.greet(map_file);
        round.play();
        Ok(round.finish(name, groups))
    }

    /// Lets clients in until there are enough. One that does not say its group is turned away.
    fn wait_for_players(&self, players: usize, log: &mut dyn FnMut(&str)) -> Result<Vec<Seat>, ServerError> {
        let mut seats = Vec::new();
        let (sender, arrivals) = std::sync::mpsc::channel();
        let patience = self.settings.patience;
        self.listener.set_nonblocking(true).map_err(ServerError::Accept)?;
        let mut greeting = 0;
        while seats.len() < players {
            // Every newcomer is greeted on a thread of his own: a silent one holds nobody up. No
            // more are let in than the system's queue and a few threads can bear.
            if greeting < 4 * players {
                match self.listener.accept() {
                    Ok((stream, from)) => {
                        let sender = sender.clone();
                        greeting += 1;
                        std::thread::spawn(move || {
                            let group = read_group(&stream, patience);
                            // The receiver is gone once the table is full.
                            let _ = sender.send((stream, from, group));
                        });
                    }
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                    Err(e) if is_passing(&e) => {}
                    Err(e) => return Err(ServerError::Accept(e)),
                }
            }
            match arrivals.recv_timeout(Duration::from_millis(5)) {
                Ok((stream, from, Ok(group))) => {
                    greeting -= 1;
                    log(&format!("player {}: group {group} from {from}", seats.len() + 1));
                    seats.push(Seat { stream, group, account: Duration::ZERO, is_in: true });
                }
                Ok((_, from, Err(error))) => {
                    greeting -= 1;
                    log(&format!("{from} turned away: {error}"));
                }
                Err(_) => {}
            }
        }
        Ok(seats)
    }
}

/// An error of one newcomer, not of the listener.
fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::Interrupted
    )
}

/// Group numbers are below this.
const GROUPS: u8 = 100;

fn read_group(mut stream: &TcpStream, patience: Duration) -> Result<u8, String> {
    let set = |result: io::Result<()>| result.map_err(|e| e.to_string());
    set(stream.set_nonblocking(false))?;
    set(stream.set_nodelay(true))?;
    set(stream.set_write_timeout(Some(patience)))?;
    let message = read_by(&mut stream, Expected::Group, Instant::now() + patience);
    match message.map_err(|e| e.to_string())? {
        Message::Group(group) if group < GROUPS => Ok(group),
        Message::Group(group) => Err(format!("group {group}: expected a number below {GROUPS}")),
        _ => Err("expected a group".to_string()),
    }
}

/// Reads a message that has to be there by a point in time.
fn read_by(stream: &mut &TcpStream, expected: Expected, deadline: Instant) -> Result<Message, FrameError> {
    Message::read_with(stream, expected, &mut |stream: &mut &TcpStream| {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(FrameError::Timeout);
        }
        stream.set_read_timeout(Some(left)).map_err(FrameError::Io)
    })
}

/// One game in progress.
struct Round<'r> {
    game: &'r ReversiXt,
    state: State,
    seats: Vec<Seat>,
    record: Record,
    settings: &'r ServerSettings,
    is_bombing_announced: bool,
    log: &'r mut dyn FnMut(&str),
}

impl Round<'_> {
    /// Sends everybody the map and his number.
    fn greet(&mut self, map_file: &[u8]) {
        let map = Message::Map(map_file.to_vec());
        for seat in 0..self.seats.len() {
            self.send(seat, &map);
            self.send(seat, &Message::Player(seat as u8 + 1));
        }
    }

    fn play(&mut self) {
        self.announce_bombing();
        while self.game.outcome(&self.state).is_none() {
            let player = self.game.to_move(&self.state);
            self.ask(player);
            self.announce_bombing();
        }
    }

    /// Asks the player on turn, and makes his move or takes him out.
    fn ask(&mut self, player: Player) {
        let seat = player.index();
        let (time, allowed) = match self.settings.time {
            TimeControl::Account(each) => {
                let account = self.seats[seat].account.saturating_add(each);
                self.seats[seat].account = account;
                // An account of less than a millisecond must not be read as "no limit".
                let time = account.as_millis().clamp(1, u128::from(u32::MAX));
                (time as u32, account)
            }
            TimeControl::Depth(_) => (0, self.settings.patience.saturating_mul(UNLIMITED)),
        };
        let depth = match self.settings.time {
            TimeControl::Account(_) => 0,
            TimeControl::Depth(depth) => depth,
        };
        if !self.send(seat, &Message::MoveRequest { time, depth }) {
            return;
        }
        let asked = Instant::now();
        let deadline = asked.checked_add(allowed).unwrap_or_else(|| {
            // Longer than clocks run.
            asked + Duration::from_secs(u64::from(u32::MAX))
        });
        let answer = read_by(&mut &self.seats[seat].stream, Expected::Answer, deadline);
        let took = asked.elapsed();
        self.seats[seat].account = self.seats[seat].account.saturating_sub(took);
        match answer {
            Ok(Message::MoveAnswer { x, y, special }) => {
                self.make_move(player, (x, y, special), took);
            }
            Ok(_) => self.disqualify(player, "no move"),
            Err(error) => self.disqualify(player, &error.to_string()),
        }
    }

    fn make_move(&mut self, player: Player, (x, y, special): (u16, u16, u8), took: Duration) {
        // The special byte of a bomb does not matter.
        let special = if self.state.is_bombing() { 0 } else { special };
        let mv = self.game.move_at(x.into(), y.into(), special);
        let Some(mv) = mv else {
            return self.disqualify(player, &format!("move {x},{y} outside the map"));
        };
        if let Some(fault) = self.game.fault_of(&self.state, mv) {
            let reason = format!("illegal move {x},{y},{special}: {fault:?}");
            return self.disqualify(player, &reason);
        }
        let text = self.game.move_text(&self.state, mv);
        (self.log)(&format!("player {player}: {text} in {} ms", took.as_millis()));
        self.record.add_move(player, &text, took);
        self.game.play(&mut self.state, mv);
        self.state.forget_past();
        let player = player.index() as u8 + 1;
        self.send_all(&Message::MoveMade { x, y, special, player });
    }

    /// Tells everybody when the first phase is over, unless the game is, for want of players.
    fn announce_bombing(&mut self) {
        let players_in = self.seats.iter().filter(|seat| seat.is_in).count();
        if self.state.is_bombing() && !self.is_bombing_announced && players_in > 1 {
            self.is_bombing_announced = true;
            self.send_all(&Message::EndOfStones);
        }
    }

    /// Takes a player out, and everybody to whom that cannot be told.
    fn disqualify(&mut self, player: Player, reason: &str) {
        let seat = player.index();
        if !self.seats[seat].is_in || self.game.outcome(&self.state).is_some() {
            return;
        }
        (self.log)(&format!("player {player} is disqualified: {reason}"));
        self.record.add_disqualification(player, reason);
        self.game.play(&mut self.state, self.game.disqualification(player));
        self.seats[seat].is_in = false;
        let message = Message::Disqualified(seat as u8 + 1);
        // He may be gone already, or refuse to listen.
        let _ = self.seats[seat].stream.set_write_timeout(Some(Duration::from_millis(100)));
        let _ = message.write(&mut &self.seats[seat].stream);
        let _ = self.seats[seat].stream.shutdown(std::net::Shutdown::Both);
        self.send_all(&message);
    }

    fn send_all(&mut self, message: &Message) {
        for seat in 0..self.seats.len() {
            self.send(seat, message);
        }
    }

    /// Sends to a player who is in; one who does not take it is out.
    fn send(&mut self, seat: usize, message: &Message) -> bool {
        if !self.seats[seat].is_in {
            return false;
        }
        match message.write(&mut &self.seats[seat].stream) {
            Ok(()) => true,
            Err(error) => {
                self.disqualify(Player::new(seat), &format!("cannot be told: {error}"));
                false
            }
        }
    }

    /// Says good-bye and sums up.
    fn finish(mut self, name: &str, groups: Vec<u8>) -> GameReport {
        for seat in self.seats.iter_mut().filter(|seat| seat.is_in) {
            let _ = Message::EndOfGame.write(&mut &seat.stream);
            let _ = seat.stream.shutdown(std::net::Shutdown::Write);
        }
        let outcome = self.game.outcome(&self.state);
        let record = std::mem::replace(&mut self.record, Record::new(name, &groups));
        GameReport {
            map: name.to_string(),
            outcome: outcome.expect("a game is run until it is over"),
            stones: Player::all(groups.len()).map(|p| self.state.stones(p)).collect(),
            disqualified: record.disqualified.clone(),
            plies: record.plies,
            slowest: record.slowest.clone(),
            record: record.into_text(),
            groups,
        }
    }
}
