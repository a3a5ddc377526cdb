//! Abalone with three marbles ahead: is it won?
//!
//! `cargo run --release -p melee-lab --example abalone_endings -- best pvs:best 20000 200 1`
//!
//! Three marbles of one side are taken off the Standard start or the Belgian daisy at random, and four random plies follow.
//! The first search plays the side that is ahead and the second the side behind, with so many nodes a move; starts, colours and
//! who begins take turns. The last two numbers are how many games, and the seed. The rules are the usual ones: a draw after
//! 200 plies.

use melee::core::{Rng, seeded_rng};
use melee::{GameOptions, Limits, Player};

type Failure = Box<dyn std::error::Error>;

const STARTS: [&str; 2] =
    ["wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"];
const MARBLES: [char; 2] = ['b', 'w'];
const AHEAD: usize = 3;

/// A start without three of the marbles of the player behind.
fn three_off(number: u64, ahead: usize, to_move: usize, rng: &mut impl Rng) -> String {
    let behind = MARBLES[1 - ahead];
    let mut rows: Vec<char> = STARTS[number as usize % STARTS.len()].chars().collect();
    for _ in 0..AHEAD {
        let left: Vec<usize> = (0..rows.len()).filter(|&place| rows[place] == behind).collect();
        rows[left[rng.next_u32() as usize % left.len()]] = '1';
    }
    let lost = if ahead == 0 { [0, AHEAD] } else { [AHEAD, 0] };
    format!("{} {} {} {}", rows.iter().collect::<String>(), MARBLES[to_move], lost[0], lost[1])
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [leads, defends, nodes, count, seed] = args.as_slice() else {
        return Err("give two searches, nodes a move, the number of games and a seed".into());
    };
    let (limits, count, seed) = (Limits::nodes(nodes.parse()?), count.parse::<u64>()?, seed.parse::<u64>()?);
    let mut rng = seeded_rng(seed);
    let (mut results, mut plies) = (Vec::new(), 0);
    for number in 0..count {
        // Starts, colours and who begins in all combinations.
        let (ahead, to_move) = (number as usize / 2 % 2, number as usize / 4 % 2);
        let position = three_off(number, ahead, to_move, &mut rng);
        let game = melee::open_with("abalone", &GameOptions { position: Some(position), ..GameOptions::default() })?;
        let mut position = game.opening()?;
        let mut random = game.seeded_engine("random", u64::from(rng.next_u32()))?;
        for _ in 0..4 {
            random.take_turn(&mut position, Limits::NONE)?;
        }
        let leader = Player::new(ahead);
        let mut leading = game.seeded_engine(leads.as_str(), number)?;
        let mut behind = game.seeded_engine(defends.as_str(), number)?;
        while let Some(player) = position.to_move() {
            let engine = if player == leader { &mut leading } else { &mut behind };
            engine.take_turn(&mut position, limits)?;
        }
        results.push(position.outcome().map_or(0.5, |outcome| outcome.points(leader)));
        plies += position.ply_count();
    }
    let of = |points: f64| results.iter().filter(|&&p| (p - points).abs() < 0.1).count();
    let mean = plies as f64 / count as f64;
    println!("{leads} ahead of {defends}: +{} ={} -{}, {mean:.0} plies on the mean", of(1.0), of(0.5), of(0.0));
    Ok(())
}
