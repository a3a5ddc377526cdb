//! `melee serve`: the web app.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use melee::Registry;
use melee::search::parse_duration;
use melee_web::{Config, Server};

use crate::interrupt::Interrupt;
use crate::numbers::{parse_search_threads, parse_within};
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; whoever can reach it can use the machine's processors
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8080, value_parser = parse_within(0, u16::MAX))]
    port: u16,
    /// Searches that run at once; of several, one is left to those that are soon done
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = parse_within(1u8, 64))]
    workers: u8,
    /// Threads of each search; matches keep one
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_search_threads)]
    threads: usize,
    /// Searches that may wait; more are refused
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = parse_within(0, u16::MAX))]
    queue: u16,
    /// The longest a search may run
    #[arg(long, value_name = "D", default_value = "2min", value_parser = parse_duration)]
    longest: Duration,
    /// Where matches are stored; made when the first one starts
    #[arg(long, value_name = "DIR", default_value = "melee-matches")]
    matches: PathBuf,
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if args.matches.exists() && !args.matches.is_dir() {
        bail!("--matches {}: is no directory", args.matches.display());
    }
    let config = Config {
        registry: registry.clone(),
        address: SocketAddr::new(args.address, args.port),
        workers: args.workers.into(),
        threads: args.threads,
        queue: args.queue.into(),
        longest: args.longest,
        matches: args.matches.clone(),
        ..Config::default()
    };
    let server = Server::bind(config).with_context(|| format!("cannot listen on {}:{}", args.address, args.port))?;
    interrupt.advise(what_is_kept(args));
    output::print(&format!("Melee is on {} (Ctrl-C ends it)\n", server.url()))?;
    server.run(interrupt.flag())?;
    interrupt.settle();
    interrupt.advise(what_is_kept(args));
    Ok(interrupt.answer())
}

/// What becomes of the matches of a server that is ended.
fn what_is_kept(args: &Args) -> String {
    let matches = args.matches.display();
    if args.matches.is_dir() {
        format!("the games that were finished are in {matches}, and the same command goes on with them")
    } else {
        "no match was played".to_string()
    }
}
