//! What Blokus refuses, with the place.

use melee::core::{Game, GameOptions, Notation};

use super::blokus::{after, at, open, variant};

const ROWS: &str = "14/14/14/4b9/3bbb8/4b9/14/14/14/9y4/14/14/14/14";
const BLUE: &str = "V5,L5,Z5,N,W,F,I5,T5,Y,P,U,L4,I4,T4,Z4,O,V3,I3,2,1";
const YELLOW: &str = "V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,L4,I4,T4,Z4,O,V3,I3,2";

/// A position of Duo, the cross on e10 and the single square on j5, with something written differently.
fn with(old: &str, new: &str) -> String {
    let position = format!("{ROWS} b {BLUE} {YELLOW}");
    assert!(variant("duo").parse_position(&position).is_ok());
    assert!(position.contains(old), "{old}");
    position.replacen(old, new, 1)
}

fn refused(text: &str) -> String {
    variant("duo").parse_position(text).expect_err("refused").to_string()
}

#[test]
fn malformed_rows_name_what_and_where() {
    for (text, expected) in [
        (String::new(), "the position has 1 rows, expected 20 (classic) or 14 (duo)"),
        (with("14/14/14/4b9", "14/14/4b9"), "the position has 13 rows, expected 20 (classic) or 14 (duo)"),
        (with(" b ", " "), "the position has 3 parts, expected 4: the rows, the colour to move, 2 hands"),
        (with(" b ", "  b "), "the position has 5 parts, expected 4: the rows, the colour to move, 2 hands"),
        (with("4b9", "4b8"), "row 11 is too short: 13 squares, expected 14"),
        (with("4b9", "4bb9"), "row 11 is too long: 15 squares, expected 14"),
        (with("4b9", "04b9"), "row 11: '04' is not a number of empty squares from 1 to 14"),
        (with("4b9", "15"), "row 11: '15' is not a number of empty squares from 1 to 14"),
        (with("4b9", "4r9"), "row 11: 'r' is neither a colour (by) nor a number of empty squares"),
        (with("4b9", "4\u{e9}9"), "row 11: '\u{e9}' is neither a colour (by) nor a number of empty squares"),
        (with("3bbb8", "3bbbb7"), "the 6 squares of blue at e9 are not one piece"),
        (with("14/9y4", "1y12/9y4"), "yellow has laid 1 twice, the second time at b6"),
        (with("9y4", "8y5"), "yellow has squares, but not its start square j5"),
    ] {
        assert_eq!(refused(&text), expected, "{text}");
    }
}

#[test]
fn malformed_turns_and_hands_name_what_and_where() {
    for (text, expected) in [
        (with(" b ", " g "), "'g' is not the colour to move, expected one of by or -"),
        (with(" b ", " x "), "'x' is not the colour to move, expected one of by or -"),
        (with(" b ", " - "), "the game is not over: blue has a move"),
        (with("V5,L5", "V5,V5"), "the hand of blue: V5 is there twice"),
        (with("V5,L5", "V6,L5"), "the hand of blue: 'V6' is not a piece"),
        (with("V5,L5", "V5,,L5"), "the hand of blue: '' is not a piece"),
        (with("V5,L5", "L5"), "the hand of blue is not what is left: V5 is not on the board"),
        (with("N,W,F", "N,W,X,F"), "the hand of blue is not what is left: X is on the board"),
        (with("O,V3,I3,2,1", "O,V3,I3,2,1!"), "blue has a move, but is said to be out"),
        (format!("{ROWS} b -! {YELLOW}"), "the hand of blue, '-!': an empty hand has no !"),
        (format!("{ROWS} b + {YELLOW}"), "the hand of blue is not what is left: V5 is not on the board"),
    ] {
        assert_eq!(refused(&text), expected, "{text}");
    }
}

