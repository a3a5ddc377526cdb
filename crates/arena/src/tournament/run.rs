//! Playing the games of a match, several at a time.

use std::collections::HashSet;
use std::vec::IntoIter;

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

/// Is told of games that have ended, and how many there are in all; says whether to go on.
type Finished<'f> = dyn FnMut(&[PlayedGame], usize) -> Result<bool, MatchError> + 'f;

impl Run {
    /// Plays what is missing of games 0 to `games`. `finished` is told the games that have just ended, several if
    /// they ended together, and how many there are in all; it makes them durable, and says whether to go on. Returns all
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
        let mut all = InOrder::new(done, missing.first().copied());
        let play = |&number: &u64, bench: &mut Bench| play_game(open, &open.pairing(number), self.keep_moves, bench);
        do_all(&missing, self.threads, play, &mut |mut new| -> Result<bool, MatchError> {
            let is_stopped = open.is_stopped();
            new.retain(|game: &PlayedGame| !is_stopped || game.counts());
            if new.is_empty() {
                return Ok(!is_stopped);
            }
            let goes_on = finished(&new, all.len() + new.len())?;
            all.extend(new);
            Ok(goes_on && !is_stopped)
        })?;
        Ok(all.finish())
    }
}

/// Games in the order of their numbers while they come nearly in that order. When a match is to stop, nothing is left to do
/// that takes the longer the more games there are.
struct InOrder {
    games: Vec<PlayedGame>,
    /// Games that were there before, behind the first that was missing.
    later: IntoIter<PlayedGame>,
}

impl InOrder {
    fn new(mut done: Vec<PlayedGame>, first_missing: Option<u64>) -> Self {
        done.sort_by_key(|game| game.number);
        let gap = first_missing.map_or(done.len(), |missing| done.partition_point(|game| game.number < missing));
        let later = done.split_off(gap).into_iter();
        InOrder { games: done, later }
    }

    fn len(&self) -> usize {
        self.games.len() + self.later.len()
    }

    fn extend(&mut self, new: Vec<PlayedGame>) {
        for game in new {
            while self.later.as_slice().first().is_some_and(|later| later.number < game.number) {
                self.games.extend(self.later.next());
            }
            // The place is behind the last game or a few before it.
            let place = self.games.partition_point(|known| known.number < game.number);
            self.games.insert(place, game);
        }
    }

    fn finish(mut self) -> Vec<PlayedGame> {
        self.games.extend(self.later);
        self.games
    }
}
