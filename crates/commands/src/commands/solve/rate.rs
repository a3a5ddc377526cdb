//! How often an algorithm plays a perfect move: the measure of an evaluation that needs no opponent.

use anyhow::{Context, bail};
use melee::core::{Game, Notation, seeded_rng};
use melee::{Limits, OpenGame};
use melee_arena::statistics::{Interval, wilson};
use melee_games::connect4::State;
use melee_solve::connect4::{Goal, Position};
use serde_json::json;

use super::Plan;
use crate::interrupt::Interrupt;
use crate::options::{check_search, parse_search};
use crate::output::Progress;
use crate::{Answer, output};

/// Stones on the boards that are looked at: early ones take long to solve, late ones are easy to play.
const STONES: std::ops::RangeInclusive<u64> = 10..=27;

/// Which algorithms are asked, about how many positions.
pub(super) struct Rating<'a> {
    pub(super) algorithms: &'a [String],
    pub(super) positions: u64,
    pub(super) seed: u64,
    pub(super) limits: Limits,
}

/// A position with what is best in it.
struct Question {
    text: String,
    best: Vec<usize>,
    /// The columns that at least keep a win a win and a draw a draw.
    sound: Vec<usize>,
}

pub(super) fn run(plan: &Plan, game: &OpenGame, rating: &Rating, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if rating.positions == 0 {
        bail!("--positions 0: expected at least 1");
    }
    // Bad specs and limits are found before anything is solved.
    for algorithm in rating.algorithms {
        answer(game, algorithm, rating, &game.start().text())?;
    }
    interrupt.advise("a rating cannot be resumed; --positions says how many".to_string());
    let questions = questions(plan, rating)?;
    for algorithm in rating.algorithms {
        let mut progress = Progress::new();
        let (mut perfect, mut sound) = (0, 0);
        for (i, question) in questions.iter().enumerate() {
            progress.show(&format!("{algorithm}: {i} of {}", questions.len()));
            let column = answer(game, algorithm, rating, &question.text)?;
            perfect += u64::from(question.best.contains(&column));
            sound += u64::from(question.sound.contains(&column));
        }
        drop(progress);
        tell(plan, algorithm, questions.len() as u64, perfect, sound)?;
    }
    interrupt.settle();
    Ok(Answer::Yes)
}

/// How often an algorithm played a perfect move, and one that keeps the result.
fn tell(plan: &Plan, algorithm: &str, all: u64, perfect: u64, sound: u64) -> anyhow::Result<()> {
    let Interval { low, high } = wilson(perfect as f64, all);
    let share = |count: u64| count as f64 / all as f64;
    if plan.json {
        return output::print_json(&json!({
            "algorithm": algorithm,
            "positions": all,
            "perfect": perfect,
            "rate": share(perfect),
            "low": low,
            "high": high,
            "sound": sound,
        }));
    }
    output::print(&format!(
        "{algorithm:<24} {:>5.1} % perfect ({:.1} to {:.1}), {:>5.1} % keep the result, {all} positions\n",
        100.0 * share(perfect),
        100.0 * low,
        100.0 * high,
        100.0 * share(sound)
    ))
}

/// What an algorithm plays: a column from 0.
fn answer(game: &OpenGame, algorithm: &str, rating: &Rating, text: &str) -> anyhow::Result<usize> {
    let (spec, own_limits) = parse_search("--rate", algorithm)?;
    check_search(game, &spec)?;
    let mut engine = game.seeded_engine(spec, rating.seed)?;
    let report = engine.search(&game.position(text)?, own_limits.or(rating.limits))?;
    let column: usize = report.best().mv.parse().context("a column")?;
    Ok(column - 1)
}

/// Random positions in which the choice matters: not all columns are best.
fn questions(plan: &Plan, rating: &Rating) -> anyhow::Result<Vec<Question>> {
    let mut solver = plan.solver(plan.settings.threads)?;
    let mut progress = Progress::new();
    let mut questions = Vec::new();
    for seed in 0.. {
        if questions.len() as u64 == rating.positions {
            break;
        }
        if seed > 1000 * rating.positions {
            bail!("too few positions on this board in which the choice matters");
        }
        progress.show(&format!("{} of {} positions", questions.len(), rating.positions));
        let Some(state) = random_position(plan, rating.seed.wrapping_add(seed << 20)) else {
            continue;
        };
        let position = Position::new(&plan.game, &state)?;
        let score = solver.score(&position, Goal::Score);
        let best = solver.best_columns(&position, Goal::Score, score);
        let open = (0..position.width()).filter(|&c| position.can_play(c)).count();
        if best.len() < open {
            questions.push(Question {
                text: plan.game.position_text(&state),
                best,
                sound: solver.best_columns(&position, Goal::Outcome, score.signum()),
            });
        }
    }
    Ok(questions)
}

fn random_position(plan: &Plan, seed: u64) -> Option<State> {
    let cells = (plan.game.width() * plan.game.height()) as u64;
    let mut rng = seeded_rng(seed);
    // The same share of the board whatever its size.
    let span = STONES.end() - STONES.start() + 1;
    let stones = (STONES.start() + (seed >> 20) % span) * cells / 42;
    let mut state = plan.game.initial();
    for _ in 0..stones {
        if plan.game.outcome(&state).is_some() {
            return None;
        }
        let mv = plan.game.random_move(&state, &mut Vec::new(), &mut rng);
        plan.game.play(&mut state, mv);
    }
    plan.game.outcome(&state).is_none().then_some(state)
}
