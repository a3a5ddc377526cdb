//! Colours that colour-blind people can tell apart (Okabe and Ito 2008).

use crate::{MAX_PLAYERS, Player};

/// How one player's pieces are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// The fill in SVG.
    pub fill: &'static str,
    /// The letter on the fill in SVG.
    pub ink: &'static str,
    /// The foreground of the ANSI escape, one of 256.
    pub ansi: u8,
}

const fn colour(fill: &'static str, ink: &'static str, ansi: u8) -> Colour {
    Colour { fill, ink, ansi }
}

const PLAYERS: [Colour; MAX_PLAYERS] = [
    colour("#d55e00", "#ffffff", 202),
    colour("#f0e442", "#000000", 227),
    colour("#0072b2", "#ffffff", 33),
    colour("#009e73", "#ffffff", 36),
    colour("#cc79a7", "#000000", 175),
    colour("#56b4e9", "#000000", 117),
    colour("#e69f00", "#000000", 214),
    colour("#999999", "#000000", 246),
];

/// The colour of a player.
pub fn player_colour(player: Player) -> Colour {
    PLAYERS[player.index()]
}

/// Pieces that belong to nobody.
pub(super) const NEUTRAL: Colour = colour("#444444", "#ffffff", 240);

/// Fields by shade.
pub(super) const SHADES: [&str; 4] = ["#f3efe4", "#d9cfb6", "#a9c7d8", "#b5b5b5"];
