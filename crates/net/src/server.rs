//! The server: waits for as many clients as the map has players, and runs the game.
//!
//! One thread does everything and never blocks on a single client. Clients come in by the lobby
//! (`lobby`), which is open during games too; a game is a round (`round`); what is said to a client
//! waits in a queue of its own (`connection`).

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::time::Duration;

use melee_core::Game;
use melee_games::reversixt::{Map, MapError, ReversiXt};

use crate::frame::LARGEST_MAP;
use crate::lobby::Lobby;
use crate::record::GameReport;
use crate::round::Round;

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// So much is added to a player's account at each of his turns; what he does not use he keeps.
    Account(Duration),
    /// No limit but the server's patience; clients search to this depth.
    Depth(u8),
}

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The time of the players.
    pub time: TimeControl,
    /// How long a client may take to say its group or may take nothing of what it is told, and, sixty
    /// times that, to move if there is no other limit.
    pub patience: Duration,
}

impl Default for ServerSettings {
    fn default() -> Self {
        ServerSettings { time: TimeControl::Account(Duration::from_secs(2)), patience: Duration::from_secs(10) }
    }
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen { address: String, error: io::Error },
    /// The map cannot be read.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The map is too large to be sent.
    #[error("the map has {0} bytes, expected at most {LARGEST_MAP}")]
    LargeMap(usize),
    /// Nobody could move or throw a bomb.
    #[error("the map is final: nobody can move and nobody has a bomb")]
    FinalMap,
    /// Waiting for clients failed.
    #[error("waiting for clients: {0}")]
    Accept(io::Error),
}

/// A server that waits for clients at an address.
pub struct Server {
    lobby: Lobby,
    settings: ServerSettings,
}

impl Server {
    /// Listens; port 0 takes any that is free.
    pub fn bind(address: &str, settings: ServerSettings) -> Result<Self, ServerError> {
        let wrong = |error| ServerError::Listen { address: address.to_string(), error };
        let addresses: Vec<SocketAddr> = address.to_socket_addrs().map_err(wrong)?.collect();
        let listener = TcpListener::bind(addresses.as_slice()).map_err(wrong)?;
        let lobby = Lobby::new(listener, settings.patience).map_err(wrong)?;
        Ok(Server { lobby, settings })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.lobby.address()
    }

    /// The game on a map, if it is one that can be run.
    pub fn read_map(map_file: &[u8]) -> Result<ReversiXt, ServerError> {
        if map_file.len() > LARGEST_MAP {
            return Err(ServerError::LargeMap(map_file.len()));
        }
        let game = ReversiXt::new(Map::parse(&String::from_utf8_lossy(map_file))?);
        if game.outcome(&game.initial()).is_some() {
            return Err(ServerError::FinalMap);
        }
        Ok(game)
    }

    /// Waits for players and runs one game; `log` is told everything that happens.
    pub fn run_game(
        &mut self,
        name: &str,
        map_file: &[u8],
        log: &mut dyn FnMut(&str),
    ) -> Result<GameReport, ServerError> {
        let game = Server::read_map(map_file)?;
        let guests = self.lobby.gather(game.players(), log).map_err(ServerError::Accept)?;
        let mut round = Round::new(&game, name, guests, &mut self.lobby, &self.settings, log);
        round.greet(map_file);
        round.play();
        Ok(round.finish(name))
    }
}
