//! Matches: the same games however they are played, and a store that keeps them.

use std::sync::atomic::Ordering;

use crate::entrants;
use crate::statistics::rating::game;
use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::{
    Ending, MatchError, MatchPlan, Meeting, PlayedGame, Run, Scoreboard, Standings, Store, StoreError, Wanted,
    block_shares,
};

fn plan(game: &str, algorithms: &[&str], limits: Limits) -> MatchPlan {
    MatchPlan {
        game: game.into(),
        options: GameOptions::default(),
        starts: Vec::new(),
        random_plies: 2,
        entrants: entrants(algorithms, limits),
        ply_cap: 300,
        by_processor: false,
        seed: 5,
    }
}

fn play(plan: &MatchPlan, games: u64, threads: usize, done: Vec<PlayedGame>) -> Vec<PlayedGame> {
    let run = Run { games, threads, keep_moves: true };
    let open = plan.open(Registry::standard()).expect("a match");
    run.play(&open, done, &mut |_, _| Ok(true)).expect("played")
}

fn opening(game: &PlayedGame) -> Vec<&str> {
    game.moves.iter().take(2).collect()
}

/// Games without what depends on the clock.
fn timeless(games: &[PlayedGame]) -> Vec<PlayedGame> {
    let mut games = games.to_vec();
    for game in &mut games {
        game.micros = 0;
        game.work.iter_mut().for_each(|w| w.micros = 0);
        game.records.iter_mut().for_each(|r| r.micros = 0);
    }
    games
}

#[test]
fn threads_and_pieces_give_the_same_games() {
    let noisy = ["brs+:noise=5%", "paranoid", "random"];
    let plan = plan("billabong", &noisy, Limits::nodes(300));
    let plan = MatchPlan { options: GameOptions::default().for_players(3), ..plan };
    let one = timeless(&play(&plan, 12, 1, Vec::new()));
    assert_eq!(timeless(&play(&plan, 12, 2, Vec::new())), one);
    let half = play(&plan, 5, 2, Vec::new());
    assert_eq!(timeless(&play(&plan, 12, 1, half)), one);
    // Two halves on two machines: every second game is taken from elsewhere.
    let odd = one.iter().filter(|g| g.number % 2 == 1).cloned().collect();
    assert_eq!(timeless(&play(&plan, 12, 2, odd)), one);
    assert_eq!(opening(&one[0]), opening(&one[5]), "a block has one opening");
}

/// Games that are broken off leave nothing behind, not even a forfeit or a move of a search that was cut short.
#[test]
fn a_match_that_is_to_stop_has_whole_games_only() {
    let plan = plan("connect4", &["alphabeta", "pvs"], Limits::nodes(2000));
    let open = plan.open(Registry::standard()).expect("a match");
    let run = Run { games: 100_000, threads: 2, keep_moves: true };
    let played = run.play(&open, Vec::new(), &mut |_, count| {
        if count >= 6 {
            open.stop.store(true, Ordering::Relaxed);
        }
        Ok(true)
    });
    let played = timeless(&played.expect("stopped"));
    assert!((6..1000).contains(&played.len()), "{} games", played.len());
    let last = played.iter().map(|game| game.number).max().expect("games");
    let undisturbed = timeless(&play(&plan, last + 1, 1, Vec::new()));
    assert!(played.iter().all(|game| undisturbed.contains(game)));
}

#[test]
fn a_store_keeps_games_and_refuses_others() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("match.db");
    let plan = plan("connect4", &["alphabeta", "random"], Limits::depth(2));
    let games = play(&plan, 6, 2, Vec::new());
    {
        let mut store = Store::open(&path, &plan).expect("made");
        store.put(&games[..2]).expect("kept");
        store.put(&games[2..]).expect("kept");
        let again = Store::open(&path, &plan);
        assert!(matches!(again, Err(StoreError::Locked(_))), "one process at a time");
    }
    let store = Store::open(&path, &plan).expect("opened");
    let kept = store.games().expect("read");
    for (kept, game) in kept.iter().zip(&games) {
        assert_eq!(store.records(game.number).expect("read"), game.records);
        assert_eq!((&kept.moves, &kept.points), (&game.moves, &game.points));
    }
    assert_eq!(kept.len(), 6);
    drop(store);
    let other = MatchPlan { seed: 6, ..plan.clone() };
    let refusal = Store::open(&path, &other).err().expect("another match");
    assert!(refusal.to_string().ends_with("holds another match (seed differs)"), "{refusal}");
    assert_eq!(plan.clone().timed_by_processor(), plan, "nobody has a time limit");
    let timed = Limits::time(std::time::Duration::from_millis(3));
    let entrants = plan.entrants.iter().map(|entrant| SeatSpec { limits: timed, ..entrant.clone() });
    let timed = MatchPlan { entrants: entrants.collect(), ..plan.clone() };
    let path_of_timed = dir.path().join("timed.db");
    drop(Store::open(&path_of_timed, &timed).expect("new"));
    let refusal = Store::open(&path_of_timed, &timed.timed_by_processor()).err().expect("by another clock");
    assert!(refusal.to_string().ends_with("holds another match (by processor differs)"), "{refusal}");
    assert_eq!(Store::read(&path).expect("read").plan().expect("a plan"), plan);

    let text = dir.path().join("notes.txt");
    std::fs::write(&text, "these are notes, nothing else, and long enough to look like something").expect("written");
    let refusal = Store::open(&text, &plan).err().expect("no store");
    assert!(matches!(refusal, StoreError::NotAStore(_)), "{refusal}");
    assert!(std::fs::read_to_string(&text).expect("there").starts_with("these are"));
    let missing = dir.path().join("nowhere").join("match.db");
    assert!(matches!(Store::open(&missing, &plan), Err(StoreError::Io { .. })));
}

