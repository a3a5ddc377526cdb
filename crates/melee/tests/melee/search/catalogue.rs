//! Tests of `catalogue`.

use melee::core::Description;
use melee::core::NamedPlayer;
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use melee::search::*;

const GAME: Description = Description {
    named_players: &[NamedPlayer { name: "scott", spec: "scout:depth=9", summary: "" }],
    best: "killers=1,quiescence=4,beam=3",
    ..Description::new("", "")
};

fn configure(text: &str) -> Result<Configuration, SpecError> {
    let configured = Catalogue::<TreeGame, TreeKnowledge>::standard().configure_for(&text.into(), &GAME, 2);
    Ok(configured?.configuration)
}

fn error(text: &str) -> String {
    let refused = configure(text).err();
    refused.expect("refused").to_string()
}

/// A name that stands for a family has numbers in its place.
fn example_of(name: &str) -> &str {
    match name {
        "brs(s,m)" => "brs(2,C-2)",
        "opps(n,a,b)" => "opps(1,8,2)",
        name => name,
    }
}

#[test]
fn every_algorithm_takes_the_examples_of_its_options() {
    let algorithms = Catalogue::<TreeGame, TreeKnowledge>::standard().algorithms();
    assert_eq!(algorithms.len(), 24);
    for info in algorithms {
        let name = example_of(info.name);
        for option in &info.options {
            for value in [&option.example, &option.default] {
                let spec = Spec::new(name).with(option.name, value);
                let is_empty = value.is_empty();
                assert_eq!(configure(&spec.to_string()).is_ok(), !is_empty, "{spec}");
            }
        }
    }
}

/// The numbers around a word such as "to": `0` and `8` in "a number from 0 to 8", without what is no number.
fn numbers_in(words: &str) -> Vec<i64> {
    let words = words.split([' ', ',']).map(|word| word.trim_end_matches('%'));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// What a message says would be right is right, and what lies beyond it is not.
#[test]
fn ranges_in_words_are_the_real_ones() {
    let mut checked = 0;
    for info in Catalogue::<TreeGame, TreeKnowledge>::standard().algorithms() {
        let name = example_of(info.name);
        for option in &info.options {
            let unit = if option.values.contains('%') { "%" } else { "" };
            let takes = |value: &str| {
                let spec = Spec::new(name).with(option.name, format!("{value}{unit}"));
                configure(&spec.to_string()).is_ok()
            };
            let numbers = numbers_in(&option.values);
            let ends = match option.values.as_str() {
                words if words.contains("from") => numbers.get(..2).map(|ends| (ends[0], ends[1])),
                words if words.contains("up to") => Some((1, numbers[0])),
                words if words.contains("at least") => {
                    let huge = "9".repeat(40);
                    assert!(takes(&huge), "{name}: {}={huge}", option.name);
                    Some((numbers[0], 1_000_000))
                }
                _ => None,
            };
            let Some((low, high)) = ends else { continue };
            checked += 1;
            for end in [low, high] {
                assert!(takes(&end.to_string()), "{name}: {}={end}, {}", option.name, option.values);
            }
            for beyond in [-1, high + 1].into_iter().filter(|_| !option.values.contains("at least")) {
                assert!(!takes(&beyond.to_string()), "{name}: {}={beyond}, {}", option.name, option.values);
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn refusals_say_what_would_be_right() {
    assert!(error("alfabeta").starts_with("unknown algorithm 'alfabeta'; known: random, "));
    assert!(error("alfabeta").ends_with(", scott, best"));
    assert_eq!(
        error("minimax:tt=deep/1MiB"),
        "minimax has no option 'tt'; known: best, eval, order, noise, blunders, depth, deepen, rounds"
    );
    assert_eq!(
        error("alphabeta:tt=deep/0"),
        "alphabeta: option tt=deep/0: expected off or SCHEME/SIZE with SCHEME old, new, deep, \
         two-deep or path and SIZE a positive number with B, KiB, MiB, GiB or TiB, such as 64MiB"
    );
    assert_eq!(error("alphabeta:killers=9"), "alphabeta: option killers=9: expected a number from 0 to 8");
    assert!(error("brs(2,C-1)").contains("m is 0"));
    assert!(error("brs(x,0)").contains("s is a number"));
    assert!(error("brs(2").contains("expected brs(s,m)"));
    assert!(error("opps(1,8").contains("expected opps(n,a,b)"));
    assert!(error("opps(8,8,1)").contains("n is a number"));
    assert!(error("opps(1,0,1)").contains("a and b are numbers of moves"));
    assert!(error("opps(1,2,3)").contains("b is not more than a"));
    assert!(error("opps(1,8,inf)").contains("b is not more than a"));
    assert!(error("").starts_with("unknown algorithm ''"));
    let long = format!("alphabeta:{}=1", "x".repeat(1_000_000));
    assert!(error(&long).len() < 1_000);
}

#[test]
fn players_of_a_game_are_known_by_name() {
    let scott = configure("scott:noise=5%").expect("known");
    assert_eq!(scott.spec.to_string(), "scott:noise=5%");
    assert_eq!(scott.common.depth, Some(9));
    assert_eq!(scott.common.noise_permille, 50);
    let best = configure("best").expect("known");
    assert!(best.common.deepen && best.players == Some(2));
    let nobody = Catalogue::<TreeGame, TreeKnowledge>::standard().configure(&"scott".into());
    assert!(nobody.is_err());
}

#[test]
fn best_takes_what_the_game_recommends_unless_it_declines() {
    assert!(configure("maxn:best").expect("known").common.deepen);
    assert!(!configure("minimax:best").expect("known").common.deepen);
    assert!(configure("pvs:best").expect("known").memory == 64 << 20);
    assert!(configure("pvs:best,tt=off").expect("known").memory == 0);
}

#[test]
fn only_what_never_ends_needs_a_limit() {
    let limits = |text: &str| configure(text).expect(text).limits(Limits::NONE);
    assert!(limits("random").is_ok() && limits("greedy").is_ok() && limits("mcts").is_ok());
    assert!(limits("scott").is_ok());
    assert_eq!(limits("alphabeta"), Err(SearchError::NoLimit));
}

/// Half, twice and one more of a number may be none.
#[test]
fn the_largest_numbers_have_neighbours_too() {
    let game = melee::open("connect4").expect("known");
    for spec in ["pvs:bmoms=9223372036854775807", "pvs:bmoms=18446744073709551615", "mc:playouts=9000000000000000000"] {
        let near = game.neighbours(&spec.into()).expect("it searches");
        assert!(near.iter().any(|option| !option.values.is_empty()), "{spec}");
    }
}

/// A limit of random games or of memory is not tried for its strength: the time of a match is the limit.
#[test]
fn limits_among_the_options_are_not_tuned() {
    let game = melee::open("connect4").expect("known");
    for (spec, limit) in
        [("mc", "playouts"), ("mcts", "playouts"), ("mcts", "memory"), ("sss", "memory"), ("ubfm", "memory")]
    {
        let near = game.neighbours(&spec.into()).expect("it searches");
        assert!(!near.is_empty() && near.iter().all(|option| option.option != limit), "{spec} {limit}: {near:?}");
    }
}
