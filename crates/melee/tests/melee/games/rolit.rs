//! Rolit against the counts, move lists, games and exact values of the rules file.

use melee::core::{Game, GameOptions, Knowledge, Notation, PlayableGame, Player, Rest, Searchers, Value, perft};
use melee::games::Rolit;
use melee::games::rolit::State;
use melee_testkit::conformance::{Effort, check, check_game};
use melee_testkit::knowledge;
use melee_testkit::mangle::mangled;
use melee_testkit::positions::legal_texts;
use melee_testkit::shared::data_rows;
use melee_testkit::textbook::best_reply;

/// The game of a position, and the position.
fn open(text: &str) -> (Rolit, State) {
    let options = GameOptions::default().at(text);
    let game = Rolit::with_options(&options).unwrap_or_else(|e| panic!("{text}: {e}"));
    let setup = game.parse_position(text);
    let state = setup.unwrap_or_else(|e| panic!("{text}: {e}")).start;
    assert_eq!(game.position_text(&state), text, "written as it was read");
    (game, state)
}

#[test]
fn rolit_obeys_the_laws_on_every_board() {
    let effort = Effort { games: 4, ply_cap: Some(60), seed: 21 };
    check_game::<Rolit>(effort);
    for side in [4, 6, 8] {
        for players in 2..=4 {
            let game = Rolit::new(players, side).expect("in range");
            let plies = (side * side - 4) as u32;
            let ply_cap = Some(plies);
            check(&game, Effort { ply_cap, ..effort });
            knowledge::check(&game, plies, 22);
        }
    }
    let (red_and_green, _) = open("4/1ry1/1bg1/4 r rg");
    check(&red_and_green, effort);
    let (against_the_clock, _) = open("6/6/2ry2/2bg2/6/6 b bg");
    check(&against_the_clock, effort);
}

#[test]
fn rolit_counts_of_the_rules_file() {
    for (text, leaves) in [
        ("8/8/8/3ry3/3bg3/8/8/8 r rygb", [3, 20, 136, 1_366, 7_427, 44_154, 343_639, 2_792_637]),
        ("8/8/8/3ry3/3bg3/8/8/8 r ryg", [3, 20, 136, 630, 3_956, 27_778, 161_368, 1_163_254]),
        ("8/8/8/3ry3/3bg3/8/8/8 r ry", [3, 20, 93, 572, 2_914, 20_327, 112_000, 859_183]),
        ("8/8/8/3ry3/3yr3/8/8/8 r ry", [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]),
        ("6/6/2ry2/2bg2/6/6 r ryg", [3, 20, 135, 592, 3_108, 17_968, 98_080, 586_998]),
        ("4/1ry1/1bg1/4 r rygb", [3, 17, 76, 432, 1_260, 2_942, 7_254, 17_913]),
    ] {
        let (game, state) = open(text);
        for (depth, expected) in (1..).zip(leaves) {
            assert_eq!(perft(&game, &state, depth), expected, "{text} at {depth}");
        }
    }
    let (game, state) = open("4/1ry1/1bg1/4 r rygb");
    assert_eq!(perft(&game, &state, 12), 124_623, "the whole tree");
}

#[test]
fn rolit_starts_are_those_of_the_rules_file() {
    let starts = |players, side| -> Vec<(String, String)> {
        let game = Rolit::new(players, side).expect("in range");
        let starts = game.starts().into_iter();
        starts.map(|start| (start.name, start.position)).collect()
    };
    let pair = |name: &str, text: &str| (name.to_string(), text.to_string());
    assert_eq!(
        starts(2, 8),
        [pair("box", "8/8/8/3ry3/3bg3/8/8/8 r ry"), pair("othello", "8/8/8/3ry3/3yr3/8/8/8 r ry")]
    );
    assert_eq!(starts(4, 6), [pair("box", "6/6/2ry2/2bg2/6/6 r rygb")]);
    assert_eq!(starts(3, 4), [pair("box", "4/1ry1/1bg1/4 r ryg")]);
}

#[test]
fn rolit_counts_of_the_data() {
    for row in data_rows("rolit/perft.tsv") {
        let [_, _, _, depth, leaves, _, text] = &row[..] else {
            panic!("a line of the file: {row:?}");
        };
        let (game, state) = open(text);
        let depth = depth.parse().expect("a depth");
        let counted = perft(&game, &state, depth).to_string();
        assert_eq!(&counted, leaves, "{text} at {depth}");
    }
}

#[test]
fn rolit_move_lists_of_the_data() {
    for row in data_rows("rolit/move_lists.tsv") {
        let [text, moves, _] = &row[..] else {
            panic!("a line of the file: {row:?}");
        };
        let (game, state) = open(text);
        let expected = moves.split(' ').map(str::to_string).collect();
        assert_eq!(legal_texts(&game, &state), expected, "{text}");
    }
}

