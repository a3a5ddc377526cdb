//! Does every level beat the one below it in about three of four games?
//!
//! Plays each level of a game against the one below over all seats, and writes the table of `docs/web.md`: the share of
//! the points that the higher one wins, in percent, with its 95 % interval. Both sit on as many seats, so a half is even.
//!
//! ```sh
//! cargo run --release -p melee-arena --example levels -- 50                  # blocks a match, all games
//! cargo run --release -p melee-arena --example levels -- 50 GAME GAME/PLAYERS
//! ```

use std::io::Write;

use melee::core::levels::LEVELS;
use melee::{GameInfo, GameOptions, Registry};
use melee_arena::tournament::{MatchPlan, Run, Standings};

/// Openings differ, so that games do.
const RANDOM_PLIES: u32 = 4;
const PLY_CAP: u32 = 600;

/// How the higher of two neighbours fares: its share, and the ends of the interval.
fn compare(registry: &Registry, info: &GameInfo, players: usize, higher: usize, blocks: u64) -> [f64; 3] {
    let seats = info.description.levels(players);
    let entrants = [higher, higher - 1].map(|level| seats[level].parse().expect("a level is a seat"));
    let plan = MatchPlan {
        game: info.name.to_string(),
        options: GameOptions::default().for_players(players),
        starts: Vec::new(),
        random_plies: RANDOM_PLIES,
        entrants: entrants.into(),
        ply_cap: PLY_CAP,
        seed: 1 + higher as u64,
    };
    let open = plan.open(registry).expect("a match of two levels");
    let games = blocks * open.block_len() as u64;
    let run = Run { games, threads: 1, keep_moves: false };
    let played = run.play(&open, Vec::new(), &mut |_, _| Ok(true)).expect("it can be played");
    let standings = Standings::new(&open.names(), &played, open.block_len(), false);
    let own = &standings.algorithms[0];
    [own.share, own.low, own.high]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let blocks = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let wanted: Vec<String> = arguments.collect();
    let registry = melee::Melee::standard().registry();
    println!("| game | players | {} |", LEVELS[1..].join(" | "));
    println!("|---|---|{}", "---|".repeat(LEVELS.len() - 1));
    for info in registry.games().iter().filter(|info| !info.description.is_study) {
        for players in info.description.players.iter() {
            let names = [info.name.to_string(), format!("{}/{players}", info.name)];
            if !wanted.is_empty() && !wanted.iter().any(|name| names.contains(name)) {
                continue;
            }
            // Not every number of players has a board that is shipped.
            if info.open(&GameOptions::default().for_players(players)).is_err() {
                continue;
            }
            print!("| {} | {players} |", info.description.title);
            for higher in 1..LEVELS.len() {
                let [share, low, high] = compare(&registry, info, players, higher, blocks).map(|part| 100.0 * part);
                print!(" {share:.0} ({low:.0}-{high:.0}) |");
                let _ = std::io::stdout().flush();
            }
            println!();
        }
    }
}
