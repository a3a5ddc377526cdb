//! Algorithms by name: `brs+:tt=deep/64MiB,killers=2`.
//!
//! A specification is a name and options. What names and options there are stands in [`catalogue`],
//! from which the parser, its error messages and `melee algorithms` are all made.

pub mod catalogue;
mod options;
mod policy;
mod size;

use std::fmt;
use std::str::FromStr;

pub use size::{SizeError, parse_size};

use crate::maxn::MaxNSettings;
use crate::montecarlo::{Backup, MctsSettings, PlayoutSettings};
use crate::ordering::HistoryKind;
use crate::table::Replacement;
use crate::tree::{Policy, TreeSettings};
use crate::twoplayer::MtdFirst;
use catalogue::{ALGORITHMS, AlgorithmInfo, NAMED_PLAYERS, algorithm};
use options::{
    non_empty, parse_percent, parse_positive, parse_switch, parse_table, set_maxn, set_mcts,
    set_playout, set_tree,
};
use policy::parse_policy;

/// What is wrong with a specification.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No such algorithm.
    #[error("unknown algorithm '{name}'; known: {known}")]
    UnknownAlgorithm {
        /// As given.
        name: String,
        /// All names.
        known: String,
    },
    /// No such option for this algorithm.
    #[error("{algorithm} has no option '{option}'; known: {known}")]
    UnknownOption {
        /// The algorithm.
        algorithm: String,
        /// As given.
        option: String,
        /// The options it has.
        known: String,
    },
    /// A value that the option does not take.
    #[error("{algorithm}: option {option}={value}: expected {expected}")]
    BadValue {
        /// The algorithm.
        algorithm: String,
        /// The option.
        option: String,
        /// As given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// Brackets of brs(s,m) that mean nothing.
    #[error("'{name}': {problem}")]
    BadPolicy {
        /// As given.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// Which search, with its settings.
#[derive(Clone, Debug)]
pub enum Algorithm {
    /// A random move.
    Random,
    /// The best evaluation after one ply.
    Greedy,
    /// Plain minimax.
    Minimax,
    /// Minimax that stops at wins.
    Solve,
    /// Scout.
    Scout,
    /// The alpha-beta family.
    Tree(TreeSettings),
    /// SSS* and its iterative-deepening form.
    Sss {
        /// The most nodes to remember.
        memory: usize,
        /// IDSSS*.
        deepening: bool,
    },
    /// SSS* with bounded memory.
    MemSss {
        /// The most nodes to remember.
        memory: usize,
    },
    /// Max^n.
    MaxN(MaxNSettings),
    /// Flat Monte-Carlo.
    Mc {
        /// How games are played.
        playout: PlayoutSettings,
        /// The most games per root move.
        per_move: u64,
    },
    /// Monte-Carlo tree search.
    Mcts(MctsSettings),
    /// The MT drivers.
    Mtd {
        /// Where the bounds start.
        first: MtdFirst,
        /// The table.
        table: (Replacement, u64),
    },
}

/// An algorithm with its options.
///
/// ```
/// use melee_search::Spec;
/// let spec: Spec = "alphabeta:tt=deep/64MiB,killers=2".parse().unwrap();
/// assert_eq!(spec.to_string(), "alphabeta:tt=deep/64MiB,killers=2");
/// let error = "alphabeta:kilers=2".parse::<Spec>().unwrap_err().to_string();
/// assert!(error.starts_with("alphabeta has no option 'kilers'; known: eval, order"));
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    info: &'static AlgorithmInfo,
    /// Which search.
    pub algorithm: Algorithm,
    /// The evaluation by name; `None` is the game's default.
    pub evaluation: Option<String>,
    /// The static ordering by name; `None` is the game's default.
    pub ordering: Option<String>,
    /// Noise of the evaluation, in thousandths.
    pub noise_permille: u32,
    /// A depth of its own, whatever the limits say.
    pub depth: Option<u32>,
    /// Search depth by depth even if only a depth is given.
    pub deepen: bool,
    /// Only depths that make whole rounds.
    pub whole_rounds: bool,
}

impl Spec {
    /// What the catalogue says about the algorithm.
    pub fn info(&self) -> &'static AlgorithmInfo {
        self.info
    }

    /// The size of its table in bytes, if it has one.
    pub fn table_bytes(&self) -> Option<u64> {
        match &self.algorithm {
            Algorithm::Tree(settings) => settings.table.map(|(_, bytes)| bytes),
            Algorithm::Mtd { table, .. } => Some(table.1),
            Algorithm::MaxN(settings) => settings.table,
            _ => None,
        }
    }

    fn new(name: &str, text: &str) -> Result<Self, SpecError> {
        let (info, algorithm) = named(name)?;
        Ok(Spec {
            text: text.to_string(),
            info,
            algorithm,
            evaluation: None,
            ordering: None,
            noise_permille: 0,
            depth: None,
            deepen: matches!(info.name, "idsss"),
            whole_rounds: false,
        })
    }

    fn apply(&mut self, options: &str, game_best: &str) -> Result<(), SpecError> {
        for option in options.split(',').map(str::trim).filter(|o| !o.is_empty()) {
            if option == "best" {
                self.apply_best(game_best);
                continue;
            }
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if !self.info.options.contains(&name) {
                return Err(SpecError::UnknownOption {
                    algorithm: self.info.name.to_string(),
                    option: name.to_string(),
                    known: self.info.options.join(", "),
                });
            }
            self.set(name, value).ok_or_else(|| SpecError::BadValue {
                algorithm: self.info.name.to_string(),
                option: name.to_string(),
                value: value.to_string(),
                expected: catalogue::option(name).values.to_string(),
            })?;
        }
        Ok(())
    }

    /// The strongest settings: everything that saves nodes without changing values, and what the
    /// game adds to that.
    fn apply_best(&mut self, game_best: &str) {
        let table = (Replacement::TwoDeep, 64 << 20);
        match &mut self.algorithm {
            Algorithm::Tree(settings) => {
                settings.table = Some(table);
                settings.killers = 2;
                settings.history = Some(HistoryKind::Relative);
                settings.frontier = true;
                self.deepen = true;
            }
            Algorithm::Mtd { table: own, .. } => {
                *own = table;
                self.deepen = true;
            }
            Algorithm::MaxN(settings) => {
                settings.table = Some(table.1);
                settings.frontier = true;
                self.deepen = true;
            }
            _ => {}
        }
        for (name, value) in game_best.split(',').filter_map(|o| o.split_once('=')) {
            if self.info.options.contains(&name) {
                let set = self.set(name, value);
                debug_assert!(set.is_some(), "a game's best option {name}={value}");
            }
        }
        if let Algorithm::MaxN(settings) = &mut self.algorithm {
            // It cannot cut, so quiescence takes more depth from it than it gives.
            settings.quiescence = 0;
        }
    }

    /// Sets an option that the algorithm has; `None` if it does not take the value.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "eval" => self.evaluation = Some(non_empty(value)?),
            "order" => self.ordering = Some(non_empty(value)?),
            "noise" => self.noise_permille = parse_percent(value)?,
            "depth" => self.depth = Some(value.parse().ok().filter(|d| (1..=250).contains(d))?),
            "deepen" => self.deepen = parse_switch(value)?,
            "rounds" => {
                self.whole_rounds = match value {
                    "all" => false,
                    "whole" => true,
                    _ => return None,
                }
            }
            _ => match &mut self.algorithm {
                Algorithm::Tree(settings) => set_tree(settings, name, value)?,
                Algorithm::MaxN(settings) => set_maxn(settings, name, value)?,
                Algorithm::Mc { playout, per_move } => match name {
                    "playouts" => *per_move = parse_positive(value)?,
                    _ => set_playout(playout, name, value)?,
                },
                Algorithm::Mcts(settings) => set_mcts(settings, name, value)?,
                Algorithm::Mtd { table, .. } => *table = parse_table(value)??,
                Algorithm::Sss { memory, .. } | Algorithm::MemSss { memory } => {
                    *memory = value.parse().ok().filter(|&m| m > 0)?;
                }
                _ => return None,
            },
        }
        Some(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Spec::parse(text, "")
    }
}

