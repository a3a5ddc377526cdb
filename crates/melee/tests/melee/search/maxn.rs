//! Max^n that prunes against the textbook: the same vectors from fewer nodes.

use std::sync::Arc;

use melee::core::{
    Game, Knowledge, Notation, OrderView, Outcome, PlayableGame, Player, Rng, Scores, Value, Verdict, seeded_rng,
};
use melee::games::{ChineseCheckers, Connect4, Uniform};
use melee::search::{Engine, Limits, ProvenResult, Report, Watch};
use melee_testkit::textbook::{self, Shared};
use melee_testkit::tree::{TreeGame, TreeKnowledge, TreeState};

use crate::searched::engine;

const PRUNING: [&str; 4] = ["off", "on", "last", "speculative"];
const OTHERS: [&str; 3] = ["", ",tt=deep/64KiB", ",tt=deep/64KiB,deepen=on"];

/// A tree whose leaves give everybody something of `sum`, or with `signed` something more and less than nothing that adds up
/// to it; of few different scores, so that there are ties.
fn tree(depth: u32, players: usize, sum: u32, signed: bool, rng: &mut impl Rng) -> String {
    if depth == 0 || depth < 3 && rng.next_u32().is_multiple_of(12) {
        let mut cuts: Vec<u32> = (1..players).map(|_| rng.next_u32() % (sum + 1)).collect();
        cuts.sort_unstable();
        cuts.push(sum);
        let mut before = 0;
        let shares = cuts.into_iter().map(|cut| {
            let share = cut as Value - before;
            before = cut as Value;
            if signed { share * players as Value - sum as Value } else { share }
        });
        let texts: Vec<String> = shares.map(|share| share.to_string()).collect();
        return format!("={}", texts.join(","));
    }
    let children: Vec<String> = (0..=rng.next_u32() % 4).map(|_| tree(depth - 1, players, sum, signed, rng)).collect();
    format!("({})", children.join(" "))
}

