//! Texts that are nearly maps or positions: refused with a place, never a panic.

use melee::core::{Game, GameOptions, Notation, PlayableGame, Rng, seeded_rng};
use melee::games::reversixt::{Map, ReversiXt, named_map};

/// Changes, drops, doubles or moves some bytes.
fn mangled(text: &str, rng: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let new = b"0123456789-cibx<>/=,.o \n\tz\xff";
    for _ in 0..=rng.next_u32() % 4 {
        let at = rng.next_u32() as usize % bytes.len().max(1);
        match rng.next_u32() % 4 {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = new[rng.next_u32() as usize % new.len()],
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at.min(bytes.len()), new[rng.next_u32() as usize % new.len()]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mangled_maps_are_refused_or_read_back() {
    let mut rng = seeded_rng(5);
    let mut refused = 0;
    for name in ["specials", "tube", "three", "torus"] {
        let text = named_map(name).expect("shipped").to_text();
        for _ in 0..3_000 {
            match Map::parse(&mangled(&text, &mut rng)) {
                Ok(map) => assert_eq!(Map::parse(&map.to_text()), Ok(map)),
                Err(error) => {
                    refused += 1;
                    assert!(error.line >= 1 && error.column >= 1 && !error.problem.is_empty());
                }
            }
        }
    }
    assert!(refused > 1_000);
}

/// Once a position whose holes were not the map's was taken, and a move that it listed was refused.
#[test]
fn holes_before_the_first_bomb_are_those_of_the_map() {
    for name in ["classic", "torus", "tube"] {
        let game = ReversiXt::new(named_map(name).expect("shipped"));
        let text = game.position_text(&game.initial());
        let rows = text.split(' ').next().expect("rows").len();
        let mut dug = 0;
        for place in text[..rows].match_indices('0').map(|(place, _)| place) {
            let mut text = text.clone();
            text.replace_range(place..=place, "-");
            let refused = game.parse_position(&text).expect_err("another map");
            dug += usize::from(refused.to_string().ends_with("a hole in phase 1 where the map has a tile"));
            // It carries its map: opened for itself it is a game of its own, and what it lists can be played.
            if let Ok(own) = ReversiXt::with_options(&GameOptions::default().at(text.as_str())) {
                let state = own.parse_position(&text).expect("its own map").start;
                let mut moves = Vec::new();
                own.moves(&state, &mut moves);
                for mv in moves {
                    assert_eq!(own.parse_move(&state, &own.move_text(&state, mv)), Ok(mv), "{name}: {text}");
                }
            }
        }
        assert!(dug > 10, "{name}: {dug}");
    }
}

#[test]
fn mangled_positions_are_refused_or_read_back() {
    let mut rng = seeded_rng(6);
    for name in ["specials", "tube", "bombs"] {
        let game = ReversiXt::new(named_map(name).expect("shipped"));
        let text = game.position_text(&game.initial());
        for _ in 0..2_000 {
            let text = mangled(&text, &mut rng);
            if let Ok(setup) = game.parse_position(&text) {
                let again = game.position_text(&setup.start);
                assert_eq!(game.parse_position(&again), Ok(setup));
            }
            let options = GameOptions::default().at(text.as_str());
            if let Ok(game) = ReversiXt::with_options(&options) {
                let _ = game.parse_position(&text);
            }
        }
    }
}
