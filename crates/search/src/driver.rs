//! What drives a search: depth after depth, or once with progress, until a limit or a proven result.

use std::cmp::Ordering;

use melee_core::{Game, Knowledge, Scores, Value, value};

use crate::pacing::Pacing;
use crate::{
    AnyTimeSearch, Best, DepthSearch, Method, Move, Ply, Proven, ProvenResult, RankedLine, Report, Stopped, Walk, World,
};

/// Deeper than any search goes; depths fit a byte of a table entry.
pub const MAX_DEPTH: u32 = 250;

/// The point that a game is about, in the units of values that are points.
const POINT: Value = 1_000_000;

/// Which depths are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Only depths that end with everybody's move or the root player's (Esser 2012): for n players
    /// those of remainder 0 and 1.
    pub(crate) whole_rounds: bool,
}

impl Depths {
    fn iter(self, players: usize) -> impl Iterator<Item = u32> {
        let is_whole = move |depth: &u32| depth % players as u32 <= 1;
        (self.first..=self.last.min(MAX_DEPTH)).filter(move |d| !self.whole_rounds || is_whole(d))
    }
}

/// A root move that a search has found the value of.
struct SearchedLine<M> {
    best: Best<M>,
    /// How deep everything was searched.
    depth: u32,
    /// Of an iteration beyond that depth, which was not completed.
    partial: bool,
}

impl<M> SearchedLine<M> {
    fn whole(depth: u32, best: Best<M>) -> Self {
        SearchedLine { best, depth, partial: false }
    }
}

/// Runs a search within the walk's limits; reports each iteration, or the progress.
pub(crate) fn run<W: World>(
    method: &mut Method<W>,
    walk: &mut Walk<W>,
    depths: Depths,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    match method {
        Method::ByDepth(search) => deepen(search.as_mut(), walk, depths, on_report),
        Method::AnyTime(search) => run_once(search.as_mut(), walk, on_report),
    }
}

/// Lets a search take its time.
fn run_once<W: World>(
    search: &mut dyn AnyTimeSearch<W>,
    walk: &mut Walk<W>,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    let kind = Kind { proves: search.proves(), are_points: search.tells_points() };
    let ranked = |best: &Best<Move<W>>| -> Vec<SearchedLine<Move<W>>> {
        let all = std::iter::once(best).chain(&best.others);
        all.map(|best| SearchedLine::whole(best.line.len() as u32, best.clone())).collect()
    };
    let result = search.search(walk, &mut |walk, best| {
        on_report(&report(walk, kind, &ranked(best)));
    });
    walk.restart();
    if let Ok(best) = result {
        let report = report(walk, kind, &ranked(&best));
        on_report(&report);
        report
    } else {
        let guess = first_legal(walk);
        report(walk, Kind { are_points: false, ..kind }, &[guess])
    }
}

/// Runs iterations until a limit, the end of the game or a proven result; reports each one.
fn deepen<W: World>(
    search: &mut dyn DepthSearch<W>,
    walk: &mut Walk<W>,
    depths: Depths,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    let mut done: Vec<SearchedLine<Move<W>>> = Vec::new();
    let mut pacing = Pacing::new(walk.limits(), is_forced(walk), walk.watch().elapsed());
    let lines = lines_wanted(walk);
    for depth in depths.iter(walk.game.players()) {
        if !pacing.goes_on() {
            break;
        }
        let mut found = iterate(search, walk, depth, lines, &done);
        let is_whole = found.len() == lines;
        // Lines are there to be compared, and values of different depths cannot be.
        if !is_whole && lines > 1 && !done.is_empty() {
            break;
        }
        if found.is_empty()
            && let Some(best) = search.partial()
        {
            let depth = done.first().map_or(0, |found| found.depth);
            found.push(SearchedLine { best, depth, partial: true });
        }
        if !found.is_empty() {
            done = found;
        }
        if !is_whole {
            break;
        }
        on_report(&report(walk, Kind::of(search), &done));
        pacing.note(walk.watch().elapsed(), done[0].best.line[0].mv, done[0].best.value);
        if done.iter().all(|found| is_settled(walk, &found.best)) {
            break;
        }
    }
    if done.is_empty() {
        let guess = first_legal(walk);
        return report(walk, Kind { are_points: false, ..Kind::of(search) }, &[guess]);
    }
    report(walk, Kind::of(search), &done)
}

/// Does the clock of a game run while there is only one move?
fn is_forced<W: World>(walk: &Walk<W>) -> bool {
    let mut moves = Vec::new();
    if walk.limits().target.is_some() {
        walk.list_moves(&mut moves);
    }
    moves.len() == 1
}

/// How many lines there can be of those that are asked for.
fn lines_wanted<W: World>(walk: &Walk<W>) -> usize {
    let asked = walk.limits().lines.max(1);
    if asked == 1 {
        return 1;
    }
    let mut moves = Vec::new();
    walk.list_moves(&mut moves);
    asked.min(moves.len())
}

