//! `melee man`: the manual pages, made from the same definition as the help.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::{Answer, outfile, output};

/// What `melee man` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for a page a command; without it the page of `melee` itself is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the pages.
pub(crate) fn run(args: &Args, mut command_line: clap::Command) -> anyhow::Result<Answer> {
    command_line.build();
    match &args.out {
        None => output::print(&String::from_utf8_lossy(&page(&command_line)?))?,
        Some(folder) => {
            std::fs::create_dir_all(folder).with_context(|| format!("--out {}", folder.display()))?;
            write_all(folder, &command_line)?;
        }
    }
    Ok(Answer::Yes)
}

/// The page of a command and those of the commands below it; `melee help` repeats them all and has none.
fn write_all(folder: &Path, command: &clap::Command) -> anyhow::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    outfile::write_soon("--out", &folder.join(format!("{name}.1")), &page(command)?)?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| write_all(folder, below))
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
