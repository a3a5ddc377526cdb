//! The tree as a drawing, in the manner of the figures of the theses: squares where the root player
//! chooses, circles where others do, cut branches grey.

use std::fmt::Write;

use super::{Layer, Leaf, SearchTree, TableUse, TreeNode};

/// Pixels between leaves, between levels, and around all.
const COLUMN: f32 = 58.0;
const LEVEL: f32 = 84.0;
const MARGIN: f32 = 40.0;
/// So many cut moves are drawn one by one.
const MOST_STUBS: usize = 3;

/// Where a node is drawn, in columns and levels.
#[derive(Clone, Copy, Default)]
struct Place {
    column: f32,
    level: usize,
}

struct Layout {
    places: Vec<Place>,
    /// Where the cut moves of each node are drawn, each with what is written there.
    stubs: Vec<(usize, Place, String)>,
    columns: f32,
    levels: usize,
}

/// Draws the tree. Every node carries its number as `data-node`.
///
/// ```
/// use melee::{Limits, search_tree};
/// let position = melee::open("uniform")?.start();
/// let tree = position.search_tree("brs", Limits::depth(2), 5_000)?;
/// assert!(search_tree::svg(&tree).contains("data-node=\"0\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(tree: &SearchTree) -> String {
    let layout = lay_out(tree);
    let width = layout.columns * COLUMN + 2.0 * MARGIN;
    let height = layout.levels as f32 * LEVEL + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (i, node) in tree.tree.iter().enumerate() {
        if let Some(parent) = node.parent {
            edge(&mut out, layout.at(parent), layout.at(i), node);
        }
    }
    for (parent, place, label) in &layout.stubs {
        stub(&mut out, layout.at(*parent), point(*place), label);
    }
    for (i, node) in tree.tree.iter().enumerate() {
        shape(&mut out, i, layout.at(i), node);
    }
    out.push_str("</svg>\n");
    out
}

impl Layout {
    fn at(&self, node: usize) -> (f32, f32) {
        point(self.places[node])
    }
}

fn point(place: Place) -> (f32, f32) {
    (MARGIN + (place.column + 0.5) * COLUMN, MARGIN + (place.level as f32 + 0.5) * LEVEL)
}

/// Leaves and cut moves side by side, every other node above the middle of its children.
fn lay_out(tree: &SearchTree) -> Layout {
    let children = tree.children();
    let mut layout =
        Layout { places: vec![Place::default(); tree.tree.len()], stubs: Vec::new(), columns: 0.0, levels: 0 };
    for root in tree.roots() {
        // Down to give the levels and the leaves' columns, back up to centre the others.
        let mut order = Vec::new();
        let mut open = vec![(root, 0)];
        while let Some((i, level)) = open.pop() {
            layout.places[i].level = level;
            layout.levels = layout.levels.max(level + 1);
            order.push(i);
            open.extend(children[i].iter().rev().map(|&child| (child, level + 1)));
        }
        place_columns(&mut layout, tree, &children, root);
        layout.columns += 0.5;
    }
    layout
}

/// Gives the columns below a root, depth first with a stack of its own.
fn place_columns(layout: &mut Layout, tree: &SearchTree, children: &[Vec<usize>], root: usize) {
    let mut open = vec![(root, false)];
    while let Some((i, is_done)) = open.pop() {
        let stubs = stub_labels(&tree.tree[i]);
        let is_leaf = children[i].is_empty() && stubs.is_empty();
        if !is_done && !is_leaf {
            open.push((i, true));
            open.extend(children[i].iter().rev().map(|&child| (child, false)));
            continue;
        }
        let level = layout.places[i].level;
        let mut columns: Vec<f32> = children[i].iter().map(|&c| layout.places[c].column).collect();
        for label in stubs {
            let place = Place { column: layout.columns, level: level + 1 };
            columns.push(place.column);
            layout.stubs.push((i, place, label));
            layout.columns += 1.0;
            layout.levels = layout.levels.max(level + 2);
        }
        if let (Some(first), Some(last)) = (columns.first(), columns.last()) {
            layout.places[i].column = f32::midpoint(*first, *last);
        } else {
            layout.places[i].column = layout.columns;
            layout.columns += 1.0;
        }
    }
}

