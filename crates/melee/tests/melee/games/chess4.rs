//! Four-player chess against published counts and the rules' test positions.

use melee::core::{Game, Notation, perft};
use melee::games::chess4::{Chess4, State};
use melee_testkit::mangle::mangled;
use melee_testkit::shared::data_rows;

fn state(game: &Chess4, fen: &str) -> State {
    let setup = game.parse_position(fen);
    setup.unwrap_or_else(|e| panic!("{fen}: {e}")).start
}

#[test]
fn perft_of_the_rules_file() {
    // The first four agree with Athena, Tetrarch and 4pchess, the fifth without bending pawns.
    for (game, counts) in [
        (Chess4::default(), [20, 395, 7_800, 152_050, 3_467_120]),
        (Chess4::modern(), [20, 395, 7_800, 152_050, 3_452_310]),
    ] {
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.initial(), depth), leaves, "depth {depth}");
        }
    }
}

#[test]
fn every_position_of_the_perft_suite() {
    let game = Chess4::default();
    for fields in data_rows("chess4/perft_rules.tsv") {
        let state = state(&game, &fields[1]);
        for (depth, leaves) in (1..).zip(&fields[2..]) {
            let expected: u64 = leaves.parse().expect("a count");
            assert_eq!(perft(&game, &state, depth), expected, "{}, {depth}", fields[0]);
        }
    }
}

/// Plays moves from a position.
fn after(game: &Chess4, fen: &str, moves: &str) -> State {
    let mut state = state(game, fen);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text);
        game.play(&mut state, mv.unwrap_or_else(|e| panic!("{e}")));
    }
    state
}

const HANGING: &str = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-3,yR,2,yK,7/14/14/14/14/6,rB,7/13,gK/\
    bK,13/14/14/6,bQ,7/14/14/7,rK,6";

#[test]
fn a_hanging_king_is_out_when_the_attackers_turn_begins() {
    let game = Chess4::default();
    // The bishop opens the line from the western queen to the northern king.
    let state = after(&game, HANGING, "g9h10");
    let text = game.position_text(&state);
    assert!(text.starts_with("B-0,0,1,0-"), "{text}");
    assert!(!text.contains('y'), "his pieces are gone: {text}");
}

#[test]
fn the_two_captures_en_passant_of_figure_2_6() {
    let game = Chess4::default();
    let fen = "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/2,yR,11/3,gP,9,gK/1,bP,12/\
        bK,2,gP,10/14/14/14/14/7,rK,6";
    let state = after(&game, fen, "b7d7 c9c7");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
    for text in ["d8c7", "d8c7e", "d6c7", "d6c7e"] {
        assert!(texts.iter().any(|t| t == text), "{text} in {texts:?}");
    }
    let (mut one, mut two) = (state, state);
    let mv = game.parse_move(&one, "d8c7").expect("legal");
    game.play(&mut one, mv);
    let mv = game.parse_move(&two, "d8-c7e").expect("legal");
    game.play(&mut two, mv);
    let pawns = |state: &State| game.position_text(state).matches("bP").count();
    assert_eq!((pawns(&one), pawns(&two)), (1, 0));
}

#[test]
fn stalemate_of_two_shares_the_point() {
    let game = Chess4::default();
    let fen = "B-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/14/14/14/14/bK,13/14/14/14/5,bQ,8/14/\
        3,rK,10";
    let state = after(&game, fen, "f3e3");
    let outcome = game.outcome(&state).expect("over");
    assert_eq!(outcome.all_points(), [0.5, 0.5, 0.0, 0.0]);
}

#[test]
fn fifty_quiet_rounds_share_the_point() {
    let game = Chess4::default();
    let fen = HANGING.replace("-0-3,yR", "-199-3,yR");
    let state = after(&game, &fen, "h1h2");
    assert_eq!(game.outcome(&state).expect("over").all_points(), [0.25; 4]);
}

/// Quiet moves end games, not counts: 50-move and repetition draws are ignored there.
#[test]
fn perft_does_not_mind_the_clock() {
    let game = Chess4::default();
    let fen = "R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-99-14/14/14/14/14/14/14/bK,13/14/14/14/14/14/7,rK,6";
    assert_eq!(perft(&game, &state(&game, fen), 2), 25);
    assert!(game.outcome(&after(&game, fen, "h1h2")).is_some());
}

