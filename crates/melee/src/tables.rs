//! Where the tables of games lie.

use std::path::PathBuf;

use melee_core::{Description, GameTable};
use melee_search::SearchError;

/// The folder with the tables, if it is not the current one.
pub const TABLES_VARIABLE: &str = "MELEE_TABLES";

/// The file of a table, if nobody says otherwise.
pub fn table_path(table: &GameTable) -> PathBuf {
    let folder = std::env::var_os(TABLES_VARIABLE).map(PathBuf::from);
    folder.unwrap_or_default().join(table.file)
}

/// Reads the table that an evaluation needs, unless that was done before.
pub(crate) fn provide(game: &str, description: &Description, evaluation: &str) -> Result<(), SearchError> {
    let needed = description.tables.iter().find(|table| table.evaluation == evaluation && !(table.is_installed)());
    let Some(table) = needed else {
        return Ok(());
    };
    let path = table_path(table);
    let trouble = |what: String| SearchError::Other(format!("eval={evaluation}: {}: {what}", path.display()));
    let bytes = std::fs::read(&path).map_err(|error| trouble(format!("{error}; `melee table {game}` makes it")))?;
    (table.install)(&bytes).map_err(trouble)
}
