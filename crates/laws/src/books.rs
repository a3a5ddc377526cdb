//! Books of the solver.

use melee_solve::connect4::Book;

use crate::input::{Input, one_line, with_text};

/// A book that is written anew goes through all openings of so many plies.
const SHORT: u32 = 3;

/// An odd first byte gives the lines the last one that fits them, which chance never would.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let is_finished = input.byte() % 2 == 1;
    let mut text = input.text().into_owned();
    if let Err(error) = Book::parse_lines(&text) {
        one_line(&error);
    }
    if is_finished {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += &Book::footer(&text);
    }
    match Book::parse(&text) {
        Ok(book) if book.plies() <= SHORT => {
            let again = Book::parse(&book.text());
            assert_eq!(again.as_ref(), Ok(&book), "{text:?} is written otherwise than read");
            assert!(book.outcomes().iter().sum::<usize>() <= 2 * book.len());
        }
        Ok(_) => {}
        Err(error) => one_line(&error),
    }
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let lines = |size: &str| format!("melee connect4 book\nsize {size}\nplies 1\n1 2\n2 1\n3 0\n4 -1\n 1\n");
    let finished = lines("7x6") + &Book::footer(&lines("7x6"));
    vec![with_text(&[1], &lines("7x6")), with_text(&[1], &lines("4x5")), with_text(&[0], &finished)]
}

pub(crate) fn words() -> Vec<String> {
    ["melee connect4 book\n", "size ", "plies ", "end ", "8x7"].map(String::from).to_vec()
}
