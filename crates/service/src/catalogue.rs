//! What there is: games and algorithms. What everybody needs to begin is said of all games at once; the rules with what
//! shows them, and what games say in other languages, only to those who ask.

use std::collections::BTreeMap;
use std::time::Duration;

use melee::core::SampleMoves;
use melee::core::levels::LEVELS;
use melee::search::Pace;
use melee::{GameInfo, GameOptions, Limits, Player};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::request::Ask;
use crate::{Place, Refusal, Service};

pub(crate) fn games(service: &Service) -> Value {
    service.registry.games().iter().map(game).collect()
}

/// A list as JSON.
fn list<T>(items: impl IntoIterator<Item = T>, describe: impl FnMut(T) -> Value) -> Value {
    items.into_iter().map(describe).collect()
}

/// A game as somebody needs it who wants to choose it, set it up and play.
fn game(info: &GameInfo) -> Value {
    let about = info.description.as_ref();
    let counts: Vec<usize> = about.players.iter().collect();
    let strongest = counts.iter();
    let strongest = strongest.map(|&count| (count.to_string(), about.strongest(count)));
    let levels = |count: usize| -> Value {
        let seats = LEVELS.iter().zip(about.levels(count));
        seats.map(|(name, seat)| json!({"name": name, "seat": seat})).collect()
    };
    let levels = counts.iter().map(|&count| (count.to_string(), levels(count)));
    let solver = info.algorithms().iter().find(|algorithm| algorithm.exact);
    json!({
        "name": info.name,
        "title": about.title,
        "summary": about.summary,
        "players": counts,
        "seats": list(Player::all(about.players.most()), |player| {
            let style = about.seat(player);
            json!({"name": style.name, "fill": style.colour.fill, "ink": style.colour.ink})
        }),
        "options": list(about.options, |option| json!({
            "name": option.name,
            "value": option.value,
            "summary": option.summary,
            "choices": list(option.choices, |(value, summary)| {
                json!({"value": value, "summary": summary})
            }),
            "is_file": option.is_file,
        })),
        "starts": info.starts(),
        "start_word": about.start_word,
        "evaluations": about.evaluations,
        "unit": about.unit,
        "orderings": about.orderings,
        "algorithms": list(info.algorithms(), |algorithm| json!(algorithm.name)),
        "named_players": about.named_players,
        "strongest": strongest.collect::<BTreeMap<_, _>>(),
        "levels": levels.collect::<BTreeMap<_, _>>(),
        "solver": solver.map(|algorithm| algorithm.name),
        "record": about.record,
        "look": about.look,
        "sample": about.samples.first().map(|sample| sample_place(info.name, sample)),
        "is_study": about.is_study,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordsRequest {
    language: String,
}

impl Ask for WordsRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let words = |info: &GameInfo| (info.name, info.description.words_in(&self.language));
        Ok(json!(service.registry.games().iter().map(words).collect::<BTreeMap<_, _>>()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    game: String,
    /// The language of whoever reads; without it, or where nothing is written in it, English.
    language: Option<String>,
}

impl Ask for LessonRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let info = service.registry.game(&self.game)?;
        let about = info.description.as_ref();
        let wanted = self.language.as_deref();
        let other = wanted.and_then(|language| Some((language, about.rules_in(language)?)));
        let (language, rules) = other.unwrap_or(("en", about.rules));
        Ok(json!({
            "rules": rules,
            "language": language,
            "samples": list(about.samples, |sample| {
                json!({"summary": sample.summary, "place": sample_place(info.name, sample)})
            }),
        }))
    }
}

fn sample_place(game: &str, sample: &SampleMoves) -> Place {
    let moves = sample.moves.split_whitespace();
    Place {
        game: game.to_string(),
        options: GameOptions {
            players: Some(sample.players),
            position: (!sample.position.is_empty()).then(|| sample.position.to_string()),
            ..GameOptions::default()
        },
        moves: moves.map(str::to_string).collect(),
    }
}

pub(crate) fn algorithms(service: &Service) -> Value {
    json!({
        "algorithms": list(service.registry.algorithms(), |info| json!({
            "name": info.name,
            "summary": info.summary,
            "two_players": info.two_players,
            "by_depth": info.pace == Pace::ByDepth,
            "exact": info.exact,
            "options": info.options,
        })),
        "limits": offered_limits(),
        "longest": service.settings.longest.as_secs_f64(),
    })
}

/// Limits to choose from, as seats are written with them.
fn offered_limits() -> Value {
    let times = [100, 300, 1_000, 3_000, 10_000, 30_000];
    let times = times.map(|millis| Limits::time(Duration::from_millis(millis)));
    let nodes = [100, 1_000, 10_000, 100_000, 1_000_000].map(Limits::nodes);
    let depths = [1, 2, 3, 4, 6, 8, 12].map(Limits::depth);
    let text = |limits: Limits| json!(limits.to_string());
    json!([
        {"summary": "Time for a move", "limits": list(times, text)},
        {"summary": "Nodes for a move", "limits": list(nodes, text)},
        {"summary": "Depth", "limits": list(depths, text)},
    ])
}
