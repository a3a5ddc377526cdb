//! The way of a move: which tiles a piece touches. Only for people, so it may be slow.

use std::collections::VecDeque;

use super::board::{TILES, Tile};
use super::leaps::{MAP, Occupied};
use super::{Move, Piece};

/// A tile and the crossings of the piece there; two crossings are off the board.
type Place = (Tile, i8);

/// Where one can go at once: single steps from the start, leaps from everywhere.
fn neighbours(occupied: &Occupied, (tile, crossings): Place, is_start: bool) -> Vec<(Place, bool)> {
    let mut found = Vec::new();
    if is_start {
        for (change, tiles) in (-1..).zip(&MAP.steps[tile as usize]) {
            let free = (0..TILES as Tile)
                .filter(|&to| tiles[to as usize / 64] >> (to % 64) & 1 == 1 && !occupied.contains(to));
            found.extend(free.map(|to| ((to, crossings + change), false)));
        }
    }
    occupied.leaps(&MAP, tile, |to, change| {
        found.push(((to, crossings + change), true));
    });
    found.retain(|((_, crossings), _)| *crossings >= 0);
    found
}

/// Shortest ways from the piece to every place it can go to: each place with the index of the one
/// before. A place that both a step and a jump lead to is there twice, as only the jump goes on.
fn explore(occupied: &Occupied, from: Piece) -> Vec<(Place, usize)> {
    let mut ways: Vec<(Place, usize)> = vec![((from.tile(), from.counter() as i8), 0)];
    let mut seen = [[false; 6]; TILES];
    let mut pending = VecDeque::from([0]);
    while let Some(at) = pending.pop_front() {
        for (place, is_leap) in neighbours(occupied, ways[at].0, at == 0) {
            let seen = &mut seen[place.0 as usize][place.1 as usize * 2 + usize::from(is_leap)];
            if !std::mem::replace(seen, true) {
                ways.push((place, at));
                // The race of a piece that crosses for the second time is over.
                if is_leap && place.1 < 2 {
                    pending.push_back(ways.len() - 1);
                }
            }
        }
    }
    ways
}

/// The tiles a racing move touches, from where it starts to where it ends; a piece that leaves the
/// board ends behind the line.
pub(super) fn route(occupied: &Occupied, mv: Move) -> Vec<Tile> {
    let seen = explore(occupied, mv.from);
    let is_end = |(tile, crossings): Place| {
        if mv.to == Piece::OFF { crossings == 2 } else { crossings < 2 && Piece::on(tile, crossings as usize) == mv.to }
    };
    let end = (1..seen.len()).find(|&i| is_end(seen[i].0));
    let mut at = end.expect("a legal move has a way");
    let mut tiles = vec![seen[at].0.0];
    while at != 0 {
        at = seen[at].1;
        tiles.push(seen[at].0.0);
    }
    tiles.reverse();
    tiles
}

/// The tiles behind the line by which a piece can leave the board.
pub(super) fn landings(occupied: &Occupied, from: Piece) -> Vec<Tile> {
    let seen = explore(occupied, from);
    let off = seen[1..].iter().filter(|((_, crossings), _)| *crossings == 2);
    let mut tiles: Vec<Tile> = off.map(|((tile, _), _)| *tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}
