//! The web app: a local page on which people play, analyse and watch.
//!
//! The server keeps no games. Every request brings the game, where it began and its moves; the
//! answer is what the page draws. So reloading, a second tab, undo and sharing by address cost
//! nothing, and the only thing that can run out is thinking: searches wait in a bounded queue. What
//! an engine has learned in a game is kept for its next move, as long as there is room.
//!
//! Neither server nor page knows a game: whatever is in the [`Registry`](melee::Registry) is served,
//! with everything the page says about it.
//!
//! * `api`: the JSON interface, one file per area; `GET /api/openapi.json` describes it. What needs no server is in `melee-service`;
//! * `assets`: the page itself, plain modules that are part of the program;
//! * `site`: the same page as files for any host, with the engine beside it;
//! * `guard`: which requests are listened to at all;
//! * `pool`: the threads that think; `events`: how the page hears of it.
//!
//! ```no_run
//! let server = melee_web::Server::bind(melee_web::Config::default())?;
//! println!("{}", server.url());
//! server.run(&std::sync::atomic::AtomicBool::new(false))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod api;
mod app;
mod assets;
mod compress;
mod error;
mod events;
mod guard;
mod matches;
mod pool;
mod server;
mod site;

pub use app::Config;
pub use assets::total_bytes as asset_bytes;
pub use server::Server;
pub use site::{SiteError, SiteFile, site};

use app::App;
use error::ApiError;
