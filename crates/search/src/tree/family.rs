//! The names and options of the alpha-beta family.

use melee_core::{MAX_PLAYERS, Policy, Rest, Searchers, Value};

use super::TreeSearch;
use super::selective::MultiCut;
use super::settings::{Bmom, Cut, Learned, TreeSettings};
use crate::options::{Opt, TableSize, others};
use crate::ordering::HistoryKind;
use crate::{Algorithm, CommonSettings, Method, Pace, Search, SearchError, SpecError, Variant, World};

/// Alpha-beta for two players, paranoid and best-reply search with all its variants for more.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaFamily;

impl Algorithm for AlphaBetaFamily {
    type Settings = TreeSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<TreeSettings>> {
        let plain = TreeSettings::plain;
        let pvs = TreeSettings { pvs: true, ..plain(Policy::PARANOID) };
        vec![
            Variant::for_two(
                "alphabeta",
                plain(Policy::PARANOID),
                "alpha-beta (Figure 3.1): the two-player case of paranoid",
            ),
            Variant::for_two("pvs", pvs, "principal-variation search: alpha-beta with null windows"),
            Variant::new("paranoid", plain(Policy::PARANOID), "all opponents against the root player"),
            Variant::new("brs", plain(Policy::BRS), "best-reply search: one opponent moves, the others pass"),
            Variant::new(
                "brs+",
                plain(Policy::BRS_PLUS),
                "brs(1,C-1): one opponent searches, the others play their BMOM",
            ),
            Variant::new(
                "brs(s,m)",
                plain(Policy::BRS_PLUS),
                "s opponents search; m = 0: the rest pass, m = C minus s: they play their BMOM",
            ),
            Variant::new(
                OPPS,
                plain(Policy::BRS_PLUS),
                "opponent pruning: n opponents choose among their first a moves, the others among their first b (Baier and Kaisers 2020)",
            ),
        ]
    }

    fn read_name(&self, name: &str) -> Option<Result<(&'static str, TreeSettings), SpecError>> {
        let read = if let Some(inside) = name.strip_prefix("opps(") {
            read_opponent_pruning(inside).map(|settings| (OPPS, settings))
        } else {
            let read = read_policy(name.strip_prefix("brs(")?);
            read.map(|(policy, opponents)| ("brs(s,m)", TreeSettings { opponents, ..TreeSettings::plain(policy) }))
        };
        Some(read.map_err(|problem| SpecError::BadName { name: crate::shortened(name), problem: problem.to_string() }))
    }

    fn options(&self) -> Vec<Opt<TreeSettings>> {
        type S = TreeSettings;
        let options = vec![
            Opt::switch("prune", "cut off what cannot matter", |s: &mut S| &mut s.prune).fixed(),
            Opt::switch("scout", "try all but the first move with a null window first", |s: &mut S| &mut s.pvs),
            Opt::table("tt", "transposition table", |s: &mut S| &mut s.table),
            Opt::choice(
                "cut",
                &[("equal", Cut::Equal), ("deeper", Cut::Deeper)],
                "which table entries end a search: of equal depth only, or deeper too",
                |s: &mut S| &mut s.cut,
            ),
            Opt::switch("ttmove", "search the table's move first", |s: &mut S| &mut s.table_move),
            Opt::switch(
                "symmetry",
                "look positions three plies and more before the horizon up in the table together with their rotations and reflections",
                |s: &mut S| &mut s.symmetry,
            ),
            Opt::number("killers", 0..=8, "killer moves per ply", |s: &mut S| &mut s.killers),
            Opt::choice_or_off(
                "history",
                &HistoryKind::NAMES,
                "history heuristic among moves of equal static rank",
                |s: &mut S| &mut s.history,
            ),
            quiescence_option(|s: &mut S| &mut s.quiescence),
            Opt::number_or_off(
                "aspiration",
                1..=Value::MAX,
                "begin iterations with a window this far around the last value",
                |s: &mut S| &mut s.aspiration,
            ),
            Opt::number_or_off(
                "beam",
                1..=usize::MAX,
                "search only the first moves of the static order at every node",
                |s: &mut S| &mut s.beam,
            ),
            frontier_option(|s: &mut S| &mut s.frontier),
            Opt::number_or_off(
                "nullmove",
                0..=8,
                "selective: a side that stands well even after passing, searched so many plies less deep, is not searched further",
                |s: &mut S| &mut s.selective.null_move,
            ),
            Opt::number_or_off(
                "late",
                1..=usize::MAX,
                "selective: moves after the first so many are tested a ply less deep, those after four times as many two plies",
                |s: &mut S| &mut s.selective.late,
            ),
            Opt::new(
                "multicut",
                "off or NEEDED/TRIED, two numbers of moves, the first from 1 to the second",
                "3/6",
                "selective: so many of the first so many moves that are too good, searched two plies less deep, end the search of a node in a null window",
                |s: &mut S| &mut s.selective.multi_cut,
                read_multi_cut,
                |cut: &Option<MultiCut>| match cut {
                    None => "off".to_string(),
                    Some(MultiCut { needed, tried }) => format!("{needed}/{tried}"),
                },
            )
            .trying(|now, _| others(&["off", "3/6", "2/8"], now)),
            Opt::number_or_off(
                "repetition",
                0..=1_000_000,
                "a position that the game has seen before counts as a draw less so much for the root player",
                |s: &mut S| &mut s.repetition,
            ),
            patience_option(|s: &mut S| &mut s.patience),
            Opt::choice(
                "bmom",
                &BMOMS,
                "an opponent's best move-ordering move: by the static order against the root player, in his own interest, or against the root player with the table's move, killers or history, or (dynamic) all three",
                |s: &mut S| &mut s.bmom,
            ),
            Opt::number("bmoms", 1..=usize::MAX, "how many best move-ordering moves an opponent has", |s: &mut S| {
                &mut s.bmom_count
            }),
            Opt::number_or_off(
                "replies",
                1..=usize::MAX,
                "how many moves of the static order an opponent who searches chooses among",
                |s: &mut S| &mut s.replies,
            ),
        ];
        options
    }

