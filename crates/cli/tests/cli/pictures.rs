//! The pictures of the README and the book: each is shown somewhere, and made by a command that `scripts/pictures` runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::done;
use melee_testkit::book::{Block, pages, top};

/// The calls of the program in `scripts/pictures`.
fn calls(top: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(top.join("scripts/pictures")).expect("the script");
    Block { place: "scripts/pictures".to_string(), is_long: true, text }.calls()
}

/// Where a call writes its picture, from the top of the repository.
fn picture(call: &[String]) -> &str {
    let option = call.iter().position(|word| word == "--svg").expect("it makes a picture");
    &call[option + 1]
}

#[test]
fn boards_in_the_book_are_those_that_the_program_draws() {
    let Some(top) = top() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = folder.path().join("drawn.svg");
    let calls = calls(&top);
    let boards = calls.iter().filter(|call| call[1] == "show");
    for call in boards.clone() {
        let kept = picture(call);
        let replaced = |word: &String| if word == kept { drawn.to_str().expect("a name") } else { word }.to_string();
        let args: Vec<String> = call[1..].iter().map(replaced).collect();
        done(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let text = |path: &Path| fs::read_to_string(path).expect(kept).replace("\r\n", "\n");
        assert!(text(&top.join(kept)) == text(&drawn), "{kept} is old: scripts/pictures boards");
    }
    assert_eq!(boards.count(), 9);
}

/// All pictures in a folder of the book and below.
fn pictures_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|end| end == "svg" || end == "webp" || end == "png");
    files.into_iter().filter(is_picture).chain(folders.iter().flat_map(|folder| pictures_in(folder))).collect()
}

/// Are there results of a table with the name of this plot, or of tables whose names begin with it?
fn has_results(plot: &Path) -> bool {
    let begin = format!("{}-", plot.file_stem().expect("a name").to_string_lossy());
    let mut beside = fs::read_dir(plot.with_file_name("")).expect("a folder").flatten().map(|entry| entry.path());
    let is_one = |path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        name.starts_with(&begin) && path.extension().is_some_and(|end| end == "json")
    };
    plot.with_extension("json").is_file() || beside.any(|path| is_one(&path))
}

/// That what is shown is there, the test of the links says.
#[test]
fn every_picture_is_shown_and_has_a_command_that_makes_it() {
    let Some(top) = top() else { return };
    let target = |page: &str, link: &str| top.join(page).with_file_name("").join(link).canonicalize().ok();
    let pages = pages(&top);
    let links = pages.iter().flat_map(|page| page.links().into_iter().map(|(link, _)| (page.name.clone(), link)));
    let shown: BTreeSet<PathBuf> = links.filter_map(|(page, link)| target(&page, &link)).collect();
    let by_program = calls(&top);
    let by_program: Vec<&str> = by_program.iter().map(|call| picture(call)).collect();
    let by_browser = fs::read_to_string(top.join("crates/web/e2e/screenshots.mjs")).expect("the script");
    for path in pictures_in(&top.join("docs")) {
        let name = path.strip_prefix(&top).expect("inside").to_string_lossy().replace('\\', "/");
        assert!(shown.contains(&path.canonicalize().expect("a picture")), "{name} is shown nowhere");
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let is_made = match path.extension().and_then(|end| end.to_str()) {
            Some("webp") => {
                let view = stem.trim_end_matches("-dark").trim_end_matches("-phone");
                by_browser.contains(&format!("'{view}'"))
            }
            // Plots come with the results of their tables, of one or of several that have a name in common, and are
            // compared with them by the tests of the lab.
            _ => by_program.contains(&name.as_str()) || has_results(&path),
        };
        assert!(is_made, "{name}: scripts/pictures does not make it");
    }
}
