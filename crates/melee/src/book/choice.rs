//! The option `book` of `best`: `off`, the file of a book, or nothing for the book that comes with the game.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use melee_core::read_named_file;
use melee_search::{SearchError, Setting, Spec, SpecError, shortened};

use super::text::checksum;
use super::{Book, BookError};
use crate::{Error, OpenGame};

/// The name of the option.
pub(crate) const BOOK_OPTION: &str = "book";

/// Which book `best` plays from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BookChoice {
    /// The one that comes with the game, if there is one.
    Shipped,
    Off,
    File(String),
}

impl BookChoice {
    /// The book of a specification, and what is left of it for the search. Only `best` has one; of several the last
    /// counts, and who sets something else and names none wants a search.
    pub(crate) fn of(spec: &Spec) -> (BookChoice, Cow<'_, Spec>) {
        if spec.name != "best" {
            return (BookChoice::Off, Cow::Borrowed(spec));
        }
        let is_other = |setting: &&Setting| !matches!(setting, Setting::Value { name, .. } if name == BOOK_OPTION);
        let rest: Vec<Setting> = spec.options.iter().filter(is_other).cloned().collect();
        let choice = match spec.get(BOOK_OPTION) {
            None if rest.is_empty() => BookChoice::Shipped,
            None | Some("off") => BookChoice::Off,
            Some(file) => BookChoice::File(file.to_string()),
        };
        (choice, Cow::Owned(Spec { name: spec.name.clone(), options: rest }))
    }

    /// The book, if there is one for the game as it was opened; what somebody names must be one.
    pub(crate) fn book(&self, game: &OpenGame) -> Result<Option<Arc<Book>>, Error> {
        let refused = |file: &str, error| Error::Book { game: game.name(), file: shortened(file), error };
        match self {
            BookChoice::Off => Ok(None),
            BookChoice::Shipped => {
                let shipped = game.0.books().shipped.get_or_init(|| shipped(game).map(|book| book.map(Arc::new)));
                shipped.clone().map_err(|error| refused("that of the game", error))
            }
            BookChoice::File(file) if file.is_empty() => {
                let (algorithm, option) = ("best".to_string(), BOOK_OPTION.to_string());
                let expected = "off or the name of a file".to_string();
                let error = SpecError::BadValue { algorithm, option, value: String::new(), expected };
                Err(Error::Search { game: game.name(), error: SearchError::Spec(error) })
            }
            BookChoice::File(file) => match read(game, file) {
                Ok(book) => Ok(Some(book)),
                Err(error) => Err(refused(file, error)),
            },
        }
    }
}

/// The books of an opened game: every engine plays from the same.
#[derive(Default)]
pub(crate) struct Books {
    /// The one that comes with it, or what is wrong with it, once somebody has asked for it.
    shipped: OnceLock<Result<Option<Arc<Book>>, BookError>>,
    /// Those of files, by their texts: a file that has changed is another book. The latest last.
    read: Mutex<Vec<(TextId, Arc<Book>)>>,
}

/// The length and the check sum of a text.
type TextId = (usize, u64);

/// Nobody plays from more books of one game at once.
const MOST_BOOKS: usize = 4;

impl Books {
    /// The book of a text. To play it through takes long, so that it is done once.
    fn of(&self, text: &str, game: &OpenGame) -> Result<Arc<Book>, BookError> {
        let id = (text.len(), checksum(text));
        let find = || self.read().iter().find(|(known, _)| *known == id).map(|(_, book)| book.clone());
        if let Some(book) = find() {
            return Ok(book);
        }
        // Nobody is kept waiting while rules are asked that may want something of him.
        let book = Arc::new(Book::parse(game, text)?);
        let mut read = self.read();
        read.push((id, book.clone()));
        let surplus = read.len().saturating_sub(MOST_BOOKS);
        read.drain(..surplus);
        Ok(book)
    }

    fn read(&self) -> MutexGuard<'_, Vec<(TextId, Arc<Book>)>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(game: &OpenGame, file: &str) -> Result<Arc<Book>, BookError> {
    let bytes = read_named_file(file).ok_or(BookError::NoFiles)?.map_err(BookError::Unreadable)?;
    game.0.books().of(&String::from_utf8_lossy(&bytes), game)
}

/// The first book that comes with the game and is for these players, rules and start.
fn shipped(game: &OpenGame) -> Result<Option<Book>, BookError> {
    for text in game.description().books {
        match Book::parse(game, text) {
            Ok(book) => return Ok(Some(book)),
            Err(BookError::OtherGame { .. } | BookError::OtherStart { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
