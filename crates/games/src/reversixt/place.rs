//! What tiles are worth on any map: corners, edges, and the tiles beside corners.
//!
//! A stone can be captured along a line only if there is a tile on both its sides. A tile where
//! all four lines are blocked on one side is a corner: only an override stone takes it back.

use super::Cell;
use super::board::{Board, NONE};
use super::map::{DIRECTIONS, Map};

/// The worth of a tile by how many of its four lines cannot capture it.
const BY_BLOCKED_LINES: [i16; 5] = [0, 1, 3, 10, 60];
/// What it costs to stand beside a corner, in line with it and diagonally.
const BESIDE_CORNER: [i16; 2] = [-12, -25];

/// How many of a tile's four lines are blocked on one side.
pub(super) fn blocked_lines(board: &Board, tile: usize) -> usize {
    let is_blocked = |d: usize| {
        let slot = tile * DIRECTIONS + d;
        board.next[slot] == NONE || board.next[slot ^ 4] == NONE
    };
    (0..4).filter(|&d| is_blocked(d)).count()
}

/// The worth of every tile.
pub(super) fn worths(board: &Board, map: &Map) -> Vec<i16> {
    let is_corner: Vec<bool> =
        (0..map.cells.len()).map(|tile| map.cells[tile] != Cell::HOLE && blocked_lines(board, tile) == 4).collect();
    let worth = |tile: usize| {
        if map.cells[tile] == Cell::HOLE {
            return 0;
        }
        let own = BY_BLOCKED_LINES[blocked_lines(board, tile)];
        if is_corner[tile] {
            return own;
        }
        let beside = (0..DIRECTIONS).filter_map(|d| {
            let next = board.next[tile * DIRECTIONS + d];
            (next != NONE && is_corner[(next >> 3) as usize]).then(|| BESIDE_CORNER[d % 2])
        });
        own + beside.min().unwrap_or(0)
    };
    (0..map.cells.len()).map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_the_square_are_corners_and_those_of_the_torus_are_not() {
        let map = |name| super::super::maps::named(name).expect("shipped");
        let corners = |map: &Map| {
            let board = Board::new(map);
            let is_corner = |&t: &usize| blocked_lines(&board, t) == 4;
            (0..map.cells.len()).filter(is_corner).collect::<Vec<_>>()
        };
        assert_eq!(corners(&map("classic")), [0, 7, 56, 63]);
        assert!(corners(&map("torus")).is_empty());
    }
}
