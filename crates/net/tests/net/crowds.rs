//! Crowds and slow readers: nobody waits for them. The server's patience is an hour here, so that
//! whoever is waited for is waited for until the test gives up.

use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use melee_games::reversixt::named_map;

use crate::common::{Running, connect, joined, patient_server, witness};

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
        let running = Running::new(server, classic(), 1);
        let crowd = silent(&address, count);
        let witnesses = [1, 2].map(|group| witness(connect(&address, group)));
        assert_eq!(running.report().disqualified, []);
        for witness in witnesses {
            joined(witness);
        }
        drop(crowd);
    }
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

#[test]
fn who_does_not_read_a_large_map_holds_up_nobody() {
    // More than a system keeps for a reader, and the same map.
    let mut large = named_map("three").expect("shipped").to_text().into_bytes();
    large.resize(12 << 20, b'\n');
    std::thread::scope(|scope| {
        for seat in 0..3 {
            let large = large.clone();
            scope.spawn(move || deaf_at(seat, large));
        }
    });
}

/// The player on this seat reads nothing of the map.
fn deaf_at(seat: usize, large: Vec<u8>) {
    let (server, address) = patient_server(Duration::from_secs(3), HOUR);
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
