//! Who is strongest: all searches that can play a game sit down together, for every game and number of players and for
//! several times a move.
//!
//! A match of the map is a league: there are more algorithms than seats, none sits twice in a game, and in a block each
//! has sat on each seat equally often. Each game so tells something about everybody at the board, where a match of each
//! against the champion would tell something about one, and nobody has to be taken for the champion beforehand.

use std::collections::BTreeMap;
use std::time::Duration;

use melee::search::{AlgorithmInfo, Setting};
use melee::{GameInfo, GameOptions, Registry};
use melee_arena::tournament::MatchPlan;
use serde::Deserialize;

use crate::budget::Amounts;
use crate::matches::{AskedMatch, MatchTable, PlayedMatch, entrants, plan_match};
use crate::searching::{Limits, Spec};
use crate::{Budget, LabError, MeasuredTable, Row};

/// The columns by which the map is drawn.
pub(crate) mod columns {
    pub(crate) const GAME: &str = "game";
    pub(crate) const PLAYERS: &str = "players";
    pub(crate) const LIMIT: &str = "limit";
    pub(crate) const ALGORITHM: &str = "algorithm";
    pub(crate) const CHAMPION: &str = "champion";
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapTable {
    /// Games that each algorithm sits in, rounded up to whole blocks.
    games: Amounts,
    ply_cap: Amounts,
    random_plies: u32,
    control: Vec<Control>,
    /// What plays for a name of the catalogue, where that is not its best settings.
    plays: BTreeMap<String, String>,
    /// Names of the catalogue that do not play, and why.
    left_out: BTreeMap<String, String>,
    /// Those that do not play with two players, as they are others then.
    left_out_for_two: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    /// Of processor time a move.
    millis: Amounts,
    /// Nodes a move where no time is given; a control that has neither is not played.
    smoke_nodes: Option<u64>,
}

impl Control {
    fn limits(&self, budget: Budget) -> Option<Limits> {
        match self.millis.of(budget) {
            0 => self.smoke_nodes.map(Limits::nodes),
            millis => Some(Limits::time(Duration::from_millis(millis))),
        }
    }
}

/// A match of the map.
struct League {
    game: &'static str,
    players: usize,
    limits: Limits,
    entrants: Vec<Entrant>,
}

struct Entrant {
    name: String,
    spec: String,
    is_champion: bool,
}

impl MapTable {
    /// All matches, those with little time first.
    fn leagues(&self, budget: Budget) -> Vec<League> {
        let mut leagues = Vec::new();
        for limits in self.control.iter().filter_map(|control| control.limits(budget)) {
            for info in Registry::standard().games().iter().filter(|info| !info.description.is_study) {
                let counts = info.description.players.iter().filter(|&players| is_open(info, players));
                leagues.extend(counts.map(|players| League {
                    game: info.name,
                    players,
                    limits,
                    entrants: self.entrants(info, players),
                }));
            }
        }
        leagues
    }

    fn entrants(&self, info: &GameInfo, players: usize) -> Vec<Entrant> {
        let champion = Spec::from(info.description.strongest(players));
        let is_absent = |algorithm: &AlgorithmInfo| {
            let is_other = match players {
                2 => self.left_out_for_two.contains_key(algorithm.name),
                _ => algorithm.two_players,
            };
            is_other || self.left_out.contains_key(algorithm.name)
        };
        let entrant = |algorithm: &AlgorithmInfo| {
            let spec = match self.plays.get(algorithm.name) {
                Some(spec) => Spec::from(spec.as_str()),
                None => Spec::new(algorithm.name).best(),
            };
            let is_champion = spec.name == champion.name;
            Entrant {
                name: spec.name.clone(),
                spec: as_the_champion(spec, algorithm, &champion).to_string(),
                is_champion,
            }
        };
        info.algorithms().iter().filter(|algorithm| !is_absent(algorithm)).map(entrant).collect()
    }

    /// Who does not play, with the reasons.
    fn absent(&self) -> String {
        let list = |names: &BTreeMap<String, String>| {
            let all: Vec<String> = names.iter().map(|(name, why)| format!("{name} ({why})")).collect();
            all.join(", ")
        };
        format!("left out: {}; with two players also {}", list(&self.left_out), list(&self.left_out_for_two))
    }
}

/// Can the game be had for so many without anything else?
fn is_open(info: &GameInfo, players: usize) -> bool {
    info.open(&GameOptions::default().for_players(players)).is_ok()
}

/// With the settings of the game's champion that an algorithm has: what was found to be good for the game is good for
/// all, above all the evaluation.
fn as_the_champion(mut spec: Spec, algorithm: &AlgorithmInfo, champion: &Spec) -> Spec {
    for setting in &champion.options {
        if let Setting::Value { name, value } = setting
            && algorithm.options.iter().any(|option| option.name == name)
        {
            spec = spec.with(name, value);
        }
    }
    spec
}

impl MatchTable for MapTable {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch> {
        let asked = |league: League| {
            let League { game, players, limits, entrants: who } = league;
            let specs: Vec<String> = who.iter().map(|entrant| entrant.spec.clone()).collect();
            let seats = self.games.of(budget) * who.len() as u64;
            AskedMatch {
                label: format!("{id} {budget} {game} {players} {}", limit_text(limits)),
                games: seats.div_ceil(players as u64),
                plan: MatchPlan {
                    random_plies: self.random_plies,
                    ply_cap: self.ply_cap.of(budget) as u32,
                    ..plan_match(game, Some(players), entrants(&specs, limits))
                },
            }
        };
        self.leagues(budget).into_iter().map(asked).collect()
    }

