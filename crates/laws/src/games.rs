//! Games: moves chosen by bytes, and positions, moves, records and options as text.

use std::sync::OnceLock;

use melee::{GameVisitor, Melee};
use melee_core::{Description, GameOptions, PlayableGame, Setup, Start, seeded_rng};
use melee_testkit::conformance::{LongGame, check_position};
use melee_testkit::knowledge;

use crate::input::{Input, one_line, with_text};
use crate::playthroughs;

/// A game that was opened, its type hidden behind what is asked of it here.
trait AnyGame: Send + Sync {
    fn describe(&self) -> Description;
    /// The positions from which moves and records are read.
    fn positions(&self) -> usize;
    fn samples(&self) -> Vec<Sample>;
    fn play(&self, input: Input);
    fn read_position(&self, text: &str);
    fn read_record(&self, position: usize, text: &str);
    /// An option, or the name of a start if it is none.
    fn read_option(&self, name: Option<&str>, players: Option<usize>, text: &str);
}

/// What samples are made of: a position on the way of a game, a move there, and the record so far.
struct Sample {
    position: String,
    mv: String,
    record: String,
}

struct Opened<G: PlayableGame> {
    game: G,
    starts: Vec<Start>,
    /// The beginning of one game: of its playthrough, if there is one for so many players, or by chance.
    setup: Setup<G>,
}

/// The plies of a sample game.
const PLIES: usize = 24;
/// Longer games are played by chance, not by bytes (`conformance::random_plies`).
const LONGEST: usize = 60;

impl<G: PlayableGame> Opened<G> {
    fn new(game: G) -> Self {
        let mut rng = seeded_rng(7);
        let mut setup = Setup::new(game.initial());
        let (mut state, mut buffer) = (game.initial(), Vec::new());
        let mut written = playthroughs::moves(G::NAME, game.players()).into_iter();
        while setup.moves.len() < PLIES && game.outcome(&state).is_none() {
            let known = written.next().and_then(|mv| game.parse_move(&state, &mv).ok());
            let mv = known.unwrap_or_else(|| game.random_move(&state, &mut buffer, &mut rng));
            game.play(&mut state, mv);
            setup.moves.push(mv);
        }
        Opened { starts: game.starts(), game, setup }
    }

    /// The sample game up to a ply.
    fn until(&self, plies: usize) -> Setup<G> {
        let plies = plies % (self.setup.moves.len() + 1);
        Setup { start: self.setup.start.clone(), moves: self.setup.moves[..plies].to_vec() }
    }

    /// A position that was read can be written, and obeys every law.
    fn check_setup(game: &G, setup: &Setup<G>) {
        let text = game.setup_text(setup);
        let again = game.parse_position(&text).unwrap_or_else(|e| panic!("{text:?} does not read back: {e}"));
        assert!(again == *setup, "{text:?} reads back differently");
        let state = setup.state(game);
        check_position(game, &state);
        if game.outcome(&state).is_none() {
            let knowledge = game.knowledge(None, None).expect("the knowledge that is named first");
            knowledge::check_scores(game, &knowledge, &state, game.to_move(&state));
        }
    }

    fn build(options: &GameOptions) -> Option<G> {
        let built = G::describe().check(options).and_then(|()| G::with_options(options));
        built.inspect_err(one_line).ok()
    }
}

impl<G: PlayableGame> AnyGame for Opened<G> {
    fn describe(&self) -> Description {
        G::describe()
    }

    fn positions(&self) -> usize {
        self.setup.moves.len() + 1
    }

    fn samples(&self) -> Vec<Sample> {
        let plies = [0, self.setup.moves.len() / 2, self.setup.moves.len()];
        let sample = |plies: usize| {
            let setup = self.until(plies);
            let state = setup.state(&self.game);
            let next = self.setup.moves.get(plies).filter(|_| plies < self.setup.moves.len());
            Sample {
                position: self.game.setup_text(&setup),
                mv: next.map(|&mv| self.game.move_text(&state, mv)).unwrap_or_default(),
                record: self.game.write_record(&setup, None),
            }
        };
        plies.into_iter().map(sample).collect()
    }

