//! Tests of `connect4::notation`.

use melee::core::Notation;
use melee::games::connect4::*;

fn refusal(position: &str) -> String {
    Connect4::default().parse_position(position).expect_err("refused").to_string()
}

#[test]
fn refusals_name_what_and_where() {
    assert_eq!(refusal("1111111"), "position '1111111', ply 7: column 1 is full");
    assert_eq!(refusal("40"), "position '40', ply 2: '0' is no column, expected 1 to 7");
    assert_eq!(refusal("4a"), "position '4a', ply 2: 'a' is no column, expected 1 to 7");
    assert_eq!(refusal("12121211"), "position '12121211', ply 8: no move '1': the game is over");
    assert_eq!(refusal("./."), "board has 2 rows, expected 6");
    assert_eq!(
        refusal("......./......./......./......./...x.../......."),
        "column 4: a stone floats above an empty cell"
    );
    assert_eq!(
        refusal("......./......./......./......./......./...z..."),
        "board row 6, column 4: 'z' is not one of . x o"
    );
    assert_eq!(
        refusal("......./......./......./......./......./..xx..."),
        "2 x and 0 o: whose turn is it? end the board with ' x' or ' o'"
    );
}

#[test]
fn a_drawn_board_is_the_position_of_its_columns() {
    let game = Connect4::default();
    let played = game.parse_position("4435").expect("legal").state(&game);
    let drawn = game.parse_position("......./......./......./......./...o.../..xxo..").expect("legal");
    assert_eq!(drawn.start, played);
}

#[test]
fn a_position_keeps_the_order_it_was_given_in() {
    let game = Connect4::default();
    let setup = game.parse_position("44453").expect("legal");
    assert_eq!(game.setup_text(&setup), "44453");
    let other_order = game.position_text(&setup.state(&game));
    let again = game.parse_position(&other_order).expect("reads back");
    assert_eq!(again.state(&game), setup.state(&game));
}

#[test]
fn boards_that_cannot_have_been_played_are_drawn() {
    let game = Connect4::default();
    let text = "......./......./......./......./......./xxx.... o";
    let setup = game.parse_position(text).expect("a board");
    assert_eq!(game.position_text(&setup.start), text);
}
