//! Tests of `files`.

use std::io::{self, Write};
use std::path::Path;

use melee_arena::files::*;

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("a directory");
    let name = |e: io::Result<std::fs::DirEntry>| e.expect("an entry").file_name();
    let names = entries.map(|e| name(e).to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_file_is_there_only_when_it_is_finished() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("7.jsonl");
    let mut first = DurableFile::create(&path).expect("created");
    let mut second = DurableFile::create(&path).expect("two at once");
    first.write_all(b"one\n").expect("written");
    first.flush().expect("flushed");
    second.write_all(b"one\n").expect("written");
    assert!(!path.exists());
    assert_eq!(names(dir.path()).len(), 2);
    first.finish().expect("finished");
    assert_eq!(std::fs::read_to_string(&path).expect("there"), "one\n");
    drop(second);
    assert_eq!(names(dir.path()), ["7.jsonl"]);
}

#[test]
fn a_journal_cut_anywhere_has_all_whole_lines() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("journal");
    let (mut journal, lines) = Journal::open::<u32>(&path, &"head").expect("made");
    assert!(lines.is_empty());
    assert!(matches!(Journal::open::<u32>(&path, &"head"), Err(JournalError::Locked)));
    journal.append([10, 20]).expect("written");
    drop(journal);
    let text = std::fs::read_to_string(&path).expect("there");
    for len in 0..=text.len() {
        std::fs::write(&path, &text[..len]).expect("written");
        let whole = text[..len].matches('\n').count().saturating_sub(1);
        let (mut journal, lines) = Journal::open::<u32>(&path, &"head").expect("opened");
        assert_eq!(lines, [10, 20][..whole]);
        journal.append([30]).expect("written");
        let last = std::fs::read_to_string(&path).expect("there");
        assert!(last.lines().last().is_some_and(|line| line.starts_with("30 \"")), "{last}");
    }
}

/// Only the end of the last line may go unnoticed: it is then one that a killed process left unfinished.
#[test]
fn a_changed_byte_of_a_journal_is_found() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("journal");
    let (mut journal, _) = Journal::open::<u32>(&path, &"head").expect("made");
    journal.append([10, 20, 30]).expect("written");
    drop(journal);
    let bytes = std::fs::read(&path).expect("there");
    for at in 0..bytes.len() - 1 {
        let mut other = bytes.clone();
        other[at] ^= 1;
        std::fs::write(&path, &other).expect("written");
        assert!(Journal::open::<u32>(&path, &"head").is_err(), "byte {at}");
        assert_eq!(std::fs::read(&path).expect("there"), other, "it stays as it is");
    }
    let text = String::from_utf8(bytes).expect("UTF-8");
    let second = text.lines().nth(1).expect("a line");
    std::fs::write(&path, text.replacen(&format!("{second}\n"), "", 1)).expect("written");
    let missing = Journal::open::<u32>(&path, &"head");
    assert!(matches!(missing, Err(JournalError::Changed(2))));
}

#[test]
fn a_journal_of_a_version_without_hashes_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("journal");
    std::fs::write(&path, "\"head\"\n10\n").expect("written");
    let (mut journal, lines) = Journal::open::<u32>(&path, &"head").expect("opened");
    assert_eq!(lines, [10]);
    journal.append([20]).expect("written");
    drop(journal);
    let (_, lines) = Journal::open::<u32>(&path, &"head").expect("opened");
    assert_eq!(lines, [10, 20]);
}

#[test]
fn a_file_that_is_no_journal_of_ours_stays_as_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("letter");
    for text in ["Dear", "Dear\nJohn\n", "Dear\nJohn"] {
        std::fs::write(&path, text).expect("written");
        let opened = Journal::open::<u32>(&path, &"head");
        assert!(matches!(opened, Err(JournalError::OtherHead(first)) if first == "Dear"));
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
}
