//! Playing the games of a match, several at a time.

use std::collections::HashSet;

use super::MatchError;
use super::game::{Bench, PlayedGame, play_game};
use super::plan::OpenMatch;
use crate::workers::do_all;

/// How a match is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// So many games, those that have been played among them.
    pub games: u64,
    /// So many at a time.
    pub threads: usize,
    /// Keep a record of every move.
    pub keep_moves: bool,
}

/// Is told of games that have ended, and of all so far; says whether to go on.
type Finished<'f> = dyn FnMut(&[PlayedGame], &[PlayedGame]) -> Result<bool, MatchError> + 'f;

impl Run {
    /// Plays what is missing of games 0 to `games`. `finished` is told the games that have just ended, several if
    /// they ended together, and all so far; it makes them durable, and says whether to go on. Returns all
    /// games in order; those that are broken off because the match is to stop are none of them.
    pub fn play(
        &self,
        open: &OpenMatch,
        done: Vec<PlayedGame>,
        finished: &mut Finished,
    ) -> Result<Vec<PlayedGame>, MatchError> {
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        open.check_seats(&done)?;
        let played: HashSet<u64> = done.iter().map(|g| g.number).collect();
        let missing: Vec<u64> = (0..self.games).filter(|n| !played.contains(n)).collect();
        let mut all = done;
        let play = |&number: &u64, bench: &mut Bench| play_game(open, &open.pairing(number), self.keep_moves, bench);
        do_all(&missing, self.threads, play, &mut |mut new| -> Result<bool, MatchError> {
            let is_stopped = open.is_stopped();
            new.retain(|game: &PlayedGame| !is_stopped || game.counts());
            if new.is_empty() {
                return Ok(!is_stopped);
            }
            all.extend(new.iter().cloned());
            Ok(finished(&new, &all)? && !is_stopped)
        })?;
        all.sort_by_key(|game| game.number);
        Ok(all)
    }
}
