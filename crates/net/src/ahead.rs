//! Thinking on the others' time.
//!
//! What the others are going to play is guessed by a short search for each of them. The position in which we would be asked
//! then is searched until we are, or until somebody does something else. What was found stands in the table of the search:
//! asked for a move in that position, it comes to the same depth sooner. A search without a table gains nothing, and one
//! that goes on with its tree (`mcts:reuse=on`) loses it to the guesses.
//!
//! On a machine that has more to do than it has cores that would only take time from those who are on turn, ourselves
//! included: whoever has computed all the time waits longest when others want to. So what a thread gets is measured.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use melee_core::{Game, Player};
use melee_games::reversixt::{Move, ReversiXt, State};
use melee_search::Limits;
use rustix::time::{ClockId, clock_gettime};

/// The positions that a search is prepared for, by their keys: that in which it began, and those that it expects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foreseen(Arc<Mutex<Vec<u64>>>);

impl Foreseen {
    pub(crate) fn note(&self, key: u64) {
        if let Ok(mut keys) = self.0.lock() {
            keys.push(key);
        }
    }

    pub(crate) fn has(&self, key: u64) -> bool {
        self.0.lock().is_ok_and(|keys| keys.contains(&key))
    }
}

/// A piece of work of this thread.
pub(crate) struct Stint {
    began: Instant,
    used_before: Duration,
}

/// Shorter work says nothing about the machine.
const SHORTEST_STINT: Duration = Duration::from_millis(5);

impl Stint {
    pub(crate) fn begin() -> Self {
        Stint { began: Instant::now(), used_before: used() }
    }

    /// Did the thread have a core to itself? Nobody knows after a short time.
    pub(crate) fn had_core(&self) -> Option<bool> {
        had_core(self.began.elapsed(), used().saturating_sub(self.used_before))
    }
}

/// Is so much time of a core nearly all that has passed?
fn had_core(passed: Duration, used: Duration) -> Option<bool> {
    (passed >= SHORTEST_STINT).then_some(used * 10 >= passed * 9)
}

/// The processor time of this thread.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// For whom to think ahead, and how.
#[derive(Clone, Debug)]
pub(crate) struct Foresight {
    /// Who will be asked for a move.
    pub(crate) player: Player,
    /// How long to think about what one of the others will do.
    pub(crate) guess: Duration,
    /// How long to think about what we will be asked, at most.
    pub(crate) most: Duration,
    pub(crate) threads: usize,
    pub(crate) foreseen: Foreseen,
}

impl Foresight {
    /// Thinks until it is told to stop, or the game that it expects is over before the player is asked again.
    pub(crate) fn think(
        &self,
        game: &ReversiXt,
        mut state: State,
        stop: &AtomicBool,
        search: &mut dyn FnMut(&State, Limits) -> Option<Move>,
    ) {
        let limits = |time| Limits { threads: self.threads, ..Limits::time(time) };
        while game.outcome(&state).is_none() && !stop.load(Ordering::Relaxed) {
            if game.to_move(&state) == self.player {
                search(&state, limits(self.most));
                return;
            }
            let Some(mv) = search(&state, limits(self.guess)) else { return };
            game.play(&mut state, mv);
            state.forget_past();
            self.foreseen.note(game.key(&state));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use melee_games::reversixt::named_map;

    use super::*;

    pub(crate) fn moves_of(game: &ReversiXt, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves
    }

    #[test]
    fn the_others_moves_are_guessed_up_to_our_own() {
        let game = ReversiXt::new(named_map("three").expect("shipped"));
        let state = game.initial();
        let guess = Duration::from_millis(5);
        let foreseen = Foreseen::default();
        let most = Duration::from_secs(2);
        let foresight = Foresight { player: Player::new(2), guess, most, threads: 2, foreseen: foreseen.clone() };
        let mut asked = Vec::new();
        foresight.think(&game, state.clone(), &AtomicBool::new(false), &mut |state, limits| {
            asked.push((game.to_move(state).index(), limits));
            Some(moves_of(&game, state)[0])
        });
        let limits = |time| Limits { threads: 2, ..Limits::time(time) };
        assert_eq!(asked, [(0, limits(guess)), (1, limits(guess)), (2, limits(most))]);
        let after = |choice: usize| {
            let mut state = state.clone();
            let mv = moves_of(&game, &state)[choice];
            game.play(&mut state, mv);
            game.key(&state)
        };
        assert!(foreseen.has(after(0)) && !foreseen.has(after(1)));
    }

    #[test]
    fn a_core_is_ours_if_we_computed_nine_tenths_of_the_time() {
        let ms = Duration::from_millis;
        assert_eq!(had_core(ms(4), ms(4)), None);
        assert_eq!(had_core(ms(100), ms(89)), Some(false));
        assert_eq!(had_core(ms(100), ms(90)), Some(true));
        assert_eq!(had_core(ms(5), ms(0)), Some(false));
    }

    #[test]
    fn who_is_told_to_stop_asks_nothing_more() {
        let game = ReversiXt::new(named_map("three").expect("shipped"));
        let foreseen = Foreseen::default();
        let foresight =
            Foresight { player: Player::new(2), guess: Duration::ZERO, most: Duration::ZERO, threads: 1, foreseen };
        let stop = AtomicBool::new(false);
        let mut times = 0;
        foresight.think(&game, game.initial(), &stop, &mut |state, _| {
            times += 1;
            stop.store(true, Ordering::Relaxed);
            Some(moves_of(&game, state)[0])
        });
        assert_eq!(times, 1);
    }
}
