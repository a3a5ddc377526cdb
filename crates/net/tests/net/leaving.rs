//! Clients that leave, at every moment and in every seat: who stays hears a story without a flaw, and
//! all hear the same.

use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use melee_games::reversixt::{ReversiXt, named_map};
use melee_net::frame::Message;

use melee_core::Game;

use crate::common::{Raw, Running, connect, first_move, joined, server, witness};

const PLAYERS: usize = 3;

fn game() -> ReversiXt {
    ReversiXt::new(named_map("three").expect("shipped"))
}

/// A server and its address.
fn open() -> (Running, String) {
    let (server, address) = server(Duration::from_secs(20));
    let map_file = game().map().to_text().into_bytes();
    (Running::new(server, map_file, 1), address)
}

/// Leaves with a reset: what closes while something is unread resets the connection.
fn reset(stream: TcpStream) {
    stream.peek(&mut [0]).expect("something to read");
    drop(stream);
}

/// Plays a game in which one seat behaves like `leave`, which gets a connection that has said its
/// group, and the others to the end. The reasons for which that seat was disqualified.
fn play_with(seat: usize, leave: impl FnOnce(TcpStream) + Send + 'static) -> Vec<String> {
    let (running, address) = open();
    let mut leave = Some(leave);
    let mut leaving = None;
    let mut witnesses = Vec::new();
    for player in 0..PLAYERS {
        let stream = connect(&address, 10 + player as u8);
        match leave.take_if(|_| player == seat) {
            Some(leave) => leaving = Some(thread::spawn(move || leave(stream))),
            None => witnesses.push(witness(stream)),
        }
        running.says(&format!("player {}: group", player + 1));
    }
    let report = running.report();
    let stories: Vec<_> = witnesses.into_iter().map(joined).collect();
    assert!(stories.windows(2).all(|pair| pair[0] == pair[1]), "everybody hears the same: {stories:?}");
    joined(leaving.expect("a seat of the game"));
    assert!(report.disqualified.iter().all(|(player, _)| player.index() == seat), "{:?}", report.disqualified);
    report.disqualified.into_iter().map(|(_, reason)| reason).collect()
}

#[test]
fn before_the_group() {
    let (running, address) = open();
    drop(TcpStream::connect(&address).expect("connected"));
    running.says("turned away");
    let witnesses = [1, 2, 3].map(|group| witness(connect(&address, group)));
    assert_eq!(running.report().disqualified, []);
    for witness in witnesses {
        joined(witness);
    }
}

#[test]
fn after_the_group() {
    for seat in 0..PLAYERS {
        assert_eq!(play_with(seat, drop).len(), 1, "seat {seat}");
    }
}

#[test]
fn between_the_map_and_the_first_request() {
    for seat in 0..PLAYERS {
        assert_eq!(play_with(seat, |stream| drop(Raw::new(stream))).len(), 1, "seat {seat}");
        assert_eq!(play_with(seat, reset).len(), 1, "seat {seat}, with a reset");
    }
}

/// The move is there, and who made it is gone when he is to be told of it.
#[test]
fn with_the_move() {
    for seat in 0..PLAYERS {
        let reasons = play_with(seat, |stream| {
            let mut raw = Raw::new(stream);
            let answer = raw.unread_turn();
            answer.write(&mut raw.stream).expect("sent");
            reset(raw.stream);
        });
        assert_eq!(reasons.len(), 1, "seat {seat}");
    }
}

/// A move is there, but who made it is gone before it is his turn.
#[test]
fn with_a_move_sent_early() {
    for seat in 1..PLAYERS {
        let reasons = play_with(seat, |mut stream| {
            let game = game();
            first_move(&game, &game.initial()).write(&mut stream).expect("sent");
            reset(stream);
        });
        assert_eq!(reasons.len(), 1, "seat {seat}");
    }
}

#[test]
fn asked_for_a_move() {
    for seat in 0..PLAYERS {
        let reasons = play_with(seat, |stream| {
            Raw::new(stream).next_turn();
        });
        assert_eq!(reasons, ["the connection was closed"], "seat {seat}");
    }
}

#[test]
fn after_the_move() {
    for seat in 0..PLAYERS {
        let reasons = play_with(seat, |stream| {
            let mut raw = Raw::new(stream);
            let answer = raw.next_turn().expect("a turn");
            answer.write(&mut raw.stream).expect("sent");
        });
        assert_eq!(reasons.len(), 1, "seat {seat}");
    }
}

/// Whoever is noticed last has won, though he is gone too.
#[test]
fn all_at_once() {
    let after_the_group: fn(TcpStream) = drop;
    let with_a_reset: fn(TcpStream) = reset;
    let after_the_map: fn(TcpStream) = |stream| drop(Raw::new(stream));
    let at_their_turn: fn(TcpStream) = |stream| {
        let mut raw = Raw::new(stream);
        // Who hears that all others have left has won, and may hear that it is over.
        while let Ok(message) = Message::read_from_server(&mut raw.stream) {
            if matches!(message, Message::MoveRequest { .. } | Message::EndOfGame) {
                return;
            }
        }
    };
    for leave in [after_the_group, with_a_reset, after_the_map, at_their_turn] {
        let (running, address) = open();
        let leaving = [1, 2, 3].map(|group| {
            let stream = connect(&address, group);
            thread::spawn(move || leave(stream))
        });
        let report = running.report();
        assert_eq!(report.disqualified.len(), PLAYERS - 1, "{:?}", report.disqualified);
        assert_eq!(report.outcome.ranks().iter().filter(|&&rank| rank == 1).count(), 1);
        for thread in leaving {
            joined(thread);
        }
    }
}

/// He had waited for the next game during another, and his seat in it was taken though he was gone.
#[test]
fn before_the_next_game() {
    let (server, address) = server(Duration::from_secs(20));
    let classic = named_map("classic").expect("shipped").to_text().into_bytes();
    let running = Running::new(server, classic, 2);
    let first = [1, 2].map(|group| connect(&address, group));
    running.says("player 2: group");
    drop(connect(&address, 9));
    // When the next one is turned away, the one before him is among the guests.
    let no_group = connect(&address, 200);
    running.says("turned away");
    for witness in first.map(witness) {
        joined(witness);
    }
    assert_eq!(running.report().groups.len(), 2);
    running.says("group 9 from ");
    for witness in [3, 4].map(|group| witness(connect(&address, group))) {
        joined(witness);
    }
    let report = running.report();
    let mut groups = report.groups;
    groups.sort_unstable();
    assert_eq!((groups, report.disqualified), (vec![3, 4], Vec::new()));
    drop(no_group);
}
