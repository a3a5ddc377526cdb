//! What can be set about Monte-Carlo tree search.

use crate::montecarlo::playout::{PlayoutSettings, playout_options};
use crate::options::Opt;
use crate::tree::patience_option;

/// For whom moves are chosen in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// For the mover.
    MaxN,
    /// Against the root player.
    Paranoid,
    /// Against the root player, by one opponent a round.
    BestReply,
}

/// What the solver makes of a player to whom several moves are worth the same, but not to others: one who has lost anyway
/// decides who wins (Nijssen and Winands 2010).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indifference {
    /// He may do anything, so nothing is proven but what holds for all of these moves ("standard").
    Open,
    /// He does what is worst for the root player, and of that the first, as in max^n ("paranoid").
    Harms,
}

/// What several threads grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trees {
    /// One tree for all.
    One,
    /// Each its own; the moves of the root are added up.
    Each,
}

/// What MCTS does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// For whom moves are chosen.
    pub backup: Backup,
    /// The weight of exploration in UCT.
    pub exploration: f64,
    /// The same where another than the root player chooses, if it is not the same there.
    pub exploration_of_others: Option<f64>,
    /// What a move is worth that was never tried; without, such moves come first.
    pub urgency: Option<f64>,
    /// The weight of progressive history; 0 switches it off.
    pub history: f64,
    /// The weight of the static order, which fades with a move's visits.
    pub prior: f64,
    /// How fast nodes widen: so many moves, times the root of a node's visits, may be chosen; 0 offers all at once.
    pub widening: f64,
    /// The part of the evaluation, backed up through the tree, in the value of a move.
    pub implicit_permille: u32,
    /// How many visits of a move count as much as what is known of it whatever the opponents do; 0 switches it off.
    pub abstraction: f64,
    /// Are results proven, and what is supposed of who does not care?
    pub solver: Option<Indifference>,
    /// The weight of proof numbers; 0 switches them off.
    pub proofs: f64,
    /// Is the tree kept from move to move?
    pub reuse: bool,
    /// After so many greedy moves one after another an opponent is taken for a greedy player; never if there is no number.
    pub model: Option<u32>,
    /// What a position that the game has seen before is worth to the root player less than a draw, in points: with one
    /// nothing. Without, it is a position like any other.
    pub repetition: Option<f64>,
    /// After so many plies in which nothing is won or lost the root player's pieces are drawn to a side of the board; never
    /// if there is no number.
    pub patience: Option<u32>,
    /// What several threads grow.
    pub trees: Trees,
    /// How random games are played.
    pub playout: PlayoutSettings,
    /// The most simulations.
    pub simulations: u64,
    /// The most nodes in the tree.
    pub memory: usize,
}

impl MctsSettings {
    /// UCT for the mover, with uniformly random games.
    pub const PLAIN: MctsSettings = MctsSettings {
        backup: Backup::MaxN,
        exploration: 0.5,
        exploration_of_others: None,
        urgency: None,
        history: 0.0,
        prior: 0.0,
        widening: 0.0,
        implicit_permille: 0,
        abstraction: 0.0,
        solver: None,
        proofs: 0.0,
        reuse: false,
        model: None,
        repetition: None,
        patience: None,
        trees: Trees::Each,
        playout: PlayoutSettings::PLAIN,
        simulations: 100_000,
        memory: 2_000_000,
    };
}

type S = MctsSettings;

pub(super) fn options() -> Vec<Opt<S>> {
    let playouts =
        Opt::number("playouts", 1..=u64::MAX, "the most random games in all", |s: &mut S| &mut s.simulations);
    let playouts = playouts.fixed();
    let mut options = vec![playouts];
    options.extend(playout_options(|s: &mut S| &mut s.playout));
    options.extend(choices());
    options.extend(memories());
    options
}

/// How a node's move is chosen.
fn choices() -> Vec<Opt<S>> {
    vec![
        Opt::choice(
            "backup",
            &[("maxn", Backup::MaxN), ("paranoid", Backup::Paranoid), ("brs", Backup::BestReply)],
            "for whom moves are chosen in the tree: the mover, all against the root player, or one opponent a round against him",
            |s: &mut S| &mut s.backup,
        ),
        Opt::weight("exploration", "the weight of exploration in UCT", |s: &mut S| &mut s.exploration),
        Opt::weight_or_off(
            "others",
            "the weight of exploration where others than the root player choose; little: they do what looks best at once; off: the same as everywhere",
            |s: &mut S| &mut s.exploration_of_others,
        ),
        Opt::weight_or_off(
            "urgency",
            "what a move is worth that was never tried; off: all are tried once, at random, before any is tried twice",
            |s: &mut S| &mut s.urgency,
        ),
        Opt::weight("progressive", "the weight of progressive history", |s: &mut S| &mut s.history),
        Opt::weight(
            "prior",
            "the weight of the static order (progressive bias): of the first move all of it, over its visits and one",
            |s: &mut S| &mut s.prior,
        ),
        Opt::weight(
            "widening",
            "so many moves, the first of the static order, times the root of a node's visits may be chosen; 0: all",
            |s: &mut S| &mut s.widening,
        ),
        Opt::share(
            "implicit",
            "the part of the evaluation, backed up through the tree as in max^n or paranoid search, in a move's value",
            |s: &mut S| &mut s.implicit_permille,
        ),
        Opt::weight(
            "oma",
            "opponent move abstraction: what a player's moves led to whatever the others did between them counts like so many visits; 0: not",
            |s: &mut S| &mut s.abstraction,
        ),
    ]
}

/// What is kept of a tree, and when it is done.
fn memories() -> Vec<Opt<S>> {
    vec![
        Opt::choice_or_off(
            "solver",
            &[("on", Indifference::Open), ("paranoid", Indifference::Harms)],
            "proves results: nodes know the least and most of everybody's points; who has lost anyway may do anything, or harms the root player",
            |s: &mut S| &mut s.solver,
        ),
        Opt::weight(
            "proofs",
            "the weight of proof numbers: of a move that the chooser has proven to win all of it, of the hardest to prove nothing",
            |s: &mut S| &mut s.proofs,
        ),
        Opt::switch(
            "reuse",
            "goes on with the part of the last search's tree that the game has come to",
            |s: &mut S| &mut s.reuse,
        ),
        Opt::number_or_off(
            "model",
            1..=10,
            "after so many moves like a greedy player's, one after another, an opponent is expected to go on like that (not with solver or backup=brs); off: never",
            |s: &mut S| &mut s.model,
        ),
        Opt::number(
            "follow",
            0..=1_000,
            "where all opponents are expected to be greedy a game goes on like that for so many plies, in whole rounds, before it is evaluated",
            |s: &mut S| &mut s.playout.follow,
        ),
        Opt::weight_or_off(
            "repetition",
            "a position that the game has seen before counts as a draw less so much of the point for the root player; 1: it is worth nothing to him",
            |s: &mut S| &mut s.repetition,
        ),
        patience_option(|s: &mut S| &mut s.patience),
        Opt::choice(
            "trees",
            &[("each", Trees::Each), ("one", Trees::One)],
            "what several threads grow: each its own, and the moves of the root are added up (one with solver or reuse), or one for all",
            |s: &mut S| &mut s.trees,
        )
        .fixed(),
        Opt::number("memory", 1..=usize::MAX, "the most nodes to remember", |s: &mut S| &mut s.memory).fixed(),
    ]
}
