//! What a program tells while it thinks. It is taken as it comes: nothing depends on it.

use melee_core::Value;
use melee_core::value::WIN;

/// The last of everything that was info.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct EngineInfo {
    pub(super) depth: u32,
    pub(super) value: Value,
    pub(super) nodes: u64,
}

impl EngineInfo {
    /// `info depth 4 score cp 12 nodes 345 ...`; `score 12` in the dialect of chess4, `score mate 3` for wins.
    pub(super) fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let before = *self;
        while let Some(word) = words.next() {
            match word {
                "depth" => set(&mut self.depth, words.next()),
                "nodes" => set(&mut self.nodes, words.next()),
                "score" => self.value = score(&mut words).unwrap_or(self.value),
                "string" => return,
                "multipv" if words.next() != Some("1") => {
                    // Only its best line is what it means to play.
                    *self = before;
                    return;
                }
                _ => {}
            }
        }
    }
}

fn set<T: std::str::FromStr>(place: &mut T, word: Option<&str>) {
    if let Some(value) = word.and_then(|w| w.parse().ok()) {
        *place = value;
    }
}

fn score<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Value> {
    let number = |word: &str| {
        let value: i64 = word.parse().ok()?;
        Some(value.clamp(i64::from(-WIN), i64::from(WIN)) as Value)
    };
    match words.next()? {
        "cp" => number(words.next()?),
        "mate" => {
            let turns = number(words.next()?)?;
            let plies = turns.saturating_mul(2).saturating_abs().min(WIN / 2);
            Some(if turns < 0 { plies - WIN } else { WIN - plies })
        }
        word => number(word),
    }
}

/// From `option name Seed type spin default 0 min 0 max 4294967295`.
pub(super) fn largest_seed(line: &str) -> Option<u64> {
    let rest = line.strip_prefix("option name Seed type spin ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let place = words.iter().position(|&w| w == "max")?;
    words.get(place + 1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infos_of_both_dialects_and_of_nobody() {
        let mut info = EngineInfo::default();
        info.hear("info depth 4 score cp -12 time 3 nodes 345 nps 9 pv 4 4");
        assert_eq!(info, EngineInfo { depth: 4, value: -12, nodes: 345 });
        info.hear("info depth 5 time 1 nodes 400 pv h2h3 score 77 nps 1");
        assert_eq!((info.depth, info.value, info.nodes), (5, 77, 400));
        info.hear("info score mate -3");
        assert_eq!(info.value, 6 - WIN);
        info.hear("info depth 6 multipv 2 score cp 3 nodes 500");
        assert_eq!((info.depth, info.value), (5, 6 - WIN), "not its best line");
        let before = info;
        for line in [
            "info depth -1 nodes x score",
            "info string depth 9 nodes 9",
            "depth 9",
            "info depth 99999999999999999999 score cp",
            "",
        ] {
            info.hear(line);
            assert_eq!(info, before, "{line}");
        }
        info.hear("info score cp 99999999999");
        assert_eq!(info.value, WIN);
    }

    #[test]
    fn seeds_up_to_what_is_announced() {
        let line = "option name Seed type spin default 0 min 0 max 7";
        assert_eq!(largest_seed(line), Some(7));
        assert_eq!(largest_seed("option name Hash type spin max 7"), None);
    }
}
