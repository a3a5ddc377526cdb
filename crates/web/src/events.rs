//! Long work whose reports arrive while it runs, as server-sent events.
//!
//! `queued` tells how many are before it, `nodes` how far it has come, `report` what it found so far or, where that
//! grows piece by piece, one more piece, `done` the answer, `error` that it came to nothing. Who closes the connection stops the work.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use melee::Watch;
use melee_service::{Listener, Refusal, Work};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::pool::Ticket;
use crate::{ApiError, App};

/// How often the page hears of work that runs.
const NEWS: Duration = Duration::from_millis(100);

/// The answer to a request that takes a while.
pub(crate) type Events = Sse<Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>;

/// Something the page is told.
pub(crate) struct News {
    pub(crate) name: &'static str,
    pub(crate) data: Value,
    pub(crate) is_last: bool,
}

impl News {
    pub(crate) fn new(name: &'static str, data: Value) -> Self {
        News { name, data, is_last: false }
    }

    pub(crate) fn last(name: &'static str, data: Value) -> Self {
        News { is_last: true, ..News::new(name, data) }
    }

    pub(crate) fn error(error: &ApiError) -> Self {
        News::last("error", json!({"error": error.message}))
    }
}

/// Where news come from.
pub(crate) trait NewsSource: Send + 'static {
    fn next(&mut self) -> impl Future<Output = News> + Send;
}

/// Sends news until the last.
pub(crate) fn send(source: impl NewsSource) -> Events {
    let events = stream::unfold(Some(source), async |source| {
        let mut source = source?;
        let news = source.next().await;
        let event = Event::default().event(news.name);
        let event = event.data(news.data.to_string());
        Some((Ok(event), (!news.is_last).then_some(source)))
    });
    Sse::new(Box::pin(events))
}

/// Ticks for a source: late ones are not made up for.
pub(crate) fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// The page's side of work that runs: the wish to stop, and somebody to tell.
pub(crate) struct Client<'a> {
    stop: &'a AtomicBool,
    nodes: Arc<AtomicU64>,
    reports: watch::Sender<Option<Value>>,
    pieces: mpsc::UnboundedSender<Value>,
}

impl<'a> Client<'a> {
    /// One that hears nothing but the answer.
    pub(crate) fn silent(stop: &'a AtomicBool) -> Self {
        Client { stop, nodes: Arc::default(), reports: watch::channel(None).0, pieces: mpsc::unbounded_channel().0 }
    }
}

impl Listener for Client<'_> {
    /// A watch that stops when the page does not listen any more, and counts for it.
    fn watch(&self) -> Watch<'_> {
        Watch::new().stopping_on(self.stop).counting(&self.nodes)
    }

    /// The page hears the latest ten times a second.
    fn report(&self, report: Value) {
        self.reports.send_replace(Some(report));
    }

    fn add(&self, piece: Value) {
        // Who does not listen any more will stop the work.
        let _ = self.pieces.send(piece);
    }
}

type Answer = Result<Value, Refusal>;

/// Lets one of the threads that think do the work, and the page hear of it.
pub(crate) fn think(app: &App, work: Work) -> Result<Events, ApiError> {
    let (sender, reports) = watch::channel(None);
    let (pieces, unheard) = mpsc::unbounded_channel();
    let nodes = Arc::new(AtomicU64::new(0));
    let counter = nodes.clone();
    let service = app.service.clone();
    let (ticket, answer) = app
        .think(work.span, move |stop| work.run(&service, &Client { stop, nodes: counter, reports: sender, pieces }))?;
    Ok(send(Thinking { ticket, nodes, reports, unheard, answer, ticks: ticks(NEWS) }))
}

struct Thinking {
    /// Dropped with the connection, and the work ends.
    ticket: Ticket,
    nodes: Arc<AtomicU64>,
    reports: watch::Receiver<Option<Value>>,
    unheard: mpsc::UnboundedReceiver<Value>,
    answer: oneshot::Receiver<Answer>,
    ticks: Interval,
}

impl NewsSource for Thinking {
    async fn next(&mut self) -> News {
        tokio::select! {
            biased;
            answer = &mut self.answer => match answer {
                Ok(Ok(answer)) => News::last("done", answer),
                Ok(Err(refusal)) => News::error(&refusal.into()),
                // The work has panicked.
                Err(_) => News::error(&ApiError::internal()),
            },
            Some(piece) = self.unheard.recv() => News::new("report", piece),
            _ = self.ticks.tick() => match (self.ticket.ahead(), self.reports.has_changed()) {
                (Some(ahead), _) => News::new("queued", json!({"ahead": ahead})),
                (None, Ok(true)) => {
                    let report = self.reports.borrow_and_update().clone();
                    News::new("report", report.unwrap_or(Value::Null))
                }
                _ => News::new("nodes", json!({"nodes": self.nodes.load(Ordering::Relaxed)})),
            },
        }
    }
}
