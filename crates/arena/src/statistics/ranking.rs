//! The Plackett-Luce model of games for any number of players.
//!
//! Every algorithm has a strength; the first of a game is drawn with chances in proportion to the strengths, then the
//! second of the rest, and so on. Strengths are fitted by Hunter's (2004) minorisation-maximisation. Players who share a
//! rank are taken in turns as the first, second and so on of their group: a drawn game of two is half a win for each.

use std::collections::BTreeMap;

use crate::tournament::PlayedGame;

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

/// As if everybody had beaten and lost to a player of strength 1 a few times: nobody is infinitely strong.
const PRIOR: f64 = 0.1;

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
    Results::new(games.iter().copied()).fit(algorithms)
}

/// The results of games: there are many games and few ways for them to end.
pub(super) struct Results<'g>(BTreeMap<&'g Ranking, f64>);

impl<'g> Results<'g> {
    pub(super) fn new(games: impl IntoIterator<Item = &'g Ranking>) -> Self {
        let mut kinds = BTreeMap::new();
        for game in games {
            *kinds.entry(game).or_default() += 1.0;
        }
        Results(kinds)
    }

    /// Calls `each` for every time that somebody was drawn: who, from whom, and how often that happened.
    pub(super) fn each_draw(&self, each: &mut dyn FnMut(usize, &[usize], f64)) {
        for (game, &times) in &self.0 {
            each_draw(game, times, each);
        }
    }

    pub(super) fn fit(&self, algorithms: usize) -> Vec<f64> {
        let mut strengths = vec![1.0; algorithms];
        for _ in 0..500 {
            let mut chosen = vec![PRIOR; algorithms];
            let mut against: Vec<f64> = strengths.iter().map(|s| 2.0 * PRIOR / (s + 1.0)).collect();
            self.each_draw(&mut |drawn, left, times| {
                let sum: f64 = left.iter().map(|&a| strengths[a]).sum();
                chosen[drawn] += times;
                for &a in left {
                    against[a] += times / sum;
                }
            });
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

    /// What the games tell about the logarithms of these strengths, by Fisher: row by row.
    pub(super) fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
        for (a, s) in strengths.iter().enumerate() {
            matrix[a][a] = 2.0 * PRIOR * s / (s + 1.0).powi(2);
        }
        self.each_draw(&mut |_, left, times| {
            let sum: f64 = left.iter().map(|&a| strengths[a]).sum();
            for &a in left {
                let chance = times * strengths[a] / sum;
                matrix[a][a] += chance;
                for &b in left {
                    matrix[a][b] -= chance * strengths[b] / sum;
                }
            }
        });
        matrix
    }
}

/// The draws of so many games that ended like this. Of those who share a rank every one is first, second and so on
/// equally often.
fn each_draw(game: &Ranking, times: f64, each: &mut dyn FnMut(usize, &[usize], f64)) {
    for (i, group) in game.iter().enumerate() {
        let rest: Vec<usize> = game[i + 1..].iter().flatten().copied().collect();
        for turned in 0..group.len() {
            let mut order = group.clone();
            order.rotate_left(turned);
            order.extend(&rest);
            for drawn in 0..group.len() {
                let left = &order[drawn..];
                if left.len() > 1 {
                    // The last one is what is left: nothing is drawn.
                    each(left[0], left, times / group.len() as f64);
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
