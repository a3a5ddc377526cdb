//! Focus against the counts, move lists and games of the rules file.

use melee::core::{Game, GameOptions, Notation, Outcome, PlayableGame, Player, perft};
use melee::games::Focus;
use melee::games::focus::State;
use melee_testkit::conformance::{Effort, check, check_game};
use melee_testkit::knowledge;
use melee_testkit::mangle::mangled;
use melee_testkit::positions::legal_texts;
use melee_testkit::shared::data_rows;

/// The game of a position, and the position.
fn open(text: &str) -> (Focus, State) {
    let options = GameOptions::default().at(text);
    let game = Focus::with_options(&options).unwrap_or_else(|e| panic!("{text}: {e}"));
    let state = read(&game, text);
    assert_eq!(game.position_text(&state), text, "written as it was read");
    (game, state)
}

fn read(game: &Focus, text: &str) -> State {
    let setup = game.parse_position(text);
    setup.unwrap_or_else(|e| panic!("{text}: {e}")).start
}

fn play(game: &Focus, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(state, text);
        game.play(state, mv.unwrap_or_else(|e| panic!("{e}")));
    }
}

#[test]
fn only_the_sample_that_wins_ends_the_game() {
    for sample in Focus::describe().samples {
        let position = if sample.position.is_empty() {
            let game = Focus::new(sample.players).expect("in range");
            game.position_text(&game.initial())
        } else {
            sample.position.to_string()
        };
        let (game, mut state) = open(&position);
        play(&game, &mut state, sample.moves);
        assert_eq!(game.outcome(&state).is_some(), sample.summary.contains("wins"), "{}", sample.summary);
    }
}

#[test]
fn focus_obeys_the_laws_by_both_rules() {
    // Random games are a thousand plies long.
    let effort = Effort { games: 1, ply_cap: None, seed: 41 };
    check_game::<Focus>(effort);
    for players in 2..=4 {
        for game in [Focus::new(players), Focus::full(players)] {
            let game = game.expect("in range");
            check(&game, effort);
            knowledge::check(&game, 120, 42);
        }
    }
}

#[test]
fn focus_counts_of_the_rules_file() {
    for (players, leaves) in [
        (2, &[68, 4_460, 299_912, 19_521_582][..]),
        (3, &[16, 240, 3_360, 162_960, 7_712_978]),
        (4, &[44, 1_895, 80_983, 3_387_764]),
    ] {
        let game = Focus::new(players).expect("in range");
        for (depth, expected) in (1..).zip(leaves) {
            let found = perft(&game, &game.initial(), depth);
            assert_eq!(found, *expected, "{players} players at {depth}");
        }
    }
}

#[test]
fn focus_starts_are_those_of_the_rules_file() {
    for (players, text) in [
        (2, "4/rrggrr/1ggrrgg1/1rrggrr1/1ggrrgg1/1rrggrr1/ggrrgg/4 r 0,0 0,0/0,0 0"),
        (3, "4/rrggbb/1ggbbrr1/1bbrrgg1/1rrggbb1/1ggbbrr1/bbrrgg/4 r 1,1,1 0,0,0/0,0,0/0,0,0 0"),
        (
            4,
            "rrbg/gggbgb/rrrrbgbg/ggggbgbg/yryryyyy/yryrbbbb/ryryyy/yrbb r 0,0,0,0 \
             0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0",
        ),
    ] {
        let game = Focus::new(players).expect("in range");
        assert_eq!(game.position_text(&game.initial()), text);
    }
}

#[test]
fn focus_counts_of_the_data() {
    for row in data_rows("focus/perft.tsv") {
        let [_, rule, depth, leaves, _, text] = &row[..] else {
            panic!("a line of the file: {row:?}");
        };
        assert_eq!(rule, "short");
        let (game, state) = open(text);
        let depth = depth.parse().expect("a depth");
        let counted = perft(&game, &state, depth).to_string();
        assert_eq!(&counted, leaves, "{text} at {depth}");
    }
}

#[test]
fn focus_move_lists_of_the_data() {
    for row in data_rows("focus/move_lists.tsv") {
        let [text, moves] = &row[..] else {
            panic!("a line of the file: {row:?}");
        };
        let (game, state) = open(text);
        let expected = moves.split(' ').map(str::to_string).collect();
        assert_eq!(legal_texts(&game, &state), expected, "{text}");
    }
}

