//! `ReversiXT` against the tournament's games, published counts and rules written a second time.

mod malformed;
mod naive;
mod tournament;

use melee::core::{Game, Notation, perft, seeded_rng};
use melee::games::reversixt::generator::{Recipe, generate};
use melee::games::reversixt::{Map, ReversiXt, map_names, named_map};
use melee_testkit::conformance::{Effort, check};
use melee_testkit::knowledge;

fn shipped(name: &str) -> ReversiXt {
    ReversiXt::new(named_map(name).expect("a shipped map"))
}

/// The counts of Othello; passes, which are skipped here, come later in the game.
#[test]
fn perft_of_the_classic_map_is_othellos() {
    let game = shipped("classic");
    let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&game, &game.initial(), depth), count, "depth {depth}");
    }
}

#[test]
fn shipped_maps_obey_the_laws() {
    for name in map_names().into_iter().filter(|&n| n != "grand") {
        let effort = Effort { games: 1, ply_cap: Some(3_000), seed: 7 };
        check(&shipped(name), effort);
    }
}

#[test]
fn evaluations_and_orderings_obey_the_laws() {
    for name in ["classic", "specials", "three", "torus", "bombs"] {
        knowledge::check(&shipped(name), 60, 8);
    }
}

/// A small map with everything on it, many transitions among them.
fn random_map(seed: u64) -> Map {
    let players = 2 + (seed % 4) as usize;
    let recipe = Recipe {
        players,
        width: 12,
        height: 8 + (seed % 5) as usize,
        overrides: (seed % 4) as u8,
        bombs: (seed % 3) as u8,
        radius: (seed % 3) as u8,
        holes: (seed * 7 % 30) as u8,
        specials: (seed * 5 % 20) as u8,
        transitions: (seed % 3 * 20) as usize,
        seed,
    };
    let map = generate(&recipe).expect("it fits");
    if seed % 3 == 1 { with_mirror(map) } else { map }
}

/// The map with one more transition: its first free exit joined to itself.
fn with_mirror(map: Map) -> Map {
    let mut exits = (0..map.cells.len() * 8).map(|slot| {
        let (tile, d) = (slot / 8, slot % 8);
        format!("{} {} {d}", tile % map.width, tile / map.width)
    });
    let joined = exits.find_map(|e| Map::parse(&format!("{}{e} <-> {e}", map.to_text())).ok());
    joined.unwrap_or(map)
}

#[test]
fn random_maps_obey_the_laws() {
    for seed in 0..12 {
        let effort = Effort { games: 1, ply_cap: Some(3_000), seed };
        check(&ReversiXt::new(random_map(seed)), effort);
    }
}

