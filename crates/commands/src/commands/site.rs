//! `melee site`: the web app without a server.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::{Answer, infile, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the files; those of an older site are replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The engine for the browser, as `crates/wasm` builds it; without it the one that was built in
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
}

/// No engine is larger by far.
const LARGEST_ENGINE: u64 = 64 << 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let engine = args.wasm.as_deref().map(|file| infile::read("--wasm", file, LARGEST_ENGINE)).transpose()?;
    let files = melee_web::site(engine.as_deref());
    let files = match &args.wasm {
        Some(file) => files.with_context(|| format!("--wasm {}", file.display()))?,
        None => files?,
    };
    for (name, bytes) in &files {
        let file = args.out.join(name);
        let folder = file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).with_context(|| format!("--out {}", folder.display()))?;
        outfile::write_soon("--out", &file, bytes)?;
    }
    let (count, bytes) = (files.len(), files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>());
    let (out, kib) = (args.out.display(), bytes.div_ceil(1024));
    output::print(&format!("{count} files, {kib} KiB, in {out}; any web server can serve them\n"))?;
    Ok(Answer::Yes)
}
