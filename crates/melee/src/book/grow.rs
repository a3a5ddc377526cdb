//! How a book grows: position after position, the likeliest first.
//!
//! At every position of a book the best moves are looked for. Whoever plays from the book makes the first of them; of
//! his opponents any may be expected. So a line of moves is followed as long as at least one of the players has made
//! nothing but the book's moves: for him the next position is worth knowing. Lines that stray least come first, so that
//! a book that is broken off has what matters most.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use melee_search::{Limits, Spec, Watch};

use super::{Book, BookLine};
use crate::{Engine, Error, Position, Task};

/// How a book is to be grown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// Who searches.
    pub spec: Spec,
    /// How long at each position. With a depth or nodes the book is the same from run to run.
    pub limits: Limits,
    /// So many plies of a game are in the book.
    pub plies: usize,
    /// So many moves of an opponent are expected at each position.
    pub replies: usize,
    /// The seed of the searches.
    pub seed: u64,
}

/// How far a book has grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Positions in the book.
    pub positions: usize,
    /// Positions that are known to follow, some of them perhaps twice.
    pub waiting: usize,
}

/// Moves from the start that are to be followed.
struct Branch {
    moves: Vec<String>,
    /// How far the choices were from the best, together: the second best is one away.
    strays: usize,
    /// Who made other moves than the book's, by bit.
    strayed: u32,
}

/// Branches in the order in which they are followed: those that stray least, of these the shortest.
#[derive(Default)]
struct Queue {
    branches: BTreeMap<(usize, usize, usize), Branch>,
    added: usize,
}

impl Queue {
    fn add(&mut self, branch: Branch) {
        self.added += 1;
        self.branches.insert((branch.strays, branch.moves.len(), self.added), branch);
    }

    fn next(&mut self) -> Option<Branch> {
        self.branches.pop_first().map(|(_, branch)| branch)
    }
}

impl BookPlan {
    /// Lets a book grow until everything is in it that belongs there, or somebody stops it. What it has already is not
    /// searched again: a book that was stopped and goes on becomes the same as one that was not. `on_line` is told of
    /// every new line and may break off by returning false. Returns whether the book is finished.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use melee::Limits;
    /// use melee::book::{Book, BookPlan};
    /// let game = melee::open("connect4")?;
    /// let mut book = Book::new(&game, "an example")?;
    /// let plan = BookPlan { spec: "pvs:best".into(), limits: Limits::nodes(200), plies: 2, replies: 2, seed: 0 };
    /// assert!(plan.grow(&mut book, &AtomicBool::new(false), &mut |_, _| true)?);
    /// assert_eq!(book.lines().len(), 3);
    /// # Ok::<(), melee::Error>(())
    /// ```
    pub fn grow(
        &self,
        book: &mut Book,
        stop: &AtomicBool,
        on_line: &mut dyn FnMut(&BookLine, Growth) -> bool,
    ) -> Result<bool, Error> {
        let game = book.start.game();
        let mut engine = game.seeded_engine(&self.spec, self.seed)?;
        engine.check(self.limits)?;
        let (mut queue, mut seen) = (Queue::default(), HashSet::new());
        queue.add(Branch { moves: Vec::new(), strays: 0, strayed: 0 });
        while let Some(branch) = queue.next() {
            let position = book.position_after(&branch.moves)?;
            let Some(mover) = position.to_move() else { continue };
            if !seen.insert((position.key(), branch.strayed)) {
                continue;
            }
            if book.line_at(&position).is_none() {
                let Some(line) = self.line(&mut engine, &position, &branch.moves, stop)? else { return Ok(false) };
                book.add(line.clone()).expect("a search plays legal moves");
                let growth = Growth { positions: book.lines().len(), waiting: queue.branches.len() };
                if !on_line(&line, growth) {
                    return Ok(false);
                }
            }
            // By whichever moves it came about first: those after it are then written alike.
            let line = book.line_at(&position).expect("just added");
            if line.moves.len() + 1 >= self.plies {
                continue;
            }
            for (place, (mv, _)) in line.choices.iter().enumerate() {
                let strayed = if place == 0 { branch.strayed } else { branch.strayed | 1 << mover.index() };
                if strayed.count_ones() as usize == game.players() {
                    continue;
                }
                let moves = [&line.moves[..], std::slice::from_ref(mv)].concat();
                queue.add(Branch { moves, strays: branch.strays + place, strayed });
            }
        }
        Ok(true)
    }

    /// Searches a position as if it were the first; nothing if it was stopped.
    fn line(
        &self,
        engine: &mut Engine,
        position: &Position,
        moves: &[String],
        stop: &AtomicBool,
    ) -> Result<Option<BookLine>, Error> {
        engine.forget(self.seed);
        let limits = Limits { lines: self.replies, ..self.limits };
        let task = Task::new(limits).watch(Watch::new().stopping_on(stop)).for_study();
        let report = engine.search(position, task)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let choices = report.lines().into_iter().map(|line| (line.line[0].mv.clone(), line.value)).collect();
        Ok(Some(BookLine { moves: moves.to_vec(), depth: report.depth, nodes: report.counts.nodes, choices }))
    }
}
