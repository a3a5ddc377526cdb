//! What a share of points is made of. It is stored beside the share, so that a better formula for intervals reaches
//! results that are there already.

use melee_arena::statistics::{Interval, block_interval, corrected_wilson, together};
use serde::{Deserialize, Serialize};

use crate::Estimate;

/// The games of a share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// So many points were won.
    pub points: f64,
    /// In so many games.
    pub games: u64,
    /// What all would have if nobody were better, in percent.
    pub even: f64,
    #[serde(flatten)]
    pub blocks: Blocks,
}

/// How the games fell into blocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blocks {
    /// The share of each whole block.
    Blocks(Vec<f64>),
    /// Results from before those were kept have the interval of that time: the one over blocks, and with it what it was
    /// once widened by, which lies within today's.
    OverBlocks(Interval),
}

impl Sample {
    /// The share with its 95 % interval, in percent.
    pub fn estimate(&self) -> Estimate {
        let over_blocks = match &self.blocks {
            Blocks::Blocks(shares) => block_interval(shares),
            Blocks::OverBlocks(interval) => Some(*interval),
        };
        let Interval { low, high } = together(over_blocks, corrected_wilson(self.points, self.games));
        let share = if self.games == 0 { 0.0 } else { self.points / self.games as f64 };
        Estimate::percent(share, low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_arena::statistics::share_interval;

    #[test]
    fn the_interval_is_that_of_a_match() {
        let shares = vec![1.0, 1.0, 0.5, 1.0];
        let interval = share_interval(&shares, 7.0, 8);
        let sample = Sample { points: 7.0, games: 8, even: 50.0, blocks: Blocks::Blocks(shares.clone()) };
        assert_eq!(sample.estimate(), Estimate::percent(0.875, interval.low, interval.high));
        // What was stored as the interval over blocks alone comes to the same.
        let over = block_interval(&shares).expect("four blocks");
        let earlier = Sample { blocks: Blocks::OverBlocks(over), ..sample.clone() };
        assert_eq!(earlier.estimate(), sample.estimate());
    }
}