#[test]
fn a_store_of_another_version_is_left_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("match.db");
    let plan = plan("connect4", &["alphabeta", "random"], Limits::depth(2));
    drop(Store::open(&path, &plan).expect("made"));
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection.pragma_update(None, "user_version", 99).expect("changed");
    drop(connection);
    let refusal = Store::open(&path, &plan).err().expect("another version");
    assert!(refusal.to_string().contains("schema version 99, this program writes version 4"));
}

#[test]
fn what_cannot_be_played_is_said_before() {
    let refused = |plan: &MatchPlan| plan.open(Registry::standard()).err().expect("refused").to_string();
    let two = plan("connect4", &["alphabeta", "random"], Limits::depth(2));
    let with = |algorithms: &[&str]| plan("connect4", algorithms, Limits::depth(2));
    assert_eq!(refused(&with(&["alphabeta"])), "a match needs at least two algorithms, not 1");
    assert!(refused(&with(&["alphabeta", "nobody"])).contains("unknown algorithm 'nobody'"));
    assert!(refused(&plan("go", &["alphabeta", "random"], Limits::depth(2))).contains("unknown game"));
    let endless = plan("connect4", &["alphabeta", "random"], Limits::NONE);
    assert!(refused(&endless).contains("give a limit"));
    let start = MatchPlan { starts: vec!["middle".into()], ..two.clone() };
    assert!(refused(&start).contains("unknown start 'middle'"));
    let maps = MatchPlan {
        starts: vec!["four".into(), "eight".into()],
        ..plan("reversixt", &["brs", "random"], Limits::depth(1))
    };
    assert_eq!(refused(&maps), "start 'eight' has 8 seats, the first one 4: a match has one number of seats");
    let none = Run { games: 0, threads: 1, keep_moves: false };
    let open = two.open(Registry::standard()).expect("a match");
    let played = none.play(&open, Vec::new(), &mut |_, _| Ok(true));
    assert!(matches!(played, Err(MatchError::NoGames)));
}

#[test]
fn standings_count_what_happened() {
    let plan = plan("connect4", &["alphabeta", "random"], Limits::depth(4));
    let games = play(&plan, 40, 2, Vec::new());
    let names = ["a".to_string(), "b".to_string()];
    let standings = Standings::new(&names, &games, 2, true);
    assert_eq!((standings.games, standings.blocks), (40, 20));
    let [a, b] = &standings.algorithms[..] else {
        panic!("two algorithms");
    };
    assert!((a.points + b.points - 40.0).abs() < 1e-9);
    assert!(a.share > 0.9 && a.low > 0.5 && b.high < 0.5, "{standings:?}");
    let ratings = [a.rating, b.rating].map(|r| r.expect("enough blocks").value);
    assert!(ratings[0] > 100.0 && (ratings[0] + ratings[1]).abs() < 1e-6);
    assert!((a.mean_depth - 4.0).abs() < 1e-9);
    let mut failed = games.clone();
    failed[7].ending = Ending::Failed;
    let standings = Standings::new(&names, &failed, 2, false);
    assert_eq!((standings.games, standings.blocks, standings.failed), (39, 19, 1));
    let twice: Vec<PlayedGame> = [&games[..], &games[..3]].concat();
    let more = Standings::new(&names, &twice, 2, false).duplicates;
    assert_eq!(more, Standings::new(&names, &games, 2, false).duplicates + 3);
}

