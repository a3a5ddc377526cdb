//! Blokus against the counts and games of programs that are not ours, a slow generator written from the rules, and
//! the laws for every variant.

use melee::core::{Game, GameOptions, Notation, PlayableGame, Player, Rng, Setup, perft, random_playout, seeded_rng};
use melee::games::blokus::{Blokus, State, Variant};
use melee_testkit::conformance::{Effort, check, check_game};
use melee_testkit::mangle::mangled;
use melee_testkit::positions::legal_texts;
use melee_testkit::{knowledge, shared::data_file};

const VARIANTS: [(&str, Variant); 4] = [
    ("classic", Variant::Classic),
    ("classic2", Variant::Classic2),
    ("classic3", Variant::Classic3),
    ("duo", Variant::Duo),
];

pub(crate) fn variant(name: &str) -> Blokus {
    let known = VARIANTS.into_iter().find(|(known, _)| *known == name);
    Blokus::new(known.unwrap_or_else(|| panic!("{name}")).1, true)
}

pub(crate) fn open(options: &GameOptions) -> Result<Blokus, String> {
    let checked = Blokus::describe().check(options);
    let game = checked.and_then(|()| Blokus::with_options(options));
    game.map_err(|error| error.to_string())
}

pub(crate) fn at(game: &Blokus, position: &str) -> State {
    let setup = game.parse_position(position);
    let state = setup.unwrap_or_else(|e| panic!("{position}: {e}")).start;
    assert_eq!(game.position_text(&state), position);
    state
}

pub(crate) fn after(game: &Blokus, moves: &str) -> State {
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text);
        game.play(&mut state, mv.unwrap_or_else(|e| panic!("{e}")));
    }
    state
}

fn read(file: &str) -> Option<String> {
    let path = data_file(&format!("blokus/{file}"))?;
    Some(std::fs::read_to_string(path).expect("readable"))
}

#[test]
fn blokus_obeys_the_laws_in_every_variant_with_both_scorings() {
    for (_, variant) in VARIANTS {
        for bonus in [true, false] {
            let game = Blokus::new(variant, bonus);
            let effort = Effort { games: 1, ply_cap: Some(84), seed: 51 };
            check(&game, effort);
        }
        knowledge::check(&Blokus::new(variant, true), 84, 52);
    }
}

#[test]
fn blokus_is_described_as_it_is() {
    check_game::<Blokus>(Effort { games: 1, ply_cap: Some(84), seed: 53 });
}

#[test]
fn every_placement_has_a_number() {
    assert_eq!(variant("classic").move_indices(), 30_433);
    assert_eq!(variant("duo").move_indices(), 13_729);
}

#[test]
fn leaves_of_the_shared_table() {
    let Some(text) = read("perft.tsv") else {
        return;
    };
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, players, depth, leaves, _, position] = fields[..] else {
            panic!("a line of the table: {line}");
        };
        let options = GameOptions::default().at(position);
        let game = open(&options.for_players(players.parse().expect("a number"))).expect("offered");
        assert_eq!(game, variant(name));
        let state = at(&game, position);
        let found = perft(&game, &state, depth.parse().expect("a number"));
        assert_eq!(found.to_string(), leaves, "{line}");
        rows += 1;
    }
    assert!(rows >= 10, "{rows}");
    // The three variants of the large board have the same tree.
    for name in ["classic2", "classic3"] {
        let game = variant(name);
        assert_eq!(perft(&game, &game.initial(), 4), 11_316_496, "{name}");
    }
}

/// Depth 5 of the large board is 58^3 times the two first moves of a colour that is alone.
#[test]
fn two_moves_of_one_colour_alone() {
    let game = variant("classic");
    let state = game.initial();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut pairs = 0;
    for mv in moves {
        let mut state = state.clone();
        game.play(&mut state, mv);
        game.hand_turn_to(&mut state, Player::FIRST);
        pairs += game.count_moves(&state, &mut Vec::new());
    }
    assert_eq!(pairs, 9_729);
}

