//! Bounds of a score that can be read off the board.
//!
//! * **Time**: nobody wins sooner than his stones allow.
//! * **Live lines**: who has no line left that is free of the other's stones cannot win.
//! * **Follow-up** (claimeven; Allis 1988): when an even number of cells is left, the player who is
//!   *not* to move, the follower, can answer every stone with one on top of it and so gets every
//!   second cell of each column. Columns with an odd number of free cells are joined in pairs whose
//!   lowest cells he shares: when one is taken he takes the other (Allis's baseinverse). If the
//!   other, the leader, has no four among all cells he can ever get that way, the follower does
//!   not lose; if the follower has a four among the cells he is sure of, he wins.
//! * **Zugzwang**: with an odd number of cells left one column is left over. If the follower
//!   threatens to complete four in it at a cell he gets by following up, the leader must in the end
//!   play below it.
//!
//! The follower's threats also tell how long the leader can put off the end: nobody but he fills
//! the cell below a threat, so at the latest when all others are full.

use super::geometry::Geometry;
use super::node::Node;

/// Below this following up hardly ever proves anything.
pub(super) const FOLLOW_UP_FROM: i32 = -4;

/// The score of the player who wins with stone number `stone` on a board of `cells` cells.
#[inline]
pub(super) fn win_score(cells: u32, stone: u32) -> i32 {
    (cells as i32 + 2 - stone as i32) / 2
}

/// An upper bound of the leader's score if the opponent follows up; `None` if that proves nothing.
#[inline]
pub(super) fn follow_up<const H: u32>(g: &Geometry<H>, node: &Node) -> Option<i32> {
    if (g.cells - node.stones).is_multiple_of(2) { all_columns(g, node) } else { all_but_one(g, node) }
}

fn all_columns<const H: u32>(g: &Geometry<H>, node: &Node) -> Option<i32> {
    let empty = g.board ^ node.occupied;
    let leader = node.own | (empty & g.leader_rows);
    if g.has_four(leader) {
        return None;
    }
    let shared = g.playable(node.occupied) & g.follower_rows;
    if !holds(g, leader, shared) {
        return None;
    }
    let sure = empty & g.follower_rows & !shared;
    let threats = node.opp_wins & sure;
    if threats != 0 {
        return Some(-win_score(g.cells, last_stone(g, threats)));
    }
    let follower = node.occupied ^ node.own | sure;
    Some(if g.has_four(follower) { -win_score(g.cells, g.cells) } else { 0 })
}

fn all_but_one<const H: u32>(g: &Geometry<H>, node: &Node) -> Option<i32> {
    let shared = g.playable(node.occupied) & g.follower_rows;
    let mut threats = node.opp_wins & g.leader_rows;
    if threats == 0 {
        return None;
    }
    let empty = g.board ^ node.occupied;
    let mut best = None;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        let column = g.column(g.column_of(threat));
        // Only the lowest threat of a column counts.
        threats &= !column;
        if shared & column == 0 {
            continue;
        }
        let below = column & (threat - 1);
        let leader = node.own | (empty & g.leader_rows & !column) | (empty & g.follower_rows & below);
        if g.has_four(leader) || !holds(g, leader, shared & !column) {
            continue;
        }
        let sure = empty & g.follower_rows & !shared & !column;
        let stone = last_stone(g, node.opp_wins & sure | threat);
        let score = -win_score(g.cells, stone);
        best = Some(best.map_or(score, |b: i32| b.min(score)));
    }
    best
}

/// Can the shared cells be paired so that the leader, who gets one of each pair, has no four?
#[inline]
fn holds<const H: u32>(g: &Geometry<H>, leader: u64, shared: u64) -> bool {
    if shared == 0 || !g.has_four(leader | shared) {
        return true;
    }
    let mut cells = [0u64; 8];
    let mut count = 0;
    let mut left = shared;
    while left != 0 {
        cells[count & 7] = left & left.wrapping_neg();
        left &= left - 1;
        count += 1;
    }
    let bad = |a: usize, b: usize| g.has_four(leader | cells[a] | cells[b]);
    match count {
        2 => !bad(0, 0) && !bad(1, 1),
        4 => {
            let (ab, cd) = (bad(0, 1), bad(2, 3));
            let (ac, bd) = (bad(0, 2), bad(1, 3));
            let (ad, bc) = (bad(0, 3), bad(1, 2));
            let (ab_cd, ac_bd, ad_bc) = (ab | cd, ac | bd, ad | bc);
            // A pairing holds if no two cells of different pairs make four.
            !(ac_bd | ad_bc) || !(ab_cd | ad_bc) || !(ab_cd | ac_bd)
        }
        _ => false,
    }
}

/// The number of the stone with which the follower wins at the latest, given threats of which the
/// leader must finally play below one. Only the lowest of each column counts.
#[inline]
fn last_stone<const H: u32>(g: &Geometry<H>, mut threats: u64) -> u32 {
    let mut withheld = 0;
    while threats != 0 {
        let row = g.row_of(threats);
        withheld += H - row + 1;
        threats &= !g.column(g.column_of(threats));
    }
    g.cells + 2 - withheld
}
