//! Tests of `chess4::pgn4`.

use melee::core::{Game, Notation, Setup, seeded_rng};
use melee::games::chess4::{Chess4, Move, State};

/// A random game, cut off or played to its end.
fn random_game(game: &Chess4, start: &State, plies: usize, seed: u64) -> Setup<Chess4> {
    let mut rng = seeded_rng(seed);
    let (mut state, mut moves): (State, Vec<Move>) = (*start, Vec::new());
    while moves.len() < plies && game.outcome(&state).is_none() {
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
        game.play(&mut state, mv);
        moves.push(mv);
    }
    Setup { start: *start, moves }
}

#[test]
fn games_read_back_as_they_were_written() {
    for game in [Chess4::default(), Chess4::modern()] {
        for seed in 0..25 {
            let setup = random_game(&game, &game.initial(), 700, seed);
            let end = setup.state(&game);
            let text = game.write_record(&setup, game.outcome(&end).as_ref());
            let record = game.read_record(&game.initial(), &text);
            let record = record.unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(record.start, None);
            let mut state = setup.start;
            for text in &record.moves {
                let mv = game.parse_move(&state, text);
                game.play(&mut state, mv.unwrap_or_else(|e| panic!("{e}")));
            }
            assert_eq!(state, end);
            assert_eq!(record.moves.len(), setup.moves.len());
            // Another program's parser takes it too.
            let theirs: pgn4::PGN4 = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
            let turns: usize = theirs.turns.iter().map(|t| t.turns.len()).sum();
            assert!(turns >= setup.moves.len(), "mated players have turns too");
            let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_string).collect() };
            assert_eq!(words(&theirs.to_string()), words(&text));
        }
    }
}

/// FEN4 as another program reads it, bent pawns as pieces of another kind.
#[test]
fn positions_are_fen4() {
    let game = Chess4::default();
    for seed in 0..10 {
        let end = random_game(&game, &game.initial(), 300, seed).state(&game);
        let text = game.position_text(&end);
        let theirs: fen4::Board = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
        let again = theirs.to_string().replace('\n', "");
        let read = game.parse_position(&again);
        assert_eq!(read.unwrap_or_else(|e| panic!("{again}: {e}")).start, end);
    }
}

#[test]
fn a_start_of_its_own_is_kept() {
    let game = Chess4::default();
    let middle = random_game(&game, &game.initial(), 60, 3).state(&game);
    let setup = random_game(&game, &middle, 40, 4);
    let text = game.write_record(&setup, None);
    let record = game.read_record(&game.initial(), &text).expect("ours");
    assert_eq!(record.start, Some(game.position_text(&middle)));
    assert_eq!(record.moves.len(), setup.moves.len());
}
