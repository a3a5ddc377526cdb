//! Sizes such as `64MiB`.

/// A text that is not a size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a size, expected a number with B, KiB, MiB or GiB, such as 64MiB")]
pub struct SizeError(String);

/// Reads a size in bytes.
///
/// ```
/// use melee_search::spec::parse_size;
/// assert_eq!(parse_size("64MiB"), Ok(64 << 20));
/// assert_eq!(parse_size("1000"), Ok(1000));
/// assert!(parse_size("64 elephants").is_err());
/// ```
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let digits = text.find(|c: char| !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let shift = match unit.trim() {
        "" | "B" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        "TiB" => 40,
        _ => return Err(SizeError(text.to_string())),
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(1 << shift))
        .ok_or_else(|| SizeError(text.to_string()))
}