#[test]
fn shared_games_are_replayed_ply_by_ply() {
    for file in
        ["trace_classic2_a.txt", "trace_classic_a.txt", "trace_duo_a.txt", "trace_duo_bonus20.txt", "trace_duo_tie.txt"]
    {
        let Some(text) = read(file) else { return };
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let name = lines.next().and_then(|line| line.strip_prefix("variant\t"));
        let game = variant(name.expect("the variant"));
        let mut state = game.initial();
        let mut ended = false;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            if let Some(rest) = line.strip_prefix("@ ") {
                let (_, position) = rest.split_once(' ').expect("a position");
                assert_eq!(game.position_text(&state), position, "{file}");
                assert_eq!(at(&game, position), state, "{file}");
            } else if fields[0] == "end" {
                check_end(&game, &state, &fields);
                ended = true;
            } else {
                let text = game.position_text(&state);
                assert_eq!(text.split(' ').nth(1), Some(fields[1]), "{file} {line}");
                let count = game.count_moves(&state, &mut Vec::new());
                assert_eq!(count.to_string(), fields[2], "{file} {line}");
                let mv = game.parse_move(&state, fields[3]);
                let mv = mv.unwrap_or_else(|e| panic!("{file} {line}: {e}"));
                assert_eq!(game.move_text(&state, mv), fields[3]);
                game.play(&mut state, mv);
            }
        }
        assert!(ended, "{file}");
    }
}

fn check_end(game: &Blokus, state: &State, fields: &[&str]) {
    use melee::core::Draw;
    let list = |name: &str| -> Vec<i64> {
        let field = fields.iter().find_map(|f| f.strip_prefix(name)).expect("there");
        field.split_whitespace().map(|n| n.parse().expect("a number")).collect()
    };
    let outcome = game.outcome(state).expect("over");
    let ranks: Vec<i64> = outcome.ranks().iter().map(|&r| r.into()).collect();
    assert_eq!(ranks, list("ranks "));
    let counters = game.counters(state);
    let points = counters.iter().find(|counter| counter.name == "points");
    assert_eq!(points.expect("shown").values, list("scores "));
}

/// All placements of all orientations tested square by square, from the text of the position.
mod slow {
    use std::collections::{BTreeMap, BTreeSet};

    type Square = (i32, i32);

    const SHAPES: [&[&str]; 21] = [
        &["#", "#", "###"],
        &["#", "#", "#", "##"],
        &["##", " #", " ##"],
        &[" #", " #", "##", "#"],
        &["#", "##", " ##"],
        &[" #", "###", " #"],
        &[" ##", "##", " #"],
        &["#####"],
        &["###", " #", " #"],
        &[" #", "##", " #", " #"],
        &["##", "##", "#"],
        &["# #", "###"],
        &["#", "#", "##"],
        &["####"],
        &["###", " #"],
        &["##", " ##"],
        &["##", "##"],
        &["#", "##"],
        &["###"],
        &["##"],
        &["#"],
    ];
    const NAMES: [&str; 21] = [
        "V5", "L5", "Z5", "N", "W", "X", "F", "I5", "T5", "Y", "P", "U", "L4", "I4", "T4", "Z4", "O", "V3", "I3", "2",
        "1",
    ];

