//! Journals: files that grow line by line.

use std::fs;

use melee_arena::files::Journal;
use serde_json::Value;

use crate::input::{Input, directory, foreign};

const HEAD: &str = "what it is about";

/// What stands in the journal that inputs change.
fn lines() -> Vec<Value> {
    vec![10.into(), "twenty".into(), serde_json::json!({"thirty": [1, 2.5, null]})]
}

fn written() -> Vec<u8> {
    let path = directory().join("written.journal");
    let _ = fs::remove_file(&path);
    let (mut journal, _) = Journal::open::<Value>(&path, &HEAD).expect("made");
    journal.append(lines()).expect("written");
    drop(journal);
    fs::read(&path).expect("it is there")
}

/// An even first byte changes a journal that was written, an odd one is followed by a whole file.
pub(crate) fn check(data: &[u8]) {
    thread_local! {
        static WRITTEN: Vec<u8> = written();
    }
    let mut input = Input(data);
    let is_ours = input.byte() % 2 == 0;
    let mut bytes = input.0.to_vec();
    if is_ours {
        bytes = WRITTEN.with(Clone::clone);
        input.patch(&mut bytes);
    }
    let path = directory().join("journal");
    fs::write(&path, &bytes).expect("written");
    match Journal::open::<Value>(&path, &HEAD) {
        Ok((mut journal, read)) => {
            if is_ours {
                assert!(lines().starts_with(&read), "{read:?} was never written");
            }
            journal.append(["one more"]).expect("written");
            drop(journal);
            let (_, again) = Journal::open::<Value>(&path, &HEAD).expect("it goes on");
            assert_eq!(again[..read.len()], read[..]);
            assert_eq!(again[read.len()..], ["one more"]);
        }
        Err(error) => {
            foreign(&error);
            assert_eq!(fs::read(&path).expect("it is there"), bytes, "a file that is refused stays as it is");
        }
    }
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let whole = [&[1], written().as_slice()].concat();
    let without_hashes = format!("\u{1}\"{HEAD}\"\n10\n\"twenty\"\n").into_bytes();
    vec![vec![0], vec![0, 0, 30, b'x'], vec![0, 255, 255, 0], whole, without_hashes]
}
