//! A game looked back at: how everybody stood after every move, how much each move gave away, and what was better.
//!
//! Every position is searched twice for the player who moved there: once for the best move, and, if another was played, once
//! more among that move alone, to the same depth. So both values are the same player's, by the same search, for any
//! number of players. What a move has cost is the difference of his [chances](crate::chances()). Two things make the depths
//! differ. A win ends a search early, and whether the move wins too is seen only deeper: it has the full limits then. And
//! where the limits end the second search early, the first is repeated to what that has reached.
//!
//! The positions are looked at from the last to the first: what is near the end is quickly known and helps with what was
//! before. A review that is stopped knows the end of the game; a position in which nothing was found is left out.

use melee_core::Player;
use melee_core::value::is_win;
use melee_search::{Limits, Pace, Watch};
use serde::Serialize;

use crate::chances::{chances, chances_beside, standing_shares};
use crate::{Engine, Error, Position, Report, Task};

/// A game that was looked back at. As data, players and plies count from 1.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// Who looked at it.
    pub algorithm: String,
    /// How many plies the game has.
    pub moves: usize,
    /// The first ply that was looked at; those before took too long.
    pub first: usize,
    /// From the first to the last, but for those in which nothing was found.
    pub plies: Vec<ReviewedPly>,
    /// Everybody's chance at the end.
    pub end: Vec<f64>,
    pub players: Vec<PlayerReview>,
}

/// A move of a game, and what it might have been.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedPly {
    pub ply: usize,
    pub player: usize,
    #[serde(rename = "move")]
    pub mv: String,
    /// There was no other, or he did not choose it.
    pub forced: bool,
    /// How deep the position was searched.
    pub depth: u32,
    /// Everybody's chance before the move, if the best is played.
    pub chances: Vec<f64>,
    /// The mover's chance after the move that he played.
    pub kept: f64,
    /// What that is less than his best chance.
    pub loss: f64,
    /// Is the move as good as the best?
    pub perfect: bool,
    pub slip: Option<Slip>,
    /// The best lines, the best first; those of the same value are equally good.
    pub best: Vec<BetterLine>,
}

/// What might have been played.
#[derive(Clone, Debug, Serialize)]
pub struct BetterLine {
    /// The mover's value in the evaluation's own units.
    pub value: i32,
    /// The mover's chance.
    pub chance: f64,
    pub line: Vec<LinePly>,
}

/// A step of it.
#[derive(Clone, Debug, Serialize)]
pub struct LinePly {
    pub player: usize,
    #[serde(rename = "move")]
    pub mv: String,
}

/// A move that gave away more than a little.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// 5 % or more.
    Inaccuracy,
    /// 10 % or more.
    Mistake,
    /// 20 % or more.
    Blunder,
}

impl Slip {
    /// By what a move has cost.
    pub fn of(loss: f64) -> Option<Slip> {
        match loss {
            _ if loss >= 0.2 => Some(Slip::Blunder),
            _ if loss >= 0.1 => Some(Slip::Mistake),
            _ if loss >= 0.05 => Some(Slip::Inaccuracy),
            _ => None,
        }
    }

    /// As it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Slip::Inaccuracy => "inaccuracy",
            Slip::Mistake => "mistake",
            Slip::Blunder => "blunder",
        }
    }
}

/// How well somebody has played. Moves without a choice do not count.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReview {
    pub moves: usize,
    /// Those as good as the best.
    pub perfect: usize,
    /// From 0 to 1, the mean over all moves: a move that cost nothing counts 1, one that cost 10 % counts 0.67,
    /// everything `exp(-4 loss)`. None without moves.
    pub accuracy: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

/// What a move that cost so much is worth to a player's accuracy.
fn accuracy(loss: f64) -> f64 {
    (-4.0 * loss).exp()
}

impl Review {
    /// The moves that have changed the standing most, the worst first.
    pub fn worst(&self, most: usize) -> Vec<&ReviewedPly> {
        let mut slips: Vec<&ReviewedPly> = self.plies.iter().filter(|ply| ply.slip.is_some()).collect();
        slips.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        slips.truncate(most);
        slips
    }
}

/// Who reviews, and how long.
pub struct Reviewer<'r> {
    pub engine: &'r mut Engine,
    /// Of every search.
    pub limits: Limits,
    /// A watch for the next search. The time of all searches together is limited by one that was started with the first.
    pub watch: &'r dyn Fn() -> Watch<'r>,
    /// Is told of every position that was looked at, and of how many there are.
    pub on_ply: &'r mut dyn FnMut(&ReviewedPly, usize),
}

