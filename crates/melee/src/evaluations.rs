//! Networks at work: their shares for many positions, for those who check and measure them, and what they look at in one.

use melee_core::net::{Accumulators, Net, NetChoice, NetError, NetFacts, WHOLE, seen_by};
use melee_core::{Knowledge, MAX_PLAYERS, Marks, PlayableGame, seeded_rng};

use crate::Position;

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
    let knowledge = game.knowledge(G::describe().best_evaluation(), None).ok_or(NetError::NoOrdering)?;
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
                let mut by_hand = [0; MAX_PLAYERS];
                if net.builds_on_hand() {
                    by_hand = seen_by(&knowledge.scores(game, &state, viewer), viewer, game.players());
                }
                let shares = if from_scratch {
                    marks.clear();
                    inputs.mark_inputs(&state, viewer, &mut marks);
                    net.shares(&marks, &by_hand)
                } else {
                    accumulators.shares(&net, viewer, &by_hand, |marks| inputs.mark_inputs(&state, viewer, marks))
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

/// Everybody's share by knowledge that is a network.
pub(crate) fn shares<G: PlayableGame>(net: &G::Knowledge, game: &G, state: &G::State) -> Vec<f64> {
    let scores = net.scores(game, state, game.to_move(state));
    scores.as_slice().iter().map(|&score| f64::from(score) / f64::from(WHOLE)).collect()
}

/// What the network that comes with a game thinks of a position, and what it looks at.
#[derive(Clone, PartialEq, Debug)]
pub struct NetView {
    /// Everybody's share of the point.
    pub shares: Vec<f64>,
    /// The same by the best evaluation made by hand.
    pub by_hand: Vec<f64>,
    /// By cell: what everybody would have more without the piece there. Pieces without which there is no such position
    /// are left out.
    pub without: Vec<(usize, Vec<f64>)>,
}

impl Position {
    /// Looks into the network that comes with the game; `None` if there is none, or the game is over.
    ///
    /// ```
    /// let position = melee::open("rolit")?.start();
    /// let view = position.net_view().expect("Rolit for two has a network");
    /// assert!((view.shares.iter().sum::<f64>() - 1.0).abs() < 1e-3);
    /// assert_eq!(melee::open("chinese-checkers")?.start().net_view(), None);
    /// # Ok::<(), melee::Error>(())
    /// ```
    pub fn net_view(&self) -> Option<NetView> {
        let (shares, mover) = (self.net_shares()?, self.to_move()?);
        let pieces = self.diagram(false).pieces;
        let without = (0..pieces.len()).filter_map(|taken| {
            let mut others = pieces.clone();
            let cell = others.remove(taken).cell;
            let other = self.game().position(&self.set_up(&others, mover).ok()?).ok()?;
            let changed = other.net_shares().filter(|_| other.to_move() == Some(mover))?;
            Some((cell, changed.iter().zip(&shares).map(|(new, old)| new - old).collect()))
        });
        Some(NetView { without: without.collect(), by_hand: self.shares_by_hand(), shares })
    }
}
