//! The scale on which searches compare positions.
//!
//! A value is the root player's, in the evaluation's own integer units. Results that the search
//! has seen to the end lie far outside every evaluation: a win after `n` plies is `WIN - n`, a
//! loss `n - WIN`, so that a quicker win and a later loss are better.

/// A position's value for one player.
pub type Value = i32;

/// The value of a game won on the spot.
pub const WIN: Value = 1_000_000_000;

/// More than any value; the bounds of a full window are `-INFINITY` and `INFINITY`.
pub const INFINITY: Value = 2_000_000_000;

/// No game runs longer than this below a root, and no evaluation reaches `WIN - MAX_PLIES`.
pub const MAX_PLIES: Value = 1_000_000;

/// The value of a win `plies` below the root.
#[inline]
pub const fn win_in(plies: u32) -> Value {
    WIN - plies as Value
}

/// The value of a loss `plies` below the root.
#[inline]
pub const fn loss_in(plies: u32) -> Value {
    plies as Value - WIN
}

/// Does the value say that the game is won?
#[inline]
pub const fn is_win(value: Value) -> bool {
    value > WIN - MAX_PLIES && value <= WIN
}

/// Does the value say that the game is lost?
#[inline]
pub const fn is_loss(value: Value) -> bool {
    is_win(-value)
}

/// Plies to the end that a won or lost value speaks of.
///
/// ```
/// use melee_core::value::{loss_in, plies_to_end, win_in};
/// assert_eq!(plies_to_end(win_in(5)), Some(5));
/// assert_eq!(plies_to_end(loss_in(2)), Some(2));
/// assert_eq!(plies_to_end(-16), None);
/// ```
pub const fn plies_to_end(value: Value) -> Option<u32> {
    if is_win(value) || is_loss(value) { Some((WIN - value.abs()) as u32) } else { None }
}

/// The value with every win and every loss made equal, whatever its distance.
///
/// ```
/// use melee_core::value::{WIN, clamp_wins, win_in};
/// assert_eq!(clamp_wins(win_in(3)), WIN);
/// assert_eq!(clamp_wins(12), 12);
/// ```
pub const fn clamp_wins(value: Value) -> Value {
    if is_win(value) {
        WIN
    } else if is_loss(value) {
        -WIN
    } else {
        value
    }
}
