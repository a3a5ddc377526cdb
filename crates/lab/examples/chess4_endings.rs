//! Four-player chess when two are left: is a game won that stands well?
//!
//! `cargo run --release -p melee-lab --example chess4_endings -- "brs+:best" best 2000 30 1`
//!
//! Games of four greedy players are played, after eight random plies, until two are left. Where one of them then has 60 to
//! 90 % of the pieces' worth, the first search goes on for him and the second for the other, with so many nodes a move. The last two
//! numbers are how many such endings, and the seed.

use std::sync::Arc;

use melee::core::{Game, Knowledge, PlayableGame, Player, seeded_rng};
use melee::games::Chess4;
use melee::games::chess4::State;
use melee::search::{Engine, Limits, Watch};
use melee::{Registry, Spec};

type Chess4Engine = Engine<Chess4, <Chess4 as PlayableGame>::Knowledge>;
type Failure = Box<dyn std::error::Error>;

/// So many plies may an ending take before it is shared.
const LONGEST: u32 = 400;

fn engine(game: &Arc<Chess4>, spec: &str, seed: u64) -> Result<Chess4Engine, Failure> {
    let info = Registry::standard().game(Chess4::NAME)?;
    Ok(info.typed_engine(&Spec::from(spec), game.clone(), seed)?)
}

/// Two are left of a game of greedy players; `None` if it ended before.
fn two_left(game: &Arc<Chess4>, limits: Limits, seed: u64) -> Result<Option<State>, Failure> {
    let mut rng = seeded_rng(seed);
    let mut state = game.initial();
    for _ in 0..8 {
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
        game.play(&mut state, mv);
    }
    let mut greedy = engine(game, "greedy", 0)?;
    for _ in 0..600 {
        if game.outcome(&state).is_some() {
            return Ok(None);
        }
        if Player::all(4).filter(|&player| game.alive(&state, player)).count() == 2 {
            game.forget_past(&mut state);
            return Ok(Some(state));
        }
        let report = greedy.search(&state, limits, Watch::new(), &mut |_| {})?;
        game.play(&mut state, report.best().mv);
    }
    Ok(None)
}

/// What the leader gets.
fn play_out(
    game: &Arc<Chess4>,
    mut state: State,
    leader: Player,
    specs: [&str; 2],
    limits: Limits,
) -> Result<f64, Failure> {
    let seat = |player: Player| engine(game, specs[usize::from(player != leader)], player.index() as u64);
    let mut engines = Player::all(4).map(seat).collect::<Result<Vec<_>, _>>()?;
    let mut past = Vec::new();
    for _ in 0..LONGEST {
        let key = game.key(&state);
        past.push(key);
        if past.iter().filter(|&&seen| seen == key).count() >= 3 {
            return Ok(0.5);
        }
        if let Some(outcome) = game.outcome(&state) {
            return Ok(outcome.points(leader));
        }
        let engine = &mut engines[game.to_move(&state).index()];
        engine.recall(past.clone());
        let report = engine.search(&state, limits, Watch::new(), &mut |_| {})?;
        game.play(&mut state, report.best().mv);
    }
    Ok(0.5)
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [leads, defends, nodes, count, seed] = &args[..] else {
        return Err("give two searches, nodes a move, the number of endings and a seed".into());
    };
    let (limits, count, seed) = (Limits::nodes(nodes.parse()?), count.parse()?, seed.parse::<u64>()?);
    let game = Arc::new(Chess4::default());
    let pieces = game.knowledge(Some("material"), None).ok_or("no such evaluation")?;
    let (mut number, mut results) = (0, Vec::new());
    while results.len() < count {
        number += 1;
        let Some(state) = two_left(&game, limits, seed.wrapping_mul(7919).wrapping_add(number))? else { continue };
        let shares = pieces.scores(&game, &state, Player::FIRST);
        let leads_well = |&player: &Player| (600_000..900_000).contains(&shares[player]);
        if let Some(leader) = Player::all(4).find(leads_well) {
            results.push(play_out(&game, state, leader, [leads, defends], limits)?);
        }
    }
    let of = |points: f64| results.iter().filter(|&&p| (p - points).abs() < 0.1).count();
    println!("{leads} ahead of {defends}: +{} ={} -{}", of(1.0), of(0.5), of(0.0));
    Ok(())
}
