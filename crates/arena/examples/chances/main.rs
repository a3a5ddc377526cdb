//! What a lead is worth: fits the scale by which chances follow from scores.
//!
//! The player of a game's levels plays itself from openings drawn by lot; every position is searched, and its scores are
//! held against the points of the end. A player's chance is `exp(score / scale)` over the sum of that for all players, and
//! the scale is the one by which the ends were least surprising: a logistic regression with one number. Every game counts
//! as much as every other, however long it is. Limits are nodes, so the result does not depend on the machine.
//!
//! ```sh
//! cargo run --release -p melee-arena --example chances -- 100 1000 GAME/PLAYERS   # games, and nodes a move
//! ```
//!
//! It writes a line for the `chances.rs` of the game with the 95 % interval of the scale (games drawn again), how much the ends
//! surprise (the mean log loss) with it, by the convention for evaluations that nobody has fitted, and by
//! equal chances, and how often those won who had about so much of a chance.

mod fit;

use std::process::ExitCode;

use fit::{Game, Sample};
use melee::core::Scores;
use melee::core::value::{is_loss, is_win};
use melee::core::zobrist::mix;
use melee::{GameOptions, Limits, OpenGame, Registry, weighed_scores};

/// Openings have up to so many random plies.
const RANDOM_PLIES: u64 = 12;
const PLY_CAP: usize = 600;
/// What surprises is drawn again so often.
const REDRAWN: usize = 300;

/// A game of the player with itself. `None` if it did not end.
fn play(open: &OpenGame, player: &str, nodes: u64, seed: u64) -> Result<Option<(Game, f64)>, melee::Error> {
    let mut position = open.start();
    for ply in 0..mix(seed) % (RANDOM_PLIES + 1) {
        if position.to_move().is_some() {
            let lot = mix(mix(seed) ^ ply) as usize % position.count_moves();
            position.play_nth(lot);
        }
    }
    let mut engine = position.engine(player)?;
    let (mut scores, mut usual) = (Vec::<Scores>::new(), 1.0);
    while position.to_move().is_some() {
        if scores.len() > PLY_CAP {
            return Ok(None);
        }
        let report = engine.search(&position, Limits::nodes(nodes))?;
        usual = f64::from(report.worth_of_win) / 1.5;
        scores.extend(
            weighed_scores(&position, &report).filter(|scores| !scores.as_slice().iter().any(|&one| is_win(one))),
        );
        let best = report.best().mv.clone();
        position.play(&best)?;
    }
    let points = position.outcome().expect("it is over").all_points();
    // Who has lost has no chance any more, whatever the scale.
    let sample = |scores: Scores| {
        let open = scores.as_slice().iter().zip(&points).filter(|(score, _)| !is_loss(**score));
        let (scores, points) = open.map(|(&score, &points)| (f64::from(score), points)).unzip();
        Sample { scores, points }
    };
    Ok(Some((Game(scores.into_iter().map(sample).collect()), usual)))
}

fn fit_one(registry: &Registry, games: u64, nodes: u64, wanted: &str) -> Result<(), String> {
    let (name, players) = wanted.split_once('/').ok_or("expected GAME/PLAYERS")?;
    let players: usize = players.parse().map_err(|_| format!("'{players}' is no number of players"))?;
    let options = GameOptions::default().for_players(players);
    let open = registry.open(name, &options).map_err(|error| error.to_string())?;
    let about = open.description();
    let told_by = |player: &'static str| {
        let mut engine = open.start().engine(player).ok()?;
        let report = engine.search(&open.start(), Limits::nodes(500)).ok()?;
        report.are_scores.then(|| (player, engine.evaluation().to_string()))
    };
    // A champion that counts random games tells chances already.
    let players_known = [about.ladder(players).player, about.strongest_by_depth(players)];
    let found = players_known.into_iter().find_map(told_by);
    let (player, evaluation) = found.ok_or("no player whose values are scores")?;
    let evaluation = if evaluation.is_empty() { about.evaluations[0].to_string() } else { evaluation };

    let (mut played, mut usual) = (Vec::new(), 1.0);
    for seed in 0..games {
        if let Some((game, scale)) = play(&open, player, nodes, seed).map_err(|error| error.to_string())? {
            usual = scale;
            played.extend((!game.0.is_empty()).then_some(game));
        }
    }
    let all: Vec<&Game> = played.iter().collect();
    let scale = fit::scale(&all, usual).ok_or("the scores say nothing about the ends")?;
    let [low, high] = fit::interval(&all, usual, REDRAWN);
    let positions: usize = played.iter().map(|game| game.0.len()).sum();
    let loss = |scale: f64| fit::loss(&all, scale);
    println!(
        "chances(\"{evaluation}\", {players}, {scale:.0}.0), // {name}, {player}: {} games, {positions} positions, \
         {low:.0} to {high:.0}; loss {:.3}, {:.3} by convention ({usual:.0}), {:.3} by equal chances",
        played.len(),
        loss(scale),
        loss(usual),
        (players as f64).ln(),
    );
    for (chance, won, count) in fit::calibration(&all, scale) {
        eprintln!("  of {count:>6} with about {:>3.0} %: {:>3.0} % of the points", 100.0 * chance, 100.0 * won);
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = arguments.iter().take(2).map(|text| text.parse().ok()).collect();
    let (Some(&[games, nodes]), [_, _, wanted @ ..]) = (numbers.as_deref(), &arguments[..]) else {
        eprintln!("chances GAMES NODES GAME/PLAYERS...");
        return ExitCode::from(2);
    };
    let registry = melee::Melee::standard().registry();
    for one in wanted {
        if let Err(problem) = fit_one(&registry, games, nodes, one) {
            eprintln!("{one}: {problem}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
