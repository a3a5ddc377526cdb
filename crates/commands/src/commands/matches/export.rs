//! The games of a match in files for other programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use melee_arena::export::{Sheet, games_sheet, moves_sheet, record_file};
use melee_arena::tournament::{OpenMatch, PlayedGame, Store};

use crate::{outfile, output};

#[derive(clap::Args)]
pub(super) struct Exports {
    /// Write the games as CSV, one line a game
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same table as Parquet (needs a program built with --features parquet)
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Write every move with its value, depth, nodes and time; FILE ends with .csv or .parquet
    #[arg(long, value_name = "FILE")]
    move_table: Option<PathBuf>,
    /// Write every game in the game's own record format, a file each
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// How a table is written.
#[derive(Clone, Copy)]
enum Format {
    Csv,
    Parquet,
}

fn format_of(file: &Path) -> Option<Format> {
    match file.extension()?.to_str()? {
        "csv" => Some(Format::Csv),
        "parquet" => Some(Format::Parquet),
        _ => None,
    }
}

impl Exports {
    /// Says what cannot be before anything is played into this store.
    pub(super) fn check(&self, store: Option<&Path>) -> anyhow::Result<()> {
        outfile::check(
            &[("--out", store)],
            &[
                ("--csv", self.csv.as_deref()),
                ("--parquet", self.parquet.as_deref()),
                ("--move-table", self.move_table.as_deref()),
            ],
        )?;
        if let Some(file) = &self.move_table
            && format_of(file).is_none()
        {
            let file = file.display();
            bail!("--move-table {file}: expected a name that ends with .csv or .parquet");
        }
        if let Some((option, file)) = self.parquet_files().next()
            && !cfg!(feature = "parquet")
        {
            let file = file.display();
            bail!(
                "{option} {file}: this program was built without Parquet; `cargo build --release --features parquet` builds one with it"
            );
        }
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder).with_context(|| format!("--records {}", folder.display()))?;
        }
        Ok(())
    }

    /// The files that are to be Parquet, with their options.
    fn parquet_files(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let is_parquet = |file: &&PathBuf| matches!(format_of(file), Some(Format::Parquet));
        let moves = self.move_table.iter().filter(is_parquet);
        (self.parquet.iter().map(|file| ("--parquet", file))).chain(moves.map(|file| ("--move-table", file)))
    }

    /// An option that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [
            (&self.csv, "--csv"),
            (&self.parquet, "--parquet"),
            (&self.move_table, "--move-table"),
            (&self.records, "--records"),
        ];
        let mut given = options.into_iter().filter(|(file, _)| file.is_some());
        given.next().map(|(_, name)| name)
    }

    pub(super) fn needs_moves(&self) -> bool {
        self.move_table.is_some()
    }

    pub(super) fn write(&self, open: &OpenMatch, games: &[PlayedGame], store: Option<&Store>) -> anyhow::Result<()> {
        let names = open.names();
        let tables = [("--csv", &self.csv, Format::Csv), ("--parquet", &self.parquet, Format::Parquet)];
        for (option, file, format) in tables {
            if let Some(file) = file {
                write_sheet(option, file, format, &games_sheet(&names, open.game.players(), games))?;
            }
        }
        if let Some(file) = &self.move_table {
            let mut all = Vec::new();
            for game in games {
                let records = match store {
                    Some(store) => store.records(game.number)?,
                    None => game.records.clone(),
                };
                all.push((game, records));
            }
            let without = all.iter().filter(|(game, records)| game.counts() && records.is_empty());
            let without = without.count();
            if without > 0 {
                output::complain(&format!(
                    "--move-table: {without} of {} games were stored without their moves' values (--keep-moves)",
                    all.len()
                ));
            }
            let format = format_of(file).unwrap_or(Format::Csv);
            write_sheet("--move-table", file, format, &moves_sheet(&names, &all))?;
        }
        if let Some(folder) = &self.records {
            write_records(folder, open, games)?;
        }
        Ok(())
    }
}

fn write_sheet(option: &str, file: &Path, format: Format, sheet: &Sheet) -> anyhow::Result<()> {
    outfile::write_with(option, file, |mut out| match format {
        Format::Csv => sheet.write_csv(&mut out),
        #[cfg(feature = "parquet")]
        Format::Parquet => sheet.write_parquet(&mut out),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => unreachable!("refused before the first game"),
    })
}

fn write_records(folder: &Path, open: &OpenMatch, games: &[PlayedGame]) -> anyhow::Result<()> {
    for game in games {
        let record = record_file(open, game)?;
        let file = folder.join(record.name);
        // A match that goes on finds those of its first games as they are.
        if std::fs::read(&file).is_ok_and(|there| there == record.text.as_bytes()) {
            continue;
        }
        outfile::write_soon("--records", &file, record.text.as_bytes())?;
    }
    Ok(())
}
