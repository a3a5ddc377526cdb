//! What is handed out: one version everywhere, and the same machines in all places that name them.

use melee_testkit::book::top;

/// What stands between two marks of a file at the top.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("no {begin}"));
    rest.split(end).next().unwrap_or(rest)
}

#[test]
fn all_packages_have_one_version_and_a_place_in_the_change_log() {
    let Some(top) = top() else { return };
    let read = |name: &str| std::fs::read_to_string(top.join(name)).expect(name);
    let version = env!("CARGO_PKG_VERSION");
    // Workspaces of their own.
    for name in ["crates/python/Cargo.toml", "crates/wasm/Cargo.toml"] {
        assert_eq!(between(&read(name), "\nversion = \"", "\""), version, "{name}");
    }
    let whole = read("Cargo.toml");
    let own = whole.lines().filter(|line| line.starts_with("melee") && line.contains("path = \"crates/"));
    for line in own {
        assert_eq!(between(line, "version = \"", "\""), version, "{line}");
    }
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}\n")));
}

/// cargo-dist and cargo-binstall look for what the release makes.
#[test]
fn a_release_has_an_archive_for_every_machine_that_is_promised_one() {
    let Some(top) = top() else { return };
    let read = |name: &str| std::fs::read_to_string(top.join(name)).expect(name);
    let whole = read("Cargo.toml");
    let promised = between(&whole, "[workspace.metadata.dist]", "\n[");
    let promised = between(promised, "targets = [", "]").split(',').map(|word| word.trim().trim_matches('"'));
    let promised: Vec<&str> = promised.filter(|word| !word.is_empty()).collect();
    let release = read(".github/workflows/release.yml");
    let made: Vec<&str> = release.split("target: ").skip(1).filter_map(|rest| rest.split(['}', ',']).next()).collect();
    assert_eq!(promised.len(), 5);
    assert!(promised.iter().all(|target| made.contains(target)), "{promised:?}, {made:?}");
    let manifest = read("crates/cli/Cargo.toml");
    let binstall = between(&manifest, "[package.metadata.binstall]", "[lints]");
    assert!(
        binstall.contains("{ name }-{ target }{ archive-suffix }") && binstall.contains("{ name }-{ target }/{ bin }")
    );
    assert!(read("scripts/archive").contains("name=melee-cli-$target\n"));
}
