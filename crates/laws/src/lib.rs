//! What holds for every input from outside, right or wrong.
//!
//! A [`Law`] is a function of bytes for one kind of input: it reads them as a user, a file or another program would
//! send them, and panics if anything else happens than promised. What cannot be read is refused in one line; what is
//! read can be written and read again, and obeys the laws of games (`melee_testkit::conformance`).
//!
//! The tests of this crate check every law on its samples and on changed samples; `fuzz/` lets a fuzzer look for
//! bytes that break one. A new kind of input is a file here, a line in [`LAWS`] and a
//! `[[bin]]` in `fuzz/Cargo.toml`.

mod books;
mod data;
mod frames;
mod games;
mod input;
mod journals;
mod nets;
mod openings;
mod plans;
mod playthroughs;
mod protocol;
mod requests;
mod searches;
mod specs;
mod stores;
mod trees;

use std::path::Path;
use std::{fs, io};

/// What holds for one kind of input.
#[derive(Clone, Copy)]
pub struct Law {
    pub name: &'static str,
    /// Panics if it is broken.
    pub check: fn(&[u8]),
    /// Inputs that are right, or nearly.
    pub samples: fn() -> Vec<Vec<u8>>,
    /// Words that such inputs are made of.
    pub words: fn() -> Vec<String>,
}

impl Law {
    /// Writes what a fuzzer begins with: samples below `corpus`, and words in `dictionaries`.
    pub fn write_samples(&self, directory: &Path) -> io::Result<()> {
        let (corpus, dictionaries) = (directory.join("corpus").join(self.name), directory.join("dictionaries"));
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&dictionaries)?;
        let samples = (self.samples)();
        for (i, sample) in samples.iter().step_by(samples.len().div_ceil(MOST_SAMPLES)).enumerate() {
            fs::write(corpus.join(format!("sample-{i:02}")), sample)?;
        }
        let escaped = |byte: u8| match byte {
            b'"' | b'\\' => format!("\\{}", byte as char),
            b' '..=b'~' => (byte as char).to_string(),
            other => format!("\\x{other:02x}"),
        };
        let line = |word: &String| format!("\"{}\"\n", word.bytes().map(escaped).collect::<String>());
        let lines: String = (self.words)().iter().map(line).collect();
        // An empty file is no dictionary to a fuzzer.
        fs::write(dictionaries.join(format!("{}.dict", self.name)), format!("# {}\n{lines}", self.name))
    }
}

/// So many samples show every form that an input has.
const MOST_SAMPLES: usize = 60;

/// All of them; the cheap ones first.
pub const LAWS: [Law; 17] = [
    Law { name: "frames", check: frames::frames, samples: frames::frame_samples, words: Vec::new },
    Law { name: "specs", check: specs::check, samples: specs::samples, words: specs::words },
    Law { name: "trees", check: trees::check, samples: trees::samples, words: trees::words },
    Law { name: "books", check: books::check, samples: books::samples, words: books::words },
    Law { name: "openings", check: openings::check, samples: openings::samples, words: openings::words },
    Law { name: "nets", check: nets::check, samples: nets::samples, words: nets::words },
    Law { name: "play", check: games::play, samples: games::play_samples, words: Vec::new },
    Law { name: "positions", check: games::positions, samples: games::position_samples, words: games::words },
    Law { name: "records", check: games::records, samples: games::record_samples, words: games::words },
    Law { name: "client", check: frames::client, samples: frames::client_samples, words: Vec::new },
    Law { name: "searches", check: searches::check, samples: searches::samples, words: specs::words },
    Law { name: "protocol", check: protocol::check, samples: protocol::samples, words: protocol::words },
    Law { name: "journals", check: journals::check, samples: journals::samples, words: Vec::new },
    Law { name: "stores", check: stores::check, samples: stores::samples, words: Vec::new },
    Law { name: "data", check: data::check, samples: data::samples, words: Vec::new },
    Law { name: "plans", check: plans::check, samples: plans::samples, words: plans::words },
    Law { name: "requests", check: requests::check, samples: requests::samples, words: requests::words },
];

/// The law of this name, found when a program is compiled: only what this law needs is then linked into it.
pub const fn law(name: &str) -> Law {
    let mut i = 0;
    while i < LAWS.len() {
        if is_same(LAWS[i].name.as_bytes(), name.as_bytes()) {
            return LAWS[i];
        }
        i += 1;
    }
    panic!("there is no such law")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    one.len() == other.len() && i == one.len()
}
