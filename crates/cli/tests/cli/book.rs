//! The book: its commands do what they say, its pages are all in the list, its links lead somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use melee_testkit::book::{Page, pages, top};

/// What a block that is run may call. Whatever else stands in the book is for readers.
const HARMLESS: [&str; 6] = ["melee", "printf", "echo", "for", "done", "mkdir"];

/// Every block that is not marked as long is run as it stands, those of a page in one folder and in order.
#[cfg(unix)]
#[test]
fn every_command_of_the_book_works() {
    let Some(top) = top() else { return };
    let program = Path::new(env!("CARGO_BIN_EXE_melee")).parent().expect("a folder");
    let path = std::env::join_paths(
        std::iter::once(program.to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a path");
    let mut run = 0;
    for page in pages(&top) {
        let folder = tempfile::tempdir().expect("a folder");
        for block in page.blocks().iter().filter(|block| !block.is_long) {
            for word in block.first_words() {
                assert!(
                    HARMLESS.contains(&&*word),
                    "{}: '{word}' is run by a test; if it is not to be, say sh long",
                    block.place
                );
            }
            let begin = Instant::now();
            let mut shell = Command::new("sh");
            shell.args(["-eu", "-c", &block.text]).current_dir(folder.path()).env("PATH", &path);
            let output = shell.stdin(Stdio::null()).output().expect("a shell");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {}: {said}", block.place, output.status);
            println!("{} {} ms", block.place, begin.elapsed().as_millis());
            run += block.calls().len();
        }
    }
    assert!(run > 40, "only {run} commands");
}

/// The names by which parts of a page are linked to, as readers of Markdown make them from its headings.
fn anchors(page: &Page) -> BTreeSet<String> {
    let headings = page.text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect::<String>()
    };
    let named = page.text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let named = named.chain(page.text.split("<a name=\"").skip(1).filter_map(|rest| rest.split('"').next()));
    headings.map(anchor).chain(named.map(str::to_string)).collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let Some(top) = top() else { return };
    let pages = pages(&top);
    let known: BTreeMap<_, _> = pages.iter().map(|page| (top.join(&page.name), anchors(page))).collect();
    let known: BTreeMap<_, _> =
        known.into_iter().map(|(path, anchors)| (path.canonicalize().expect("a page"), anchors)).collect();
    for page in &pages {
        let own = top.join(&page.name);
        for (path, part) in page.links() {
            let target = if path.is_empty() { own.clone() } else { own.with_file_name("").join(&path) };
            let target = target.canonicalize().unwrap_or_else(|_| panic!("{}: there is no {path}", page.name));
            if let (Some(part), Some(anchors)) = (&part, known.get(&target)) {
                assert!(anchors.contains(part), "{}: {path} has no part {part}", page.name);
            }
        }
    }
}

#[test]
fn every_page_is_in_the_summary_once() {
    let Some(top) = top() else { return };
    let pages = pages(&top);
    let summary = pages.iter().find(|page| page.name == "docs/SUMMARY.md").expect("a summary");
    let mut listed: Vec<String> = summary.links().into_iter().map(|(path, _)| format!("docs/{path}")).collect();
    listed.sort();
    let there = pages.iter().map(|page| page.name.clone());
    let there: Vec<String> = there.filter(|name| !["docs/SUMMARY.md", "README.md"].contains(&name.as_str())).collect();
    assert_eq!(listed, there);
}
