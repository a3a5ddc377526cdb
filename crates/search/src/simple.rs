//! Players that hardly search: random and greedy.

use melee_core::zobrist::mix;
use melee_core::{Evaluator, Game, MoveOrder, seeded_rng};

use crate::{DepthSearch, Finding, Found, Observer, Ply, Stopped, Walk};

/// A uniformly random move, always the same for one seed and position.
pub(crate) struct RandomMove {
    pub(crate) seed: u64,
}

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for RandomMove
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        _depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        walk.enter()?;
        let value = walk.evaluate();
        walk.observer.left(Finding::exact(value));
        let mut rng = seeded_rng(mix(self.seed) ^ walk.game.key(&walk.state));
        let mv = walk
            .game
            .random_move(&walk.state, &mut Vec::new(), &mut rng);
        Ok(Found {
            value,
            line: vec![Ply {
                player: walk.root,
                mv,
            }],
            complete: false,
            values: None,
        })
    }
}

/// The move after which the evaluation is best; of equal ones the first of the static order.
pub(crate) struct Greedy;

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for Greedy
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        _depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        walk.enter()?;
        let mut best = None;
        for mv in walk.ordered_moves() {
            let undo = walk.play(mv);
            walk.enter()?;
            let value = walk.leaf(0).expect("depth 0 is a leaf");
            walk.observer.left(Finding::exact(value));
            walk.undo(undo);
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((mv, value));
            }
        }
        let (mv, value) = best.expect("a state that is not over has a move");
        walk.observer.left(Finding::exact(value));
        Ok(Found {
            value,
            line: vec![Ply {
                player: walk.root,
                mv,
            }],
            complete: false,
            values: None,
        })
    }
}