fn stub_labels(node: &TreeNode) -> Vec<String> {
    if node.cut.len() > MOST_STUBS { vec![format!("+{}", node.cut.len())] } else { node.cut.clone() }
}

fn edge(out: &mut String, (x1, y1): (f32, f32), (x2, y2): (f32, f32), node: &TreeNode) {
    let (colour, width) = if node.on_line { ("#0a5c9e", 2.5) } else { ("#555555", 1.2) };
    let dashes = match (node.bmom, node.test) {
        (true, _) => " stroke-dasharray=\"2 3\"",
        (false, true) => " stroke-dasharray=\"7 3\"",
        (false, false) => "",
    };
    let _ = writeln!(
        out,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" \
         stroke-width=\"{width}\"{dashes}/>"
    );
    let mut label = match (&node.mv, node.player) {
        (Some(mv), _) => mv.clone(),
        (None, _) => "-".to_string(),
    };
    if node.bmom {
        label.push_str(" (bmom)");
    }
    let (x, y) = (x1 + (x2 - x1) * 0.62, y1 + (y2 - y1) * 0.62);
    halo(out, x, y, &label, "#222222", 11);
    let passed: Vec<String> = node.passed.iter().map(ToString::to_string).collect();
    if !passed.is_empty() {
        let label = format!("{} passed", passed.join(","));
        halo(out, x, y - 12.0, &label, "#8a5a00", 10);
    }
}

fn stub(out: &mut String, (x1, y1): (f32, f32), (x2, y2): (f32, f32), label: &str) {
    let (x, y) = (x1 + (x2 - x1) * 0.7, y1 + (y2 - y1) * 0.7);
    let _ = writeln!(
        out,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x}\" y2=\"{y}\" stroke=\"#b5b5b5\" \
         stroke-dasharray=\"3 3\"/>"
    );
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"#9a9a9a\">&#215; {}</text>", y + 13.0, escape(label));
}

fn shape(out: &mut String, number: usize, (x, y): (f32, f32), node: &TreeNode) {
    let _ = writeln!(out, "<g data-node=\"{number}\"><title>{}</title>", escape(&title(node)));
    let fill = match (node.layer, node.table, node.leaf) {
        (_, Some(TableUse::Decided), _) => "#efe3f5",
        (None, _, Some(Leaf::Over)) => "#f5e6c8",
        (None, ..) => "#f4f4f4",
        (Some(Layer::Max), ..) => "#d9e9f7",
        (Some(_), ..) => "#fbe3da",
    };
    let stroke = if node.again { "#a0522d" } else { "#333333" };
    let style = format!("fill=\"{fill}\" stroke=\"{stroke}\"");
    let _ = match node.layer {
        Some(Layer::Max) => {
            writeln!(out, "<rect x=\"{}\" y=\"{}\" width=\"28\" height=\"28\" {style}/>", x - 14.0, y - 14.0)
        }
        Some(_) => writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" {style}/>"),
        None => {
            writeln!(out, "<rect x=\"{}\" y=\"{}\" width=\"46\" height=\"20\" rx=\"6\" {style}/>", x - 23.0, y - 10.0)
        }
    };
    if let (Some(layer), chooser) = (node.layer, node.chooser) {
        let name = match (layer, chooser) {
            (Layer::Max, _) => "max".to_string(),
            (Layer::Any, _) | (_, None) => "min".to_string(),
            (_, Some(player)) => player.to_string(),
        };
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"10\">{name}</text>", y + 4.0);
        halo(out, x, y + 28.0, &node.value_text(), "#000000", 12);
    } else {
        let _ =
            writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"11\">{}</text>", y + 4.0, escape(&node.value_text()));
    }
    out.push_str("</g>\n");
}

/// A label that stays readable on a line.
fn halo(out: &mut String, x: f32, y: f32, label: &str, colour: &str, size: u32) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" stroke=\"#ffffff\" \
         stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
        escape(label)
    );
}

fn title(node: &TreeNode) -> String {
    let window = match (node.alpha, node.beta) {
        (None, None) => String::new(),
        (alpha, beta) => format!(
            ", window {} to {}",
            alpha.map_or("-inf".to_string(), super::number),
            beta.map_or("inf".to_string(), super::number)
        ),
    };
    let games = node.games.map_or(String::new(), |games| format!(", {games} games"));
    format!("{} {}{window}{games}", node.layer_text(), node.value_text())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