/// Plays a recorded game and compares the number of moves and the position of each ply, and the result.
fn replay(file: &str) {
    let rows = data_rows(file);
    let Some((start, plies)) = rows.split_first() else {
        return;
    };
    assert_eq!(start[2..], ["rule short", "cap 1000"]);
    let (game, mut state) = open(&start[1]);
    for row in plies {
        if row[0] == "result" {
            let outcome = game.outcome(&state).expect("the game is decided");
            let ranks: Vec<String> = outcome.ranks().iter().map(u8::to_string).collect();
            assert_eq!(format!("ranks {}", ranks.join(",")), row[1], "{file}");
            return;
        }
        let [ply, mover, mv, count, after] = &row[..] else {
            panic!("a line of {file}: {row:?}");
        };
        let seat = ["r", "g", "b", "y"][game.to_move(&state).index()];
        assert_eq!(seat, mover, "ply {ply}: silent skips are no moves");
        assert_eq!(game.outcome(&state), None, "ply {ply}");
        assert_eq!(legal_texts(&game, &state).len().to_string(), *count, "ply {ply}");
        play(&game, &mut state, mv);
        assert_eq!(game.position_text(&state), *after, "after ply {ply}");
    }
    panic!("{file} has no result");
}

#[test]
fn focus_games_of_the_data() {
    replay("focus/game_2p_short_1.tsv");
    replay("focus/game_3p_short_2.tsv");
    replay("focus/game_4p_short_3.tsv");
}

#[test]
fn players_without_a_stack_are_skipped_and_come_back() {
    let game = Focus::new(3).expect("three players");
    // Green is buried on e4 under Blue, who moves away after Red.
    let text = "4/6/8/1r6/4(gb)3/8/6/4 r 0,0,0 0,0,0/0,0,0/0,0,0 40";
    let mut state = read(&game, text);
    let green = Player::new(1);
    assert!(game.alive(&state, green) && !game.can_act(&state, green));
    play(&game, &mut state, "b5-b6");
    assert_eq!(game.to_move(&state), Player::new(2), "Green is skipped");
    play(&game, &mut state, "e4-e3 b6-b5");
    assert_eq!(game.to_move(&state), green, "he is back");
    assert_eq!(game.count_moves(&state, &mut Vec::new()), 4);
}

#[test]
fn the_last_who_can_move_wins_by_both_rules() {
    for game in [Focus::new(2), Focus::full(2)] {
        let game = game.expect("two players");
        let mut state = read(&game, "4/6/8/1rg5/8/8/6/4 r 0,0 0,0/0,0 40");
        play(&game, &mut state, "b5-c5");
        assert_eq!(game.outcome(&state), Some(Outcome::win(Player::FIRST, 2)));
        let text = game.position_text(&state);
        assert_eq!(text, "4/6/8/2(gr)5/8/8/6/4 r 0,0 0,0/0,0 41");
        assert_eq!(read(&game, &text), state, "a decided game reads back");
    }
}

#[test]
fn enough_captures_win_only_by_the_short_rules() {
    let text = "4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,5/0,0 60";
    let [short, full] = [Focus::new(2), Focus::full(2)].map(|game| game.expect("two players"));
    let mut state = read(&short, text);
    play(&short, &mut state, "b5-e5");
    assert_eq!(short.outcome(&state), Some(Outcome::win(Player::FIRST, 2)));
    let mut state = read(&full, text);
    play(&full, &mut state, "b5-e5");
    assert_eq!(full.outcome(&state), None);
    let decided = |players: usize, captures: &str| {
        let game = Focus::new(players).expect("in range");
        let zeros = vec!["0"; players].join(",");
        let stacks = &"rgby"[..players];
        let empty = 8 - players;
        let text = format!("4/6/8/{stacks}{empty}/8/8/6/4 r {zeros} {captures} 50");
        game.outcome(&read(&game, &text)).is_some()
    };
    assert!(decided(3, "0,3,3/0,0,0/0,0,0"));
    assert!(!decided(3, "0,2,7/0,0,0/0,0,0"));
    assert!(decided(3, "0,2,8/0,0,0/0,0,0"), "ten in total");
    assert!(decided(4, "0,0,0,0/2,0,2,2/0,0,0,0/0,0,0,0"));
    assert!(!decided(4, "0,0,0,0/1,0,4,4/0,0,0,0/0,0,0,0"));
    assert!(decided(4, "0,0,0,0/1,0,4,5/0,0,0,0/0,0,0,0"));
}

#[test]
fn games_are_drawn_at_the_cap_by_the_moves_of_the_position() {
    let options = GameOptions::default().with("cap", "41");
    let game = Focus::with_options(&options).expect("a cap");
    let mut state = read(&game, "4/6/8/1r1g4/8/8/6/4 r 0,0 0,0/0,0 40");
    assert_eq!(game.adjudicate(&state, 0, 1), None);
    play(&game, &mut state, "b5-b6");
    assert_eq!(game.outcome(&state), None, "the cap is not in the tree");
    assert_eq!(game.adjudicate(&state, 1, 1), Some(Outcome::draw(2)));
}

