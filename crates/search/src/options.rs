//! Options of searches: each said once, with its name, its words, what it takes and what it sets.
//!
//! Parser, error messages, lists and menus are made from an [`Opt`]; so is the default, which is
//! what a search's plain settings have.

use std::fmt::Display;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;

use melee_core::Description;
use serde::Serialize;

use crate::table::Replacement;

/// An option of a search with settings `S`.
pub struct Opt<S> {
    pub name: &'static str,
    pub summary: &'static str,
    pub values: String,
    /// A value it takes.
    pub example: String,
    set: Box<Setter<S>>,
    show: Box<Shower<S>>,
    /// Values worth a try where it has this one.
    near: Box<Near>,
}

type Setter<S> = dyn Fn(&mut S, &str) -> Option<()> + Send + Sync;
type Shower<S> = dyn Fn(&S) -> String + Send + Sync;
type Near = dyn Fn(&str, &Description) -> Vec<String> + Send + Sync;

/// A field of settings.
///
/// Closures such as `|s| &mut s.killers` are fields.
pub trait Field<S, T>: for<'a> Fn(&'a mut S) -> &'a mut T + Send + Sync + Clone + 'static {}
impl<S, T, F: for<'a> Fn(&'a mut S) -> &'a mut T + Send + Sync + Clone + 'static> Field<S, T> for F {}

