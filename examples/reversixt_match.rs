//! Two algorithms against each other over all seatings of a map.
//!
//! `cargo run --release -p melee-lab --example reversixt_match -- four brs paranoid [nodes] [games a seating]`

use melee_arena::{GameOptions, Limits};
use melee_lab::Match;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, default: &str| args.get(i).map_or(default, String::as_str).to_string();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let specs = [text(1, "brs"), text(2, "paranoid")];
    let game = Match {
        game: "reversixt".to_string(),
        options: GameOptions {
            start: Some(text(0, "four")),
            ..GameOptions::default()
        },
        starts: Vec::new(),
        random_plies: 4,
        specs: [specs[0].parse()?, specs[1].parse()?],
        games_per_seating: number(4, 2) as usize,
        limits: [Limits::nodes(number(3, 2_000)); 2],
        seed: number(5, 1),
        ply_cap: 10_000,
    };
    let result = game.play(1, &|so_far| eprint!("\r{} games ", so_far.games.len()))?;
    eprintln!();
    print!("{}", result.summary([&specs[0], &specs[1]]));
    Ok(())
}
