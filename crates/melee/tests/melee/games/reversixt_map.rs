//! Tests of `reversixt::map`.

use melee::games::reversixt::*;

fn problem(text: &str) -> String {
    Map::parse(text).expect_err("refused").to_string()
}

const SMALL: &str = "2\n1\n2 3\n3 4\n0 1 2 -\nc i b x\n- 0 0 0\n0 0 0 <-> 3 2 4\n";

#[test]
fn a_map_reads_back() {
    let map = Map::parse(SMALL).expect("a map");
    assert_eq!(Map::parse(&map.to_text()), Ok(map.clone()));
    let crlf = SMALL.replace('\n', "\r\n");
    assert_eq!(Map::parse(&crlf), Ok(map.clone()));
    let one_line = SMALL.replace('\n', " \t");
    assert_eq!(Map::parse(&one_line), Ok(map.clone()));
    assert_eq!(Map::parse(&format!("{SMALL}\0")), Ok(map));
}

#[test]
fn stocks_are_bytes() {
    let map = Map::parse("2 256 255 -1 1 2 1 2").expect("a map");
    assert_eq!((map.overrides, map.bombs, map.radius), (0, 255, 255));
}

#[test]
fn every_mistake_is_named_with_its_place() {
    let cases = [
        ("", "line 1, column 1: the map ends here, expected the number of players"),
        ("9\n", "line 1, column 1: '9' is not the number of players"),
        ("2\n1 x", "line 2, column 3: 'x' is not the number of bombs"),
        ("2 0 0 0 0 0", "line 1, column 9: '0' is not the height"),
        ("2 0 0 0 1 1001", "column 11: '1001' is not the width"),
        ("2 0 0 0\n1 2\n1 3", "line 3, column 3: stone 3, but there are 2 players"),
        ("2 0 0 0\n1 2\n1 12", "line 3, column 3: '12' is no tile"),
        ("2 0 0 0\n1 2\n1", "line 3, column 2: the map ends here, expected the tile of row 0, column 1"),
        ("2 0 0 0 1 2 1 2 hello", "'hello' after the last tile is no transition"),
        ("2 0 0 0 1 2 1 2 0 0 0", "the map ends here, expected <->"),
        ("2 0 0 0 1 2 1 2 0 0 0 - 1 0 0", "'-' instead of <->"),
        ("2 0 0 0 1 2 1 2 0 0 8 <-> 1 0 0", "'8' is not the direction"),
        ("2 0 0 0 1 2 1 2 0 1 0 <-> 1 0 0", "'1' is not the row"),
        ("2 0 0 0 1 2 1 2 0 0 2 <-> 1 0 0", "has a neighbour in direction 2"),
        ("2 0 0 0 1 2 1 - 0 0 2 <-> 1 0 0", "cannot begin in the hole 1,0"),
        (
            "2 0 0 0 1 2 1 2\n0 0 0 <-> 1 0 0\n1 0 0 <-> 0 0 1",
            "line 3, column 1: tile 1,0 has a transition in direction 0 already",
        ),
        (
            "2 0 0 0 1 2 1 2\n0 0 0 <-> 1 0 0\n0 0 1 <-> 0 0 0",
            "line 3, column 11: tile 0,0 has a transition in direction 0 already",
        ),
    ];
    for (text, expected) in cases {
        assert!(problem(text).contains(expected), "{text}: {}", problem(text));
    }
}

#[test]
fn an_exit_may_be_joined_to_itself() {
    let text = "2 0 0 0 1 2 1 2\n0 0 0 <-> 0 0 0";
    let map = Map::parse(text).expect("allowed");
    assert_eq!(map.transitions[0].0, map.transitions[0].1);
    assert!(problem(&format!("{text}\n0 0 0 <-> 1 0 0")).contains("already"));
    Map::parse("2 0 0 0 1 2 1 2\n0 0 0 <-> 0 0 1").expect("two exits of one tile");
}

#[test]
fn a_transition_listed_twice_is_a_mistake_that_can_be_overlooked() {
    let once = "2 0 0 0 1 2 1 2\n0 0 0 <-> 1 0 0\n";
    for again in ["0 0 0 <-> 1 0 0", "1 0 0 <-> 0 0 0"] {
        let twice = format!("{once}{again}\n{again}");
        assert!(problem(&twice).contains("line 3, column 1: tile"), "{}", problem(&twice));
        let (map, repeated) = Map::parse_leniently(&twice).expect("a map");
        assert_eq!(Ok(map), Map::parse(once));
        assert_eq!(repeated.map(|error| error.line), Some(3));
    }
    // Another transition at the same exit cannot.
    assert!(Map::parse_leniently(&format!("{once}0 0 0 <-> 1 0 1")).is_err());
    assert_eq!(Map::parse_leniently(once).map(|(_, repeated)| repeated), Ok(None));
}
