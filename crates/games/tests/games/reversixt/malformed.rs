//! Texts that are nearly maps or positions: refused with a place, never a panic.

use melee_core::{Game, GameOptions, Notation, PlayableGame, Rng, seeded_rng};
use melee_games::reversixt::{Map, ReversiXt, named_map};

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
