//! What the engine has from the page's worker: a clock, and somebody to tell.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use melee::Watch;
use melee_service::Listener;
use serde_json::{Value, json};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Something that happened: its name and, as JSON, what there is to say.
    safe fn tell(name: *const u8, name_len: usize, text: *const u8, len: usize);
    /// A bug of ours, in words; nothing comes after it.
    safe fn complain(text: *const u8, len: usize);
}

/// How often the page hears of work that runs.
const NEWS: Duration = Duration::from_millis(100);

/// What the page has not heard of work that runs.
struct Unheard {
    report: Option<Value>,
    last: Duration,
}

thread_local! {
    static UNHEARD: RefCell<Option<Unheard>> = const { RefCell::new(None) };
}
static NODES: AtomicU64 = AtomicU64::new(0);

pub(crate) fn time() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// The clock of all searches. They look at it every few milliseconds, and nobody else can do anything in the meantime: so
/// this is when the page hears of them.
pub(crate) fn time_with_news() -> Duration {
    let now = time();
    UNHEARD.with_borrow_mut(|unheard| {
        if let Some(unheard) = unheard
            && now >= unheard.last + NEWS
        {
            unheard.last = now;
            match unheard.report.take() {
                Some(report) => send("report", &report),
                // The solver counts only when it is done.
                None => match NODES.load(Ordering::Relaxed) {
                    0 => {}
                    nodes => send("nodes", &json!({"nodes": nodes})),
                },
            }
        }
    });
    now
}

pub(crate) fn send(name: &str, data: &Value) {
    let text = data.to_string();
    tell(name.as_ptr(), name.len(), text.as_ptr(), text.len());
}

/// Bugs are told in words before the engine stops.
pub(crate) fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        complain(text.as_ptr(), text.len());
    }));
}

/// The page, waiting for work that takes a while.
pub(crate) struct Page;

impl Page {
    /// One that hears of the work while it runs.
    pub(crate) fn listening() -> Self {
        NODES.store(0, Ordering::Relaxed);
        UNHEARD.set(Some(Unheard { report: None, last: time() }));
        Page
    }

    /// One that hears nothing but the answer.
    pub(crate) fn waiting() -> Self {
        Page
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        UNHEARD.set(None);
    }
}

impl Listener for Page {
    fn watch(&self) -> Watch<'_> {
        Watch::new().counting(&NODES)
    }

    fn report(&self, report: Value) {
        UNHEARD.with_borrow_mut(|unheard| {
            if let Some(unheard) = unheard {
                unheard.report = Some(report);
            }
        });
    }

    fn add(&self, piece: Value) {
        send("report", &piece);
    }
}
