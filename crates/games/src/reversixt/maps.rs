//! The maps that come with Melee, all our own.

use std::collections::HashMap;
use std::sync::LazyLock;

use melee_core::{Notation, Start};

use super::{Map, ReversiXt};

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../maps/", $name, ".map")))),*]
    };
}

/// Names and files; the first for each number of players is its default.
const MAPS: [(&str, &str); 15] = shipped![
    "classic",
    "specials",
    "torus",
    "tube",
    "three",
    "duel",
    "expansion",
    "four",
    "inversion",
    "islands",
    "moebius",
    "bombs",
    "six",
    "eight",
    "grand",
];

static PARSED: LazyLock<HashMap<&str, Map>> = LazyLock::new(|| {
    let parse = |&(name, text): &(&'static str, &str)| {
        let map = Map::parse(text).unwrap_or_else(|e| panic!("shipped map {name}: {e}"));
        (name, map)
    };
    MAPS.iter().map(parse).collect()
});

/// The names of the shipped maps.
pub fn names() -> Vec<&'static str> {
    MAPS.iter().map(|&(name, _)| name).collect()
}

/// A shipped map.
pub fn named(name: &str) -> Option<Map> {
    PARSED.get(name).cloned()
}

/// The first shipped map for so many players.
pub(super) fn first_for(players: usize) -> Option<&'static str> {
    let mut names = MAPS.iter().map(|&(name, _)| name);
    names.find(|name| PARSED[name].players == players)
}

/// A map in a line.
pub(super) fn summary(map: &Map) -> String {
    let mut text = format!("{} players, {}x{}", map.players, map.width, map.height);
    for (count, what) in [
        (map.overrides as usize, "override stone"),
        (map.bombs as usize, "bomb"),
        (map.transitions.len(), "transition"),
    ] {
        let ending = if count == 1 { "" } else { "s" };
        if count > 0 {
            text += &format!(", {count} {what}{ending}");
        }
    }
    text
}

/// All shipped maps as starts.
pub(super) fn starts() -> Vec<Start> {
    let start = |&(name, _): &(&str, &str)| {
        let game = ReversiXt::with_name(PARSED[name].clone(), name);
        game.starts().remove(0)
    };
    MAPS.iter().map(start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_map_reads_back_and_can_be_played() {
        use melee_core::Game;
        for name in names() {
            let map = named(name).expect("it is in the list");
            assert_eq!(Map::parse(&map.to_text()), Ok(map.clone()), "{name}");
            let game = ReversiXt::new(map);
            assert_eq!(game.outcome(&game.initial()), None, "{name}");
        }
    }
}
