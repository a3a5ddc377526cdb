//! Seats: one text, one trait.

use melee::core::levels::LEVELS;
use melee::{EngineSeat, GameOptions, Limits, Melee, ProvenResult, Seat, SeatSpec, Task, Who};

#[test]
fn seats_read_back() {
    for text in [
        "human",
        "perfect",
        "pvs:best@5000",
        "brs+:best@100ms",
        "mcts@d1",
        "brs(2,C-2):tt=deep/1MiB@d4+2s",
        "program:./engine --fast@1s",
        "program:./engine me@home",
    ] {
        let seat: SeatSpec = text.parse().expect(text);
        assert_eq!(seat.to_string(), text);
        let json = serde_json::to_string(&seat).expect("a text");
        assert_eq!(serde_json::from_str::<SeatSpec>(&json).expect("read"), seat);
    }
    let program: SeatSpec = "program:./engine me@home".parse().expect("read");
    assert_eq!(program.limits, Limits::NONE);
    let email = "pvs@home".parse::<SeatSpec>().expect_err("no limit");
    assert!(email.to_string().starts_with("'home' is not a limit, expected"));
    let seat = SeatSpec::search("pvs", Limits::NONE).or_limits(Limits::depth(3));
    assert_eq!(seat.to_string(), "pvs@d3");
    assert_eq!(Who::from("human"), Who::Person);
}

/// Found by a fuzzer: an algorithm of that name is nobody, and reads back as somebody else.
#[test]
fn spaces_in_a_name_mean_nothing_for_whoever_it_is() {
    assert_eq!(Who::from("h uman"), Who::Person);
    assert_eq!(Who::from("human:"), Who::Person);
    assert_eq!(Who::from("pro gram:./x y"), Who::Program("./x y".into()));
    for text in ["p rogram:'a", "hum an:", "program", "a:=", "a:=,b"] {
        let seat: SeatSpec = text.parse().expect(text);
        assert_eq!(seat.to_string().parse(), Ok(seat), "{text}");
    }
}

#[test]
fn a_level_is_a_seat_in_every_game_and_the_name_of_nobody_else() {
    for info in Melee::standard().registry().games() {
        for players in info.description.players.iter() {
            let Ok(game) = info.open(&GameOptions::default().for_players(players)) else { continue };
            for (name, meant) in LEVELS.iter().zip(game.description().levels(players)) {
                let seat = name.parse::<SeatSpec>().expect("a name").in_game(&game).expect("a level");
                assert_eq!(seat.to_string(), meant);
                let Who::Search(spec) = &seat.who else { panic!("{meant} is a search") };
                assert!(game.check(spec, seat.limits).is_ok(), "{}: {meant}", info.name);
            }
        }
        let named = info.description.named_players.iter().map(|player| player.name);
        let taken = info.algorithms().iter().map(|algorithm| algorithm.name).chain(named).find(|n| LEVELS.contains(n));
        assert_eq!(taken, None);
    }
}

#[test]
fn a_seat_that_forgets_plays_like_a_new_one() {
    let game = melee::open("connect4").expect("known");
    let play = |seat: &mut EngineSeat, seed| {
        let mut position = game.start();
        seat.begin(&position, seed).expect("ready");
        let mut nodes = Vec::new();
        while position.to_move().is_some() {
            let task = Task::new(Limits::nodes(400));
            let report = seat.take_turn(&mut position, task).expect("a move");
            nodes.push((report.counts.nodes, report.value, report.best().mv.clone()));
        }
        nodes
    };
    for spec in ["pvs:best,noise=5%", "mtd(f):best", "maxn:best", "mcts", "mc", "random"] {
        let new = |seed| EngineSeat::new(&game, spec, seed).expect(spec);
        let mut seat = new(1);
        let first = play(&mut seat, 1);
        assert_eq!(play(&mut seat, 2), play(&mut new(2), 2), "{spec}");
        assert_eq!(play(&mut seat, 1), first, "{spec}");
    }
}

