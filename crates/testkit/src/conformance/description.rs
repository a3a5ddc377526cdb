//! The laws of a [`Description`]: what it promises is there, and what people read is not empty.

use std::collections::HashSet;

use melee_core::{Description, GameOption, GameOptions, Glyph, PlayableGame, SampleMoves, Setup, Start};

/// Options that every game has, whatever it says about itself.
const COMMON: [&str; 3] = ["players", "start", "pos"];

pub(super) fn check<G: PlayableGame>(description: &Description) {
    check_words::<G>(description);
    for option in description.options {
        check_option::<G>(description, option);
    }
    check_knowledge::<G>(description);
    check_seats(description);
    check_specs(description);
    for start in G::all_starts().unwrap_or_default() {
        check_start::<G>(description, &start);
    }
    for sample in description.samples {
        check_sample::<G>(description, sample);
    }
}

/// The game with these options, as a registry would open it.
fn open<G: PlayableGame>(description: &Description, options: &GameOptions) -> G {
    let checked = description.check(options);
    let game = checked.and_then(|()| G::with_options(options));
    game.unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

fn assert_line(what: &str, text: &str) {
    let is_line = !text.is_empty() && text.trim() == text && !text.contains('\n');
    assert!(is_line, "{what} is one line of text, not '{text}'");
}

fn assert_distinct<'t>(what: &str, names: impl IntoIterator<Item = &'t str>) {
    let mut seen = HashSet::new();
    for name in names {
        assert_line(what, name);
        assert!(seen.insert(name), "{what} twice: {name}");
    }
}

fn check_words<G: PlayableGame>(description: &Description) {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(
        !G::NAME.is_empty() && G::NAME.chars().all(is_plain),
        "the name '{}' is of lower-case letters, digits and -",
        G::NAME
    );
    assert_line("the title", description.title);
    assert_line("the summary", description.summary);
    assert_line("the unit", description.unit);
    for (evaluation, unit) in description.other_units {
        let tables = description.tables.iter().map(|table| table.evaluation);
        let is_known = description.evaluations.iter().copied().chain(tables).any(|known| known == *evaluation);
        assert!(is_known, "a unit of '{evaluation}', which is no evaluation");
        assert_line("a unit", unit);
        assert_ne!(*unit, description.unit, "the unit of '{evaluation}' is the usual one");
    }
    assert_line("the record format", description.record.name);
    assert_line("the ending of records", description.record.extension);
    assert_line("the protocol", description.dialect.protocol);
    assert_line("a piece", description.look.piece);
    for Glyph { letter: glyph, name, .. } in description.look.glyphs {
        assert_line(&format!("the piece {glyph}"), name);
    }
    assert!(description.players.iter().next().is_some(), "the game is for some number of players");
    let has_rules = !description.rules.trim().is_empty();
    assert!(has_rules || description.is_study, "the rules are written");
}

fn check_option<G: PlayableGame>(description: &Description, option: &GameOption) {
    let GameOption { name, choices, .. } = *option;
    assert_line("the name of an option", name);
    assert!(!COMMON.contains(&name), "every game has --{name} already");
    let same = |other: &&GameOption| other.name == name;
    let count = description.options.iter().filter(same).count();
    assert_eq!(count, 1, "--{name} is said once");
    assert_line("the value of an option", option.value);
    assert_line("the summary of an option", option.summary);
    assert_distinct("a choice", choices.iter().map(|(value, _)| *value));
    let usual: G = open(description, &GameOptions::default());
    for (i, (value, words)) in choices.iter().enumerate() {
        assert_line("the words for a choice", words);
        let chosen: G = open(description, &GameOptions::default().with(name, *value));
        assert!(i > 0 || chosen == usual, "--{name} {value} stands first, so it is the default");
    }
}

