//! Server and clients over the loopback interface, the wicked among them.

use std::io::Write;
use std::net::TcpStream;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use melee_core::{Game, Player};
use melee_games::reversixt::generator::{Recipe, generate};
use melee_games::reversixt::{Map, ReversiXt, named_map};
use melee_net::frame::Message;
use melee_net::{Client, Ending, GameReport, Server, ServerSettings, TimeControl};
use melee_search::Spec;

fn server(each: Duration) -> (Server, String) {
    let settings = ServerSettings { time: TimeControl::Account(each), patience: Duration::from_secs(5) };
    let server = Server::bind("127.0.0.1:0", settings).expect("a free port");
    let address = server.address().expect("bound").to_string();
    (server, address)
}

fn run(server: &Server, map: &Map) -> GameReport {
    let file = map.to_text();
    let log = &mut |line: &str| println!("{line}");
    server.run_game("test", file.as_bytes(), log).expect("a game")
}

/// A client of ours.
fn honest(address: &str, group: u8, spec: &str) -> JoinHandle<Ending> {
    let spec: Spec = spec.parse().expect("known");
    let address = address.to_string();
    thread::spawn(move || {
        let patience = Duration::from_secs(5);
        let client = Client::connect(&address, group, &spec, group.into(), patience);
        client.expect("connected").play(&mut |_| {}).expect("a whole game")
    })
}

/// A connection that has said its group and got the map and its number.
struct Raw {
    stream: TcpStream,
    game: ReversiXt,
    me: Player,
}

fn raw(address: &str, group: u8) -> Raw {
    let mut stream = TcpStream::connect(address).expect("connected");
    Message::Group(group).write(&mut stream).expect("sent");
    let Ok(Message::Map(map)) = Message::read_from_server(&mut stream) else {
        panic!("a map first");
    };
    let Ok(Message::Player(number)) = Message::read_from_server(&mut stream) else {
        panic!("then the number");
    };
    let map = Map::parse(&String::from_utf8_lossy(&map)).expect("a map");
    Raw { stream, game: ReversiXt::new(map), me: Player::new(number as usize - 1) }
}

impl Raw {
    /// Follows the game to its own first turn; the frame of a legal move.
    fn first_turn(&mut self) -> Vec<u8> {
        let mut state = self.game.initial();
        loop {
            match Message::read_from_server(&mut self.stream).expect("a message") {
                Message::MoveRequest { .. } => {
                    let mut moves = Vec::new();
                    self.game.moves(&state, &mut moves);
                    let (x, y) = self.game.place_of(moves[0]).expect("a move");
                    let special = moves[0].special();
                    let (x, y) = (x as u16, y as u16);
                    return Message::MoveAnswer { x, y, special }.to_bytes();
                }
                Message::MoveMade { x, y, special, .. } => {
                    let mv = self.game.move_at(x.into(), y.into(), special).expect("inside");
                    self.game.play(&mut state, mv);
                }
                Message::Disqualified(player) => {
                    let out = self.game.disqualification(Player::new(player as usize - 1));
                    self.game.play(&mut state, out);
                }
                other => panic!("{other:?} before the first turn"),
            }
        }
    }

    /// Reads until the server closes; was the last thing said that we are out?
    fn hears_it_is_out(mut self) -> bool {
        let mut is_out = false;
        while let Ok(message) = Message::read_from_server(&mut self.stream) {
            is_out |= message == Message::Disqualified(self.me.index() as u8 + 1);
        }
        is_out
    }
}