impl<S: Clone + 'static> Opt<S> {
    /// An option whose values are read and written by functions; reading gives `None` for what it
    /// does not take.
    pub fn new<T: Clone + 'static>(
        name: &'static str,
        values: impl Into<String>,
        example: impl Into<String>,
        summary: &'static str,
        field: impl Field<S, T>,
        read: impl Fn(&str) -> Option<T> + Send + Sync + 'static,
        write: impl Fn(&T) -> String + Send + Sync + 'static,
    ) -> Self {
        let of = field.clone();
        Opt {
            name,
            summary,
            values: values.into(),
            example: example.into(),
            set: Box::new(move |settings, text| {
                *field(settings) = read(text)?;
                Some(())
            }),
            show: Box::new(move |settings| write(of(&mut settings.clone()))),
            near: Box::new(|_, _| Vec::new()),
        }
    }

    /// Who looks for the strongest settings tries these values: a function of the value it has and of what the game says
    /// about itself. Options of which nothing is said stay as they are.
    #[must_use]
    pub fn trying(self, near: impl Fn(&str, &Description) -> Vec<String> + Send + Sync + 'static) -> Self {
        Opt { near: Box::new(near), ..self }
    }

    /// Nobody tries other values: it is not about strength.
    #[must_use]
    pub fn fixed(self) -> Self {
        Opt { near: Box::new(|_, _| Vec::new()), ..self }
    }

    /// `on` or `off`.
    pub fn switch(name: &'static str, summary: &'static str, field: impl Field<S, bool>) -> Self {
        let write = |&on: &bool| if on { "on" } else { "off" }.to_string();
        let option = Opt::new(name, "on or off", "on", summary, field, parse_switch, write);
        option.trying(|now, _| others(&["on", "off"], now))
    }

    /// A whole number.
    pub fn number<T>(
        name: &'static str,
        range: RangeInclusive<T>,
        summary: &'static str,
        field: impl Field<S, T>,
    ) -> Self
    where
        T: Display + PartialOrd + Copy + Send + Sync + WholeNumber + 'static,
    {
        let values = number_words(&range);
        let example = range.end().example(*range.start()).to_string();
        let read = move |text: &str| T::read(text).filter(|n| range.contains(n));
        let option = Opt::new(name, values, example, summary, field, read, T::to_string);
        option.trying(|now, _| numbers_near(now, ""))
    }

    /// A whole number, or `off`.
    pub fn number_or_off<T>(
        name: &'static str,
        range: RangeInclusive<T>,
        summary: &'static str,
        field: impl Field<S, Option<T>>,
    ) -> Self
    where
        T: Display + PartialOrd + Copy + Send + Sync + WholeNumber + 'static,
    {
        let values = format!("off or {}", number_words(&range));
        let example = range.end().example(*range.start()).to_string();
        let read = move |text: &str| match text {
            "off" => Some(None),
            number => T::read(number).filter(|n| range.contains(n)).map(Some),
        };
        let first = example.clone();
        let option = Opt::new(name, values, example, summary, field, read, or_off(T::to_string));
        option.trying(move |now, _| numbers_near(now, &first))
    }

    /// A weight from 0 to 1000.
    pub fn weight(name: &'static str, summary: &'static str, field: impl Field<S, f64>) -> Self {
        let option = Opt::new(name, WEIGHTS, "0.7", summary, field, read_weight, f64::to_string);
        option.trying(|now, _| weights_near(now))
    }

    /// A weight from 0 to 1000, or `off`.
    pub fn weight_or_off(name: &'static str, summary: &'static str, field: impl Field<S, Option<f64>>) -> Self {
        let read = |text: &str| match text {
            "off" => Some(None),
            weight => read_weight(weight).map(Some),
        };
        let option = Opt::new(name, format!("off or {WEIGHTS}"), "0.7", summary, field, read, or_off(f64::to_string));
        option.trying(|now, _| weights_near(now))
    }

    /// A share in thousandths.
    pub fn share(name: &'static str, summary: &'static str, field: impl Field<S, u32>) -> Self {
        let write = |&permille: &u32| format!("{}%", f64::from(permille) / 10.0);
        let values = "a share from 0% to 100%, such as 5%";
        let option = Opt::new(name, values, "5%", summary, field, parse_permille, write);
        option.trying(|now, _| shares_near(now))
    }

    /// One of several words.
    pub fn choice<T: PartialEq + Copy + Send + Sync + 'static>(
        name: &'static str,
        choices: &'static [(&'static str, T)],
        summary: &'static str,
        field: impl Field<S, T>,
    ) -> Self {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let read = |text: &str| Some(choices.iter().find(|(word, _)| *word == text)?.1);
        let write = |value: &T| {
            let word = choices.iter().find(|(_, choice)| choice == value);
            word.map_or_else(String::new, |(word, _)| (*word).to_string())
        };
        let example = words.last().copied().unwrap_or_default();
        let option = Opt::new(name, any_of(&words), example, summary, field, read, write);
        option.trying(move |now, _| others(&words, now))
    }

    /// One of several words, or `off`.
    pub fn choice_or_off<T: PartialEq + Copy + Send + Sync + 'static>(
        name: &'static str,
        choices: &'static [(&'static str, T)],
        summary: &'static str,
        field: impl Field<S, Option<T>>,
    ) -> Self {
        let mut words = vec!["off"];
        words.extend(choices.iter().map(|(word, _)| *word));
        let read = |text: &str| match text {
            "off" => Some(None),
            text => Some(Some(choices.iter().find(|(word, _)| *word == text)?.1)),
        };
        let write = or_off(|value: &T| {
            let word = choices.iter().find(|(_, choice)| choice == value);
            word.map_or_else(String::new, |(word, _)| (*word).to_string())
        });
        let example = words.last().copied().unwrap_or_default();
        let option = Opt::new(name, any_of(&words), example, summary, field, read, write);
        option.trying(move |now, _| others(&words, now))
    }

    /// A transposition table.
    pub fn table(name: &'static str, summary: &'static str, field: impl Field<S, Option<TableSize>>) -> Self {
        let values = format!("off or {}", table_words());
        let read = |text: &str| match text {
            "off" => Some(None),
            text => TableSize::read(text).map(Some),
        };
        let write = or_off(TableSize::to_string);
        let option = Opt::new(name, values, "two-deep/1MiB", summary, field, read, write);
        option.trying(|now, _| tables_near(now))
    }

    /// A transposition table that cannot be left out.
    pub fn needed_table(name: &'static str, summary: &'static str, field: impl Field<S, TableSize>) -> Self {
        let (read, write) = (TableSize::read, TableSize::to_string);
        let values = table_words();
        Opt::new(name, values, "two-deep/1MiB", summary, field, read, write)
    }

    /// Sets it; `None` if it does not take the value.
    pub(crate) fn set(&self, settings: &mut S, value: &str) -> Option<()> {
        (self.set)(settings, value)
    }

    /// What it has in these settings, and values worth a try instead that it takes.
    pub(crate) fn neighbours(&self, settings: &S, game: &Description) -> Neighbours {
        let now = (self.show)(settings);
        let mut values: Vec<String> = Vec::new();
        for value in (self.near)(&now, game) {
            let is_taken = self.set(&mut settings.clone(), &value).is_some();
            if is_taken && value != now && !values.contains(&value) {
                values.push(value);
            }
        }
        Neighbours { option: self.name, now, values }
    }

    /// What is said of it, with the value it has in these settings as the default.
    pub(crate) fn info(&self, default: &S) -> OptionInfo {
        OptionInfo {
            name: self.name,
            values: self.values.clone(),
            default: (self.show)(default),
            example: self.example.clone(),
            summary: self.summary,
        }
    }
}

