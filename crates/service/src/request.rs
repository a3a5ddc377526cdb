//! The requests that need no server, each with its path. Whoever answers them, over a network or not, reads them here.

use melee::Watch;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Refusal, Service, catalogue, editor, inside, play, review, search, solver, tree};

/// How a request is answered.
#[derive(Clone, Copy)]
pub enum Handler {
    /// It brings nothing, and the answer is always the same.
    Get(fn(&Service) -> Value),
    /// The answer is there in a moment.
    Ask(fn(&Service, Value) -> Result<Value, Refusal>),
    /// The answer takes a while.
    Wait(fn(&Service, Value) -> Result<Work, Refusal>),
    /// The answer takes a while, and the page hears of it in the meantime.
    Watch(fn(&Service, Value) -> Result<Work, Refusal>),
}

/// All requests.
pub const REQUESTS: &[(&str, Handler)] = &[
    ("games", Handler::Get(catalogue::games)),
    ("algorithms", Handler::Get(catalogue::algorithms)),
    ("words", Handler::Ask(ask::<catalogue::WordsRequest>)),
    ("lesson", Handler::Ask(ask::<catalogue::LessonRequest>)),
    ("position", Handler::Ask(ask::<play::PositionRequest>)),
    ("export", Handler::Ask(ask::<play::ExportRequest>)),
    ("import", Handler::Ask(ask::<play::ImportRequest>)),
    ("kit", Handler::Ask(ask::<editor::KitRequest>)),
    ("setup", Handler::Ask(ask::<editor::SetupRequest>)),
    ("why", Handler::Ask(ask::<editor::WhyRequest>)),
    ("inside", Handler::Ask(ask::<inside::InsideRequest>)),
    ("tree", Handler::Wait(prepare::<tree::TreeRequest>)),
    ("think", Handler::Watch(prepare::<search::ThinkRequest>)),
    ("review", Handler::Watch(prepare::<review::ReviewRequest>)),
    ("solve", Handler::Watch(prepare::<solver::SolveRequest>)),
];

/// What is answered in a moment.
pub(crate) trait Ask: DeserializeOwned {
    fn answer(self, service: &Service) -> Result<Value, Refusal>;
}

/// What is checked in a moment, and then takes a while.
pub(crate) trait Think: DeserializeOwned {
    fn prepare(self, service: &Service) -> Result<Work, Refusal>;
}

fn ask<R: Ask>(service: &Service, body: Value) -> Result<Value, Refusal> {
    read::<R>(body)?.answer(service)
}

fn prepare<R: Think>(service: &Service, body: Value) -> Result<Work, Refusal> {
    read::<R>(body)?.prepare(service)
}

fn read<R: DeserializeOwned>(body: Value) -> Result<R, Refusal> {
    serde_path_to_error::deserialize(body).map_err(|error| Refusal::unreadable(&error))
}

/// How long work takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// Seconds.
    Short,
    /// Perhaps as long as a search may run at all.
    Long,
}

/// Work that was checked and can begin.
pub struct Work {
    /// How long it takes.
    pub span: Span,
    run: Box<Run>,
}

type Run = dyn FnOnce(&Service, &dyn Listener) -> Result<Value, Refusal> + Send;

impl Work {
    pub(crate) fn new(
        span: Span,
        run: impl FnOnce(&Service, &dyn Listener) -> Result<Value, Refusal> + Send + 'static,
    ) -> Self {
        Work { span, run: Box::new(run) }
    }

    /// Does it; the listener hears of it and may end it.
    pub fn run(self, service: &Service, listener: &dyn Listener) -> Result<Value, Refusal> {
        (self.run)(service, listener)
    }
}

/// Whoever waits for work.
pub trait Listener {
    /// The clock for a search that begins now, and the wish to end it.
    fn watch(&self) -> Watch<'_>;

    /// What was found so far; only the latest matters.
    fn report(&self, report: Value);

    /// A piece of what was found; every one matters.
    fn add(&self, piece: Value);
}
