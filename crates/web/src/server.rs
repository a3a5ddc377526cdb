//! The server itself.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::any;

use crate::{App, Config, api, assets, compress, guard};

/// How often the wish to stop is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Everything that is served.
fn router(app: App) -> Router {
    Router::new()
        .nest("/api", api::router())
        .route("/api/", any(api::nothing))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(guard::LARGEST_BODY))
        .layer(middleware::from_fn(guard::guard))
        .layer(middleware::from_fn(compress::compress))
        .with_state(app)
}

/// A server that has its address and does not serve yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
}

impl Server {
    /// Takes the address.
    pub fn bind(config: Config) -> io::Result<Self> {
        let listener = TcpListener::bind(config.address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { address: listener.local_addr()?, listener, config })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until this becomes true.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        self.run_until(async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        })
    }

    /// Serves until something happens. Searches that still run are stopped.
    pub fn run_until(self, end: impl Future<Output = ()> + Send) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let app = App::new(self.config);
            let serve = axum::serve(listener, router(app));
            tokio::select! {
                served = async { serve.await } => served,
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }
}
