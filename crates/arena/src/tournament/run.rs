//! Playing the games of a match, several at a time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::MatchError;
use super::game::{PlayedGame, play_game};
use super::plan::OpenMatch;

/// Games of a thread that may wait to be kept: the disk is slower than short games, and takes many at once as fast as one.
const WAITING: usize = 32;

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
    /// games in order.
    pub fn play(
        &self,
        open: &OpenMatch,
        done: Vec<PlayedGame>,
        finished: &mut Finished,
    ) -> Result<Vec<PlayedGame>, MatchError> {
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        let played: HashSet<u64> = done.iter().map(|g| g.number).collect();
        let missing: Vec<u64> = (0..self.games).filter(|n| !played.contains(n)).collect();
        let mut all = done;
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::sync_channel(WAITING * self.threads.max(1));
            for _ in 0..self.threads.max(1) {
                let send = send.clone();
                scope.spawn(|| {
                    let send = send;
                    while !stop.load(Ordering::Relaxed) {
                        let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed))
                        else {
                            break;
                        };
                        let game = play_game(open, &open.pairing(number), self.keep_moves);
                        if send.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            while let Ok(first) = receive.recv() {
                // Whatever has ended meanwhile goes along.
                let new: Vec<PlayedGame> =
                    std::iter::once(first).chain(receive.try_iter()).collect();
                all.extend(new.iter().cloned());
                match finished(&new, &all) {
                    Ok(true) => {}
                    Ok(false) => stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        result = Err(error);
                        break;
                    }
                }
            }
        });
        result?;
        all.sort_by_key(|game| game.number);
        Ok(all)
    }
}
