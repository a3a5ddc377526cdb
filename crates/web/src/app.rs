//! What all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use melee_solve::connect4::Solver;
use tokio::sync::Semaphore;

use crate::ApiError;
use crate::matches::Matches;
use crate::pool::Pool;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub address: SocketAddr,
    /// Searches that run at once.
    pub workers: usize,
    /// Searches that may wait; more are refused.
    pub queue: usize,
    /// The longest a search may run, whatever is asked for.
    pub longest: Duration,
    /// The largest table of a search in bytes.
    pub table_bytes: u64,
    /// Where the matches are stored.
    pub matches: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            workers: 4,
            queue: 16,
            longest: Duration::from_secs(120),
            table_bytes: 256 << 20,
            matches: PathBuf::from("melee-matches"),
        }
    }
}

/// Requests that set up positions at once; more wait.
const SETUPS: usize = 4;
/// So many may wait for that.
const WAITING_SETUPS: usize = 256;

/// The state of the server.
#[derive(Clone)]
pub struct App {
    /// How it runs.
    pub config: Arc<Config>,
    /// The threads that think.
    pub(crate) pool: Pool,
    /// The stored matches, and the one that is played.
    pub(crate) matches: Arc<Matches>,
    /// The last solver of Connect Four, with what it found.
    pub(crate) solver: Arc<Mutex<Option<Solver>>>,
    setups: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl App {
    /// Starts the threads that think.
    pub fn new(config: Config) -> Self {
        App {
            pool: Pool::new(config.workers, config.queue),
            matches: Arc::new(Matches::new(config.matches.clone())),
            solver: Arc::default(),
            config: Arc::new(config),
            setups: Arc::new(Semaphore::new(SETUPS)),
            waiting: Arc::new(Semaphore::new(WAITING_SETUPS)),
        }
    }

    /// Does short work, such as setting up a position, away from the threads that serve requests.
    /// A panic becomes an answer like any other.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = self.waiting.try_acquire();
        let _waiting = waiting.map_err(|_| ApiError::busy("the server is busy; try again"))?;
        let turn = self.setups.clone().acquire_owned().await;
        let turn = turn.map_err(|_| ApiError::internal())?;
        let done = tokio::task::spawn_blocking(move || {
            // Whoever asked may be gone; the place is taken until the work is done.
            let _turn = turn;
            work()
        });
        done.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}