    fn can_be_broken_off(&self) -> bool {
        true
    }

    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let leagues = self.leagues(budget);
        let rows = leagues.iter().zip(played).flat_map(|(league, played)| league.cells(played));
        let is_timed = leagues.iter().any(|league| league.limits.time.is_some());
        let clock = if is_timed { "; times are of the processor" } else { "" };
        Ok(MeasuredTable::of(rows.collect())
            .in_units("share of the points in percent")
            .note(format!(
                "shares of the points in the games that an algorithm sat in, with 95 % intervals over whole blocks{clock}"
            ))
            .note(format!("random plies before each block: {}", self.random_plies))
            .note(
                "everybody plays with its best settings and those of the game's champion that it has, such as the evaluation; nothing was tuned for the map",
            )
            .note(self.absent()))
    }
}

impl League {
    fn cells(&self, played: &PlayedMatch) -> Vec<Row> {
        let names: Vec<String> = self.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let standings = played.standings(&names);
        let (players, limit) = (self.players, limit_text(self.limits));
        let even = 100.0 / players as f64;
        let cell = |(i, entrant): (usize, &Entrant)| {
            let sample = played.sample(i, &standings, even);
            let games = sample.games.to_string();
            let mut row =
                Row::share(format!("{}, {players} players, {limit}: {}", self.game, entrant.name), None, sample)
                    .with(columns::GAME, self.game)
                    .with(columns::PLAYERS, players.to_string())
                    .with(columns::LIMIT, &limit)
                    .with(columns::ALGORITHM, &entrant.name);
            if entrant.is_champion {
                row = row.with(columns::CHAMPION, "yes");
            }
            row.with("settings", &entrant.spec)
                .with("games", games)
                .with("depth", format!("{:.1}", standings.algorithms[i].mean_depth))
                .with("ms", format!("{:.2}", millis_a_move(i, played)))
        };
        self.entrants.iter().enumerate().map(cell).collect()
    }
}

/// What an algorithm has really used.
fn millis_a_move(algorithm: usize, played: &PlayedMatch) -> f64 {
    let (mut micros, mut moves) = (0, 0);
    for game in played.counted() {
        let seats = game.seating.iter().zip(&game.work);
        for (_, work) in seats.filter(|(seat, _)| **seat == algorithm) {
            micros += work.micros;
            moves += work.moves;
        }
    }
    micros as f64 / 1e3 / moves.max(1) as f64
}

fn limit_text(limits: Limits) -> String {
    match (limits.time, limits.nodes) {
        (Some(time), _) => format!("{} ms", time.as_millis()),
        (None, Some(nodes)) => format!("{nodes} nodes"),
        (None, None) => "no limit".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::map_table as map;

    #[test]
    fn every_game_and_number_of_players_has_a_league_for_each_time() {
        let leagues = map().leagues(Budget::Paper);
        let mut absent = Vec::new();
        for info in Registry::standard().games() {
            for players in info.description.players.iter() {
                let own: Vec<_> = leagues.iter().filter(|l| l.game == info.name && l.players == players).collect();
                match own.len() {
                    0 => absent.push(format!("{} {players}", info.name)),
                    _ => assert_eq!(
                        own.iter().filter_map(|l| l.limits.time).map(|t| t.as_millis()).collect::<Vec<_>>(),
                        [10, 100, 1000]
                    ),
                }
            }
        }
        // No map of these sizes comes with the game, and a study is not something to play.
        absent.retain(|name| !name.starts_with("uniform "));
        assert_eq!(absent, ["reversixt 5", "reversixt 7"]);
    }

    #[test]
    fn every_algorithm_plays_or_there_is_a_reason() {
        let map = map();
        let all: Vec<&str> = Registry::standard().algorithms().iter().map(|info| info.name).collect();
        let reasons = map.left_out.keys().chain(map.left_out_for_two.keys()).chain(map.plays.keys());
        for name in reasons {
            assert!(all.contains(&name.as_str()), "{name} is none");
        }
        let leagues = map.leagues(Budget::Paper);
        let names = |is_for_two: bool| {
            let some = leagues.iter().find(|l| (l.players == 2) == is_for_two).expect("a league");
            some.entrants.iter().map(|e| e.name.clone()).collect::<Vec<_>>()
        };
        let (two, many) = (names(true), names(false));
        for info in Registry::standard().algorithms() {
            let own = map.plays.get(info.name).map_or(info.name.to_string(), |spec| Spec::from(spec.as_str()).name);
            let is_out = map.left_out.contains_key(info.name);
            assert_eq!(two.contains(&own), !is_out && !map.left_out_for_two.contains_key(info.name), "{own}");
            assert_eq!(many.contains(&own), !is_out && !info.two_players, "{own}");
        }
    }

    #[test]
    fn times_are_told_of_where_limits_are_times() {
        let is_told = |budget| map().outcome(budget, &[]).expect("a table").notes[0].contains("of the processor");
        assert_eq!([Budget::Smoke, Budget::Paper].map(is_told), [false, true]);
    }

    /// The settings of the champion are those of the catalogue to the letter, whatever was added to others.
    #[test]
    fn the_champion_of_each_game_plays_as_the_champion() {
        for league in map().leagues(Budget::Paper) {
            let champions: Vec<&Entrant> = league.entrants.iter().filter(|e| e.is_champion).collect();
            let [champion] = &champions[..] else { panic!("{}: {} champions", league.game, champions.len()) };
            let info = Registry::standard().game(league.game).expect("a game");
            assert_eq!(champion.spec, info.description.strongest(league.players));
        }
    }
}
