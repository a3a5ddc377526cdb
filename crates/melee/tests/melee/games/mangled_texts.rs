//! Texts that were nearly right: read or refused, in one line.

use melee::core::{GameOptions, PlayableGame};
use melee_testkit::mangle::mangled;

/// Positions with characters of `signs` put in, taken out or exchanged: what is read is written back and has a move.
pub(crate) fn positions<G: PlayableGame>(games: &[G], texts: &[&str], signs: &str, seed: u64) {
    let mut read = 0;
    for text in mangled(texts, signs, 20_000, seed) {
        let options = GameOptions::default().at(text.clone());
        if let Err(error) = G::with_options(&options) {
            assert!(!error.to_string().contains('\n'), "{text:?}: {error}");
        }
        for game in games {
            match game.parse_position(&text) {
                Ok(setup) => {
                    read += 1;
                    let again = game.parse_position(&game.position_text(&setup.start));
                    assert!(again.as_ref() == Ok(&setup), "{text}");
                    let mut moves = Vec::new();
                    if game.outcome(&setup.start).is_none() {
                        game.moves(&setup.start, &mut moves);
                        assert!(!moves.is_empty(), "{text}");
                    }
                }
                Err(error) => assert!(!error.to_string().contains('\n'), "{text:?}: {error}"),
            }
        }
    }
    assert!(read > 100, "some stay positions: {read}");
}
