//! Other people's texts in messages.

use std::borrow::Cow;

/// As much of a text as belongs into a message, in one line.
///
/// ```
/// assert_eq!(melee_core::shortened("two\nlines"), "two\\nlines");
/// ```
pub fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", in_one_line(&text[..end])),
        None => in_one_line(text).into_owned(),
    }
}

/// With what ends lines and moves cursors written out.
fn in_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let mut line = String::new();
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line.into()
}

/// A message in one line, without its middle where a whole file got into it: what is wrong stands at the beginning,
/// what was expected at the end.
///
/// ```
/// let message = format!("'{}' is no move, expected x,y", "z".repeat(1_000_000));
/// let said = melee_core::abridged(&message);
/// assert!(said.len() < 1500 && said.starts_with("'zz") && said.ends_with("zz' is no move, expected x,y"));
/// ```
pub fn abridged(message: &str) -> Cow<'_, str> {
    const KEPT: usize = 600;
    // Bytes first: counting the characters of a long text takes its time.
    if message.len() <= 2 * KEPT {
        return in_one_line(message);
    }
    let head = message.char_indices().nth(KEPT).map_or(message.len(), |(place, _)| place);
    let tail = message.char_indices().rev().nth(KEPT - 1).map_or(0, |(place, _)| place);
    if tail <= head {
        return in_one_line(message);
    }
    format!("{} ... {}", in_one_line(&message[..head]), in_one_line(&message[tail..])).into()
}
