//! The search backwards from the full goal: who is a move away from a placement of distance `d`, and no
//! nearer, has distance `d + 1`.
//!
//! Without others on the board every move can be taken back by a move, so the search looks forwards.
//! A layer is all placements of one distance; its placements are found by going through all numbers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use melee_core::{TableBuild, TableFile, TableTrouble};

use super::super::board::{Board, Hole, Holes};
use super::placements::{Placement, count};
use super::table::{DONE, SoloTable, UNKNOWN};

/// So many placements are one piece of work; few in tests, so that there are several.
const CHUNK: usize = if cfg!(test) { 1 << 12 } else { 1 << 18 };

/// The search for the distances of all placements of `N` pieces.
struct DistanceSearch<'a, const N: usize> {
    board: &'a Board,
    /// The holes by their numbers, from 0.
    holes: Vec<Hole>,
    distances: Vec<AtomicU8>,
    stop: &'a AtomicBool,
}

/// Makes the table of all placements of `N` pieces that want to fill `goal`.
pub(super) fn make<const N: usize>(
    board: &Board,
    goal: &Holes,
    before: Option<&[u8]>,
    build: &mut TableBuild<'_>,
) -> Result<TableFile, TableTrouble> {
    let count = count(board.all.len(), N);
    let (distances, first) = match before {
        Some(bytes) => {
            let table = SoloTable::<N>::from_bytes(board.all.len(), bytes).map_err(TableTrouble::Other)?;
            (table.iter().map(AtomicU8::new).collect(), table.layer)
        }
        None => ((0..count).map(|_| AtomicU8::new(UNKNOWN)).collect(), 0),
    };
    let search = DistanceSearch::<N>::new(board, distances, build.stop);
    let start = search.placement(goal).expect("as many holes as pieces");
    search.distances[start.number()].store(0, Ordering::Relaxed);
    let mut layer = first;
    while layer < UNKNOWN - 1 {
        let looked_at = search.expand(layer, build.threads, build.on_progress);
        if build.stop.load(Ordering::Relaxed) {
            (build.keep)(&search.table(layer).to_bytes()).map_err(TableTrouble::Other)?;
            return Err(TableTrouble::Stopped);
        }
        if looked_at == 0 {
            break;
        }
        layer += 1;
    }
    let table = search.table(DONE);
    let mut facts = vec![("placements".to_string(), count as u64)];
    let mut layers = [0; UNKNOWN as usize + 1];
    table.iter().for_each(|distance| layers[distance as usize] += 1);
    let of_distance = |(distance, &count): (usize, &u64)| (format!("distance {distance}"), count);
    facts.extend(layers.iter().enumerate().filter(|(_, count)| **count > 0).map(of_distance));
    Ok(TableFile { bytes: table.to_bytes(), facts })
}

impl<'a, const N: usize> DistanceSearch<'a, N> {
    fn new(board: &'a Board, distances: Vec<AtomicU8>, stop: &'a AtomicBool) -> Self {
        let mut holes: Vec<Hole> = board.all.iter().collect();
        holes.sort_by_key(|&hole| board.number[hole as usize]);
        DistanceSearch { board, holes, distances, stop }
    }

    fn placement(&self, pieces: &Holes) -> Option<Placement<N>> {
        Placement::new(pieces.iter().map(|hole| self.board.number[hole as usize] - 1))
    }

    fn table(&self, layer: u8) -> SoloTable<N> {
        let distances = self.distances.iter().map(|distance| distance.load(Ordering::Relaxed));
        SoloTable::pack(self.board.all.len(), layer, distances)
    }

