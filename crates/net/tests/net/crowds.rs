//! Crowds and slow readers: nobody waits for them. The server's patience is an hour here, so that
//! whoever is waited for is waited for until the test gives up. What is proved is an order, not a time: the others
//! are done while whoever is slow still has his hour. Nobody delays others by more than a second beyond his own time;
//! the two moments that are granted on top of it stand in `round.rs`, which does not compile if they are more.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use melee_games::reversixt::named_map;

use crate::common::{Raw, Running, connect, joined, patient_server, witness};

const HOUR: Duration = Duration::from_secs(3600);

fn classic() -> Vec<u8> {
    named_map("classic").expect("shipped").to_text().into_bytes()
}

/// One crowd at a time: both ends of its connections are ours, and a process may often have no more than 1,024.
static ONE_CROWD: Mutex<()> = Mutex::new(());

fn silent(address: &str, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(address).expect("connected")).collect()
}

#[test]
fn who_says_nothing_does_not_hold_up_who_does() {
    let _alone = ONE_CROWD.lock().unwrap_or_else(PoisonError::into_inner);
    // Some find room, and some are more than find room.
    for count in [40, 300] {
        let (server, address) = patient_server(HOUR, HOUR);
        // A second game keeps the server there when the first is over.
        let running = Running::new(server, classic(), 2);
        let crowd = silent(&address, count);
        let witnesses = [1, 2].map(|group| witness(connect(&address, group)));
        assert_eq!(running.report().disqualified, []);
        for witness in witnesses {
            joined(witness);
        }
        // The game is over before anybody's time to say his group is: who found room is still waited for.
        assert!(crowd.iter().filter(|silent| is_waited_for(silent)).count() >= count.min(200));
    }
}

/// Has the server neither said something nor hung up?
fn is_waited_for(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("set");
    stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn who_comes_during_a_game_does_not_hold_up_the_next() {
    let _alone = ONE_CROWD.lock().unwrap_or_else(PoisonError::into_inner);
    let (server, address) = patient_server(HOUR, HOUR);
    let running = Running::new(server, classic(), 2);
    let streams = [1, 2].map(|group| connect(&address, group));
    running.says("player 2: group");
    let crowd = silent(&address, 300);
    let next = [3, 4].map(|group| connect(&address, group));
    for stream in streams.into_iter().chain(next).map(witness).collect::<Vec<_>>() {
        joined(stream);
    }
    assert_eq!(running.report().groups.len(), 2);
    let mut groups = running.report().groups;
    groups.sort_unstable();
    assert_eq!(groups, [3, 4]);
    drop(crowd);
}

/// A map for three, larger than what a system keeps for a reader.
fn large_map() -> Vec<u8> {
    let mut large = named_map("three").expect("shipped").to_text().into_bytes();
    large.resize(12 << 20, b'\n');
    large
}

#[test]
fn who_does_not_read_a_large_map_holds_up_nobody() {
    thread::scope(|scope| {
        for seat in 0..3 {
            scope.spawn(move || deaf_at(seat, large_map()));
        }
    });
}

/// Everybody has an hour for a move and to read. The others have the map, and have moved as often as it was their turn, before
/// the one who is slow has read a byte; then he reads, and nobody is the worse for it.
#[test]
fn who_reads_late_holds_up_nobody_before_his_turn() {
    for slow in 0..3 {
        let (server, address) = patient_server(HOUR, HOUR);
        let running = Running::new(server, large_map(), 1);
        let mut streams = Vec::new();
        for player in 0..3 {
            streams.push(connect(&address, player as u8));
            running.says(&format!("player {}: group", player + 1));
        }
        let unread = streams.remove(slow);
        let greeted = streams.into_iter().map(|stream| thread::spawn(|| Raw::new(stream)));
        let greeted: Vec<Raw> = greeted.collect::<Vec<_>>().into_iter().map(joined).collect();
        let others = greeted.into_iter().map(|raw| thread::spawn(|| raw.play_to_the_end()));
        let others: Vec<_> = others.collect();
        for player in 1..=slow {
            running.says(&format!("player {player}: "));
        }
        let story = joined(witness(unread));
        assert_eq!(running.report().disqualified, []);
        for other in others {
            assert_eq!(joined(other), story, "all heard the same");
        }
    }
}

/// The player on this seat reads nothing of the map.
fn deaf_at(seat: usize, large: Vec<u8>) {
    let (server, address) = patient_server(Duration::from_secs(6), HOUR);
    let running = Running::new(server, large, 1);
    let mut deaf = None;
    let mut witnesses = Vec::new();
    for player in 0..3 {
        let stream = connect(&address, player as u8);
        if player == seat {
            deaf = Some(stream);
        } else {
            witnesses.push(witness(stream));
        }
        running.says(&format!("player {}: group", player + 1));
    }
    let report = running.report();
    let out: Vec<_> = report.disqualified.iter().map(|(player, _)| player.index()).collect();
    assert_eq!(out, [seat], "{:?}", report.disqualified);
    for witness in witnesses {
        joined(witness);
    }
    drop(deaf);
}
