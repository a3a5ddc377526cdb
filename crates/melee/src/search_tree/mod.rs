//! The tree of a small search in words: what `melee tree` prints and the page draws.
//!
//! [`Engine::record`](crate::Engine::record) gives one. Moves are in the game's notation, players count
//! from 1, values and windows are the root player's.

mod describe;
mod svg;
mod text;

pub(crate) use describe::describe;
pub use svg::svg;
pub use text::text;

pub use melee_search::Bound;
pub use melee_search::record::{Leaf, TableUse};
use serde::Serialize;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchTree {
    pub game: &'static str,
    /// The algorithm, as given.
    pub algorithm: String,
    pub players: usize,
    /// For whom the search was made.
    pub root: usize,
    /// What to play.
    pub best_move: String,
    /// The root player's value.
    pub value: i32,
    /// Everybody's value, from searches that know them.
    pub values: Option<Vec<i32>>,
    /// The last completed depth.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited at which the tree ended.
    pub leaves: u64,
    /// Nodes that ended early because a move was too good.
    pub cutoffs: u64,
    /// The expected line.
    pub pv: Vec<String>,
    /// There was more than is here.
    pub cut_short: bool,
    /// Every visit of a position, in the order of the visits.
    pub tree: Vec<TreeNode>,
}

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// The root player.
    Max,
    /// An opponent, against him.
    Min,
    /// Any opponent left, against him.
    Any,
    /// A player for himself.
    Own,
}

/// One visit of a position.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of the JSON")]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNode {
    /// The node above; none at a root.
    pub parent: Option<usize>,
    /// The move that leads here; none at a root, after a null move and where a round ends early.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who made it.
    pub player: Option<usize>,
    /// It is the best move-ordering move of an opponent who does not search.
    pub bmom: bool,
    /// Who was passed over before it.
    pub passed: Vec<usize>,
    /// Who was passed over here, before the root player's turn.
    pub passed_here: Vec<usize>,
    /// Plies below the root.
    pub ply: u32,
    /// Whose turn it is by the rules; none when the game is over.
    pub to_move: Option<usize>,
    /// Who chooses; none at a leaf.
    pub layer: Option<Layer>,
    /// The player who chooses, where it is one.
    pub chooser: Option<usize>,
    /// Alpha on entry; none is minus infinity.
    pub alpha: Option<i32>,
    /// Beta on entry; none is infinity.
    pub beta: Option<i32>,
    /// The window is so narrow that it only asks on which side the value lies.
    pub test: bool,
    /// The root player's value; none if the search ended before it was known.
    pub value: Option<i32>,
    /// How that relates to the true value.
    pub bound: Bound,
    /// Everybody's value.
    pub values: Option<Vec<i32>>,
    /// The moves that were cut off.
    pub cut: Vec<String>,
    /// Why it is a leaf.
    pub leaf: Option<Leaf>,
    /// What the table said.
    pub table: Option<TableUse>,
    /// The same move was searched here before.
    pub again: bool,
    /// Random games through it.
    pub games: Option<u64>,
    /// Moves that no random game went through.
    pub untried: usize,
    /// The step of the search at which it was entered.
    pub entered: u32,
    /// The step at which its value was known.
    pub left: Option<u32>,
    /// It lies on the expected line.
    pub on_line: bool,
}

impl SearchTree {
    /// The nodes below each node, in order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.tree.len()];
        for (i, node) in self.tree.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(i);
            }
        }
        children
    }

    /// The nodes without a parent: one an iteration or pass.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.tree.len()).filter(|&i| self.tree[i].parent.is_none())
    }
}

impl TreeNode {
    /// The value as people read it: `5`, `>=5`, `<=5`, `win in 3`, `?`.
    pub fn value_text(&self) -> String {
        let sign = match self.bound {
            Bound::Exact => "",
            Bound::AtLeast => ">=",
            Bound::AtMost => "<=",
            Bound::Loose => "~",
        };
        match (self.value, &self.values) {
            (None, _) => "?".to_string(),
            (Some(_), Some(values)) => {
                let values = values.iter().map(|&value| number(value));
                format!("{sign}({})", values.collect::<Vec<_>>().join(", "))
            }
            (Some(value), None) => format!("{sign}{}", number(value)),
        }
    }

    /// Who chooses: `MAX`, `MIN 2`, `MIN`, `player 3`; nothing at a leaf.
    pub fn layer_text(&self) -> String {
        match (self.layer, self.chooser) {
            (None, _) => String::new(),
            (Some(Layer::Max), _) => "MAX".to_string(),
            (Some(Layer::Min), Some(player)) => format!("MIN {player}"),
            (Some(Layer::Min | Layer::Any), _) => "MIN".to_string(),
            (Some(Layer::Own), player) => format!("player {}", player.unwrap_or_default()),
        }
    }
}

/// A value, with wins and losses in words.
fn number(value: i32) -> String {
    use melee_core::value::plies_to_end;
    match plies_to_end(value) {
        Some(plies) if value > 0 => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => value.to_string(),
    }
}
