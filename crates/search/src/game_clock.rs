//! The time of one player for a whole game.

use std::time::Duration;

use crate::Limits;

/// A player's clock: what is left, and how much of it the next move may have.
///
/// ```
/// use std::time::Duration;
/// use melee_search::GameClock;
/// let mut clock = GameClock::new(Duration::from_secs(880), Duration::ZERO);
/// assert_eq!(clock.limits().target, Some(Duration::from_secs(20)));
/// clock.spend(Duration::from_secs(440));
/// assert_eq!(clock.limits().target, Some(Duration::from_secs(10)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    left: Duration,
    increment: Duration,
}

/// A player makes about so many moves in a game (Chorus 2009: 87 plies); at any time the next move
/// gets this part of what is left.
const MOVES: u32 = 44;
/// Of an increment so many percent are spent at once: some is kept for the way to the clock.
const SPENT_OF_INCREMENT: u32 = 90;
/// A move in doubt may take so many times what a move should.
const LONGEST: u32 = 3;
/// One part in so many of what is left is never touched, and at least the time that it takes to notice that a search is
/// over and to say so.
const RESERVED: u32 = 10;
const LAG: Duration = Duration::from_millis(5);

impl GameClock {
    /// So much time for all moves, and more after each.
    pub fn new(time: Duration, increment: Duration) -> Self {
        GameClock { left: time, increment }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What the next move should spend, and what it may.
    pub fn limits(&self) -> Limits {
        self.limits_for(None)
    }

    /// The same for a player who has at most so many moves still to make, this one included.
    pub fn limits_for(&self, moves: Option<u32>) -> Limits {
        let moves = moves.map_or(MOVES, |moves| moves.clamp(1, MOVES));
        let reserve = (self.left / RESERVED).max(LAG).min(self.left / 2);
        let most = self.left.saturating_sub(reserve);
        let increment = self.increment / 100 * SPENT_OF_INCREMENT;
        let target = (self.left / moves).saturating_add(increment).min(most);
        let most = target.saturating_mul(LONGEST).min(most);
        Limits { time: Some(most), target: Some(target), ..Limits::default() }
    }

    /// A move has taken this long; false if that was more than there was.
    pub fn spend(&mut self, time: Duration) -> bool {
        let in_time = time <= self.left;
        let left = self.left.saturating_sub(time);
        self.left = left.saturating_add(self.increment);
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_any_length_stays_within_its_time() {
        let mut clock = GameClock::new(Duration::from_secs(600), Duration::ZERO);
        let mut spent = Duration::ZERO;
        for _ in 0..500 {
            let time = clock.limits().time.expect("a clock gives a time");
            assert!(clock.spend(time));
            spent += time;
        }
        assert!(spent <= Duration::from_secs(600));
    }

    #[test]
    fn a_move_never_takes_all_there_is() {
        for (left, increment) in [(1, 0), (1, 1), (4, 100), (20, 20), (1000, 5000)] {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let limits = GameClock::new(left, increment).limits();
            assert!(limits.target <= limits.time && limits.time < Some(left), "{left:?}+{increment:?}");
            assert!(limits.time > Some(Duration::ZERO));
        }
    }

    #[test]
    fn the_longest_times_do_no_harm() {
        let mut clock = GameClock::new(Duration::MAX, Duration::MAX);
        assert!(clock.limits().time.is_some());
        assert!(clock.spend(Duration::from_secs(1)));
        assert_eq!(clock.left(), Duration::MAX);
    }

    #[test]
    fn an_increment_is_nearly_all_spent() {
        let mut clock = GameClock::new(Duration::ZERO, Duration::from_secs(10));
        assert_eq!(clock.limits().time, Some(Duration::ZERO));
        assert!(clock.spend(Duration::ZERO));
        assert_eq!(clock.limits().target, Some(Duration::from_secs(9)));
        assert!(!clock.spend(Duration::from_secs(11)), "too late");
    }
}
