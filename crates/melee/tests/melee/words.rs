//! What games say to people: what is asked, and why a game is over.

use std::collections::BTreeSet;

use melee::core::diagram::MarkKind;
use melee::{GameOptions, Melee, Player};

/// Plays games at random and looks at every position.
fn wander(mut look: impl FnMut(&melee::Position)) {
    for info in Melee::standard().registry().games().iter().filter(|info| !info.description.is_study) {
        for players in info.description.players.iter() {
            // Not every number of players has a board that is shipped.
            let Ok(game) = info.open(&GameOptions::default().for_players(players)) else { continue };
            let mut position = game.start();
            let mut chance = 7 * players;
            look(&position);
            // The longest games are drawn after two thousand plies.
            for _ in 0..2500 {
                chance = (chance * 1_103_515_245 + 12_345) & 0x7fff_ffff;
                let moves = position.count_moves();
                if moves == 0 {
                    break;
                }
                position.play_nth((chance >> 8) % moves);
                look(&position);
            }
        }
    }
}

#[test]
fn every_game_says_what_is_asked_and_why_it_is_over() {
    let mut ends = 0;
    wander(|position| {
        let name = position.game().name();
        if position.to_move().is_some() {
            assert!(!position.prompt().ask.is_empty(), "{name}: {position:?}");
            assert_eq!(position.ending(), "", "{name}: {position:?}");
        } else {
            assert!(!position.ending().is_empty() && !position.ending().ends_with('.'), "{name}: {position:?}");
            ends += 1;
        }
    });
    assert!(ends >= 10, "{ends} games came to an end");
}

/// What the page looks up: numbers in it do not matter.
fn phrase(text: &str) -> String {
    let mut phrase = String::new();
    for letter in text.chars() {
        match letter {
            digit if digit.is_ascii_digit() => {
                if !phrase.ends_with('#') {
                    phrase.push('#');
                }
            }
            other => phrase.push(other),
        }
    }
    phrase
}

