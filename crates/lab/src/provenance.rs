//! Which build of the program makes a result: the version, and the commit where the program knows it.

use std::sync::OnceLock;

static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Says which commit this program was built from; results are stored with it. The first call counts.
pub fn built_from(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// The version, and the commit if it is known.
pub(crate) fn build() -> String {
    let version = env!("CARGO_PKG_VERSION");
    COMMIT.get().map_or_else(|| version.to_string(), |commit| format!("{version} ({commit})"))
}