    pub(super) fn moves(position: &str, starts: &[(char, Square)]) -> BTreeSet<String> {
        let words: Vec<&str> = position.split(' ').collect();
        let rows: Vec<&str> = words[0].split('/').collect();
        let side = rows.len() as i32;
        let mut board: BTreeMap<Square, char> = BTreeMap::new();
        for (y, row) in (0..side).rev().zip(rows) {
            let (mut x, mut number) = (0, 0);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = 10 * number + digit as i32;
                } else {
                    x += std::mem::take(&mut number);
                    board.insert((x, y), c);
                    x += 1;
                }
            }
        }
        let turn = words[1].chars().next().expect("a colour");
        let colour = starts.iter().position(|s| s.0 == turn).expect("a colour");
        let hand = words[2 + colour].trim_end_matches('!');
        let is_own = |square: Square| board.get(&square) == Some(&turn);
        let has_laid = board.values().any(|&c| c == turn);
        let mut found = BTreeSet::new();
        for (name, shape) in NAMES.iter().zip(SHAPES) {
            if hand != "*" && !hand.split(',').any(|held| held == *name) {
                continue;
            }
            for cells in orientations(shape) {
                for (dx, dy) in (0..side * side).map(|i| (i % side, i / side)) {
                    let placed: Vec<Square> = cells.iter().map(|&(x, y)| (x + dx, y + dy)).collect();
                    let is_free = |&(x, y): &Square| x < side && y < side && !board.contains_key(&(x, y));
                    let touches = |steps: [Square; 4]| {
                        placed.iter().any(|&(x, y)| steps.iter().any(|s| is_own((x + s.0, y + s.1))))
                    };
                    let legal = placed.iter().all(is_free)
                        && if has_laid {
                            !touches([(0, 1), (0, -1), (1, 0), (-1, 0)])
                                && touches([(1, 1), (1, -1), (-1, 1), (-1, -1)])
                        } else {
                            placed.contains(&starts[colour].1)
                        };
                    if legal {
                        found.insert(text(placed));
                    }
                }
            }
        }
        found
    }

    fn text(mut squares: Vec<Square>) -> String {
        squares.sort_by_key(|&(x, y)| (y, x));
        let name = |(x, y): &Square| format!("{}{}", char::from(b'a' + *x as u8), y + 1);
        squares.iter().map(name).collect::<Vec<_>>().join(",")
    }

    fn orientations(shape: &[&str]) -> BTreeSet<Vec<Square>> {
        let mut cells: Vec<Square> = Vec::new();
        for (y, row) in shape.iter().enumerate() {
            let filled = row.char_indices().filter(|(_, c)| *c == '#');
            cells.extend(filled.map(|(x, _)| (x as i32, y as i32)));
        }
        let mut all = BTreeSet::new();
        for _ in 0..2 {
            for _ in 0..4 {
                let left = cells.iter().map(|c| c.0).min().expect("a cell");
                let low = cells.iter().map(|c| c.1).min().expect("a cell");
                let mut corner: Vec<Square> = cells.iter().map(|c| (c.0 - left, c.1 - low)).collect();
                corner.sort_unstable();
                all.insert(corner);
                cells = cells.iter().map(|&(x, y)| (-y, x)).collect();
            }
            cells = cells.iter().map(|&(x, y)| (-x, y)).collect();
        }
        all
    }
}

#[test]
fn contact_squares_give_the_moves_that_a_scan_of_the_board_gives() {
    let mut rng = seeded_rng(61);
    let mut buffer = Vec::new();
    for (name, starts) in [
        ("duo", vec![('b', (4, 9)), ('y', (9, 4))]),
        ("classic3", vec![('b', (0, 19)), ('y', (19, 19)), ('r', (19, 0)), ('g', (0, 0))]),
    ] {
        let game = variant(name);
        for _ in 0..60 {
            let mut state = game.initial();
            let plies = rng.next_u32() % 60;
            random_playout(&game, &mut state, plies, &mut buffer, &mut rng);
            if game.outcome(&state).is_none() {
                let text = game.position_text(&state);
                assert_eq!(legal_texts(&game, &state), slow::moves(&text, &starts), "{text}");
            }
        }
    }
}

#[test]
fn every_legal_move_can_be_the_random_move() {
    let game = variant("duo");
    let mut state = game.initial();
    let mut rng = seeded_rng(62);
    random_playout(&game, &mut state, 18, &mut Vec::new(), &mut rng);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut seen = vec![0; moves.len()];
    for _ in 0..100 * moves.len() {
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
        let place = moves.iter().position(|&known| known == mv);
        seen[place.expect("legal")] += 1;
    }
    assert!(seen.iter().all(|&n| (40..200).contains(&n)), "{seen:?}");
}

/// The rules file, 8: green is laid by the owner of blue, of yellow, of red, in turn.
#[test]
fn green_goes_round_among_three() {
    let game = variant("classic3");
    let mut state = game.initial();
    let mut rng = seeded_rng(63);
    let mut greens = 0;
    while game.outcome(&state).is_none() {
        let text = game.position_text(&state);
        if text.split(' ').nth(1) == Some("g") {
            assert_eq!(game.to_move(&state).index(), greens % 3);
            greens += 1;
        }
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
        game.play(&mut state, mv);
    }
    assert!(greens > 5);
    assert_eq!(game.outcome(&state).expect("over").players(), 3);
}

