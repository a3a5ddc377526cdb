//! Colours that colour-blind people can tell apart (Okabe and Ito 2008).

use serde::Serialize;

use crate::{MAX_PLAYERS, Player};

/// How one player's pieces are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Colour {
    /// The fill, as `#rrggbb`.
    pub fill: &'static str,
    /// The letter on the fill, as `#rrggbb`.
    pub ink: &'static str,
    /// The foreground of the ANSI escape, one of 256.
    #[serde(skip)]
    pub ansi: u8,
}

const fn colour(fill: &'static str, ink: &'static str, ansi: u8) -> Colour {
    Colour { fill, ink, ansi }
}

const PLAYERS: [Colour; MAX_PLAYERS] = [
    Colour::RED,
    Colour::YELLOW,
    Colour::BLUE,
    Colour::GREEN,
    Colour::PINK,
    Colour::SKY_BLUE,
    Colour::ORANGE,
    Colour::GREY,
];

impl Colour {
    /// Red, towards orange.
    pub const RED: Colour = colour("#d55e00", "#ffffff", 202);
    pub const YELLOW: Colour = colour("#f0e442", "#000000", 227);
    pub const BLUE: Colour = colour("#0072b2", "#ffffff", 33);
    /// Green, towards blue.
    pub const GREEN: Colour = colour("#009e73", "#ffffff", 36);
    pub const PINK: Colour = colour("#cc79a7", "#000000", 175);
    pub const SKY_BLUE: Colour = colour("#56b4e9", "#000000", 117);
    pub const ORANGE: Colour = colour("#e69f00", "#000000", 214);
    pub const GREY: Colour = colour("#999999", "#000000", 246);
    pub const BLACK: Colour = colour("#2b2b2b", "#ffffff", 242);
    pub const WHITE: Colour = colour("#fbfbf6", "#000000", 250);
}

/// The colour of a player.
pub fn player_colour(player: Player) -> Colour {
    PLAYERS[player.index()]
}

/// Pieces that belong to nobody.
pub(super) const NEUTRAL: Colour = colour("#444444", "#ffffff", 240);

/// Fields by shade.
pub(super) const SHADES: [&str; 4] = ["#f3efe4", "#d9cfb6", "#a9c7d8", "#b5b5b5"];
