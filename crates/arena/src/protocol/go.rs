//! `go`: how long to think.

use std::time::Duration;

use melee::core::Dialect;
use melee::{GameClock, Limits, Player};

use super::{dialect, shortened};

/// What follows `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    limits: Limits,
    /// Times and increments by player.
    clocks: Vec<(usize, bool, Duration)>,
    /// Only count leaves.
    pub(super) perft: Option<u32>,
}

/// Kept of every time for the way there and back.
const LAG: Duration = Duration::from_millis(5);

impl Go {
    pub(super) fn parse(text: &str, dialect: &Dialect) -> Result<Self, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if matches!(word, "infinite" | "ponder") {
                continue;
            }
            let mut number = || -> Result<u64, String> {
                let value = words.next().unwrap_or_default();
                // Some programs send times below zero when a flag has fallen.
                let value = if value.starts_with('-') { "0" } else { value };
                let wrong = |_| format!("go {}: expected a number", shortened(word));
                value.parse().map_err(wrong)
            };
            match word {
                "depth" => go.limits.depth = Some(clamp(number()?).clamp(1, 250)),
                "nodes" => go.limits.nodes = Some(number()?.max(1)),
                "movetime" => {
                    let time = Duration::from_millis(number()?);
                    go.limits.time = Some(time.saturating_sub(LAG).max(Duration::from_millis(1)));
                }
                "perft" => go.perft = Some(clamp(number()?)),
                "movestogo" | "mate" => {
                    number()?;
                }
                _ => {
                    let (player, is_increment) = dialect::clock(dialect, word)
                        .ok_or_else(|| format!("go: unknown word '{}'", shortened(word)))?;
                    let time = Duration::from_millis(number()?);
                    go.clocks.push((player, is_increment, time));
                }
            }
        }
        Ok(go)
    }

    /// What the player to move may spend, who has at most so many moves still to make.
    pub(super) fn limits(&self, player: Player, moves: Option<u32>) -> Limits {
        let of = |is_increment: bool| {
            let mine = |c: &&(usize, bool, Duration)| c.0 == player.index() && c.1 == is_increment;
            self.clocks.iter().find(mine).map(|&(_, _, time)| time)
        };
        let mut limits = self.limits;
        if let (None, Some(left)) = (limits.time, of(false)) {
            let increment = of(true).unwrap_or_default();
            let clock = GameClock::new(left.saturating_sub(LAG), increment).limits_for(moves);
            limits.time = clock.time.map(|t| t.max(Duration::from_millis(1)));
            limits.target = clock.target;
        }
        limits.or(Limits::endless())
    }
}

fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOURS: Dialect = Dialect { protocol: "uci", clocks: &["r", "b", "y", "g"], bare_scores: true };

    #[test]
    fn clocks_in_the_words_of_a_dialect() {
        let go = Go::parse("rtime 88000 btime 44000 binc 1000", &COLOURS).expect("fine");
        let time = |seat: usize| go.limits(Player::new(seat), None).target;
        let share = |seconds: u64| Duration::from_secs(seconds).saturating_sub(LAG) / 44;
        assert_eq!(time(0), Some(share(88)));
        let expected = share(44) + Duration::from_millis(900);
        assert_eq!(time(1), Some(expected));
        assert_eq!(time(2), None, "no clock of his, no limit");
    }

    #[test]
    fn words_and_numbers_are_checked() {
        let wrong = |text| Go::parse(text, &Dialect::UGI).expect_err(text);
        assert_eq!(wrong("depth"), "go depth: expected a number");
        assert_eq!(wrong("depth x"), "go depth: expected a number");
        assert_eq!(wrong("fast 3"), "go: unknown word 'fast'");
        assert_eq!(wrong("p0time 3"), "go: unknown word 'p0time'");
        let go = Go::parse("movetime -5 depth 0 nodes 0", &Dialect::UGI).expect("fine");
        let limits = go.limits(Player::FIRST, None);
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert_eq!(limits.time, Some(Duration::from_millis(1)));
    }
}
