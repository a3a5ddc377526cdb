//! `melee review`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, bail};
use melee::review::{Review, ReviewedPly, Reviewer};
use melee::{Limits, Player, Position, Registry, Watch};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{counted, parse_lines, parse_within};
use crate::options::{LimitArgs, PositionArgs, check_search, parse_search};
use crate::output::Progress;
use crate::record::position_of_record;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The record: moves separated by white space, or the game's own format; without one the moves of --moves
    file: Option<PathBuf>,
    /// The algorithm that looks at the moves, with @LIMIT behind it if you like (default: the strongest for the game)
    #[arg(long, value_name = "SPEC")]
    algo: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// So many of the best moves of every position
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_lines)]
    lines: NonZeroUsize,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What a search of a position may cost if nothing is said: a second or so.
const USUAL: Limits = Limits::nodes(100_000);

/// So many of the moves that changed most are named.
const WORST: usize = 10;

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let position = game(args, registry)?;
    if position.ply_count() == 0 {
        bail!("{}: a review needs a game, in a record or as --moves", position.game().name());
    }
    let game = position.game();
    let strongest = game.description().strongest(game.players());
    let (spec, own_limits) = parse_search("--algo", args.algo.as_deref().unwrap_or(strongest))?;
    check_search(&game, &spec)?;
    let limits = Limits { lines: args.lines.get(), ..own_limits.or(args.limits.limits()).or(USUAL) };
    let mut engine = game.seeded_engine(spec, args.seed)?;
    engine.check(limits)?;
    interrupt.advise("the last moves; a review cannot be resumed".to_string());
    let flag = interrupt.flag();
    let mut progress = Progress::new();
    let mut tell = |ply: &ReviewedPly, all: usize| {
        let done = all + 1 - ply.ply;
        progress.show(&format!("{done} of {all} moves"));
    };
    let watch = || Watch::new().stopping_on(flag);
    let mut reviewer = Reviewer { engine: &mut engine, limits, watch: &watch, on_ply: &mut tell };
    let review = reviewer.review(&position)?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    if review.plies.is_empty() && !is_interrupted {
        bail!("{}: {} found nothing about any move within {limits}", game.name(), engine.spec());
    }
    if args.json {
        let mut told = json!({"game": game.name(), "limit": limits.to_string()});
        if let (Some(told), serde_json::Value::Object(fields)) = (told.as_object_mut(), serde_json::to_value(&review)?)
        {
            told.extend(fields);
        }
        output::print_json(&told)?;
    } else {
        output::print(&as_text(&position, &review))?;
    }
    Ok(if is_interrupted { interrupt.answer() } else { Answer::Yes })
}

/// The game that is looked back at.
fn game(args: &Args, registry: &Registry) -> anyhow::Result<Position> {
    let Some(file) = &args.file else {
        return args.position.position(&args.position.open(registry)?);
    };
    let (mut position, moves) = position_of_record(&args.position, registry, file)?;
    position.play_all(&moves).with_context(|| format!("record {}", file.display()))?;
    Ok(position)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn as_text(position: &Position, review: &Review) -> String {
    let description = position.game().description().clone();
    let name = |player: usize| description.seat_name(Player::new(player - 1));
    let line = |ply: &ReviewedPly| {
        let chances: Vec<String> = ply.chances.iter().map(|&chance| format!("{:>5}", percent(chance))).collect();
        let slip = ply.slip.map_or("", |slip| slip.name());
        let better = if ply.perfect { String::new() } else { format!("better: {}", better(ply)) };
        let text = format!("{:>4}  {:<12}  {}  {slip:<10}  {better}", ply.ply, ply.mv, chances.join(" "));
        format!("{}\n", text.trim_end())
    };
    let mut text: String = review.plies.iter().map(line).collect();
    let end: Vec<String> = review.end.iter().map(|&chance| format!("{:>5}", percent(chance))).collect();
    text += &format!(" end                {}\n\n", end.join(" "));
    for (player, own) in (1..).zip(&review.players) {
        let accuracy = own.accuracy.map_or("-".to_string(), percent);
        let slips = [
            counted(own.inaccuracies as u64, "inaccuracy", "inaccuracies"),
            counted(own.mistakes as u64, "mistake", "mistakes"),
            counted(own.blunders as u64, "blunder", "blunders"),
        ];
        text += &format!(
            "{}: accuracy {accuracy}, {} of {} as good as the best, {}\n",
            name(player),
            own.perfect,
            counted(own.moves as u64, "move", "moves"),
            slips.join(", ")
        );
    }
    for ply in review.worst(WORST) {
        let (before, after) = (percent(ply.kept + ply.loss), percent(ply.kept));
        text += &format!(
            "{:>4}  {} of {}: {before} -> {after}, better {}\n",
            ply.ply,
            ply.mv,
            name(ply.player),
            better(ply)
        );
    }
    let left_out = review.moves - review.plies.len();
    if left_out > 0 {
        text += &format!("{left_out} of {} moves were not looked at\n", review.moves);
    }
    text
}

/// The line that was better.
fn better(ply: &ReviewedPly) -> String {
    let best = ply.best.first().into_iter().flat_map(|best| &best.line);
    best.map(|step| step.mv.as_str()).collect::<Vec<_>>().join(" ")
}
