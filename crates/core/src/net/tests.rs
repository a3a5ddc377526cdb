//! The arithmetic by hand, and files that are none.

use super::*;
use crate::Player;

/// A network of three inputs, two and two units, for two players.
fn tiny(metadata: &str) -> Vec<u8> {
    let mut data: Vec<u8> = Vec::new();
    let w1: [i16; 6] = [127, -64, 10, 200, 0, 5];
    let b1: [i16; 2] = [1, -3];
    let w2: [i8; 4] = [64, -64, 1, 127];
    let b2: [i32; 2] = [128, -640];
    let w3: [i8; 4] = [64, 0, -64, 5];
    let b3: [i32; 2] = [0, 100];
    data.extend(w1.into_iter().chain(b1).flat_map(i16::to_le_bytes));
    data.extend(w2.into_iter().flat_map(i8::to_le_bytes));
    data.extend(b2.into_iter().flat_map(i32::to_le_bytes));
    data.extend(w3.into_iter().flat_map(i8::to_le_bytes));
    data.extend(b3.into_iter().flat_map(i32::to_le_bytes));
    let header = format!(
        r#"{{"__metadata__":{{{metadata}}},
            "w1":{{"dtype":"I16","shape":[3,2],"data_offsets":[0,12]}},
            "b1":{{"dtype":"I16","shape":[2],"data_offsets":[12,16]}},
            "w2":{{"dtype":"I8","shape":[2,2],"data_offsets":[16,20]}},
            "b2":{{"dtype":"I32","shape":[2],"data_offsets":[20,28]}},
            "w3":{{"dtype":"I8","shape":[2,2],"data_offsets":[28,32]}},
            "b3":{{"dtype":"I32","shape":[2],"data_offsets":[32,40]}}}}"#
    );
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
}

const METADATA: &str =
    r#""format":"melee-net-1","game":"nim","players":"2","inputs":"nim-1","features":"3","note":"by hand""#;

/// Scores by hand that nobody looks at.
const NONE: [i32; MAX_PLAYERS] = [0; MAX_PLAYERS];

fn marks(inputs: &[usize]) -> Marks {
    let mut marks = Marks::new(3);
    for &input in inputs {
        marks.add(input);
    }
    marks
}

#[test]
fn shares_by_hand() {
    let bytes = tiny(METADATA);
    let net = NetFile::read(&bytes).and_then(|file| file.net()).expect("a network");
    assert_eq!(net.facts().card["note"], "by hand");
    // Sums 128 and -67, then 127 and -9 before they are clipped; logits 8128 and -8028.
    assert_eq!(net.shares(&marks(&[0]), &NONE)[..2], [879_497, 120_502]);
    // Sums 138 and 133, then 2 and 244; logits 128 and 607.
    assert_eq!(net.shares(&marks(&[0, 1]), &NONE)[..2], [485_277, 514_722]);
    // Sums 1 and 2, then 1 and -7; logits 64 and 36.
    assert_eq!(net.shares(&marks(&[2]), &NONE)[..2], [500_855, 499_144]);
}

/// As the trainer writes it: 127, -64, 10, 200, 0 and 5 are 254, 127, 20, 400, 0 and 10 there.
#[test]
fn first_weights_in_planes_are_the_same_numbers() {
    let plain = tiny(METADATA);
    let header = plain.len() - 40;
    let text = std::str::from_utf8(&plain[8..header]).expect("a header");
    let text = text.replace(r#""I16","shape":[3,2]"#, r#""U8","shape":[2,3,2]"#);
    let planes = [254, 127, 20, 144, 0, 10, 0, 0, 0, 1, 0, 0];
    let bytes = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &planes, &plain[header + 12..]].concat();
    let net = NetFile::read(&bytes).and_then(|file| file.net()).expect("a network");
    let twin = NetFile::read(&plain).and_then(|file| file.net()).expect("a network");
    assert_eq!((&net.first_weights, &net.first_biases), (&twin.first_weights, &twin.first_biases));
    assert_eq!(net.shares(&marks(&[0, 1]), &NONE)[..2], [485_277, 514_722]);
    let extremes = [(0xff, 0xff, i16::MIN), (0xfe, 0xff, i16::MAX), (1, 0, -1)];
    for (low, high, number) in extremes {
        assert_eq!(file::from_planes(low, high), i32::from(number));
    }
}

