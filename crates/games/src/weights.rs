//! Weights of an evaluation given one by one, as `last:6+balance:0.1`.

/// The names and values of weights; `None` if the text is none, or a value is not within 0 and
/// 100,000.
pub(crate) fn parse(text: &str) -> Option<Vec<(&str, f64)>> {
    text.split('+')
        .map(|item| {
            let (name, value) = item.split_once(':')?;
            let value: f64 = value.parse().ok()?;
            (0.0..=100_000.0).contains(&value).then_some((name, value))
        })
        .collect()
}

/// Sets the weights that a text names, each kept in thousandths; `None` for a name that is not there or a value above
/// 1,000.
pub(crate) fn set_thousandths(weights: &mut [(&'static str, &mut i64)], text: &str) -> Option<()> {
    for (name, value) in parse(text)? {
        let (_, weight) = weights.iter_mut().find(|(own, _)| *own == name && value <= 1000.0)?;
        **weight = (value * 1000.0).round() as i64;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn weights_have_names_and_values_in_range() {
        let weights = parse("last:6+balance:0.1");
        assert_eq!(weights, Some(vec![("last", 6.0), ("balance", 0.1)]));
        for bad in ["", "last", "last:", "last:x", "last:-1", "last:1e9", "last:NaN", "a:1+"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