/// A store as the first versions wrote it, with this plan and these games.
fn old_store(path: &std::path::Path, plan: &str, games: &[PlayedGame]) {
    let connection = rusqlite::Connection::open(path).expect("made");
    let schema = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE games (
            number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seating TEXT NOT NULL, start TEXT,
            moves TEXT NOT NULL, points TEXT NOT NULL, ranks TEXT NOT NULL, ending TEXT NOT NULL,
            failure TEXT, verdict TEXT, work TEXT NOT NULL, micros INTEGER NOT NULL);
        CREATE TABLE moves (
            game INTEGER NOT NULL REFERENCES games(number), ply INTEGER NOT NULL, seat INTEGER NOT NULL,
            move TEXT NOT NULL, value INTEGER NOT NULL, depth INTEGER NOT NULL, nodes INTEGER NOT NULL,
            micros INTEGER NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID;
        INSERT INTO meta VALUES ('program', '0.1.0');
        PRAGMA application_id = 0x4d656c65; PRAGMA user_version = 2;";
    connection.execute_batch(schema).expect("made");
    // At once: on its own every row would wait for the disk.
    connection.execute_batch("BEGIN").expect("begun");
    connection.execute("INSERT INTO meta VALUES ('plan', ?1)", [plan]).expect("kept");
    for game in games {
        let json = |value: serde_json::Value| value.to_string();
        let row = rusqlite::params![
            game.number as i64,
            game.block as i64,
            json(game.seating.clone().into()),
            game.moves.as_str(),
            json(game.points.clone().into()),
            json(game.ranks.clone().into()),
            json(serde_json::to_value(game.ending).expect("plain")),
            json(serde_json::to_value(&game.work).expect("plain")),
            game.micros as i64,
        ];
        let insert = "INSERT INTO games VALUES (?1, ?2, ?3, NULL, ?4, ?5, ?6, ?7, NULL, NULL, ?8, ?9)";
        connection.execute(insert, row).expect("kept");
        for (ply, r) in game.records.iter().enumerate() {
            let row = rusqlite::params![
                game.number as i64,
                ply as i64,
                r.seat as i64,
                r.mv,
                r.value,
                r.depth,
                r.nodes as i64,
                r.micros as i64
            ];
            connection.execute("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", row).expect("kept");
        }
    }
    connection.execute_batch("COMMIT").expect("kept");
}

#[test]
fn stores_of_earlier_versions_are_read_and_get_their_seals() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("match.db");
    let plan = plan("connect4", &["alphabeta", "random"], Limits::nodes(20));
    // More of them than are sealed at once.
    let games = play(&plan, 600, 2, Vec::new());
    let before = r#"{"game":"connect4","random_plies":2,"players_in":[
        {"algorithm":"alphabeta","nodes":20},{"algorithm":"random","nodes":20}],"ply_cap":300,"seed":5}"#;
    old_store(&path, before, &games);
    let as_kept = |store: &Store| {
        let kept = store.games().expect("read").into_iter();
        let kept: Vec<_> =
            kept.map(|game| PlayedGame { records: store.records(game.number).expect("read"), ..game }).collect();
        assert_eq!(kept, games);
    };
    let old = Store::read(&path).expect("read");
    assert_eq!(old.plan().expect("a plan"), plan);
    as_kept(&old);
    drop(old);
    as_kept(&Store::open(&path, &plan).expect("gone on with"));
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection.execute("UPDATE games SET points = '[0.0,1.0]', ranks = '[2,1]'", []).expect("changed");
    drop(connection);
    let refusal = Store::open(&path, &plan).expect("sound").games().expect_err("changed");
    assert!(matches!(refusal, StoreError::Changed { .. }), "{refusal}");
}

