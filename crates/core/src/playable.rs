//! What a game needs to be played by name: described, built from options, known to searches.

use std::sync::Arc;

use crate::net::{Net, ShippedNet};
use crate::{Description, Draw, GameOptions, Inputs, Knowledge, Notation, OptionError, Outcome, Start};

/// A game with everything that play, analysis and measurement ask of it.
pub trait PlayableGame: Notation + Draw + PartialEq {
    /// What it knows about itself: one type, so that a search is compiled once.
    type Knowledge: Knowledge<Self> + Clone + 'static;

    /// Describes it.
    fn describe() -> Description;

    /// Builds it. The options have been [checked](Description::check): they are the game's own, and
    /// the number of players is one it is for.
    fn with_options(options: &GameOptions) -> Result<Self, OptionError>;

    /// The knowledge of these names from the [`Description`]; `None` takes the default. A name that is
    /// not there gives `None`.
    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge>;

    /// The weights of an evaluation by name or of its own weights, in the order in which `eval=` takes
    /// them; `None` for those that are not made of weights.
    fn weights(_evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        None
    }

    /// All named starts, for games where each is a game of its own; others have those of
    /// [`starts`](Notation::starts) for every number of players.
    fn all_starts() -> Option<Vec<Start>> {
        None
    }

    /// The options with a board made at random, the same for the same seed, for games that are played on any board: who
    /// learns on a few of them knows nothing of others. `None` if there are no such boards, or the options have one already.
    fn drawn_board(_options: &GameOptions, _seed: u64) -> Option<GameOptions> {
        None
    }

    /// What a record says about the game that it is of, where it is not the game as it usually is: its start, the
    /// number of players.
    fn options_of_record(_record: &str) -> Option<GameOptions> {
        None
    }

    /// The result by rules that look at more than the position: how many plies were played since
    /// the start, and how often the position has occurred. Searches do not ask.
    fn adjudicate(&self, _state: &Self::State, _plies: usize, _occurrences: usize) -> Option<Outcome> {
        None
    }

    /// How much has been won and lost for good, as a number that no move makes smaller: a game in which it stays the same for
    /// long goes nowhere. None where nothing of a game is for good.
    fn headway(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// What networks that evaluate its positions see of them, if it can be learned.
    fn inputs(&self) -> Option<&dyn Inputs<Self::State>> {
        None
    }

    /// The networks that come with it.
    fn nets() -> &'static [ShippedNet] {
        &[]
    }

    /// The knowledge with the scores of a network, if it takes one ([`Learned`](crate::net::Learned) does).
    fn with_net(_knowledge: Self::Knowledge, _net: Arc<Net>) -> Option<Self::Knowledge> {
        None
    }
}
