//! Networks on every game that has inputs: kept up to date or from nothing, they say the same.

use std::sync::Arc;

use melee::core::net::{Accumulators, NetChoice, NetFile, seen_by};
use melee::core::{GameOptions, Inputs, Knowledge, Marks, PlayableGame, Player, random_playout, seeded_rng};
use melee::{GameVisitor, Limits, Melee};
use melee_testkit::knowledge::check_scores;
use melee_testkit::net::RandomNet;
use melee_testkit::usual_or_long;

struct Nets {
    plies: u64,
    games: Vec<&'static str>,
}

impl GameVisitor for Nets {
    fn visit<G: PlayableGame>(&mut self) {
        let counts: Vec<usize> = G::describe().players.iter().collect();
        for &players in &counts {
            let Ok(game) = G::with_options(&GameOptions::default().for_players(players)) else { continue };
            if let Some(inputs) = game.inputs() {
                check_symmetries(inputs);
                for unit in [None, Some(3), Some(5000)] {
                    check_shares(&game, inputs, unit, self.plies / 3 / counts.len() as u64);
                }
                self.games.push(G::NAME);
            }
        }
    }
}

#[test]
fn networks_say_the_same_from_nothing_and_from_one_position_to_the_next() {
    let mut nets = Nets { plies: usual_or_long(400, 1_000_000), games: Vec::new() };
    Melee::standard().visit(&mut nets);
    nets.games.dedup();
    assert!(nets.games.contains(&"connect4") && nets.games.contains(&"rolit"), "{:?}", nets.games);
}

/// With a unit for scores made by hand, or without them.
fn check_shares<G: PlayableGame>(game: &G, inputs: &dyn Inputs<G::State>, unit: Option<i32>, plies: u64) {
    let (name, count, players) = (inputs.inputs_name(), inputs.input_count(), game.players());
    // Widths that are no whole vectors too.
    let random = RandomNet::new(G::NAME, players, (&name, count), [40, 20], 3).in_planes();
    let random = match unit {
        Some(unit) => random.by_hand(unit),
        None => random,
    };
    check_net(game, inputs, &random.file(), Some(&random), plies);
}

/// A network by the positions of random games, held against its twin if it has one.
fn check_net<G: PlayableGame>(
    game: &G,
    inputs: &dyn Inputs<G::State>,
    bytes: &[u8],
    twin: Option<&RandomNet>,
    plies: u64,
) {
    let (name, count, players) = (inputs.inputs_name(), inputs.input_count(), game.players());
    let file = NetFile::read(bytes).expect("a network");
    file.check(G::NAME, players, &name, count).expect("for this game");
    let net = Arc::new(file.net().expect("a network"));
    let own = game.knowledge(G::describe().best_evaluation(), None).expect("the knowledge that is best");
    let knowledge = G::with_net(own.clone(), net.clone()).expect("who has inputs takes networks");
    let mut accumulators = Accumulators::default();
    let (mut rng, mut moves, mut random_moves) = (seeded_rng(players as u64), Vec::new(), Vec::new());
    let (mut state, mut ply, mut most) = (game.initial(), 0, 0);
    while ply < plies {
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in moves.iter().take(3) {
            let undo = game.play(&mut state, mv);
            if game.outcome(&state).is_none() {
                let viewer = game.to_move(&state);
                let mut marks = Marks::new(count);
                inputs.mark_inputs(&state, viewer, &mut marks);
                let active: Vec<usize> = marks.iter().collect();
                assert!(active.iter().all(|&input| input < count), "{name}: {active:?} of {count}");
                most = most.max(active.len());
                let by_hand = seen_by(&own.scores(game, &state, viewer), viewer, players);
                let mark = |marks: &mut Marks| inputs.mark_inputs(&state, viewer, marks);
                let kept = accumulators.shares(&net, viewer, &by_hand, mark);
                assert_eq!(kept, net.shares(&marks, &by_hand), "{name}: {state:?}");
                if let Some(twin) = twin.filter(|_| ply % 16 == 0) {
                    assert_eq!(kept[..players], twin.shares(&active, &by_hand), "{name}: {state:?}");
                }
                let scores = check_scores(game, &knowledge, &state, Player::FIRST);
                assert_eq!(scores[viewer], kept[0].min(999_000), "{name}");
            }
            game.undo(&mut state, undo);
        }
        random_playout(game, &mut state, 1, &mut random_moves, &mut rng);
        ply += 1;
        if game.outcome(&state).is_some() {
            state = game.initial();
        }
    }
    assert!(most > 3, "{name}: hardly an input is ever active");
}

/// A symmetry exchanges inputs, and two after each other are a third, or nothing.
fn check_symmetries<S>(inputs: &dyn Inputs<S>) {
    let (name, count, symmetries) = (inputs.inputs_name(), inputs.input_count(), inputs.input_symmetries());
    let identity: Vec<usize> = (0..count).collect();
    for symmetry in &symmetries {
        let mut images = symmetry.clone();
        images.sort_unstable();
        assert_eq!(images, identity, "{name}: not a permutation");
        assert_ne!(*symmetry, identity, "{name}: the identity is left out");
        for other in &symmetries {
            let both: Vec<usize> = symmetry.iter().map(|&input| other[input]).collect();
            assert!(both == identity || symmetries.contains(&both), "{name}: two symmetries make another");
        }
    }
}

