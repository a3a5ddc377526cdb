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

/// Weights with names, each kept as a whole number of parts.
pub(crate) trait NamedWeights: Copy + 'static {
    type Part: Part;
    /// So many parts make one.
    const PARTS: f64;

    /// The sets that are known by name, the default first.
    fn known() -> &'static [(&'static str, Self)];

    /// Every weight by its name.
    fn fields(&mut self) -> Vec<(&'static str, &mut Self::Part)>;

    /// One of the known sets, or the default with the weights changed that the text names; `None` for a name that is not
    /// there or a value above 1,000.
    fn read(text: &str) -> Option<Self> {
        if let Some((_, weights)) = Self::known().iter().find(|(name, _)| *name == text) {
            return Some(*weights);
        }
        let (_, mut weights) = *Self::known().first()?;
        for (name, value) in parse(text)? {
            let field = weights.fields().into_iter().find(|(own, _)| *own == name && value <= 1000.0);
            *field?.1 = Part::nearest(value * Self::PARTS);
        }
        Some(weights)
    }

    /// All weights by their names, so that [`read`](Self::read) reads them back.
    fn list(mut self) -> Vec<(&'static str, f64)> {
        self.fields().into_iter().map(|(name, part)| (name, part.value() / Self::PARTS)).collect()
    }
}

/// The weights of a type with sets in `NAMED`: so many parts make one, and every field has its name.
macro_rules! named_weights {
    ($weights:ty: $part:ty, $parts:expr; $($name:literal => $field:ident),* $(,)?) => {
        impl $crate::weights::NamedWeights for $weights {
            type Part = $part;
            const PARTS: f64 = $parts;

            fn known() -> &'static [(&'static str, Self)] {
                &Self::NAMED
            }

            fn fields(&mut self) -> Vec<(&'static str, &mut $part)> {
                vec![$(($name, &mut self.$field)),*]
            }
        }
    };
}
pub(crate) use named_weights;

/// A number of parts of a weight.
pub(crate) trait Part: Copy {
    fn nearest(value: f64) -> Self;
    fn value(self) -> f64;
}

macro_rules! parts {
    ($($number:ty),*) => {$(
        impl Part for $number {
            fn nearest(value: f64) -> Self {
                value.round() as $number
            }

            fn value(self) -> f64 {
                self as f64
            }
        }
    )*};
}
parts!(i32, i64);

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