/// An option in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    pub name: &'static str,
    pub values: String,
    /// What holds without it.
    pub default: String,
    /// A value it takes.
    pub example: String,
    pub summary: &'static str,
}

/// An option as it is set, and what else might be stronger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbours {
    pub option: &'static str,
    pub now: String,
    /// Values that are worth a try.
    pub values: Vec<String>,
}

/// The size of a transposition table, and who stays in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// Which of two positions with one place stays.
    pub scheme: Replacement,
    pub bytes: u64,
}

impl TableSize {
    /// What strong settings take.
    pub const STRONG: TableSize = TableSize { scheme: Replacement::TwoDeep, bytes: 64 << 20 };

    /// The same scheme in another size.
    #[must_use]
    pub(crate) fn of_bytes(self, bytes: u64) -> Self {
        TableSize { bytes, ..self }
    }

    /// `deep/64MiB`.
    fn read(text: &str) -> Option<Self> {
        let (scheme, size) = text.split_once('/')?;
        Some(TableSize { scheme: scheme.parse().ok()?, bytes: parse_size(size).ok().filter(|&bytes| bytes > 0)? })
    }
}

impl Display for TableSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.scheme, size_text(self.bytes))
    }
}

fn table_words() -> String {
    let names = Replacement::NAMES.map(|(name, _)| name);
    format!("SCHEME/SIZE with SCHEME {} and SIZE a positive number with {}", any_of(&names), unit_words())
}

/// A number type with a largest value and something to show.
pub trait WholeNumber {
    /// The largest there is.
    const LARGEST: Self;
    /// Reads a whole number; one that is larger than the largest is as good as that.
    fn read(text: &str) -> Option<Self>
    where
        Self: Sized;
    /// A number between `low` and this.
    #[must_use]
    fn example(self, low: Self) -> Self;
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl WholeNumber for $number {
            const LARGEST: Self = <$number>::MAX;
            fn read(text: &str) -> Option<Self> {
                match text.parse() {
                    Ok(number) => Some(number),
                    Err(error) if *std::num::ParseIntError::kind(&error) == IntErrorKind::PosOverflow => Some(<$number>::MAX),
                    Err(_) => None,
                }
            }
            fn example(self, low: Self) -> Self {
                self.min(low + 2)
            }
        }
    )*};
}
whole_numbers!(u8, u32, u64, usize, i32);

fn number_words<T: Display + PartialEq + WholeNumber>(range: &RangeInclusive<T>) -> String {
    if *range.end() == T::LARGEST {
        format!("a number of at least {}", range.start())
    } else {
        format!("a number from {} to {}", range.start(), range.end())
    }
}

const WEIGHTS: &str = "a weight from 0 to 1000";

fn read_weight(text: &str) -> Option<f64> {
    text.parse().ok().filter(|weight| (0.0..=1000.0).contains(weight))
}

/// All words but this one.
pub(crate) fn others(words: &[&str], now: &str) -> Vec<String> {
    words.iter().filter(|word| **word != now).map(|word| (*word).to_string()).collect()
}

