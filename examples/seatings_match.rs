//! Two algorithms against each other over all seatings of a game.
//!
//! `cargo run --release -p melee-lab --example seatings_match -- chess4 brs+ paranoid [nodes] [games a seating] [start] [ply cap]`

use melee_arena::{GameOptions, Limits};
use melee_lab::Match;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, default: &str| args.get(i).map_or(default, String::as_str).to_string();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let specs = [text(1, "brs+"), text(2, "paranoid")];
    let game = Match {
        game: text(0, "chess4"),
        options: GameOptions {
            start: args.get(5).cloned(),
            ..GameOptions::default()
        },
        starts: Vec::new(),
        random_plies: 2,
        specs: [specs[0].parse()?, specs[1].parse()?],
        games_per_seating: number(4, 6) as usize,
        limits: [Limits::nodes(number(3, 20_000)); 2],
        seed: 1,
        ply_cap: number(6, 1000) as usize,
    };
    let result = game.play(2, &|so_far| eprint!("\r{} games ", so_far.games.len()))?;
    eprintln!();
    print!("{}", result.summary([&specs[0], &specs[1]]));
    Ok(())
}
