//! Algorithms, limits, seats, sizes and commands as users write them.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::OnceLock;

use melee::search::{duration_text, parse_duration, parse_size, size_text};
use melee::{GameOptions, Limits, OpenGame, Registry, SeatSpec, Spec, Who};
use melee_arena::program::ProgramCommand;
use melee_lab::cluster::Indices;

use crate::input::{Input, one_line, with_text};

/// All games, each for every number of players.
pub(crate) fn opened() -> &'static [OpenGame] {
    static ALL: OnceLock<Vec<OpenGame>> = OnceLock::new();
    ALL.get_or_init(|| {
        let infos = Registry::standard().games().iter();
        let games = infos.flat_map(|info| {
            let counts = info.description.players.iter();
            counts.filter_map(|players| info.open(&GameOptions::default().for_players(players)).ok())
        });
        games.collect()
    })
}

/// What is read is written so that it reads back; what is not is refused in one line.
fn reads_back<T: FromStr + Display + PartialEq + Debug>(text: &str) -> Option<T>
where
    T::Err: Display + Debug,
{
    match text.parse::<T>() {
        Ok(read) => {
            let written = read.to_string();
            let again = written.parse::<T>();
            let again = again.unwrap_or_else(|e| panic!("{written:?}, read from {text:?}, does not read back: {e}"));
            assert_eq!(again, read, "{written:?}, read from {text:?}");
            Some(read)
        }
        Err(error) => {
            one_line(&error);
            None
        }
    }
}

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let game = input.one_of(opened());
    let text = &input.text();
    reads_back::<Spec>(text);
    reads_back::<Limits>(text);
    reads_back::<Indices>(text);
    if let Some(seat) = reads_back::<SeatSpec>(text) {
        match &seat.who {
            Who::Search(spec) => check_algorithm(game, spec, seat.limits),
            Who::Program(command) => {
                if let Err(error) = ProgramCommand::parse(command) {
                    one_line(&error);
                }
            }
            Who::Person => {}
        }
    }
    match parse_duration(text) {
        Ok(time) => assert_eq!(parse_duration(&duration_text(time)), Ok(time), "{text:?}"),
        Err(error) => one_line(&error),
    }
    match parse_size(text) {
        Ok(size) => assert_eq!(parse_size(&size_text(size)).ok(), Some(size), "{text:?}"),
        Err(error) => one_line(&error),
    }
    if let Err(error) = game.named_start(text) {
        one_line(&error);
    }
    if let Some(weights) = Registry::standard().game(game.name()).expect("it is open").weights(text) {
        assert!(weights.iter().all(|(_, weight)| weight.is_finite()), "{text:?}: {weights:?}");
    }
}

fn check_algorithm(game: &OpenGame, spec: &Spec, limits: Limits) {
    if let Err(error) = game.check(spec, limits) {
        one_line(&error);
    }
    // A limit can make an algorithm possible, never impossible.
    if game.check(spec, Limits::NONE).is_ok() {
        assert!(game.check(spec, Limits::nodes(1000)).is_ok(), "{spec}");
    }
}

/// Every algorithm with an example of each of its options, behind the byte of a game that has it.
pub(crate) fn samples() -> Vec<Vec<u8>> {
    let texts = ["d4+250ms", "5000", "1.5s", "human", "program:'my engine' --fast@100ms", "0-3,7", "64MiB", "standard"];
    let mut samples: Vec<Vec<u8>> = texts.iter().map(|text| with_text(&[0], text)).collect();
    let mut known = Vec::new();
    for (i, game) in (0u8..).zip(opened()) {
        for info in game.algorithms() {
            if known.contains(&info.name) {
                continue;
            }
            known.push(info.name);
            let options = info.options.iter().map(|option| format!("{}={}", option.name, option.example));
            let options: Vec<String> = options.collect();
            samples.push(with_text(&[i], &format!("{}:best@100", info.name)));
            samples.push(with_text(&[i], &format!("{}:{}@d2", info.name, options.join(","))));
        }
        for named in game.description().named_players {
            samples.push(with_text(&[i], named.name));
        }
    }
    samples
}

/// The names of algorithms, options, evaluations, orderings and named players.
pub(crate) fn words() -> Vec<String> {
    let mut words: Vec<String> = ["best", "@", "+", "ms", "MiB", "program:", "human"].map(String::from).to_vec();
    for game in opened() {
        for info in game.algorithms() {
            words.push(info.name.to_string());
            words.extend(info.options.iter().flat_map(|o| [format!("{}=", o.name), o.example.clone()]));
        }
        let about = game.description();
        words.extend(about.evaluations.iter().chain(about.orderings).map(ToString::to_string));
        words.extend(about.named_players.iter().map(|player| player.name.to_string()));
    }
    words.sort();
    words.dedup();
    words
}
