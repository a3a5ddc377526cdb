//! Files of networks.

use melee_core::net::NetFile;
use melee_core::{MAX_PLAYERS, Marks};
use melee_testkit::net::RandomNet;

use crate::input::one_line;

/// What is read as a network evaluates any inputs, and its shares are no more than the whole.
pub(crate) fn check(data: &[u8]) {
    let read = NetFile::read(data).and_then(|file| file.net());
    let net = match read {
        Ok(net) => net,
        Err(error) => return one_line(&error),
    };
    let features = net.facts().features;
    let mut marks = Marks::new(features);
    let ends = [i32::MAX, i32::MIN, 0, 1, -1, 7, i32::MAX, i32::MIN];
    for by_hand in [[0; MAX_PLAYERS], ends] {
        let shares = net.shares(&marks, &by_hand);
        assert!(shares.iter().all(|share| (0..=1_000_000).contains(share)), "{shares:?}");
        assert!(shares.iter().sum::<i32>() <= 1_000_000, "{shares:?}");
        for input in 0..features {
            marks.add(input);
        }
    }
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let nets = [(2, 3, [2, 2]), (4, 5, [32, 32]), (3, 64, [33, 1])];
    let net = |(players, features, widths)| RandomNet::new("nim", players, ("nim-1", features), widths, 1);
    let by_hand = net(nets[1]).by_hand(1 << 26).file();
    let in_planes = net(nets[1]).in_planes().file();
    nets.into_iter().map(|sizes| net(sizes).file()).chain([by_hand, in_planes]).collect()
}

pub(crate) fn words() -> Vec<String> {
    let words = [
        "\"dtype\"",
        "\"shape\"",
        "\"data_offsets\"",
        "\"I16\"",
        "\"U8\"",
        "\"I8\"",
        "\"I32\"",
        "__metadata__",
        "melee-net-1",
        "hand",
    ];
    words.map(String::from).to_vec()
}
