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

/// What surrounds a tile, as far as one stone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Corner,
    /// Beside a corner, in line with it or diagonally.
    InLine,
    Diagonal,
    /// Anywhere else: three of its lines are blocked, as on a straight edge, two, one, none.
    Edge,
    Rim,
    Nick,
    Open,
}

impl Kind {
    pub(super) const ALL: [Kind; 7] =
        [Kind::Corner, Kind::InLine, Kind::Diagonal, Kind::Edge, Kind::Rim, Kind::Nick, Kind::Open];
    pub(super) const COUNT: usize = Kind::ALL.len();
}

/// Is one of a tile's four lines blocked on one side?
pub(super) fn is_blocked(board: &Board, tile: usize, line: usize) -> bool {
    let slot = tile * DIRECTIONS + line;
    board.next[slot] == NONE || board.next[slot ^ 4] == NONE
}

/// How many of a tile's four lines are blocked on one side.
pub(super) fn blocked_lines(board: &Board, tile: usize) -> usize {
    (0..4).filter(|&line| is_blocked(board, tile, line)).count()
}

/// The corners of a map.
fn corners(board: &Board, map: &Map) -> Vec<bool> {
    (0..map.cells.len()).map(|tile| map.cells[tile] != Cell::HOLE && blocked_lines(board, tile) == 4).collect()
}

/// How a tile stands beside a corner, if it does: 0 in line with one, 1 diagonally, which is worse.
fn beside_corner(board: &Board, is_corner: &[bool], tile: usize) -> Option<usize> {
    let beside = (0..DIRECTIONS).filter(|d| {
        let next = board.next[tile * DIRECTIONS + d];
        next != NONE && is_corner[(next >> 3) as usize]
    });
    beside.map(|d| d % 2).max()
}

/// The kind of every tile; that of a hole means nothing.
pub(super) fn kinds(board: &Board, map: &Map) -> Vec<Kind> {
    let is_corner = corners(board, map);
    let kind = |tile: usize| match (is_corner[tile], beside_corner(board, &is_corner, tile)) {
        (true, _) => Kind::Corner,
        (_, Some(0)) => Kind::InLine,
        (_, Some(_)) => Kind::Diagonal,
        (_, None) => [Kind::Open, Kind::Nick, Kind::Rim, Kind::Edge, Kind::Corner][blocked_lines(board, tile)],
    };
    (0..map.cells.len()).map(kind).collect()
}

/// The worth of every tile.
pub(super) fn worths(board: &Board, map: &Map) -> Vec<i16> {
    let is_corner = corners(board, map);
    let worth = |tile: usize| {
        if map.cells[tile] == Cell::HOLE {
            return 0;
        }
        let own = BY_BLOCKED_LINES[blocked_lines(board, tile)];
        if is_corner[tile] {
            return own;
        }
        own + beside_corner(board, &is_corner, tile).map_or(0, |how| BESIDE_CORNER[how])
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
