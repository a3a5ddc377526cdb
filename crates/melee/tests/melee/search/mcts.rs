//! Monte-Carlo tree search against a twin that counts everything anew, and what it proves against whole searches.

use std::sync::Arc;

use melee::core::{Game, Outcome, Player, Rest, Searchers, SmallGame, Value};
use melee::games::Connect4;
use melee::search::{Engine, Limits, ProvenResult, Report, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::textbook::{self, Mcts, MctsAnswer, MctsRules};
use melee_testkit::tree::{TreeGame, TreeKnowledge, TreeState};

use super::hashed::{Hashed, hash};
use crate::searched::{Searched, engine};

fn tree_engine(game: &Arc<TreeGame>, spec: &str, seed: u64) -> Engine<TreeGame, TreeKnowledge> {
    game.engine(spec, &TreeKnowledge::by(Hashed), seed)
}

fn search(engine: &mut Engine<TreeGame, TreeKnowledge>, state: &TreeState) -> Report<u16> {
    engine.search(state, Limits::NONE, Watch::new(), &mut |_| {}).expect("not over")
}

/// A tree whose leaves are won; the higher the spread, the fewer are shared.
fn won_tree(seed: u64, depth: usize) -> Arc<TreeGame> {
    let players = 2 + (seed % 5) as usize;
    Arc::new(TreeGame::random(seed, depth, 4, [1, 2, 50][(seed / 5 % 3) as usize], players).ranked())
}

fn assert_same(found: &Report<u16>, known: &MctsAnswer<u16>, root: Player, what: &str) {
    assert_eq!(found.best().mv, known.best, "{what}");
    assert_eq!(found.counts.nodes, known.nodes, "{what}");
    assert_eq!(found.complete, known.is_proven, "{what}");
    let values = found.values.expect("everybody's");
    for player in Player::all(known.means.len()) {
        let mean = (1e6 * known.means[player.index()]).round() as Value;
        if player == root || !what.contains("solver") {
            assert_eq!(values[player], mean, "{what}, {player:?}");
        }
    }
}

/// Each with the rules of its twin.
fn rules() -> Vec<(&'static str, MctsRules)> {
    let plain = MctsRules::default();
    let all = MctsRules {
        solver: true,
        abstraction: 5.0,
        implicit: 0.2,
        widening: 1.0,
        prior: 0.5,
        history: 1.0,
        urgency: Some(0.9),
        ..plain
    };
    vec![
        ("", plain),
        (",backup=paranoid,exploration=0.8", MctsRules { paranoid: true, exploration: 0.8, ..plain }),
        (",others=0.05", MctsRules { exploration_of_others: Some(0.05), ..plain }),
        (",others=2,widening=0.7", MctsRules { exploration_of_others: Some(2.0), widening: 0.7, ..plain }),
        (",progressive=2", MctsRules { history: 2.0, ..plain }),
        (",prior=1.5", MctsRules { prior: 1.5, ..plain }),
        (",urgency=0.6,prior=0.3", MctsRules { urgency: Some(0.6), prior: 0.3, ..plain }),
        (",widening=0.7", MctsRules { widening: 0.7, ..plain }),
        (",implicit=40%", MctsRules { implicit: 0.4, ..plain }),
        (",implicit=40%,backup=paranoid", MctsRules { implicit: 0.4, paranoid: true, ..plain }),
        (",oma=20", MctsRules { abstraction: 20.0, ..plain }),
        (
            ",oma=20,backup=paranoid,urgency=1",
            MctsRules { abstraction: 20.0, paranoid: true, urgency: Some(1.0), ..plain },
        ),
        (",proofs=0.5", MctsRules { proofs: 0.5, ..plain }),
        (",proofs=1,backup=paranoid", MctsRules { proofs: 1.0, paranoid: true, ..plain }),
        (",proofs=0.3,solver=on", MctsRules { proofs: 0.3, solver: true, ..plain }),
        (",solver=on", MctsRules { solver: true, ..plain }),
        (",solver=on,backup=paranoid", MctsRules { solver: true, paranoid: true, ..plain }),
        (",solver=paranoid", MctsRules { solver: true, harms: true, ..plain }),
        (",solver=paranoid,backup=paranoid", MctsRules { solver: true, harms: true, paranoid: true, ..plain }),
        (
            ",solver=paranoid,oma=5,implicit=20%,widening=1,prior=0.5,progressive=1,urgency=0.9",
            MctsRules { harms: true, ..all },
        ),
        (",solver=on,oma=5,implicit=20%,widening=1,prior=0.5,progressive=1,urgency=0.9", all),
    ]
}

#[test]
fn every_option_does_what_its_twin_does() {
    for (options, rules) in rules() {
        for seed in 0..12 {
            let game = won_tree(seed, 5);
            let what = format!("mcts:playouts=60{options}, tree {seed}");
            let mut engine = tree_engine(&game, &format!("mcts:playouts=60{options}"), seed);
            let found = search(&mut engine, &game.initial());
            let known = Mcts::new(game.as_ref(), &Hashed, rules, &game.initial(), seed).search(60);
            assert_same(&found, &known, Player::FIRST, &what);
        }
    }
}

/// The next search of the same player goes on with all games that have come to its position; one that was never visited
/// begins anew.
#[test]
fn a_tree_that_is_kept_is_that_of_the_twin_which_remembers_its_games() {
    let (mut kept, mut lost) = (0, 0);
    for (options, rules) in rules() {
        for seed in 0..8 {
            let game = won_tree(seed, 7);
            let spec = format!("mcts:reuse=on,playouts=40{options}");
            let mut engine = tree_engine(&game, &spec, seed);
            let mut twin = Mcts::new(game.as_ref(), &Hashed, rules, &game.initial(), seed);
            let mut state = game.initial();
            for turn in 0..3 {
                let what = format!("{spec}, tree {seed}, turn {turn}");
                let found = search(&mut engine, &state);
                assert_same(&found, &twin.search(40), Player::FIRST, &what);
                let played = a_round(&game, &mut state, found.best().mv, seed ^ turn);
                if game.outcome(&state).is_some() {
                    break;
                }
                if twin.go_on(&played) {
                    kept += 1;
                } else {
                    lost += 1;
                    twin = Mcts::new(game.as_ref(), &Hashed, rules, &state, seed);
                }
            }
        }
    }
    assert!(kept > 50 && lost > 5, "{kept} kept, {lost} lost");
}

/// Plays a move and somehow a reply of everybody else.
fn a_round(game: &TreeGame, state: &mut TreeState, first: u16, seed: u64) -> Vec<u16> {
    let mut played = Vec::new();
    let mut mv = first;
    loop {
        game.play(state, mv);
        played.push(mv);
        if game.outcome(state).is_some() || game.to_move(state) == Player::FIRST {
            return played;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        mv = moves[(hash(game, state, seed) % moves.len() as u64) as usize];
    }
}

#[test]
fn what_is_proven_is_what_a_search_of_the_whole_tree_finds() {
    let mut wins = 0;
    for seed in 0..150 {
        let game = won_tree(seed, 5);
        let start = game.initial();
        let prove = |options: &str| {
            let found = search(&mut tree_engine(&game, &format!("mcts:solver=paranoid,{options}"), seed), &start);
            assert!(found.complete, "tree {seed} is small: {options}");
            found
        };
        let vector = textbook::maxn(game.as_ref(), &Hashed, &start, 99);
        for options in ["backup=maxn", "backup=maxn,urgency=0.7,widening=0.5,oma=10"] {
            assert_eq!(prove(options).values.expect("everybody's").as_slice(), vector, "tree {seed}, {options}");
        }
        for (backup, searchers, rest) in
            [("paranoid", Searchers::All, Rest::Bmom), ("brs", Searchers::Count(1), Rest::Pass)]
        {
            let value = textbook::best_reply(game.as_ref(), &Hashed, &start, 99, searchers, rest);
            assert_eq!(prove(&format!("backup={backup}")).value, value, "tree {seed}, {backup}");
            wins += u32::from(value == 1_000_000);
        }
    }
    assert!(wins > 20, "{wins}");
}

/// Who does not care may do anything: what is proven then is so whatever is supposed of him, and two never disagree.
#[test]
fn what_is_proven_whatever_the_indifferent_do_holds_if_they_harm_the_root_player() {
    let mut proven = [0; 7];
    for seed in 0..150 {
        let game = won_tree(seed, 5);
        let start = game.initial();
        let found = search(&mut tree_engine(&game, "mcts:solver=on,playouts=3000", seed), &start);
        assert!(found.complete || game.players() > 2, "tree {seed} is small");
        if found.complete {
            let vector = textbook::maxn(game.as_ref(), &Hashed, &start, 99);
            assert_eq!(found.value, vector[Player::FIRST.index()], "tree {seed}");
            proven[game.players()] += 1;
        }
    }
    assert!(proven[2..].iter().all(|&count| count > 0), "{proven:?}");
}

/// Player 2 has lost after the first move and decides who wins; to suppose that he harms the root player, whose other move
/// loses for sure, would make both moves the same.
#[test]
fn a_player_who_has_lost_is_not_supposed_to_harm_the_root_player() {
    let game = Arc::new(TreeGame::parse("(a(b=0,0,1 c=0,0,1) d(e=1,0,0 f=0,0,1))", 3).ranked());
    let found = search(&mut tree_engine(&game, "mcts:solver=on,playouts=200", 1), &game.initial());
    assert_eq!((found.best().mv, found.complete), (1, false));
    assert!((400_000..600_000).contains(&found.value), "any of his moves: {}", found.value);
    let harmed = search(&mut tree_engine(&game, "mcts:solver=paranoid,playouts=200", 1), &game.initial());
    assert_eq!((harmed.value, harmed.complete), (0, true));
}

/// Three heaps, in turn, whoever takes the last wins: five players with places that tie in every way.
struct Heaps(usize);

impl SmallGame for Heaps {
    const NAME: &'static str = "heaps";
    type Board = [u8; 3];
    type Move = (u8, u8);

    fn players(&self) -> usize {
        self.0
    }

    fn start(&self) -> [u8; 3] {
        [1, 2, 2]
    }

    fn moves(&self, board: &[u8; 3], _: Player, out: &mut Vec<(u8, u8)>) {
        for heap in 0..3 {
            out.extend((1..=board[heap as usize]).map(|count| (heap, count)));
        }
    }

    fn play(&self, board: &mut [u8; 3], _: Player, (heap, count): (u8, u8)) {
        board[heap as usize] -= count;
    }

    fn result(&self, board: &[u8; 3], to_move: Player) -> Option<Outcome> {
        let last = Player::new((to_move.index() + self.0 - 1) % self.0);
        (*board == [0; 3]).then(|| Outcome::win(last, self.0))
    }
}

#[test]
fn nim_for_two_to_six_is_proven_as_max_n_has_it() {
    for players in 2..=6 {
        let game = TreeGame::of(&Heaps(players));
        let knowledge = TreeKnowledge::default();
        let vector = textbook::maxn(&game, &knowledge, &game.initial(), 99);
        for spec in ["mcts:solver=paranoid", "mcts:solver=paranoid,reuse=on,implicit=10%,urgency=1"] {
            let mut engine = game.engine(spec, &knowledge, 3);
            let report = engine.search(&game.initial(), Limits::NONE, Watch::new(), &mut |_| {}).expect("not over");
            assert!(report.complete);
            assert_eq!(report.values.expect("everybody's").as_slice(), vector, "{players} players, {spec}");
            assert!(report.counts.nodes < 100_000, "it ends when it is done: {:?}", report.counts);
        }
    }
}

#[test]
fn endings_of_connect_four_are_proven_as_alpha_beta_proves_them() {
    let game = Arc::new(Connect4::default());
    let run = |spec: &str, state, limits| {
        let mut engine = engine(&*game, spec, 0);
        engine.search(state, limits, Watch::new(), &mut |_| {}).expect("not over")
    };
    let mut seen = [0; 3];
    let endings = random_positions(game.as_ref(), 11, 2000, 39);
    for state in endings.iter().filter(|s| s.stones().iter().map(|own| own.count_ones()).sum::<u32>() >= 32) {
        let known = run("alphabeta", state, Limits::depth(12)).proven.expect("ten plies are all").result;
        for spec in ["mcts:solver=on", "mcts:solver=on,backup=paranoid"] {
            let found = run(spec, state, Limits::NONE);
            let proven = found.proven.expect("the tree is small");
            assert_eq!(proven.result, known, "{spec} on {state:?}");
            assert_eq!(proven.plies, Some(found.line.len() as u32), "the line goes to the end");
        }
        let results = [ProvenResult::Win, ProvenResult::Draw, ProvenResult::Loss];
        seen[results.iter().position(|&result| result == known).expect("one of three")] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// What is proven is not visited again: a win at once ends the search, whatever else there is.
#[test]
fn a_proven_root_ends_the_search() {
    let game = Arc::new(TreeGame::parse("(a=1,0,0 b(c(d=0,1,0 e=0,0,1)) f=0,1,0)", 3).ranked());
    let found = search(&mut tree_engine(&game, "mcts:solver=on", 1), &game.initial());
    assert!(found.complete && found.counts.nodes < 50, "{:?}", found.counts);
    assert_eq!((found.best().mv, found.value), (0, 1_000_000));
    assert_eq!(found.proven, None, "three players may play otherwise than supposed");
    let plain = search(&mut tree_engine(&game, "mcts:playouts=1000", 1), &game.initial());
    assert!(!plain.complete);
}

#[test]
fn memory_is_bounded_and_the_search_still_answers() {
    let game = won_tree(4, 7);
    for memory in [1, 30, 200] {
        for options in ["", ",solver=on", ",reuse=on,oma=10,implicit=10%,solver=on"] {
            let mut engine = tree_engine(&game, &format!("mcts:playouts=300,memory={memory}{options}"), 0);
            for _ in 0..2 {
                assert!(!search(&mut engine, &game.initial()).line.is_empty());
            }
        }
    }
}

/// What was learned in another game, or from another position, plays no part.
#[test]
fn a_kept_tree_is_forgotten_with_the_game() {
    let game = won_tree(2, 7);
    let spec = "mcts:reuse=on,playouts=200,oma=10,progressive=1";
    let fresh = search(&mut tree_engine(&game, spec, 5), &game.initial());
    let mut used = tree_engine(&game, spec, 1);
    search(&mut used, &game.initial());
    used.forget(5);
    let again = search(&mut used, &game.initial());
    assert_eq!((again.value, &again.line, again.counts), (fresh.value, &fresh.line, fresh.counts));
    let more = search(&mut used, &game.initial());
    assert_ne!(more.value, fresh.value, "the games of both searches count");
}