/// A colour that was skipped still begins on its start square, and is out once that is taken.
#[test]
fn a_colour_whose_start_square_is_taken_is_out() {
    let game = variant("duo");
    let (blue, yellow) = (Player::FIRST, Player::new(1));
    let mut state = game.initial();
    for text in ["e6,e7,e8,e9,e10", "f5,g5,h5", "i4", "j5,k5"] {
        assert!(game.alive(&state, yellow) && game.can_act(&state, yellow));
        game.hand_turn_to(&mut state, blue);
        let mv = game.parse_move(&state, text);
        game.play(&mut state, mv.unwrap_or_else(|e| panic!("{e}")));
    }
    assert!(!game.alive(&state, yellow) && !game.can_act(&state, yellow));
    assert_eq!(game.to_move(&state), blue, "yellow is skipped");
    assert!(game.position_text(&state).ends_with(" *!"));
}

/// Without the bonus an empty hand is worth nothing more than no squares.
#[test]
fn scoring_by_squares_only() {
    use melee::core::Draw;
    let over = "5b1bbbbb2/3bb1b1yyy1bb/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/\
        2bb3bby2bb/bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 - + \
        V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!";
    for (scoring, hand, expected) in [("bonus", "+", [20, -64]), ("bonus", "-", [15, -64]), ("squares", "+", [0, -64])]
    {
        let text = over.replace(" + ", &format!(" {hand} "));
        let game = open(&GameOptions::default().at(text.as_str()).with("scoring", scoring)).expect("offered");
        let points = game.counters(&at(&game, &text)).remove(0);
        assert_eq!((points.name, points.values), ("points", expected.to_vec()));
    }
}

#[test]
fn records_of_pentobi_are_read_and_written() {
    for (name, _) in VARIANTS {
        let game = variant(name);
        let mut rng = seeded_rng(64);
        let mut setup: Setup<Blokus> = Setup::new(game.initial());
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            setup.moves.push(mv);
            game.play(&mut state, mv);
        }
        // From the start, and from the middle.
        for skipped in [0, 9] {
            let before: Setup<Blokus> = Setup { start: setup.start.clone(), moves: setup.moves[..skipped].to_vec() };
            let rest = Setup { start: before.state(&game), moves: setup.moves[skipped..].to_vec() };
            let text = game.write_record(&rest, None);
            let record = game.read_record(&game.initial(), &text).unwrap_or_else(|e| panic!("{e}: {text}"));
            let mut again = record.start.map_or(game.initial(), |start| at(&game, &start));
            assert_eq!(again, rest.start, "{text}");
            for text in &record.moves {
                let mv = game.parse_move(&again, text).unwrap_or_else(|e| panic!("{e}"));
                game.play(&mut again, mv);
            }
            assert_eq!(again, state);
        }
    }
    let duo = variant("duo");
    let text = "(;GM[Blokus Duo]PB[A \\] b]\n;B[e8,d9,e9,f9,e10]C[first]\n(;W[j5](;B[g10]))(;W[j5,k5]))";
    let record = duo.read_record(&duo.initial(), text).expect("a record");
    assert_eq!(record.moves, ["e8,d9,e9,f9,e10", "j5", "g10"]);
    let refusal = |text: &str| duo.read_record(&duo.initial(), text).expect_err("refused").to_string();
    for (text, expected) in [
        ("(;GM[Blokus])", "line 1: a game of Blokus, expected Blokus Duo"),
        ("(;GM[Blokus Duo]\n;B[e10", "line 2: '[' is never closed"),
        ("(;GM[Blokus Duo]\n;B[e10]", "line 2: '(' is never closed"),
        ("(;[e10])", "line 1: a value without a property"),
        ("(;GM[Blokus Duo];B?[e10])", "line 1: '?' is not part of a property"),
        ("(;AB[e10,z3])", "line 1: 'z3' is not a square, expected a1 to n14"),
        ("(;B[e10]\n;AW[j5])", "line 2: pieces are set up after the first move"),
        ("(;PL[R])", "line 1: 'R' is not a colour to move"),
        ("(;AB[e9,e10]\n;AW[j5][e10])", "line 2: e10 is set up for yellow and was for blue already"),
        ("(;AB[e9,e10][e10])", "line 1: e10 is set up for blue and was for blue already"),
    ] {
        assert_eq!(refusal(text), expected);
    }
}

/// All of them are marked where legal moves are shown, not one of each.
#[test]
fn a_move_goes_to_all_its_squares() {
    use melee::core::Draw;
    let duo = variant("duo");
    let state = duo.initial();
    let mut moves = Vec::new();
    duo.moves(&state, &mut moves);
    let targets: std::collections::BTreeSet<usize> =
        moves.iter().flat_map(|&mv| duo.target_cells(&state, mv)).collect();
    // All squares within four steps of the start square that are on the board.
    assert_eq!(targets.len(), 41);
    assert!(moves.iter().all(|&mv| duo.target_cells(&state, mv) == duo.move_cells(&state, mv)));
}

