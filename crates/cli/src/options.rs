//! Options that many commands share.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use melee_arena::{GameOptions, Limits, Position, Spec, Table, open};

use crate::numbers::parse_duration;

/// A game with its parameters.
#[derive(clap::Args, Clone)]
pub(crate) struct GameArgs {
    /// The game; `melee games` lists them
    game: String,
    /// The number of players, where the game allows several
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The board size (connect4), such as 7x6
    #[arg(long, value_name = "WxH")]
    size: Option<String>,
    /// The rule set, where the game has several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// A map file, where the game is played on maps
    #[arg(long, value_name = "FILE")]
    map: Option<std::path::PathBuf>,
}

impl GameArgs {
    pub(crate) fn name(&self) -> &str {
        &self.game
    }

    /// The parameters, the map read.
    pub(crate) fn options(&self) -> anyhow::Result<GameOptions> {
        let map = match &self.map {
            Some(file) => Some(String::from_utf8_lossy(&read_map(file)?).into_owned()),
            None => None,
        };
        Ok(GameOptions {
            players: self.players,
            size: self.size.clone(),
            rules: self.rules.clone(),
            map,
            ..GameOptions::default()
        })
    }
}

/// A game and a position in it.
#[derive(clap::Args, Clone)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A named start (default: the game's own)
    #[arg(long, value_name = "NAME", conflicts_with = "pos")]
    start: Option<String>,
    /// A position in the game's notation
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pos: Option<String>,
    /// Moves played from there, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl PositionArgs {
    /// Opens the game.
    pub(crate) fn table(&self) -> anyhow::Result<Arc<dyn Table>> {
        let options = GameOptions {
            start: self.start.clone(),
            position: self.pos.clone(),
            ..self.game.options()?
        };
        Ok(open(self.game.name(), &options)?)
    }

    /// The position as the engine protocol tells it, if one is asked for.
    pub(crate) fn protocol_position(&self, table: &dyn Table) -> Option<String> {
        let named = self.start.as_ref().and_then(|name| {
            let start = table.starts().into_iter().find(|s| s.name == *name)?;
            Some(start.position)
        });
        let position = self.pos.clone().or(named);
        let moves = self.moves.as_deref().unwrap_or_default();
        match (position, moves) {
            (None, "") => None,
            (None, moves) => Some(format!("position startpos moves {moves}")),
            (Some(position), moves) => Some(format!("position fen {position} moves {moves}")),
        }
    }

    /// The board size, as given.
    pub(crate) fn size(&self) -> Option<&str> {
        self.game.size.as_deref()
    }

    /// Sets up the position.
    pub(crate) fn position(&self, table: &dyn Table) -> anyhow::Result<Box<dyn Position>> {
        let moves: Vec<&str> = match &self.moves {
            Some(moves) => moves.split_whitespace().collect(),
            None => Vec::new(),
        };
        Ok(table.position(self.pos.as_deref(), self.start.as_deref(), &moves)?)
    }
}

/// The largest map has a million tiles; a larger file is something else.
const LARGEST_MAP: u64 = 16 << 20;

/// Reads a map file, but not more than a map can have.
pub(crate) fn read_map(file: &Path) -> anyhow::Result<Vec<u8>> {
    let about = || format!("map {}", file.display());
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file).with_context(about)?;
    let limited = &mut opened.take(LARGEST_MAP + 1);
    limited.read_to_end(&mut bytes).with_context(about)?;
    if bytes.len() as u64 > LARGEST_MAP {
        bail!("{}: expected at most {LARGEST_MAP} bytes", about());
    }
    Ok(bytes)
}

/// When to stop thinking.
#[derive(clap::Args, Clone)]
pub(crate) struct LimitArgs {
    /// Search to this depth
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Search at most so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search for so long, such as 250ms or 5s
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    time: Option<Duration>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            predict: false,
        }
    }

    /// The limits, or a time if none is given.
    pub(crate) fn limits_or(&self, time: Duration) -> Limits {
        match self.limits() {
            limits if limits == Limits::default() => Limits::time(time),
            limits => limits,
        }
    }
}

/// Reads an algorithm and refuses tables that the machine cannot hold.
pub(crate) fn parse_spec(text: &str) -> anyhow::Result<Spec> {
    let spec: Spec = text.parse()?;
    if let (Some(table), Some(machine)) = (spec.table_bytes(), machine_memory())
        && table > machine
    {
        bail!("{spec}: a table of {table} bytes is more than the {machine} bytes of this machine");
    }
    Ok(spec)
}

/// The memory of the machine, where the system tells.
pub(crate) fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
