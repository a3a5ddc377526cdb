//! Billabong against move lists from elsewhere and a slow generator written from the rules.

use std::collections::{BTreeSet, HashSet};

use melee::core::{Game, Notation, Rng, random_playout, seeded_rng};
use melee::games::billabong::Billabong;
use melee_testkit::positions::legal_texts;
use melee_testkit::shared::data_file;

fn legal(game: &Billabong, position: &str) -> BTreeSet<String> {
    let state = game.parse_position(position).unwrap_or_else(|e| panic!("{position}: {e}")).state(game);
    legal_texts(game, &state)
}

#[test]
fn checks_of_the_rules_file() {
    let game = Billabong::new(2).expect("two players");
    // Pieces that do not matter are off the board.
    let moves = |first: &str, second: &str| legal(&game, &format!("{first}|{second} 1"));
    let own = |list: &BTreeSet<String>, from: &str| -> Vec<String> {
        let prefix = format!("{from}-");
        list.iter().filter_map(|m| m.strip_prefix(&prefix)).map(String::from).collect()
    };
    let next_to_the_line = moves("i2:0,x4", "a14:0,x4");
    assert_eq!(own(&next_to_the_line, "i2"), ["h1+", "h2+", "h3+", "i1", "i3", "j1", "j2", "j3"]);
    let no_way_back = moves("h2:0,x4", "a14:0,x4");
    assert_eq!(own(&no_way_back, "h2"), ["g1", "g2", "g3", "h1", "h3"]);
    let way_back = moves("h2:1,x4", "a14:0,x4");
    assert_eq!(own(&way_back, "h2"), ["g1", "g2", "g3", "h1", "h3", "i1-", "i2-", "i3-"]);
    let finish = moves("i2:1,x4", "a14:0,x4");
    assert_eq!(own(&finish, "i2"), ["i1", "i3", "j1", "j2", "j3", "off"]);
    let figure_2_2a = moves("h5:0,x4", "g5:0,f7:0,h11:0,x2");
    assert_eq!(own(&figure_2_2a, "h5"), ["d9", "f5", "f9", "g4", "g6", "h4", "h6", "j13"]);
    let referee = moves("f2:0,x4", "f3:0,e3:0,x3");
    assert!(referee.contains("f2-h2"), "over the referee on the start tile");
    let lake_corner = moves("f7:0,f6:0,x3", "g6:0,x4");
    assert!(lake_corner.contains("f7-h5"));
    assert_eq!(lake_corner.len(), 13);
}

#[test]
fn move_lists_of_the_sample_positions() {
    let Some(file) = data_file("billabong/sample_positions.txt") else {
        return;
    };
    let text = std::fs::read_to_string(file).expect("readable");
    let mut checked = 0;
    for block in text.split("\n\n").filter(|b| b.contains("to-move")) {
        let mut sides = Vec::new();
        let mut turn = "";
        let mut expected = BTreeSet::new();
        for line in block.lines() {
            if let Some(turn_of) = line.strip_prefix("to-move: player") {
                turn = turn_of;
            } else if let Some((_, pieces)) = line.strip_prefix("player").and_then(|l| l.split_once(": ")) {
                let pieces: Vec<&str> = pieces.split_whitespace().collect();
                // The rest of the five is taken as off the board.
                let off = match 5 - pieces.len() {
                    0 => String::new(),
                    n => format!(",x{n}"),
                };
                sides.push(format!("{}{off}", pieces.join(",")));
            } else if let Some((piece, list)) = line.trim().split_once(" -> ") {
                let from = piece.split(':').next().expect("a tile");
                let list = list.split_once(": ").expect("a list").1;
                expected.extend(list.split_whitespace().map(|to| format!("{from}-{to}")));
            }
        }
        let game = Billabong::new(sides.len()).expect("two to four");
        let position = format!("{} {turn}", sides.join("|"));
        assert_eq!(legal(&game, &position), expected, "{position}");
        checked += 1;
    }
    assert_eq!(checked, 12);
}

/// The rules, walked tile by tile.
struct Slow {
    pieces: HashSet<(i32, i32)>,
}

impl Slow {
    fn land((c, r): (i32, i32)) -> bool {
        (1..=16).contains(&c) && (1..=14).contains(&r) && !((7..=10).contains(&c) && (7..=8).contains(&r))
    }

    fn free(&self, at: (i32, i32)) -> bool {
        Self::land(at) && !self.pieces.contains(&at)
    }

