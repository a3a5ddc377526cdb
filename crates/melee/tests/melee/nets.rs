//! Networks on every game that has inputs: kept up to date or from nothing, they say the same.

use std::sync::Arc;

use melee::core::net::{Accumulators, NetFile};
use melee::core::{GameOptions, Inputs, Marks, PlayableGame, Player, random_playout, seeded_rng};
use melee::{GameVisitor, Melee};
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
                check_shares(&game, inputs, self.plies / counts.len() as u64);
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

fn check_shares<G: PlayableGame>(game: &G, inputs: &dyn Inputs<G::State>, plies: u64) {
    let (name, count, players) = (inputs.inputs_name(), inputs.input_count(), game.players());
    // Widths that are no whole vectors too.
    let random = RandomNet::new(G::NAME, players, (&name, count), [40, 20], 3);
    let bytes = random.file();
    let file = NetFile::read(&bytes).expect("a network");
    file.check(G::NAME, players, &name, count).expect("for this game");
    let net = Arc::new(file.net().expect("a network"));
    let knowledge = game.knowledge(None, None).expect("the knowledge that is named first");
    let knowledge = G::with_net(knowledge, net.clone()).expect("who has inputs takes networks");
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
                let kept = accumulators.shares(&net, viewer, |marks| inputs.mark_inputs(&state, viewer, marks));
                assert_eq!(kept, net.shares(&marks), "{name}: {state:?}");
                if ply % 16 == 0 {
                    assert_eq!(kept[..players], random.shares(&active), "{name}: {state:?}");
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
