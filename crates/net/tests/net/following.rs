//! Our client at servers that do not say what our rules expect: it goes on as long as it can.

use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use melee_core::{Game, Player};
use melee_games::reversixt::{ReversiXt, State, named_map};
use melee_net::frame::{Expected, FrameReader, Message};
use melee_net::{Client, ClientError, Ending};

use crate::common::{first_move, joined};

/// How it went for a client, and what it said.
type Account = (Result<Ending, ClientError>, Vec<String>);

/// A server that says what a test wants it to say, and the one client it has.
struct Script {
    stream: TcpStream,
    client: JoinHandle<Account>,
    game: ReversiXt,
    /// The position as the server sees it.
    state: State,
}

impl Script {
    /// Lets a client connect.
    fn new(map: &str) -> Self {
        let game = ReversiXt::new(named_map(map).expect("shipped"));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound").to_string();
        let client = thread::spawn(move || {
            let spec = "greedy".parse().expect("known");
            let client = Client::connect(&address, 6, &spec, 0, Duration::from_secs(5)).expect("connected");
            let mut log = Vec::new();
            let ending = client.play(&mut |line| log.push(line.to_string()));
            (ending, log)
        });
        let (mut stream, _) = listener.accept().expect("a client");
        let group = FrameReader::default().read(&mut stream, Expected::Group).expect("its group");
        assert_eq!(group, Some(Message::Group(6)));
        Script { stream, client, state: game.initial(), game }
    }

    /// The same, with the map sent and the client's number.
    fn with_map(map: &str, number: u8) -> Self {
        let mut script = Self::new(map);
        let file = script.game.map().to_text().into_bytes();
        script.say(&Message::Map(file));
        script.say(&Message::Player(number));
        script
    }

    fn say(&mut self, message: &Message) {
        message.write(&mut self.stream).expect("sent");
    }

    /// Asks the client, whoever's turn it is.
    fn ask(&mut self) -> Message {
        self.say(&Message::MoveRequest { time: 0, depth: 1 });
        let answer = FrameReader::default().read(&mut self.stream, Expected::Answer);
        answer.expect("an answer").expect("a whole one")
    }

    /// Plays a player's move and tells of it; the move must be legal when it is his turn.
    fn play(&mut self, number: u8, answer: &Message) {
        let &Message::MoveAnswer { x, y, special } = answer else {
            panic!("{answer:?} is no move");
        };
        assert!(self.game.give_turn_to(&mut self.state, Player::new(number as usize - 1)));
        let mv = self.game.move_at(x.into(), y.into(), special).expect("inside");
        assert_eq!(self.game.fault_of(&self.state, mv), None, "an answer is legal");
        self.game.play(&mut self.state, mv);
        self.say(&Message::MoveMade { x, y, special, player: number });
    }

    /// Asks the client with this number, and plays what it answers.
    fn ask_and_play(&mut self, number: u8) {
        let answer = self.ask();
        self.play(number, &answer);
    }

    /// A player other than the client makes his first move.
    fn play_first(&mut self, number: u8) {
        assert!(self.game.give_turn_to(&mut self.state, Player::new(number as usize - 1)));
        let answer = first_move(&self.game, &self.state);
        self.play(number, &answer);
    }

    /// Ends the game: the client must have come through, and have said that it follows us so often.
    fn ends_well(mut self, times_said: usize) -> Ending {
        self.say(&Message::EndOfGame);
        let (ending, log) = joined(self.client);
        let said = log.iter().filter(|line| line.contains("we follow the server")).count();
        assert_eq!(said, times_said, "{log:?}");
        ending.expect("a whole game")
    }
}

#[test]
fn who_is_asked_when_it_is_anothers_turn_answers() {
    let mut script = Script::with_map("classic", 2);
    // Player 1 never moves.
    script.ask_and_play(2);
    script.ask_and_play(2);
    assert!(matches!(script.ends_well(1), Ending::Rank(_)));
}

#[test]
fn who_is_passed_over_may_come_back() {
    let mut script = Script::with_map("four", 1);
    script.ask_and_play(1);
    // Two seems to be out, and is not.
    script.play_first(3);
    script.play_first(2);
    script.ask_and_play(1);
    script.play_first(2);
    script.play_first(3);
    script.play_first(4);
    script.ask_and_play(1);
    assert!(matches!(script.ends_well(1), Ending::Rank(_)));
}

#[test]
fn a_move_after_its_players_disqualification_is_played() {
    let mut script = Script::with_map("three", 2);
    script.say(&Message::Disqualified(1));
    script.play_first(1);
    script.state = without(&script.game, script.state.clone(), 1);
    script.ask_and_play(2);
    script.play_first(3);
    script.ask_and_play(2);
    assert!(matches!(script.ends_well(1), Ending::Rank(1 | 2)));
}

