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
    /// Elo points above or below the mean.
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
    let rankings: Vec<Vec<Ranking>> =
        blocks.iter().map(|block| block.iter().map(|game| ranking(game)).collect()).collect();
    let fit = |chosen: &[usize]| {
        let games = chosen.iter().flat_map(|&block| &rankings[block]);
        elo(&fit_plackett_luce(algorithms, &games.collect::<Vec<_>>()))
    };
    let all: Vec<usize> = (0..blocks.len()).collect();
    let values = fit(&all);
    let mut rng = seeded_rng(0x626f_6f74);
    let mut samples = vec![Vec::new(); algorithms];
    for _ in 0..SAMPLES {
        let drawn: Vec<usize> = all.iter().map(|_| rng.next_u32() as usize % blocks.len()).collect();
        for (list, value) in samples.iter_mut().zip(fit(&drawn)) {
            list.push(value);
        }
    }
    let rating = |(value, mut list): (f64, Vec<f64>)| {
        list.sort_by(f64::total_cmp);
        Rating { value, low: list[SAMPLES / 40], high: list[SAMPLES - 1 - SAMPLES / 40] }
    };
    Some(values.into_iter().zip(samples).map(rating).collect())
}

/// The algorithms of a game by rank: who shares one is in a group.
pub type Ranking = Vec<Vec<usize>>;

/// Who came first, second and so on in a game.
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
fn add_stages(game: &Ranking, times: f64, strengths: &[f64], chosen: &mut [f64], against: &mut [f64]) {
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

/// Strengths in the scale of Elo; their mean is 0.
pub fn elo(strengths: &[f64]) -> Vec<f64> {
    strengths.iter().map(|s| 400.0 * s.log10()).collect()
}
