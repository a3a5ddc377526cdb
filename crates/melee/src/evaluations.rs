//! Networks at work: their shares for many positions, for those who check and measure them.

use melee_core::net::{Accumulators, Net, NetChoice, NetError, NetFacts};
use melee_core::{Marks, PlayableGame, seeded_rng};

/// What a network said about the positions of random games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetRun {
    pub facts: NetFacts,
    pub positions: u64,
    /// A hash of all shares, in order.
    pub hash: u64,
}

/// Goes through random games and evaluates the positions after all moves of every position, as a search one ply deep does:
/// each from nothing, or from the one before it. So many positions at least.
pub(crate) fn run<G: PlayableGame>(
    game: &G,
    choice: NetChoice,
    positions: u64,
    from_scratch: bool,
) -> Result<NetRun, NetError> {
    let net = choice.net(game)?;
    let inputs = game.inputs().ok_or(NetError::NoInputs)?;
    let (mut rng, mut moves, mut random) = (seeded_rng(1), Vec::new(), Vec::new());
    let (mut accumulators, mut marks) = (Accumulators::default(), Marks::new(inputs.input_count()));
    let (mut evaluated, mut hash) = (0, 0u64);
    let mut state = game.initial();
    while evaluated < positions {
        if game.outcome(&state).is_some() {
            state = game.initial();
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let undo = game.play(&mut state, mv);
            if game.outcome(&state).is_none() {
                let viewer = game.to_move(&state);
                let shares = if from_scratch {
                    marks.clear();
                    inputs.mark_inputs(&state, viewer, &mut marks);
                    net.shares(&marks)
                } else {
                    accumulators.shares(&net, viewer, |marks| inputs.mark_inputs(&state, viewer, marks))
                };
                hash = shares.iter().fold(hash, |hash, &share| melee_core::zobrist::mix(hash ^ share as u64));
                evaluated += 1;
            }
            game.undo(&mut state, undo);
        }
        let mv = game.random_move(&state, &mut random, &mut rng);
        game.play(&mut state, mv);
    }
    Ok(NetRun { facts: Net::facts(&net).clone(), positions: evaluated, hash })
}