impl Reviewer<'_> {
    /// Looks back at the game that led to this position; as far as time allows.
    pub fn review(&mut self, game: &Position) -> Result<Review, Error> {
        let (moves, movers) = (game.plies(), game.movers());
        let mut position = game.clone();
        let end = self.end(&position)?;
        let mut plies: Vec<ReviewedPly> = Vec::new();
        for ply in (1..=moves.len()).rev() {
            position.undo();
            let Some(judged) = self.judge(&position, &moves[ply - 1])? else {
                // The solver's time is for all positions together, and those before are harder.
                if (self.watch)().is_stopped() || self.is_solver(&position) {
                    break;
                }
                continue;
            };
            let judged = ReviewedPly { ply, player: movers[ply - 1].index() + 1, ..judged };
            (self.on_ply)(&judged, moves.len());
            plies.push(judged);
        }
        plies.reverse();
        Ok(Review {
            algorithm: self.engine.spec().to_string(),
            moves: moves.len(),
            first: plies.first().map_or(moves.len() + 1, |judged| judged.ply),
            players: players(&plies, game.game().players()),
            plies,
            end,
        })
    }

    fn is_solver(&self, position: &Position) -> bool {
        position.game().solver() == Some(self.engine.spec().name.as_str())
    }

    /// Everybody's chance at the end: the result, or what a search says.
    fn end(&mut self, position: &Position) -> Result<Vec<f64>, Error> {
        if position.outcome().is_some() {
            return Ok(standing_shares(position));
        }
        let report = self.search(position, Limits { lines: 1, ..self.limits }, None)?;
        let searched = report.and_then(|report| chances(position, &report).into_iter().next());
        Ok(searched.unwrap_or_else(|| standing_shares(position)))
    }

    /// A search that came to something; none if it was stopped before.
    fn search(&mut self, position: &Position, limits: Limits, only: Option<&str>) -> Result<Option<Report>, Error> {
        let watch = (self.watch)();
        // What is told is whole; what a search that was stopped answers may be half an iteration more.
        let mut whole = None;
        let mut note = |report: &Report| whole = Some(report.clone());
        let task = Task::new(limits).watch(watch).on_report(&mut note).for_study();
        let task = only.into_iter().fold(task, Task::only);
        let last = self.engine.search(position, task)?;
        let (counts, elapsed) = (last.counts, last.elapsed);
        let report = Report { counts, elapsed, ..whole.unwrap_or(last) };
        // A solver that was stopped knows nothing, and what nobody waits for is not looked at.
        let is_known = report.depth > 0 && (!self.is_solver(position) || report.proven.is_some());
        Ok((is_known && !watch.is_stopped()).then_some(report))
    }

    /// What is found about all moves and, unless it is among those or nobody chooses it, about the one that was played.
    fn compare(&mut self, position: &Position, played: &str) -> Result<Option<(Report, Option<Report>)>, Error> {
        let Some(report) = self.search(position, self.limits, None)? else {
            return Ok(None);
        };
        if names(&report, played) || !position.moves().iter().any(|mv| mv == played) {
            return Ok(Some((report, None)));
        }
        let by_depth = self.engine.pace() == Pace::ByDepth;
        let is_even = by_depth && !is_win(report.value);
        let depth = if is_even { Some(report.depth) } else { self.limits.depth };
        let limits = Limits { depth, lines: 1, ..self.limits };
        let Some(alone) = self.search(position, limits, Some(played))? else {
            return Ok(None);
        };
        // A search that ended by itself has seen everything.
        if !is_even || alone.depth >= report.depth || !is_cut_off(&alone, limits) {
            return Ok(Some((report, Some(alone))));
        }
        let limits = Limits { depth: Some(alone.depth), ..self.limits };
        let again = self.search(position, limits, None)?;
        Ok(again.filter(|again| again.depth == alone.depth).map(|again| (again, Some(alone))))
    }

    /// What a move was worth. Plies and players are not known here.
    fn judge(&mut self, position: &Position, played: &str) -> Result<Option<ReviewedPly>, Error> {
        let Some((report, alone)) = self.compare(position, played)? else {
            return Ok(None);
        };
        let all = chances(position, &report);
        let mover = report.best().player.index();
        let lines = report.lines();
        let known = lines.iter().position(|line| line.line[0].mv == played);
        let is_chosen = known.is_some() || alone.is_some();
        let (value, kept) = match (known, &alone) {
            (Some(i), _) => (lines[i].value, all[i][mover]),
            (None, Some(alone)) => (alone.value, chances_beside(position, alone, &report)[0][mover]),
            // A referee's decision, such as a disqualification, is nothing that the player chose: it costs him nothing here.
            (None, None) => (report.value, all[0][mover]),
        };
        let best = lines.iter().zip(&all).map(|(line, chances)| BetterLine {
            value: line.value,
            chance: chances[mover],
            line: line.line.iter().map(|ply| LinePly { player: ply.player.index() + 1, mv: ply.mv.clone() }).collect(),
        });
        // Values at the same depth decide what is as good; a chance cannot tell a quick win from a slow one.
        let perfect = value >= report.value;
        let loss = if perfect { 0.0 } else { (all[0][mover] - kept).max(0.0) };
        Ok(Some(ReviewedPly {
            ply: 0,
            player: 0,
            mv: played.to_string(),
            forced: !is_chosen || position.count_moves() == 1,
            depth: report.depth,
            chances: all[0].clone(),
            kept,
            loss,
            perfect,
            slip: Slip::of(loss),
            best: best.collect(),
        }))
    }
}

/// Is the move the first of one of the lines?
fn names(report: &Report, mv: &str) -> bool {
    report.lines().iter().any(|line| line.line[0].mv == mv)
}

/// Has a limit other than the depth ended it?
fn is_cut_off(report: &Report, limits: Limits) -> bool {
    limits.nodes.is_some_and(|nodes| report.counts.nodes >= nodes)
        || limits.time.is_some_and(|time| report.elapsed >= time)
}

fn players(plies: &[ReviewedPly], players: usize) -> Vec<PlayerReview> {
    let own = |player: Player| {
        let moves: Vec<&ReviewedPly> =
            plies.iter().filter(|ply| ply.player == player.index() + 1 && !ply.forced).collect();
        let count = |slip| moves.iter().filter(|ply| ply.slip == Some(slip)).count();
        let sum: f64 = moves.iter().map(|ply| accuracy(ply.loss)).sum();
        PlayerReview {
            moves: moves.len(),
            perfect: moves.iter().filter(|ply| ply.perfect).count(),
            accuracy: (!moves.is_empty()).then(|| sum / moves.len() as f64),
            inaccuracies: count(Slip::Inaccuracy),
            mistakes: count(Slip::Mistake),
            blunders: count(Slip::Blunder),
        }
    };
    Player::all(players).map(own).collect()
}
