//! Endings of Blokus, where a player without moves is not out of the game: his points are compared at its end.

use std::sync::Arc;

use melee::core::value::is_win;
use melee::core::{Game, Notation, PlayableGame, Player, Rest, Searchers, seeded_rng};
use melee::games::blokus::{Blokus, State, Variant};
use melee::search::proof::{Answer, Goal, Question, prove};
use melee::search::{Limits, ProvenResult, Watch};

use melee_testkit::textbook::best_reply;

use crate::searched::engine;

/// Blue has the smallest piece left, and yellow can go on whatever blue does.
fn one_piece_left(game: &Blokus) -> State {
    let text = "7bbbbb2/3bb1b1yyy1bb/b2bb1byb1y3/b4bbybbb2b/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/\
        2bb3bby2bb/bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bb2/1bb2bbb6/2bbb3bbbb2 b 1 \
        V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,Z4,O,I3";
    game.parse_position(text).unwrap_or_else(|e| panic!("{e}")).start
}

/// Before, who had laid his last piece was taken for lost, since he has no more moves.
#[test]
fn who_lays_his_last_piece_first_has_not_lost() {
    let game = Arc::new(Blokus::new(Variant::Duo, true));
    let state = one_piece_left(&game);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    for mv in moves {
        let mut after = state.clone();
        game.play(&mut after, mv);
        assert!(game.outcome(&after).is_none() && !game.can_act(&after, Player::FIRST), "yellow goes on alone");
    }
    for spec in ["pvs", "paranoid", "brs", "brs+", "maxn", "ubfm", "ubfm:backup=paranoid", "mtd(f):tt=deep/64KiB"] {
        let mut engine = engine(&*game, spec, 0);
        let report = engine.search(&state, Limits::depth(8), Watch::new(), &mut |_| {}).expect("not over");
        assert!(is_win(report.value), "{spec}: {}", report.value);
        assert_eq!(report.proven.map(|proven| proven.result), Some(ProvenResult::Win), "{spec}");
    }
    let knowledge = game.knowledge(None, None).expect("known");
    for (player, expected) in Player::all(2).zip([Answer::Yes, Answer::No]) {
        let question = Question { player, goal: Goal::Win, table_bytes: 1 << 20 };
        let proof = prove(&*game, &knowledge, &state, question, Limits::NONE, Watch::new()).expect("asked");
        assert_eq!(proof.answer, expected, "player {player}");
    }
}

/// Who has two colours may get the turn twice by the rules, and does not where everybody moves once a round. Before, moves
/// from the table went on behind such a line for the wrong colour, and after the end of the game.
#[test]
fn lines_of_players_with_several_colours_can_be_played() {
    for variant in [Variant::Classic2, Variant::Classic3] {
        let game = Arc::new(Blokus::new(variant, true));
        for seed in 0..12 {
            for state in last_positions(&game, seed, 10) {
                for spec in ["pvs:best", "paranoid:best", "brs+:best"] {
                    if game.players() > 2 && spec == "pvs:best" {
                        continue;
                    }
                    let mut engine = engine(&*game, spec, 0);
                    let report =
                        engine.search(&state, Limits::nodes(600), Watch::new(), &mut |_| {}).expect("not over");
                    let mut state = state.clone();
                    for ply in report.line {
                        assert!(
                            game.outcome(&state).is_none(),
                            "{spec}, seed {seed}: the game is over before its line"
                        );
                        if game.to_move(&state) != ply.player {
                            game.hand_turn_to(&mut state, ply.player);
                        }
                        assert!(game.is_legal(&state, ply.mv), "{spec}, seed {seed}");
                        game.play(&mut state, ply.mv);
                    }
                }
            }
        }
    }
}

/// So many positions before the end of a random game, the last ones.
fn last_positions(game: &Blokus, seed: u64, count: usize) -> Vec<State> {
    let (mut rng, mut buffer) = (seeded_rng(seed), Vec::new());
    let mut states = vec![game.initial()];
    loop {
        let mut state = states[states.len() - 1].clone();
        let mv = game.random_move(&state, &mut buffer, &mut rng);
        game.play(&mut state, mv);
        if game.outcome(&state).is_some() {
            return states.split_off(states.len().saturating_sub(count));
        }
        states.push(state);
    }
}

/// With two players that is plain minimax, with three one against the others; the rules say whose turn it is.
#[test]
fn who_has_two_colours_moves_twice_where_the_rules_let_him() {
    let mut turns_again = 0;
    for variant in [Variant::Classic2, Variant::Classic3] {
        let game = Arc::new(Blokus::new(variant, true));
        let knowledge = game.knowledge(None, None).expect("known");
        for seed in 0..melee_testkit::usual_or_long(12, 200) {
            for state in last_positions(&game, seed, 12) {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                if moves.len() > 12 {
                    continue;
                }
                turns_again += moves.iter().filter(|&&mv| moves_again(&game, &state, mv)).count();
                let expected = best_reply(&*game, &knowledge, &state, 4, Searchers::All, Rest::Bmom);
                let specs: &[&str] = if game.players() == 2 {
                    &["paranoid", "alphabeta", "pvs:tt=deep/256KiB,cut=equal", "minimax", "mtd(f):tt=deep/256KiB"]
                } else {
                    &["paranoid", "paranoid:tt=deep/256KiB,cut=equal,killers=2"]
                };
                for spec in specs {
                    let mut engine = engine(&*game, spec, 0);
                    let report = engine.search(&state, Limits::depth(4), Watch::new(), &mut |_| {}).expect("not over");
                    assert_eq!(report.value, expected, "{spec}, seed {seed}, {}", game.position_text(&state));
                }
            }
        }
    }
    assert!(turns_again > 20, "{turns_again} turns after one's own");
}

fn moves_again(game: &Blokus, state: &State, mv: <Blokus as Game>::Move) -> bool {
    let mut after = state.clone();
    game.play(&mut after, mv);
    game.outcome(&after).is_none() && game.to_move(&after) == game.to_move(state)
}