#[test]
fn what_was_evaluated_before_makes_no_difference() {
    let bytes = tiny(METADATA);
    let net = NetFile::read(&bytes).and_then(|file| file.net()).expect("a network");
    let mut accumulators = Accumulators::default();
    for inputs in [&[0, 1][..], &[0], &[], &[1, 2], &[0, 1, 2], &[2], &[2]] {
        for viewer in [0, 1, 0] {
            let kept = accumulators.shares(&net, Player::new(viewer), &NONE, |own| *own = marks(inputs));
            assert_eq!(kept, net.shares(&marks(inputs), &NONE), "{inputs:?}");
        }
    }
}

/// Weights so large that two inputs are too many for sums of 16 bits.
#[test]
fn sums_that_need_more_bits_are_not_kept() {
    let mut bytes = tiny(METADATA);
    let w1 = bytes.len() - 40;
    for (weight, place) in [30_000i16, -30_000, 30_000, -30_000, -30_000, 30_000].into_iter().zip((w1..).step_by(2)) {
        bytes[place..place + 2].copy_from_slice(&weight.to_le_bytes());
    }
    let net = NetFile::read(&bytes).and_then(|file| file.net()).expect("a network");
    assert_eq!(net.most_active, 1);
    let mut accumulators = Accumulators::default();
    // Both inputs together are far above zero in the first unit; in 16 bits they would be below.
    assert_eq!(net.shares(&marks(&[0, 1]), &NONE), net.shares(&marks(&[0]), &NONE));
    for inputs in [&[0][..], &[0, 1], &[1], &[1, 2], &[0, 1, 2], &[2], &[]] {
        let kept = accumulators.shares(&net, Player::new(0), &NONE, |own| *own = marks(inputs));
        assert_eq!(kept, net.shares(&marks(inputs), &NONE), "{inputs:?}");
    }
}

#[test]
fn what_is_no_network_is_refused_in_one_line() {
    let whole = tiny(METADATA);
    let refusal = |bytes: &[u8]| {
        let read = NetFile::read(bytes).and_then(|file| file.net());
        read.expect_err("no network").to_string()
    };
    assert_eq!(refusal(b""), "not a network: it is too short");
    assert_eq!(refusal(b"a longer text"), "not a network: it does not begin like a file of safetensors");
    assert_eq!(refusal(&whole[..whole.len() - 1]), "not a network: tensor b3 is cut off");
    let other = |from: &str, to: &str| refusal(&tiny(&METADATA.replace(from, to)));
    assert_eq!(
        other("net-1", "net-3"),
        "not a network: its format is melee-net-3, expected melee-net-1 or melee-net-2"
    );
    assert_eq!(other("\"2\"", "\"9\""), "not a network: players is 9, expected 1 to 8");
    assert_eq!(other("\"3\"", "\"4\""), "not a network: tensor w1 is I16 [3, 2], expected I16 [4, 2]");
    assert_eq!(other("\"game\"", "\"name\""), "not a network: its metadata has no game");
    // Whatever is cut off or changed: an error, or a network.
    for place in 0..whole.len() {
        assert!(NetFile::read(&whole[..place]).and_then(|file| file.net()).is_err());
        let mut changed = whole.clone();
        changed[place] ^= 0x11;
        if let Ok(net) = NetFile::read(&changed).and_then(|file| file.net()) {
            net.shares(&marks(&[0, 1]), &NONE);
        }
    }
}

#[test]
fn a_network_of_another_game_is_refused() {
    let bytes = tiny(METADATA);
    let file = NetFile::read(&bytes).expect("a network");
    assert_eq!(file.check("nim", 2, "nim-1", 3), Ok(()));
    let refusal = file.check("nim", 3, "nim-1", 3).expect_err("another number of players").to_string();
    assert_eq!(refusal, "the network is for nim, 2 players, 3 inputs nim-1, here it is nim, 3 players, 3 inputs nim-1");
}