/// Whatever byte of a store is changed: it is refused, or says all that it said.
#[test]
fn a_changed_byte_of_a_store_is_found() {
    let dir = tempfile::tempdir().expect("a directory");
    let (path, changed) = (dir.path().join("match.db"), dir.path().join("changed.db"));
    let plan = plan("connect4", &["alphabeta", "random"], Limits::depth(2));
    let games = play(&plan, 12, 2, Vec::new());
    let mut store = Store::open(&path, &plan).expect("made");
    store.put(&games).expect("kept");
    drop(store);
    let bytes = std::fs::read(&path).expect("there");
    let read = || -> Result<(MatchPlan, Vec<PlayedGame>), StoreError> {
        let store = Store::read(&changed)?;
        let plan = store.plan()?;
        let mut games = store.games()?;
        for game in &mut games {
            game.records = store.records(game.number)?;
        }
        Ok((plan, games))
    };
    let (mut refused, mut harmless) = (0, 0);
    // A step that shares no factor with the size of a page meets all places of pages.
    for at in (0..bytes.len()).step_by(53) {
        for flip in [1, 0x80] {
            let mut other = bytes.clone();
            other[at] ^= flip;
            std::fs::write(&changed, &other).expect("written");
            match read() {
                Err(_) => refused += 1,
                Ok(found) => {
                    assert!(found == (plan.clone(), games.clone()), "byte {at} with {flip} goes unnoticed");
                    harmless += 1;
                }
            }
        }
    }
    println!("{} bytes: {refused} changes refused, {harmless} in places without meaning", bytes.len());
    assert!(refused > bytes.len() / 106, "{refused} of {}", bytes.len());
    for len in (0..bytes.len()).step_by(1021) {
        std::fs::write(&changed, &bytes[..len]).expect("written");
        assert!(read().is_err(), "cut to {len} bytes");
    }
}

/// Two games of a whole block and one of the next.
#[test]
fn standings_come_from_whole_blocks() {
    let win = |block: u64, seating: [usize; 2], ranks: [u8; 2]| game(block, &seating, &ranks);
    let games = [win(0, [0, 1], [1, 2]), win(0, [1, 0], [1, 2]), win(1, [0, 1], [1, 2])];
    let names = ["a".to_string(), "b".to_string()];
    let standings = Standings::new(&names, &games, 2, true);
    assert_eq!((standings.games, standings.blocks, standings.compared), (3, 1, 2));
    for standing in &standings.algorithms {
        assert_eq!((standing.points, standing.share, standing.wins_draws_losses), (1.0, 0.5, [1, 0, 1]));
    }
    assert_eq!(standings.seats, [1.0, 0.0]);
    // Before that there are only games.
    let first = Standings::new(&names, &games[..1], 2, true);
    assert_eq!((first.games, first.blocks, first.compared), (1, 0, 1));
    assert_eq!(first.algorithms[0].wins_draws_losses, [1, 0, 0]);
    assert!(first.algorithms.iter().all(|a| a.rating.is_none() && a.weng_lin.is_none()));
}

#[test]
fn more_algorithms_than_seats_meet_two_by_two() {
    let plan = plan("connect4", &["alphabeta@d4", "random", "alphabeta@d1"], Limits::NONE);
    let open = plan.open(Registry::standard()).expect("a match");
    assert_eq!(open.block_len(), 6);
    let games = play(&plan, 24, 2, Vec::new());
    let standings = Standings::new(&open.names(), &games, open.block_len(), true);
    assert_eq!((standings.games, standings.blocks, standings.compared), (24, 4, 24));
    for standing in &standings.algorithms {
        assert_eq!(standing.wins_draws_losses.iter().sum::<u64>(), 16, "who waits neither wins nor loses");
        assert!((standing.share - standing.points / 16.0).abs() < 1e-9);
    }
    let shares: f64 = standings.algorithms.iter().map(|a| a.share).sum();
    assert!((shares - 1.5).abs() < 1e-9, "half of the points of one's own games in the mean");
    let pairs: Vec<[usize; 2]> = standings.meetings.iter().map(|meeting| meeting.pair).collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [1, 2]]);
    for meeting in &standings.meetings {
        assert_eq!((meeting.games, meeting.points.iter().sum::<f64>()), (8, 8.0));
        let [wins, draws, _] = meeting.wins_draws_losses;
        assert!((meeting.points[0] - wins as f64 - 0.5 * draws as f64).abs() < 1e-9);
    }
    assert!(standings.meetings[0].share > 0.5, "four plies beat none");
    assert!(standings.algorithms.iter().all(|a| a.rating.is_some()));
}

#[test]
fn a_store_knows_what_is_wanted_until_nobody_wants_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    let plan = plan("connect4", &["alphabeta", "random"], Limits::depth(2));
    let mut store = Store::open(&file, &plan).expect("a store");
    assert_eq!(store.wanted().expect("read"), None);
    store.set_wanted(Some(Wanted { games: 40, threads: 1 })).expect("written");
    store.set_wanted(Some(Wanted { games: 60, threads: 2 })).expect("written");
    drop(store);
    assert_eq!(
        Store::read(&file).and_then(|store| store.wanted()).expect("read"),
        Some(Wanted { games: 60, threads: 2 })
    );
    let mut store = Store::open(&file, &plan).expect("a store");
    store.set_wanted(None).expect("written");
    assert_eq!(store.wanted().expect("read"), None);
    drop(store);
    let connection = rusqlite::Connection::open(&file).expect("a database");
    connection.execute("INSERT INTO meta (key, value) VALUES ('wanted', '99 1 0')", []).expect("written");
    let changed = Store::read(&file).and_then(|store| store.wanted()).expect_err("somebody else wrote it");
    assert!(matches!(changed, StoreError::Changed { .. }), "{changed}");
}

