//! What a caller can get wrong is an error value with one line: nothing panics, nothing waits for ever.

use std::time::{Duration, Instant};

use melee::{Error, GameOptions, Limits, Melee, Spec};

fn size(size: &str) -> melee::OpenGame {
    let options = GameOptions::default().with("size", size);
    melee::open_with("connect4", &options).expect("a board")
}

#[test]
fn an_engine_of_one_board_refuses_another() {
    let mut engine = size("4x4").engine("alphabeta:history=plain").expect("known");
    let large = size("8x8").position("88").expect("a position");
    let refused = engine.search(&large, Limits::depth(3)).expect_err("another board");
    assert_eq!(refused, Error::OtherGame { game: "connect4" });
    let mut other = melee::open("abalone").expect("known").start();
    assert!(engine.search(&other, Limits::depth(1)).is_err());
    assert!(engine.take_turn(&mut other, Limits::depth(1)).is_err());
    let tree = engine.record(&large, Limits::depth(1), 10, melee::Watch::new());
    assert!(tree.is_err());
    // The same board, opened twice, is the same game.
    let again = size("4x4").start();
    assert!(engine.search(&again, Limits::depth(3)).is_ok());
}

#[test]
fn a_time_limit_ends_a_search_without_any_watch() {
    let position = melee::open("chess4").expect("known").start();
    let begin = Instant::now();
    let limits = Limits::time(Duration::from_millis(30));
    position.search("brs+:best", limits).expect("a move");
    assert!(begin.elapsed() < Duration::from_secs(20), "it has ended");
}

#[test]
fn a_search_without_an_end_is_refused() {
    let position = melee::open("connect4").expect("known").start();
    let refused = position.search("pvs", Limits::NONE).expect_err("no limit");
    let needs = "connect4: a search needs a limit: depth, nodes or time";
    assert_eq!(refused.to_string(), needs);
    for limits in [Limits::depth(0), Limits::depth(251), Limits::nodes(0)] {
        assert!(position.search("pvs", limits).is_err(), "{limits:?}");
    }
    assert!(position.search("random", Limits::NONE).is_ok());
    assert!(position.search("greedy", Limits::NONE).is_ok());
}

#[test]
fn a_finished_game_has_nothing_to_search() {
    let mut over = melee::open("connect4").expect("known").position("1212121").expect("won");
    assert!(over.search("pvs", Limits::depth(1)).is_err());
    assert!(over.play("3").is_err());
    assert_eq!((over.to_move(), over.moves().len()), (None, 0));
    // By the rules about the whole game, too.
    let rules = GameOptions::default().with("rules", "repetition");
    let mut abalone = melee::open_with("abalone", &rules).expect("known").start();
    for _ in 0..2 {
        abalone.play_all(["C3D3", "G5F5", "D3C3", "F5G5"]).expect("to and fro");
    }
    assert!(abalone.outcome().is_some(), "the third occurrence");
    assert!(abalone.search("greedy", Limits::NONE).is_err());
}

#[test]
fn wrong_names_are_named_in_one_line() {
    let error = |result: Result<(), Error>| {
        let line = result.expect_err("refused").to_string();
        assert!(!line.contains('\n') && line.len() < 1_000, "{line}");
        line
    };
    let open = |name: &str, options| melee::open_with(name, &options).map(|_| ());
    let plain = GameOptions::default;
    assert!(error(open("chess", plain())).starts_with("unknown game 'chess'; known: connect4, "));
    assert!(error(open(&"x".repeat(1 << 20), plain())).starts_with("unknown game 'xxx"));
    assert_eq!(error(open("connect4", plain().with("map", "x"))), "connect4: the game has no option --map");
    assert_eq!(error(open("connect4", plain().for_players(3))), "connect4: --players 3: the game is for 2 players");
    let game = melee::open("connect4").expect("known");
    let engine = |spec: &str| game.engine(spec).map(|_| ());
    assert!(error(engine("aiba")).contains("unknown algorithm 'aiba'; known: "));
    assert!(error(engine("pvs:eval=aiba")).contains("unknown evaluation 'aiba'"));
    assert!(error(engine("pvs:order=x")).contains("unknown ordering 'x'"));
    assert!(error(engine("pvs:tt=deep/1000TiB")).starts_with("connect4: "));
    assert!(error(game.named_start("x").map(|_| ())).contains("unknown start 'x'"));
    assert!(error(game.position("8").map(|_| ())).starts_with("connect4: "));
    assert!(error(game.position("4\n\u{1b}[2J").map(|_| ())).contains("\\n\\u{1b}[2J"), "nothing moves the cursor");
    let three = melee::open_with("billabong", &plain().for_players(3)).expect("known");
    let two = error(three.engine("pvs").map(|_| ()));
    assert_eq!(two, "billabong: pvs is for two players, the game has 3");
}

#[test]
fn a_specification_is_data_and_its_text_comes_from_there() {
    let spec: Spec = " pvs : best , killers=1 ".parse().expect("read");
    assert_eq!(spec, Spec::new("pvs").best().with("killers", 1));
    assert_eq!(spec.to_string(), "pvs:best,killers=1");
    let position = melee::open("connect4").expect("known").start();
    let nodes = |spec: &Spec| {
        let report = position.search(spec, Limits::depth(6)).expect("searched");
        report.counts.nodes
    };
    let mut changed = Spec::new("alphabeta");
    let plain = nodes(&changed);
    changed.options.push(melee::search::Setting::Value { name: "killers".into(), value: "2".into() });
    assert_ne!(nodes(&changed), plain, "what is set is used");
}

#[test]
fn the_same_registry_whatever_the_order_of_adding() {
    let names = |registry: melee::Registry| -> Vec<&str> { registry.games().iter().map(|game| game.name).collect() };
    assert_eq!(names(Melee::standard().registry()).len(), 10);
    assert!(names(Melee::empty().registry()).is_empty());
}