fn wicked(address: &str, group: u8, deed: impl FnOnce(Raw) -> bool + Send + 'static) -> JoinHandle<bool> {
    let address = address.to_string();
    thread::spawn(move || deed(raw(&address, group)))
}

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
    let (server, address) = server(Duration::from_secs(2));
    let honest: Vec<_> = [11, 12, 13].map(|group| honest(&address, group, "brs:depth=1")).into();
    let wicked = [
        // Garbage.
        wicked(&address, 21, |mut raw| {
            raw.first_turn();
            raw.stream.write_all(&[0xde, 0xad, 0xbe, 0xef].repeat(8)).expect("sent");
            raw.hears_it_is_out()
        }),
        // Silence.
        wicked(&address, 22, |mut raw| {
            raw.first_turn();
            raw.hears_it_is_out()
        }),
        // The end in the middle of a frame.
        wicked(&address, 23, |mut raw| {
            let answer = raw.first_turn();
            raw.stream.write_all(&answer[..7]).expect("sent");
            raw.stream.shutdown(std::net::Shutdown::Write).expect("shut");
            raw.hears_it_is_out()
        }),
        // The same move twice.
        wicked(&address, 24, |mut raw| {
            let answer = raw.first_turn();
            raw.stream.write_all(&answer.repeat(2)).expect("sent");
            raw.hears_it_is_out()
        }),
        // A frame of 4 GiB.
        wicked(&address, 25, |mut raw| {
            raw.first_turn();
            raw.stream.write_all(&[5, 255, 255, 255, 255]).expect("sent");
            let flood = [7; 4096];
            while raw.stream.write_all(&flood).is_ok() {}
            true
        }),
    ];
    let report = run(&server, &map_for_eight());
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
    let (server, address) = server(Duration::from_secs(5));
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
    let report = run(&server, &map);
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
    let (server, address) = server(Duration::from_secs(5));
    let clients: Vec<_> = (1..=3).map(|g| honest(&address, g, "greedy")).collect();
    let watcher = wicked(&address, 4, |mut raw| {
        let first = Message::read_from_server(&mut raw.stream).expect("a message");
        assert_eq!(first, Message::EndOfStones);
        raw.stream.shutdown(std::net::Shutdown::Both).expect("shut");
        true
    });
    let report = run(&server, &named_map("bombs").expect("shipped"));
    assert_eq!(report.disqualified.len(), 1);
    assert!(watcher.join().expect("no panic"));
    for client in clients {
        assert!(matches!(client.join(), Ok(Ending::Rank(_))));
    }
}

#[test]
fn newcomers_without_manners_are_turned_away_and_the_game_begins() {
    let (server, address) = server(Duration::from_secs(5));
    let silent = TcpStream::connect(&address).expect("connected");
    for first_words in [&[1, 0, 0, 0, 1, 200][..], &[9; 40], &[1, 255, 255, 255, 255]] {
        let mut stream = TcpStream::connect(&address).expect("connected");
        stream.write_all(first_words).expect("sent");
    }
    let clients = [honest(&address, 1, "greedy"), honest(&address, 2, "greedy")];
    let report = run(&server, &named_map("classic").expect("shipped"));
    assert_eq!(report.disqualified, []);
    for client in clients {
        assert!(matches!(client.join(), Ok(Ending::Rank(1..=2))));
    }
    drop(silent);
}

#[test]
fn without_a_time_limit_clients_search_to_the_depth() {
    let settings = ServerSettings { time: TimeControl::Depth(2), patience: Duration::from_secs(5) };
    let server = Server::bind("127.0.0.1:0", settings).expect("a free port");
    let address = server.address().expect("bound").to_string();
    let clients = [honest(&address, 1, "alphabeta"), honest(&address, 2, "pvs")];
    let report = run(&server, &named_map("specials").expect("shipped"));
    assert_eq!(report.disqualified, []);
    for client in clients {
        client.join().expect("no panic");
    }
}

#[test]
fn maps_without_a_move_are_refused() {
    let (server, _) = server(Duration::from_secs(5));
    let log = &mut |_: &str| {};
    let refusal = |file: &[u8], log: &mut dyn FnMut(&str)| {
        let refused = server.run_game("test", file, log);
        refused.expect_err("refused").to_string()
    };
    assert!(refusal(b"2 0 0 0 1 2 1 2", log).contains("final"));
    assert!(refusal(b"2 0 0 0 1 2 1 \xff", log).contains("line 1, column 15"));
}
