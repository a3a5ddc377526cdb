//! Positions of self-play for those who train networks on them.
//!
//! A [`DataPlan`] says what is played; a game of it depends on nothing but the plan and its number. The [`file`](DataFile)
//! is made of chunks of [`GAMES_A_CHUNK`] games, each compressed for itself: it can be broken off at any moment and goes on
//! where its last whole chunk ends, and has the same bytes on any number of threads.

mod file;
mod self_play;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::zobrist::mix;
use melee::{GameOptions, InputList, Limits, OpenGame, Registry, Spec};

pub use file::{DataFile, Totals};
pub use self_play::Sample;

use crate::workers::do_all;
use file::Chunk;
use self_play::Players;

/// So many games are kept together.
pub const GAMES_A_CHUNK: u64 = 16;

/// What is played to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct DataPlan {
    pub game: String,
    pub options: GameOptions,
    /// So many games are played on a board made at random, then there is another; `None` if all are played on one board.
    pub games_a_board: Option<u64>,
    /// Who may sit at the board: for every game and seat one of them is drawn.
    pub seats: Vec<Spec>,
    /// Nodes a move.
    pub nodes: u64,
    /// A game begins with up to so many random plies; how many is drawn.
    pub random_plies: u32,
    /// In some games a seat plays so many random moves among a thousand, in others half of them, or none.
    pub blunders_permille: u32,
    /// Of a thousand positions so many are kept.
    pub keep_permille: u32,
    /// A game that is not over after so many plies is shared out by the evaluation.
    pub ply_cap: u32,
    pub seed: u64,
}

/// Why there is no data: one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(transparent)]
    Game(#[from] melee::Error),
    #[error("{0}: the game has no inputs for networks")]
    NoInputs(String),
    #[error("{0}: no boards are made at random for the game with these options")]
    NoBoards(String),
    #[error("file {name}: {why}")]
    File { name: String, why: String },
}

/// A plan whose game is open.
pub struct OpenPlan {
    pub plan: DataPlan,
    /// The game, on its first board if there are several.
    pub game: OpenGame,
    pub inputs: InputList,
    registry: Registry,
}

impl DataPlan {
    /// A mixture for so many players: the strongest search by depth and others, some of them with noise. Their tables are
    /// small, for they are cleared for every game.
    pub fn usual_seats(players: usize) -> Vec<Spec> {
        let names: &[&str] = if players == 2 { &["pvs"] } else { &["brs+", "paranoid", "maxn"] };
        let mut seats = Vec::new();
        for name in names {
            let spec = Spec::new(*name).best().with("tt", "deep/1MiB");
            seats.extend([spec.clone(), spec.clone(), spec.with("noise", "10%")]);
        }
        seats
    }

    /// Opens the game and checks who plays.
    pub fn open(self, registry: &Registry) -> Result<OpenPlan, DataError> {
        let game = self.board(0, registry)?;
        let inputs = game.inputs().ok_or_else(|| DataError::NoInputs(self.game.clone()))?;
        for seat in &self.seats {
            game.check(seat, Limits::nodes(self.nodes))?;
        }
        Ok(OpenPlan { plan: self, game, inputs, registry: registry.clone() })
    }

    /// The game on the board of this number.
    fn board(&self, number: u64, registry: &Registry) -> Result<OpenGame, DataError> {
        if self.games_a_board.is_none() {
            return Ok(registry.open(&self.game, &self.options)?);
        }
        let drawn = registry.game(&self.game)?.drawn_board(&self.options, mix(self.seed ^ mix(!number)));
        let options = drawn.ok_or_else(|| DataError::NoBoards(self.game.clone()))?;
        Ok(registry.open(&self.game, &options)?)
    }

    /// On which board a game is played.
    fn board_of(&self, game: u64) -> u64 {
        self.games_a_board.map_or(0, |games| game / games.max(1))
    }
}

impl OpenPlan {
    /// The first line of the file: everything on which its bytes depend.
    fn head(&self) -> String {
        let DataPlan { game, options, seats, nodes, random_plies, .. } = &self.plan;
        let DataPlan { blunders_permille, keep_permille, ply_cap, seed, .. } = &self.plan;
        let InputList { name, count, symmetries } = &self.inputs;
        let algorithms: Vec<String> = seats.iter().map(Spec::to_string).collect();
        let mut head = serde_json::json!({
            "format": "melee-data-2",
            "game": game,
            "players": self.game.players(),
            "options": options,
            "inputs": name,
            "features": count,
            "seed": seed,
            "nodes": nodes,
            "algorithm": algorithms.join(" "),
            "random_plies": random_plies,
            "blunders_permille": blunders_permille,
            "keep_permille": keep_permille,
            "ply_cap": ply_cap,
            "symmetries": symmetries,
        });
        if let Some(games) = self.plan.games_a_board {
            head["games_a_board"] = games.into();
        }
        format!("{head}\n")
    }

    /// Plays games until there are so many, in whole chunks, or until it is to stop. `told` hears of every chunk.
    pub fn collect(
        &self,
        path: &Path,
        games: u64,
        threads: usize,
        stop: &AtomicBool,
        told: &mut dyn FnMut(Totals),
    ) -> Result<Totals, DataError> {
        let trouble = |why: String| DataError::File { name: path.display().to_string(), why };
        let mut file = DataFile::open(path, &self.head()).map_err(trouble)?;
        told(file.totals());
        let chunks: Vec<u64> = (file.totals().chunks..games.div_ceil(GAMES_A_CHUNK)).collect();
        // Those that are done before their turn.
        let mut waiting: BTreeMap<u64, Chunk> = BTreeMap::new();
        let mut result = Ok(());
        let work = |&number: &u64, players: &mut Players| (number, self.chunk(number, players, stop));
        let Ok(()) = do_all(&chunks, threads, work, &mut |done| {
            for (number, chunk) in done {
                match chunk {
                    Ok(Some(chunk)) => drop(waiting.insert(number, chunk)),
                    Ok(None) => {}
                    Err(error) => result = Err(error),
                }
            }
            while result.is_ok()
                && let Some(chunk) = waiting.remove(&file.totals().chunks)
            {
                result = file.append(&chunk).map_err(|error| trouble(error.to_string()));
                told(file.totals());
            }
            Ok::<bool, Infallible>(result.is_ok() && !stop.load(Ordering::Relaxed))
        });
        result?;
        file.finish().map_err(|error| trouble(error.to_string()))
    }

    /// The games of a chunk; `None` if it was broken off.
    fn chunk(&self, number: u64, players: &mut Players, stop: &AtomicBool) -> Result<Option<Chunk>, DataError> {
        let mut chunk = Chunk::default();
        for game in number * GAMES_A_CHUNK..(number + 1) * GAMES_A_CHUNK {
            let Some(samples) = self.play(game, players, stop)? else {
                return Ok(None);
            };
            for sample in samples {
                chunk.add(&sample);
            }
        }
        Ok(Some(chunk))
    }
}
