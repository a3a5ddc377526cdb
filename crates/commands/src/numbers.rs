//! Numbers and texts as people write and read them.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use melee::GameClock;
use melee::search::{MAX_THREADS, RankedLine, parse_duration};
pub(crate) use melee_lab::numbers::grouped;

/// A text, or where it stops being one.
pub(crate) fn utf8(bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|e| anyhow::anyhow!("not UTF-8 at byte {}", e.utf8_error().valid_up_to()))
}

/// A number of threads of one search.
pub(crate) fn parse_search_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|n| (1..=MAX_THREADS).contains(n));
    threads.ok_or_else(|| format!("expected 1 to {MAX_THREADS}"))
}

/// A number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    parse_within(1, 1024)(text)
}

/// A number from one to another, and no other range in the refusal than this, whatever the number is stored in.
pub(crate) fn parse_within<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected {least} to {most}"))
    }
}

/// A number of players, or that of a player; the game says which there are.
pub(crate) fn parse_players(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number such as 2".to_string())
}

/// `10min` or `10min+5s`: the time for a game, and what each move adds.
pub(crate) fn parse_clock(text: &str) -> Result<GameClock, String> {
    let (time, increment) = match text.split_once('+') {
        Some((time, increment)) => (time, parse_duration(increment)),
        None => (text, Ok(Duration::ZERO)),
    };
    match (parse_duration(time), increment) {
        (Ok(time), Ok(increment)) => Ok(GameClock::new(time, increment)),
        _ => Err("expected a time for the game such as 10min or 10min+5s".to_string()),
    }
}

/// A difference of shares such as `10%`.
pub(crate) fn parse_difference(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|t| t.parse::<f64>().ok());
    percent
        .filter(|p| (0.1..=100.0).contains(p))
        .map(|p| p / 100.0)
        .ok_or_else(|| "expected a difference of shares from 0.1% to 100%, such as 10%".to_string())
}

/// How many of the best moves are asked for.
pub(crate) fn parse_lines(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of moves, at least 1".to_string())
}

/// `1 ply`, `2 plies`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A rate with a unit that keeps it short: `12.3 M/s`.
pub(crate) fn rate(count: u64, seconds: f64) -> String {
    let per_second = count as f64 / seconds.max(1e-9);
    match per_second {
        r if r >= 1e6 => format!("{:.1} M/s", r / 1e6),
        r if r >= 1e3 => format!("{:.1} k/s", r / 1e3),
        r => format!("{r:.1} /s"),
    }
}

/// A value with its sign, the result it stands for, or points out of millionths.
pub(crate) fn value(line: &RankedLine<String>, are_points: bool) -> String {
    let value = line.value;
    match line.proven {
        Some(proven) => {
            let result = proven.result.name();
            match proven.plies {
                Some(plies) => format!("{result} in {}", counted(plies.into(), "ply", "plies")),
                None => result.to_string(),
            }
        }
        None if are_points && melee::core::value::plies_to_end(value).is_none() => {
            let points = f64::from(value) / 1e6;
            format!("{points:.3} points{}", if line.complete { " (seen to the end)" } else { "" })
        }
        None => match melee::core::value::plies_to_end(value) {
            Some(plies) if value > 0 => format!("{value:+} (a win in {plies} expected)"),
            Some(plies) => format!("{value:+} (a loss in {plies} expected)"),
            None => format!("{value:+}"),
        },
    }
}