/// Plays a recorded game and compares the number of moves, the balls turned and the position of each
/// ply, and the result.
fn replay(file: &str) {
    let rows = data_rows(file);
    let Some(([_, text], plies)) = rows.split_first().map(|(start, rest)| (&start[..], rest)) else {
        return;
    };
    let (game, mut state) = open(text);
    for row in plies {
        if let [word, balls, ranks] = &row[..]
            && word == "result"
        {
            let outcome = game.outcome(&state).expect("the board is full");
            let texts: Vec<String> = outcome.ranks().iter().map(u8::to_string).collect();
            assert_eq!(format!("ranks {}", texts.join(",")), *ranks, "{file}");
            let sure = game.knowledge(Some("sure"), None).expect("known");
            let scores = sure.scores(&game, &state, Player::FIRST);
            let texts: Vec<String> = scores.as_slice().iter().map(Value::to_string).collect();
            assert_eq!(format!("balls {}", texts.join(",")), *balls, "{file}");
            return;
        }
        let [ply, _, mv, count, turned, after] = &row[..] else {
            panic!("a line of {file}: {row:?}");
        };
        assert_eq!(legal_texts(&game, &state).len().to_string(), *count, "ply {ply}");
        let own = |state: &State, player: Player| {
            let sure = game.knowledge(Some("sure"), None).expect("known");
            sure.scores(&game, state, player)[player]
        };
        let mover = game.to_move(&state);
        let before = own(&state, mover);
        let parsed = game.parse_move(&state, mv);
        game.play(&mut state, parsed.unwrap_or_else(|e| panic!("ply {ply}: {e}")));
        assert_eq!(game.position_text(&state), *after, "after ply {ply}");
        let gained = own(&state, mover) - before - 1;
        assert_eq!(gained.to_string(), *turned, "ply {ply}");
    }
    panic!("{file} has no result");
}

#[test]
fn rolit_games_of_the_data() {
    for file in [
        "rolit/game_2p_8x8_box_1.tsv",
        "rolit/game_3p_8x8_box_2.tsv",
        "rolit/game_4p_8x8_box_3.tsv",
        "rolit/game_4p_6x6_box_4.tsv",
        "rolit/game_3p_4x4_box_5.tsv",
    ] {
        replay(file);
    }
}

/// The balls of which a seat is sure against all others: until its turn the others choose what is
/// worst for it, and from then on the paranoid search of the textbook does, to the end of the game.
fn sure_balls(game: &Rolit, state: &State, seat: Player) -> Value {
    let knowledge = game.knowledge(Some("sure"), None).expect("known");
    if game.to_move(state) == seat || game.outcome(state).is_some() {
        return best_reply(game, &knowledge, state, 64, Searchers::All, Rest::Bmom);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *state;
        game.play(&mut child, mv);
        sure_balls(game, &child, seat)
    });
    values.min().expect("a state that is not over has a move")
}

#[test]
fn rolit_paranoid_values_of_four_by_four() {
    for (text, values) in [
        ("4/1ry1/1bg1/4 r ry", &[6, 10][..]),
        ("4/1ry1/1bg1/4 r rg", &[7, 9]),
        ("4/1ry1/1yr1/4 r ry", &[5, 11]),
        ("4/1ry1/1bg1/4 r ryg", &[3, 3, 4]),
        ("4/1ry1/1bg1/4 r rygb", &[2, 2, 1, 1]),
    ] {
        let (game, state) = open(text);
        let seats = Player::all(game.players());
        let found: Vec<Value> = seats.map(|seat| sure_balls(&game, &state, seat)).collect();
        assert_eq!(found, values, "{text}");
    }
}

#[test]
fn rolit_paranoid_values_of_the_positions_of_the_data() {
    for row in data_rows("rolit/paranoid_positions.tsv") {
        let [text, values] = &row[..] else {
            panic!("a line of the file: {row:?}");
        };
        let (game, state) = open(text);
        let seats = Player::all(game.players());
        let found = seats.map(|seat| sure_balls(&game, &state, seat).to_string());
        assert_eq!(found.collect::<Vec<_>>().join(","), *values, "{text}");
    }
}

#[test]
fn rolit_options_are_refused_in_one_line() {
    let refusal = |options: GameOptions| {
        let described = Rolit::describe().check(&options);
        let refused = described.and_then(|()| Rolit::with_options(&options));
        refused.expect_err("refused").to_string()
    };
    let none = GameOptions::default;
    let start = "4/1ry1/1bg1/4 r ryg";
    for (options, problem) in [
        (none().for_players(5), "--players 5: the game is for 2 to 4 players"),
        (none().for_players(1), "--players 1: the game is for 2 to 4 players"),
        (none().with("size", "5x5"), "--size 5x5: expected 8x8, 6x6 or 4x4"),
        (none().with("size", "8x6"), "--size 8x6: expected 8x8, 6x6 or 4x4"),
        (none().with("size", ""), "--size : expected 8x8, 6x6 or 4x4"),
        (none().with("rules", "box"), "the game has no option --rules"),
        (none().at(start).with("size", "8x8"), "the position has 4 rows, --size says 8x8"),
        (none().at(start).for_players(4), "the position has 3 players, --players says 4"),
        (none().at("4/4/4 r ry"), "the board has 3 rows, expected 8, 6 or 4"),
    ] {
        assert_eq!(refusal(options), problem);
    }
}

#[test]
fn mangled_rolit_texts_are_read_or_refused_in_one_line() {
    let texts = [
        "8/8/8/3ry3/3bg3/8/8/8 r rygb",
        "6/6/2ry2/2bg2/6/6 y ryg",
        "4/1ry1/1yr1/4 r ry",
        "1gbgy3/1rbgrr2/1ybrrrr1/1yrgrr2/1rbgrr2/rrrrrrrb/bbbgybrr/ygggrrrr y rygb",
    ];
    let games = [(4, 8), (3, 6), (2, 4)].map(|(p, s)| Rolit::new(p, s).expect("in range"));
    super::mangled_texts::positions(&games, &texts, "rygbRx/ 0123489\n\té-", 31);
    let game = &games[0];
    for text in mangled(&["d3", "e6", "a1", "h8"], "abch1890 -:\nDé", 5_000, 32) {
        match game.parse_move(&game.initial(), &text) {
            Ok(mv) => assert_eq!(game.move_text(&game.initial(), mv), text),
            Err(error) => assert!(!error.to_string().contains('\n'), "{text:?}: {error}"),
        }
    }
}
