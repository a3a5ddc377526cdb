//! Ratings for games of any number of players: the Plackett-Luce model.
//!
//! Every algorithm has a strength; the first of a game is drawn with chances in proportion to the strengths, then the
//! second of the rest, and so on. Strengths are fitted by Hunter's (2004) minorisation-maximisation. Players who share a
//! rank are taken in turns as the first, second and so on of their group: a drawn game of two is half a win for each.

use std::collections::BTreeMap;

use melee_core::{Rng, seeded_rng};
use serde::Serialize;

use crate::tournament::PlayedGame;

/// A rating in the scale of Elo: 400 points are odds of ten to one. The mean of all is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating.
    pub value: f64,
    /// The lower end of its 95 % interval, by bootstrap over blocks.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Samples of the bootstrap.
const SAMPLES: usize = 200;

/// The ratings of all algorithms, from whole blocks; `None` if there are fewer than two.
pub fn ratings(algorithms: usize, blocks: &[Vec<&PlayedGame>]) -> Option<Vec<Rating>> {
    if blocks.len() < 2 {
        return None;
    }
    let rankings: Vec<Vec<Ranking>> = blocks
        .iter()
        .map(|block| block.iter().map(|game| ranking(game)).collect())
        .collect();
    let fit = |chosen: &[usize]| {
        let games = chosen.iter().flat_map(|&block| &rankings[block]);
        elo(&fit_plackett_luce(algorithms, &games.collect::<Vec<_>>()))
    };
    let all: Vec<usize> = (0..blocks.len()).collect();
    let values = fit(&all);
    let mut rng = seeded_rng(0x626f_6f74);
    let mut samples = vec![Vec::new(); algorithms];
    for _ in 0..SAMPLES {
        let drawn: Vec<usize> = all
            .iter()
            .map(|_| rng.next_u32() as usize % blocks.len())
            .collect();
        for (list, value) in samples.iter_mut().zip(fit(&drawn)) {
            list.push(value);
        }
    }
    let rating = |(value, mut list): (f64, Vec<f64>)| {
        list.sort_by(f64::total_cmp);
        Rating {
            value,
            low: list[SAMPLES / 40],
            high: list[SAMPLES - 1 - SAMPLES / 40],
        }
    };
    Some(values.into_iter().zip(samples).map(rating).collect())
}

/// The algorithms of a game by rank: who shares one is in a group.
pub type Ranking = Vec<Vec<usize>>;

/// The ranking of a game.
pub fn ranking(game: &PlayedGame) -> Ranking {
    let mut ranks: Vec<u8> = game.ranks.clone();
    ranks.sort_unstable();
    ranks.dedup();
    let group = |rank: u8| {
        let seats = game.seating.iter().zip(&game.ranks);
        let same = seats.filter(|(_, r)| **r == rank);
        same.map(|(algorithm, _)| *algorithm).collect()
    };
    ranks.into_iter().map(group).collect()
}

/// The strengths of algorithms, their geometric mean 1.
///
/// ```
/// use melee_arena::statistics::fit_plackett_luce;
/// // The first wins three of four games against the second.
/// let games = [vec![vec![0], vec![1]], vec![vec![0], vec![1]], vec![vec![0], vec![1]], vec![vec![1], vec![0]]];
/// let strengths = fit_plackett_luce(2, &games.iter().collect::<Vec<_>>());
/// assert!((strengths[0] / strengths[1] - 3.0).abs() < 0.2);
/// ```
pub fn fit_plackett_luce(algorithms: usize, games: &[&Ranking]) -> Vec<f64> {
    // There are many games and few ways for them to end.
    let mut kinds: BTreeMap<&Ranking, f64> = BTreeMap::new();
    for game in games {
        *kinds.entry(game).or_default() += 1.0;
    }
    let mut strengths = vec![1.0; algorithms];
    for _ in 0..500 {
        // As if everybody had beaten and lost to a player of strength 1 a few times: nobody is infinitely strong.
        const PRIOR: f64 = 0.1;
        let mut chosen = vec![PRIOR; algorithms];
        let mut against: Vec<f64> = strengths.iter().map(|s| 2.0 * PRIOR / (s + 1.0)).collect();
        for (game, &times) in &kinds {
            add_stages(game, times, &strengths, &mut chosen, &mut against);
        }
        let mut new: Vec<f64> = chosen.iter().zip(&against).map(|(c, a)| c / a).collect();
        normalise(&mut new);
        let moved = new.iter().zip(&strengths).map(|(a, b)| (a / b).ln().abs());
        let most = moved.fold(0.0, f64::max);
        strengths = new;
        if most < 1e-9 {
            break;
        }
    }
    strengths
}

