//! `melee engine`

use std::io::{BufRead, Read};

use anyhow::Context;
use melee_arena::protocol::{Flow, Session};

use crate::Answer;
use crate::options::{PositionArgs, parse_spec};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm until the other program sets another
    #[arg(long, value_name = "SPEC")]
    algo: Option<String>,
}

/// The longest line that is taken: a long game with all its moves is shorter.
const LONGEST_LINE: u64 = 1 << 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let table = args.position.table()?;
    args.position.position(table.as_ref())?;
    let default = if table.players() == 2 {
        "pvs:best"
    } else {
        "brs+:best"
    };
    let spec = parse_spec(args.algo.as_deref().unwrap_or(default))?;
    let setup = args.position.protocol_position(table.as_ref());
    let mut session = Session::new(table, spec, std::io::stdout())?;
    if let Some(setup) = setup {
        session.tell(&setup);
    }
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut input).take(LONGEST_LINE);
        let read = limited
            .read_until(b'\n', &mut line)
            .context("standard input")?;
        if read == 0 {
            session.finish();
            return Ok(Answer::Yes);
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            anyhow::bail!("standard input: a line of more than {LONGEST_LINE} bytes");
        }
        if session.tell(&String::from_utf8_lossy(&line)) == Flow::Quit {
            return Ok(Answer::Yes);
        }
    }
}
