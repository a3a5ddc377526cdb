//! Tests of `limits`.

use std::time::Duration;

use melee::search::*;

#[test]
fn limits_read_back() {
    for text in ["5000", "250ms", "2s", "d4", "d4+5000", "d4+5000+90s"] {
        let limits: Limits = text.parse().expect(text);
        assert_eq!(limits.to_string(), text);
    }
    assert_eq!("1.5s".parse(), Ok(Limits::time(Duration::from_millis(1500))));
    assert_eq!("1min".parse(), Ok(Limits::time(Duration::from_secs(60))));
    for bad in ["", "d", "d0", "d251", "0", "0s", "5000n", "n5000", "1+2", "d1+d2", "+", "-5", "1e3"] {
        assert!(bad.parse::<Limits>().is_err(), "{bad}");
    }
}

#[test]
fn durations_have_units() {
    assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
    assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
    assert_eq!(parse_duration("0.0000125min"), Ok(Duration::from_micros(750)));
    for bad in ["5", "s", ".s", "0s", "0.0000000001s", "99999999999999999999s", "-1s", "1e9999s", "5 s", "1h", "1..2s"]
    {
        assert!(parse_duration(bad).is_err(), "{bad}");
    }
}

/// They did not when they were computed with floating point.
#[test]
fn durations_read_back_to_the_last_billionth() {
    for text in ["123456789.123456789s", "18446744073709551615.999999999s", "0.000001ms", "1.000000007min", "1009.7ms"]
    {
        let time = parse_duration(text).expect(text);
        assert_eq!(parse_duration(&duration_text(time)), Ok(time), "{text}");
    }
}