fn search(game: &TreeGame, knowledge: &TreeKnowledge, spec: &str, depth: u32) -> Report<u16> {
    let engine = Engine::with_knowledge(&spec.into(), Arc::new(game.clone()), knowledge.clone(), 0);
    let report = engine.and_then(|mut e| e.search(&game.initial(), Limits::depth(depth), Watch::new(), &mut |_| {}));
    report.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

#[test]
fn no_pruning_changes_a_vector_and_all_save_nodes() {
    let mut rng = seeded_rng(21);
    let mut nodes = [[0; PRUNING.len()]; 2];
    for round in 0..400 {
        let (players, signed) = (2 + round % 4, round % 2 == 1);
        let sum = [4, 12, 100][round % 3];
        let text = tree(6, players, sum, signed, &mut rng);
        if text.starts_with('=') {
            continue;
        }
        let game = TreeGame::parse(&text, players);
        let knowledge = match () {
            // Games that are won and lost lie beyond every score.
            () if signed && round % 4 == 1 => TreeKnowledge::bounded_sum(0).with_wins_from(sum as Value),
            () if signed => TreeKnowledge::bounded_sum(0),
            () => TreeKnowledge::constant_sum(sum as Value),
        };
        for depth in [3, 6] {
            let vector = textbook::maxn(&game, &knowledge, &game.initial(), depth);
            for (prune, nodes) in PRUNING.iter().zip(&mut nodes[usize::from(signed)]) {
                for other in OTHERS {
                    let spec = format!("maxn:prune={prune}{other}");
                    let report = search(&game, &knowledge, &spec, depth);
                    let values = report.values.expect("max^n knows everybody's");
                    assert_eq!(values.as_slice(), vector, "{spec}, depth {depth}, {players} players, {text}");
                    if other.is_empty() {
                        *nodes += report.counts.nodes;
                    }
                }
            }
        }
    }
    let [[off, shallow, last, speculative], [.., signed_last, signed_speculative]] = nodes;
    // In trees without any order what was skipped is often searched again.
    assert!(off > shallow && shallow > last && shallow > speculative, "{nodes:?}");
    // Without a least score shallow pruning needs everybody's bound.
    assert!(nodes[1][0] == nodes[1][1] && nodes[1][1] > signed_last && signed_last > signed_speculative, "{nodes:?}");
}

/// The line that is reported leads to the vector, also where moves were skipped and searched again.
#[test]
fn the_line_of_a_pruned_search_leads_to_its_vector() {
    let mut rng = seeded_rng(5);
    for round in 0..200 {
        let players = 3 + round % 3;
        let text = tree(6, players, 12, false, &mut rng);
        let game = TreeGame::parse(&text, players);
        let knowledge = TreeKnowledge::constant_sum(12);
        let mut state = game.initial();
        if game.outcome(&state).is_some() {
            continue;
        }
        let report = search(&game, &knowledge, "maxn:prune=speculative", 9);
        for ply in &report.line {
            game.play(&mut state, ply.mv);
        }
        assert!(game.outcome(&state).is_some(), "{text}");
        let scores = melee::core::Knowledge::scores(&knowledge, &game, &state, Player::FIRST);
        assert_eq!(Some(scores), report.values, "{text}");
    }
}

/// Shares make every evaluation constant-sum: the textbook with shares computed its own way, and fewer nodes.
#[test]
fn shares_prune_where_scores_cannot() {
    for players in 2..=6 {
        for seed in 0..4 {
            let game = Uniform::new(players, 3, seed).expect("in range");
            let knowledge = game.knowledge(None, None).expect("known");
            for depth in 1..=6 {
                let vector = textbook::shares(&textbook::maxn(&game, &Shared(&knowledge), &game.initial(), depth));
                let mut nodes = Vec::new();
                for prune in PRUNING {
                    let spec = format!("maxn:scores=share,prune={prune}");
                    let mut engine = engine(&game, &spec, 0);
                    let limits = Limits::depth(depth);
                    let report = engine.search(&game.initial(), limits, Watch::new(), &mut |_| {}).expect("not over");
                    assert_eq!(
                        report.values.expect("a vector").as_slice(),
                        vector,
                        "{spec}, {players} players, {seed}"
                    );
                    nodes.push(report.counts.nodes);
                }
                assert!(depth < 6 || players > 4 || nodes[3] < nodes[0], "{players} players, seed {seed}: {nodes:?}");
            }
        }
    }
}

/// The game and the evaluation of Sturtevant 2003, whose scores add up to nothing: equal vectors from few nodes.
#[test]
fn speculative_pruning_saves_most_of_chinese_checkers_for_three() {
    let options = melee::core::GameOptions::default().for_players(3);
    let game = Arc::new(ChineseCheckers::with_options(&options).expect("a board for three"));
    let search = |prune: &str| {
        let spec = format!("maxn:prune={prune}");
        let mut engine = engine(&*game, &spec, 0);
        let (limits, watch) = (Limits::depth(4), Watch::new());
        engine.search(&game.initial(), limits, watch, &mut |_| {}).expect("not over")
    };
    let (whole, pruned) = (search("off"), search("speculative"));
    assert_eq!((pruned.values, pruned.best()), (whole.values, whole.best()));
    assert!(pruned.counts.nodes < whole.counts.nodes / 3, "{} of {}", pruned.counts.nodes, whole.counts.nodes);
}

/// Three in a row with both ends open: before, every way to win was worth the whole, and the first of the generator was
/// played.
#[test]
fn a_share_of_a_game_that_is_won_sooner_is_worth_more() {
    let game = Arc::new(Connect4::default());
    let state = game.parse_position("443355").expect("legal").state(&game);
    for options in ["", ",tt=deep/1MiB", ",tt=deep/1MiB,deepen=on", ",prune=speculative"] {
        let spec = format!("maxn:scores=share{options}");
        let mut engine = engine(&*game, &spec, 0);
        let report = engine.search(&state, Limits::depth(3), Watch::new(), &mut |_| {}).expect("not over");
        let mut after = state;
        game.play(&mut after, report.best().mv);
        assert!(game.outcome(&after).is_some(), "{spec}: {:?}", report.line);
    }
}

/// Of games won at once, whose others have different ranks, the one that is worse for the root player is expected, whatever
/// is searched first.
#[test]
fn games_won_at_once_differ_where_ranks_behind_the_winner_count() {
    /// Tries the last move first; where player 2 wins, the others have their scores.
    struct Ranked(TreeKnowledge);
    impl Knowledge<TreeGame> for Ranked {
        fn scores(&self, game: &TreeGame, state: &TreeState, root: Player) -> Scores {
            self.0.scores(game, state, root)
        }

        fn verdict(&self, game: &TreeGame, state: &TreeState, _outcome: &Outcome, player: Player) -> Verdict {
            let scores = self.scores(game, state, player);
            if scores[player] == 100 { Verdict::Win } else { Verdict::Score(scores[player]) }
        }

        fn rank_all(&self, _: &TreeGame, _: &mut TreeState, _: OrderView, moves: &[u16], out: &mut Vec<i32>) {
            out.extend((0..).take(moves.len()));
        }
    }
    let game = TreeGame::parse("(a(=-5,100,3 =7,100,-9) b(=1,0,0))", 3);
    let knowledge = TreeKnowledge::by(Ranked(TreeKnowledge::default()));
    let vector = textbook::maxn(&game, &knowledge, &game.initial(), 9);
    assert_eq!(vector, [1, 0, 0], "player 2 would take what is worse for player 1");
    let mut engine = Engine::with_knowledge(&"maxn".into(), Arc::new(game.clone()), knowledge, 0).expect("known");
    let report = engine.search(&game.initial(), Limits::depth(9), Watch::new(), &mut |_| {}).expect("not over");
    assert_eq!(report.values.expect("a vector").as_slice(), vector);
}

/// A win in one ply of a game that was seen to its end was told as a draw.
#[test]
fn a_share_that_is_seen_to_the_end_is_the_result_of_the_game() {
    let game = Arc::new(Connect4::new(4, 4).expect("in range"));
    for (moves, result) in [("112233", ProvenResult::Win), ("11223", ProvenResult::Draw)] {
        let state = game.parse_position(moves).expect("legal").state(&game);
        for spec in ["maxn:scores=share", "alphabeta"] {
            let mut engine = engine(&*game, spec, 0);
            let report = engine.search(&state, Limits::depth(11), Watch::new(), &mut |_| {}).expect("not over");
            assert_eq!(report.proven.expect("eleven plies are all").result, result, "{spec} after {moves}");
        }
    }
}
