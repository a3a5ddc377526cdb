//! What all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use melee::Registry;
use melee_service::{Service, Settings, Span};
use tokio::sync::{Semaphore, oneshot};

use crate::ApiError;
use crate::matches::Matches;
use crate::pool::{Pool, Ticket};

/// How the server runs.
#[derive(Clone)]
pub struct Config {
    /// The games it serves.
    pub registry: Registry,
    /// Where it listens; port 0 takes any free one.
    pub address: SocketAddr,
    /// Searches that run at once; of several, one is left to those that are soon done.
    pub workers: usize,
    /// Threads of each search that somebody waits for; those of matches have one.
    pub threads: usize,
    /// Searches that may wait; more are refused.
    pub queue: usize,
    /// The longest a search may run, whatever is asked for.
    pub longest: Duration,
    /// The most memory of a search in bytes.
    pub table_bytes: u64,
    /// Where the matches are stored.
    pub matches: PathBuf,
}

impl Default for Config {
    /// The games of Melee, for the person at this machine.
    fn default() -> Self {
        let Settings { longest, table_bytes, threads, .. } = Settings::STANDARD;
        Config {
            registry: Registry::standard().clone(),
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            workers: 5,
            threads,
            queue: 16,
            longest,
            table_bytes,
            matches: PathBuf::from("melee-matches"),
        }
    }
}

/// Requests that set up positions at once; more wait.
const SETUPS: usize = 4;
/// So many may wait for that.
const WAITING_SETUPS: usize = 256;

/// Files of matches that are sent at once; more are refused.
const DOWNLOADS: usize = 2;

/// The state of the server.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) pool: Pool,
    pub(crate) service: Arc<Service>,
    pub(crate) matches: Arc<Matches>,
    pub(crate) downloads: Arc<Semaphore>,
    setups: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl App {
    /// Starts the threads that think, and the match that was played when the last server ended.
    pub(crate) fn new(config: Config) -> Self {
        let matches = Arc::new(Matches::new(&config));
        let earlier = matches.clone();
        std::thread::spawn(move || earlier.settle());
        let settings = Settings {
            longest: config.longest,
            table_bytes: config.table_bytes,
            threads: config.threads,
            ..Settings::STANDARD
        };
        App {
            pool: Pool::new(config.workers, config.queue),
            service: Arc::new(Service::new(config.registry.clone(), settings)),
            matches,
            config: Arc::new(config),
            downloads: Arc::new(Semaphore::new(DOWNLOADS)),
            setups: Arc::new(Semaphore::new(SETUPS)),
            waiting: Arc::new(Semaphore::new(WAITING_SETUPS)),
        }
    }

    pub(crate) fn registry(&self) -> &Registry {
        self.service.registry()
    }

    /// Does short work, such as setting up a position, away from the threads that serve requests.
    /// A panic becomes an answer like any other.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = self.waiting.try_acquire();
        let _waiting = waiting.map_err(|_| ApiError::busy("the server is busy; try again"))?;
        let turn = self.setups.clone().acquire_owned().await;
        let turn = turn.map_err(|_| ApiError::internal())?;
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Whoever asked may be gone; the place is taken until the work is done.
            let _turn = turn;
            work(&app)
        });
        done.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }

    /// Lets one of the threads that think do the work when its turn comes. The answer arrives at the
    /// receiver; if the work panics, the receiver is told that none will come.
    pub(crate) fn think<T: Send + 'static>(
        &self,
        span: Span,
        work: impl FnOnce(&std::sync::atomic::AtomicBool) -> T + Send + 'static,
    ) -> Result<(Ticket, oneshot::Receiver<T>), ApiError> {
        let (sender, answer) = oneshot::channel();
        let ticket = self.pool.submit(span, move |stop| {
            // Nobody may be left to be told.
            let _ = sender.send(work(stop));
        });
        let full = "too many searches are waiting; stop one, or try again in a moment";
        let ticket = ticket.map_err(|_| ApiError::busy(full))?;
        Ok((ticket, answer))
    }
}