/// A finished game of two in which the first has laid all its pieces.
const LAID_OUT: &str = "5b1bbbbb2/3bb1b1yyy1bb/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/2bb3bby2bb/\
    bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 - + V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!";

/// Once a board that was opened in the editor and left as it was had lost the bonus for the last piece, or was refused.
#[test]
fn a_finished_board_that_is_set_up_as_it_stands_keeps_its_points() {
    use melee::core::Draw;
    let duo = variant("duo");
    for hand in ["+", "-"] {
        let end = at(&duo, &LAID_OUT.replace('+', hand));
        for player in 0..2 {
            let text = duo.set_up(&end, &duo.diagram(&end).pieces, Player::new(player));
            assert_eq!(text.unwrap_or_else(|error| panic!("{error}")), duo.position_text(&end));
        }
    }
}

/// What the last piece of an empty hand was is worth five points.
#[test]
fn records_of_set_up_pieces_keep_which_was_the_last() {
    use melee::core::Draw;
    let duo = variant("duo");
    for (hand, points) in [("+", 20), ("-", 15)] {
        let start = at(&duo, &LAID_OUT.replace('+', hand));
        let text = duo.write_record(&Setup::new(start.clone()), None);
        let record = duo.read_record(&duo.initial(), &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let again = at(&duo, &record.start.expect("it is set up"));
        assert_eq!(again, start, "{text}");
        assert_eq!(duo.counters(&again)[0].values, [points, -64]);
    }
}

/// Texts with mistakes are read or refused, and what is read can be played; nothing panics.
#[test]
fn mangled_texts_do_no_harm() {
    let middle = "14/14/14/4b9/3bbb8/4b9/14/14/14/9y4/14/14/14/14 b \
        V5,L5,Z5,N,W,F,I5,T5,Y,P,U,L4,I4,T4,Z4,O,V3,I3,2,1 V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,L4,I4,T4,Z4,O,V3,I3,2";
    let positions = [
        "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 b * * * *",
        "14/14/14/14/14/14/14/14/14/14/14/14/14/14 b * *",
        middle,
    ];
    let letters = "byrg0123456789/-+*!,VLZNWXFITYPUO \u{e9}";
    let mut read = 0;
    for text in mangled(&positions, letters, 20_000, 65) {
        let Ok(game) = open(&GameOptions::default().at(text.as_str())) else {
            continue;
        };
        let Ok(setup) = game.parse_position(&text) else {
            continue;
        };
        read += 1;
        perft(&game, &setup.start, 1);
        let again = game.parse_position(&game.position_text(&setup.start));
        assert_eq!(again.expect("what is written is read").start, setup.start, "{text}");
    }
    assert!(read > 20, "some are still positions: {read}");
    let game = variant("duo");
    let state = at(&game, middle);
    for text in mangled(&["g10,h10", "f7,f6,g6", "G10"], "abcdefghijklmno0123456789, ", 5000, 66) {
        if let Ok(mv) = game.parse_move(&state, &text) {
            assert!(game.is_legal(&state, mv), "{text}");
        }
    }
    let record = "(;GM[Blokus Duo]AB[e10,e9]AW[j5]PL[B];B[f8]C[\\]];W[k6])";
    for text in mangled(&[record], "()[];\\ABWPLGMC0123456789abcdefgh,\n\u{e9}", 5000, 67) {
        if let Ok(record) = game.read_record(&game.initial(), &text) {
            assert!(record.moves.len() < 10);
        }
    }
}

#[test]
fn duo_has_one_mirror_and_the_large_board_none() {
    let duo = variant("duo");
    let (one, other) = (after(&duo, "e10,e9,e8,d8 j5"), after(&duo, "e10,f10,g10,g11 j5"));
    assert_ne!(duo.key(&one), duo.key(&other));
    assert_eq!(duo.symmetric_key(&one), duo.symmetric_key(&other));
    let classic = variant("classic");
    let state = after(&classic, "a20,b20");
    assert_eq!(classic.symmetric_key(&state), classic.key(&state));
}
