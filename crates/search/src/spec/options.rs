//! Options of single algorithms; every function answers `None` to a value it does not take.

use std::str::FromStr;

use melee_core::Value;

use super::parse_size;
use crate::maxn::MaxNSettings;
use crate::montecarlo::{Backup, MctsSettings, PlayoutScore, PlayoutSettings};
use crate::ordering::HistoryKind;
use crate::table::Replacement;
use crate::tree::{Bmom, Cut, Learned, MultiCut, TreeSettings};

pub(super) fn set_tree(settings: &mut TreeSettings, name: &str, value: &str) -> Option<()> {
    match name {
        "tt" => settings.table = parse_table(value)?,
        "scout" => settings.pvs = parse_switch(value)?,
        "prune" => settings.prune = parse_switch(value)?,
        "frontier" => settings.frontier = parse_switch(value)?,
        "cut" => {
            settings.cut = match value {
                "equal" => Cut::Equal,
                "deeper" => Cut::Deeper,
                _ => return None,
            }
        }
        "symmetry" => settings.symmetry = parse_switch(value)?,
        "ttmove" => settings.table_move = parse_switch(value)?,
        "killers" => settings.killers = value.parse().ok().filter(|&k| k <= 8)?,
        "history" => {
            settings.history = match value {
                "off" => None,
                name => {
                    let kind = HistoryKind::NAMES.iter().find(|(n, _)| *n == name)?;
                    Some(kind.1)
                }
            }
        }
        "nullmove" => {
            settings.selective.null_move = parse_or_off::<u32>(value)?;
            if settings.selective.null_move.is_some_and(|r| r > 8) {
                return None;
            }
        }
        "late" => {
            settings.selective.late = parse_or_off(value)?;
            if settings.selective.late == Some(0) {
                return None;
            }
        }
        "multicut" => settings.selective.multi_cut = parse_multi_cut(value)?,
        "beam" => {
            settings.beam = match parse_or_off(value)? {
                Some(0) => return None,
                beam => beam,
            }
        }
        "bmom" => {
            settings.bmom = match value {
                "against" => Bmom::Against,
                "own" => Bmom::Own,
                "dynamic" => Bmom::Dynamic(Learned::ALL),
                "table" => Bmom::Dynamic(Learned {
                    table: true,
                    ..Learned::NONE
                }),
                "killers" => Bmom::Dynamic(Learned {
                    killers: true,
                    ..Learned::NONE
                }),
                "history" => Bmom::Dynamic(Learned {
                    history: true,
                    ..Learned::NONE
                }),
                _ => return None,
            }
        }
        "bmoms" => settings.bmom_count = parse_positive(value)? as usize,
        "quiescence" => settings.quiescence = parse_quiescence(value)?,
        "aspiration" => {
            settings.aspiration = match parse_or_off::<Value>(value)? {
                Some(margin) if margin <= 0 => return None,
                margin => margin,
            }
        }
        _ => return None,
    }
    Some(())
}

pub(super) fn set_maxn(settings: &mut MaxNSettings, name: &str, value: &str) -> Option<()> {
    match name {
        "tt" => settings.table = parse_table(value)?.map(|(_, bytes)| bytes),
        "prune" => settings.prune = parse_switch(value)?,
        "frontier" => settings.frontier = parse_switch(value)?,
        "quiescence" => settings.quiescence = parse_quiescence(value)?,
        _ => return None,
    }
    Some(())
}

/// `on`, `off` or a number of plies.
fn parse_quiescence(value: &str) -> Option<u32> {
    /// More than the longest series of captures.
    const ON: u32 = 250;
    match value {
        "on" => Some(ON),
        value => Some(parse_or_off(value)?.unwrap_or(0)).filter(|&plies| plies <= ON),
    }
}

/// `3/6` or `off`.
fn parse_multi_cut(value: &str) -> Option<Option<MultiCut>> {
    if value == "off" {
        return Some(None);
    }
    let (needed, tried) = value.split_once('/')?;
    let (needed, tried) = (needed.parse().ok()?, tried.parse().ok()?);
    (1 <= needed && needed <= tried).then_some(Some(MultiCut { needed, tried }))
}

pub(super) fn set_playout(playout: &mut PlayoutSettings, name: &str, value: &str) -> Option<()> {
    match name {
        "cutoff" => playout.cutoff = parse_positive(value)? as u32,
        "bias" => playout.bias_percent = parse_percent(value)? / 10,
        "score" => {
            let named = PlayoutScore::NAMES.iter().find(|(name, _)| *name == value);
            playout.score = named?.1;
        }
        _ => return None,
    }
    Some(())
}

pub(super) fn set_mcts(settings: &mut MctsSettings, name: &str, value: &str) -> Option<()> {
    match name {
        "backup" => {
            settings.backup = match value {
                "maxn" => Backup::MaxN,
                "paranoid" => Backup::Paranoid,
                "brs" => Backup::BestReply,
                _ => return None,
            }
        }
        "exploration" => settings.exploration = parse_weight(value)?,
        "progressive" => settings.history = parse_weight(value)?,
        "playouts" => settings.simulations = parse_positive(value)?,
        "memory" => settings.memory = parse_positive(value)? as usize,
        _ => set_playout(&mut settings.playout, name, value)?,
    }
    Some(())
}

pub(super) fn parse_positive(value: &str) -> Option<u64> {
    value.parse().ok().filter(|&n| n > 0)
}

fn parse_weight(value: &str) -> Option<f64> {
    value.parse().ok().filter(|w| (0.0..=1000.0).contains(w))
}

pub(super) fn non_empty(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_string())
}

pub(super) fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn parse_or_off<T: FromStr>(value: &str) -> Option<Option<T>> {
    match value {
        "off" => Some(None),
        number => number.parse().ok().map(Some),
    }
}

/// `5%` or `2.5%`, at most 100 %, in thousandths.
pub(super) fn parse_percent(value: &str) -> Option<u32> {
    let percent: f64 = value.strip_suffix('%')?.parse().ok()?;
    (0.0..=100.0)
        .contains(&percent)
        .then(|| (percent * 10.0).round() as u32)
}

/// `deep/64MiB` or `off`.
pub(super) fn parse_table(value: &str) -> Option<Option<(Replacement, u64)>> {
    if value == "off" {
        return Some(None);
    }
    let (scheme, size) = value.split_once('/')?;
    let bytes = parse_size(size).ok().filter(|&b| b > 0)?;
    Some(Some((scheme.parse().ok()?, bytes)))
}
