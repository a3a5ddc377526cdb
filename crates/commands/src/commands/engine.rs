//! `melee engine`

use std::io::{BufRead, Read};

use anyhow::{Context, bail};
use melee::Registry;
use melee_arena::protocol::{Flow, Session};

use crate::Answer;
use crate::options::{PositionArgs, check_search, parse_search};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm until the other program sets another (default: the strongest for the game)
    #[arg(long, value_name = "SPEC")]
    algo: Option<String>,
}

/// The longest line that is taken: a long game with all its moves is shorter.
const LONGEST_LINE: u64 = 1 << 20;

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    args.position.position(&game)?;
    let strongest = game.description().strongest(game.players());
    let algorithm = args.algo.as_deref().unwrap_or(strongest);
    let (spec, limits) = parse_search("--algo", algorithm)?;
    if !limits.is_none() {
        bail!("--algo {algorithm}: the other program sets the limits");
    }
    check_search(&game, &spec)?;
    let mut session = Session::new(game, spec, std::io::stdout())?;
    session.tell(&format!("position startpos moves {}", args.position.moves()));
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut input).take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut line).context("standard input")?;
        if read == 0 {
            session.finish();
            return Ok(Answer::Yes);
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            bail!("standard input: a line of more than {LONGEST_LINE} bytes");
        }
        if session.tell(&String::from_utf8_lossy(&line)) == Flow::Quit {
            return Ok(Answer::Yes);
        }
    }
}