    /// Everything that saves nodes without changing values.
    fn make_best(&self, settings: &mut TreeSettings, common: &mut CommonSettings) {
        settings.table = Some(TableSize::STRONG);
        settings.killers = 2;
        settings.history = Some(HistoryKind::Relative);
        settings.frontier = true;
        common.deepen = true;
    }

    fn only_for(&self, settings: &TreeSettings) -> Option<usize> {
        settings.opponents.map(|opponents| usize::from(opponents) + 1)
    }

    fn whole_tree(&self, settings: &TreeSettings) -> Option<TreeSettings> {
        settings.is_tree_given().then(|| TreeSettings {
            prune: false,
            pvs: false,
            table: None,
            killers: 0,
            history: None,
            aspiration: None,
            frontier: false,
            ..settings.clone()
        })
    }

    fn memory(&self, settings: &TreeSettings) -> u64 {
        settings.table.map_or(0, |table| table.bytes)
    }
}

impl Search for AlphaBetaFamily {
    fn build<W: World>(&self, settings: &TreeSettings, game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        let search = TreeSearch::new::<W>(game, settings.clone())?;
        Ok(Method::ByDepth(Box::new(search)))
    }
}

/// Plies of noisy moves beyond the horizon; also of max^n.
pub(crate) fn quiescence_option<S: Clone + 'static>(field: impl crate::options::Field<S, u32>) -> Opt<S> {
    /// More than the longest series of captures.
    const ON: u32 = 250;
    Opt::new(
        "quiescence",
        "off, on or a number of plies up to 250",
        "4",
        "search noisy moves so many plies beyond the horizon, or (on) until the position is quiet",
        field,
        |text| match text {
            "off" => Some(0),
            "on" => Some(ON),
            plies => plies.parse().ok().filter(|&plies| plies <= ON),
        },
        |&plies| match plies {
            0 => "off".to_string(),
            ON => "on".to_string(),
            plies => plies.to_string(),
        },
    )
    .trying(|now, _| others(&["off", "2", "4", "8", "on"], now))
}

/// Only the first move one ply before the horizon; also of max^n.
pub(crate) fn frontier_option<S: Clone + 'static>(field: impl crate::options::Field<S, bool>) -> Opt<S> {
    Opt::switch(
        "frontier",
        "one ply before the horizon search only the first move, where the game's order is that of the evaluation itself: the same values with fewer nodes",
        field,
    )
}

/// When a player whose game goes nowhere sets out; also of Monte-Carlo trees.
pub(crate) fn patience_option<S: Clone + 'static>(field: impl crate::options::Field<S, Option<u32>>) -> Opt<S> {
    Opt::number_or_off(
        "patience",
        1..=10_000,
        "after so many plies in which nothing was won or lost for good the root player's pieces are drawn to a side of the board by lot, and after as many again to another, where the game tells what is for good",
        field,
    )
}