#[test]
fn what_follows_from_the_board_must_agree_with_it() {
    let duo = variant("duo");
    let refusal = |text: &str| duo.parse_position(text).expect_err("refused").to_string();
    let large = variant("classic").position_text(&variant("classic").initial());
    assert_eq!(refusal(&large), "the position is one of classic, the game is duo");
    let start = "14/14/14/14/14/14/14/14/14/14/14/14/14/14 b * *";
    assert_eq!(duo.position_text(&duo.initial()), start);
    let over = "5b1bbbbb2/3bb1b1yyy1bb/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/\
        2bb3bby2bb/bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 - + \
        V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!";
    at(&duo, over);
    assert_eq!(refusal(&over.replace(" - + ", " y + ")), "yellow is to move, but has no move");
    assert_eq!(refusal(&over.replace('!', "")), "yellow has no move, so its hand ends with !");
    // Which of the two empty hands it is, only the text tells.
    let other = at(&duo, &over.replace(" - + ", " - - "));
    assert_ne!(other, at(&duo, over));
    assert_ne!(duo.key(&other), duo.key(&at(&duo, over)));
}

#[test]
fn malformed_moves_name_what_and_where() {
    let game = variant("duo");
    let state = after(&game, "e8,d9,e9,f9,e10 j5");
    let refusal = |text: &str| game.parse_move(&state, text).expect_err("refused").to_string();
    for (text, why) in [
        ("", "'' is not a square, expected a1 to n14"),
        ("a0", "'a0' is not a square, expected a1 to n14"),
        ("a15", "'a15' is not a square, expected a1 to n14"),
        ("o1", "'o1' is not a square, expected a1 to n14"),
        ("a01", "'a01' is not a square, expected a1 to n14"),
        ("g10,", "'' is not a square, expected a1 to n14"),
        ("g10, h10", "' h10' is not a square, expected a1 to n14"),
        ("pass", "'pass' is not a square, expected a1 to n14"),
        ("g10,g10", "g10 is there twice"),
        ("g10,i10", "these squares are not one piece"),
        ("g10,h10,i10,j10,k10,l10", "these squares are not one piece"),
        ("g11,f12,g12,h12,g13", "blue has laid X already"),
        ("e10,e11", "a square is taken"),
        ("g9,h9", "2 would touch blue at an edge"),
        ("a1,b1", "2 would not touch blue at a corner"),
    ] {
        assert_eq!(refusal(text), format!("move '{text}': {why}"));
    }
    let any_order = game.parse_move(&state, "H10,g10").expect("legal");
    assert_eq!(game.move_text(&state, any_order), "g10,h10");
    let first = game.parse_move(&game.initial(), "a1").expect_err("refused");
    assert_eq!(first.to_string(), "move 'a1': the first piece of blue covers e10");
}

#[test]
fn malformed_options_name_what_and_where() {
    let options = GameOptions::default;
    let duo = "14/14/14/14/14/14/14/14/14/14/14/14/14/14 b * *";
    for (options, expected) in [
        (options().for_players(5), "--players 5: the game is for 2 to 4 players"),
        (options().from_start("trigon"), "unknown start 'trigon'; known: classic, duo"),
        (options().from_start("duo").for_players(4), "--start duo is not for 4 players"),
        (options().at(duo).for_players(3), "--start duo is not for 3 players"),
        (options().at(duo).from_start("classic"), "the position is one of duo, --start says classic"),
        (options().at("8/8"), "the position has 2 rows, expected 20 (classic) or 14 (duo)"),
        (options().with("scoring", "stones"), "--scoring stones: unknown, expected one of bonus, squares"),
        (options().with("size", "7x6"), "the game has no option --size"),
    ] {
        assert_eq!(open(&options).expect_err("refused"), expected);
    }
    for (options, name) in [
        (options(), "classic"),
        (options().for_players(2), "classic2"),
        (options().for_players(3), "classic3"),
        (options().from_start("duo"), "duo"),
        (options().at(duo), "duo"),
    ] {
        assert_eq!(open(&options), Ok(variant(name)));
    }
}
