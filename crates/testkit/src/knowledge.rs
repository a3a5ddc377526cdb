//! The laws of [`Knowledge`], checked over random games for every evaluation and ordering that a game
//! has by name.

use std::cmp::Ordering;

use melee_core::value::{INFINITY, WIN};
use melee_core::{Bounded, Game, Knowledge, OrderView, PlayableGame, Player, Rng, Scores, Value, Window, seeded_rng};

/// Checks all knowledge of a game on the positions of one random game of at most `plies` plies for
/// each pair of an evaluation and an ordering.
pub fn check<G: PlayableGame>(game: &G, plies: u32, seed: u64) {
    let mut rng = seeded_rng(seed);
    let description = G::describe();
    for evaluation in description.evaluations {
        if let Some(weights) = G::weights(evaluation) {
            let texts: Vec<String> = weights.iter().map(|(n, w)| format!("{n}:{w}")).collect();
            let again = G::weights(&texts.join("+"));
            assert_eq!(again, Some(weights), "the weights of {evaluation} read back");
        }
        for ordering in description.orderings {
            let knowledge = game
                .knowledge(Some(evaluation), Some(ordering))
                .unwrap_or_else(|| panic!("{evaluation} and {ordering} are listed"));
            let (mut state, mut buffer) = (game.initial(), Vec::new());
            for _ in 0..plies {
                if game.outcome(&state).is_some() {
                    break;
                }
                check_position(game, &knowledge, &state, &mut rng);
                let mv = game.random_move(&state, &mut buffer, &mut rng);
                game.play(&mut state, mv);
            }
        }
    }
}

/// Checks the laws on one position that is not over.
pub fn check_position<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, rng: &mut impl Rng) {
    check_evaluation(game, knowledge, state, rng);
    check_order(game, knowledge, state);
}

/// Scores are far from those of won games, and where they are shares of something they are not more than that.
pub fn check_scores<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, root: Player) -> Scores {
    let scores = knowledge.scores(game, state, root);
    let all = scores.as_slice();
    assert_eq!(all.len(), game.players(), "one score for each player");
    assert!(all.iter().all(|score| score.abs() < WIN / 2), "{all:?} are no scores: {state:?}");
    if let Some(sum) = knowledge.max_sum(game) {
        let is_shared = all.iter().all(|&score| score >= 0) && all.iter().sum::<Value>() <= sum;
        assert!(is_shared, "{all:?} are not shares of {sum}: {state:?}");
    }
    if let Some(most) = knowledge.sum_bound(game) {
        let sum: i64 = all.iter().map(|&score| i64::from(score)).sum();
        assert!(sum <= i64::from(most), "{all:?} add up to more than {most}: {state:?}");
    }
    scores
}

fn check_evaluation<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, rng: &mut impl Rng) {
    for root in Player::all(game.players()) {
        let exact = check_scores(game, knowledge, state, root)[root];
        let alpha = exact + rng.next_u32() as Value % 50;
        let windows = [(-INFINITY, INFINITY), (alpha, alpha + 1), (-alpha, alpha)];
        for (alpha, beta) in windows.into_iter().filter(|(a, b)| a < b) {
            match knowledge.score(game, state, root, Window { alpha, beta }) {
                Bounded::Exact(value) => assert_eq!(value, exact, "score and scores: {state:?}"),
                Bounded::AtLeast(bound) => assert!(beta <= bound && bound <= exact),
                Bounded::AtMost(bound) => assert!(exact <= bound && bound <= alpha),
            }
        }
    }
}

fn check_order<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mover = game.to_move(state);
    check_greedy(game, knowledge, state, &moves);
    let views = Player::all(game.players()).map(OrderView::Against);
    for view in views.chain([OrderView::Own]) {
        let (mut lent, mut ranks) = (state.clone(), Vec::new());
        knowledge.rank_all(game, &mut lent, view, &moves, &mut ranks);
        assert_eq!(ranks.len(), moves.len(), "one rank for each move");
        let first = knowledge.first(game, &mut lent, view);
        assert_eq!(&lent, state, "ranking gives the state back");
        for ply in 0..2 {
            let mut noisy = Vec::new();
            knowledge.noisy(game, state, view, ply, &mut noisy);
            let is_legal = |mv: &G::Move| moves.contains(mv);
            assert!(noisy.iter().all(is_legal), "noisy moves are legal: {state:?}");
        }
        if let Some(first) = first {
            let best = *ranks.iter().max().expect("there is a move");
            let place = ranks.iter().position(|&rank| rank == best);
            let listed = (moves[place.expect("it is there")], best);
            assert_eq!(first, listed, "the first of the order: {state:?}");
        }
        if knowledge.ranks_evaluation() {
            let worth: Vec<Value> = (moves.iter()).map(|&mv| worth_after(game, knowledge, state, mv, mover)).collect();
            let sign = |a: i32, b: i32| a.cmp(&b);
            for (i, j) in (1..moves.len()).map(|i| (i - 1, i)) {
                let by_rank: Ordering = sign(ranks[i], ranks[j]);
                assert_eq!(
                    by_rank,
                    sign(worth[i], worth[j]),
                    "ranks are those of the evaluation: {:?}, {:?} in {state:?}",
                    moves[i],
                    moves[j]
                );
            }
        }
    }
}

/// What a player without a search chooses from has the best plain value of all.
fn check_greedy<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, moves: &[G::Move]) {
    let (mut lent, mut places) = (state.clone(), vec![moves.len()]);
    knowledge.greediest(game, &mut lent, moves, &mut places);
    assert_eq!(&lent, state, "looking for the greedy moves gives the state back");
    let values: Vec<Value> = moves.iter().map(|&mv| knowledge.plain_value_after(game, &mut lent, mv)).collect();
    let best = values.iter().max();
    let expected: Vec<usize> = (0..moves.len()).filter(|&place| Some(&values[place]) == best).collect();
    assert_eq!(places, expected, "the greedy moves are those with the best plain value: {state:?}");
}

fn worth_after<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    mv: G::Move,
    mover: Player,
) -> Value {
    let mut after = state.clone();
    game.play(&mut after, mv);
    match game.outcome(&after) {
        Some(outcome) if outcome.is_first(mover) => WIN,
        Some(_) => -WIN,
        None => knowledge.scores(game, &after, mover)[mover],
    }
}
