//! Searches by a clock that counts nodes: a microsecond each, so that every run is the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use melee::core::Game;
use melee::games::Connect4;
use melee::search::*;

use crate::searched::engine;

struct NodeClock<'n>(&'n AtomicU64);

impl Clock for NodeClock<'_> {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

type State = <Connect4 as Game>::State;

struct Player {
    game: Arc<Connect4>,
    engine: Engine<Connect4, <Connect4 as melee::core::PlayableGame>::Knowledge>,
}

impl Player {
    fn new(spec: &str) -> Self {
        let game = Arc::new(Connect4::default());
        let engine = engine(&*game, spec, 0);
        Player { game, engine }
    }

    /// The report, and the time on the clock.
    fn search(&mut self, state: &State, limits: Limits) -> (Report<<Connect4 as Game>::Move>, Duration) {
        let nodes = AtomicU64::new(0);
        let clock = NodeClock(&nodes);
        let watch = Watch::new().by_clock(&clock).counting(&nodes);
        let report = self.engine.search(state, limits, watch, &mut |_| {}).expect("a search");
        let took = Duration::from_micros(report.counts.nodes);
        (report, took)
    }
}

#[test]
fn a_limit_of_time_is_kept_to_a_few_percent_however_short() {
    for spec in ["alphabeta", "pvs:best", "mcts"] {
        for millis in [1, 2, 10, 100] {
            let mut player = Player::new(spec);
            let limit = Duration::from_millis(millis);
            let (_, took) = player.search(&player.game.initial(), Limits::time(limit));
            assert!(took <= limit * 107 / 100, "{spec}, {limit:?}: {took:?}");
            assert!(took >= limit * 9 / 10, "{spec}, {limit:?}: {took:?}");
        }
    }
}

/// Whole games by the clock: nobody is late, and what is there is used.
#[test]
fn a_clock_for_the_whole_game_is_used_and_never_runs_out() {
    for (time, increment) in [(1, 0), (10, 0), (400, 0), (0, 1), (10, 5)] {
        let [time, increment] = [time, increment].map(Duration::from_millis);
        let mut clock = GameClock::new(time, increment);
        // The first move of a game without time is made at once.
        let mut spent = Duration::ZERO;
        let (mut players, mut moves) = ([Player::new("pvs:best"), Player::new("alphabeta")], 0);
        let mut state = players[0].game.initial();
        while players[0].game.outcome(&state).is_none() {
            let limits = if moves % 2 == 0 { clock.limits() } else { Limits::depth(4) };
            let (report, took) = players[moves % 2].search(&state, limits);
            if moves % 2 == 0 {
                assert!(
                    clock.spend(took) || clock.left() == increment,
                    "{time:?}+{increment:?}, move {moves}: {took:?}"
                );
                spent += took;
            }
            let game = players[0].game.clone();
            game.play(&mut state, report.best().mv);
            moves += 1;
        }
        let given = time + increment * (moves as u32).div_ceil(2);
        assert!(spent <= given, "{time:?}+{increment:?}: {spent:?} of {given:?}");
    }
}

#[test]
fn one_legal_move_is_made_at_once() {
    let mut player = Player::new("pvs:best");
    let game = player.game.clone();
    // Six columns are full; the seventh is all there is.
    let mut state = game.initial();
    for column in "121212212121343434434343565656656565".chars() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let wanted = column as usize - '1' as usize;
        let mv = moves
            .iter()
            .copied()
            .find(|&mv| melee::core::Notation::move_text(&*game, &state, mv) == (wanted + 1).to_string());
        game.play(&mut state, mv.expect("a column with room"));
        assert_eq!(game.outcome(&state), None);
    }
    let (_, took) = player.search(&state, GameClock::new(Duration::from_secs(10), Duration::ZERO).limits());
    assert!(took < Duration::from_micros(100), "{took:?}");
}
