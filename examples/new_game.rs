//! A whole game in one file: Nim for three players, and what two searches make of it.
//!
//! `cargo run --release -p melee-arena --example new_game`
//!
//! One heap, each player in turn takes one to three stones, who takes the last stone wins. A game
//! that is to be played by name also implements `Notation`, `Draw` and `PlayableGame` (see
//! `CONTRIBUTING.md`); for a search the rules and an evaluation are enough.

use melee_core::zobrist::{TURN, mix};
use melee_core::{
    Bounded, Evaluator, Game, MoveOrder, NoisyMoves, OrderView, Outcome, Player, Scores, Window,
};
use melee_search::{Engine, Limits, Watch};

/// The rules; a value of this type could hold parameters.
struct Nim;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Heap {
    stones: u8,
    turn: Player,
    last: Option<Player>,
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    type State = Heap;
    type Move = u8;
    type Undo = Heap;

    fn players(&self) -> usize {
        3
    }

    fn initial(&self) -> Heap {
        Heap {
            stones: 10,
            turn: Player::FIRST,
            last: None,
        }
    }

    fn to_move(&self, heap: &Heap) -> Player {
        heap.turn
    }

    fn moves(&self, heap: &Heap, out: &mut Vec<u8>) {
        out.extend(1..=heap.stones.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u8) -> Heap {
        let before = heap.clone();
        heap.stones -= taken;
        heap.last = Some(heap.turn);
        heap.turn = heap.turn.next(self.players());
        before
    }

    fn hand_turn_to(&self, heap: &mut Heap, player: Player) -> Heap {
        let before = heap.clone();
        heap.turn = player;
        before
    }

    fn undo(&self, heap: &mut Heap, before: Heap) {
        *heap = before;
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let winner = heap.last.filter(|_| heap.stones == 0)?;
        Some(Outcome::win(winner, self.players()))
    }

    fn key(&self, heap: &Heap) -> u64 {
        mix(u64::from(heap.stones)) ^ TURN[heap.turn.index()]
    }

    fn key_from_scratch(&self, heap: &Heap) -> u64 {
        self.key(heap)
    }

    fn move_index(&self, taken: u8) -> usize {
        taken as usize
    }

    fn move_indices(&self) -> usize {
        4
    }
}

/// Knows nothing but the end of the game.
struct NoIdea;

impl Evaluator<Nim> for NoIdea {
    fn scores(&self, _: &Nim, _: &Heap, _: Player) -> Scores {
        Scores::new(3)
    }

    fn score(&self, _: &Nim, _: &Heap, _: Player, _: Window) -> Bounded {
        Bounded::Exact(0)
    }
}

impl MoveOrder<Nim> for NoIdea {
    /// Large moves first.
    fn rank_all(&self, _: &Nim, _: &mut Heap, _: OrderView, moves: &[u8], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|&taken| i32::from(taken)));
    }
}

impl NoisyMoves<Nim> for NoIdea {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for spec in ["paranoid", "brs", "brs+"] {
        let mut engine = Engine::with_knowledge(&spec.parse()?, &Nim, NoIdea, 0)?;
        let (limits, watch) = (Limits::depth(12), Watch::nothing());
        let report = engine.search(&Nim, &Nim.initial(), limits, watch, &mut |_| {})?;
        println!(
            "{spec:<9} takes {}  value {:+}",
            report.best.mv, report.value
        );
    }
    Ok(())
}
