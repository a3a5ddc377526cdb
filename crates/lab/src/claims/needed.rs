//! How many more games would decide what the intervals leave open, and what they cost.
//!
//! A lead is shown, four times in five, when it is 1.96 + 0.84 times its standard error (Cohen 1988, 2.2). What was played
//! counts: the lead after more games is between the measured one and the one that those games are expected to show, which
//! is the printed one. So a claim that began badly needs more games than one that nobody has tried.

use super::difference::Correlation;
use crate::{Estimate, Sample};

/// Of the normal distribution: what 95 % lie within, and what 80 % lie below.
const WITHIN: f64 = 1.96;
const POWER: f64 = 0.84;
/// Where no lead is printed, or none that way, a tenth of an even share is looked for: five points of a hundred between
/// two. If none is printed at all, one that is surely smaller does not count.
pub(super) const LEAST: f64 = 0.1;
/// Nobody plays more games than this: where more would be needed, it is not reckoned how many.
pub(super) const MOST_GAMES: u64 = 10_000_000;

/// The games that a share is from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Played {
    table: String,
    /// Shares of one match are from the same games.
    name: String,
    games: u64,
    /// Of all points, as a part of one; a mean is nobody's share.
    share: Option<f64>,
    /// Of what one game gives, in points of a hundred, squared.
    variance: f64,
    /// What all would have if nobody were better, in percent.
    pub(super) even: f64,
    /// How long a game takes by the lab's own measurement.
    seconds: Option<f64>,
}

/// More games of a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MoreGames {
    pub(super) table: String,
    pub(super) name: String,
    pub(super) games: u64,
    /// Of one core, where a game's time is known.
    pub(super) seconds: Option<f64>,
}

/// What is to be shown of a difference, in points of a hundred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Aim {
    /// It is above nought, and further games are expected to show this much.
    Above { measured: f64, expected: f64 },
    /// It is within a margin, and further games are expected to show this much.
    Within { measured: f64, expected: f64, margin: f64 },
    /// It is within a margin or outside, whichever it seems to be, and further games are expected to show what was measured.
    Settled { measured: f64, margin: f64 },
}

impl Aim {
    /// The printed lead is expected, if there is one in the claim's direction.
    pub(super) fn above(measured: f64, printed: Option<f64>, even: f64) -> Self {
        let expected = printed.filter(|&lead| lead > 0.0).unwrap_or(LEAST * even);
        Aim::Above { measured, expected }
    }

    /// The printed difference is expected, if it is within the margin itself.
    pub(super) fn within(measured: f64, printed: Option<f64>, margin: f64) -> Self {
        let expected = printed.filter(|printed| printed.abs() < margin).unwrap_or(0.0);
        Aim::Within { measured, expected, margin }
    }

    /// What is left to expect of a difference that is known to this error: who has played so much that what was expected of
    /// an equality is ruled out is not to reckon with it any more.
    fn after(self, error: f64) -> Self {
        match self {
            Aim::Within { measured, expected, margin } if (measured - expected).abs() > WITHIN * error => {
                Aim::Settled { measured, margin }
            }
            _ => self,
        }
    }

    /// Is it shown when the difference is known to this error and this part of the games is new?
    fn is_shown(self, error: f64, new: f64) -> bool {
        let mixed = |measured: f64, expected: f64| measured + new * (expected - measured);
        let error = (WITHIN + POWER) * error;
        match self {
            Aim::Above { measured, expected } => mixed(measured, expected) > error,
            Aim::Within { measured, expected, margin } => mixed(measured, expected).abs() + error < margin,
            Aim::Settled { measured, margin } => (measured.abs() - margin).abs() > error,
        }
    }

    /// Is there a number of games that shows it, however large? What was measured right at a limit is not there to the
    /// last digit.
    fn is_ever_shown(self) -> bool {
        matches!(self, Aim::Settled { .. }) || self.is_shown(0.0, 1.0)
    }
}

impl Played {
    pub(super) fn new(table: &str, label: &str, sample: &Sample, seconds: Option<f64>) -> Self {
        // A duel has a row of its own; who plays with others stands behind the name of the match.
        let name =
            if label.contains(" against ") { label } else { label.rsplit_once(": ").map_or("", |(name, _)| name) };
        let games = sample.games.max(1);
        Played {
            table: table.to_string(),
            name: name.to_string(),
            games,
            share: Some(sample.points / games as f64),
            variance: variance(sample),
            even: sample.even,
            seconds,
        }
    }

