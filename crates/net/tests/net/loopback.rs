//! Whole games, the wicked among the clients.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use melee_games::reversixt::generator::{Recipe, generate};
use melee_games::reversixt::{Map, named_map};
use melee_net::frame::Message;
use melee_net::{Client, Ending, Server, ServerSettings, ThinkAhead, TimeControl};

use crate::common::{honest, joined, run, server, wicked};

/// Eight players, no override stones, so that a stone is never placed twice on a tile.
fn map_for_eight() -> Map {
    let recipe = Recipe {
        players: 8,
        width: 16,
        height: 16,
        overrides: 0,
        bombs: 1,
        radius: 1,
        holes: 0,
        specials: 0,
        transitions: 8,
        seed: 3,
    };
    generate(&recipe).expect("it fits")
}

#[test]
fn only_the_guilty_are_disqualified() {
    let before = peak_memory();
    let (mut server, address) = server(Duration::from_secs(2));
    let honest: Vec<_> = [11, 12, 13].map(|group| honest(&address, group, "brs:depth=1")).into();
    let wicked = [
        // Garbage.
        wicked(&address, 21, |mut raw| {
            raw.next_turn();
            raw.stream.write_all(&[0xde, 0xad, 0xbe, 0xef].repeat(8)).expect("sent");
            raw.hears_it_is_out()
        }),
        // Silence.
        wicked(&address, 22, |mut raw| {
            raw.next_turn();
            raw.hears_it_is_out()
        }),
        // The end in the middle of a frame.
        wicked(&address, 23, |mut raw| {
            let answer = raw.next_turn().expect("a turn").to_bytes();
            raw.stream.write_all(&answer[..7]).expect("sent");
            raw.stream.shutdown(std::net::Shutdown::Write).expect("shut");
            raw.hears_it_is_out()
        }),
        // The same move twice.
        wicked(&address, 24, |mut raw| {
            let answer = raw.next_turn().expect("a turn").to_bytes();
            raw.stream.write_all(&answer.repeat(2)).expect("sent");
            raw.hears_it_is_out()
        }),
        // A frame of 4 GiB.
        wicked(&address, 25, |mut raw| {
            raw.next_turn();
            raw.stream.write_all(&[5, 255, 255, 255, 255]).expect("sent");
            let flood = [7; 4096];
            while raw.stream.write_all(&flood).is_ok() {}
            true
        }),
    ];
    let report = run(&mut server, &map_for_eight());
    let mut guilty: Vec<u8> = (report.disqualified.iter()).map(|(player, _)| report.groups[player.index()]).collect();
    guilty.sort_unstable();
    assert_eq!(guilty, [21, 22, 23, 24, 25], "{:?}", report.disqualified);
    for client in honest {
        assert!(matches!(client.join(), Ok(Ending::Rank(1..=3))));
    }
    for client in wicked {
        client.join().expect("a wicked client ends too");
    }
    // The record tells the same game.
    let moves = report.record.lines().filter(|line| line.contains("player")).count();
    assert!(moves > report.plies, "{}", report.record);
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 256 << 20, "the game took {grown} bytes");
}

/// The most memory this process has had, where the system tells; else 0.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

#[test]
fn eight_searches_play_a_whole_game() {
    let (mut server, address) = server(Duration::from_secs(5));
    let specs = [
        "brs:depth=1",
        "brs+:depth=2",
        "paranoid:depth=1",
        "maxn:depth=1",
        "greedy",
        "random",
        "brs:depth=1,order=evaluation,beam=3",
        "mc:playouts=1,cutoff=4",
    ];
    let clients: Vec<_> = (1..).zip(specs).map(|(group, spec)| honest(&address, group, spec)).collect();
    let map = named_map("eight").expect("shipped");
    let report = run(&mut server, &map);
    assert_eq!(report.disqualified, []);
    let mut ranks: Vec<u8> = report.outcome.ranks().to_vec();
    let mut told: Vec<u8> = Vec::new();
    for client in clients {
        match client.join().expect("no panic") {
            Ending::Rank(rank) => told.push(rank),
            Ending::Disqualified => panic!("nobody is out"),
        }
    }
    ranks.sort_unstable();
    told.sort_unstable();
    assert_eq!(ranks, told, "clients and server agree about the end");
}

