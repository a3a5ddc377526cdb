//! How often do matches find a difference where there is none?
//!
//! Plays many matches of a player against itself, in all games or in some, and counts how often each statement of a
//! match about the difference of the two would have been a false alarm. `docs/statistics.md` has the table.
//!
//! ```sh
//! cargo run --release -p melee-arena --example null_test -- random 200 10            # player, matches, blocks of each
//! cargo run --release -p melee-arena --example null_test -- brs+:noise=10%@50 200 10 GAME GAME/PLAYERS
//! ```

use melee::{GameOptions, Registry, SeatSpec};
use melee_arena::statistics::{Decision, Interval, SequentialTest, corrected_wilson};
use melee_arena::tournament::{MatchPlan, OpenMatch, Run, Standings, block_shares};

/// What a match can wrongly say of equals.
const STATEMENTS: [&str; 5] = ["share", "difference", "p < 0.05", "rating", "--until 10%"];

/// The false alarms of many matches.
#[derive(Default)]
struct Alarms {
    matches: u64,
    games: u64,
    draws: u64,
    blocks: u64,
    tied_blocks: u64,
    wrong: [u64; STATEMENTS.len()],
}

impl Alarms {
    fn add(&mut self, other: &Alarms) {
        self.matches += other.matches;
        self.games += other.games;
        self.draws += other.draws;
        self.blocks += other.blocks;
        self.tied_blocks += other.tied_blocks;
        for (own, other) in self.wrong.iter_mut().zip(other.wrong) {
            *own += other;
        }
    }

    fn row(&self, name: &str, seats: &str) -> String {
        let percent = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let rate = |&wrong: &u64| {
            let Interval { low, high } = corrected_wilson(wrong as f64, self.matches);
            format!("{:.1} ({:.1}-{:.1})", percent(wrong, self.matches), 100.0 * low, 100.0 * high)
        };
        let rates: Vec<String> = self.wrong.iter().map(rate).collect();
        format!(
            "| {name} | {seats} | {} | {} | {:.0} | {:.0} | {} |",
            self.matches,
            self.games,
            percent(self.draws, self.games),
            percent(self.tied_blocks, self.blocks),
            rates.join(" | ")
        )
    }
}

/// Plays a match of two who are the same, and looks at it as `melee match` would.
fn one_match(open: &OpenMatch, blocks: u64) -> Alarms {
    let run = Run { games: blocks * open.block_len() as u64, threads: 2, keep_moves: false };
    let games = run.play(open, Vec::new(), &mut |_, _| Ok(true)).expect("it can be played");
    let standings = Standings::new(&open.names(), &games, open.block_len(), true);
    let [first, second] = [0, 1].map(|a| block_shares(&games, open.block_len(), a));
    let differences: Vec<f64> = first.iter().zip(&second).map(|(a, b)| a - b).collect();
    let player = &standings.algorithms[0];
    let comparison = &standings.comparisons[0];
    let leaves_out = |low: Option<f64>, high: Option<f64>, truth: f64| {
        low.is_some_and(|low| low > truth) || high.is_some_and(|high| high < truth)
    };
    let until = SequentialTest::new(0.1);
    let decisions = (1..=differences.len()).map(|n| until.decide(&differences[..n]));
    let decided = decisions.into_iter().find(|decision| *decision != Decision::Continue);
    let wrong = [
        leaves_out(Some(player.low), Some(player.high), 0.5),
        comparison.interval.is_some_and(|i| leaves_out(Some(i.low), Some(i.high), 0.0)),
        comparison.p.is_some_and(|p| p < 0.05),
        player.rating.is_some_and(|r| leaves_out(r.low, r.high, 0.0)),
        decided == Some(Decision::Better),
    ];
    Alarms {
        matches: 1,
        games: standings.games,
        draws: player.wins_draws_losses[1],
        blocks: standings.blocks,
        tied_blocks: differences.iter().filter(|d| d.abs() < 1e-9).count() as u64,
        wrong: wrong.map(u64::from),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [player, matches, blocks, games @ ..] = &arguments[..] else {
        return Err("expected PLAYER MATCHES BLOCKS [GAME..]".into());
    };
    let (matches, blocks): (u64, u64) = (matches.parse()?, blocks.parse()?);
    let registry = Registry::standard();
    let all_games: Vec<String> = registry.games().iter().map(|game| game.name.to_string()).collect();
    let chosen = if games.is_empty() { &all_games[..] } else { games };
    println!("{player} against itself, {blocks} blocks a match; false alarms in percent of matches\n");
    println!("| game | seats | matches | games | drawn | blocks tied | {} |", STATEMENTS.join(" | "));
    println!("|---|---|---|---|---|---|{}", "---|".repeat(STATEMENTS.len()));
    let mut all = Alarms::default();
    for chosen in chosen {
        let (game, players) = chosen.split_once('/').unwrap_or((chosen, ""));
        let players = if players.is_empty() { None } else { Some(players.parse()?) };
        let mut of_game = Alarms::default();
        let mut seats = 0;
        for seed in 0..matches {
            let seat: SeatSpec = player.parse()?;
            let plan = MatchPlan {
                game: game.to_string(),
                options: GameOptions { players, ..GameOptions::default() },
                starts: Vec::new(),
                random_plies: 2,
                entrants: vec![seat.clone(), seat],
                ply_cap: 1000,
                by_processor: false,
                seed,
            };
            let open = plan.open(registry)?;
            seats = open.game.players();
            of_game.add(&one_match(&open, blocks));
        }
        println!("{}", of_game.row(game, &seats.to_string()));
        all.add(&of_game);
    }
    println!("{}", all.row("all", ""));
    Ok(())
}
