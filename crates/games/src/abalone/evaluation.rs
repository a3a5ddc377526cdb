//! Melee's own evaluation.
//!
//! Symmetric: what counts for a player counts for the others against him. A player's worth is the
//! marbles he has pushed off less those he has lost, how near his marbles are to the centre and how
//! few of them on the edge, how many pairs of neighbours they form, and the pushes he could make.
//! Each weight goes from its opening to its ending value as marbles leave the board.

use melee_core::{Game, Player, Value};

use super::shape::pushes;
use super::{Abalone, State};

/// A weight at the start of a game and when most marbles that can go are gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tapered {
    /// With no marble lost.
    pub opening: Value,
    /// With eight marbles lost or more.
    pub ending: Value,
}

/// So many lost marbles make an ending.
const ENDING: Value = 8;

impl Tapered {
    const fn new(opening: Value, ending: Value) -> Self {
        Tapered { opening, ending }
    }

    /// The weight, times eight, when so many marbles are lost.
    #[inline]
    fn at(self, lost: Value) -> Value {
        self.opening * (ENDING - lost) + self.ending * lost
    }
}

/// The weights of the evaluation; a marble ahead is worth about a thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A marble pushed off, or less lost.
    pub marble: Tapered,
    /// A step nearer to the centre.
    pub centre: Tapered,
    /// A marble less on the edge.
    pub edge: Tapered,
    /// A pair of neighbours.
    pub group: Tapered,
    /// A push onto an empty field.
    pub push: Tapered,
    /// A push off the board.
    pub threat: Tapered,
    /// To be on the move: levels the values of odd and even depths.
    pub tempo: Tapered,
}

impl Weights {
    /// Found by matches at 5,000 nodes a move (`docs/abalone.md`).
    pub const MELEE: Weights = Weights {
        marble: Tapered::new(900, 1100),
        centre: Tapered::new(35, 30),
        edge: Tapered::new(15, 20),
        group: Tapered::new(12, 12),
        push: Tapered::new(25, 35),
        threat: Tapered::new(30, 30),
        tempo: Tapered::new(50, 45),
    };

    /// `melee`, or weights that differ from it: `centre:40+group-ending:20` changes the weight of
    /// the centre, and that of groups in the ending only.
    ///
    /// ```
    /// use melee_games::abalone::Weights;
    /// let weights = Weights::parse("centre:40+group-ending:20").unwrap();
    /// assert_eq!((weights.centre.opening, weights.centre.ending), (40, 40));
    /// assert_eq!(weights.group.opening, Weights::MELEE.group.opening);
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let mut weights = Self::MELEE;
        if text == "melee" {
            return Some(weights);
        }
        for (name, value) in crate::weights::parse(text)? {
            let (name, ending_only) = match name.strip_suffix("-ending") {
                Some(name) => (name, true),
                None => (name, false),
            };
            let weight = match name {
                "marble" => &mut weights.marble,
                "centre" => &mut weights.centre,
                "edge" => &mut weights.edge,
                "group" => &mut weights.group,
                "push" => &mut weights.push,
                "threat" => &mut weights.threat,
                "tempo" => &mut weights.tempo,
                _ => return None,
            };
            weight.ending = value.round() as Value;
            if !ending_only {
                weight.opening = weight.ending;
            }
        }
        Some(weights)
    }

    /// All weights by their names, so that [`parse`](Self::parse) reads them back.
    pub(super) fn list(&self) -> Vec<(&'static str, f64)> {
        let Weights { marble, centre, edge, group, push, threat, tempo } = *self;
        [
            ("marble", "marble-ending", marble),
            ("centre", "centre-ending", centre),
            ("edge", "edge-ending", edge),
            ("group", "group-ending", group),
            ("push", "push-ending", push),
            ("threat", "threat-ending", threat),
            ("tempo", "tempo-ending", tempo),
        ]
        .into_iter()
        .flat_map(|(opening, ending, weight)| {
            [(opening, f64::from(weight.opening)), (ending, f64::from(weight.ending))]
        })
        .collect()
    }

    /// What a player's side is worth by itself, times sixteen.
    #[inline]
    fn side(&self, state: &State, player: usize, phase: Value) -> Value {
        let (shape, view) = (&state.shapes[player], state.view(player));
        let balance = Value::from(state.ejected[player]) - Value::from(state.lost[player]);
        let (inside, off) = pushes(view.own, view.others);
        let is_on_move = Value::from(state.turn.index() == player);
        self.marble.at(phase) * balance
            + 2 * (self.tempo.at(phase) * is_on_move + self.group.at(phase) * Value::from(shape.pairs)
                - self.centre.at(phase) * Value::from(shape.distance)
                - self.edge.at(phase) * Value::from(shape.edge)
                + self.push.at(phase) * inside as Value
                + self.threat.at(phase) * off as Value)
    }

    /// A player's score: his side against the mean of the others.
    #[inline]
    pub(super) fn score(&self, game: &Abalone, state: &State, player: Player) -> Value {
        let lost: Value = state.lost.iter().map(|&n| Value::from(n)).sum();
        let phase = lost.min(ENDING);
        let rivals = game.players() as Value - 1;
        let mut score = 0;
        for p in 0..game.players() {
            let side = self.side(state, p, phase);
            score += if p == player.index() { rivals * side } else { -side };
        }
        score / (16 * rivals)
    }
}