impl Spec {
    /// The specification as it is meant for a game with these options for `best`.
    pub fn for_game(&self, game_best: &str) -> Result<Self, SpecError> {
        Spec::parse(&self.text, game_best).map(|spec| Spec {
            deepen: self.deepen,
            ..spec
        })
    }

    fn parse(text: &str, game_best: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let player = NAMED_PLAYERS.iter().find(|p| p.name == name);
        let mut spec = match player {
            Some(player) => {
                let (name, options) = player.spec.split_once(':').unwrap_or((player.spec, ""));
                let mut spec = Spec::new(name, text)?;
                spec.apply(options, game_best)?;
                spec
            }
            None => Spec::new(name, text)?,
        };
        spec.apply(options, game_best)?;
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The catalogue's entry for a name, and its default settings.
fn named(name: &str) -> Result<(&'static AlgorithmInfo, Algorithm), SpecError> {
    let tree = |policy| Algorithm::Tree(TreeSettings::plain(policy));
    let mtd = |first| Algorithm::Mtd {
        first,
        table: (Replacement::Deep, 64 << 20),
    };
    let algorithm_of_name = match name {
        "random" => Algorithm::Random,
        "greedy" => Algorithm::Greedy,
        "minimax" => Algorithm::Minimax,
        "solve" => Algorithm::Solve,
        "scout" => Algorithm::Scout,
        "alphabeta" | "paranoid" => tree(Policy::PARANOID),
        "pvs" => Algorithm::Tree(TreeSettings {
            pvs: true,
            ..TreeSettings::plain(Policy::PARANOID)
        }),
        "sss" | "idsss" => Algorithm::Sss {
            memory: catalogue::SSS_MEMORY,
            deepening: name == "idsss",
        },
        "memsss" => Algorithm::MemSss {
            memory: catalogue::MEMSSS_MEMORY,
        },
        "mtd(+inf)" => mtd(MtdFirst::PlusInfinity),
        "mtd(-inf)" => mtd(MtdFirst::MinusInfinity),
        "mtd(f)" => mtd(MtdFirst::Guess),
        "maxn" => Algorithm::MaxN(MaxNSettings::PLAIN),
        "mc" => Algorithm::Mc {
            playout: catalogue::PLAYOUT,
            per_move: catalogue::MC_PLAYOUTS,
        },
        "mcts" => Algorithm::Mcts(MctsSettings {
            backup: Backup::MaxN,
            exploration: catalogue::MCTS_EXPLORATION,
            history: 0.0,
            playout: catalogue::PLAYOUT,
            simulations: catalogue::MCTS_SIMULATIONS,
            memory: catalogue::MCTS_MEMORY,
        }),
        _ => {
            let policy = parse_policy(name)?.ok_or_else(|| SpecError::UnknownAlgorithm {
                name: name.to_string(),
                known: known_names(),
            })?;
            let known = if name.starts_with("brs(") {
                "brs(s,m)"
            } else {
                name
            };
            return Ok((algorithm(known), tree(policy)));
        }
    };
    Ok((algorithm(name), algorithm_of_name))
}

fn known_names() -> String {
    let algorithms = ALGORITHMS.iter().map(|a| a.name);
    let players = NAMED_PLAYERS.iter().map(|p| p.name);
    algorithms.chain(players).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Spec>().expect_err("refused").to_string()
    }

    fn policy(text: &str) -> String {
        match text.parse::<Spec>().expect("known").algorithm {
            Algorithm::Tree(settings) => settings.policy.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_name_of_the_catalogue_is_an_algorithm() {
        for info in &ALGORITHMS {
            let name = info.name.replace("brs(s,m)", "brs(2,C-2)");
            let spec: Spec = name.parse().expect(info.name);
            assert_eq!(spec.info().name, info.name);
            for option in info.options {
                let example = catalogue::option(option).example;
                let text = format!("{name}:{option}={example}");
                text.parse::<Spec>()
                    .unwrap_or_else(|e| panic!("{text}: {e}"));
            }
        }
        for player in &NAMED_PLAYERS {
            player.name.parse::<Spec>().expect(player.name);
        }
    }

    #[test]
    fn policies_by_name() {
        for (given, meant) in [
            ("alphabeta", "paranoid"),
            ("brs(1,0)", "brs"),
            ("brs(1,C-1)", "brs+"),
            ("brs(C-1,1)", "brs(C-1,1)"),
            ("brs(2, C-2)", "brs(2,C-2)"),
            ("brs(2,1)", "brs(2,C-2)"),
            ("brs(2,0)", "brs(2,0)"),
            ("brs(0,C)", "brs(0,C)"),
            ("brs(C,0)", "paranoid"),
        ] {
            assert_eq!(policy(given), meant, "{given}");
        }
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        assert!(error("alfabeta").starts_with("unknown algorithm 'alfabeta'; known: random, "));
        assert_eq!(
            error("minimax:tt=deep/1MiB"),
            "minimax has no option 'tt'; known: eval, order, noise, depth, deepen"
        );
        assert_eq!(
            error("alphabeta:tt=deep/0"),
            "alphabeta: option tt=deep/0: expected off or SCHEME/SIZE with SCHEME old, new, deep, \
             two-deep or path and SIZE such as 64MiB"
        );
        assert!(error("brs(2,C-1)").contains("m is 0"));
        assert!(error("brs(x,0)").contains("s is a number"));
        assert!(error("brs(2").contains("expected brs(s,m)"));
        assert!(error("").starts_with("unknown algorithm ''"));
    }

    #[test]
    fn named_players_are_pears() {
        let scott: Spec = "scott".parse().expect("known");
        assert_eq!((scott.info().name, scott.depth), ("scout", Some(9)));
    }
}