    /// Gives all neighbours of a layer that have no distance yet the next one; how many placements the layer has.
    fn expand(&self, layer: u8, threads: usize, on_progress: &mut (dyn FnMut(&str) + Send)) -> usize {
        let (next, looked_at) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let on_progress = Mutex::new(on_progress);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while !self.stop.load(Ordering::Relaxed) {
                        let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                        if first >= self.distances.len() {
                            return;
                        }
                        let new = self.expand_chunk(layer, first);
                        let all = looked_at.fetch_add(new, Ordering::Relaxed) + new;
                        let share = 100 * first / self.distances.len();
                        if let Ok(on_progress) = on_progress.try_lock().as_deref_mut() {
                            on_progress(&format!(
                                "distance {layer}: {all} placements, {share} % of all numbers looked at"
                            ));
                        }
                    }
                });
            }
        });
        looked_at.into_inner()
    }

    fn expand_chunk(&self, layer: u8, first: usize) -> usize {
        let end = (first + CHUNK).min(self.distances.len());
        let mut placement = Placement::<N>::of(first);
        let mut looked_at = 0;
        for distance in &self.distances[first..end] {
            if distance.load(Ordering::Relaxed) == layer {
                self.expand_one(layer, &placement);
                looked_at += 1;
            }
            placement.advance();
        }
        looked_at
    }

    fn expand_one(&self, layer: u8, placement: &Placement<N>) {
        let pieces: Holes = placement.0.iter().map(|&number| self.holes[number as usize]).collect();
        let number = |hole: Hole| self.board.number[hole as usize] - 1;
        self.board.each_reach(&pieces, &pieces, &Holes::NONE, |from, to| {
            let lifted = placement.lifted(number(from));
            for hole in to.iter() {
                let distance = &self.distances[lifted.number_at(number(hole))];
                // Two threads may find the same one at once, and then write the same.
                if distance.load(Ordering::Relaxed) == UNKNOWN {
                    distance.store(layer + 1, Ordering::Relaxed);
                }
            }
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::super::super::board::SMALL;
    use super::*;

    /// The distances up to `most` by a search that knows nothing of numbers.
    fn by_queue(goal: Holes, most: u8) -> HashMap<[u64; 4], u8> {
        let mut distances = HashMap::from([(goal.0, 0)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(pieces) = queue.pop_front() {
            let distance = distances[&pieces.0] + 1;
            if distance > most {
                break;
            }
            SMALL.each_reach(&pieces, &pieces, &Holes::NONE, |from, to| {
                for hole in to.iter() {
                    let mut moved = pieces;
                    moved.toggle(from);
                    moved.toggle(hole);
                    distances.entry(moved.0).or_insert_with(|| {
                        queue.push_back(moved);
                        distance
                    });
                }
                true
            });
        }
        distances
    }

    /// The first numbers of the rules file.
    #[test]
    fn six_pieces_near_the_goal() {
        let distances = by_queue(SMALL.camp(3, false), 5);
        let count = |distance: u8| distances.values().filter(|&&found| found == distance).count();
        assert_eq!([0, 1, 2, 3, 4, 5].map(count), [1, 10, 89, 608, 3445, 16_109]);
    }

    fn three_pieces(before: Option<&[u8]>, stop_after: usize) -> (Result<TableFile, TableTrouble>, Vec<u8>) {
        let goal: Holes = SMALL.camp(3, false).iter().take(3).collect();
        let (stop, mut kept, mut told) = (AtomicBool::new(false), Vec::new(), 0);
        let made = make::<3>(
            &SMALL,
            &goal,
            before,
            &mut TableBuild {
                threads: 2,
                stop: &stop,
                on_progress: &mut |_| {
                    told += 1;
                    stop.store(told >= stop_after, Ordering::Relaxed);
                },
                keep: &mut |bytes| {
                    kept = bytes.to_vec();
                    Ok(())
                },
            },
        );
        (made, kept)
    }

    #[test]
    fn all_placements_of_three_pieces() {
        let made = three_pieces(None, usize::MAX).0.expect("made");
        let table = SoloTable::<3>::from_bytes(SMALL.all.len(), &made.bytes).expect("a table");
        let goal: Holes = SMALL.camp(3, false).iter().take(3).collect();
        let distances = by_queue(goal, UNKNOWN);
        assert_eq!((distances.len(), table.iter().count()), (62_196, 62_196));
        for (pieces, distance) in distances {
            let numbers = Holes(pieces).iter().map(|hole| SMALL.number[hole as usize] - 1);
            assert_eq!(table.get(&Placement::new(numbers).expect("three")), distance, "{pieces:?}");
        }
        assert_eq!(made.facts[0], ("placements".to_string(), 62_196));
    }

    #[test]
    fn a_broken_off_table_goes_on() {
        let whole = three_pieces(None, usize::MAX).0.expect("made");
        let (stopped, kept) = three_pieces(None, 4);
        assert_eq!(stopped.expect_err("broken off"), TableTrouble::Stopped);
        let (again, _) = three_pieces(Some(&kept), usize::MAX);
        assert_eq!(again.expect("made").bytes, whole.bytes);
        let foreign = three_pieces(Some(b"something else"), usize::MAX).0.expect_err("refused");
        assert_eq!(foreign.to_string(), "does not begin like a table of solo distances");
    }
}
