//! Fitting weights and settings: the same path in one go or in pieces.

use std::path::Path;
use std::sync::atomic::Ordering;

use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::MatchPlan;
use melee_arena::tuning::settings::{SettingsPlan, SettingsSearch, TestResult, as_markdown};
use melee_arena::tuning::{Event, Spsa, TunePlan, Tuning, line_up, plot};

fn plan(evaluation: &str, iterations: u64) -> TunePlan {
    let weights = |evaluation| {
        let game = Registry::standard().game("connect4").expect("known");
        game.weights(evaluation).expect("made of weights")
    };
    let player = SeatSpec::search("alphabeta", Limits::nodes(60));
    TunePlan {
        game: "connect4".into(),
        base: MatchPlan {
            game: "connect4".into(),
            options: GameOptions::default(),
            starts: Vec::new(),
            random_plies: 4,
            entrants: line_up(&player).expect("no evaluation of its own"),
            ply_cap: 100,
            by_processor: false,
            seed: 0,
        },
        weights: TunePlan::weights(&weights(evaluation), &weights("pear"), &[]).expect("some"),
        spsa: Spsa { iterations, spread: 0.3, step: 0.2, seed: 5 },
        blocks: 2,
        test_every: 8,
        test_blocks: 10,
    }
}

fn run(plan: TunePlan, file: Option<&Path>, threads: usize) -> Vec<Event> {
    let mut tuning = Tuning::open(Registry::standard(), plan, file, threads).expect("it opens");
    tuning.run(&mut |_| {}).expect("it runs");
    tuning.events().to_vec()
}