#[test]
fn pbmservs_count_is_read_and_must_fit() {
    let game = Focus::new(2).expect("two players");
    let state = read(&game, "4/6/8/8/8/2(grr)4g/6/4 r 0,0 0,0/0,0 40");
    let same = |a, b| assert_eq!(game.parse_move(&state, a), game.parse_move(&state, b));
    same("c3-f3:3", "c3-f3");
    same("c3-c4:1", "c3-c4");
    let refused = game.parse_move(&state, "c3-f3:2").expect_err("refused");
    let problem = "move 'c3-f3:2': ':2' does not fit, the squares are 3 apart";
    assert_eq!(refused.to_string(), problem);
}

#[test]
fn focus_positions_are_refused_with_the_place() {
    let game = Focus::new(2).expect("two players");
    let refusal = |text: &str| game.parse_position(text).expect_err("refused").to_string();
    let usual = game.position_text(&game.initial());
    for (old, new, problem) in [
        (
            " 0,0 0,0/0,0 0",
            " 0,0 0,0/0,0",
            "the position has 4 parts, expected 5: rows, mover, reserves, captures and moves made",
        ),
        ("4/rrggrr/", "rrggrr/", "7 rows, expected 8"),
        ("4/rrggrr", "5/rrggrr", "row 8: 5 squares, expected 4"),
        ("4/rrggrr", "4/rrggr", "row 7: 5 squares, expected 6"),
        ("1ggrrgg1", "1ggxrgg1", "row 6: 'x' is not one of r g"),
        ("1ggrrgg1", "1ggbrgg1", "row 6: 'b' is not one of r g"),
        ("4/rrggrr", "22/rrggrr", "row 8: '2' is not how empty squares are written, expected one digit a run"),
        ("4/rrggrr", "04/rrggrr", "row 8: '0' is not how empty squares are written, expected one digit a run"),
        ("rrggrr", "r(rgrgrg)ggrr", "row 7: '(rgrgrg)' has more than 5 pieces"),
        ("rrggrr", "r()ggrr", "row 7: '()' has no pieces"),
        ("rrggrr", "r(rggrr", "row 7: '(rggrr' has no )"),
        ("rrggrr", "r)ggrr", "row 7: ')' is not one of r g"),
        ("4 r 0,0", "4 b 0,0", "mover 'b' is not one of r g"),
        ("4 r 0,0", "4 rg 0,0", "mover 'rg' is not one of r g"),
        ("4 r 0,0", "4 r 0", "the position has 1 reserves, expected one for each of 2 to 4 players"),
        ("4 r 0,0", "4 r 0,0,0", "the position has 3 players, the game 2"),
        ("4 r 0,0", "4 r 0,-1", "reserves: '-1' is not a number of pieces, expected 0 to 255"),
        ("4 r 0,0", "4 r 0,256", "reserves: '256' is not a number of pieces, expected 0 to 255"),
        ("4 r 0,0", "4 r 0,250", "the position has 286 pieces, expected at most 255"),
        ("0,0/0,0 0", "0,0 0", "captures of 1 players, expected 2"),
        ("0,0/0,0 0", "0,0/0 0", "captures of player 2: 1 numbers, expected 2"),
        ("0,0/0,0 0", "0,0/0,1 0", "captures of player 2: his own pieces, expected 0 of them"),
        ("0,0/0,0 0", "0,x/0,0 0", "captures of player 1: 'x' is not a number of pieces, expected 0 to 255"),
        ("0,0/0,0 0", "0,6/7,0 0", "players 1 and 2 have both captured enough to win"),
        ("0,0/0,0 0", "0,0/0,0 -1", "'-1' is not a number of moves made, expected 0 to 1000000"),
        ("0,0/0,0 0", "0,0/0,0 1000001", "'1000001' is not a number of moves made, expected 0 to 1000000"),
    ] {
        let text = usual.replacen(old, new, 1);
        assert_eq!(refusal(&text), problem, "{text}");
    }
    assert_eq!(refusal("4/6/8/1g6/8/8/6/4 r 0,1 0,0/0,0 40"), "mover 'r' has neither a stack nor a reserve");
}

