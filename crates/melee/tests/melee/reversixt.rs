//! Searches of `ReversiXT`, where players without a move are skipped: the kernel, whatever it
//! prunes, gives the value of the textbook recursion.

use melee::core::{Game, Knowledge, Outcome, Player, Rest, Searchers, Verdict, random_playout, seeded_rng};
use melee::core::{PlayableGame, value};
use melee::games::reversixt::generator::{Recipe, generate};
use melee::games::reversixt::{ReversiXt, State};
use melee::search::{Limits, Watch};
use melee_testkit::textbook::{best_reply, maxn};

use crate::searched::engine;

fn small_game(seed: u64) -> ReversiXt {
    let recipe = Recipe {
        players: 3 + (seed % 2) as usize,
        width: 8,
        height: 8,
        overrides: (seed % 3) as u8,
        bombs: (seed % 2) as u8,
        radius: 1,
        holes: 10,
        specials: 8,
        transitions: 6,
        seed,
    };
    ReversiXt::new(generate(&recipe).expect("it fits"))
}

/// Positions of a random game in which few moves are left, where players are skipped.
fn late_positions(game: &ReversiXt, seed: u64) -> Vec<State> {
    let mut rng = seeded_rng(seed);
    let (mut state, mut buffer, mut found) = (game.initial(), Vec::new(), Vec::new());
    while game.outcome(&state).is_none() {
        if game.count_moves(&state, &mut buffer) <= 6 {
            found.push(state.clone());
        }
        random_playout(game, &mut state, 1, &mut buffer, &mut rng);
    }
    found
}

fn search(game: &ReversiXt, state: &State, spec: &str, depth: u32) -> i32 {
    let mut engine = engine(game, spec, 0);
    let (limits, watch) = (Limits::depth(depth), Watch::new());
    let report = engine.search(state, limits, watch, &mut |_| {});
    report.expect("not over").value
}

#[test]
fn searches_agree_with_the_textbook_where_players_are_skipped() {
    let mut skipping = 0;
    for seed in 0..20 {
        let game = small_game(seed);
        let knowledge = game.knowledge(None, None).expect("the default");
        let positions = late_positions(&game, seed);
        for (i, state) in positions.iter().enumerate().step_by(3) {
            let idle = Player::all(game.players()).filter(|&p| !game.can_act(state, p));
            skipping += usize::from(idle.count() > 0);
            for (spec, searchers, rest) in [
                ("paranoid", Searchers::All, Rest::Bmom),
                ("brs", Searchers::Count(1), Rest::Pass),
                ("brs:tt=deep/1MiB,cut=equal,killers=2", Searchers::Count(1), Rest::Pass),
                ("brs+", Searchers::Count(1), Rest::Bmom),
                ("brs(2,0)", Searchers::Count(2), Rest::Pass),
                ("brs(C-1,1)", Searchers::AllButOne, Rest::Bmom),
            ] {
                for depth in 1..=3 {
                    let expected = best_reply(&game, &knowledge, state, depth, searchers, rest);
                    let found = search(&game, state, spec, depth);
                    assert_eq!(found, expected, "{spec} to {depth}, seed {seed}, {i}: {state:?}");
                }
            }
            let expected = maxn(&game, &knowledge, state, 2);
            let root = game.to_move(state).index();
            assert_eq!(search(&game, state, "maxn", 2), expected[root], "{state:?}");
        }
    }
    println!("{skipping} positions with somebody who cannot act");
    assert!(skipping > 10);
}

/// The verdict of a finished game orders ranks, and a lone first place is a win.
#[test]
fn verdicts_follow_the_ranks() {
    let game = small_game(1);
    let knowledge = game.knowledge(None, None).expect("the default");
    let state = game.initial();
    let outcome = Outcome::from_ranks(&[2, 1, 3, 4]);
    let verdict = |p| knowledge.verdict(&game, &state, &outcome, Player::new(p));
    assert_eq!(verdict(1), Verdict::Win);
    let score = |p| match verdict(p) {
        Verdict::Score(score) => score,
        other => panic!("{other:?}"),
    };
    assert!(score(0) > score(2) && score(2) > score(3));
    assert!(score(0) < value::WIN / 2);
}
