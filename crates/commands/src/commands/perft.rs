//! `melee perft`

use std::time::Instant;

use melee::Registry;
use melee::core::DEEPEST_PERFT;
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{counted, grouped, parse_within, rate};
use crate::options::PositionArgs;
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How deep to count; depth 0 is 1
    #[arg(long, value_name = "N", value_parser = parse_within(0, DEEPEST_PERFT))]
    depth: u32,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let Args { depth, divide, json, .. } = *args;
    let game = game.name().to_string();
    let mut count = Count { depth, divide, json, game, begin: Instant::now(), divided: Vec::new(), nodes: 0 };
    let mut progress = Progress::new();
    let so_far = count.clone();
    interrupt.remember_as(move || so_far.tell(false));
    interrupt.advise("no move is counted; a count cannot be resumed".to_string());
    if depth == 0 {
        count.nodes = 1;
    } else {
        position.divide(depth, &mut |mv, leaves, all| {
            count.nodes += leaves;
            count.divided.push((mv.to_string(), leaves));
            let done = count.divided.len();
            progress.show(&format!("{done} of {all} moves"));
            let so_far = count.clone();
            interrupt.remember_as(move || so_far.tell(done == all));
            interrupt.advise(format!("{done} of {all} moves are counted; a count cannot be resumed"));
        });
    }
    drop(progress);
    interrupt.settle();
    output::print(&count.tell(true))?;
    Ok(Answer::Yes)
}

/// What was counted so far.
#[derive(Clone)]
struct Count {
    depth: u32,
    divide: bool,
    json: bool,
    game: String,
    begin: Instant,
    divided: Vec<(String, u64)>,
    nodes: u64,
}

impl Count {
    fn tell(&self, is_whole: bool) -> String {
        let seconds = self.begin.elapsed().as_secs_f64();
        let divided = self.divided.iter().filter(|_| self.divide);
        if self.json {
            let mut object = json!({
                "game": self.game,
                "depth": self.depth,
                "nodes": self.nodes,
                "seconds": seconds,
            });
            if self.divide && self.depth > 0 {
                object["divide"] =
                    divided.map(|(mv, n)| (mv.clone(), (*n).into())).collect::<serde_json::Map<_, _>>().into();
            }
            if !is_whole {
                object["partial"] = true.into();
            }
            return format!("{object}\n");
        }
        let mut text = String::new();
        for (mv, n) in divided {
            text += &format!("{mv:>8} {}\n", grouped(*n));
        }
        text += &format!(
            "depth {}: {}{}, {seconds:.3} s, {}\n",
            self.depth,
            if is_whole { "" } else { "at least " },
            counted(self.nodes, "leaf", "leaves"),
            rate(self.nodes, seconds)
        );
        text
    }
}
