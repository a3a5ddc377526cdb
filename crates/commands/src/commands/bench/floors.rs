//! How far searches are from the smallest tree that proves the same value.

use melee::core::BenchPlan;
use melee::{GameInfo, Limits, Position, Watch};
use serde_json::{Value, json};

use super::open;
use crate::commands::search::LARGEST_TREE;
use crate::interrupt::Interrupt;
use crate::numbers::grouped;
use crate::output::Progress;

/// Trees with more leaves than this are cut: the whole of each is walked to find its floor.
const MOST_LEAVES: u64 = 100_000;

/// The leaves that a search has seen in all positions, and the fewest that would do.
pub(super) struct FloorRatio {
    game: &'static str,
    algorithm: &'static str,
    positions: usize,
    leaves: u64,
    floor: u64,
}

impl FloorRatio {
    fn ratio(&self) -> f64 {
        self.leaves as f64 / self.floor as f64
    }

    pub(super) fn text(&self) -> String {
        let FloorRatio { game, algorithm, positions, leaves, floor } = self;
        let (leaves, floor, ratio) = (grouped(*leaves), grouped(*floor), self.ratio());
        format!(
            "{game:<16} {algorithm:<44} {ratio:>8.2} times the floor, {leaves} leaves for {floor}, {positions} positions\n"
        )
    }

    pub(super) fn json(&self) -> Value {
        let FloorRatio { game, algorithm, positions, leaves, floor } = self;
        json!({
            "game": game,
            "algorithm": algorithm,
            "positions": positions,
            "leaves": leaves,
            "floor": floor,
            "ratio": self.ratio(),
        })
    }
}

/// The searches of a game's signatures, where a floor is defined.
pub(super) fn measure(
    game: &GameInfo,
    plan: &BenchPlan,
    interrupt: &Interrupt,
    add: &mut dyn FnMut(FloorRatio),
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let positions = plan.signature_positions.iter().map(|text| open(game, text));
    let positions = positions.collect::<Result<Vec<_>, melee::Error>>()?;
    for &(algorithm, depth) in plan.signatures {
        progress.show(&format!("{}: floor of {algorithm}", game.name));
        let mut sum = FloorRatio { game: game.name, algorithm, positions: 0, leaves: 0, floor: 0 };
        for position in &positions {
            if interrupt.flag().load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(());
            }
            let mut engine = position.game().engine(algorithm)?;
            let depth = depth_within(position, depth);
            let report = engine.search(position, Limits::depth(depth))?;
            let watch = Watch::new().stopping_on(interrupt.flag());
            if let Some(floor) = engine.minimal_leaves(position, depth, LARGEST_TREE, watch)? {
                sum.positions += 1;
                sum.leaves += report.counts.leaves;
                sum.floor += floor;
            }
        }
        if sum.positions > 0 {
            add(sum);
        }
    }
    Ok(())
}

/// The greatest depth, up to one, at which the tree is small enough.
fn depth_within(position: &Position, most: u32) -> u32 {
    (2..=most).take_while(|&depth| position.perft(depth) <= MOST_LEAVES).last().unwrap_or(1)
}
