//! Every crate keeps to its room: what a front end knows about a game, the game has told it.

use std::path::{Path, PathBuf};

use melee::Registry;

/// Where games may be named: in their own room, by their solver, on their network, in the published
/// tables, and where they are registered.
const ALLOWED: [&str; 9] = [
    "games/",
    "solve/",
    "net/",
    "lab/",
    "commands/src/commands/solve",
    "commands/src/commands/bench/solver.rs",
    "commands/src/commands/reversixt",
    "laws/src/books.rs",
    "melee/src/registry.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_skipped = ["tests", "e2e", "benches", "examples", "template", "node_modules"].contains(&name);
        if path.is_dir() && !is_skipped {
            sources(&path, found);
        } else if !is_skipped && [".rs", ".js", ".html", ".css"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
}

/// The code of a file: no comments, and no tests at its end.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let body = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = body.lines().enumerate();
    lines.filter(|(_, line)| {
        let line = line.trim_start();
        !["//", "*", "/*", "<!--"].iter().any(|sign| line.starts_with(sign))
    })
}

#[test]
fn no_file_outside_its_room_names_a_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !crates.join("web/assets").is_dir() {
        println!("skipped: the other crates are not here");
        return;
    }
    let mut files = Vec::new();
    sources(&crates, &mut files);
    assert!(files.len() > 150, "{} files", files.len());
    let names: Vec<&str> = Registry::standard().games().iter().map(|game| game.name).collect();
    let mut named = Vec::new();
    for file in files {
        let place = file.strip_prefix(&crates).unwrap_or(&file).display().to_string();
        if ALLOWED.iter().any(|allowed| place.starts_with(allowed)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for (number, line) in code(&text) {
            let line = line.to_lowercase();
            // A command of the program is about one game's network, and bears its name.
            let is_command = place.starts_with("commands/") && line.contains("reversixt");
            if !is_command && names.iter().any(|name| has_word(&line, name)) {
                named.push(format!("{place}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(named.is_empty(), "games named outside their room:\n{}", named.join("\n"));
}

/// `uniform` and `focus` are also words of English and of style sheets: they count in quotes only.
fn has_word(line: &str, name: &str) -> bool {
    let quotes = ['"', '\'', '`'];
    let is_quoted = line
        .match_indices(name)
        .any(|(i, _)| line[..i].ends_with(quotes) && line[i + name.len()..].starts_with(quotes));
    is_quoted || !["uniform", "focus"].contains(&name) && line.contains(name)
}

#[test]
fn the_readmes_rust_code_is_tested_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(readme) = std::fs::read_to_string(root.join("README.md")) else {
        println!("skipped: the project's README is not here");
        return;
    };
    let examples: Vec<&str> = readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [library, program] = examples[..] else { panic!("{examples:?}") };
    assert!(include_str!("../../README.md").contains(library), "{library}");
    // The program of a stranger's crate, with other names.
    let own = std::fs::read_to_string(root.join("examples/own-game/src/main.rs")).expect("the example is here");
    let program = program.replace("Mine", "Isolation").replace("MySearch", "NarrowSearch");
    assert!(own.contains(&program), "{program}");
}
