//! Opponents who are found out: whoever's last moves were all those of a greedy player is taken for one.
//!
//! A search among several players has to suppose something about the others, and is as good as that. Who plays whatever
//! has the best evaluation after one ply can be foreseen to the move, and a player who does so wins nearly every game; but
//! one who takes everybody for greedy loses to those who search (docs/strength.md has both figures). So it is not supposed,
//! it is seen: in the game that was played so far.

use melee_core::{Game, Knowledge, MAX_PLAYERS, OrderView, Player};

use crate::{Move, Walk, World};

/// Who is taken for a greedy player.
pub(crate) type FoundOut = [bool; MAX_PLAYERS];

/// So many foreseen moves are remembered, those of some rounds: every search asks again for most of them.
const REMEMBERED: usize = 128;

/// What greedy players would have done in the positions of a game.
#[derive(Debug)]
pub(crate) struct Opponents<G: Game> {
    /// By the key of the position; the oldest are forgotten first.
    foreseen: Vec<(u64, G::Move)>,
    next: usize,
}

impl<G: Game> Default for Opponents<G> {
    fn default() -> Self {
        Opponents { foreseen: Vec::new(), next: 0 }
    }
}

impl<G: Game> Opponents<G> {
    /// Which of the root player's opponents has made so many greedy moves one after another, up to now? The game is told
    /// backwards, as positions and the moves made in them. Where there was no choice, nothing is learned.
    pub(crate) fn study<'s>(
        &mut self,
        game: &G,
        knowledge: &impl Knowledge<G>,
        (root, in_a_row): (Player, u32),
        game_backwards: &mut dyn Iterator<Item = (&'s G::State, G::Move)>,
    ) -> FoundOut
    where
        G::State: 's,
    {
        let players = game.players();
        let mut greedy_moves = [0; MAX_PLAYERS];
        let mut is_decided = [false; MAX_PLAYERS];
        is_decided[root.index()] = true;
        // More rounds than that, since moves may be forced; but not the whole of a long game.
        let plies = players * (2 * in_a_row as usize + 4);
        for (state, mv) in game_backwards.take(plies) {
            let mover = game.to_move(state).index();
            if is_decided[mover] {
                continue;
            }
            let Some(foreseen) = self.foresee(game, knowledge, state) else {
                continue;
            };
            if foreseen == mv {
                greedy_moves[mover] += 1;
            }
            is_decided[mover] = foreseen != mv || greedy_moves[mover] == in_a_row;
            if is_decided[..players].iter().all(|&is| is) {
                break;
            }
        }
        greedy_moves.map(|moves| moves == in_a_row)
    }

    /// The move of a greedy player; `None` where there is no choice.
    fn foresee(&mut self, game: &G, knowledge: &impl Knowledge<G>, state: &G::State) -> Option<G::Move> {
        let key = game.key(state);
        if let Some(&(_, mv)) = self.foreseen.iter().find(|(known, _)| *known == key) {
            return Some(mv);
        }
        let mut state = state.clone();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.len() < 2 {
            return None;
        }
        let mv = greedy_move(game, knowledge, &mut state, &moves);
        if self.foreseen.len() < REMEMBERED {
            self.foreseen.push((key, mv));
        } else {
            self.foreseen[self.next] = (key, mv);
            self.next = (self.next + 1) % REMEMBERED;
        }
        Some(mv)
    }
}

impl<W: World> Walk<'_, W> {
    /// Is it known what the player to move will do? Of the root player it is not.
    pub(crate) fn is_foreseen(&self) -> bool {
        let mover = self.game.to_move(&self.state);
        self.found_out[mover.index()] && mover != self.root
    }

    /// Is it known of all opponents who still play?
    pub(crate) fn is_all_foreseen(&self) -> bool {
        let is_known = |player: Player| {
            player == self.root || self.found_out[player.index()] || self.game.has_lost(&self.state, player)
        };
        self.found_out.contains(&true) && Player::all(self.game.players()).all(is_known)
    }

    /// What a greedy player would do, with its place in the generator's order; `buffer` is room for moves.
    pub(crate) fn greedy_move(&mut self, buffer: &mut Vec<Move<W>>) -> (usize, Move<W>) {
        buffer.clear();
        self.game.moves(&self.state, buffer);
        self.note_listed(buffer.len());
        self.counts.evaluations += buffer.len() as u64;
        let mv = greedy_move(self.game, self.knowledge, &mut self.state, buffer);
        let place = buffer.iter().position(|other| *other == mv);
        (place.expect("it is one of them"), mv)
    }
}

/// Of some moves, at least one, that with the best plain evaluation after it for the mover; of equal ones the first of the
/// static order.
#[inline(never)]
pub(crate) fn greedy_move<G: Game>(
    game: &G,
    knowledge: &impl Knowledge<G>,
    state: &mut G::State,
    moves: &[G::Move],
) -> G::Move {
    let mut equal = Vec::with_capacity(4);
    knowledge.greediest(game, state, moves, &mut equal);
    if equal.len() == 1 {
        return moves[equal[0]];
    }
    let mut ranks = Vec::with_capacity(moves.len());
    knowledge.rank_all(game, state, OrderView::Own, moves, &mut ranks);
    let mut first = equal[0];
    for &place in &equal[1..] {
        if ranks[place] > ranks[first] {
            first = place;
        }
    }
    moves[first]
}
