//! Proofs for one player against all others, against plain searches to the end of the game.

use melee::core::{Game, Knowledge, Outcome, PlayableGame, Player, Value};
use melee::games::{Connect4, Rolit, Uniform, connect4};
use melee::search::proof::{Answer, Doubt, Goal, Proof, Question, prove};
use melee::search::{Limits, SearchError, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::tree::{TreeGame, TreeKnowledge};
use melee_testkit::usual_or_long;

const TABLE: u64 = 1 << 20;

fn ask<G: Game, K: Knowledge<G> + 'static>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    player: Player,
    goal: Goal,
    table_bytes: u64,
) -> Proof<G::Move> {
    let question = Question { player, goal, table_bytes };
    prove(game, knowledge, state, question, Limits::NONE, Watch::new()).unwrap_or_else(|e| panic!("{e}"))
}

/// The most that a player is sure of against all others, by looking at everything.
fn sure<G: Game>(game: &G, state: &G::State, player: Player, worth: &impl Fn(&G::State, &Outcome) -> Value) -> Value {
    if let Some(outcome) = game.outcome(state) {
        return worth(state, &outcome);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        sure(game, &child, player, worth)
    });
    if game.to_move(state) == player { values.max() } else { values.min() }.expect("a move")
}

#[test]
fn every_bound_of_random_trees_is_answered_as_by_a_whole_search() {
    for seed in 0..120 {
        let players = 2 + seed as usize % 4;
        let game = TreeGame::random(seed, 6, 4, 4, players);
        let knowledge = TreeKnowledge::default();
        let root = game.initial();
        for player in Player::all(players) {
            let worth = |state: &_, _: &Outcome| knowledge.scores(&game, state, player)[player];
            let value = sure(&game, &root, player, &worth);
            for least in -5..=5 {
                // A table that forgets nearly everything only makes it slower.
                for bytes in [TABLE, 64] {
                    let proof = ask(&game, &knowledge, &root, player, Goal::AtLeast(least), bytes);
                    let expected = if value >= least { Answer::Yes } else { Answer::No };
                    assert_eq!(proof.answer, expected, "tree {seed}, player {player}, {least} of {value}");
                    let mut after = root;
                    let is_named = proof.answer == Answer::Yes && player == Player::FIRST;
                    assert_eq!(proof.best.is_some(), is_named);
                    if let Some(best) = proof.best {
                        game.play(&mut after, best);
                        assert!(sure(&game, &after, player, &worth) >= least, "the move keeps it: tree {seed}");
                    }
                }
            }
        }
    }
}

#[test]
fn endings_of_connect_four_are_won_drawn_and_lost_as_a_whole_search_says() {
    let game = Connect4::default();
    let knowledge = game.knowledge(None, None).expect("known");
    let mut seen = [0; 3];
    for state in random_positions(&game, 5, usual_or_long(3000, 20_000), 39).iter().filter(|s| stones(s) >= 31) {
        for player in Player::all(2) {
            let worth = |_: &_, outcome: &Outcome| match outcome.winner() {
                Some(winner) if winner == player => 1,
                Some(_) => -1,
                None => 0,
            };
            let value = sure(&game, state, player, &worth);
            for (goal, is_reached) in [(Goal::Win, value == 1), (Goal::First, value >= 0)] {
                let proof = ask(&game, &knowledge, state, player, goal, TABLE);
                let expected = if is_reached { Answer::Yes } else { Answer::No };
                assert_eq!(proof.answer, expected, "{goal:?} for {player} on {state:?}");
            }
            seen[(value + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Balls that each seat is sure of on the board of 4x4, from two programs that have nothing to do with this one.
#[test]
fn balls_that_are_sure_in_rolit_on_the_small_board() {
    for (players, sure) in [(2, vec![6, 10]), (3, vec![3, 3, 4]), (4, vec![2, 2, 1, 1])] {
        let options = melee::core::GameOptions::default().for_players(players).with("size", "4x4");
        let game = Rolit::with_options(&options).expect("a small board");
        let knowledge = game.knowledge(Some("sure"), None).expect("counts balls");
        for (player, &balls) in Player::all(players).zip(&sure) {
            for (least, expected) in [(balls, Answer::Yes), (balls + 1, Answer::No)] {
                let proof = ask(&game, &knowledge, &game.initial(), player, Goal::AtLeast(least), 64 << 20);
                assert_eq!(proof.answer, expected, "{least} balls for player {player} of {players}");
            }
        }
    }
}

#[test]
fn what_never_ends_is_unknown_when_the_nodes_are_used_up() {
    let game = Uniform::new(3, 2, 1).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    let question = Question { player: Player::FIRST, goal: Goal::Win, table_bytes: TABLE };
    let proof = prove(&game, &knowledge, &game.initial(), question, Limits::nodes(2000), Watch::new()).expect("asked");
    assert_eq!((proof.answer, proof.nodes, proof.best), (Answer::Unknown(Doubt::Stopped), 2000, None));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let game = TreeGame::parse("(a=1 b=2)", 2);
    let question = Question { player: Player::FIRST, goal: Goal::Win, table_bytes: TABLE };
    let refusal = |name: &str, question| {
        let state = if name.is_empty() { game.initial() } else { game.find(name).expect("a leaf") };
        let knowledge = TreeKnowledge::default();
        prove(&game, &knowledge, &state, question, Limits::NONE, Watch::new()).expect_err("refused")
    };
    assert_eq!(refusal("a", question), SearchError::GameOver);
    let small = Question { table_bytes: 10, ..question };
    assert_eq!(refusal("", small).to_string(), "a table of 10 bytes holds no entry, one takes 24");
}

fn stones(state: &connect4::State) -> u32 {
    state.stones().iter().map(|own| own.count_ones()).sum()
}
