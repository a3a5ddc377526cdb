//! What `melee new-game` writes: built as its author would build it. That takes a minute, so usually only the files
//! are looked at; the template itself is compiled and tested with these tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{melee, refusal, stderr, stdout};

/// The folder of Melee.
fn checkout() -> PathBuf {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.ancestors().nth(2).expect("crates/cli is in it").to_path_buf()
}

/// An empty folder for a crate, beside what was built before.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Tests and builds a crate.
fn build(folder: &Path, name: &str) -> PathBuf {
    // The versions that are here, so that nothing need be fetched.
    fs::copy(checkout().join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strangers");
    for command in ["test", "build"] {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .args([command, "--offline", "--quiet"])
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &target)
            .output();
        let output = output.expect("cargo runs");
        let said = stdout(&output) + &stderr(&output);
        assert!(output.status.success(), "{command}: {said}");
    }
    target.join("debug").join(name)
}

#[test]
fn the_template_of_a_new_game_passes_its_own_tests_and_plays() {
    let folder = folder("new-game");
    let (out, path) = (folder.to_str().expect("UTF-8"), checkout());
    let path = path.to_str().expect("UTF-8");
    let args = ["new-game", "row-of-three", "--out", out, "--path", path];
    let made = melee(&args);
    assert!(made.status.success(), "{}", stderr(&made));
    assert!(refusal(&args).ends_with("is there already"));

    if std::env::var_os("MELEE_LONG_TESTS").is_none() {
        println!("the crate is not built: MELEE_LONG_TESTS is not set");
        return;
    }
    let program = build(&folder, "row-of-three");
    let json = |args: &[&str]| -> Value {
        let output = Command::new(&program).args(args).arg("--json").output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).expect("JSON")
    };
    let found = json(&["search", "row-of-three", "--players", "3", "--algo", "careful"]);
    assert_eq!(found["game"], "row-of-three");
    let algorithms = ["--algo", "careful", "--algo", "alphabeta@d2"];
    let played = json(&[&["match", "row-of-three", "--games", "2"], &algorithms[..]].concat());
    assert_eq!(played["games"], 2);
    let refused = Command::new(&program).args(["show", "no-such-game"]).output().expect("it runs");
    assert!(stderr(&refused).starts_with("row-of-three: "), "{}", stderr(&refused));
}

#[test]
fn names_of_new_games() {
    for (name, why) in [
        ("My-Game", "expected words of lower-case letters"),
        ("../game", "expected words of lower-case letters"),
        ("4chess", "expected words of lower-case letters"),
        ("connect4", "there is a game called connect4 already"),
        ("melee-two", "Melee's own crates"),
    ] {
        let refused = refusal(&["new-game", name]);
        assert!(refused.contains(why), "{refused}");
    }
    let nowhere = refusal(&["new-game", "go", "--path", "/no/such/checkout"]);
    assert!(nowhere.contains("--path /no/such/checkout: not a checkout of Melee"), "{nowhere}");
}