#[test]
fn a_disqualification_nobody_told_of_is_no_reason_to_stop() {
    let mut script = Script::with_map("three", 1);
    script.ask_and_play(1);
    script.state = without(&script.game, script.state.clone(), 2);
    let mut is_bombing = false;
    while script.game.outcome(&script.state).is_none() {
        if script.state.is_bombing() && !is_bombing {
            is_bombing = true;
            script.say(&Message::EndOfStones);
        }
        match script.game.to_move(&script.state).index() {
            0 => script.ask_and_play(1),
            other => script.play_first(other as u8 + 1),
        }
    }
    let rank = script.game.outcome(&script.state).expect("over").ranks()[0];
    assert_eq!(script.ends_well(1), Ending::Rank(rank), "the missing player is not ranked");
}

#[test]
fn bombs_may_come_before_our_rules_say_so() {
    let mut script = Script::with_map("four", 1);
    script.ask_and_play(1);
    script.say(&Message::EndOfStones);
    let game = script.game.clone();
    game.begin_bombing(&mut script.state);
    for number in 2..=4 {
        script.play_first(number);
    }
    script.ask_and_play(1);
    assert!(matches!(script.ends_well(1), Ending::Rank(_)));
}

#[test]
fn the_last_player_may_be_asked_on() {
    let mut script = Script::with_map("classic", 1);
    script.say(&Message::Disqualified(2));
    script.ask_and_play(1);
    script.ask_and_play(1);
    assert_eq!(script.ends_well(1), Ending::Rank(1));
}

#[test]
fn who_left_early_may_be_told_of_before_the_map() {
    let mut script = Script::new("three");
    let file = script.game.map().to_text().into_bytes();
    script.say(&Message::Disqualified(1));
    script.say(&Message::Map(file));
    script.say(&Message::Disqualified(2));
    script.say(&Message::Player(3));
    assert_eq!(script.ends_well(0), Ending::Rank(1));
}

#[test]
fn transitions_listed_twice_count_once() {
    let mut script = Script::new("torus");
    let text = script.game.map().to_text();
    let turned = text.lines().filter_map(|line| line.split_once(" <-> "));
    let turned: Vec<String> = turned.map(|(one, other)| format!("{other} <-> {one}")).collect();
    assert!(!turned.is_empty());
    script.say(&Message::Map(format!("{text}{}", turned.join("\n")).into_bytes()));
    script.say(&Message::Player(1));
    script.ask_and_play(1);
    script.say(&Message::EndOfGame);
    let (ending, log) = joined(script.client);
    assert!(matches!(ending, Ok(Ending::Rank(_))));
    let said = log.iter().filter(|line| line.contains("transition")).count();
    assert_eq!(said, 1, "{log:?}");
}

#[test]
fn the_end_counts_though_our_answer_cannot_be_sent() {
    let mut script = Script::with_map("classic", 1);
    // The first answer finds nobody, the second is told so.
    script.say(&Message::MoveRequest { time: 0, depth: 1 });
    script.say(&Message::MoveRequest { time: 0, depth: 1 });
    script.say(&Message::EndOfGame);
    drop(script.stream);
    let (ending, _) = joined(script.client);
    assert!(matches!(ending, Ok(Ending::Rank(_))), "{ending:?}");
}

#[test]
fn what_cannot_be_followed_is_an_error_that_says_everything_once() {
    let mut script = Script::with_map("classic", 1);
    script.say(&Message::MoveMade { x: 0, y: 0, special: 0, player: 2 });
    let (ending, _) = joined(script.client);
    let error = ending.expect_err("nothing is captured there");
    assert_eq!(chain(&error), "server: move 0,0,0 of player 2: against the rules");

    let script = Script::with_map("classic", 1);
    drop(script.stream);
    let (ending, _) = joined(script.client);
    assert_eq!(chain(&ending.expect_err("it is closed")), "server: the connection was closed");

    let mut script = Script::new("classic");
    script.say(&Message::Map(b"2 0 0 0 1 2 1 7".to_vec()));
    let (ending, _) = joined(script.client);
    let error = ending.expect_err("no map");
    assert_eq!(chain(&error), "server's map line 1, column 15: stone 7, but there are 2 players");
}

/// An error with its sources, as programs print it.
fn chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", chain(source)),
        None => error.to_string(),
    }
}

/// A position without one of its players.
fn without(game: &ReversiXt, mut state: State, number: u8) -> State {
    let out = game.disqualification(Player::new(number as usize - 1));
    game.play(&mut state, out);
    state
}
