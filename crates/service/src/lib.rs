//! What Melee's page asks, without a server: JSON in, JSON out.
//!
//! Nothing is kept between two requests but engines: every request brings the game, where it began and its moves, and the
//! answer is what the page draws. `melee-web` answers over HTTP, on threads; `melee-wasm` inside the browser. Both read what
//! there is from [`REQUESTS`], so that no request is known to one of them alone. Matches, which need files and
//! threads, are the server's own.
//!
//! ```
//! use melee_service::{Handler, REQUESTS, Service, Settings};
//! use serde_json::json;
//!
//! let service = Service::new(melee::Registry::standard().clone(), Settings::default());
//! let (_, handler) = REQUESTS.iter().find(|(path, _)| *path == "position").expect("it is there");
//! let Handler::Ask(answer) = handler else { unreachable!() };
//! let game = melee::Registry::standard().games()[0].name;
//! let view = answer(&service, json!({"place": {"game": game}}))?;
//! assert_eq!(view["to_move"], 1);
//! # Ok::<(), melee_service::Refusal>(())
//! ```

mod catalogue;
mod editor;
mod engines;
mod inside;
mod place;
mod play;
mod refusal;
mod request;
mod review;
mod search;
mod solver;
mod tree;
mod view;

use std::time::Duration;

use melee::Registry;

use engines::EngineCache;
pub use place::Place;
pub use refusal::Refusal;
pub use request::{Handler, Listener, REQUESTS, Span, Work};
pub use search::{algorithm, memory};
pub use view::view;

/// The version of this interface and of what answers.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What searches may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The longest a search may run, whatever is asked for.
    pub longest: Duration,
    /// The most memory of a search in bytes.
    pub table_bytes: u64,
    /// The most memory of the engines that are kept for the next move of their game, in bytes.
    pub kept_bytes: u64,
    /// Threads of each search.
    pub threads: usize,
}

impl Settings {
    /// For one person at a machine.
    pub const STANDARD: Self =
        Settings { longest: Duration::from_secs(120), table_bytes: 256 << 20, kept_bytes: 512 << 20, threads: 1 };
}

impl Default for Settings {
    fn default() -> Self {
        Settings::STANDARD
    }
}

/// What all requests share: the games, and engines that are kept for the next move.
pub struct Service {
    registry: Registry,
    settings: Settings,
    engines: EngineCache,
}

impl Service {
    /// Answers questions about these games.
    pub fn new(registry: Registry, settings: Settings) -> Self {
        Service { registry, settings, engines: EngineCache::new(settings.kept_bytes) }
    }

    /// The games and searches that can be asked for.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// How many engines are kept for the next move of their game, and how many bytes they may take together.
    pub fn kept_engines(&self) -> (usize, u64) {
        self.engines.size()
    }
}
