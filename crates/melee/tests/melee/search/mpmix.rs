//! MP-Mix against its three parts by the textbook.

use std::sync::Arc;

use melee::core::{Game, Knowledge, PlayableGame, Player, Rest, Searchers, Value};
use melee::games::Uniform;
use melee::search::{Limits, Watch};
use melee_testkit::textbook;

use crate::searched::engine;

/// Who leads by how much, the plain way.
fn leader(scores: &[Value]) -> (usize, Value) {
    let leader = (0..scores.len()).max_by_key(|&player| (scores[player], scores.len() - player)).expect("somebody");
    let others = (0..scores.len()).filter(|&player| player != leader);
    let second = others.map(|player| scores[player]).max().expect("another");
    (leader, scores[leader] - second)
}

#[test]
fn the_standing_at_the_root_decides_which_textbook_is_followed() {
    // A won game is worth 10,000 here: 2 % are 200, 5 % are 500.
    let spec = "mpmix:defend=2%,attack=5%";
    let mut seen = [0; 3];
    for seed in 0..40 {
        let players = 2 + seed as usize % 4;
        let game = Arc::new(Uniform::new(players, 3, seed).expect("in range"));
        let knowledge = game.knowledge(None, None).expect("known");
        let root = game.initial();
        let (leader, lead) = leader(knowledge.scores(&game, &root, Player::FIRST).as_slice());
        for options in ["", ",tt=deep/1MiB", ",tt=deep/1MiB,deepen=on"] {
            for depth in 1..=5 {
                let mut engine = engine(&*game, &format!("{spec}{options}"), 0);
                let limits = Limits::depth(depth);
                let report = engine.search(&root, limits, Watch::new(), &mut |_| {}).expect("not over");
                let place = format!("{players} players, seed {seed}, depth {depth}{options}");
                let (strategy, expected) = if leader == 0 && lead >= 200 {
                    let value = textbook::best_reply(&*game, &knowledge, &root, depth, Searchers::All, Rest::Bmom);
                    assert_eq!((report.value, report.values), (value, None), "{place}");
                    (0, None)
                } else if leader != 0 && lead >= 500 {
                    let target = Player::new(leader);
                    (1, Some(textbook::directed_offence(&*game, &knowledge, &root, depth, target)))
                } else {
                    (2, Some(textbook::maxn(&*game, &knowledge, &root, depth)))
                };
                if let Some(expected) = expected {
                    assert_eq!(report.values.expect("a vector").as_slice(), expected, "{place}");
                }
                seen[strategy] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "every strategy is met: {seen:?}");
}
