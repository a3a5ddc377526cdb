//! `melee show`

use std::path::PathBuf;

use melee::core::diagram::{Counter, TextStyle, picture, svg, text};
use melee::{Player, Position, Registry};

use crate::options::PositionArgs;
use crate::{Answer, outfile, output, png};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Mark where one can move to
    #[arg(long)]
    legal: bool,
    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let diagram = position.diagram(args.legal);
    let files = [("--svg", args.svg.as_deref()), ("--png", args.png.as_deref())];
    outfile::check(&[], &files)?;
    if let Some(file) = &args.svg {
        outfile::write("--svg", file, svg(&diagram).as_bytes())?;
    }
    if let Some(file) = &args.png {
        outfile::write("--png", file, &png::png(&picture(&diagram))?)?;
    }
    if args.svg.is_none() && args.png.is_none() {
        let style = TextStyle { ansi: output::colour() };
        output::print(&format!("{}{}{}\n", text(&diagram, style), counters(&position), status(&position)))?;
    }
    Ok(Answer::Yes)
}

/// What is counted for every player and cannot be seen on the board, a line each.
pub(crate) fn counters(position: &Position) -> String {
    let game = position.game();
    let mut lines = String::new();
    for Counter { name, values } in position.counters() {
        let seats = (0..).zip(values).map(|(seat, value)| {
            let seat = game.description().seat_name(Player::new(seat));
            format!("{seat} {value}")
        });
        lines += &format!("{name}: {}\n", seats.collect::<Vec<_>>().join(", "));
    }
    lines
}

/// Whose turn it is, or how the game ended.
pub(crate) fn status(position: &Position) -> String {
    match (position.to_move(), position.outcome()) {
        (Some(player), _) => format!("player {player} to move"),
        (None, Some(outcome)) => match outcome.winner() {
            Some(winner) => format!("player {winner} has won"),
            None => "a draw".to_string(),
        },
        (None, None) => unreachable!("a game is over or somebody is to move"),
    }
}
