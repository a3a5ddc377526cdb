//! Two algorithms against each other over all seatings of a four-player game of Billabong.
//!
//! `cargo run --release -p melee-lab --example billabong_match -- brs maxn [nodes] [games a seating]`

use melee_arena::{GameOptions, Limits, Spec};
use melee_lab::Match;

/// What the thesis uses in all its matches (Gras 2012, 5.3-5.5).
fn thesis_spec(name: &str) -> Result<Spec, melee_arena::spec::SpecError> {
    match name {
        "maxn" => "maxn:tt=deep/16MiB,noise=5%".parse(),
        name => format!("{name}:tt=deep/16MiB,history=relative,killers=2,noise=5%").parse(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = [0, 1].map(|i| args.get(i).map_or("brs", String::as_str));
    let number =
        |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let game = Match {
        game: "billabong".to_string(),
        options: GameOptions {
            players: Some(4),
            ..GameOptions::default()
        },
        starts: Vec::new(),
        random_plies: 0,
        specs: [thesis_spec(first)?, thesis_spec(second)?],
        games_per_seating: number(3, 5) as usize,
        limits: [Limits::nodes(number(2, 100_000)); 2],
        seed: 1,
        ply_cap: 1000,
    };
    let result = game.play(2, &|so_far| eprint!("\r{} games ", so_far.games.len()))?;
    eprintln!();
    for (i, name) in [first, second].into_iter().enumerate() {
        println!(
            "{name:<12} {:>6.1} points of {}, {:.1} % (+-{:.1}), mean depth {:.1}",
            result.points(i),
            result.games.len(),
            100.0 * result.share(i),
            100.0 * result.interval(i),
            result.mean_depth(i)
        );
    }
    println!("mean length {:.1} plies", result.mean_plies());
    Ok(())
}