fn check_knowledge<G: PlayableGame>(description: &Description) {
    let Description { evaluations, orderings, .. } = *description;
    assert_distinct("an evaluation", evaluations.iter().copied());
    assert_distinct("an ordering", orderings.iter().copied());
    assert!(!evaluations.is_empty() && !orderings.is_empty(), "there is a default evaluation and ordering");
    let game: G = open(description, &GameOptions::default());
    let builds = |evaluation: Option<&str>, ordering: Option<&str>| game.knowledge(evaluation, ordering).is_some();
    assert!(builds(None, None), "there is default knowledge");
    for evaluation in evaluations {
        assert!(
            builds(Some(evaluation), None),
            "describe() lists the evaluation '{evaluation}', but knowledge(Some(..), None) gives none"
        );
    }
    for ordering in orderings {
        assert!(
            builds(None, Some(ordering)),
            "describe() lists the ordering '{ordering}', but knowledge(None, Some(..)) gives none"
        );
    }
    let unknown = Some("no such name");
    assert!(!builds(unknown, None) && !builds(None, unknown), "knowledge of an unknown name is None");
}

fn check_seats(description: &Description) {
    let most = description.players.most();
    for (what, count) in [("seats", description.seats.len()), ("clocks", description.dialect.clocks.len())] {
        assert!(count == 0 || count >= most, "{count} {what} have names, but {most} may play");
    }
    let names = description.seats.iter().map(|seat| seat.name);
    assert_distinct("a seat", names.filter(|name| !name.is_empty()));
    let clocks = description.dialect.clocks.iter().copied();
    assert_distinct("a clock", clocks);
}

fn check_specs(description: &Description) {
    let named = description.named_players;
    assert_distinct("a named player", named.iter().map(|player| player.name));
    for player in named {
        assert_line(&format!("the player {}", player.name), player.spec);
        assert_line(&format!("the words for {}", player.name), player.summary);
    }
    for (players, spec) in description.champions {
        assert!(description.players.contains(*players), "a champion for {players} players, for whom the game is not");
        assert_line("a champion", spec);
    }
    for (players, ladder) in description.ladders {
        assert!(description.players.contains(*players), "a ladder for {players} players, for whom the game is not");
        assert_line("who plays on a ladder", ladder.player);
        for pair in ladder.rungs.windows(2) {
            let [below, above] = [pair[0], pair[1]];
            let is_higher = below != above && above.blunders <= below.blunders && above.nodes >= below.nodes;
            assert!(is_higher, "{players} players: {above} is no level above {below}");
        }
    }
    for option in description.best.split(',').filter(|o| !o.is_empty()) {
        let is_option = option.split_once('=').is_some_and(|(n, v)| !n.is_empty() && !v.is_empty());
        assert!(is_option, "best: '{option}' is not NAME=VALUE");
    }
}

/// A start that is a game of its own.
fn check_start<G: PlayableGame>(description: &Description, start: &Start) {
    let game: G = open(description, &GameOptions::default().from_start(&start.name));
    let setup =
        game.parse_position(&start.position).unwrap_or_else(|e| panic!("start {} does not parse: {e}", start.name));
    assert_eq!(setup.state(&game), game.initial(), "--start {} begins there", start.name);
    let fits = start.players.is_none_or(|n| n == game.players());
    assert!(fits, "start {} is for others: {:?}", start.name, start.players);
}

fn check_sample<G: PlayableGame>(description: &Description, sample: &SampleMoves) {
    assert_line("the words for sample moves", sample.summary);
    assert!(!sample.position.is_empty() || !sample.moves.is_empty(), "sample moves show something: {}", sample.summary);
    let options = GameOptions::default().for_players(sample.players);
    let (game, setup): (G, Setup<G>) = if sample.position.is_empty() {
        let game: G = open(description, &options);
        let start = Setup::new(game.initial());
        (game, start)
    } else {
        let game: G = open(description, &options.at(sample.position));
        let setup = game.parse_position(sample.position);
        let setup = setup.unwrap_or_else(|e| panic!("sample '{}': {e}", sample.position));
        (game, setup)
    };
    let mut state = setup.state(&game);
    for text in sample.moves.split_whitespace() {
        let mv = game.parse_move(&state, text);
        let mv = mv.unwrap_or_else(|e| panic!("sample '{}', {text}: {e}", sample.moves));
        game.play(&mut state, mv);
    }
}
