//! Prob-max^n against a textbook, and against the two searches between which it lies.

use std::sync::Arc;

use melee::core::{Game, PlayableGame, Player, Rest, Searchers, Value};
use melee::games::Uniform;
use melee::search::{Limits, Report, Watch};
use melee_testkit::textbook::{self, Shared};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use super::hashed::Hashed;
use crate::searched::{Searched, engine};

fn rounded(means: &[f64]) -> Vec<Value> {
    means.iter().map(|mean| mean.round() as Value).collect()
}

fn values<M>(report: &Report<M>) -> Vec<Value> {
    report.values.expect("everybody's").as_slice().to_vec()
}

#[test]
fn prob_max_n_is_that_of_the_textbook_and_max_n_or_paranoid_at_its_ends() {
    let mut between = 0;
    for seed in 0..24 {
        let players = 2 + seed as usize % 5;
        let game = Arc::new(Uniform::new(players, 3, seed).expect("in range"));
        let knowledge = game.knowledge(None, None).expect("known");
        let root = game.initial();
        for depth in 1..=5 {
            let search = |spec: &str| {
                let mut engine = engine(&*game, spec, 0);
                engine.search(&root, Limits::depth(depth), Watch::new(), &mut |_| {}).expect("not over")
            };
            for (spec, against) in [("probmaxn:against=30%", 0.3), ("probmaxn:against=75%,deepen=on", 0.75)] {
                let found = search(spec);
                let known = textbook::prob_maxn(&*game, &knowledge, &root, depth, against);
                assert_eq!(values(&found), rounded(&known), "{players} players, seed {seed}, depth {depth}, {spec}");
            }
            let (own, harm) = (search("probmaxn:against=0%"), search("probmaxn:against=100%"));
            assert_eq!(values(&own), values(&search("maxn:scores=share")), "seed {seed}, depth {depth}");
            let shared = Shared(&knowledge);
            let paranoid = textbook::best_reply(&*game, &shared, &root, depth, Searchers::All, Rest::Bmom);
            assert_eq!(harm.value, textbook::shares(&[paranoid])[0], "seed {seed}, depth {depth}");
            between += u32::from(own.value != harm.value);
        }
    }
    assert!(between > 20, "{between}");
}

#[test]
fn games_that_end_are_the_textbooks_too() {
    for seed in 0..60 {
        let players = 2 + (seed % 5) as usize;
        let game = Arc::new(TreeGame::random(seed, 5, 4, 2, players).ranked());
        let mut engine = game.engine("probmaxn:against=40%", &TreeKnowledge::by(Hashed), seed);
        for depth in [2, 4, 9] {
            let limits = Limits::depth(depth);
            let found = engine.search(&game.initial(), limits, Watch::new(), &mut |_| {}).expect("not over");
            let known = textbook::prob_maxn(game.as_ref(), &Hashed, &game.initial(), depth, 0.4);
            assert_eq!(values(&found), rounded(&known), "tree {seed}, depth {depth}");
            assert_eq!(found.complete, depth == 9, "tree {seed}, depth {depth}");
            assert_eq!(found.proven, None, "a likely play is no proof");
        }
    }
}

/// Player 2 takes his own best, or what is worst for player 1: his two moves, weighed by how likely each is.
#[test]
fn an_opponent_is_a_mean_of_what_he_may_be() {
    let game = Arc::new(TreeGame::parse("(a(b=1,0,0 c=0,0,1 d=0,1,0))", 3).ranked());
    let mut engine = game.engine("probmaxn:against=25%", &TreeKnowledge::by(Hashed), 1);
    let found = engine.search(&game.initial(), Limits::depth(2), Watch::new(), &mut |_| {}).expect("not over");
    let values = found.values.expect("everybody's");
    let whole = 1_000_000 - 2;
    assert_eq!(values[Player::FIRST], 0);
    assert_eq!(values[Player::new(1)], (0.75 * f64::from(whole)).round() as Value);
    assert_eq!(values[Player::new(2)], (0.25 * f64::from(whole)).round() as Value);
}
