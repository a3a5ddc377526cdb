//! Abalone against the sample games of Chorus 2009, and its notations.

use melee::core::{Game, Knowledge, Notation, PlayableGame, Player, seeded_rng};
use melee::games::Abalone;
use melee_testkit::shared::data_file;

/// Replays an annotated game and compares the position after every ply.
fn replay(file: &str, start: &str) -> Option<(usize, Vec<usize>)> {
    let text = std::fs::read_to_string(data_file(file)?).expect("readable");
    let game = Abalone::new(2).expect("two players");
    let starts = game.starts();
    let start = starts.iter().find(|s| s.name == start).expect("a known start");
    let mut state = game.parse_position(&start.position).expect("a start").start;
    let mut ejections = Vec::new();
    let mut plies = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [ply, _, mv, _, _, _, ejected, .., fen] = fields[..] else {
            panic!("a line of the file: {line}");
        };
        let parsed = game.parse_move(&state, mv).unwrap_or_else(|e| panic!("ply {ply}: {e}"));
        assert_eq!(game.move_text(&state, parsed), mv, "AIBA's own way to write it");
        game.play(&mut state, parsed);
        assert_eq!(game.position_text(&state), fen, "after ply {ply}");
        plies += 1;
        if ejected != "0" {
            ejections.push(plies);
        }
    }
    Some((plies, ejections))
}

#[test]
fn the_belgian_daisy_game_replays_with_its_ejections() {
    if let Some((plies, ejections)) = replay("abalone/game_belgian_daisy_annotated.csv", "belgian-daisy") {
        assert_eq!(plies, 100);
        assert_eq!(ejections, [9, 22, 23, 25, 35, 44, 68, 69, 88, 94, 100]);
    }
}

#[test]
fn the_standard_game_replays_without_any() {
    if let Some((plies, ejections)) = replay("abalone/game_standard_annotated.csv", "standard") {
        assert_eq!((plies, ejections.len()), (60, 0));
    }
}

#[test]
fn both_ends_of_a_row_and_playstrategys_way_are_read() {
    let game = Abalone::new(2).expect("two players");
    let state = game.initial();
    let same = |a: &str, b: &str| {
        assert_eq!(game.parse_move(&state, a), game.parse_move(&state, b), "{a} {b}");
        assert!(game.parse_move(&state, a).is_ok(), "{a}");
    };
    // A1, B2 and C3 move up right: the head reaches D4.
    same("A1B2", "a1d4");
    same("C3C5D3", "C5C3D5");
    // Sideways its notation can mean two rows; then it is refused.
    let ambiguous = game.parse_move(&state, "c3d5").expect_err("two rows");
    assert_eq!(ambiguous.to_string(), "move 'c3d5' is ambiguous: C3C5D3 or C3C4D4");
    let pair = game.parse_position("5/6/7/8/3bb4/8/7/6/5 b 0 0").expect("a position").start;
    assert_eq!(game.parse_move(&pair, "e4f6"), game.parse_move(&pair, "E4E5F5"));
}

#[test]
fn refusals_name_what_and_where() {
    let game = Abalone::new(2).expect("two players");
    let refusal = |text: &str| game.parse_position(text).expect_err("refused").to_string();
    assert_eq!(refusal("5/6/7/8/9/8/7/6/4 b 0 0"), "FEN row A has 4 fields, expected 5");
    assert_eq!(refusal("5/6/7/8/9/8/7/6 b 0 0"), "FEN has 8 rows, expected 9");
    assert_eq!(refusal("5/6/7/8/4z4/8/7/6/5 b 0 0"), "FEN row E: 'z' is neither a marble nor a number of empty fields");
    assert_eq!(
        refusal("bbbbb/bbbbbb/bbbb3/8/9/8/7/6/5 b 0 0"),
        "player 1 has 15 marbles, the lost ones included, expected at most 14"
    );
    assert_eq!(refusal("5/6/7/8/9/8/7/6/5 b 6 6"), "2 players have pushed off 6 marbles");
    assert!(refusal("5/6/7/8/9/8/7/6/5 x 0 0").contains("'x' is not the side to move"));
    assert!(refusal("5/6/7/8/9/8/7/6/5 b").contains("2 parts, expected 4"));
    let state = game.initial();
    let refusal = |mv: &str| game.parse_move(&state, mv).expect_err("refused").to_string();
    assert_eq!(refusal("A1A9"), "move 'A1A9': 'A9' is not a field, expected A1 to I9");
    assert_eq!(refusal("E5E6"), "move 'E5E6' is not legal for player 1");
    assert!(refusal("A1").contains("expected two or three fields"));
}

/// Half a turn of the board: the rows from the other end, each from its other end.
fn turned(fen: &str) -> String {
    let (rows, rest) = fen.split_once(' ').expect("rows and more");
    let rows: String = rows.chars().rev().collect();
    format!("{rows} {rest}")
}

/// The other colours.
fn recoloured(fen: &str) -> String {
    let words: Vec<&str> = fen.split(' ').collect();
    let swapped: String = format!("{} {}", words[0], words[1])
        .chars()
        .map(|c| match c {
            'b' => 'w',
            'w' => 'b',
            c => c,
        })
        .collect();
    format!("{swapped} {} {}", words[3], words[2])
}

#[test]
fn evaluations_do_not_care_how_the_board_lies_nor_for_colours() {
    let game = Abalone::new(2).expect("two players");
    let mut rng = seeded_rng(3);
    let state_of = |fen: &str| game.parse_position(fen).expect("a position").start;
    for start in game.starts().into_iter().step_by(7) {
        let mut state = state_of(&start.position);
        for _ in 0..60 {
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        let fen = game.position_text(&state);
        let (half_turn, other) = (state_of(&turned(&fen)), state_of(&recoloured(&fen)));
        assert_eq!(game.symmetric_key(&half_turn), game.symmetric_key(&state));
        assert_ne!(game.symmetric_key(&other), game.symmetric_key(&state));
        let second = Player::FIRST.next(2);
        for name in Abalone::describe().evaluations {
            let knowledge = game.knowledge(Some(name), None).expect("listed");
            let scores = |state| knowledge.scores(&game, state, Player::FIRST);
            assert_eq!(scores(&half_turn), scores(&state), "{name}: {fen}");
            assert_eq!(scores(&other)[second], scores(&state)[Player::FIRST], "{name}");
            if *name == "melee" {
                let sum = scores(&state)[Player::FIRST] + scores(&state)[second];
                assert_eq!(sum, 0, "symmetric: {fen}");
            }
        }
    }
}
