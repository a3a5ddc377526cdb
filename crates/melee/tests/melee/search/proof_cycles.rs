//! Proofs where positions come back, and where a clock that keys leave out ends the game.

use melee::core::zobrist::{TURN, mix};
use melee::core::{Game, Knowledge, NoKnowledge, Notation, Outcome, PlayableGame, Player, Rng, seeded_rng};
use melee::games::Billabong;
use melee::search::proof::{Answer, Doubt, Goal, Question, prove};
use melee::search::{Limits, Watch};
use melee_testkit::usual_or_long;

/// Players move a token along the arrows of a graph in turn; whoever a place without arrows belongs to has won when
/// it comes there. After `cap` plies it is a draw.
#[derive(Clone, Debug)]
struct Token {
    players: usize,
    arrows: Vec<Vec<usize>>,
    /// Of places without arrows.
    winners: Vec<Player>,
    cap: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    node: usize,
    turn: Player,
    ply: u32,
}

const NO_CAP: u32 = u32::MAX;

impl Token {
    fn random(seed: u64, players: usize, nodes: usize, cap: u32) -> Self {
        let mut rng = seeded_rng(seed);
        let mut draw = |n: usize| rng.next_u32() as usize % n;
        let arrows = (0..nodes).map(|node| {
            let count = if node > 0 && draw(4) == 0 { 0 } else { 1 + draw(3) };
            let mut arrows: Vec<usize> = (0..count).map(|_| draw(nodes)).collect();
            arrows.sort_unstable();
            arrows.dedup();
            arrows
        });
        let arrows = arrows.collect();
        let winners = (0..nodes).map(|_| Player::new(draw(players))).collect();
        Token { players, arrows, winners, cap }
    }

    /// From which places, by node and turn, a player can force a win, whatever the others do: grown backwards from the ends.
    fn won_places(&self, player: Player) -> Vec<Vec<bool>> {
        let mut won: Vec<Vec<bool>> = (0..self.arrows.len())
            .map(|node| vec![self.arrows[node].is_empty() && self.winners[node] == player; self.players])
            .collect();
        loop {
            let before = won.clone();
            for (node, arrows) in self.arrows.iter().enumerate().filter(|(_, arrows)| !arrows.is_empty()) {
                for turn in Player::all(self.players) {
                    let next = turn.next(self.players).index();
                    let mut after = arrows.iter().map(|&to| before[to][next]);
                    won[node][turn.index()] = if turn == player { after.any(|w| w) } else { after.all(|w| w) };
                }
            }
            if won == before {
                return won;
            }
        }
    }

    /// Can the player force the goal before the clock ends the game, or by that? Everything is looked at.
    fn is_forced(&self, state: &Place, player: Player, goal: Goal) -> bool {
        if let Some(outcome) = self.outcome(state) {
            return if goal == Goal::Win { outcome.winner() == Some(player) } else { outcome.is_first(player) };
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let mut after = moves.into_iter().map(|mv| {
            let mut child = *state;
            self.play(&mut child, mv);
            self.is_forced(&child, player, goal)
        });
        if state.turn == player { after.any(|w| w) } else { after.all(|w| w) }
    }
}

impl Game for Token {
    const NAME: &'static str = "token";
    type State = Place;
    type Move = usize;
    type Undo = Place;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> Place {
        Place { node: 0, turn: Player::FIRST, ply: 0 }
    }

    fn to_move(&self, state: &Place) -> Player {
        state.turn
    }

    fn moves(&self, state: &Place, out: &mut Vec<usize>) {
        out.extend(&self.arrows[state.node]);
    }

    fn play(&self, state: &mut Place, mv: usize) -> Place {
        let before = *state;
        *state = Place { node: mv, turn: state.turn.next(self.players), ply: state.ply + 1 };
        before
    }

    fn hand_turn_to(&self, state: &mut Place, player: Player) -> Place {
        let before = *state;
        state.turn = player;
        before
    }

    fn undo(&self, state: &mut Place, undo: Place) {
        *state = undo;
    }

    fn outcome(&self, state: &Place) -> Option<Outcome> {
        if self.arrows[state.node].is_empty() {
            return Some(Outcome::win(self.winners[state.node], self.players));
        }
        (state.ply >= self.cap).then(|| Outcome::draw(self.players))
    }

