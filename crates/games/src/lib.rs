//! The games of Melee, one folder each.
//!
//! A game knows its rules, what is worth having in them and how to describe itself; it never names a
//! search. Front ends get the games from the registry of the crate `melee` and know none by name.

pub mod abalone;
pub mod billabong;
mod bits;
pub mod blokus;
pub mod chess4;
pub mod chinese_checkers;
pub mod connect4;
pub mod focus;
mod inputs;
pub mod reversixt;
pub mod rolit;
pub mod uniform;
mod weights;

pub use abalone::Abalone;
pub use billabong::Billabong;
pub use blokus::Blokus;
pub use chess4::Chess4;
pub use chinese_checkers::ChineseCheckers;
pub use connect4::Connect4;
pub use focus::Focus;
pub use reversixt::ReversiXt;
pub use rolit::Rolit;
pub use uniform::Uniform;
