//! `melee reversixt client`

use std::time::Duration;

use anyhow::bail;
use melee::Limits;
use melee::core::Game;
use melee::search::SearchError;
use melee_games::reversixt::ReversiXt;
use melee_net::{Client, Ending, ThinkAhead};

use crate::interrupt::Interrupt;
use crate::numbers::{parse_search_threads, parse_within};
use crate::options::parse_search;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server
    #[arg(short = 's', long = "server", value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(short, long, default_value_t = 7777, value_parser = parse_within(1, u16::MAX))]
    port: u16,
    /// Our group number, below 100
    #[arg(short, long, default_value_t = 0, value_parser = parse_within(0u8, 99))]
    group: u8,
    /// The search that plays
    #[arg(long, value_name = "SPEC", default_value = "best")]
    algo: String,
    /// Play so many games one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_within(1, u32::MAX))]
    games: u32,
    /// The seed of everything that is random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many threads look for a move
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_search_threads)]
    threads: usize,
    /// Use the others' time to think about what they will leave us: never, always, or if cores are free for everybody
    /// who plays at this machine
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Ahead::IfFree)]
    ahead: Ahead,
    /// How many seconds to try to connect
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_within(0, u64::MAX))]
    patience: u64,
    /// Do not tell what happens on standard error
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Ahead {
    Never,
    IfFree,
    Always,
}

impl From<Ahead> for ThinkAhead {
    fn from(ahead: Ahead) -> Self {
        match ahead {
            Ahead::Never => ThinkAhead::Never,
            Ahead::IfFree => ThinkAhead::IfFree,
            Ahead::Always => ThinkAhead::Always,
        }
    }
}

pub(crate) fn run(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let (spec, limits) = parse_search("--algo", &args.algo)?;
    if !limits.is_none() {
        bail!("--algo {}: the server sets the limits", args.algo);
    }
    // Before anybody keeps a seat for us. The map comes with the game, and so does how many play.
    match melee::open(ReversiXt::NAME)?.check(&spec, Limits::time(Duration::from_secs(1))) {
        Err(melee::Error::Search { error: SearchError::Players { .. }, .. }) => {}
        checked => {
            checked?;
        }
    }
    let address = format!("{}:{}", args.host, args.port);
    let patience = Duration::from_secs(args.patience.min(86_400));
    let mut answer = Answer::Yes;
    for game in 1..=args.games {
        interrupt.advise(format!("left game {game} of {}", args.games));
        let client = Client::connect(&address, args.group, &spec, args.seed, patience)?;
        let client = client.with_threads(args.threads).thinking_ahead(args.ahead.into());
        let ending = client.play(&mut |line| {
            if !args.quiet {
                output::complain(line);
            }
        })?;
        let text = match ending {
            Ending::Rank(rank) => format!("rank {rank}"),
            Ending::Disqualified => {
                answer = Answer::No;
                "disqualified".to_string()
            }
        };
        output::print(&format!("game {game}: {text}\n"))?;
    }
    interrupt.settle();
    Ok(answer)
}