    /// A byte for the start, two for the knowledge, one for what is checked at the end, and one or two for each move.
    fn play(&self, mut input: Input) {
        let game = &self.game;
        let start = input.one_of(&self.starts);
        let state = game.parse_position(&start.position).expect("a start is a position").state(game);
        let description = G::describe();
        let evaluation = input.one_of(description.evaluations);
        let ordering = input.one_of(description.orderings);
        let knowledge = game.knowledge(Some(evaluation), Some(ordering)).expect("it is listed");
        let last = input.byte();
        let mut long = LongGame::new(game, knowledge.clone(), state);
        for _ in 0..LONGEST {
            if input.0.is_empty() {
                break;
            }
            let is_played = long.step(|count| {
                let high = if count > 256 { usize::from(input.byte()) << 8 } else { 0 };
                (high + usize::from(input.byte())) % count
            });
            if !is_played {
                break;
            }
        }
        match last % 8 {
            0 => check_position(game, &long.state),
            1 if game.outcome(&long.state).is_none() => {
                knowledge::check_position(game, &knowledge, &long.state, &mut seeded_rng(1));
            }
            _ => {}
        }
    }

    fn read_position(&self, text: &str) {
        match self.game.parse_position(text) {
            Ok(setup) => Self::check_setup(&self.game, &setup),
            Err(error) => one_line(&error),
        }
        // Of a board of another size, or for more players.
        let Some(other) = Self::build(&GameOptions::default().at(text)) else {
            return;
        };
        if other == self.game {
            return;
        }
        match other.parse_position(text) {
            Ok(setup) => Self::check_setup(&other, &setup),
            Err(error) => one_line(&error),
        }
    }

    fn read_record(&self, position: usize, text: &str) {
        let game = &self.game;
        let setup = self.until(position);
        let state = setup.state(game);
        match game.parse_move(&state, text) {
            Ok(mv) => {
                assert!(game.is_legal(&state, mv), "{text:?} was read as {mv:?}, which is not legal");
                let written = game.move_text(&state, mv);
                assert_eq!(game.parse_move(&state, &written), Ok(mv), "{written:?}, first read as {text:?}");
            }
            Err(error) => one_line(&error),
        }
        let record = match game.read_record(&state, text) {
            Ok(record) => record,
            Err(error) => return one_line(&error),
        };
        let start = record.start.as_ref().map(|start| game.parse_position(start));
        let mut read = match start {
            Some(Ok(setup)) => setup,
            Some(Err(error)) => return one_line(&error),
            None => Setup::new(state),
        };
        let mut state = read.state(game);
        for mv in &record.moves {
            match game.parse_move(&state, mv) {
                Ok(mv) => {
                    game.play(&mut state, mv);
                    read.moves.push(mv);
                }
                Err(error) => {
                    one_line(&error);
                    break;
                }
            }
        }
        let written = game.write_record(&read, game.outcome(&state).as_ref());
        let again = game.read_record(&read.start, &written);
        let again = again.unwrap_or_else(|e| panic!("{written:?} does not read back: {e}"));
        let mut state = match again.start.map(|start| game.parse_position(&start)) {
            Some(setup) => setup.unwrap_or_else(|e| panic!("the start of {written:?}: {e}")).state(game),
            None => read.start.clone(),
        };
        assert_eq!(again.moves.len(), read.moves.len(), "{written:?} reads back differently");
        for (text, &mv) in again.moves.iter().zip(&read.moves) {
            assert_eq!(game.parse_move(&state, text), Ok(mv), "{text:?} of {written:?}");
            game.play(&mut state, mv);
        }
    }

    fn read_option(&self, name: Option<&str>, players: Option<usize>, text: &str) {
        let options = match name {
            None => GameOptions::default().from_start(text),
            Some(name) => GameOptions::default().with(name, text),
        };
        let Some(game) = Self::build(&GameOptions { players, ..options }) else {
            return;
        };
        assert!(players.is_none_or(|n| n == game.players()), "a game for {players:?} was asked for");
        Self::check_setup(&game, &Setup::new(game.initial()));
    }
}

