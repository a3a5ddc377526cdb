//! Opponent policies by name.

use super::SpecError;
use crate::tree::{Policy, Rest, Searchers};

/// `brs`, `brs+` and `brs(s,m)`: m is 0 if the rest passes, else C minus s.
pub(super) fn parse_policy(name: &str) -> Result<Option<Policy>, SpecError> {
    let policy = |searchers, rest| Ok(Some(Policy { searchers, rest }));
    match name {
        "brs" => return policy(Searchers::Count(1), Rest::Pass),
        "brs+" => return policy(Searchers::Count(1), Rest::Bmom),
        _ => {}
    }
    let Some(inside) = name.strip_prefix("brs(") else {
        return Ok(None);
    };
    let bad = |problem: &str| SpecError::BadPolicy {
        name: name.to_string(),
        problem: problem.to_string(),
    };
    let (s, m) = inside
        .strip_suffix(')')
        .and_then(|inside| inside.split_once(','))
        .ok_or_else(|| bad("expected brs(s,m), such as brs(1,C-1) or brs(2,0)"))?;
    let (s, m) = (s.trim(), m.trim());
    let searchers = match s {
        "C" => Searchers::All,
        "C-1" => Searchers::AllButOne,
        number => Searchers::Count(
            number
                .parse()
                .ok()
                .filter(|&s: &u8| s <= 7)
                .ok_or_else(|| bad("s is a number of opponents from 0 to 7, C or C-1"))?,
        ),
    };
    let rest_is_bmom = match (searchers, m) {
        (Searchers::All, "0") => true,
        (_, "0") => false,
        (Searchers::AllButOne, "1") | (Searchers::Count(0), "C") => true,
        (Searchers::Count(s), m) => {
            let written = m.strip_prefix("C-").and_then(|k| k.parse().ok());
            // C - s may also be written as a number; which one is right depends on the players.
            written == Some(s) || m.parse::<u8>().is_ok_and(|m| m > 0 && s + m <= 7)
        }
        _ => false,
    };
    match (m, rest_is_bmom) {
        (_, true) => policy(searchers, Rest::Bmom),
        ("0", false) => policy(searchers, Rest::Pass),
        _ => Err(bad(
            "m is 0 (the rest pass) or C minus s (they play their BMOM)",
        )),
    }
}
