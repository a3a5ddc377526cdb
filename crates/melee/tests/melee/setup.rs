//! Boards that are set up by hand, and what is said of moves that are none, in every game.

use melee::core::Player;
use melee::core::diagram::Piece;
use melee::{GameOptions, OpenGame, Position, Registry};
use melee_testkit::usual_or_long;

/// Every game that is played, for every number of players.
fn games() -> Vec<OpenGame> {
    let registry = Registry::standard();
    let games = registry.games().iter().filter(|game| !game.description.is_study);
    let open = |(name, players)| registry.open(name, &GameOptions::default().for_players(players)).ok();
    games.flat_map(|game| game.description.players.iter().map(|n| (game.name, n))).filter_map(open).collect()
}

/// A random game from its start, to be looked at before every move.
fn each_position(game: &OpenGame, seed: u64, look: &mut dyn FnMut(&Position)) {
    let mut position = game.start();
    for ply in 0..60 {
        if position.to_move().is_none() {
            return;
        }
        look(&position);
        let lot = melee::core::zobrist::mix(seed ^ melee::core::zobrist::mix(ply));
        let moves = position.count_moves() as u64;
        position.play_nth((lot % moves) as usize);
    }
}

/// What is on the board by the names of cells, whose turn it is, and what can be played.
type Facts = (Vec<(String, Option<Player>, char)>, Option<Player>, Vec<String>);

fn facts(position: &Position) -> Facts {
    let diagram = position.diagram(false);
    // A board that was bombed is read without its craters, so that cells have other numbers.
    let named = |piece: &Piece| (diagram.cells[piece.cell].id.clone(), piece.owner, piece.glyph);
    let mut pieces: Vec<_> = diagram.pieces.iter().map(named).collect();
    pieces.sort();
    (pieces, position.to_move(), position.moves())
}

fn set_up(position: &Position, pieces: &[Piece], to_move: Player) -> Result<Position, melee::Error> {
    let text = position.set_up(pieces, to_move)?;
    let game = position.game();
    // A text need not say how many play.
    let options = GameOptions { start: None, position: Some(text), ..game.options().clone() };
    Registry::standard().open(game.name(), &options)?.opening()
}

#[test]
fn a_board_that_is_set_up_as_it_stands_is_the_same_position() {
    for game in games() {
        for seed in 0..usual_or_long(3, 100) {
            each_position(&game, seed, &mut |position| {
                let pieces = position.diagram(false).pieces;
                let to_move = position.to_move().expect("the game goes on");
                let again = set_up(position, &pieces, to_move);
                let again = again.unwrap_or_else(|error| panic!("{position:?}: {error}"));
                assert_eq!(facts(&again), facts(position), "{position:?}");
            });
        }
    }
}

