//! Numbers for people.

/// `1234567` as `1,234,567`.
///
/// ```
/// assert_eq!(melee_lab::numbers::grouped(1_234_567), "1,234,567");
/// assert_eq!(melee_lab::numbers::grouped(999), "999");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `250 ms`, `90 s`, `12 min`, `3.4 h`, `12.0 d`.
///
/// ```
/// assert_eq!(melee_lab::numbers::duration(0.25), "250 ms");
/// assert_eq!(melee_lab::numbers::duration(12_240.0), "3.4 h");
/// ```
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} d", s / 86_400.0),
    }
}