    /// +1 from column i or further to column h or nearer below the lake, -1 the other way.
    fn crossing(from: (i32, i32), to: (i32, i32)) -> i32 {
        let steps = (from.0 - to.0).abs().max((from.1 - to.1).abs());
        let (dc, dr) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let on_h = (0..=steps).map(|i| (from.0 + i * dc, from.1 + i * dr)).find(|t| t.0 == 8);
        let below = on_h.is_some_and(|t| t.1 <= 6);
        match (from.0 >= 9, to.0 >= 9) {
            (true, false) if below => 1,
            (false, true) if below => -1,
            _ => 0,
        }
    }

    fn targets(&self, from: (i32, i32), counter: i32) -> BTreeSet<String> {
        let directions: Vec<(i32, i32)> =
            (-1..=1).flat_map(|dc| (-1..=1).map(move |dr| (dc, dr))).filter(|&d| d != (0, 0)).collect();
        let mut found: HashSet<((i32, i32), i32)> = HashSet::new();
        let mut off = false;
        for &(dc, dr) in &directions {
            let to = (from.0 + dc, from.1 + dr);
            if self.free(to) {
                match counter + Self::crossing(from, to) {
                    2 => off = true,
                    -1 => {}
                    next => {
                        found.insert((to, next));
                    }
                }
            }
        }
        let mut seen: HashSet<((i32, i32), i32)> = HashSet::new();
        let mut open = vec![(from, counter)];
        while let Some((at, counter)) = open.pop() {
            for &(dc, dr) in &directions {
                let tile = |i: i32| (at.0 + i * dc, at.1 + i * dr);
                let Some(d) = (1..16).find(|&i| !self.free(tile(i))) else {
                    continue;
                };
                let jumps = self.pieces.contains(&tile(d)) && (d + 1..=2 * d).all(|i| self.free(tile(i)));
                if !jumps {
                    continue;
                }
                let to = tile(2 * d);
                match counter + Self::crossing(at, to) {
                    2 => off = true,
                    -1 => {}
                    next => {
                        if seen.insert((to, next)) {
                            found.insert((to, next));
                            open.push((to, next));
                        }
                    }
                }
            }
        }
        let name = |(c, r): (i32, i32)| format!("{}{r}", (b'a' + c as u8 - 1) as char);
        let mut texts: BTreeSet<String> = found
            .into_iter()
            .map(|(to, next)| {
                let sign = match next - counter {
                    1 => "+",
                    -1 => "-",
                    _ => "",
                };
                format!("{}-{}{sign}", name(from), name(to))
            })
            .collect();
        if off {
            texts.insert(format!("{}-off", name(from)));
        }
        texts
    }
}

/// The slow generator's moves, from the position's text.
fn slow_moves(text: &str) -> BTreeSet<String> {
    let (sides, turn) = text.rsplit_once(' ').expect("a turn");
    let turn: usize = turn.parse().expect("a number");
    let parse = |item: &str| {
        let (tile, counter) = item.split_once(':')?;
        let column = i32::from(tile.as_bytes()[0] - b'a') + 1;
        Some(((column, tile[1..].parse::<i32>().ok()?), counter.parse::<i32>().ok()?))
    };
    let sides: Vec<Vec<((i32, i32), i32)>> =
        sides.split('|').map(|side| side.split(',').filter_map(parse).collect()).collect();
    let slow = Slow { pieces: sides.iter().flatten().map(|&(at, _)| at).collect() };
    sides[turn - 1].iter().flat_map(|&(from, counter)| slow.targets(from, counter)).collect()
}

#[test]
fn the_generator_agrees_with_a_slow_one_on_random_positions() {
    let mut rng = seeded_rng(12);
    let mut buffer = Vec::new();
    let mut crossed = 0;
    for players in 2..=4 {
        let game = Billabong::new(players).expect("in range");
        for _ in 0..1500 {
            let mut state = game.initial();
            let plies = 5 * players as u32 + rng.next_u32() % 200;
            random_playout(&game, &mut state, plies, &mut buffer, &mut rng);
            if game.outcome(&state).is_some() {
                continue;
            }
            let text = game.position_text(&state);
            crossed += usize::from(text.contains(":1"));
            assert_eq!(legal_texts(&game, &state), slow_moves(&text), "{text}");
        }
    }
    assert!(crossed > 1000, "both counters are tested");
}

