//! The tree as indented text.

use std::fmt::Write;

use super::{Leaf, SearchTree, TableUse, TreeNode};

/// One line a node, children further right; below the root the head says what was found.
///
/// ```
/// use melee::{Limits, search_tree};
/// let position = melee::open("connect4")?.position("444")?;
/// let tree = position.search_tree("alphabeta", Limits::depth(2), 5_000)?;
/// let text = search_tree::text(&tree);
/// assert!(text.lines().nth(1).unwrap().starts_with("MAX "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text(tree: &SearchTree) -> String {
    let mut out = format!(
        "{} {}: {} ({}), {} nodes, {} leaves, {} cut-offs{}\n",
        tree.game,
        tree.algorithm,
        tree.best_move,
        super::number(tree.value),
        tree.nodes,
        tree.leaves,
        tree.cutoffs,
        if tree.cut_short { "; cut short" } else { "" }
    );
    let children = tree.children();
    let roots: Vec<usize> = tree.roots().collect();
    for (pass, &root) in roots.iter().enumerate() {
        if roots.len() > 1 {
            let _ = writeln!(out, "pass {} of {}", pass + 1, roots.len());
        }
        add(&mut out, tree, &children, root);
    }
    out
}

fn add(out: &mut String, tree: &SearchTree, children: &[Vec<usize>], root: usize) {
    // Depth first without recursion: a tree is as deep as the search.
    let mut open = vec![(root, 0)];
    while let Some((i, level)) = open.pop() {
        let node = &tree.tree[i];
        let _ = writeln!(out, "{}{}", "  ".repeat(level), line(node));
        open.extend(children[i].iter().rev().map(|&child| (child, level + 1)));
    }
}

fn line(node: &TreeNode) -> String {
    let mut words = Vec::new();
    if let Some(mv) = &node.mv {
        words.push(mv.clone());
    } else if node.parent.is_some() {
        words.push("-".to_string());
    }
    if node.bmom {
        words.push("bmom".to_string());
    }
    let passed: Vec<usize> = node.passed.iter().chain(&node.passed_here).copied().collect();
    if !passed.is_empty() {
        words.push(format!("({} passed)", list(&passed)));
    }
    let layer = node.layer_text();
    if !layer.is_empty() {
        words.push(layer);
    }
    if node.alpha.is_some() || node.beta.is_some() {
        let side = |bound: Option<i32>, infinite: &str| bound.map_or_else(|| infinite.to_string(), super::number);
        words.push(format!("[{}, {}]", side(node.alpha, "-inf"), side(node.beta, "inf")));
    }
    words.push(format!("= {}", node.value_text()));
    if let Some(games) = node.games {
        words.push(format!("{games} games"));
    }
    if node.leaf == Some(Leaf::Over) {
        words.push("over".to_string());
    }
    if node.table == Some(TableUse::Decided) {
        words.push("from the table".to_string());
    }
    if node.again {
        words.push("again".to_string());
    }
    if !node.cut.is_empty() {
        words.push(format!("x {}", node.cut.join(" ")));
    }
    words.join(" ")
}

fn list(players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    names.join(", ")
}