/// Whatever is put anywhere: it is a position that can be played, or refused in one line.
#[test]
fn any_board_is_a_position_or_refused_in_a_line() {
    let (mut taken, mut refused) = (0, 0);
    for game in games() {
        let start = game.start();
        let (kit, cells) = (start.kit(), start.diagram(false).cells.len() as u64);
        assert!(!kit.is_empty(), "{} has a board", game.name());
        for seed in 0..usual_or_long(60, 5_000) {
            let draw = |n: u64, below: u64| melee::core::zobrist::mix(seed ^ melee::core::zobrist::mix(n)) % below;
            let mut pieces = start.diagram(false).pieces;
            for n in 0..=draw(0, 4) {
                let cell = draw(3 * n + 1, cells) as usize;
                pieces.retain(|piece| piece.cell != cell);
                if draw(3 * n + 2, 3) > 0 {
                    let (owner, glyph) = kit[draw(3 * n + 3, kit.len() as u64) as usize];
                    pieces.push(Piece { cell, owner, glyph });
                }
            }
            let to_move = Player::new(draw(99, game.players() as u64) as usize);
            match set_up(&start, &pieces, to_move) {
                Ok(position) => {
                    taken += 1;
                    assert_eq!(position.to_move().is_none(), position.outcome().is_some());
                    let read = game.reopen(&game.options().clone().at(position.text())).and_then(|game| game.opening());
                    let read = read.unwrap_or_else(|error| panic!("{position:?}: {error}"));
                    assert_eq!(facts(&read), facts(&position));
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
    assert!(taken > 100 && refused > 100, "{taken} taken, {refused} refused");
}

#[test]
fn what_no_board_has_is_refused() {
    for game in games() {
        let start = game.start();
        let (owner, glyph) = start.kit()[0];
        let cells = start.diagram(false).cells.len();
        let piece = |cell, glyph| Piece { cell, owner, glyph };
        let first = Player::new(0);
        for pieces in [vec![piece(cells, glyph)], vec![piece(0, '?')], vec![piece(0, glyph); 2]] {
            assert!(start.set_up(&pieces, first).is_err(), "{pieces:?}");
        }
        assert!(start.set_up(&[], Player::new(7)).is_err() || game.players() == 8);
    }
}

/// Red is not in check, but his king has nowhere to go, his bishop shields him, and his pawn is stopped.
const BLOCKED: &str = "R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-\
    7,yK,6/14/14/14/14/14/14/14/14/14/14/6,yP,7/3,yR,2,rP,1,yN,1,rP,3/3,yR,rB,rK,8";

/// A game, a position, the cells that were clicked, and a part of what is said.
const REFUSALS: &[(&str, &str, &[&str], &str)] = &[
    ("connect4", "444444", &["d6"], "column 4 is full"),
    ("abalone", "", &["A1", "E9"], "marbles move straight"),
    ("abalone", "", &["A1", "A2"], "at most three move together"),
    ("abalone", "5/6/7/3bw3/9/8/7/6/5 b 0 0", &["F5", "F6"], "1 against 1"),
    ("billabong", "i2:1,o4:0,x3|l12:1,i4:1,x3 1", &["i2", "i4"], "a piece stands there"),
    ("billabong", "i2:1,o4:0,x3|l12:1,i4:1,x3 1", &["i2", "a1"], "neither a step"),
    ("billabong", "", &["h7"], "in the lake"),
    ("chess4", "", &["e1", "e2"], "your own pawn stands there"),
    ("chess4", "", &["d1", "d5"], "something stands in the way"),
    ("chess4", "", &["e1", "e5"], "a knight goes"),
    ("chess4", "", &["h2", "h5"], "a pawn goes straight ahead"),
    ("chess4", "", &["d1"], "your own pieces stand wherever it could go"),
    ("chess4", "", &["h1"], "your own pieces stand"),
    ("chess4", BLOCKED, &["g2"], "the square ahead of it is taken"),
    ("chess4", BLOCKED, &["f1"], "in check on every square"),
    ("chess4", BLOCKED, &["e1"], "it shields your king"),
    ("abalone", "", &["C3", "C4", "E9"], "sideways every marble"),
    ("abalone", "", &["A1", "C4", "D3"], "one straight row"),
    ("billabong", "i2:1,o4:0,x3|l12:1,i4:1,x3 1", &["l12"], "a piece stands there"),
    ("chinese-checkers", "", &["a5"], "no free hole beside it"),
    ("focus", "", &["b2"], "player 2's"),
    ("reversixt", "", &["0,0"], "captures nothing"),
    ("rolit", "", &["a1"], "turns no ball"),
    ("focus", "", &["b2", "f8"], "along a row or a column"),
    ("blokus", "", &["f9"], "covers"),
];

#[test]
fn a_move_that_is_none_is_told_the_rule() {
    for (game, text, cells, expected) in REFUSALS {
        let game = melee::open(game).expect("known");
        let position = if text.is_empty() { game.start() } else { game.position(text).expect("a position") };
        let diagram = position.diagram(false);
        let cells: Vec<usize> = cells.iter().map(|id| diagram.cell(id).expect("a cell")).collect();
        let why = position.why_not(&cells).unwrap_or_default();
        assert!(why.contains(expected), "{position:?} {cells:?}: {why}");
    }
}

#[test]
fn what_can_be_played_is_not_forbidden() {
    for game in games() {
        let mut looked = 0;
        each_position(&game, 5, &mut |position| {
            looked += 1;
            if looked % 15 != 1 {
                return;
            }
            for (mv, gesture) in position.gestures().into_iter().step_by(9).take(6) {
                for path in gesture.paths.into_iter().take(3) {
                    assert_eq!(position.why_not(&path), None, "{position:?} {mv}");
                }
            }
            let cells = position.diagram(false).cells.len();
            for from in (0..cells).step_by(cells / 5) {
                for to in (0..cells).step_by(cells / 4) {
                    let why = position.why_not(&[from, to]).unwrap_or_default();
                    assert!(!why.contains('\n'), "{why}");
                }
            }
            assert_eq!(position.why_not(&[cells]), None);
        });
    }
}

/// Whoever clicks where nothing can be done is told by which rule: on a piece of his own that goes nowhere, on a cell that
/// takes nothing, and on a wrong target for a piece that he has picked.
#[test]
fn every_click_that_leads_nowhere_is_told_a_rule() {
    let (mut stuck, mut aimed) = (0, 0);
    for game in games() {
        let mut looked = 0;
        each_position(&game, 11, &mut |position| {
            looked += 1;
            if looked % usual_or_long(24, 2) != 0 {
                return;
            }
            let gestures = position.gestures();
            let paths: Vec<&[usize]> =
                gestures.iter().flat_map(|(_, gesture)| &gesture.paths).map(Vec::as_slice).collect();
            let goes_on = |clicks: &[usize]| paths.iter().any(|path| path.starts_with(clicks));
            let told = |clicks: &[usize]| {
                let why = position.why_not(clicks).unwrap_or_default();
                assert!(!why.is_empty(), "{} {position:?}: nothing about {clicks:?}", game.name());
            };
            let diagram = position.diagram(false);
            let own = |cell: &usize| diagram.pieces.iter().any(|p| p.cell == *cell && p.owner == position.to_move());
            // Where moves begin with a piece, the page itself says that somebody else's is none of one's own.
            let is_one_click = paths.iter().all(|path| path.len() == 1);
            let cells = 0..diagram.cells.len();
            let nowhere = cells.clone().filter(|cell| is_one_click || own(cell)).filter(|&cell| !goes_on(&[cell]));
            for cell in nowhere {
                told(&[cell]);
                stuck += 1;
            }
            let mut starts: Vec<usize> = paths.iter().filter(|path| path.len() == 2).map(|path| path[0]).collect();
            starts.sort_unstable();
            starts.dedup();
            for from in starts.into_iter().step_by(5).take(3) {
                for to in cells.clone().filter(|&to| to != from && !goes_on(&[from, to])) {
                    told(&[from, to]);
                    aimed += 1;
                }
            }
        });
    }
    assert!(stuck > 100 && aimed > 1_000, "{stuck} pieces that go nowhere, {aimed} wrong targets");
}
