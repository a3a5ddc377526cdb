//! Finds a ladder whose steps are all as high, about three of four games each.
//!
//! Rungs between nearly random play and the most nodes are played against their neighbours; where one wins too often to
//! tell how much better it is, another is put between the two. The gaps add up to a scale, on which the eight levels
//! stand in equal steps, the strongest at the top. What a game has below the seventh step down is left out: nobody plays as
//! badly as by lot. One that has less than seven steps, because nobody can plan much in it, gets smaller ones.

use melee::core::levels::{LEVELS, Rung, Rungs, rung};

use crate::contest::Contest;

/// A step of the ladder: the higher level is three times as likely to win as the lower one.
const TIMES: f64 = 3.0;
/// Above this share a match tells little about how much better one is.
const TELLING: f64 = 0.86;
/// Where the scale begins.
const BLUNDERS: [u8; 6] = [85, 60, 40, 25, 12, 0];
/// Between two rungs without random moves.
const MORE_NODES: f64 = 4.0;

/// A rung that was played, and how high it stands above the lowest.
struct Step {
    rung: Rung,
    height: f64,
}

/// What is played where nothing is known: between nearly random play with the least nodes and the most of them.
pub(crate) fn scale(floor: u32, top: u32) -> Vec<Rung> {
    let mut rungs: Vec<Rung> = BLUNDERS.map(|blunders| rung(blunders, floor)).into();
    let mut nodes = f64::from(floor) * MORE_NODES;
    while nodes < f64::from(top) {
        rungs.push(rung(0, rounded(nodes)));
        nodes *= MORE_NODES;
    }
    rungs.push(rung(0, top));
    rungs
}

/// Plays these rungs, the weakest first, and writes the ladder.
pub(crate) fn fit(contest: &Contest, rungs: &[Rung]) {
    let mut steps = vec![Step { rung: rungs[0], height: 0.0 }];
    for &next in &rungs[1..] {
        climb(contest, &mut steps, next);
    }
    let rungs = even(&steps);
    let list = |part: fn(&Rung) -> u32| rungs.iter().map(|rung| part(rung).to_string()).collect::<Vec<_>>().join(", ");
    let (blunders, nodes) = (list(|rung| u32::from(rung.blunders)), list(|rung| rung.nodes));
    let (players, player) = (contest.players, &contest.player);
    println!("({players}, ladder(\"{player}\", [{blunders}], [{nodes}])), // {}", contest.title());
}

/// Puts a rung on top, with others below it where the step would be too high to be measured.
fn climb(contest: &Contest, steps: &mut Vec<Step>, next: Rung) {
    let below = steps.last().expect("there is a lowest rung").rung;
    let [share, ..] = contest.play(next, below);
    eprintln!("{next} against {below}: {share:.2}");
    let middle = between(below, next, 0.5);
    if share > TELLING && middle != below && middle != next {
        climb(contest, steps, middle);
        climb(contest, steps, next);
        return;
    }
    // Nobody is worse for thinking longer; a share below a half is chance.
    let gap = contest.gap_of(share).clamp(0.0, contest.gap_of(0.97));
    let height = steps.last().map_or(0.0, |step| step.height) + gap;
    steps.push(Step { rung: next, height });
}

/// The rung at this part of the way from one to another.
fn between(low: Rung, high: Rung, part: f64) -> Rung {
    let mix = |low: f64, high: f64| low + part * (high - low);
    let nodes = mix(f64::from(low.nodes).ln(), f64::from(high.nodes).ln()).exp();
    rung(mix(f64::from(low.blunders), f64::from(high.blunders)).round() as u8, rounded(nodes))
}

/// To two digits: more would say more than is known.
fn rounded(nodes: f64) -> u32 {
    let unit = 10f64.powf((nodes.log10().floor() - 1.0).max(0.0));
    ((nodes / unit).round() * unit) as u32
}

/// Eight rungs in equal steps.
fn even(steps: &[Step]) -> Rungs {
    let whole = steps.last().map_or(0.0, |step| step.height);
    let levels = LEVELS.len() as f64 - 1.0;
    let step = (whole / levels).min(TIMES.ln());
    let first = whole - levels * step;
    std::array::from_fn(|level| at(steps, first + level as f64 * step))
}

/// The rung at this height.
fn at(steps: &[Step], height: f64) -> Rung {
    let above = steps.iter().position(|step| step.height >= height).unwrap_or(steps.len() - 1);
    let (low, high) = (&steps[above.saturating_sub(1)], &steps[above]);
    let gap = high.height - low.height;
    let part = if gap > 0.0 { ((height - low.height) / gap).clamp(0.0, 1.0) } else { 1.0 };
    between(low.rung, high.rung, part)
}
