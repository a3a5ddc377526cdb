//! The network game of `ReversiXT`: a server, and a client that plays any of Melee's searches.
//!
//! Everything goes over TCP in frames of a type, a length and a payload ([`frame`]). The server
//! trusts nobody: it reads from a client only when it is his turn, only frames of the one length
//! his turn allows, and only until his time is up, so that no client can cost more than his own
//! game. The client trusts nobody either: whatever the search does, an answer leaves in time.

mod ahead;
pub mod client;
mod connection;
mod followed;
pub mod frame;
mod lobby;
mod record;
mod round;
pub mod server;
mod thinker;

pub use client::{Client, ClientError, Ending, ThinkAhead};
pub use record::GameReport;
pub use server::{Server, ServerError, ServerSettings, TimeControl};
