//! How far from the floor a search is: the fewest leaves that anybody has to see to be sure of a value.
//!
//! Whoever knows the best moves beforehand still has to show two things: that the root player gets *at least* his value,
//! for which one move is enough at each of his nodes and all are needed at those of the others, and that he gets *at most*
//! that, the other way round. The smallest tree that shows both is the minimal tree of Knuth and Moore (1975), here for any
//! policy that makes nodes of highest and lowest value and for any shape of the tree. Where every node of a layer has
//! as many moves, it has the product of the layers of the root player, plus the product of those of the others, minus one
//! leaf for the principal variation, which belongs to both.
//!
//! It is a property of the tree and not of the search: transpositions are not counted together, so a search with a
//! table may come out below it.

use crate::record::{RecordedTree, Visit};
use crate::{Bound, Chooser};

/// The fewest leaves below a node that show what its value is, compared with that of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Proofs {
    /// That it is at least as high.
    at_least: Option<u64>,
    /// That it is at most as high.
    at_most: Option<u64>,
    /// That it is the same.
    equal: Option<u64>,
}

/// The moves of a node so far.
#[derive(Clone, Copy, Debug)]
struct Moves {
    /// The cheapest proof by one move.
    one: Option<u64>,
    /// The proof that needs all of them.
    all: Option<u64>,
    /// How much more it costs at least to show that one of them is worth the same instead.
    extra: Option<u64>,
    are_there: bool,
}

impl Moves {
    const NONE: Moves = Moves { one: None, all: Some(0), extra: None, are_there: false };

    fn add(&mut self, by_one: Option<u64>, by_all: Option<u64>, equal: Option<u64>) {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        self.one = least(self.one, by_one);
        self.all = self.all.zip(by_all).map(|(sum, more)| sum + more);
        let extra = equal.zip(by_all).map(|(equal, one_side)| equal - one_side);
        self.extra = least(self.extra, extra);
        self.are_there = true;
    }
}

/// The fewest leaves of the whole tree that prove the value of its root. None if the tree is not whole (something was cut
/// off, looked up or searched again), or if not everybody plays for or against the root player.
pub fn minimal_leaves<M>(tree: &RecordedTree<M>) -> Option<u64> {
    let root_value = tree.visits.first()?.value?;
    let is_root = |(i, visit): (usize, &Visit<M>)| visit.parent.is_none() == (i == 0);
    if tree.cut_short || !tree.visits.iter().enumerate().all(is_root) {
        return None;
    }
    let mut moves = vec![Moves::NONE; tree.visits.len()];
    // Children come behind their parents.
    for (i, visit) in tree.visits.iter().enumerate().rev() {
        let is_whole = visit.unvisited.is_empty() && visit.table.is_none() && !visit.again && visit.games.is_none();
        if !is_whole || visit.bound != Bound::Exact {
            return None;
        }
        let Moves { one, all, extra, are_there } = moves[i];
        let equal = all.zip(extra).map(|(all, extra)| all + extra);
        let proofs = match visit.chooser {
            _ if !are_there => {
                let shows = |is_so: bool| is_so.then_some(1);
                let value = visit.value?;
                Proofs {
                    at_least: shows(value >= root_value),
                    at_most: shows(value <= root_value),
                    equal: shows(value == root_value),
                }
            }
            Some(Chooser::Max(_)) => Proofs { at_least: one, at_most: all, equal },
            Some(Chooser::Min(_) | Chooser::AnyMin) => Proofs { at_least: all, at_most: one, equal },
            Some(Chooser::Own(_)) | None => return None,
        };
        let Some(parent) = visit.parent else {
            return proofs.equal;
        };
        match tree.visits[parent].chooser {
            Some(Chooser::Max(_)) => moves[parent].add(proofs.at_least, proofs.at_most, proofs.equal),
            _ => moves[parent].add(proofs.at_most, proofs.at_least, proofs.equal),
        }
    }
    None
}
