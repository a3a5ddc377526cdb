//! Two algorithms against each other at Abalone from varied starts, every opening once with either
//! colour.
//!
//! `cargo run --release -p melee-lab --example abalone_match -- SPEC SPEC [nodes] [openings a start]`

use melee_arena::{GameOptions, Limits};
use melee_lab::Match;

/// Starts where neither side is at once in trouble; random plies make openings of them.
const STARTS: [&str; 5] = [
    "belgian-daisy",
    "german-daisy",
    "dutch-daisy",
    "swiss-daisy",
    "standard",
];
const RANDOM_PLIES: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let spec = |i: usize| args.get(i).map_or("pvs:best", String::as_str);
    let number =
        |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let game = Match {
        game: "abalone".to_string(),
        options: GameOptions::default(),
        starts: STARTS.map(String::from).to_vec(),
        random_plies: RANDOM_PLIES,
        specs: [spec(0).parse()?, spec(1).parse()?],
        games_per_seating: number(3, 10) as usize,
        limits: [Limits::nodes(number(2, 20_000)); 2],
        seed: 1,
        ply_cap: 1000,
    };
    let result = game.play(2, &|so_far| eprint!("\r{} games ", so_far.games.len()))?;
    eprintln!();
    print!("{}", result.summary([spec(0), spec(1)]));
    Ok(())
}
