//! What was found, as JSON and as text.

use std::time::Instant;

use melee_solve::connect4::{Goal, Position, Solver};
use serde_json::{Value, json};

use super::Plan;
use crate::numbers::{grouped, rate};

/// The answer for one position.
pub(super) struct Solved {
    position: String,
    pub(super) score: i32,
    best: Option<Vec<usize>>,
    columns: Option<Vec<Option<i32>>>,
    line: Option<Vec<usize>>,
    /// Where the book that was used lies.
    book: Option<String>,
    nodes: u64,
    seconds: f64,
    goal: Goal,
    /// Plies on the board and cells of it.
    stones: u32,
    cells: u32,
}

/// What a solver that may be cancelled has found.
pub(super) enum Attempt {
    /// The score, and whatever else was found before.
    Score(Solved),
    Nothing,
}

/// Solves a position with a table that knows nothing.
pub(super) fn solve(plan: &Plan, solver: &mut Solver, text: &str, position: &Position) -> Attempt {
    let (start, nodes) = (Instant::now(), solver.nodes());
    solver.clear();
    let score = solver.score(position, plan.goal);
    if solver.is_cancelled() {
        return Attempt::Nothing;
    }
    let columns = plan.analyse.then(|| solver.column_scores(position, plan.goal));
    let best = match &columns {
        Some(columns) => Some((0..columns.len()).filter(|&column| columns[column] == Some(score)).collect()),
        None => plan.best.then(|| solver.best_columns(position, plan.goal, score)),
    };
    let line = plan.pv.then(|| solver.line(position));
    let is_whole = !solver.is_cancelled();
    Attempt::Score(Solved {
        position: text.to_string(),
        score,
        best: best.filter(|_| is_whole),
        columns: columns.filter(|_| is_whole),
        line: line.filter(|_| is_whole),
        book: plan.book.as_ref().map(|found| found.path.clone()),
        nodes: solver.nodes() - nodes,
        seconds: start.elapsed().as_secs_f64(),
        goal: plan.goal,
        stones: position.stones(),
        cells: position.cells(),
    })
}

fn numbered(columns: &[usize]) -> Vec<usize> {
    columns.iter().map(|column| column + 1).collect()
}

fn spaced(columns: &[usize]) -> String {
    let columns: Vec<String> = numbered(columns).iter().map(usize::to_string).collect();
    columns.join(" ")
}

fn scores(columns: &[Option<i32>]) -> String {
    let score = |score: &Option<i32>| score.map_or("full".to_string(), |s| s.to_string());
    let scores: Vec<String> = columns.iter().map(score).collect();
    scores.join(" ")
}

impl Solved {
    pub(super) fn as_json(&self) -> Value {
        let mut object = json!({
            "position": self.position,
            "score": self.score,
            "best_moves": self.best.as_deref().map(numbered),
            "column_scores": self.columns,
            "nodes": self.nodes,
            "seconds": self.seconds,
        });
        if let Some(line) = &self.line {
            object["pv"] = numbered(line).into();
        }
        if let Some(book) = &self.book {
            object["book"] = book.as_str().into();
        }
        object
    }

    pub(super) fn as_text(&self) -> String {
        let mut out = format!("score      {} ({})\n", self.score, self.meaning());
        if let Some(best) = &self.best {
            out += &format!("best       {}\n", spaced(best));
        }
        if let Some(columns) = &self.columns {
            out += &format!("columns    {}\n", scores(columns));
        }
        if let Some(line) = &self.line {
            out += &format!("line       {}\n", spaced(line));
        }
        if let Some(book) = &self.book {
            out += &format!("book       {book}\n");
        }
        out + &format!(
            "nodes      {}, {:.3} s, {}\n",
            grouped(self.nodes),
            self.seconds,
            rate(self.nodes, self.seconds)
        )
    }

    /// A line for a list of positions.
    pub(super) fn as_line(&self) -> String {
        let mut line = format!("{} {}", self.position, self.score);
        if let Some(best) = &self.best {
            line += &format!(" best {}", spaced(best));
        }
        if let Some(columns) = &self.columns {
            line += &format!(" columns {}", scores(columns));
        }
        if let Some(played) = &self.line {
            line += &format!(" line {}", spaced(played));
        }
        line + "\n"
    }

    fn meaning(&self) -> String {
        let who = match self.score {
            0 => return "a draw".to_string(),
            s if s > 0 => "the player to move wins",
            _ => "the player to move loses",
        };
        if self.goal == Goal::Outcome {
            return who.to_string();
        }
        format!("{who} at ply {}", last_ply(self.score, self.stones, self.cells))
    }
}

/// The ply at which a game ends that is won or lost by this score.
fn last_ply(score: i32, stones: u32, cells: u32) -> i32 {
    let (stones, cells) = (stones as i32, cells as i32);
    // The winner's stones have the parity of the first he plays; of two plies with one score only
    // one is his.
    let first = if score > 0 { stones + 1 } else { stones + 2 };
    let ply = cells + 2 - 2 * score.abs();
    if (ply - first) % 2 == 0 { ply } else { ply - 1 }
}

#[cfg(test)]
mod tests {
    use super::last_ply;

    #[test]
    fn the_last_ply_follows_from_the_score() {
        assert_eq!(last_ply(1, 0, 42), 41);
        assert_eq!(last_ply(-1, 0, 36), 36);
        assert_eq!(last_ply(18, 6, 42), 7);
        assert_eq!(last_ply(-1, 1, 42), 41);
        assert_eq!(last_ply(1, 0, 40), 39);
    }
}
