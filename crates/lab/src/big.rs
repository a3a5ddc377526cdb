//! Large numbers.

use num_bigint::BigUint;

pub(crate) fn choose(n: u32, k: u32) -> BigUint {
    let mut result = BigUint::from(1u32);
    for i in 0..k {
        result = result * (n - i) / (i + 1);
    }
    result
}

/// A number as `1.70e24`.
pub(crate) fn scientific(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() < 4 {
        return digits;
    }
    // Rounded by its fourth digit.
    let leading: u32 = digits[..4].parse().expect("digits");
    let (rounded, exponent) = match (leading + 5) / 10 {
        1000 => (100, digits.len()),
        rounded => (rounded, digits.len() - 1),
    };
    format!("{}.{:02}e{exponent}", rounded / 100, rounded % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten() {
        let text = |n: u64| scientific(&BigUint::from(n));
        assert_eq!([text(7), text(1234), text(1235), text(9_999_999)], ["7", "1.23e3", "1.24e3", "1.00e7"]);
        assert_eq!(choose(61, 3), BigUint::from(35_990u32));
    }
}