#[test]
fn a_bombing_only_map_begins_with_the_end_of_the_first_phase() {
    let (mut server, address) = server(Duration::from_secs(5));
    let clients: Vec<_> = (1..=3).map(|g| honest(&address, g, "greedy")).collect();
    let watcher = wicked(&address, 4, |mut raw| {
        let first = Message::read_from_server(&mut raw.stream).expect("a message");
        assert_eq!(first, Message::EndOfStones);
        raw.stream.shutdown(std::net::Shutdown::Both).expect("shut");
        true
    });
    let report = run(&mut server, &named_map("bombs").expect("shipped"));
    assert_eq!(report.disqualified.len(), 1);
    assert!(watcher.join().expect("no panic"));
    for client in clients {
        assert!(matches!(client.join(), Ok(Ending::Rank(_))));
    }
}

#[test]
fn newcomers_without_manners_are_turned_away_and_the_game_begins() {
    let (mut server, address) = server(Duration::from_secs(5));
    let silent = TcpStream::connect(&address).expect("connected");
    for first_words in [&[1, 0, 0, 0, 1, 200][..], &[9; 40], &[1, 255, 255, 255, 255]] {
        let mut stream = TcpStream::connect(&address).expect("connected");
        stream.write_all(first_words).expect("sent");
    }
    let clients = [honest(&address, 1, "greedy"), honest(&address, 2, "greedy")];
    let report = run(&mut server, &named_map("classic").expect("shipped"));
    assert_eq!(report.disqualified, []);
    for client in clients {
        assert!(matches!(client.join(), Ok(Ending::Rank(1..=2))));
    }
    drop(silent);
}

#[test]
fn without_a_time_limit_clients_search_to_the_depth() {
    let settings = ServerSettings { time: TimeControl::Depth(2), patience: Duration::from_secs(5) };
    let mut server = Server::bind("127.0.0.1:0", settings).expect("a free port");
    let address = server.address().expect("bound").to_string();
    let clients = [honest(&address, 1, "alphabeta"), honest(&address, 2, "pvs")];
    let report = run(&mut server, &named_map("specials").expect("shipped"));
    assert_eq!(report.disqualified, []);
    for client in clients {
        client.join().expect("no panic");
    }
}

#[test]
fn maps_without_a_move_are_refused() {
    let (mut server, _) = server(Duration::from_secs(5));
    let log = &mut |_: &str| {};
    let mut refusal = |file: &[u8], log: &mut dyn FnMut(&str)| {
        let refused = server.run_game("test", file, log);
        refused.expect_err("refused").to_string()
    };
    assert!(refusal(b"2 0 0 0 1 2 1 2", log).contains("final"));
    assert!(refusal(b"2 0 0 0 1 2 1 \xff", log).contains("line 1, column 15"));
}

#[test]
fn clients_that_think_on_the_others_time_play_as_honestly() {
    let (mut server, address) = server(Duration::from_secs(5));
    let clients = [(1, "brs+:depth=2"), (2, "mcts:playouts=20"), (3, "greedy")].map(|(group, spec)| {
        let (spec, address) = (spec.parse().expect("known"), address.clone());
        thread::spawn(move || {
            let client = Client::connect(&address, group, &spec, 0, Duration::from_secs(5)).expect("connected");
            client.thinking_ahead(ThinkAhead::Always).play(&mut |_| {}).expect("a whole game")
        })
    });
    let report = run(&mut server, &named_map("three").expect("shipped"));
    assert_eq!(report.disqualified, []);
    for client in clients {
        assert!(matches!(joined(client), Ending::Rank(1..=3)));
    }
}