/// Every network that comes with a game, on the boards that it is for.
struct ShippedNets {
    plies: u64,
    count: usize,
}

impl GameVisitor for ShippedNets {
    fn visit<G: PlayableGame>(&mut self) {
        let starts = G::all_starts().unwrap_or_default().into_iter().map(|start| Some(start.name));
        let starts: Vec<Option<String>> = std::iter::once(None).chain(starts).collect();
        let counts = G::describe().players.iter();
        let options = counts.flat_map(|players| {
            let with = |start: &Option<String>| GameOptions { start: start.clone(), ..GameOptions::default() };
            starts.iter().map(with).map(move |options| options.for_players(players)).collect::<Vec<_>>()
        });
        let options: Vec<GameOptions> = options.collect();
        for net in G::nets() {
            assert!(net.file.len() <= 1_000_000, "{}: {} bytes", G::NAME, net.file.len());
            let facts = NetFile::read(net.file).and_then(|file| file.net()).expect("a network").facts().clone();
            let games = options.iter().filter_map(|options| G::with_options(options).ok());
            let boards: Vec<G> = games
                .filter(|game| game.inputs().is_some_and(|inputs| inputs.inputs_name() == facts.inputs))
                .filter(|game| game.players() == facts.players)
                .collect();
            assert!(!boards.is_empty(), "{}: a network for no board, {}", G::NAME, facts.inputs);
            for game in &boards {
                let inputs = game.inputs().expect("it was asked above");
                check_net(game, inputs, net.file, None, self.plies / boards.len() as u64);
                // Champions evaluate with it if it is said so, and otherwise as if it were not there.
                assert!(NetChoice::Shipped.net(game).is_ok(), "{}", G::NAME);
                assert_eq!(NetChoice::Best.net(game).is_ok(), net.is_best, "{} for {}", G::NAME, facts.players);
            }
            self.count += 1;
        }
    }
}

#[test]
fn shipped_networks_are_for_a_board_and_say_the_same_from_one_position_to_the_next() {
    let mut nets = ShippedNets { plies: usual_or_long(120, 100_000), count: 0 };
    Melee::standard().visit(&mut nets);
    assert!(nets.count > 10, "{}", nets.count);
}

#[test]
fn networks_for_any_map_evaluate_on_maps_that_nobody_has_seen() {
    let registry = Melee::standard().registry();
    let info = registry.game("reversixt").expect("a game");
    for (players, seed) in [(2, 1), (2, 2), (3, 3), (4, 4)] {
        let options = GameOptions::default().for_players(players);
        let map = info.drawn_board(&options, seed).expect("any map");
        let game = info.open(&map).expect("it opens");
        let run = |from_scratch| game.run_net("net", 300, from_scratch).expect("it is for any map");
        assert!(run(true) == run(false), "map {seed} for {players}");
        let search = |evaluation: &str| {
            let spec = format!("paranoid:eval={evaluation}");
            game.start().search(spec.as_str(), Limits::nodes(300)).expect("searched")
        };
        assert!(search("net").are_points, "shares of the point");
        let (best, by_hand) = (search("best"), search("prospects"));
        assert_eq!((best.value, best.are_points), (by_hand.value, false), "champions evaluate by hand");
    }
}

/// Of the shares of 2,000 positions by the networks that come with games, as `melee learn card` tells it. Most build on the
/// evaluation made by hand: who changes that has a net that was trained on another, and must measure it again.
const SHIPPED: [(&str, usize, u64); 18] = [
    ("abalone", 2, 0x10b4_4b1c_e754_7479),
    ("abalone", 3, 0x84d3_ee56_b9ea_b3ab),
    ("rolit", 2, 0x8df5_2498_7b58_1654),
    ("billabong", 2, 0x1985_d4f1_5e84_95b2),
    ("billabong", 3, 0x7a7b_a2b4_56bf_fc5a),
    ("billabong", 4, 0x10a8_cb05_7f6c_f686),
    ("chinese-checkers", 3, 0x49f2_1d01_9a8f_c629),
    ("chinese-checkers", 4, 0xbd3b_69d2_0c6e_44fb),
    ("connect4", 2, 0xb9fa_c3ba_bc2e_694e),
    ("chess4", 4, 0xf6c0_7d43_c70c_8110),
    ("blokus", 2, 0x6246_8762_6d41_0ed5),
    ("blokus", 4, 0x537e_65c1_fafb_3925),
    ("focus", 2, 0x9b5f_473b_1937_41e5),
    ("focus", 3, 0x4601_27d3_9450_ba58),
    ("focus", 4, 0xf7da_c37e_b78d_3c54),
    ("reversixt", 2, 0x3788_6d4e_c712_386a),
    ("reversixt", 3, 0xfeb1_4e3c_ca9d_b9c9),
    ("reversixt", 4, 0x1748_a0bb_d7a6_9b65),
];

#[test]
fn shipped_networks_say_what_they_were_measured_with() {
    let registry = Melee::standard().registry();
    for (name, players, hash) in SHIPPED {
        let game = registry.open(name, &GameOptions::default().for_players(players)).expect("a game");
        let run = game.run_net("net", 2000, false).expect("it comes with the game");
        assert_eq!(run.hash, hash, "{name} for {players}: {:016x}", run.hash);
    }
}
