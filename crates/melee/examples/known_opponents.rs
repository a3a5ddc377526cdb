//! How much can one player take from greedy ones who knows what they are going to do?
//!
//! `cargo run --release -p melee --example known_opponents -- rolit 4 20 1 1`: a game, the number of players, how many
//! openings of four random plies, the level, and the seed.
//!
//! The one player sits on every seat in turn. At level 0 he is greedy too. At level 1 he tries every move and lets all play
//! on greedily to the end, himself as well; he takes the move that ended best, and follows a game that he has seen won. At level 2 he plays on
//! as one of level 1 would, and so on: nested search (Cazenave 2009) against opponents who are known to the move. What he
//! gets is what a player gets who is never wrong about the others, for so much thought; it bounds nobody from above.

use melee::{Engine, GameOptions, Limits, Player, Position};

type Failure = Box<dyn std::error::Error>;

/// A game that was tried to its end: what it brought, and the own moves in it.
struct Tried {
    worth: f64,
    moves: Vec<String>,
}

struct Knowing {
    player: Player,
    greedy: Engine,
    ply_cap: usize,
}

impl Knowing {
    /// The others move until it is the player's turn; false if it will not be any more.
    fn let_others_move(&mut self, position: &mut Position) -> Result<bool, Failure> {
        loop {
            match position.to_move() {
                None => return Ok(false),
                Some(_) if position.ply_count() >= self.ply_cap => return Ok(false),
                Some(player) if player == self.player => return Ok(true),
                Some(_) => self.greedy.take_turn(position, Limits::NONE)?,
            };
        }
    }

    /// Points and, of equal ones, how far ahead of the best other.
    fn worth(&self, position: &Position) -> f64 {
        let scores = position.scores_by_hand();
        let others = Player::all(scores.as_slice().len()).filter(|&player| player != self.player);
        let best = others.map(|player| scores[player]).max().unwrap_or(0);
        let ahead = f64::from(scores[self.player]) - f64::from(best);
        points(position, self.player) + 1e-12 * ahead
    }

    /// Plays to the end as a player of this level does.
    fn play_out(&mut self, position: &mut Position, level: u32) -> Result<Tried, Failure> {
        let mut best: Option<Tried> = None;
        let mut moves = Vec::new();
        while self.let_others_move(position)? {
            let mv = if level == 0 {
                self.greedy.search(position, Limits::NONE)?.best().mv.clone()
            } else {
                let mut is_won = best.as_ref().is_some_and(|tried| tried.worth > 0.999);
                for mv in position.moves() {
                    if is_won {
                        break;
                    }
                    let mut after = position.clone();
                    after.play(&mv)?;
                    let Tried { worth, moves: later } = self.play_out(&mut after, level - 1)?;
                    if best.as_ref().is_none_or(|best| worth > best.worth) {
                        let own = moves.iter().cloned().chain([mv]).chain(later).collect();
                        best = Some(Tried { worth, moves: own });
                        is_won = worth > 0.999;
                    }
                }
                let best = best.as_ref().ok_or("a position that is not over has a move")?;
                best.moves[moves.len()].clone()
            };
            position.play(&mv)?;
            moves.push(mv);
        }
        Ok(Tried { worth: self.worth(position), moves })
    }
}

fn points(position: &Position, player: Player) -> f64 {
    position.outcome().map_or(1.0 / position.game().players() as f64, |outcome| outcome.points(player))
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, openings, level, seed] = args.as_slice() else {
        return Err("GAME PLAYERS OPENINGS LEVEL SEED".into());
    };
    let (players, openings, level, seed) =
        (players.parse::<usize>()?, openings.parse::<u64>()?, level.parse()?, seed.parse::<u64>()?);
    let game = melee::open_with(game, &GameOptions::default().for_players(players))?;
    let mut shares = Vec::new();
    for opening in 0..openings {
        let mut start = game.opening()?;
        let mut random = game.seeded_engine("random", seed.wrapping_mul(1_000_003).wrapping_add(opening))?;
        for _ in 0..4 {
            random.take_turn(&mut start, Limits::NONE)?;
        }
        let mut sum = 0.0;
        for player in Player::all(players) {
            let mut position = start.clone();
            let mut knowing = Knowing { player, greedy: game.engine("greedy")?, ply_cap: 600 };
            knowing.play_out(&mut position, level)?;
            sum += points(&position, player);
        }
        shares.push(sum / players as f64);
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        eprintln!("opening {}: {:.3}, mean {mean:.3}", opening + 1, sum / players as f64);
    }
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let spread = (shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
    println!("{:.1} % +-{:.1} of {} games", 100.0 * mean, 196.0 * spread / count.sqrt(), count * players as f64);
    Ok(())
}
