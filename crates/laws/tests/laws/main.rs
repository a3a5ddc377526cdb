//! Every law on samples from all of its games, and on samples that were changed at random.

use melee_core::{Rng, seeded_rng};
use melee_laws::law;
use melee_testkit::usual_or_long;

/// Bytes put in, taken out and exchanged; parts of another sample, and words, at the end.
fn changed(samples: &[Vec<u8>], words: &[String], rng: &mut impl Rng) -> Vec<u8> {
    let mut pick = |n: usize| rng.next_u32() as usize % n.max(1);
    let mut bytes = samples[pick(samples.len())].clone();
    for _ in 0..=pick(4) {
        let at = pick(bytes.len() + 1);
        match pick(6) {
            0 if at < bytes.len() => bytes[at] = pick(256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << pick(8),
            2 if at < bytes.len() => {
                bytes.remove(at);
            }
            3 if !words.is_empty() => {
                let word = words[pick(words.len())].bytes();
                bytes.splice(at..at, word);
            }
            4 => {
                let other = &samples[pick(samples.len())];
                let from = pick(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => bytes.insert(at, pick(128) as u8),
        }
    }
    bytes
}

fn check(name: &str, usual: usize) {
    let law = law(name);
    let (samples, words) = ((law.samples)(), (law.words)());
    assert!(!samples.is_empty());
    let mut rng = seeded_rng(11);
    for sample in samples.iter().step_by(samples.len().div_ceil(usual)) {
        (law.check)(sample);
    }
    for _ in 0..usual_or_long(usual, usual * 100) {
        let bytes = changed(&samples, &words, &mut rng);
        let told = std::panic::catch_unwind(|| (law.check)(&bytes));
        assert!(told.is_ok(), "{name} is broken by {:?}", String::from_utf8_lossy(&bytes));
    }
}

/// `fuzz/` has a target for each.
#[test]
fn every_law_has_a_fuzzer() {
    let Ok(manifest) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/Cargo.toml")) else {
        return;
    };
    for law in melee_laws::LAWS {
        assert!(manifest.contains(&format!("[[bin]]\nname = \"{}\"\n", law.name)), "{}", law.name);
    }
}

#[test]
fn samples_and_words_are_written_for_a_fuzzer() {
    let directory = tempfile::tempdir().expect("a directory");
    law("trees").write_samples(directory.path()).expect("written");
    let samples = std::fs::read_dir(directory.path().join("corpus/trees")).expect("a folder");
    assert_eq!(samples.count(), (law("trees").samples)().len());
    let words = std::fs::read_to_string(directory.path().join("dictionaries/trees.dict")).expect("a dictionary");
    assert!(words.starts_with("# trees\n\"(\"\n"), "{words}");
}

macro_rules! laws {
    ($($name:ident: $usual:expr;)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), $usual);
        })*

        #[test]
        fn every_law_is_tested() {
            let tested = [$(stringify!($name)),*];
            assert_eq!(melee_laws::LAWS.map(|law| law.name), tested);
        }
    };
}

laws! {
    frames: 500;
    specs: 500;
    trees: 500;
    books: 500;
    openings: 200;
    nets: 500;
    play: 60;
    positions: 150;
    records: 200;
    client: 60;
    searches: 100;
    protocol: 60;
    journals: 200;
    stores: 60;
    data: 200;
    plans: 60;
    requests: 60;
}
