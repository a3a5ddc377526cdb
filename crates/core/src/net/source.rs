//! Where the network of an evaluation comes from: `net` is the one that comes with the game, `net:FILE` one of a file.

use std::sync::Arc;

use super::{Net, NetError, NetFile};
use crate::{PlayableGame, read_named_file};

/// A network that comes with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippedNet {
    /// The content of its file.
    pub file: &'static [u8],
    /// Do champions evaluate with it? Only one that has won its match does; others are there for those who ask for them.
    pub is_best: bool,
}

/// An evaluation that is a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetChoice<'a> {
    /// The one that comes with the game.
    Shipped,
    /// The same, if champions evaluate with it. It has no name of its own.
    Best,
    /// One of a file.
    File(&'a str),
}

impl<'a> NetChoice<'a> {
    /// Its name among the evaluations.
    pub const NAME: &'static str = "net";

    /// The network that an evaluation's name means, if it means one.
    ///
    /// ```
    /// use melee_core::net::NetChoice;
    /// assert_eq!(NetChoice::of("net"), Some(NetChoice::Shipped));
    /// assert_eq!(NetChoice::of("net:nets/mine.safetensors"), Some(NetChoice::File("nets/mine.safetensors")));
    /// assert_eq!(NetChoice::of("network"), None);
    /// ```
    pub fn of(evaluation: &'a str) -> Option<Self> {
        match evaluation.strip_prefix(Self::NAME)? {
            "" => Some(NetChoice::Shipped),
            file => file.strip_prefix(':').map(NetChoice::File),
        }
    }

    /// The knowledge of a game with this network in place of its evaluation.
    pub fn knowledge<G: PlayableGame>(self, game: &G, ordering: Option<&str>) -> Result<G::Knowledge, NetError> {
        let net = self.net(game)?;
        // One that builds on the evaluation made by hand wants the best of them.
        let evaluation = if net.builds_on_hand() { G::describe().best_evaluation() } else { None };
        let knowledge = game.knowledge(evaluation, ordering).ok_or(NetError::NoOrdering)?;
        G::with_net(knowledge, Arc::new(net)).ok_or(NetError::NoInputs)
    }

    /// The network, if it is for this game.
    pub fn net<G: PlayableGame>(self, game: &G) -> Result<Net, NetError> {
        let inputs = game.inputs().ok_or(NetError::NoInputs)?;
        let fits = |file: &NetFile| file.check(G::NAME, game.players(), &inputs.inputs_name(), inputs.input_count());
        match self {
            NetChoice::Shipped | NetChoice::Best => shipped(G::nets(), self == NetChoice::Best, &fits),
            NetChoice::File(name) => {
                let read = read_named_file(name).ok_or(NetError::NoFiles)?;
                let bytes = read.map_err(NetError::Unreadable)?;
                let file = NetFile::read(&bytes)?;
                fits(&file)?;
                file.net()
            }
        }
    }
}

/// The first of some networks that fits, or of the best of them. Compiled once for all games.
fn shipped(
    nets: &[ShippedNet],
    best_only: bool,
    fits: &dyn Fn(&NetFile) -> Result<(), NetError>,
) -> Result<Net, NetError> {
    for net in nets.iter().filter(|net| net.is_best || !best_only) {
        let file = NetFile::read(net.file)?;
        if fits(&file).is_ok() {
            return file.net();
        }
    }
    Err(NetError::NotShipped)
}