/// Adds what so many games say that ended like this: at each stage somebody of those who are left was drawn. Of those who share a rank every one
/// is first, second and so on equally often.
fn add_stages(
    game: &Ranking,
    times: f64,
    strengths: &[f64],
    chosen: &mut [f64],
    against: &mut [f64],
) {
    for (i, group) in game.iter().enumerate() {
        let rest: Vec<usize> = game[i + 1..].iter().flatten().copied().collect();
        let part = times / group.len() as f64;
        for turned in 0..group.len() {
            let mut order = group.clone();
            order.rotate_left(turned);
            for drawn in 0..order.len() {
                let left = || order[drawn..].iter().chain(&rest);
                if left().count() == 1 {
                    // The last one is what is left: nothing is drawn.
                    break;
                }
                let sum: f64 = left().map(|&a| strengths[a]).sum();
                chosen[order[drawn]] += part;
                for &a in left() {
                    against[a] += part / sum;
                }
            }
        }
    }
}

fn normalise(strengths: &mut [f64]) {
    let logs: f64 = strengths.iter().map(|s| s.ln()).sum();
    let mean = (logs / strengths.len() as f64).exp();
    for strength in strengths {
        *strength /= mean;
    }
}

fn elo(strengths: &[f64]) -> Vec<f64> {
    strengths.iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: [f64; 3] = [4.0, 1.0, 0.25];

    /// Free-for-all games by players of known strengths.
    fn simulated(games: usize, seed: u64) -> Vec<Ranking> {
        let truth = TRUTH;
        let mut rng = seeded_rng(seed);
        (0..games)
            .map(|i| {
                // Four seats: one of the three sits twice.
                let mut left = vec![0, 1, 2, i % 3];
                let mut ranking = Vec::new();
                while !left.is_empty() {
                    let sum: f64 = left.iter().map(|&a| truth[a]).sum();
                    let mut lot = f64::from(rng.next_u32()) / f64::from(u32::MAX) * sum;
                    let place = left.iter().position(|&a| {
                        lot -= truth[a];
                        lot <= 0.0
                    });
                    ranking.push(vec![left.remove(place.unwrap_or(left.len() - 1))]);
                }
                ranking
            })
            .collect()
    }

    /// Games drawn from known strengths give them back.
    #[test]
    fn planted_strengths_are_found() {
        let games = simulated(4000, 5);
        let found = fit_plackett_luce(3, &games.iter().collect::<Vec<_>>());
        for (found, truth) in found.iter().zip(TRUTH) {
            assert!((found / truth).ln().abs() < 0.1, "{found} for {truth}");
        }
    }

    /// Another method, by other people: the same ratings, about as near to the truth as it thinks it is.
    #[test]
    fn weng_and_lin_agree_with_plackett_and_luce() {
        for seed in 0..5 {
            let games = simulated(1500, seed);
            let games: Vec<&Ranking> = games.iter().collect();
            let ours = elo(&fit_plackett_luce(3, &games));
            let theirs = crate::statistics::weng_lin(3, &games);
            for ((ours, theirs), truth) in ours.iter().zip(&theirs).zip(elo(&TRUTH)) {
                let slack = 4.0 * theirs.uncertainty;
                assert!(slack < 120.0, "{theirs:?}");
                assert!((theirs.value - ours).abs() < slack, "{theirs:?} and {ours}");
                assert!(
                    (theirs.value - truth).abs() < slack,
                    "{theirs:?} for {truth}"
                );
            }
        }
    }

    /// Draws are results: with two players the rating is that of the share.
    #[test]
    fn draws_bring_ratings_together() {
        let (win, loss, draw) = (
            vec![vec![0], vec![1]],
            vec![vec![1], vec![0]],
            vec![vec![0, 1]],
        );
        let games = [vec![win; 1000], vec![loss; 200], vec![draw; 8800]].concat();
        let found = elo(&fit_plackett_luce(2, &games.iter().collect::<Vec<_>>()));
        let expected = 400.0 * (0.54f64 / 0.46).log10();
        assert!(
            (found[0] - found[1] - expected).abs() < 0.1,
            "{found:?}, {expected}"
        );
    }

    #[test]
    fn who_shares_everything_is_equal() {
        let games = vec![vec![vec![0, 1, 2]]; 10];
        let found = fit_plackett_luce(3, &games.iter().collect::<Vec<_>>());
        assert!(found.iter().all(|s| (s - 1.0).abs() < 1e-9), "{found:?}");
    }
}