const BMOMS: [(&str, Bmom); 6] = [
    ("against", Bmom::Against),
    ("own", Bmom::Own),
    ("table", Bmom::Dynamic(Learned { table: true, ..Learned::NONE })),
    ("killers", Bmom::Dynamic(Learned { killers: true, ..Learned::NONE })),
    ("history", Bmom::Dynamic(Learned { history: true, ..Learned::NONE })),
    ("dynamic", Bmom::Dynamic(Learned::ALL)),
];

const MOST_OPPONENTS: u8 = MAX_PLAYERS as u8 - 1;
const WRONG_REST: &str = "m is 0 (the rest pass) or C minus s (they play their BMOM)";

/// `3/6` or `off`.
fn read_multi_cut(text: &str) -> Option<Option<MultiCut>> {
    if text == "off" {
        return Some(None);
    }
    let (needed, tried) = text.split_once('/')?;
    let (needed, tried) = (needed.parse().ok()?, tried.parse().ok()?);
    (1 <= needed && needed <= tried).then_some(Some(MultiCut { needed, tried }))
}

/// What stands in the brackets of `brs(s,m)`: m is 0 if the rest passes, else C minus s. With it the number of
/// opponents, where s and m are numbers that say it.
fn read_policy(inside: &str) -> Result<(Policy, Option<u8>), &'static str> {
    let (s, m) = inside
        .strip_suffix(')')
        .and_then(|inside| inside.split_once(','))
        .ok_or("expected brs(s,m), such as brs(1,C-1) or brs(2,0)")?;
    let (s, m) = (s.trim(), m.trim());
    let searchers = read_searchers(s).ok_or("s is a number of opponents from 0 to 7, C or C-1")?;
    let (rest, opponents) = match (searchers, m) {
        (Searchers::All, "0") => (Rest::Bmom, None),
        (_, "0") => (Rest::Pass, None),
        (Searchers::AllButOne, "1") | (Searchers::Count(0), "C") => (Rest::Bmom, None),
        (Searchers::Count(s), m) if m.strip_prefix("C-").and_then(|k| k.parse().ok()) == Some(s) => (Rest::Bmom, None),
        (Searchers::Count(s), m) => {
            let count = m.parse().ok().and_then(|m: u8| s.checked_add(m));
            let count = count.filter(|&count| s < count && count <= MOST_OPPONENTS);
            (Rest::Bmom, Some(count.ok_or(WRONG_REST)?))
        }
        _ => return Err(WRONG_REST),
    };
    Ok((Policy { searchers, rest }, opponents))
}

/// How many opponents search: a number, `C` or `C-1`.
fn read_searchers(text: &str) -> Option<Searchers> {
    match text {
        "C" => Some(Searchers::All),
        "C-1" => Some(Searchers::AllButOne),
        number => number.parse().ok().filter(|&s| s <= MOST_OPPONENTS).map(Searchers::Count),
    }
}

/// The name of opponent pruning, which stands for all its numbers.
const OPPS: &str = "opps(n,a,b)";

/// What stands in the brackets of `opps(n,a,b)`. A move among an opponent's first b keeps the right to search for those
/// after him, one of the first a beyond them uses it up; so opponents who do not search have b best move-ordering moves.
fn read_opponent_pruning(inside: &str) -> Result<TreeSettings, &'static str> {
    let parts: Vec<&str> = inside.strip_suffix(')').unwrap_or("").split(',').map(str::trim).collect();
    let [n, a, b] = parts[..] else {
        return Err("expected opps(n,a,b), such as opps(1,8,2) or opps(1,inf,1)");
    };
    let searchers = read_searchers(n).ok_or("n is a number of opponents from 0 to 7, C or C-1")?;
    let moves = |text: &str| match text {
        "inf" => Some(usize::MAX),
        number => number.parse().ok().filter(|&moves| moves > 0),
    };
    let (replies, bmom_count) = moves(a).zip(moves(b)).ok_or("a and b are numbers of moves from 1, or inf")?;
    if bmom_count > replies {
        return Err("b is not more than a: who searches has at least the moves of who does not");
    }
    let policy = Policy { searchers, rest: Rest::Bmom };
    let replies = (replies < usize::MAX).then_some(replies);
    Ok(TreeSettings { bmom_count, replies, ..TreeSettings::plain(policy) })
}
