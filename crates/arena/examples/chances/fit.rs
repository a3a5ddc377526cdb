//! A logistic regression with one number.

use melee::core::zobrist::mix;

/// Everybody's scores in a position, and his points at the end.
pub(crate) struct Sample {
    pub(crate) scores: Vec<f64>,
    pub(crate) points: Vec<f64>,
}

/// What was seen in one game: it counts once, for its positions share an end.
pub(crate) struct Game(pub(crate) Vec<Sample>);

/// Everybody's chance.
fn chances(scores: &[f64], steepness: f64) -> Vec<f64> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| ((score - best) * steepness).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// What the ends of games surprise on the mean.
pub(crate) fn loss(games: &[&Game], scale: f64) -> f64 {
    let of_sample = |sample: &Sample| -> f64 {
        let chances = chances(&sample.scores, 1.0 / scale);
        chances.iter().zip(&sample.points).map(|(chance, points)| -points * chance.max(1e-300).ln()).sum()
    };
    let of_game = |game: &&Game| game.0.iter().map(of_sample).sum::<f64>() / game.0.len() as f64;
    games.iter().map(of_game).sum::<f64>() / games.len() as f64
}

/// The scale of the least loss, by Newton's method: the loss is convex in one over the scale. `None` if who has the
/// better score does not win more often.
pub(crate) fn scale(games: &[&Game], usual: f64) -> Option<f64> {
    let mut steepness = 1.0 / usual;
    for _ in 0..60 {
        let (mut slope, mut curve) = (0.0, 0.0);
        for game in games {
            let weight = 1.0 / game.0.len() as f64;
            for sample in &game.0 {
                let chances = chances(&sample.scores, steepness);
                let mean: f64 = chances.iter().zip(&sample.scores).map(|(p, x)| p * x).sum();
                let square: f64 = chances.iter().zip(&sample.scores).map(|(p, x)| p * (x - mean) * (x - mean)).sum();
                let real: f64 = sample.points.iter().zip(&sample.scores).map(|(y, x)| y * x).sum();
                slope += weight * (mean - real);
                curve += weight * square;
            }
        }
        // Far from the end a whole step may go too far.
        let step = (slope / curve.max(1e-12)).clamp(-steepness, steepness / 2.0);
        steepness = (steepness - step).max(1e-9);
        if (step / steepness).abs() < 1e-6 {
            break;
        }
    }
    (steepness > 1e-8).then(|| 1.0 / steepness)
}

/// The middle 95 % of what other games of the same kind might have given.
pub(crate) fn interval(games: &[&Game], usual: f64, times: usize) -> [f64; 2] {
    let draw = |time: usize, i: usize| mix(mix(time as u64) ^ i as u64) as usize % games.len();
    let redrawn = |time: usize| -> Vec<&Game> { (0..games.len()).map(|i| games[draw(time, i)]).collect() };
    let mut scales: Vec<f64> = (0..times).filter_map(|time| scale(&redrawn(time), usual)).collect();
    scales.sort_by(f64::total_cmp);
    let at = |part: f64| scales.get((part * scales.len() as f64) as usize).copied().unwrap_or(f64::NAN);
    [at(0.025), at(0.975)]
}

/// Chances by tenths: their mean, the mean of the points, and how many they are.
pub(crate) fn calibration(games: &[&Game], scale: f64) -> Vec<(f64, f64, usize)> {
    let mut tenths = [(0.0, 0.0, 0usize); 10];
    for sample in games.iter().flat_map(|game| &game.0) {
        for (chance, points) in chances(&sample.scores, 1.0 / scale).into_iter().zip(&sample.points) {
            let (sum, won, count) = &mut tenths[((chance * 10.0) as usize).min(9)];
            *sum += chance;
            *won += points;
            *count += 1;
        }
    }
    let filled = tenths.into_iter().filter(|(_, _, count)| *count > 0);
    filled.map(|(sum, won, count)| (sum / count as f64, won / count as f64, count)).collect()
}
