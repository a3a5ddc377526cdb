//! A second opinion on ratings: the online Bayesian update of Weng and Lin (2011), by the crate `skillratings`.
//!
//! It takes the games one after the other and compares all pairs of a game by the Bradley-Terry model, which is what the
//! Plackett-Luce model says about pairs. So both should agree, up to what the order of the games does to the one.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::ranking::Ranking;

/// A rating in the scale of Elo, the mean of all is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WengLin {
    /// Elo points above or below the mean.
    pub value: f64,
    /// The standard deviation that the method believes in.
    pub uncertainty: f64,
}

/// The ratings after these games.
///
/// ```
/// use melee_arena::statistics::weng_lin;
/// let games = vec![vec![vec![0], vec![1]]; 5];
/// let ratings = weng_lin(2, &games.iter().collect::<Vec<_>>());
/// assert!(ratings[0].value > 0.0 && (ratings[0].value + ratings[1].value).abs() < 1e-9);
/// ```
pub fn weng_lin(algorithms: usize, games: &[&Ranking]) -> Vec<WengLin> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); algorithms];
    for game in games {
        // Every seat is a team of one; who sits on several gets the mean of what they learn.
        let seats: Vec<(usize, usize)> =
            (1..).zip(game.iter()).flat_map(|(rank, group)| group.iter().map(move |&a| (a, rank))).collect();
        let before: Vec<[WengLinRating; 1]> = seats.iter().map(|&(a, _)| [ratings[a]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            before.iter().zip(&seats).map(|(team, &(_, rank))| (&team[..], MultiTeamOutcome::new(rank))).collect();
        let after = weng_lin_multi_team(&teams, &config);
        for (algorithm, rating) in ratings.iter_mut().enumerate() {
            let own = seats.iter().zip(&after).filter(|((a, _), _)| *a == algorithm);
            let own: Vec<WengLinRating> = own.map(|(_, team)| team[0]).collect();
            if !own.is_empty() {
                let mean = |of: fn(&WengLinRating) -> f64| own.iter().map(of).sum::<f64>() / own.len() as f64;
                *rating = WengLinRating { rating: mean(|r| r.rating), uncertainty: mean(|r| r.uncertainty) };
            }
        }
    }
    // The logarithm of the odds is the difference of ratings over this, once they are certain.
    let unit = std::f64::consts::SQRT_2 * config.beta;
    let scale = 400.0 / std::f64::consts::LN_10 / unit;
    let middle = ratings.iter().map(|r| r.rating).sum::<f64>() / algorithms.max(1) as f64;
    let scaled = |r: &WengLinRating| WengLin { value: scale * (r.rating - middle), uncertainty: scale * r.uncertainty };
    ratings.iter().map(scaled).collect()
}