/// The switches of the rules: two living players are drawn after 100 quiet plies, or after 50.
#[test]
fn fifty_rounds_or_plies() {
    let fen = "R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-49-14/14/14/14/14/14/14/bK,13/14/14/14/14/14/7,rK,6";
    for (rules, is_over) in [("paderborn", false), ("paderborn+fifty-plies", true)] {
        let game = Chess4::with_rules(rules).expect("known");
        let after = after(&game, fen, "h1h2");
        assert_eq!(game.outcome(&after).is_some(), is_over, "{rules}");
    }
}

/// T8 of the rules: after e5e2 South is mated; it goes when its turn comes, or at once.
#[test]
fn mates_wait_for_the_turn_or_do_not() {
    let fen = "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/4,bR,9/14/14/14/13,gK/bK,13/14/\
        4,bQ,9/14/14/14/3,rK,10";
    let south = melee::core::Player::FIRST;
    for (rules, lives) in [("paderborn", true), ("paderborn+mate-at-once", false)] {
        let game = Chess4::with_rules(rules).expect("known");
        let after = after(&game, fen, "e5e2");
        assert_eq!(game.alive(&after, south), lives, "{rules}");
    }
    let game = Chess4::default();
    assert!(!game.alive(&after(&game, fen, "e5e2 g14h14 n8n9"), south));
}

/// No move takes a king, not even one that stands where a pawn has just stepped over.
#[test]
fn kings_are_not_taken_in_passing() {
    let game = Chess4::default();
    let fen = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'enPassant':('','c9:d9','','')}-14/14/14/14/14/\
        2,yK,bP,10/3,rP,9,gK/bK,13/14/14/14/14/14/7,rK,6";
    let state = state(&game, fen);
    assert!(game.parse_move(&state, "d8c9e").is_err());
    assert!(game.parse_move(&state, "d8c9").is_err());
}

/// What moves keep up to date is what reading the position anew gives.
#[test]
fn positions_are_kept_as_they_are_read() {
    let games = melee_testkit::usual_or_long(40, 1000);
    for (rules, games) in [("paderborn", games), ("modern+mate-at-once", games / 4)] {
        let game = Chess4::with_rules(rules).expect("known");
        let mut rng = melee::core::seeded_rng(5);
        let mut plies = 0;
        for _ in 0..games {
            let mut state = game.initial();
            for _ in 0..600 {
                if game.outcome(&state).is_some() {
                    break;
                }
                let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
                game.play(&mut state, mv);
                plies += 1;
                let text = game.position_text(&state);
                let read = game.parse_position(&text);
                let read = read.unwrap_or_else(|e| panic!("{text}: {e}")).start;
                assert_eq!(read, state, "{text}");
                assert_eq!(game.key(&state), game.key_from_scratch(&state));
            }
        }
        println!("{rules}: {games} random games, {plies} plies");
    }
}

/// Texts with mistakes are read or refused, and what is read can be played; nothing panics.
#[test]
fn mangled_texts_do_no_harm() {
    let game = Chess4::default();
    let start = game.position_text(&game.initial());
    let sparse = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'enPassant':('','c9:d9','','')}-6,yK,7/14/14/14/\
        14/2,yR,bP,10/3,rw,9,gK/bK,2,rP,10/14/14/14/14/14/7,rK,6";
    let letters = "rbygPNBRQKwens0123456789/,-{}():'.x#+ \u{e9}";
    let mut read = 0;
    for text in mangled(&[&start, sparse], letters, 6000, 8) {
        if let Ok(setup) = game.parse_position(&text) {
            read += 1;
            perft(&game, &setup.start, 2);
            let again = game.position_text(&setup.start);
            let again = game.parse_position(&again).expect("what is written is read");
            assert_eq!(again.start, setup.start, "{text}");
        }
    }
    assert!(read > 50, "some are still positions: {read}");
    let record = "[StartFen4 \"4PC\"]\n1. h2-h3 .. b7-c7 { a } .. g13-g12 ( .. h13-h12 )  .. m8-l8\n\
        2. Qg1xQn8+ .. O-O";
    for text in mangled(&[record], letters, 2000, 9) {
        if let Ok(record) = game.read_record(&game.initial(), &text) {
            assert!(record.moves.len() < 10);
        }
    }
}
