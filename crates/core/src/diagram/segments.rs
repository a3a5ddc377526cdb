//! Letters as strokes, like a sixteen-segment display: pictures look the same everywhere and need
//! no font.

use super::{Point, point};

/// The strokes of what stands on a piece: an arrow points where its owner goes.
pub(super) fn sign(c: char) -> Vec<(Point, Point)> {
    let (from, tip, to) = match c {
        '^' => (point(0.0, 1.3), point(0.5, 0.7), point(1.0, 1.3)),
        'v' => (point(0.0, 0.7), point(0.5, 1.3), point(1.0, 0.7)),
        '<' => (point(0.8, 0.5), point(0.2, 1.0), point(0.8, 1.5)),
        '>' => (point(0.2, 0.5), point(0.8, 1.0), point(0.2, 1.5)),
        letter => return strokes(letter),
    };
    vec![(from, tip), (tip, to)]
}

/// The strokes of a character inside a box of width 1 and height 2, y downwards.
pub(super) fn strokes(c: char) -> Vec<(Point, Point)> {
    let mask = mask(c);
    (0..SEGMENTS.len())
        .filter(|i| mask & (1 << i) != 0)
        .map(|i| {
            let (x1, y1, x2, y2) = SEGMENTS[i];
            (point(x1, y1), point(x2, y2))
        })
        .collect()
}

const SEGMENTS: [(f32, f32, f32, f32); 14] = [
    (0.0, 0.0, 1.0, 0.0), // a: top
    (1.0, 0.0, 1.0, 1.0), // b: right, upper
    (1.0, 1.0, 1.0, 2.0), // c: right, lower
    (0.0, 2.0, 1.0, 2.0), // d: bottom
    (0.0, 1.0, 0.0, 2.0), // e: left, lower
    (0.0, 0.0, 0.0, 1.0), // f: left, upper
    (0.0, 1.0, 0.5, 1.0), // g: middle, left
    (0.5, 1.0, 1.0, 1.0), // h: middle, right
    (0.0, 0.0, 0.5, 1.0), // i: diagonal, upper left
    (0.5, 0.0, 0.5, 1.0), // j: centre, upper
    (1.0, 0.0, 0.5, 1.0), // k: diagonal, upper right
    (0.5, 1.0, 0.0, 2.0), // l: diagonal, lower left
    (0.5, 1.0, 0.5, 2.0), // m: centre, lower
    (0.5, 1.0, 1.0, 2.0), // n: diagonal, lower right
];

fn mask(c: char) -> u16 {
    let segments = match c.to_ascii_uppercase() {
        '0' => "abcdef",
        '1' => "bck",
        '2' => "abghed",
        '3' => "abcdh",
        '4' => "fghbc",
        '5' => "afghcd",
        '6' => "afghcde",
        '7' => "akm",
        '8' => "abcdefgh",
        '9' => "abcdfgh",
        'A' => "abcefgh",
        'B' => "abcdhjm",
        'C' => "adef",
        'D' => "abcdjm",
        'E' => "adefgh",
        'F' => "aefg",
        'G' => "acdefh",
        'H' => "bcefgh",
        'I' => "adjm",
        'J' => "bcde",
        'K' => "efgkn",
        'L' => "def",
        'M' => "bcefik",
        'N' => "bcefin",
        'O' => "abcdef",
        'P' => "abefgh",
        'Q' => "abcdefn",
        'R' => "abefghn",
        'S' => "afghcd",
        'T' => "ajm",
        'U' => "bcdef",
        'V' => "efkl",
        'W' => "bcefln",
        'X' => "ikln",
        'Y' => "ikm",
        'Z' => "akld",
        '-' => "gh",
        '+' => "ghjm",
        '*' => "ghijklmn",
        _ => "",
    };
    segments.bytes().fold(0, |mask, s| mask | 1 << (s - b'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_and_letter_has_its_own_strokes_but_the_usual_twins() {
        let twins = ["0O", "5S"];
        let all: Vec<char> = ('0'..='9').chain('A'..='Z').collect();
        for (i, &a) in all.iter().enumerate() {
            assert_ne!(mask(a), 0, "{a}");
            for &b in &all[i + 1..] {
                let twin = twins.iter().any(|t| t.contains(a) && t.contains(b));
                assert_eq!(mask(a) == mask(b), twin, "{a} {b}");
            }
        }
    }

    /// A quarter of a turn about the middle of the box leads from one to the next.
    #[test]
    fn arrows_are_turns_of_one_another() {
        for (arrow, next) in [('^', '>'), ('>', 'v'), ('v', '<'), ('<', '^')] {
            let places = |c: char| -> Vec<(i32, i32)> {
                let whole = |v: f32| (v * 100.0).round() as i32;
                let mut places: Vec<_> =
                    sign(c).iter().flat_map(|&(a, b)| [a, b]).map(|p| (whole(p.x - 0.5), whole(p.y - 1.0))).collect();
                places.sort_unstable();
                places
            };
            let mut turned: Vec<(i32, i32)> = places(arrow).iter().map(|&(x, y)| (-y, x)).collect();
            turned.sort_unstable();
            assert_eq!(turned, places(next), "{arrow}");
        }
    }
}
