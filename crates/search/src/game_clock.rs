//! The time of one player for a whole game.

use std::time::Duration;

use crate::Limits;

/// A player's clock: what is left, and how much of it the next move may have.
///
/// ```
/// use std::time::Duration;
/// use melee_search::GameClock;
/// let mut clock = GameClock::new(Duration::from_secs(880), Duration::ZERO);
/// assert_eq!(clock.limits().time, Some(Duration::from_secs(20)));
/// clock.spend(Duration::from_secs(440));
/// assert_eq!(clock.limits().time, Some(Duration::from_secs(10)));
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

impl GameClock {
    /// So much time for all moves, and more after each.
    pub fn new(time: Duration, increment: Duration) -> Self {
        GameClock { left: time, increment }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What the next move may spend, with iterations only begun that should end in time.
    pub fn limits(&self) -> Limits {
        let increment = self.increment / 100 * SPENT_OF_INCREMENT;
        let share = (self.left / MOVES).saturating_add(increment);
        Limits { time: Some(share.min(self.left)), predict: true, ..Limits::default() }
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
        assert!(clock.limits().time > Some(Duration::from_secs(9)));
        assert!(!clock.spend(Duration::from_secs(11)), "too late");
    }
}