/// Random games by the rules here and by rules written a second time, without tables.
#[test]
fn games_agree_with_naive_rules() {
    let shipped = map_names().into_iter().filter(|&n| n != "grand");
    let shipped = shipped.map(|name| named_map(name).expect("shipped"));
    for (i, map) in shipped.chain((100..160).map(random_map)).enumerate() {
        let game = ReversiXt::new(map.clone());
        let mut rng = seeded_rng(i as u64);
        let mut state = game.initial();
        let mut naive = naive::Naive::new(&map);
        let mut buffer = Vec::new();
        loop {
            let over = game.outcome(&state).is_some();
            let turn = (!over).then(|| game.to_move(&state).index());
            assert_eq!(turn, naive.turn(), "map {i}: {}", game.position_text(&state));
            if over {
                break;
            }
            buffer.clear();
            game.moves(&state, &mut buffer);
            let mut moves: Vec<String> = buffer.iter().map(|&mv| game.move_text(&state, mv)).collect();
            let mut expected = naive.moves();
            moves.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moves, expected, "map {i}: {}", game.position_text(&state));
            buffer.clear();
            let mv = game.random_move(&state, &mut buffer, &mut rng);
            naive.play(&game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        let position = game.position_text(&state);
        let rows = position.split(' ').next().expect("rows").replace('/', "");
        assert_eq!(rows, naive.cells(), "map {i}");
    }
}

/// Whatever has become of the sight after many moves and retreats is what a fresh look gives.
#[test]
fn sight_after_moves_and_retreats_is_that_of_a_fresh_look() {
    for seed in 200..230 {
        let game = ReversiXt::new(random_map(seed));
        let mut rng = seeded_rng(seed);
        let (mut state, mut buffer) = (game.initial(), Vec::new());
        while game.outcome(&state).is_none() {
            let mut undos = Vec::new();
            for _ in 0..4 {
                if game.outcome(&state).is_some() {
                    break;
                }
                let mv = game.random_move(&state, &mut buffer, &mut rng);
                undos.push(game.play(&mut state, mv));
            }
            while let Some(undo) = undos.pop() {
                game.undo(&mut state, undo);
            }
            let text = game.position_text(&state);
            let fresh = game.parse_position(&text).expect("it reads back").start;
            let (mut here, mut there) = (Vec::new(), Vec::new());
            game.moves(&state, &mut here);
            game.moves(&fresh, &mut there);
            assert_eq!(here, there, "{text}");
            let mv = game.random_move(&state, &mut buffer, &mut rng);
            game.play(&mut state, mv);
        }
    }
}

#[test]
fn disqualified_players_are_ranked_last_and_a_lone_survivor_wins() {
    let game = shipped("three");
    let mut state = game.initial();
    for text in ["dq:2", "dq:1"] {
        let mv = game.parse_move(&state, text).expect("they are in");
        game.play(&mut state, mv);
    }
    let outcome = game.outcome(&state).expect("one is left");
    assert_eq!(outcome.ranks(), [2, 2, 1]);
    assert!(game.position_text(&state).contains("turn=- last=3 out=1,2"));
}

#[test]
fn a_map_of_the_largest_size_is_set_up_and_played() {
    let side = 1000;
    let mut text = format!("2\n0\n0 0\n{side} {side}\n");
    for y in 0..side {
        for x in 0..side {
            let stone = match (x, y) {
                (499, 499) | (500, 500) => "1 ",
                (499, 500) | (500, 499) => "2 ",
                _ => "0 ",
            };
            text.push_str(stone);
        }
        text.push('\n');
    }
    let game = ReversiXt::new(Map::parse(&text).expect("a map"));
    let mut state = game.initial();
    assert_eq!(perft(&game, &state, 3), 56, "no edge is in reach");
    let mv = game.parse_move(&state, "501,499").expect("legal");
    game.play(&mut state, mv);
}
/// On small camps every square of stones may soon be of one colour: then nobody captures, override
/// stones or not, and bombs are thrown on a nearly empty board. By both rules, or by neither.
#[test]
fn a_first_phase_that_ends_early_does_so_by_naive_rules_too() {
    let map = named_map("four").expect("a shipped map");
    let game = ReversiXt::new(map.clone());
    let mut rng = seeded_rng(11);
    let (mut buffer, mut early) = (Vec::new(), 0);
    for _ in 0..4_000 {
        let (mut state, mut played) = (game.initial(), Vec::new());
        while played.len() < 10 && !state.is_bombing() {
            let mv = game.random_move(&state, &mut buffer, &mut rng);
            played.push(game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        if !state.is_bombing() {
            continue;
        }
        early += 1;
        let mut naive = naive::Naive::new(&map);
        for (i, mv) in played.iter().enumerate() {
            assert!(naive.moves().contains(mv), "move {i} of {played:?}");
            naive.play(mv);
        }
        assert_eq!(naive.turn(), Some(game.to_move(&state).index()), "{played:?}");
        assert_eq!(naive.moves().len(), 14 * 14 - 2, "bombs on every tile: {played:?}");
    }
    println!("{early} of 4000 first phases ended within ten plies");
    assert!(early > 0);
}