/// All games, each for every number of players.
fn all() -> &'static [Box<dyn AnyGame>] {
    struct Openers(Vec<Box<dyn AnyGame>>);

    impl GameVisitor for Openers {
        fn visit<G: PlayableGame>(&mut self) {
            for players in G::describe().players.iter() {
                if let Ok(game) = G::with_options(&GameOptions::default().for_players(players)) {
                    self.0.push(Box::new(Opened::new(game)));
                }
            }
        }
    }

    static ALL: OnceLock<Vec<Box<dyn AnyGame>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut openers = Openers(Vec::new());
        Melee::standard().visit(&mut openers);
        openers.0
    })
}

/// The samples of all games, each behind the byte that chooses its game.
fn samples(texts: impl Fn(&dyn AnyGame) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let numbered = (0u8..).zip(all());
    let of_game =
        numbered.flat_map(|(i, game)| texts(game.as_ref()).into_iter().map(move |text| [&[i], &text[..]].concat()));
    of_game.collect()
}

/// Play and undo, keys, lists of moves, evaluations and orderings.
pub(crate) fn play(data: &[u8]) {
    let mut input = Input(data);
    input.one_of(all()).play(input);
}

pub(crate) fn play_samples() -> Vec<Vec<u8>> {
    samples(|_| (0..2).map(|last| vec![0, 0, 0, last, 1, 200, 3, 90, 5, 17, 77, 8, 130, 10, 11, 250]).collect())
}

/// Positions as text; options of games, the texts of files among them, and names of starts. A byte for the game, one for
/// the number of players, and one for what the text is.
pub(crate) fn positions(data: &[u8]) {
    let mut input = Input(data);
    let game = input.one_of(all());
    let players = Some(usize::from(input.byte())).filter(|&players| players > 0);
    let options = game.describe().options;
    match usize::from(input.byte()).checked_sub(POSITIONS) {
        None => game.read_position(&input.text()),
        Some(option) => {
            let option = options.get(option % (options.len() + 1));
            game.read_option(option.map(|option| option.name), players, &input.text());
        }
    }
}

/// So many bytes in front of a text say that it is a position.
const POSITIONS: usize = 128;

pub(crate) fn position_samples() -> Vec<Vec<u8>> {
    samples(|game| {
        let mut samples: Vec<Vec<u8>> =
            game.samples().iter().map(|sample| with_text(&[0, 0], &sample.position)).collect();
        let options = (POSITIONS as u8..).zip(game.describe().options);
        for (option, about) in options {
            let choice = about.choices.last().map_or(SMALL_MAP, |(value, _)| value);
            samples.push(with_text(&[0, option], choice));
        }
        samples
    })
}

/// Moves and records, from a position on the way of a game.
pub(crate) fn records(data: &[u8]) {
    let mut input = Input(data);
    let game = input.one_of(all());
    let position = usize::from(input.byte());
    game.read_record(position, &input.text());
}

pub(crate) fn record_samples() -> Vec<Vec<u8>> {
    samples(|game| {
        let [start, middle, end] = game.samples().try_into().ok().expect("three samples");
        let half = (game.positions() / 2) as u8;
        vec![with_text(&[0], &start.mv), with_text(&[half], &middle.mv), with_text(&[0], &end.record)]
    })
}

/// A map file of the kind that some options take, and the network game sends.
pub(crate) const SMALL_MAP: &str = "2\n1\n1 1\n4 5\n0 c 0 - b\n0 1 2 0 x\n0 2 1 0 0\ni 0 0 0 0\n0 0 0 <-> 4 3 4\n";

/// Words of notations: options and their values, starts.
pub(crate) fn words() -> Vec<String> {
    let of_game = all().iter().flat_map(|game| {
        let options = game.describe().options.iter();
        options.flat_map(|option| option.choices.iter().map(|(value, _)| value.to_string()))
    });
    let mut words: Vec<String> =
        of_game.chain(["<->", "[", "]", "1. ", "\n", "/", "|", "x"].map(String::from)).collect();
    words.sort();
    words.dedup();
    words
}
