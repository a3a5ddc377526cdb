//! All openings of a board.

use std::collections::HashSet;

use super::position::{After, Position};

/// A position and one way to reach it.
pub(super) struct Opening {
    /// The columns played, counted from 0.
    pub(super) columns: Vec<usize>,
    pub(super) position: Position,
}

impl Opening {
    /// How many positions it stands for: itself and its mirror image.
    pub(super) fn images(&self) -> usize {
        1 + usize::from(self.position.mirrored() != self.position)
    }
}

/// The openings of a board up to some ply that are not over, one per pair of mirror images. The
/// longest are first: those of the last ply are to be solved, the others follow from them.
pub(super) fn openings(root: Position, plies: u32) -> Vec<Vec<Opening>> {
    let mut layers = vec![vec![Opening { columns: Vec::new(), position: root }]];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for Opening { columns, position } in layers.last().into_iter().flatten() {
            for column in 0..position.width() {
                let Some(After::Open(child)) = position.after(column) else {
                    continue;
                };
                if seen.insert(child.key()) {
                    next.push(Opening { columns: columns.iter().copied().chain([column]).collect(), position: child });
                }
            }
        }
        layers.push(next);
    }
    layers.reverse();
    layers
}
