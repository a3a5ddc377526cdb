//! Opening books, as `best:book=FILE` reads them.

use melee::book::Book;
use melee::{GameInfo, GameOptions, OpenGame, Registry};

use crate::input::{Input, one_line, with_text};

fn opened(info: &GameInfo) -> OpenGame {
    info.open(&GameOptions::default()).expect("every game can be opened as it usually is")
}

/// The first byte chooses the game; an odd second one gives the lines the last one that fits them, which chance never
/// would.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let game = opened(input.one_of(Registry::standard().games()));
    let is_finished = input.byte() % 2 == 1;
    let mut text = input.text().into_owned();
    if let Err(error) = Book::parse_lines(&game, &text) {
        one_line(&error);
    }
    if is_finished {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += &Book::footer(&text);
    }
    match Book::parse(&game, &text) {
        Ok(book) => {
            let again = Book::parse(&game, &book.text()).unwrap_or_else(|error| panic!("{error}: {}", book.text()));
            assert_eq!((again.lines(), again.text()), (book.lines(), book.text()));
            for line in book.lines() {
                let mut position = game.position(&start_of(&text)).expect("the book's own");
                position.play_all(&line.moves).expect("played through before");
                position.play(line.best()).expect("played through before");
            }
        }
        Err(error) => one_line(&error),
    }
}

/// Where a book begins.
fn start_of(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("start ")).unwrap_or_default().to_string()
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for (place, info) in (0..).zip(Registry::standard().games()) {
        let game = opened(info);
        let mut position = game.start();
        let first = position.moves()[0].clone();
        position.play(&first).expect("legal");
        let second = position.moves()[0].clone();
        let header = Book::new(&game, "by hand").expect("a start").header();
        let lines = format!("{header}-> depth 3 nodes 50 {first} 7\n{first} -> depth 2 nodes 40 {second} -3\n");
        samples.push(with_text(&[place, 1], &lines));
        samples.push(with_text(&[place, 0], &format!("{lines}{}", Book::footer(&lines))));
    }
    samples
}

pub(crate) fn words() -> Vec<String> {
    ["melee book 1\n", "game ", "options {}", "start ", "made ", " -> depth ", " nodes ", "end "]
        .map(String::from)
        .to_vec()
}
