//! Servers, honest clients and others.

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use melee_core::{Game, Player};
use melee_games::reversixt::{Map, ReversiXt, State};
use melee_net::frame::Message;
use melee_net::{Client, Ending, GameReport, Server, ServerSettings, TimeControl};
use melee_search::Spec;

pub(crate) fn server(each: Duration) -> (Server, String) {
    patient_server(each, Duration::from_secs(5))
}

pub(crate) fn patient_server(each: Duration, patience: Duration) -> (Server, String) {
    let settings = ServerSettings { time: TimeControl::Account(each), patience };
    let server = Server::bind("127.0.0.1:0", settings).expect("a free port");
    let address = server.address().expect("bound").to_string();
    (server, address)
}

pub(crate) fn run(server: &mut Server, map: &Map) -> GameReport {
    let file = map.to_text();
    let log = &mut |line: &str| println!("{line}");
    server.run_game("test", file.as_bytes(), log).expect("a game")
}

/// Nothing here takes nearly as long, unless somebody is waited for who never comes.
const FOREVER: Duration = Duration::from_secs(60);

/// A server that runs games on a thread of its own.
pub(crate) struct Running {
    log: Receiver<String>,
    reports: Receiver<GameReport>,
}

impl Running {
    pub(crate) fn new(mut server: Server, map_file: Vec<u8>, games: usize) -> Self {
        let (logger, log) = channel();
        let (reporter, reports) = channel();
        thread::spawn(move || {
            for _ in 0..games {
                let report = server.run_game("test", &map_file, &mut |line| {
                    let _ = logger.send(line.to_string());
                });
                let _ = reporter.send(report.expect("a game"));
            }
        });
        Running { log, reports }
    }

    /// Waits until the server says something.
    pub(crate) fn says(&self, what: &str) {
        while !self.log.recv_timeout(FOREVER).expect("the server goes on").contains(what) {}
    }

    /// The result of the next game.
    pub(crate) fn report(&self) -> GameReport {
        self.reports.recv_timeout(FOREVER).expect("the game ends")
    }
}

/// What a thread came to.
pub(crate) fn joined<T>(thread: JoinHandle<T>) -> T {
    thread.join().expect("no panic")
}

/// A client of ours.
pub(crate) fn honest(address: &str, group: u8, spec: &str) -> JoinHandle<Ending> {
    let spec: Spec = spec.parse().expect("known");
    let address = address.to_string();
    thread::spawn(move || {
        let patience = Duration::from_secs(5);
        let client = Client::connect(&address, group, &spec, group.into(), patience);
        client.expect("connected").play(&mut |_| {}).expect("a whole game")
    })
}

/// A client without a search that takes the server at its word, and panics if a message does not
/// follow by the rules from those before.
pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
    game: ReversiXt,
    state: State,
    me: Player,
    /// What everybody was told during the game.
    story: Vec<Message>,
}

/// A connection that has said its group.
pub(crate) fn connect(address: &str, group: u8) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("connected");
    Message::Group(group).write(&mut stream).expect("sent");
    stream
}

impl Raw {
    /// Waits for the map and the number.
    pub(crate) fn new(mut stream: TcpStream) -> Self {
        let map = match Message::read_from_server(&mut stream) {
            Ok(Message::Map(map)) => Map::parse(&String::from_utf8_lossy(&map)).expect("a map"),
            other => panic!("{other:?} instead of a map"),
        };
        let number = match Message::read_from_server(&mut stream) {
            Ok(Message::Player(number)) => number,
            other => panic!("{other:?} instead of a number"),
        };
        let game = ReversiXt::new(map);
        let me = Player::new(number as usize - 1);
        Raw { stream, state: game.initial(), game, me, story: Vec::new() }
    }

    /// Follows the game to its own next turn; a legal answer, or `None` when the game is over.
    pub(crate) fn next_turn(&mut self) -> Option<Message> {
        loop {
            match self.read() {
                Message::MoveRequest { .. } => {
                    assert!(self.is_on_turn(), "asked out of turn");
                    return Some(first_move(&self.game, &self.state));
                }
                Message::EndOfGame => {
                    assert!(self.game.outcome(&self.state).is_some(), "the game ends too early");
                    return None;
                }
                message => self.note(&message),
            }
        }
    }

    /// The same for the first turn, and the request comes but is not read.
    pub(crate) fn unread_turn(&mut self) -> Message {
        while !self.is_on_turn() {
            let message = self.read();
            self.note(&message);
        }
        self.stream.peek(&mut [0]).expect("a request");
        first_move(&self.game, &self.state)
    }

    fn read(&mut self) -> Message {
        Message::read_from_server(&mut self.stream).expect("a message")
    }

    fn is_on_turn(&self) -> bool {
        self.game.outcome(&self.state).is_none() && self.game.to_move(&self.state) == self.me
    }

    fn note(&mut self, message: &Message) {
        let (game, state) = (&self.game, &mut self.state);
        let is_over = game.outcome(state).is_some();
        match *message {
            Message::MoveMade { x, y, special, player } => {
                let mover = Player::new(player as usize - 1);
                assert!(!is_over && game.to_move(state) == mover, "player {player} moves out of turn");
                let mv = game.move_at(x.into(), y.into(), special).expect("inside");
                assert_eq!(game.fault_of(state, mv), None);
                game.play(state, mv);
            }
            Message::Disqualified(player) => {
                let out = Player::new(player as usize - 1);
                assert!(out != self.me && !is_over && !state.is_disqualified(out), "player {player} is out");
                game.play(state, game.disqualification(out));
            }
            Message::EndOfStones => {
                assert!(state.is_bombing() && !self.story.contains(message), "bombs too early or twice");
            }
            _ => panic!("{message:?} during the game"),
        }
        self.story.push(message.clone());
    }

    /// Makes the first legal move each time; what everybody was told.
    pub(crate) fn play_to_the_end(mut self) -> Vec<Message> {
        while let Some(answer) = self.next_turn() {
            answer.write(&mut self.stream).expect("sent");
        }
        self.story
    }

    /// Reads until the server closes; was it said that we are out?
    pub(crate) fn hears_it_is_out(mut self) -> bool {
        let mut is_out = false;
        while let Ok(message) = Message::read_from_server(&mut self.stream) {
            is_out |= message == Message::Disqualified(self.me.index() as u8 + 1);
        }
        is_out
    }
}

/// The first legal move as an answer.
pub(crate) fn first_move(game: &ReversiXt, state: &State) -> Message {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let (x, y) = game.place_of(moves[0]).expect("a move");
    Message::MoveAnswer { x: x as u16, y: y as u16, special: moves[0].special() }
}

/// A strict client that plays to the end.
pub(crate) fn witness(stream: TcpStream) -> JoinHandle<Vec<Message>> {
    thread::spawn(move || Raw::new(stream).play_to_the_end())
}

pub(crate) fn wicked(address: &str, group: u8, deed: impl FnOnce(Raw) -> bool + Send + 'static) -> JoinHandle<bool> {
    let stream = connect(address, group);
    thread::spawn(move || deed(Raw::new(stream)))
}