#[test]
fn records_in_both_notations_are_read() {
    let game = Billabong::new(2).expect("two players");
    let state = game.parse_position("i2:0,j4:0,x3|a14:0,h2:1,x3 1").expect("a position").start;
    let record = "i2 h2 +\na14-a13 h2 g2 h2-i2- j4 k4";
    assert_eq!(game.record_moves(&state, record), ["i2 h2 +", "a14-a13", "h2 g2", "h2-i2-", "j4 k4"]);
    let placing = game.record_moves(&game.initial(), "j3 k4");
    assert_eq!(placing, ["j3", "k4"]);
}

#[test]
fn thesis_moves_mean_the_same() {
    let game = Billabong::new(2).expect("two players");
    let state = game.parse_position("i2:0,j4:1,x3|a14:0,x4 1").expect("a position").start;
    let same = |a: &str, b: &str| assert_eq!(game.parse_move(&state, a), game.parse_move(&state, b));
    same("i2 h2 +", "i2-h2+");
    same("j4 k4", "j4-k4");
    let finish = game.parse_position("i2:1,x4|a14:0,x4 1").expect("a position").start;
    assert_eq!(game.parse_move(&finish, "i2 h2 +"), game.parse_move(&finish, "i2-off"));
}

#[test]
fn refusals_name_what_and_where() {
    let game = Billabong::new(2).expect("two players");
    let refusal = |text: &str| game.parse_position(text).expect_err("refused").to_string();
    assert_eq!(refusal("g7:0,x4|a1:0,x4 1"), "player 1: 'g7' lies in the lake");
    assert_eq!(refusal("q1:0|a1:0 1"), "player 1: 'q1' is not a tile, expected a1 to p14");
    assert_eq!(refusal("a15:0|a1:0 1"), "player 1: 'a15' is not a tile, expected a1 to p14");
    assert_eq!(refusal("a1:0|a1:0 1"), "player 2: 'a1:0': there is a piece on that tile already");
    assert_eq!(refusal("a1:0,x5|b1:0 1"), "player 1: 6 pieces or more, expected at most 5");
    assert_eq!(refusal("a1:-1|b1:0 1"), "player 1: 'a1:-1': -1 crossings, expected 0 or 1");
    assert_eq!(refusal("a1:2|b1:0 1"), "player 1: 'a1:2': 2 crossings, expected 0 or 1");
    assert_eq!(refusal("a1:0|b1:0 3"), "'3' is not the player to move, expected 1 to 2");
    assert_eq!(refusal("x5|x5 1"), "players 1 and 2 have both finished");
    assert_eq!(refusal("a1:0|b1:0|c1:0 1"), "the position has 3 players, the game 2");
    assert!(refusal("a1:0").contains("does not end"));
    let state = game.parse_position("i2:0,x4|a14:0,x4 1").expect("a position").start;
    let refusal = |mv: &str| game.parse_move(&state, mv).expect_err("refused").to_string();
    assert_eq!(refusal("a14-a13"), "move 'a14-a13': player 1 has no piece there");
    assert_eq!(refusal("i2-g7"), "move 'i2-g7': 'g7' lies in the lake");
    assert_eq!(refusal("i2-p14"), "move 'i2-p14': not a legal move");
    let over = game.parse_position("x5|a14:0,x4 2").expect("a finished game").start;
    assert!(game.parse_move(&over, "a14-a13").expect_err("over").to_string().contains("is over"));
}

/// A single piece in hand-made positions is worth its angle: the whole table, tile by tile.
#[test]
fn values_of_all_tiles_are_those_of_the_angle_table() {
    use melee::core::{Knowledge, PlayableGame, Player};
    let Some(file) = data_file("billabong/angle_table.csv") else {
        return;
    };
    let game = Billabong::new(2).expect("two players");
    let spec = "removed:0+last:0+balance:0";
    let knowledge = game.knowledge(Some(spec), None).expect("known");
    let mut tiles = 0;
    for line in std::fs::read_to_string(file).expect("readable").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [tile, _, _, degrees] = fields[..] else {
            panic!("a line of the table: {line}");
        };
        let Ok(degrees) = degrees.parse::<f64>() else {
            continue;
        };
        let text = format!("{tile}:1,x4|x4 1");
        let Ok(setup) = game.parse_position(&text) else {
            continue;
        };
        let score = knowledge.scores(&game, &setup.start, Player::FIRST)[Player::FIRST];
        // The table has four decimals, so a half may have been rounded already.
        let difference = f64::from(score - 36_000) - degrees * 100.0;
        assert!(difference.abs() < 0.506, "{tile}: {score}");
        tiles += 1;
    }
    assert_eq!(tiles, 216);
}