/// The meetings of games that are a block together.
fn met(games: &[PlayedGame]) -> Vec<Meeting> {
    let names = ["a", "b", "c"].map(str::to_string);
    Standings::new(&names, games, games.len(), false).meetings
}

/// Before, all games were counted anew for each look.
#[test]
fn games_counted_as_they_come_give_the_standings_of_all() {
    let plan = plan("chess4", &["greedy", "random"], Limits::NONE);
    let plan = MatchPlan { ply_cap: 8, ..plan };
    let games = play(&plan, 40, 2, Vec::new());
    let open = plan.open(Registry::standard()).expect("a match");
    let (names, block_len) = (open.names(), open.block_len());
    let mut board = Scoreboard::new(&names, block_len);
    for (i, game) in games.iter().enumerate() {
        assert_eq!(board.standings(), Standings::new(&names, &games[..i], block_len, false), "{i} games");
        board.count(std::slice::from_ref(game));
        let shares = [0, 1].map(|a| board.block_shares(a));
        assert_eq!(shares, [0, 1].map(|a| block_shares(&games[..=i], block_len, a)), "{i} games");
    }
    assert!(block_len < 20, "{block_len}");
}

/// Once six games that all had shared were six wins of whoever sat on two seats.
#[test]
fn in_a_game_that_all_share_nobody_is_ahead_by_a_seat_more() {
    let drawn = [game(0, &[0, 0, 1], &[1, 1, 1]), game(0, &[1, 0, 1], &[1, 1, 1])];
    let met = met(&drawn);
    let [meeting] = &met[..] else { panic!("one pair") };
    assert_eq!((meeting.wins_draws_losses, meeting.share), ([0, 2, 0], 0.5));
}

/// Once three won, one level and eight lost of twelve games were printed as 0.0 %: a third had taken the points.
#[test]
fn the_share_of_a_meeting_is_that_of_its_counts() {
    // The third wins; the first is second, then third, then level with the second.
    let games = [game(0, &[0, 1, 2], &[2, 3, 1]), game(0, &[1, 2, 0], &[2, 1, 3]), game(0, &[2, 0, 1], &[1, 2, 2])];
    let met = met(&games);
    assert_eq!((met[0].pair, met[0].wins_draws_losses, met[0].share), ([0, 1], [1, 1, 1], 0.5));
    assert!(met[1].share < 1e-9, "the third was always ahead");
}

#[test]
fn entrants_of_one_name_are_numbered() {
    let names = |algorithms: &[&str]| {
        let plan = plan("connect4", algorithms, Limits::NONE);
        plan.open(Registry::standard()).expect("a match").names()
    };
    assert_eq!(names(&["random", "greedy"]), ["random", "greedy"]);
    assert_eq!(names(&["pvs@d2", "pvs@d3"]), ["pvs@d2", "pvs@d3"]);
    assert_eq!(names(&["greedy", "pvs@d2", "greedy", "pvs@d3"]), ["greedy 1", "pvs@d2", "greedy 2", "pvs@d3"]);
}

#[test]
fn a_match_seated_in_another_order_is_not_gone_on_with() {
    let plan = plan("chinese-checkers", &["greedy", "random", "greedy", "random"], Limits::NONE);
    let plan = MatchPlan { options: GameOptions::default().for_players(6), ply_cap: 6, ..plan };
    let mut games = play(&plan, 5, 1, Vec::new());
    let open = plan.open(Registry::standard()).expect("a match");
    let run = Run { games: 6, threads: 1, keep_moves: false };
    assert!(run.play(&open, games.clone(), &mut |_, _| Ok(true)).is_ok());
    // In a circle of six places the fifth game was one of the first block.
    games[4].block = 0;
    let refused = run.play(&open, games, &mut |_, _| Ok(true)).expect_err("another order");
    assert!(matches!(refused, MatchError::OtherOrder(4)), "{refused}");
}

#[test]
fn of_who_has_not_sat_yet_nothing_is_known() {
    let names = ["a", "b", "c"].map(String::from);
    let standings = Standings::new(&names, &[game(0, &[0, 1], &[1, 2])], 6, false);
    let waiting = &standings.algorithms[2];
    assert_eq!((waiting.share, waiting.low, waiting.high), (0.0, 0.0, 1.0));
}
