//! Can one player force a result against all others? For any game.

use anyhow::{Context, bail};
use melee::search::parse_size;
use melee::search::proof::{self, Doubt, Goal, Proof, Question};
use melee::{Limits, OpenGame, Player, Position, Watch};
use serde_json::{Value, json};

use super::check_table;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, parse_players, rate};
use crate::{Answer, output};

/// The options that only go with `--player`.
#[derive(clap::Args)]
pub(crate) struct ProofArgs {
    /// Ask whether this player can force the goal against all others, in any game
    #[arg(long, value_name = "P", conflicts_with_all = ["analyse", "weak", "score_only", "pv", "file", "review", "rate", "make_book", "book", "no_book", "threads", "without", "with"], value_parser = parse_players)]
    pub(super) player: Option<usize>,
    /// With --player: win, first (alone or shared), or what a finished game must be worth to him by the evaluation
    #[arg(long, value_name = "GOAL", default_value = "win", requires = "player", value_parser = parse_goal, allow_hyphen_values = true)]
    goal: Goal,
    /// With --player: the evaluation that says what finished games are worth
    #[arg(long, value_name = "NAME", requires = "player")]
    eval: Option<String>,
}

/// `win`, `first` or a number.
fn parse_goal(text: &str) -> Result<Goal, String> {
    match text {
        "win" => Ok(Goal::Win),
        "first" => Ok(Goal::First),
        number => number.parse().map(Goal::AtLeast).map_err(|_| {
            let (least, most) = (i32::MIN, i32::MAX);
            format!("expected win, first or a number from {least} to {most}")
        }),
    }
}

pub(super) fn run(
    args: &super::Args,
    player: usize,
    game: &OpenGame,
    limits: Limits,
    interrupt: &Interrupt,
) -> anyhow::Result<Answer> {
    let own = &args.proof;
    if !(1..=game.players()).contains(&player) {
        bail!("--player {player}: {} has players 1 to {}", game.name(), game.players());
    }
    if limits.depth.is_some() {
        bail!("--depth: a proof looks as deep as it must; --nodes and --time limit it");
    }
    let table_bytes = parse_size(&args.table).context("--table")?;
    check_table(&args.table, table_bytes)?;
    let position = args.position.position(game)?;
    interrupt.advise("a proof cannot be resumed; a larger --table shortens it".to_string());
    let question = Question { player: Player::new(player - 1), goal: own.goal, table_bytes };
    let watch = Watch::new().stopping_on(interrupt.flag());
    let proof = position.prove(own.eval.as_deref(), question, limits, watch)?;
    let is_interrupted = interrupt.settle();
    if args.json {
        output::print_json(&as_json(&position, question, &proof))?;
    } else {
        output::print(&as_text(question, own.eval.as_deref(), &proof))?;
    }
    Ok(match proof.answer {
        _ if is_interrupted => interrupt.answer(),
        proof::Answer::Yes => Answer::Yes,
        proof::Answer::No | proof::Answer::Unknown(_) => Answer::No,
    })
}

fn as_json(position: &Position, question: Question, proof: &Proof<String>) -> Value {
    let goal = match question.goal {
        Goal::Win => json!("win"),
        Goal::First => json!("first"),
        Goal::AtLeast(least) => json!(least),
    };
    json!({
        "game": position.game().name(),
        "position": position.text(),
        "player": question.player.index() + 1,
        "goal": goal,
        "answer": proof.answer.name(),
        "best_move": proof.best,
        "nodes": proof.nodes,
        "seconds": proof.elapsed.as_secs_f64(),
        "reason": doubt(proof).map(|(name, _)| name),
    })
}

fn as_text(question: Question, evaluation: Option<&str>, proof: &Proof<String>) -> String {
    let goal = match question.goal {
        Goal::Win => "a win".to_string(),
        Goal::First => "a first place, alone or shared".to_string(),
        Goal::AtLeast(least) => {
            format!("at least {least} by {}", evaluation.unwrap_or("the game's first evaluation"))
        }
    };
    let mut out = format!("player {} can force {goal}: {}\n", question.player, proof.answer.name());
    if let Some(best) = &proof.best {
        out += &format!("best move  {best}\n");
    }
    if let Some((_, words)) = doubt(proof) {
        out += &format!("unknown    {words}\n");
    }
    let seconds = proof.elapsed.as_secs_f64();
    out + &format!("nodes      {}, {seconds:.3} s, {}\n", grouped(proof.nodes), rate(proof.nodes, seconds))
}

/// Why there is no answer, if there is none: as a name and in words.
fn doubt(proof: &Proof<String>) -> Option<(&'static str, &'static str)> {
    match proof.answer {
        proof::Answer::Yes | proof::Answer::No => None,
        proof::Answer::Unknown(Doubt::Stopped) => Some(("stopped", "because the search was ended before it knew")),
        proof::Answer::Unknown(Doubt::Repetitions) => {
            let words = "because positions were repeated or games very long: what failed one way may not fail another";
            Some(("repetitions", words))
        }
        proof::Answer::Unknown(Doubt::Memory) => {
            Some(("memory", "because positions were repeated, more of them than a table of this size can check"))
        }
    }
}