#[test]
fn in_pieces_and_on_more_threads_the_path_is_the_same() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    let plan = plan("three:2+pair:9", 20);
    let whole = run(plan.clone(), Some(&path("whole")), 1);
    assert_eq!(whole.len(), 20 + 3, "tests after 8, 16 and 20 iterations");
    assert_eq!(run(plan.clone(), None, 2), whole);
    let bytes = std::fs::read(path("whole")).expect("written");
    // Killed anywhere: in the settings, between lines, in a line.
    for cut in [0, 20, 700, bytes.len() / 2, bytes.len() - 3, bytes.len()] {
        std::fs::write(path("cut"), &bytes[..cut]).expect("written");
        let mut tuning = Tuning::open(Registry::standard(), plan.clone(), Some(&path("cut")), 2).expect("it opens");
        let before = tuning.done();
        tuning.run(&mut |_| {}).expect("it runs");
        assert!(cut < 1000 || before > 2, "it goes on");
        drop(tuning);
        assert_eq!(std::fs::read(path("cut")).expect("written"), bytes, "{cut}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    let refused = |plan: TunePlan| Tuning::open(Registry::standard(), plan, Some(&path), 1).err().expect("refused");
    for text in ["notes\n", "notes", "{}\n", "ä\n"] {
        std::fs::write(&path, text).expect("written");
        let why = refused(plan("pear", 3)).to_string();
        assert!(why.ends_with("not a file of melee tune"), "{why}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
    std::fs::remove_file(&path).expect("gone");
    let tuning = Tuning::open(Registry::standard(), plan("pear", 3), Some(&path), 1).expect("it opens");
    assert!(refused(plan("pear", 3)).to_string().contains("another process"));
    drop(tuning);
    let other = refused(plan("pear", 4)).to_string();
    assert!(other.ends_with("holds another search: 'iterations' differs"), "{other}");
    let mut text = std::fs::read_to_string(&path).expect("there");
    text += "{\"step\":{}}\n";
    std::fs::write(&path, &text).expect("written");
    assert!(refused(plan("pear", 3)).to_string().contains("line 2 is not as it was written"));
}

#[test]
fn weights_have_scales_and_may_be_left_out() {
    let start = [("a", 3.0), ("b", 0.0), ("c", 0.0)];
    let usual = [("a", 1.0), ("b", 5.0), ("c", 0.0)];
    let weights = TunePlan::weights(&start, &usual, &[]).expect("some");
    let scales: Vec<Option<f64>> = weights.iter().map(|w| w.scale).collect();
    assert_eq!(scales, [Some(3.0), Some(5.0), None], "zero stays zero");
    let only = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|n| (*n).to_string()).collect();
        TunePlan::weights(&start, &usual, &names)
    };
    assert_eq!(only(&["b"]).expect("one")[0].scale, None);
    assert!(only(&["x"]).expect_err("none").to_string().contains("known: a, b, c"));
    assert!(only(&["c"]).expect_err("none").to_string().contains("no weights to fit"));
}

#[test]
fn the_picture_shows_every_weight_and_every_test() {
    let mut tuning = Tuning::open(Registry::standard(), plan("pear", 10), None, 2).expect("it opens");
    tuning.run(&mut |_| {}).expect("it runs");
    let svg = plot(&tuning);
    assert_eq!(svg.matches("<polyline").count(), 3);
    assert_eq!(svg.matches("<circle").count(), 2);
    assert!(svg.contains(">three<") && svg.ends_with("</svg>\n"));
}

/// A climb from a player who moves at random, over what is given and two options.
fn climb() -> SettingsPlan {
    let champion = SeatSpec::search("random", Limits::nodes(150));
    SettingsPlan {
        base: MatchPlan {
            game: "connect4".into(),
            options: GameOptions::default(),
            starts: Vec::new(),
            random_plies: 2,
            entrants: vec![champion.clone(), champion.clone()],
            ply_cap: 100,
            by_processor: false,
            seed: 5,
        },
        champions: vec![champion],
        algorithms: false,
        options: vec!["killers".into(), "bmoms".into()],
        also: vec!["alphabeta:eval=patterns".into(), "random".into()],
        difference: 0.3,
        blocks: 14,
        confirming: 6,
        by_processor: false,
    }
}

#[test]
fn whoever_wins_becomes_the_champion_and_is_confirmed_on_other_openings() {
    let mut search = SettingsSearch::open(Registry::standard(), climb(), None, 2).expect("it can be tuned");
    search.run(&mut |_| {}).expect("it ends");
    assert!(search.champions()[0].to_string().starts_with("alphabeta:eval=patterns"), "{:?}", search.champions());
    let tests = search.tests();
    let verdict = |text: &str| tests.iter().find(|test| test.candidate.to_string() == text).expect(text).verdict;
    assert_eq!(verdict("alphabeta:eval=patterns@150"), TestResult::Better);
    // With two players nobody has best move-ordering moves.
    assert_eq!(verdict("alphabeta:eval=patterns,bmoms=2@150"), TestResult::Same);
    // It meets the new champion, and loses.
    assert_eq!(verdict("random@150"), TestResult::NotBetter);
    let last = tests.last().expect("there were some");
    assert_eq!((last.verdict, last.shares.len()), (TestResult::Confirmation, 6));
    assert!(last.share().0 > 0.8 && last.share().1.low > 0.5, "{:?}", last.share());
    let report = as_markdown(&search);
    assert!(report.contains("| `random` | `alphabeta:eval=patterns` |"), "{report}");
    assert!(report.contains("on other openings."), "{report}");
    assert!(!report.contains("limits by"), "they are nodes: {report}");
}

#[test]
fn that_nothing_is_better_is_said_when_all_was_tried() {
    let champions = vec![SeatSpec::search("alphabeta:eval=patterns", Limits::nodes(150))];
    let (also, options) = (vec!["random".into()], vec!["killers".into()]);
    let plan = SettingsPlan { champions: champions.clone(), also, options, blocks: 3, ..climb() };
    let mut search = SettingsSearch::open(Registry::standard(), plan, None, 1).expect("it can be tuned");
    let mut before = Vec::new();
    search.run(&mut |search| before.push(as_markdown(search))).expect("it ends");
    assert!(search.tests().len() > 1 && search.champions() == champions, "{:?}", search.tests());
    assert!(as_markdown(&search).contains("nothing was better"));
    let too_early = before.iter().find(|report| !report.contains("so far: not all was tried"));
    assert_eq!(too_early, None);
}

#[test]
fn a_climb_that_was_broken_off_ends_as_if_it_had_not_been() {
    let dir = tempfile::tempdir().expect("a directory");
    let (whole, broken) = (dir.path().join("whole"), dir.path().join("broken"));
    let open = |file: &Path| SettingsSearch::open(Registry::standard(), climb(), Some(file), 1).expect("it opens");
    let mut search = open(&whole);
    search.run(&mut |_| {}).expect("it ends");
    for round in 0..40 {
        let mut part = open(&broken);
        let (stop, mut blocks) = (part.stop.clone(), 0);
        part.run(&mut |_| {
            blocks += 1;
            stop.store(blocks >= 7, Ordering::Relaxed);
        })
        .expect("it stops");
        assert!(round > 0 || !as_markdown(&open(&dir.path().join("unbegun"))).contains("nothing was better"));
        assert!(round > 0 || !as_markdown(&part).contains("nothing was better"), "{}", as_markdown(&part));
    }
    let mut rest = open(&broken);
    rest.run(&mut |_| {}).expect("it ends");
    assert_eq!(rest.tests(), search.tests());
    let read = |file: &Path| std::fs::read(file).expect("written");
    assert!(read(&broken) == read(&whole), "byte for byte");
    let mut other = climb();
    other.blocks = 15;
    drop(rest);
    let refused = SettingsSearch::open(Registry::standard(), other, Some(&broken), 1).err().expect("another search");
    assert!(refused.to_string().ends_with("holds another search: 'blocks' differs"), "{refused}");
}