#[test]
fn perfect_is_an_algorithm_like_others() {
    let game = melee::open("connect4").expect("known");
    assert_eq!(game.solver(), Some("perfect"));
    assert_eq!(melee::open("abalone").expect("known").solver(), None);
    // Three in a row on the bottom: whoever moves wins at once.
    let position = game.position("112233").expect("legal");
    let report = position.search("perfect", Limits::NONE).expect("solved");
    assert_eq!(report.best().mv, "4");
    let proven = report.proven.expect("it never errs");
    assert_eq!((proven.result, proven.plies), (ProvenResult::Win, Some(1)));
    // The opponent of him: after any other move he is lost in two.
    let mut engine = game.engine("perfect").expect("known");
    let lost = game.position("1122334").expect("over");
    assert!(engine.search(&lost, Limits::NONE).is_err(), "the game is over");
    let scores = engine.move_scores(&position, Limits::NONE, melee::Watch::new());
    let scores = scores.expect("solves").expect("not stopped");
    assert_eq!(scores.len(), 7);
    let best = scores.iter().max_by_key(|(_, score)| *score).expect("a move");
    assert_eq!(best.0, "4");
    assert!(game.engine("pvs").expect("known").move_scores(&position, Limits::depth(1), melee::Watch::new()).is_err());
    // On a small board its value is that of a search to the end.
    let small = melee::open_with("connect4", &melee::GameOptions::default().with("size", "4x4"));
    let mut position = small.expect("a board").start();
    for mv in ["2", "3", "2", "2", "3"] {
        let exact = position.search("perfect", Limits::NONE).expect("solved");
        let full = position.search("alphabeta:tt=deep/1MiB", Limits::depth(16)).expect("searched");
        assert_eq!(exact.value.signum(), full.value.signum());
        assert_eq!(exact.proven.map(|p| p.result), full.proven.map(|p| p.result));
        if exact.value != 0 {
            assert_eq!(exact.proven, full.proven);
        }
        position.play(mv).expect("legal");
    }
}

/// What an engine plays in many positions of one game.
fn choices(spec: &str, seed: u64) -> Vec<String> {
    let game = melee::open("connect4").expect("known");
    let mut engine = game.seeded_engine(spec, seed).expect(spec);
    let mut chosen = Vec::new();
    for number in 0..300usize {
        let mut position = game.start();
        for digit in [number % 7, number / 7 % 7, number / 49 % 7] {
            position.play_nth(digit);
        }
        let report = engine.search(&position, Task::new(Limits::depth(2))).expect("a move");
        chosen.push(report.best().mv.clone());
    }
    chosen
}

#[test]
fn blunders_are_random_moves_and_as_many_as_are_asked_for() {
    let plain = choices("pvs", 3);
    assert_eq!(choices("pvs:blunders=0%", 3), plain);
    assert_eq!(choices("pvs:blunders=100%", 3), choices("random", 3));
    let some = choices("pvs:blunders=30%", 3);
    assert_eq!(some, choices("pvs:blunders=30%", 3), "the same for a seed");
    assert_ne!(some, choices("pvs:blunders=30%", 4));
    let random = choices("random", 3);
    let of_neither = some.iter().zip(plain.iter().zip(&random)).filter(|(own, (a, b))| own != a && own != b);
    assert_eq!(of_neither.count(), 0, "each move is the one or the other");
    let differing = plain.iter().zip(&random).filter(|(a, b)| a != b).count();
    let blunders = some.iter().zip(&plain).filter(|(own, plain)| own != plain).count();
    let share = blunders as f64 / differing as f64;
    assert!((0.2..0.4).contains(&share), "{share}");
}

/// Once `best` with a depth of two played a million random games where the strongest player does that.
#[test]
fn best_with_a_depth_searches_to_that_depth_in_every_game() {
    let registry = melee::Registry::standard();
    let mut by_random_games = 0;
    for info in registry.games().iter().filter(|game| !game.description.is_study) {
        for players in info.description.players.iter() {
            let options = melee::GameOptions::default().for_players(players);
            // Not every number of players has a board of its own.
            let Ok(game) = registry.open(info.name, &options) else { continue };
            let position = game.start();
            let report = position.search("best", Limits::depth(2)).expect("a search");
            assert_eq!(report.depth, 2, "{} for {players}", info.name);
            let champion = info.description.strongest(players);
            if champion.starts_with("mcts") {
                by_random_games += 1;
                let by_depth = info.description.strongest_by_depth(players);
                let same = position.search(by_depth, Limits::depth(2)).expect("a search");
                assert_eq!((&report.line, report.counts.nodes), (&same.line, same.counts.nodes));
                let sampled = position.search("best", Limits::nodes(500)).expect("a search");
                let own = position.search(champion, Limits::nodes(500)).expect("a search");
                assert_eq!((&sampled.line, sampled.counts.nodes), (&own.line, own.counts.nodes));
                assert!(
                    position.search("best:playouts=20", Limits::depth(2)).is_ok(),
                    "an option of the champion alone"
                );
            }
        }
    }
    assert!(by_random_games > 1, "{by_random_games}");
}
