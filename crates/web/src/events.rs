//! Long work whose reports arrive while it runs, as server-sent events.
//!
//! `queued` tells how many are before it, `nodes` how far it has come, `report` what it found so far,
//! `done` the answer, `error` that it came to nothing. Who closes the connection stops the work.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{oneshot, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::pool::Ticket;
use crate::{ApiError, App};

/// How often the page hears of work that runs.
const NEWS: Duration = Duration::from_millis(100);

/// The answer to a request that takes a while.
pub type Events = Sse<Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>;

/// What work has before it: the wish to stop, and somebody to tell.
pub struct Desk<'a> {
    /// Somebody wants it to end.
    pub stop: &'a AtomicBool,
    /// How far it has come.
    pub nodes: Arc<AtomicU64>,
    reports: watch::Sender<Option<Value>>,
}

impl Desk<'_> {
    /// Tells what was found so far; the page hears the latest ten times a second.
    pub fn report(&self, report: &impl Serialize) {
        self.reports.send_replace(Some(json!(report)));
    }
}

type Answer = Result<Value, ApiError>;

/// Lets one of the threads that think do the work, when its turn comes.
pub fn events(
    app: &App,
    work: impl FnOnce(&Desk) -> Answer + Send + 'static,
) -> Result<Events, ApiError> {
    let (sender, reports) = watch::channel(None);
    let (answer, answered) = oneshot::channel();
    let nodes = Arc::new(AtomicU64::new(0));
    let counter = nodes.clone();
    let ticket = app.pool.submit(move |stop| {
        let desk = Desk {
            stop,
            nodes: counter,
            reports: sender,
        };
        // Nobody may be left to be told.
        let _ = answer.send(work(&desk));
    });
    let ticket = ticket.map_err(|_| {
        ApiError::busy("too many searches are waiting; stop one, or try again in a moment")
    })?;
    let mut tick = interval(NEWS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let listener = Listener {
        ticket,
        nodes,
        reports,
        answered,
        tick,
    };
    let told = stream::unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        let (name, data, is_last) = listener.next().await;
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), (!is_last).then_some(listener)))
    });
    Ok(Sse::new(Box::pin(told)))
}

/// Work as the page hears of it.
struct Listener {
    /// Dropped with the connection, and the work ends.
    ticket: Ticket,
    nodes: Arc<AtomicU64>,
    reports: watch::Receiver<Option<Value>>,
    answered: oneshot::Receiver<Answer>,
    tick: Interval,
}

impl Listener {
    /// What to tell next, and whether it is the last.
    async fn next(&mut self) -> (&'static str, Value, bool) {
        tokio::select! {
            biased;
            answer = &mut self.answered => match answer {
                Ok(Ok(answer)) => ("done", answer, true),
                Ok(Err(error)) => ("error", json!({"error": error.message}), true),
                // The work has panicked.
                Err(_) => ("error", json!({"error": ApiError::internal().message}), true),
            },
            _ = self.tick.tick() => match (self.ticket.ahead(), self.reports.has_changed()) {
                (Some(ahead), _) => ("queued", json!({"ahead": ahead}), false),
                (None, Ok(true)) => {
                    let report = self.reports.borrow_and_update().clone();
                    ("report", report.unwrap_or(Value::Null), false)
                }
                _ => ("nodes", json!({"nodes": self.nodes.load(Ordering::Relaxed)}), false),
            },
        }
    }
}