    fn key(&self, state: &Place) -> u64 {
        mix(state.node as u64) ^ TURN[state.turn.index()]
    }

    fn past(&self, state: &Place) -> u64 {
        if self.cap == NO_CAP { 0 } else { state.ply.into() }
    }
}

fn ask<G: Game, K: Knowledge<G> + 'static>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    player: Player,
    goal: Goal,
) -> Answer {
    let question = Question { player, goal, table_bytes: 64 << 20 };
    // Far more than is needed: a search that goes round in circles fails instead of hanging.
    let limits = Limits::nodes(50_000_000);
    prove(game, knowledge, state, question, limits, Watch::new()).unwrap_or_else(|e| panic!("{e}")).answer
}

/// Before, a single repetition anywhere made every "no" an "unknown", and what failed on one way was believed on others.
#[test]
fn cycles_are_answered_as_by_working_backwards_from_the_ends() {
    let mut seen = [0; 2];
    for seed in 0..600 {
        let players = 2 + seed as usize % 3;
        let game = Token::random(seed, players, 4 + seed as usize % 14, NO_CAP);
        for player in Player::all(players) {
            let is_won = game.won_places(player)[0][0];
            let expected = if is_won { Answer::Yes } else { Answer::No };
            for bytes in [1 << 20, 64] {
                let question = Question { player, goal: Goal::Win, table_bytes: bytes };
                let limits = Limits::nodes(5_000_000);
                let proof = prove(&game, &NoKnowledge, &game.initial(), question, limits, Watch::new()).expect("asked");
                assert_eq!(proof.answer, expected, "graph {seed}, player {player}, {bytes} bytes: {game:?}");
            }
            seen[usize::from(is_won)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// Before, the check took whatever memory it needed.
#[test]
fn a_no_that_is_too_large_to_check_is_unknown() {
    // Round and round without an end.
    let nodes = 1200;
    let arrows = (0..nodes).map(|node| vec![(node + 1) % nodes]).collect();
    let ring = Token { players: 2, arrows, winners: vec![Player::FIRST; nodes], cap: NO_CAP };
    for (bytes, expected) in [(1 << 20, Answer::No), (64, Answer::Unknown(Doubt::Memory))] {
        let question = Question { player: Player::FIRST, goal: Goal::Win, table_bytes: bytes };
        let proof = prove(&ring, &NoKnowledge, &ring.initial(), question, Limits::NONE, Watch::new()).expect("asked");
        assert_eq!(proof.answer, expected, "{bytes} bytes");
    }
}

/// Before, a position from which the clock ended the game at once was remembered for every other ply.
#[test]
fn a_clock_that_ends_the_game_is_part_of_what_is_proven() {
    for seed in 0..600 {
        let players = 2 + seed as usize % 2;
        let game = Token::random(seed, players, 4 + seed as usize % 10, 3 + seed as u32 % 6);
        for player in Player::all(players) {
            for goal in [Goal::Win, Goal::First] {
                let is_forced = game.is_forced(&game.initial(), player, goal);
                let answer = ask(&game, &NoKnowledge, &game.initial(), player, goal);
                let place = format!("graph {seed}, player {player}, {goal:?}: {game:?}");
                // Who waits for the clock may have to repeat positions, which is not followed.
                let is_given_up = goal == Goal::First && answer == Answer::Unknown(Doubt::Repetitions);
                let expected = if is_forced { Answer::Yes } else { Answer::No };
                assert!(answer == expected || is_given_up, "{answer:?} {place}");
            }
        }
    }
}

#[test]
fn a_race_with_one_piece_each_is_won_or_not() {
    let game = Billabong::new(2).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    let races = [("g5:1,x4|i1:0,x4 1", Answer::Yes), ("i1:0,x4|g5:1,x4 1", Answer::No)];
    for (text, expected) in races.into_iter().take(usual_or_long(1, 2)) {
        let state = game.parse_position(text).unwrap_or_else(|e| panic!("{e}")).start;
        assert_eq!(ask(&game, &knowledge, &state, Player::FIRST, Goal::Win), expected, "{text}");
    }
}
