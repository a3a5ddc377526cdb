//! The moves of a game that was played.
//!
//! A long match keeps a million games. Their moves as texts of their own would take most of its memory, and the system
//! needs a while to take that back before the process ends, Ctrl-C or not: so they are one text.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// Moves in the order in which they were played; in JSON a list of texts.
///
/// ```
/// use melee_arena::tournament::MoveList;
/// let moves: MoveList = ["4", "4", "5"].into_iter().collect();
/// assert_eq!((moves.len(), moves.as_str()), (3, "4 4 5"));
/// assert_eq!(moves.iter().next_back(), Some("5"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveList(Box<str>);

impl MoveList {
    /// Reads moves that stand in one text, apart by spaces.
    pub fn new(text: &str) -> Self {
        text.split_whitespace().collect()
    }

    /// All of them, with a space between two.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split_ascii_whitespace()
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: AsRef<str>> FromIterator<T> for MoveList {
    fn from_iter<I: IntoIterator<Item = T>>(moves: I) -> Self {
        let mut text = String::new();
        for mv in moves {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(mv.as_ref());
        }
        MoveList(text.into_boxed_str())
    }
}

impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let moves = Vec::<String>::deserialize(from)?;
        // It would be another number of moves than the file says.
        let is_one = |mv: &String| mv.split_whitespace().eq([mv.as_str()]);
        match moves.iter().find(|mv| !is_one(mv)) {
            Some(wrong) => Err(D::Error::custom(format_args!("expected a move without spaces, not {wrong:?}"))),
            None => Ok(moves.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MoveList;

    #[test]
    fn moves_are_a_list_in_json() {
        for moves in ["", "4", "c1-c5 c5xc9 pass"] {
            let moves = MoveList::new(moves);
            let json = serde_json::to_string(&moves).expect("plain data");
            assert_eq!(json, serde_json::to_string(&moves.iter().collect::<Vec<_>>()).expect("plain data"));
            assert_eq!(serde_json::from_str::<MoveList>(&json).expect("a list"), moves);
        }
        for wrong in [r#"["4 5"]"#, r#"[""]"#, r#"["4", " 5"]"#] {
            assert!(serde_json::from_str::<MoveList>(wrong).is_err(), "{wrong}");
        }
    }
}