/// Half, twice and one more or less of a number; where it is off, or nothing, the first number there is and more.
fn numbers_near(now: &str, first: &str) -> Vec<String> {
    // Somebody may have given the largest number there is.
    let texts = |numbers: &[Option<i64>]| numbers.iter().flatten().map(ToString::to_string).collect::<Vec<_>>();
    match now.parse::<i64>() {
        Ok(0) => texts(&[1, 2, 4].map(Some)),
        Ok(number) => {
            let near = [Some(number / 2), number.checked_mul(2), number.checked_add(1), number.checked_sub(1)];
            [texts(&near), vec!["off".to_string()]].concat()
        }
        Err(_) => match first.parse::<i64>() {
            Ok(first) => texts(&[1, 4, 16].map(|factor| first.checked_mul(factor))),
            Err(_) => Vec::new(),
        },
    }
}

/// Half and twice a weight and none; from none, small ones.
fn weights_near(now: &str) -> Vec<String> {
    match now.parse::<f64>() {
        Ok(weight) if weight > 0.0 => vec![(weight / 2.0).to_string(), (weight * 2.0).to_string(), "0".to_string()],
        _ => ["0.2", "0.7", "2"].map(str::to_string).to_vec(),
    }
}

/// Half and twice a share and none; from none, small ones.
fn shares_near(now: &str) -> Vec<String> {
    match parse_permille(now) {
        Some(permille) if permille > 0 => {
            [permille / 2, permille * 2, 0].map(|p| format!("{}%", f64::from(p) / 10.0)).to_vec()
        }
        _ => ["10%", "30%"].map(str::to_string).to_vec(),
    }
}

/// A quarter and four times the size, and none.
fn tables_near(now: &str) -> Vec<String> {
    match TableSize::read(now) {
        Some(TableSize { scheme, bytes }) => {
            let sized = |bytes| TableSize { scheme, bytes }.to_string();
            vec![sized((bytes / 4).max(1 << 16)), sized(bytes.saturating_mul(4)), "off".to_string()]
        }
        None => vec![TableSize::STRONG.to_string(), "two-deep/1MiB".to_string()],
    }
}

fn or_off<T>(write: impl Fn(&T) -> String + Send + Sync) -> impl Fn(&Option<T>) -> String {
    move |value| value.as_ref().map_or_else(|| "off".to_string(), &write)
}

/// `a, b or c`.
fn any_of(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `5%` or `2.5%`, at most 100 %, in thousandths.
fn parse_permille(text: &str) -> Option<u32> {
    let percent: f64 = text.strip_suffix('%')?.parse().ok()?;
    (0.0..=100.0).contains(&percent).then(|| (percent * 10.0).round() as u32)
}

/// A text that is not a size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a size, expected a number with {units}", units = unit_words())]
pub struct SizeError(String);

/// The units of sizes, the largest first, with the bits they shift by.
const UNITS: [(&str, u32); 5] = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10), ("B", 0)];

/// What stands behind the number of a size, for all who refuse one.
fn unit_words() -> String {
    let mut units = UNITS.map(|(name, _)| name);
    units.reverse();
    format!("{}, such as 64MiB", any_of(&units))
}

/// Reads a size in bytes.
///
/// ```
/// use melee_search::parse_size;
/// assert_eq!(parse_size("64MiB"), Ok(64 << 20));
/// assert_eq!(parse_size("1000"), Ok(1000));
/// let refusal = parse_size("64 elephants").expect_err("no unit");
/// assert!(refusal.to_string().ends_with("expected a number with B, KiB, MiB, GiB or TiB, such as 64MiB"));
/// ```
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let wrong = || SizeError(crate::shortened(text));
    let digits = text.find(|c: char| !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let unit = if unit.is_empty() { "B" } else { unit.trim() };
    let (_, shift) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let size = number.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift));
    size.ok_or_else(wrong)
}

/// Writes a size so that it reads back.
pub fn size_text(bytes: u64) -> String {
    let fits = |(_, shift): &&(&str, u32)| bytes > 0 && bytes.trailing_zeros() >= *shift;
    let (unit, shift) = UNITS.iter().find(fits).unwrap_or(&("B", 0));
    format!("{}{unit}", bytes >> shift)
}
