//! Texts with mistakes, for parsers: every one must be read or refused, and none may panic.

use melee_core::{Rng, seeded_rng};

/// `count` versions of the texts, each with one to five characters changed, left out or put in.
pub fn mangled(texts: &[&str], letters: &str, count: usize, seed: u64) -> Vec<String> {
    let mut rng = seeded_rng(seed);
    let letters: Vec<char> = letters.chars().collect();
    let mut pick = |n: usize| rng.next_u32() as usize % n.max(1);
    let mut all = Vec::new();
    for _ in 0..count {
        let mut chars: Vec<char> = texts[pick(texts.len())].chars().collect();
        for _ in 0..=pick(5) {
            let (at, letter) = (pick(chars.len()), letters[pick(letters.len())]);
            match pick(3) {
                0 if at < chars.len() => chars[at] = letter,
                1 if at < chars.len() => {
                    chars.remove(at);
                }
                _ => chars.insert(at, letter),
            }
        }
        all.push(chars.into_iter().collect());
    }
    all
}
