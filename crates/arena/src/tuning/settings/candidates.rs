//! What may be stronger than a champion: other algorithms, and other values of its options.

use melee::search::Setting;
use melee::{Limits, OpenGame, Report, SeatSpec, Spec};

use super::{SettingsSearch, spec_of};
use crate::tournament::play_random_plies;
use crate::tuning::TuneError;

/// A change of a champion. It is tried once, whoever is the champion then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Candidate {
    /// Somebody else.
    Other(Spec),
    /// The champion with another value.
    Option(String, String),
}

impl Candidate {
    /// The champion after this change.
    pub(super) fn applied_to(&self, champion: &Spec) -> Spec {
        match self {
            Candidate::Other(spec) => spec.clone(),
            Candidate::Option(option, value) => {
                let mut spec = champion.clone();
                spec.options.retain(|setting| !matches!(setting, Setting::Value { name, .. } if name == option));
                spec.with(option, value)
            }
        }
    }
}

impl SettingsSearch {
    /// What is tried next: first what was asked for, then other algorithms, then the champion's options in their order.
    pub(super) fn next_candidate(
        &self,
        champion: &SeatSpec,
        tried: &[Candidate],
    ) -> Result<Option<Candidate>, TuneError> {
        let champion = spec_of(champion);
        let also = self.plan.also.iter().map(|text| Candidate::Other(Spec::from(text.as_str())));
        let mut all: Vec<Candidate> = also.collect();
        if self.plan.algorithms {
            all.extend(other_algorithms(&self.game, champion).into_iter().map(Candidate::Other));
        }
        for near in self.game.neighbours(champion)? {
            if self.plan.options.is_empty() || self.plan.options.iter().any(|name| name == near.option) {
                let option = |value| Candidate::Option(near.option.to_string(), value);
                all.extend(near.values.into_iter().map(option));
            }
        }
        Ok(all.into_iter().find(|candidate| !tried.contains(candidate)))
    }
}

/// All other algorithms for so many players, with their strongest settings; exact ones do not end in time. Names that
/// stand for many, such as `brs(s,m)`, are none of their own and refused.
fn other_algorithms(game: &OpenGame, champion: &Spec) -> Vec<Spec> {
    let infos = game.algorithms();
    let others = infos.iter().filter(|info| !info.exact && info.name != champion.name);
    let specs = others.map(|info| Spec::new(info.name).best());
    specs.filter(|spec| game.check(spec, Limits::nodes(NODES)).is_ok()).collect()
}

/// Do two searches of one size do the same within a limit? Asked at a few positions, they must agree in everything.
pub(super) fn search_alike(game: &OpenGame, first: &Spec, second: &Spec, limits: Limits) -> bool {
    let limits = without_clock(limits);
    let mut asked = 0;
    for seed in 0..SEEDS {
        let mut position = game.start();
        play_random_plies(2 + 4 * (seed as u32 % 4), &mut position, seed);
        if position.to_move().is_none() {
            continue;
        }
        let found = |spec: &Spec| {
            game.seeded_engine(spec.clone(), 1).and_then(|mut engine| engine.search(&position, limits)).ok()
        };
        let (own, other) = (found(first), found(second));
        let told = |report: &Report| (report.best().mv.clone(), report.value, report.counts, report.depth);
        if own.as_ref().map(told) != other.as_ref().map(told) {
            return false;
        }
        // Whoever sees the end at once has not searched: random plies decide many a game.
        asked += usize::from(own.is_none_or(|report| report.proven.is_none()));
        if asked == POSITIONS {
            break;
        }
    }
    true
}

/// About what a limit allows, in nodes where it is a time: what a small search does not tell apart, a larger one may. It
/// must be the same in every run, or one that goes on where a file ends would come to something else.
fn without_clock(limits: Limits) -> Limits {
    let in_time = limits.time.map(|time| (time.as_secs_f64() * NODES_A_SECOND) as u64);
    let in_time = in_time.map(|nodes| nodes.clamp(NODES, MOST_NODES));
    let nodes = [limits.nodes, in_time].into_iter().flatten().min();
    Limits { nodes, time: None, target: None, ..limits }
}

const POSITIONS: usize = 4;
/// Positions that are tried for that.
const SEEDS: u64 = 24;
const NODES: u64 = 3_000;
/// Of a game between fast and slow ones.
const NODES_A_SECOND: f64 = 1e6;
/// Searches that are alike so far are taken to be.
const MOST_NODES: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use melee::{GameOptions, Registry};

    use super::*;

    #[test]
    fn settings_that_differ_in_larger_searches_differ_under_larger_limits() {
        let game = melee::open("connect4").expect("known");
        let alike = |limits| search_alike(&game, &"alphabeta:depth=5".into(), &"alphabeta:depth=6".into(), limits);
        assert!(alike(Limits::depth(3)) && !alike(Limits::depth(6)));
        assert!(!alike(Limits::time(Duration::from_millis(100))));
    }

    /// The move, its value and a number of nodes that is the limit say little.
    #[test]
    fn searches_that_visit_other_nodes_are_not_alike() {
        let game = Registry::standard().open("blokus", &GameOptions::default().for_players(2)).expect("known");
        assert!(!search_alike(&game, &"pvs:killers=0".into(), &"pvs:killers=1".into(), Limits::nodes(NODES)));
    }
}
