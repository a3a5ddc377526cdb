//! What evaluations want to know about the marbles of a side.

use super::board::{BOARD, Bits, DIRECTIONS, Field, OFF, PLACES, behind, bit, centre_distance, fields, opposite};

/// How the marbles of one side stand, kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// The sum of the distances to the centre.
    pub(super) distance: u8,
    /// Marbles on the edge.
    pub(super) edge: u8,
    /// Pairs of neighbours.
    pub(super) pairs: u8,
}

/// What a marble on a field adds.
#[derive(Clone, Copy)]
struct Place {
    neighbours: Bits,
    distance: u8,
    edge: u8,
}

static PLACE: [Place; PLACES] = {
    let none = Place { neighbours: 0, distance: 0, edge: 0 };
    let mut places = [none; PLACES];
    let mut field = 0;
    while field < PLACES {
        if BOARD >> field & 1 == 1 {
            let distance = centre_distance(field as Field) as u8;
            let mut neighbours = 0;
            let mut direction = 0;
            while direction < DIRECTIONS.len() {
                neighbours |= behind(1 << field, direction, 1) & BOARD;
                direction += 1;
            }
            places[field] = Place { neighbours, distance, edge: (distance == 4) as u8 };
        }
        field += 1;
    }
    places
};

impl Shape {
    /// The shape of these marbles.
    pub(super) fn of(marbles: Bits) -> Self {
        let mut shape = Shape::default();
        let mut so_far = 0;
        for field in fields(marbles) {
            so_far |= bit(field);
            shape.add(so_far, field);
        }
        shape
    }

    /// A marble has come to a field.
    #[inline]
    pub(super) fn add(&mut self, marbles: Bits, field: Field) {
        let place = &PLACE[field as usize];
        self.distance += place.distance;
        self.edge += place.edge;
        self.pairs += (marbles & place.neighbours).count_ones() as u8;
    }

    /// A marble has left a field.
    #[inline]
    pub(super) fn remove(&mut self, marbles: Bits, field: Field) {
        let place = &PLACE[field as usize];
        self.distance -= place.distance;
        self.edge -= place.edge;
        self.pairs -= (marbles & place.neighbours).count_ones() as u8;
    }
}

/// In how many ways, counted by front marble and direction, one side can push the other: onto an
/// empty field, and off the board.
#[inline]
pub(super) fn pushes(own: Bits, others: Bits) -> (u32, u32) {
    let empty = BOARD & !(own | others);
    let (mut inside, mut off) = (0, 0);
    for d in 0..DIRECTIONS.len() {
        let back = opposite(d);
        // Fronts with one and with two own marbles behind them.
        let two = own & behind(own, back, 1) & behind(others, d, 1);
        let three = two & behind(own, back, 2) & behind(others, d, 2);
        inside += ((two & behind(empty, d, 2)) | (three & behind(empty, d, 3))).count_ones();
        off += ((two & behind(OFF, d, 2)) | (three & behind(OFF, d, 3))).count_ones();
    }
    (inside, off)
}

/// All pushes.
#[inline]
pub(super) fn attacks(own: Bits, others: Bits) -> u32 {
    let (inside, off) = pushes(own, others);
    inside + off
}
