//! How perfect a game was: every move against all best moves.

use melee::{Player, Position as Game};
use melee_solve::connect4::Review;
use serde_json::json;

use super::Plan;
use super::one::watched;
use crate::interrupt::Interrupt;
use crate::{Answer, output};

pub(super) fn run(plan: &Plan, game: &Game, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let played: Vec<usize> =
        game.plies().iter().filter_map(|mv| mv.parse::<usize>().ok()).map(|column| column - 1).collect();
    if played.is_empty() {
        anyhow::bail!("connect4: --review needs a game, given as the columns played");
    }
    let mut start = game.clone();
    while start.undo() {}
    let first_player = start.to_move().map_or(0, Player::index);
    let start = plan.position(&start.text())?;
    interrupt.advise("a review cannot be resumed".to_string());
    let mut solver = plan.solver(plan.settings.threads)?;
    if plan.book.is_none() && !plan.no_book {
        solver.use_shipped_book();
    }
    let (review, _) = watched(&mut solver, interrupt, |solver| solver.review(&start, &played));
    let is_interrupted = interrupt.settle();
    let (rated, all) = (review.plies.len(), played.len());
    interrupt.advise(format!("the last {rated} of {all} moves; a review cannot be resumed"));
    tell(plan, &review, first_player)?;
    Ok(if is_interrupted { interrupt.answer() } else { Answer::Yes })
}

fn tell(plan: &Plan, review: &Review, first_player: usize) -> anyhow::Result<()> {
    let perfect = |player: usize| review.perfect((player + first_player) % 2);
    let share = |(perfect, moves): (usize, usize)| (moves > 0).then(|| perfect as f64 / moves as f64);
    if plan.json {
        let plies: Vec<_> = (review.first + 1..)
            .zip(&review.plies)
            .map(|(number, ply)| {
                json!({
                    "ply": number,
                    "move": ply.column + 1,
                    "score": ply.score,
                    "best_moves": ply.best.iter().map(|c| c + 1).collect::<Vec<_>>(),
                    "perfect": ply.is_perfect(),
                })
            })
            .collect();
        let players: Vec<_> = (0..2)
            .map(|player| {
                let (perfect, moves) = perfect(player);
                json!({"moves": moves, "perfect": perfect, "rate": share((perfect, moves))})
            })
            .collect();
        return output::print_json(&json!({"plies": plies, "players": players}));
    }
    let mut text = String::new();
    for (i, ply) in (review.first..).zip(&review.plies) {
        let best: Vec<String> = ply.best.iter().map(|c| (c + 1).to_string()).collect();
        let verdict = if ply.is_perfect() { "perfect" } else { "better: " };
        let better = if ply.is_perfect() { String::new() } else { best.join(" ") };
        text += &format!("{:>3}  column {}  score {:>3}  {verdict}{better}\n", i + 1, ply.column + 1, ply.score);
    }
    for player in 0..2 {
        let (perfect, moves) = perfect(player);
        let rate = share((perfect, moves)).map_or("-".to_string(), |share| format!("{:.0} %", 100.0 * share));
        text += &format!("player {}: {perfect} of {moves} moves perfect ({rate})\n", player + 1);
    }
    output::print(&text)
}