    /// Of a mean over some games, with its interval.
    pub(super) fn of_mean(table: &str, label: &str, games: u64, mean: Estimate, seconds: Option<f64>) -> Self {
        let half = (mean.high - mean.low) / 2.0;
        let games = games.max(1);
        Played {
            table: table.to_string(),
            name: label.to_string(),
            games,
            share: None,
            variance: games as f64 * (half / WITHIN).powi(2),
            even: 50.0,
            seconds,
        }
    }

    /// Of the errors of two shares.
    pub(super) fn correlation(first: Option<&Played>, second: Option<&Played>) -> Correlation {
        match Played::shares_of_one_match(first, second) {
            Some((first, second)) => Correlation::of_one_match(first, second),
            None => Correlation::NONE,
        }
    }

    /// Of the errors of what a document prints for the two: its shares are not ours.
    pub(super) fn correlation_in_print(
        first: Option<&Played>,
        second: Option<&Played>,
        printed: [Estimate; 2],
    ) -> Correlation {
        match Played::shares_of_one_match(first, second) {
            Some(_) => Correlation::of_one_match(printed[0].value / 100.0, printed[1].value / 100.0),
            None => Correlation::NONE,
        }
    }

    fn shares_of_one_match(first: Option<&Played>, second: Option<&Played>) -> Option<(f64, f64)> {
        let (first, second) = first.zip(second).filter(|(first, second)| first.is_of_the_match_of(second))?;
        first.share.zip(second.share)
    }

    /// The least lead in points of a hundred that counts where the document prints none. Of a mean nobody knows.
    pub(super) fn least_lead(&self) -> Option<f64> {
        self.share.map(|_| LEAST * self.even)
    }

    fn is_of_the_match_of(&self, other: &Played) -> bool {
        (&self.table, &self.name) == (&other.table, &other.name)
    }

    /// The standard error of the share after more games.
    fn error(&self, more: u64) -> f64 {
        (self.variance / (self.games + more) as f64).sqrt()
    }

    fn more(&self, games: u64) -> MoreGames {
        let seconds = self.seconds.map(|seconds| seconds * games as f64);
        MoreGames { table: self.table.clone(), name: self.name.clone(), games, seconds }
    }
}

/// As the interval has it. Few blocks make a wide one that more blocks would not, so at most twice, and at least once,
/// that of games which are won or lost.
fn variance(sample: &Sample) -> f64 {
    let games = sample.games.max(1) as f64;
    let Estimate { low, high, .. } = sample.estimate();
    // As if half a point more had been won and lost: nobody's share is known to be nought.
    let share = (sample.points + 0.5) / (games + 1.0);
    let plain = 1e4 * share * (1.0 - share);
    let half = (high - low) / 2.0;
    (games * (half / WITHIN).powi(2)).clamp(plain, 2.0 * plain)
}

/// What would reach the first of some aims that is reached.
pub(super) fn soonest(aims: &[Aim], first: Option<&Played>, second: Option<&Played>) -> Vec<MoreGames> {
    let needs = aims.iter().map(|&aim| more_games(aim, first, second)).filter(|needs| !needs.is_empty());
    needs.min_by_key(|needs| needs[0].games).unwrap_or_default()
}

/// What would reach an aim for the difference of two shares, the second of which may be a plain number, or
/// [`MOST_GAMES`] where that is too few. None where there are no games to go on with, or no number of them would do.
fn more_games(aim: Aim, first: Option<&Played>, second: Option<&Played>) -> Vec<MoreGames> {
    let Some(first) = first else {
        return Vec::new();
    };
    let correlation = Played::correlation(Some(first), second);
    let error = |more: u64| correlation.error(first.error(more), second.map_or(0.0, |second| second.error(more)));
    let aim = aim.after(error(0));
    let is_shown = |more: u64| aim.is_shown(error(more), more as f64 / (first.games + more) as f64);
    if !aim.is_ever_shown() {
        return Vec::new();
    }
    let (mut too_few, mut enough) = (0, 1);
    while enough < MOST_GAMES && !is_shown(enough) {
        (too_few, enough) = (enough, MOST_GAMES.min(2 * enough));
    }
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        *(if is_shown(middle) { &mut enough } else { &mut too_few }) = middle;
    }
    let second = second.filter(|second| !first.is_of_the_match_of(second));
    [Some(first), second].into_iter().flatten().map(|played| played.more(enough)).collect()
}