/// One iteration: the best root move, then the best of the others, and so on; fewer when stopped.
fn iterate<W: World>(
    search: &mut dyn DepthSearch<W>,
    walk: &mut Walk<W>,
    depth: u32,
    lines: usize,
    before: &[SearchedLine<Move<W>>],
) -> Vec<SearchedLine<Move<W>>> {
    let mut found: Vec<SearchedLine<Move<W>>> = Vec::new();
    while found.len() < lines {
        walk.restart();
        walk.leave_out(found.iter().map(|found| found.best.line[0].mv));
        let previous = before.get(found.len()).or(found.last()).map(|found| &found.best);
        match search.search(walk, depth, previous) {
            Ok(best) => found.push(SearchedLine::whole(depth, best)),
            Err(Stopped) => break,
        }
    }
    walk.leave_out([]);
    walk.restart();
    found
}

/// Would a deeper search change nothing?
fn is_settled<W: World>(walk: &Walk<W>, best: &Best<Move<W>>) -> bool {
    let lost = walk.game.players() == 2 && value::is_loss(best.value);
    best.complete || lost || value::is_win(best.value)
}

/// What the values of a search are.
#[derive(Clone, Copy)]
struct Kind {
    /// Do its wins and losses hold against every reply?
    proves: bool,
    /// Points in millionths, or the evaluation's units?
    are_points: bool,
}

impl Kind {
    /// As it is after a search: some change their ways from position to position.
    fn of<W: World>(search: &dyn DepthSearch<W>) -> Self {
        Kind { proves: search.proves(), are_points: search.tells_points() }
    }
}

/// The report of what was found; the best comes first.
fn report<W: World>(walk: &mut Walk<W>, kind: Kind, found: &[SearchedLine<Move<W>>]) -> Report<Move<W>> {
    let mut lines = found.iter().map(|found| ranked(walk, kind, found)).collect::<Vec<_>>().into_iter();
    let best = lines.next().expect("something is always found");
    let is_alone = best.values.is_none();
    Report {
        standing: is_alone.then(|| standing(walk, &best.line)),
        worth_of_win: walk.knowledge.worth_of_win(),
        // The search knows no game; whoever does says it.
        chance_scale: None,
        are_scores: !kind.are_points,
        depth: best.depth,
        partial: found[0].partial,
        value: best.value,
        values: best.values,
        line: best.line,
        proven: best.proven,
        complete: best.complete,
        // Evaluations that share out one point tell points too.
        are_points: kind.are_points || walk.knowledge.max_sum(walk.game) == Some(POINT),
        others: lines.collect(),
        counts: walk.counts,
        threads: walk.threads(),
        elapsed: walk.watch().elapsed(),
    }
}

fn ranked<W: World>(walk: &mut Walk<W>, kind: Kind, found: &SearchedLine<Move<W>>) -> RankedLine<Move<W>> {
    let SearchedLine { best, depth, partial } = found;
    // Policies for more players let some of them pass or play weakly: no proof. And what some
    // moves lead to proves a win, but neither a draw nor a loss.
    let proves = kind.proves
        && walk.game.players() == 2
        && (kind.are_points || walk.knowledge.tells_who_is_first())
        && (!partial || value::is_win(best.value));
    RankedLine {
        depth: *depth,
        value: best.value,
        values: best.values,
        line: best.line.clone(),
        proven: proves.then(|| proof(walk, kind, best)).flatten(),
        complete: best.complete,
    }
}

/// Everybody's scores at the end of a line, in which players may be passed over; of a game that is over there, as it
/// stands now.
fn standing<W: World>(walk: &Walk<W>, line: &[Ply<Move<W>>]) -> Scores {
    let (game, start) = (walk.game, walk.start());
    let mut state = start.clone();
    for &Ply { player, mv } in line {
        // Who has several colours moves once a round in a search: a line may then go on after the end by the rules.
        if game.outcome(&state).is_some() {
            break;
        }
        if game.to_move(&state) != player {
            game.hand_turn_to(&mut state, player);
        }
        game.play(&mut state, mv);
    }
    let state = if game.outcome(&state).is_some() { start } else { &state };
    walk.knowledge.scores(game, state, walk.root)
}

/// The game's result, if the search saw to its end.
fn proof<W: World>(walk: &mut Walk<W>, kind: Kind, best: &Best<Move<W>>) -> Option<Proven> {
    if let Some(plies) = value::plies_to_end(best.value) {
        let result = if best.value > 0 { ProvenResult::Win } else { ProvenResult::Loss };
        return Some(Proven { result, plies: Some(plies) });
    }
    if !best.complete {
        return None;
    }
    for ply in &best.line {
        walk.give_turn_to(ply.player);
        walk.play(ply.mv);
    }
    let ends = walk.game.outcome(&walk.state).is_some();
    walk.restart();
    // Of the point a winner has all, but for the plies to it, and a loser nothing.
    let result = match best.value.cmp(&(POINT / 2)) {
        Ordering::Greater if kind.are_points => ProvenResult::Win,
        Ordering::Less if kind.are_points => ProvenResult::Loss,
        _ => ProvenResult::Draw,
    };
    Some(Proven { result, plies: ends.then_some(best.line.len() as u32) })
}

/// Stopped before anything was best: the first move of the static order, and a guess.
fn first_legal<W: World>(walk: &mut Walk<W>) -> SearchedLine<Move<W>> {
    let counts = walk.counts;
    let mv = walk.ordered_moves()[0];
    let value = walk.evaluate();
    walk.counts = counts;
    SearchedLine { best: Best::guess(value, vec![walk.step(mv)]), depth: 0, partial: true }
}
