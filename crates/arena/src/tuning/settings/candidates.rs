//! What may be stronger than a champion: other algorithms, and other values of its options.

use melee::search::Setting;
use melee::{Limits, OpenGame, SeatSpec, Spec};

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

/// Do two searches of one size do the same? Asked at a few positions, with a number of nodes, they must agree in
/// everything.
pub(super) fn search_alike(game: &OpenGame, first: &Spec, second: &Spec) -> bool {
    (0..POSITIONS).all(|seed| {
        let mut position = game.start();
        play_random_plies(4 + 5 * seed as u32, &mut position, seed);
        let found = |spec: &Spec| {
            let report =
                game.seeded_engine(spec.clone(), 1).and_then(|mut e| e.search(&position, Limits::nodes(NODES)));
            report.ok().map(|report| (report.best().mv.clone(), report.value, report.counts.nodes, report.depth))
        };
        position.to_move().is_none() || found(first) == found(second)
    })
}

const POSITIONS: u64 = 4;
const NODES: u64 = 3_000;