/// What decides all of some comparisons: of each match the most that any of them asks for.
pub(super) fn together<'n>(needs: impl IntoIterator<Item = &'n MoreGames>) -> Vec<MoreGames> {
    let mut all: Vec<MoreGames> = Vec::new();
    for need in needs {
        match all.iter_mut().find(|known| (&known.table, &known.name) == (&need.table, &need.name)) {
            Some(known) if known.games < need.games => *known = need.clone(),
            Some(_) => {}
            None => all.push(need.clone()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;

    fn played(label: &str, points: f64, games: u64) -> Played {
        let sample = Sample { points, games, even: 50.0, blocks: Blocks::Blocks(Vec::new()) };
        let seconds = Some(3.0);
        Played { variance: 2500.0, ..Played::new("t", label, &sample, seconds) }
    }

    fn alone(aim: Aim, played: &Played) -> Option<MoreGames> {
        more_games(aim, Some(played), None).pop()
    }

    /// (2.8 * 50 / 10)^2 = 196 games show ten points, four times as many half of that.
    #[test]
    fn ten_points_need_two_hundred_games_and_five_four_times_as_many() {
        let duel = played("a against b", 42.0, 84);
        let all = |lead| {
            let more = alone(Aim::Above { measured: lead, expected: lead }, &duel).expect("games");
            (more.games + 84, more.seconds)
        };
        assert_eq!(all(10.0), (197, Some(3.0 * 113.0)));
        assert_eq!(all(5.0).0, 785);
    }

    #[test]
    fn a_claim_that_began_badly_needs_more_games() {
        let duel = played("a against b", 42.0, 84);
        let games = |measured| alone(Aim::Above { measured, expected: 10.0 }, &duel).expect("games").games;
        assert!(games(-5.0) > games(0.0) && games(0.0) > games(10.0), "{} {} {}", games(-5.0), games(0.0), games(10.0));
    }

    /// A thousand games in which one has 42 % leave nothing of an even match: (2.8 * 50 / 2)^2 = 4,900 games show that eight
    /// points are fewer than ten.
    #[test]
    fn what_is_ruled_out_is_not_expected_any_more() {
        let of = |games| {
            let duel = played("a against b", 0.42 * games as f64, games);
            let more = alone(Aim::within(-8.0, Some(0.8), 10.0), &duel).expect("games").games;
            more + games
        };
        assert!((4_900..=4_901).contains(&of(1000)), "{}", of(1000));
        assert!(of(100) < 1000, "{}: that may still be chance", of(100));
        let outside = played("a against b", 380.0, 1000);
        let more = alone(Aim::within(-12.0, Some(0.8), 10.0), &outside).expect("games").games;
        assert!((3_900..=3_901).contains(&more), "{more}: as many show that it is more than ten");
    }

    #[test]
    fn what_no_number_of_games_would_show_is_not_asked_for() {
        let duel = played("a against b", 42.0, 84);
        assert_eq!(alone(Aim::Within { measured: 0.0, expected: 0.0, margin: 0.0 }, &duel), None);
        assert!(alone(Aim::Within { measured: 2.0, expected: 0.0, margin: 10.0 }, &duel).is_some());
        assert!(more_games(Aim::above(3.0, None, 50.0), None, None).is_empty());
    }

    /// Ten million games show 0.044 points, and one that has 40.03 % is 0.03 from the limit.
    #[test]
    fn what_too_many_games_would_show_is_asked_for_with_the_most_that_anybody_plays() {
        let near = |measured: f64| {
            let duel = played("a against b", 400.0, 1000);
            alone(Aim::within(measured, None, 10.0), &duel).expect("games").games
        };
        assert!((1_000_000..MOST_GAMES).contains(&near(-9.9)), "{}", near(-9.9));
        assert_eq!([near(-9.97), near(-10.0), near(-10.03)], [MOST_GAMES; 3]);
        let tiny = Aim::Above { measured: 0.0, expected: 0.01 };
        assert_eq!(alone(tiny, &played("a against b", 42.0, 84)).map(|more| more.games), Some(MOST_GAMES));
    }

    /// After a thousand games that show nothing, few more tell that there is next to nothing, and many that there is five
    /// points after all; after as many that show five points it is the other way round.
    #[test]
    fn of_two_aims_the_one_that_is_reached_sooner_is_gone_for() {
        let long = played("a against b", 500.0, 1000);
        let needs = |measured| {
            let above = Aim::Above { measured, expected: 5.0 };
            let within = Aim::Within { measured, expected: 0.0, margin: 5.0 };
            let games = |aims: &[Aim]| soonest(aims, Some(&long), None).pop().expect("games").games;
            (games(&[above]), games(&[within]), games(&[above, within]))
        };
        let (above, within, both) = needs(0.0);
        assert!(within < above && both == within, "{above} {within} {both}");
        let (above, within, both) = needs(4.0);
        assert!(above < within && both == above, "{above} {within} {both}");
        assert_eq!(soonest(&[], Some(&long), None), []);
    }

    #[test]
    fn two_matches_are_both_gone_on_with_and_one_match_once() {
        let aim = Aim::Above { measured: 5.0, expected: 10.0 };
        let (a, b) = (played("a against b", 42.0, 84), played("a against c", 42.0, 84));
        let strangers = more_games(aim, Some(&a), Some(&b));
        assert_eq!(strangers.len(), 2);
        let (a, b) = (played("all: a", 30.0, 84), played("all: b", 30.0, 84));
        let siblings = more_games(aim, Some(&a), Some(&b));
        assert_eq!(siblings.len(), 1);
        assert!(siblings[0].games > strangers[0].games, "what one wins the other does not");
    }

    #[test]
    fn printed_shares_of_a_match_go_together_as_the_print_has_them() {
        let [a, b, stranger] = ["all: a", "all: b", "others: b"].map(|label| played(label, 0.0, 84));
        let printed = [40.0, 30.0].map(|share| Estimate::within(share, 5.0));
        let of = |a, b| Played::correlation_in_print(Some(a), b, printed);
        assert_eq!(of(&a, Some(&b)), Correlation::of_one_match(0.4, 0.3));
        assert_ne!(of(&a, Some(&b)), Played::correlation(Some(&a), Some(&b)));
        assert_eq!(of(&a, Some(&stranger)), Correlation::NONE);
        assert_eq!(of(&a, None), Correlation::NONE);
    }

    #[test]
    fn what_is_expected_is_the_print_or_a_tenth_of_an_even_share() {
        let above = |expected| Aim::Above { measured: 1.0, expected };
        assert_eq!(Aim::above(1.0, Some(8.0), 50.0), above(8.0));
        assert_eq!(Aim::above(1.0, None, 50.0), above(5.0));
        assert_eq!(Aim::above(1.0, Some(-3.0), 25.0), above(2.5));
        let within = |expected| Aim::Within { measured: 1.0, expected, margin: 10.0 };
        assert_eq!(Aim::within(1.0, Some(-4.0), 10.0), within(-4.0));
        assert_eq!(Aim::within(1.0, None, 10.0), within(0.0));
        assert_eq!(Aim::within(1.0, Some(12.0), 10.0), within(0.0));
    }

    #[test]
    fn the_spread_is_that_of_the_interval_within_bounds() {
        let of = |shares: Vec<f64>| {
            let games = 2 * shares.len() as u64;
            variance(&Sample { points: games as f64 / 2.0, games, even: 50.0, blocks: Blocks::Blocks(shares) })
        };
        // Blocks that could not differ more: twice as wide as single games, and no wider.
        let torn = of([0.0, 1.0].repeat(20));
        assert!((torn - 5000.0).abs() < 1.0, "{torn}");
        // Blocks that do not differ at all.
        let calm = of(vec![0.5; 400]);
        assert!((2500.0..2600.0).contains(&calm), "{calm}");
    }

    /// Known to 2 either way from a hundred games, a mean has a spread of 10.2 in one.
    #[test]
    fn a_mean_is_known_better_by_the_root_of_its_games() {
        let mean = Played::of_mean("t", "plies", 100, Estimate::within(10.0, 2.0), Some(1.0));
        assert!((mean.variance - 104.1).abs() < 0.1, "{}", mean.variance);
        let more = alone(Aim::within(0.0, None, 2.0), &mean).expect("games").games;
        assert!((100..110).contains(&more), "twice as many games for 2.8 errors instead of two: {more}");
    }

    #[test]
    fn a_match_that_several_comparisons_ask_for_is_played_once() {
        let need = |name: &str, games| MoreGames { table: "t".into(), name: name.into(), games, seconds: None };
        let all = [need("a", 10), need("b", 5), need("a", 30), need("a", 20)];
        assert_eq!(together(&all), [need("a", 30), need("b", 5)]);
    }
}
