//! Which commit the program is built from, for `melee --version`: git knows in a checkout, cargo's own note in a package
//! that was published, and whoever builds from neither can say it in `MELEE_COMMIT`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=MELEE_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let commit = std::env::var("MELEE_COMMIT").ok().or_else(|| packaged(&here)).or_else(|| checked_out(&here));
    println!("cargo::rustc-env=MELEE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// What `cargo package` has noted.
fn packaged(here: &Path) -> Option<String> {
    let note = std::fs::read_to_string(here.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = note.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    Some(commit.get(..SHOWN)?.to_string())
}

/// So many digits tell one commit from another.
const SHOWN: usize = 12;

/// What git says, if the checkout is ours. Only a release is built anew for another commit: while one works on the
/// program the name of the last commit says little, and building for it takes long.
fn checked_out(here: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(here).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_string())
    };
    // A copy of the sources inside somebody else's repository is not that repository's commit.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        let heads = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
        println!("cargo::rerun-if-changed={heads}");
    }
    git(&["rev-parse", &format!("--short={SHOWN}"), "HEAD"])
}
