//! `melee new-game`: a crate to begin a game with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use melee::Registry;

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name of the game on the command line: lower-case letters, digits and -
    name: String,
    /// The folder of the crate; what is there already is left alone (default: the name)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build on a checkout of Melee in this folder instead of the published crates
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

/// The files of the crate. In the template the game is called `my-game`.
const FILES: [(&str, &str); 5] = [
    (".gitignore", "/target\n"),
    (".cargo/config.toml", include_str!("../../template/config.toml")),
    ("src/main.rs", include_str!("../../template/main.rs")),
    ("src/game.rs", include_str!("../../template/game.rs")),
    ("src/search.rs", include_str!("../../template/search.rs")),
];
const MANIFEST: &str = include_str!("../../template/manifest.toml");

/// The crates that it depends on: what stands for them in the template, and their folders.
const CRATES: [(&str, &str); 3] = [("\"MELEE\"", "melee"), ("\"CLI\"", "cli"), ("\"TESTKIT\"", "testkit")];

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    check_name(&args.name, registry)?;
    let out = args.out.clone().unwrap_or_else(|| (&args.name).into());
    let manifest = manifest(args.path.as_deref())?;
    let about = || out.display().to_string();
    if fs::symlink_metadata(&out).is_ok() && fs::read_dir(&out).map_or(true, |mut d| d.next().is_some()) {
        bail!("{}: is there already", about());
    }
    for folder in ["src", ".cargo"] {
        fs::create_dir_all(out.join(folder)).with_context(about)?;
    }
    let files = [("Cargo.toml", manifest.as_str())].into_iter().chain(FILES);
    for (file, text) in files {
        let text = text
            .replace("my-game", &args.name)
            .replace("My Game", &title(&args.name))
            .replace("MyGame", &type_name(&args.name));
        let file = out.join(file);
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    output::print(&format!(
        "{0}: a game of three in a row, to be replaced\nnext: cd {0} && cargo run -- serve\n",
        out.display()
    ))?;
    if args.path.is_none() {
        output::print(
            "it builds on the published crates, once there are any; for those of a checkout: --path CHECKOUT\n",
        )?;
    }
    Ok(Answer::Yes)
}

fn check_name(name: &str, registry: &Registry) -> anyhow::Result<()> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_word = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase());
    if !name.chars().all(is_plain) || !name.split('-').all(is_word) {
        bail!("'{name}': expected words of lower-case letters and digits, such as my-game");
    }
    if CARGO_FOLDERS.contains(&name) {
        bail!("'{name}': Cargo keeps that name for a folder of its own");
    }
    if registry.game(name).is_ok() {
        bail!("there is a game called {name} already");
    }
    if name.starts_with("melee") {
        bail!("'{name}': Melee's own crates are called so");
    }
    Ok(())
}

fn manifest(checkout: Option<&Path>) -> anyhow::Result<String> {
    let mut manifest = MANIFEST.to_string();
    for (placeholder, folder) in CRATES {
        let dependency = match checkout {
            None => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            Some(checkout) => {
                let path = checkout.join("crates").join(folder);
                let path = path.canonicalize().ok().filter(|path| path.join("Cargo.toml").is_file());
                let path = path.with_context(|| format!("--path {}: not a checkout of Melee", checkout.display()))?;
                let path = path.to_str().context("--path: not UTF-8")?;
                format!("{{ path = {path:?} }}")
            }
        };
        manifest = manifest.replace(placeholder, &dependency);
    }
    Ok(manifest)
}

/// Where Cargo puts what it builds: no program may be called so.
const CARGO_FOLDERS: [&str; 4] = ["build", "deps", "examples", "incremental"];

/// Names of types that are there without being asked for.
const PRELUDE: [&str; 8] = ["Box", "Err", "None", "Ok", "Option", "Self", "Some", "Vec"];

/// `MyGame` for `my-game`, and a name more where the files of the crate or the language have one like it.
fn type_name(name: &str) -> String {
    let mut own = title(name).replace(' ', "");
    let is_in =
        |text: &str, own: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == own && word != "MyGame");
    while PRELUDE.contains(&own.as_str()) || FILES.iter().any(|(_, text)| is_in(text, &own)) {
        own += "Game";
    }
    own
}

/// `My Game` for `my-game`.
fn title(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    let words: Vec<String> = name.split('-').map(capital).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::type_name;

    #[test]
    fn a_game_is_called_like_nothing_that_is_there() {
        let names = [
            ("my-game", "MyGame"),
            ("nim", "Nim"),
            ("player", "PlayerGame"),
            ("self", "SelfGame"),
            ("state", "StateGame"),
        ];
        for (name, expected) in names {
            assert_eq!(type_name(name), expected);
        }
    }
}