#[test]
fn whatever_a_game_says_it_says_in_german_too() {
    let mut missing = BTreeSet::new();
    wander(|position| {
        let game = position.game();
        let about = game.description();
        let german = about.words_in("de");
        let prompt = position.prompt();
        let mut said = vec![about.summary, about.unit, about.look.piece, prompt.phase, prompt.ask, position.ending()];
        said.extend(about.other_units.iter().map(|(_, unit)| *unit));
        said.extend(about.look.glyphs.iter().map(|glyph| glyph.name));
        let counters = position.counters();
        said.extend(counters.iter().map(|counter| counter.name));
        let gestures = position.gestures();
        let choices = gestures.iter().flat_map(|(_, gesture)| gesture.choice.as_deref().into_iter());
        said.extend(choices.chain(gestures.iter().map(|(_, gesture)| gesture.question)));
        let unknown = said.into_iter().filter(|text| !text.is_empty()).map(phrase);
        missing.extend(unknown.filter(|text| !german.contains_key(text.as_str())).map(|text| (game.name(), text)));
    });
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn what_is_offered_and_shown_of_a_game_is_in_german_too() {
    let mut missing = BTreeSet::new();
    for info in Melee::standard().registry().games().iter().filter(|info| !info.description.is_study) {
        let about = info.description.as_ref();
        let german = about.words_in("de");
        let starts = info.starts();
        let mut offered: Vec<&str> = starts.iter().map(|start| start.summary.as_str()).collect();
        offered.extend(about.samples.iter().map(|sample| sample.summary));
        if starts.len() > 1 {
            offered.push(about.start_word);
        }
        for option in about.options.iter().filter(|option| !option.choices.is_empty()) {
            offered.push(option.name);
            offered.extend(option.choices.iter().map(|(_, summary)| *summary));
        }
        let unknown = offered.into_iter().map(phrase).filter(|text| !german.contains_key(text.as_str()));
        missing.extend(unknown.map(|text| (info.name, text)));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn rules_are_written_in_german_too_paragraph_by_paragraph() {
    for info in Melee::standard().registry().games().iter().filter(|info| !info.description.is_study) {
        let about = info.description.as_ref();
        let shape = |text: &str| {
            let items = text.lines().filter(|line| line.starts_with("- ")).count();
            (text.split("\n\n").count(), items, text.matches("**").count(), text.matches('`').count())
        };
        let german = about.rules_in("de").unwrap_or_else(|| panic!("{} has no German rules", info.name));
        assert_eq!(shape(german), shape(about.rules), "{}", info.name);
    }
}

#[test]
fn the_seats_of_fen4_have_its_colours() {
    let game = melee::open("chess4").expect("known");
    let names: Vec<&str> = game.description().seats.iter().map(|seat| seat.name).collect();
    assert_eq!(names, ["red", "blue", "yellow", "green"], "r, b, y and g in this order");
    assert_eq!(game.description().seats[1].colour, melee::core::diagram::Colour::BLUE);
}

#[test]
fn what_was_played_since_ones_own_turn_is_told_in_order() {
    wander(|position| {
        let recent = position.recent_routes();
        let movers = position.movers();
        let told: Vec<Player> = recent.iter().map(|(player, _)| *player).collect();
        assert_eq!(told, movers[movers.len() - told.len()..], "{position:?}");
        if let Some(own) = position.to_move() {
            assert!(!told.contains(&own), "{position:?}");
            let before = movers.len() - told.len();
            let is_whole = before == 0 || movers[before - 1] == own || told.len() == position.game().players();
            assert!(is_whole, "{position:?}: {told:?} of {movers:?}");
        }
    });
}

#[test]
fn hands_hold_what_can_be_laid() {
    let game = melee::open("blokus").expect("known");
    let mut position = game.start();
    let count =
        |position: &melee::Position| -> Vec<usize> { position.hands().iter().map(|hand| hand.pieces.len()).collect() };
    assert_eq!(count(&position), [21; 4]);
    let all = position.hands();
    let open: Vec<bool> = all.iter().map(|hand| hand.is_to_move).collect();
    assert_eq!(open, [true, false, false, false]);
    for hand in &all {
        let squares: usize = hand.pieces.iter().map(|piece| piece.squares.len()).sum();
        assert_eq!(squares, 89);
    }
    position.play_nth(0);
    assert_eq!(count(&position), [20, 21, 21, 21]);
    assert!(position.hands()[1].is_to_move);
}

#[test]
fn a_king_in_check_is_marked_and_told() {
    let game = melee::open("chess4").expect("known");
    let fen = "R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/7,yR,6/14/14/14/14/14/14/14/14/14/7,rK,6";
    let position = game.position(fen).expect("a position");
    let diagram = position.diagram(false);
    let marked: Vec<&str> = diagram
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Threatened)
        .map(|mark| diagram.cells[mark.cell].id.as_str())
        .collect();
    assert_eq!(marked, ["h1"]);
    assert_eq!(position.prompt().phase, "you are in check");
    let calm = game.start();
    assert!(calm.diagram(false).marks.is_empty());
    assert_eq!(calm.prompt().phase, "");
}

#[test]
fn a_group_and_where_one_of_it_goes_mean_one_move() {
    let game = melee::open("abalone").expect("known");
    assert!(game.description().look.groups);
    let mut position = game.start();
    for ply in 0..60 {
        let moves = position.gestures();
        for (text, gesture) in &moves {
            let group = |shifts: &[(usize, usize)]| {
                let mut from: Vec<usize> = shifts.iter().map(|shift| shift.0).collect();
                from.sort_unstable();
                from
            };
            for shift in &gesture.shifts {
                let same = moves.iter().filter(|(_, other)| {
                    group(&other.shifts) == group(&gesture.shifts) && other.shifts.contains(shift)
                });
                assert_eq!(same.count(), 1, "{text} by {shift:?}");
            }
        }
        position.play_nth((ply * 37) % moves.len());
    }
}