#[test]
fn focus_moves_are_refused_with_the_reason() {
    let refusal = |text: &str, mv: &str| {
        let (game, state) = open(text);
        game.parse_move(&state, mv).expect_err("refused").to_string()
    };
    let text = "4/6/8/1(rgr)2(ggrrg)3/8/8/1g4/4 r 0,0 0,0/0,0 60";
    for (mv, problem) in [
        ("", "expected two squares such as c3-f3, or r:e5 from the reserve"),
        ("b5", "expected two squares such as c3-f3, or r:e5 from the reserve"),
        ("b5-i5", "'i5' is not a square of the board"),
        ("a1-a2", "'a1' is not a square of the board"),
        ("b5-B6", "'B6' is not a square of the board"),
        ("b5-b6:", "':' does not fit, the squares are 1 apart"),
        ("r:", "'' is not a square of the board"),
        ("r:h8", "'h8' is not a square of the board"),
        ("r:c5", "player 1 has no reserve"),
        ("b5-c6", "a stack moves one to five squares along a row or a column"),
        ("b5-b5", "a stack moves one to five squares along a row or a column"),
        ("b5-h5", "a stack moves one to five squares along a row or a column"),
        ("c5-d5", "c5 is empty"),
        ("e5-e6", "the stack on e5 is player 2's"),
        ("b5-f5", "the stack on b5 has only 3 of 4 pieces"),
    ] {
        assert_eq!(refusal(text, mv), format!("move '{mv}': {problem}"));
    }
    let start = "4/rrggbb/1ggbbrr1/1bbrrgg1/1rrggbb1/1ggbbrr1/bbrrgg/4 r 1,1,1 0,0,0/0,0,0/0,0,0 0";
    assert_eq!(refusal(start, "b7-b8"), "move 'b7-b8': 'b8' is not a square of the board");
    assert_eq!(refusal(start, "b7-b6"), "move 'b7-b6': player 1 must first enter the piece of his reserve");
    assert_eq!(refusal(start, "r:b7"), "move 'r:b7': the first pieces of three players are entered on empty squares");
    let over = "4/6/8/1r6/8/8/6/4 r 0,0 0,0/0,0 40";
    assert_eq!(refusal(over, "b5-b6"), "no move 'b5-b6': the game is over");
}

#[test]
fn focus_options_are_refused_in_one_line() {
    let refusal = |options: GameOptions| {
        let described = Focus::describe().check(&options);
        let refused = described.and_then(|()| Focus::with_options(&options));
        refused.expect_err("refused").to_string()
    };
    let none = GameOptions::default;
    let two = "4/6/8/1r6/8/8/6/4 r 0,1 0,0/0,0 40";
    for (options, problem) in [
        (none().for_players(5), "--players 5: the game is for 2 to 4 players"),
        (none().with("rules", "long"), "--rules long: expected short or full"),
        (none().with("cap", "0"), "--cap 0: expected moves from 1 to 1000000"),
        (none().with("cap", "+5"), "--cap +5: expected moves from 1 to 1000000"),
        (none().with("cap", "99999999999"), "--cap 99999999999: expected moves from 1 to 1000000"),
        (none().with("size", "8x8"), "the game has no option --size"),
        (none().at(two).for_players(3), "the position has 2 players, --players says 3"),
        (none().at("4/6 r"), "the position has 2 parts, expected 5: rows, mover, reserves, captures and moves made"),
    ] {
        assert_eq!(refusal(options), problem);
    }
}

#[test]
fn mangled_focus_texts_are_read_or_refused_in_one_line() {
    let texts = [
        "4/rrggrr/1ggrrgg1/1rrggrr1/1ggrrgg1/1rrggrr1/ggrrgg/4 r 0,0 0,0/0,0 0",
        "r1gr/2(rrrgr)1g1/3g1r(gr)1/2(rg)1gr(rr)1/1(grgrr)5(gg)/3r4/1(rg)3g/4 r 0,0 0,5/1,0 46",
        "4/(gb)5/8/3r4/(rg)1r5/8/6/(rgrg)3 r 1,0,0 0,0,0/0,0,0/0,0,0 40",
        "(byyb)3/6/3(byb)1(gyrb)1(ryry)/8/8/1(gryy)1(gygb)y3/6/1(rgr)2 b 2,1,0,1 \
         0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 40",
    ];
    let games: Vec<Focus> = (2..=4).filter_map(Focus::new).collect();
    super::mangled_texts::positions(&games, &texts, "rgbyx()/, 012345678-\né", 51);
    let game = &games[0];
    let moves = ["b7-b6", "c3-d3", "r:e5", "c3-f3:3"];
    for text in mangled(&moves, "abch12378-:r\né", 5_000, 52) {
        if let Err(error) = game.parse_move(&game.initial(), &text) {
            assert!(!error.to_string().contains('\n'), "{text:?}: {error}");
        }
    }
}

/// Three players must enter a piece first, but where should it go on a full board?
#[test]
fn who_cannot_enter_a_piece_moves() {
    let full = "rrrr/gggggg/bbbbbbbb/rrrrrrrr/gggggggg/bbbbbbbb/rrrrrr/gggg r 1,1,1 0,0,0/0,0,0/0,0,0 0";
    let (game, state) = open(full);
    assert_eq!(game.outcome(&state), None);
    assert!(!legal_texts(&game, &state).is_empty());
}
