//! What a search is asked to do: its limits, and, if wanted, who may stop it and who is told.

use melee_search::{Limits, Report, Watch};

/// Is told of every iteration.
type OnReport<'t> = dyn FnMut(&Report<String>) + 't;

/// The limits of a search; a clock, a stop signal and somebody to tell are options.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use melee::{Limits, Task, Watch};
/// let stop = AtomicBool::new(false);
/// let mut depths = Vec::new();
/// let mut note = |report: &melee::Report| depths.push(report.depth);
/// let limits = Limits { deepen: true, ..Limits::depth(4) };
/// let task = Task::new(limits).watch(Watch::new().stopping_on(&stop)).on_report(&mut note);
/// melee::open("connect4")?.start().search("alphabeta", task)?;
/// assert_eq!(depths, [1, 2, 3, 4]);
/// # Ok::<(), melee::Error>(())
/// ```
pub struct Task<'t> {
    pub(crate) limits: Limits,
    pub(crate) watch: Option<Watch<'t>>,
    pub(crate) on_report: Option<&'t mut OnReport<'t>>,
    pub(crate) moves: Vec<String>,
    pub(crate) is_study: bool,
}

impl<'t> Task<'t> {
    /// A search within these limits, by the machine's clock.
    pub fn new(limits: Limits) -> Self {
        Task { limits, watch: None, on_report: None, moves: Vec::new(), is_study: false }
    }

    /// With another clock, or somebody who may stop it.
    #[must_use]
    pub fn watch(self, watch: Watch<'t>) -> Self {
        Task { watch: Some(watch), ..self }
    }

    /// With somebody who is told of every iteration, or of the progress.
    #[must_use]
    pub fn on_report(self, on_report: &'t mut OnReport<'t>) -> Self {
        Task { on_report: Some(on_report), ..self }
    }

    /// Among this move only, or this one too.
    #[must_use]
    pub fn only(mut self, mv: &str) -> Self {
        self.moves.push(mv.to_string());
        self
    }

    /// Who asks wants to know what the position is worth, not a move to play: what a player does for the sake of a game is
    /// left out, which is to play from a book and to lose his patience.
    #[must_use]
    pub fn for_study(self) -> Self {
        Task { is_study: true, ..self }
    }

    /// Who wants to know of several moves, or sets no end to the search, is no player either.
    pub(crate) fn is_study(&self) -> bool {
        self.is_study || self.limits.lines > 1 || self.limits.is_endless()
    }

    /// What it may spend.
    pub fn limits(&self) -> Limits {
        self.limits
    }
}

impl From<Limits> for Task<'_> {
    fn from(limits: Limits) -> Self {
        Task::new(limits)
    }
}
