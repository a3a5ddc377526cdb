//! What a network sees of a position: a fixed list of yes-or-no inputs, most of them "no".
//!
//! A game that implements [`Inputs`] can be evaluated by a [`Net`](crate::net::Net). It only says which inputs are
//! active in a position as a player sees it; that few of them change with a move is found by comparing, so neither the
//! rules nor a search keep anything up to date.

use crate::Player;

/// The inputs of a game with its parameters.
///
/// Everything is seen by one player: he comes first and the others after him in turn order, so that one network serves
/// all seats. Where the board looks different from each seat it is turned so that his side is always the same one.
pub trait Inputs<State> {
    /// The name of this list of inputs, with a version: a network is only for the list that it was trained on. It differs
    /// between boards and numbers of players on which an input means something else.
    fn inputs_name(&self) -> String;

    /// How many inputs there are.
    fn input_count(&self) -> usize;

    /// Marks the active inputs of a position that is not over. The marks are clear before.
    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks);

    /// What symmetries of the board do to the inputs: for each but the identity, where every input goes.
    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }
}

/// A set of inputs.
///
/// ```
/// use melee_core::Marks;
/// let mut marks = Marks::new(100);
/// marks.add(99);
/// marks.add_all(62, 0b101);
/// assert_eq!(marks.iter().collect::<Vec<_>>(), [62, 64, 99]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    words: Vec<u64>,
}

impl Marks {
    /// None of so many inputs.
    pub fn new(inputs: usize) -> Self {
        Marks { words: vec![0; inputs.div_ceil(64)] }
    }

    /// Takes all marks away.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Marks one input.
    #[inline]
    pub fn add(&mut self, input: usize) {
        self.words[input / 64] |= 1 << (input % 64);
    }

    /// Marks those of the 64 inputs from `first` on whose bits are set.
    #[inline]
    pub fn add_all(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= bits << shift;
        // What runs over into the next word; beyond the last input no bit is set.
        let rest = (bits >> 1) >> (63 - shift);
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    /// The marked inputs, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(place, &word)| ones(word).map(move |bit| 64 * place + bit))
    }

    /// How many are marked.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// The places of the ones in a word, ascending.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
