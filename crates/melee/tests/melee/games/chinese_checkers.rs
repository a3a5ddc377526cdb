//! Chinese Checkers against the counts, positions and games of programs that are not ours, and against the
//! laws for every board, number of players and rule set.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use melee::core::{
    Draw, Game, GameOptions, Knowledge, Notation, Outcome, PlayableGame, Player, Rng, TableBuild, perft,
    random_playout, seeded_rng,
};
use melee::games::chinese_checkers::{ChineseCheckers, Rules, Size, State};
use melee_testkit::conformance::{Effort, check, check_game};
use melee_testkit::mangle::mangled;
use melee_testkit::positions::legal_texts;
use melee_testkit::{
    knowledge,
    shared::{data_file, data_rows},
};

fn open(options: &GameOptions) -> Result<ChineseCheckers, String> {
    let checked = ChineseCheckers::describe().check(options);
    let game = checked.and_then(|()| ChineseCheckers::with_options(options));
    game.map_err(|error| error.to_string())
}

/// The game of a position and the position.
fn at(position: &str, rules: &str) -> (ChineseCheckers, State) {
    let options = GameOptions::default().at(position).with("rules", rules);
    let game = open(&options).unwrap_or_else(|e| panic!("{position}: {e}"));
    let setup = game.parse_position(position);
    let state = setup.unwrap_or_else(|e| panic!("{position}: {e}")).start;
    assert_eq!(game.position_text(&state), position);
    (game, state)
}

/// All boards for all numbers of players.
fn boards() -> Vec<(Size, usize)> {
    let mut all = vec![(Size::Large15, 2)];
    for players in [2, 3, 4, 6] {
        all.extend([(Size::Small, players), (Size::Large, players)]);
    }
    all
}

const ALL_RULES: [Rules; 3] = [Rules::Free, Rules::Stay, Rules::Strict];

#[test]
fn chinese_checkers_obeys_the_laws_on_every_board_by_every_rule_set() {
    for (size, players) in boards() {
        for rules in ALL_RULES {
            let game = ChineseCheckers::new(size, players, rules).expect("offered");
            // Random play hardly ends.
            let effort = Effort { games: 1, ply_cap: None, seed: 21 };
            check(&game, effort);
        }
        let game = ChineseCheckers::new(size, players, Rules::Free).expect("offered");
        knowledge::check(&game, 30, 22);
    }
}

#[test]
fn chinese_checkers_is_described_as_it_is() {
    check_game::<ChineseCheckers>(Effort { games: 1, ply_cap: None, seed: 23 });
}

#[test]
fn starts_of_the_rules_file() {
    let starts = [
        (Size::Small, 2, "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0"),
        (Size::Small, 3, "1/2/3/BBB4CCC/BB5CC/B6C/7/8/9/10/AAA/AA/A 1 0"),
        (Size::Small, 4, "C/CC/CCC/7DDD/7DD/7D/7/B7/BB7/BBB7/AAA/AA/A 1 0"),
        (Size::Small, 6, "D/DD/DDD/CCC4EEE/CC5EE/C6E/7/B6F/BB5FF/BBB4FFF/AAA/AA/A 1 0"),
        (Size::Large, 2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A 1 0"),
        (Size::Large, 3, "1/2/3/4/BBBB5CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/AAAA/AAA/AA/A 1 0"),
        (Size::Large, 4, "C/CC/CCC/CCCC/9DDDD/9DDD/9DD/9D/9/B9/BB9/BBB9/BBBB9/AAAA/AAA/AA/A 1 0"),
        (Size::Large, 6, "D/DD/DDD/DDDD/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB7FF/BBB6FFF/BBBB5FFFF/AAAA/AAA/AA/A 1 0"),
        (Size::Large15, 2, "B/BB/BBB/BBBB/4BBBBB4/12/11/10/9/10/11/12/4AAAAA4/AAAA/AAA/AA/A 1 0"),
    ];
    for (size, players, position) in starts {
        let game = ChineseCheckers::new(size, players, Rules::Free).expect("offered");
        assert_eq!(game.position_text(&game.initial()), position);
        let (again, _) = at(position, "free");
        assert_eq!(again, game, "the position says which game it is");
    }
}

#[test]
fn leaves_of_the_shared_table() {
    let lines = data_rows("chinese-checkers/perft.tsv");
    let mut checked = 0;
    for line in &lines {
        let [size, players, _, depth, leaves, _] = &line[..] else {
            panic!("a line of the table: {line:?}");
        };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        for rules in ["free", "stay", "strict"] {
            let options = GameOptions::default().from_start(size.as_str()).with("rules", rules);
            let game = open(&options.for_players(number(players) as usize)).expect("offered");
            // By the rules file the sets are equal to depth 3.
            if rules == "free" || number(depth) <= 3 {
                let found = perft(&game, &game.initial(), number(depth) as u32);
                assert_eq!(found, number(leaves), "{line:?} {rules}");
                checked += 1;
            }
        }
    }
    assert!(lines.is_empty() || checked > 40, "{checked}");
}

#[test]
fn moves_and_leaves_of_the_shared_positions() {
    let lines = data_rows("chinese-checkers/positions.tsv");
    for line in &lines {
        let [label, rules, position, result, one, two, three, legal] = &line[..] else {
            panic!("a line of the table: {line:?}");
        };
        let (game, state) = at(position, rules);
        let outcome = match result.as_str() {
            "-" => None,
            "draw" => Some(Outcome::draw(game.players())),
            winner => {
                let winner: usize = winner.parse().expect("a player");
                Some(Outcome::win(Player::new(winner - 1), game.players()))
            }
        };
        assert_eq!(game.outcome(&state), outcome, "{label}");
        for (depth, leaves) in (1..).zip([one, two, three]) {
            if let Ok(leaves) = leaves.parse::<u64>() {
                assert_eq!(perft(&game, &state, depth), leaves, "{label}, {depth}");
            }
        }
        if legal != "-" {
            let legal: BTreeSet<String> = legal.split(' ').map(str::to_string).collect();
            assert_eq!(legal_texts(&game, &state), legal, "{label}");
        }
    }
    assert!(lines.is_empty() || lines.len() >= 25, "{}", lines.len());
}

/// How a shared game ended, if it did.
fn result_of(file: &str, players: usize) -> Option<Outcome> {
    let path = data_file(&format!("chinese-checkers/{file}"))?;
    let text = std::fs::read_to_string(path).expect("readable");
    let result = text.lines().find_map(|line| line.strip_prefix("# result\t"));
    let winner = result.expect("a result").strip_prefix("win ")?;
    let winner: usize = winner.parse().expect("a player");
    Some(Outcome::win(Player::new(winner - 1), players))
}

#[test]
fn shared_games_are_replayed_ply_by_ply() {
    for file in
        ["trace_large_3_free.tsv", "trace_small_2_free.tsv", "trace_small_3_strict.tsv", "trace_small_4_stay.tsv"]
    {
        let lines = data_rows(&format!("chinese-checkers/{file}"));
        let [first, lines @ ..] = &lines[..] else { return };
        let rules = file.rsplit('_').next().and_then(|end| end.split('.').next());
        let (game, mut state) = at(&first[4], rules.expect("in the name"));
        assert_eq!(state, game.initial());
        for line in lines {
            assert_eq!(game.outcome(&state), None, "{file} {line:?}");
            assert_eq!(game.to_move(&state).to_string(), line[1], "{file} {line:?}");
            let count = game.count_moves(&state, &mut Vec::new());
            assert_eq!(count.to_string(), line[3], "{file} {line:?}");
            let mv = game.parse_move(&state, &line[2]);
            game.play(&mut state, mv.unwrap_or_else(|e| panic!("{file} {line:?}: {e}")));
            if let Some(position) = line.get(4).filter(|p| !p.is_empty()) {
                assert_eq!(&game.position_text(&state), position, "{file} {line:?}");
            }
        }
        assert_eq!(game.outcome(&state), result_of(file, game.players()), "{file}");
    }
}

/// The moves of a piece, walked hole by hole from the text of a position: written from the rules, without bits.
mod slow {
    use std::collections::{BTreeMap, BTreeSet};

    type Place = (i32, i32);
    const DIRECTIONS: [Place; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

    pub(super) struct Slow {
        arm: i32,
        holes: BTreeMap<Place, Option<char>>,
        turn: usize,
        players: usize,
        stay: bool,
    }

    impl Slow {
        pub(super) fn read(text: &str, players: usize, stay: bool) -> Self {
            let mut words = text.split(' ');
            let rows: Vec<&str> = words.next().expect("rows").split('/').collect();
            let side = rows.len() as i32;
            let mut slow = Slow {
                arm: (side - 1) / 4,
                holes: BTreeMap::new(),
                turn: words.next().expect("a turn").parse().expect("a number"),
                players,
                stay,
            };
            for (row, text) in (0..side).rev().zip(rows) {
                let mut columns =
                    (0..side).filter(|&column| slow.exists((row, column))).collect::<Vec<_>>().into_iter();
                let mut number = 0;
                let mut found = Vec::new();
                for c in text.chars().chain([' ']) {
                    if let Some(digit) = c.to_digit(10) {
                        number = 10 * number + digit;
                        continue;
                    }
                    for _ in 0..std::mem::take(&mut number) {
                        found.push((columns.next().expect("a hole"), None));
                    }
                    if c != ' ' {
                        found.push((columns.next().expect("a hole"), Some(c)));
                    }
                }
                for (column, piece) in found {
                    slow.holes.insert((row, column), piece);
                }
            }
            slow
        }

        fn cube(&self, (row, column): Place) -> [i32; 3] {
            let (y, x) = (row - 2 * self.arm, column - 2 * self.arm);
            [y, x - y, -x]
        }

        fn exists(&self, place: Place) -> bool {
            let cube = self.cube(place);
            cube.iter().all(|&v| v <= self.arm) || cube.iter().all(|&v| v >= -self.arm)
        }

        fn in_goal(&self, place: Place) -> bool {
            let [y, across, back] = self.cube(place);
            let seat = match self.players {
                2 => [0, 3][self.turn - 1],
                3 => [0, 2, 4][self.turn - 1],
                4 => [0, 1, 3, 4][self.turn - 1],
                _ => self.turn - 1,
            };
            // The arm opposite S, SW, NW, N, NE, SE.
            [y, -back, across, -y, back, -across][seat] > self.arm
        }

        fn may_go(&self, from: Place, to: Place) -> bool {
            self.holes.get(&to) == Some(&None) && !(self.stay && self.in_goal(from) && !self.in_goal(to))
        }

        pub(super) fn moves(&mut self) -> BTreeSet<String> {
            let letter = Some(char::from(b'A' + self.turn as u8 - 1));
            let own: Vec<Place> =
                self.holes.iter().filter(|(_, piece)| **piece == letter).map(|(&place, _)| place).collect();
            let name = |(row, column): Place| format!("{}{}", char::from(b'a' + row as u8), column + 1);
            let mut all = BTreeSet::new();
            for start in own {
                self.holes.insert(start, None);
                let mut ends = BTreeSet::new();
                for (dr, dc) in DIRECTIONS {
                    let to = (start.0 + dr, start.1 + dc);
                    if self.may_go(start, to) {
                        ends.insert(to);
                    }
                }
                let mut open = vec![start];
                let mut seen = BTreeSet::from([start]);
                while let Some(at) = open.pop() {
                    for (dr, dc) in DIRECTIONS {
                        let over = (at.0 + dr, at.1 + dc);
                        let to = (at.0 + 2 * dr, at.1 + 2 * dc);
                        let is_pivot = self.holes.get(&over).is_some_and(Option::is_some);
                        if is_pivot && self.may_go(at, to) && seen.insert(to) {
                            open.push(to);
                            ends.insert(to);
                        }
                    }
                }
                self.holes.insert(start, letter);
                all.extend(ends.into_iter().map(|to| format!("{}-{}", name(start), name(to))));
            }
            if all.is_empty() {
                all.insert("pass".to_string());
            }
            all
        }
    }
}

#[test]
fn the_flood_fill_agrees_with_a_walk_over_the_holes() {
    let mut rng = seeded_rng(31);
    let mut buffer = Vec::new();
    for (size, players) in boards() {
        for rules in ALL_RULES {
            let game = ChineseCheckers::new(size, players, rules).expect("offered");
            for _ in 0..60 {
                let mut state = game.initial();
                let plies = rng.next_u32() % 300;
                random_playout(&game, &mut state, plies, &mut buffer, &mut rng);
                // The walk knows the goals of the arms only, not those of fifteen holes.
                if game.outcome(&state).is_some() || (size == Size::Large15 && rules == Rules::Stay) {
                    continue;
                }
                let text = game.position_text(&state);
                let mut slow = slow::Slow::read(&text, players, rules == Rules::Stay);
                assert_eq!(legal_texts(&game, &state), slow.moves(), "{text} {rules:?}");
            }
        }
    }
}

#[test]
fn whole_routes_are_read_hop_by_hop() {
    let (game, state) = at("B/2/BB1/5B4/3B5/4B3/7/5AA1/6A2/10/AA1/2/A 1 8", "free");
    let mv = game.parse_move(&state, "e8-k10").expect("a chain");
    let diagram = game.diagram(&state);
    let gesture = game.gesture(&state, mv);
    let names: Vec<&str> = gesture.route.iter().map(|&c| diagram.cells[c].id.as_str()).collect();
    assert_eq!(names, ["e8", "g8", "i8", "k10"]);
    assert_eq!(game.parse_move(&state, "e8-g8-i8-k10"), Ok(mv));
    let refusal = |text: &str| game.parse_move(&state, text).expect_err("refused").to_string();
    assert_eq!(refusal("e8-g8-k10"), "move 'e8-g8-k10': g8-k10 is not a jump here");
    assert_eq!(refusal("e8-e9-e10"), "move 'e8-e9-e10': e8-e9 is not a jump here");
}

/// The edge cases of the rules file, 6.
#[test]
fn edge_cases_of_the_rules_file() {
    let play = |position: &str, rules: &str, mv: &str| {
        let (game, mut state) = at(position, rules);
        let mv = game.parse_move(&state, mv).unwrap_or_else(|e| panic!("{e}"));
        game.play(&mut state, mv);
        game.outcome(&state)
    };
    let win = |player: usize, players| Some(Outcome::win(Player::new(player - 1), players));
    let one_missing = "B/BB/BB1/5A4/9/8/3B3/8/9/10/AAA/AA/1 1 20";
    assert_eq!(play(one_missing, "free", "j9-k10"), win(1, 2));
    assert_eq!(play(one_missing, "stay", "j9-k10"), win(1, 2));
    assert_eq!(play(one_missing, "strict", "j9-k10"), None);
    // The opponent fills the last hole of my goal: I win on his ply, unless I have none there.
    let opponent_fills = "A/BB/BB1/6B3/9/8/3B3/8/9/10/AAA/AA/1 2 21";
    assert_eq!(play(opponent_fills, "free", "j10-k10"), win(1, 2));
    assert_eq!(play(opponent_fills, "strict", "j10-k10"), None);
    let none_of_mine = "B/BB/BB1/6B3/9/8/7/8/8A/10/AAA/AA/1 2 21";
    assert_eq!(play(none_of_mine, "free", "j10-k10"), None);
    // A third player does the same.
    let third_fills = "A/AA/AA1/BBB2C1CC1/BB5CC/B6C/7/8/9/5A4/3/2/1 3 30";
    assert_eq!(play(third_fills, "free", "j9-k10"), win(1, 3));
    assert_eq!(play(third_fills, "strict", "j9-k10"), None);
    // The win comes before the draw, and a draw before any move.
    let last_ply = one_missing.replace(" 1 20", " 1 999");
    assert_eq!(play(&last_ply, "free", "j9-k10"), win(1, 2));
    assert_eq!(play(&last_ply, "free", "j9-i8"), Some(Outcome::draw(2)));
    // Both have won in a position that was typed in: who moved last.
    for (turn, winner) in [(2, 1), (1, 2)] {
        let both = format!("A/AA/AAA/10/9/8/7/8/9/10/BBB/BB/B {turn} 60");
        let (game, state) = at(&both, "free");
        assert_eq!(game.outcome(&state), win(winner, 2), "{both}");
    }
    // A ring of pieces leads back to the start hole: no move.
    let (game, state) = at("B/B1/B2/10/9/4BB2/3AB2/8/9/10/AA1/AA/A 1 12", "free");
    let error = game.parse_move(&state, "g7-i9-i7-g7").expect_err("a round trip");
    assert!(error.to_string().contains("ends on another hole"), "{error}");
}

#[test]
fn malformed_positions_name_what_and_where() {
    let refusal = |text: &str| open(&GameOptions::default().at(text)).expect_err("refused");
    for (text, expected) in [
        ("", "the position has 0 parts, expected the rows, the player to move and the plies played"),
        (
            "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0 0",
            "the position has 4 parts, expected the rows, the player to move and the plies played",
        ),
        ("B/BB/BBB/10/9/8/7/8/9/AAA/AA/A 1 0", "the position has 12 rows, expected 13 (small) or 17 (large)"),
        ("B/BB/BBB/9/9/8/7/8/9/10/AAA/AA/A 1 0", "row j is too short: 9 holes, expected 10"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/2 1 0", "row a is too long: 2 holes, expected 1"),
        ("B/BB/BBB/99999999999999999999/9/8/7/8/9/10/AAA/AA/A 1 0", "row j is too long: 1000 holes, expected 10"),
        ("B/BB/BBB/010/9/8/7/8/9/10/AAA/AA/A 1 0", "row j: '010' is not a number of empty holes"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA0/A 1 0", "row b: '0' is not a number of empty holes"),
        ("B/BB/BGB/10/9/8/7/8/9/10/AAA/AA/A 1 0", "row k: 'G' is neither a piece (A to F) nor a number of empty holes"),
        (
            "B/BB/B\u{e9}B/10/9/8/7/8/9/10/AAA/AA/A 1 0",
            "row k: '\u{e9}' is neither a piece (A to F) nor a number of empty holes",
        ),
        ("D/DD/DDD/CCC7/CC7/C7/7/B6F/BB5FF/BBB4FFF/AAA/AA/A 1 0", "player 5 is missing: 6 play, but there is no E"),
        ("D/DD/DDD/CCC4EEE/CC5EE/C6E/7/B7/BB7/BBB7/AAA/AA/A 1 0", "the position has 5 players, expected 2, 3, 4 or 6"),
        ("1/2/3/10/9/8/7/8/9/10/AAA/AA/A 1 0", "the position has 1 players, expected 2, 3, 4 or 6"),
        ("1/2/3/10/9/8/7/8/9/10/3/2/1 1 0", "the position has 0 players, expected 2, 3, 4 or 6"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/1 1 0", "player 1 has 5 pieces, expected 6"),
        ("B/BB/BB1/10/9/8/7/8/9/10/AAA/AA/A 1 0", "player 2 has 5 pieces, player 1 has 6: expected as many"),
        ("B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/1 1 0", "player 1 has 9 pieces, expected 10 or 15"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 3 0", "'3' is not the player to move, expected 1 to 2"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 0 0", "'0' is not the player to move, expected 1 to 2"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A x 0", "'x' is not the player to move, expected 1 to 2"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 -1", "'-1' is not the number of plies played"),
        ("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 99999999999", "'99999999999' is not the number of plies played"),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn positions_of_another_game_are_refused() {
    let (game, _) = at("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0", "free");
    let refusal = |text: &str| game.parse_position(text).expect_err("refused").to_string();
    let three = "1/2/3/BBB4CCC/BB5CC/B6C/7/8/9/10/AAA/AA/A 1 0";
    assert_eq!(refusal(three), "the position has 3 players, the game 2");
    let large = "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A 1 0";
    assert_eq!(refusal(large), "the position is one of large, the game is small");
    let without_ply = game.parse_position("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1");
    assert_eq!(without_ply.expect("ply 0").start, game.initial());
}

#[test]
fn malformed_moves_name_what_and_where() {
    let (game, state) = at("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0", "free");
    let refusal = |text: &str| game.parse_move(&state, text).expect_err("refused").to_string();
    for (text, why) in [
        ("", "'' is not a hole, expected a row and a column from a4 to m10"),
        ("c4", "expected two holes, such as c4-d4, or pass"),
        ("c4-", "'' is not a hole, expected a row and a column from a4 to m10"),
        ("c4-d11", "'d11' is not a hole, expected a row and a column from a4 to m10"),
        ("c4-d04", "'d04' is not a hole, expected a row and a column from a4 to m10"),
        ("c4-d+4", "'d+4' is not a hole, expected a row and a column from a4 to m10"),
        ("c4 d4", "'c4 d4' is not a hole, expected a row and a column from a4 to m10"),
        ("C4-D4", "'C4' is not a hole, expected a row and a column from a4 to m10"),
        ("\u{e9}4-d4", "'\u{e9}4' is not a hole, expected a row and a column from a4 to m10"),
        ("k8-j7", "player 1 has no piece on k8"),
        ("g7-g8", "player 1 has no piece on g7"),
        ("c4-c5", "there is a piece on c5"),
        ("c4-c4", "a move ends on another hole than c4"),
        ("c4-e4", "neither a step nor a chain of jumps leads from c4 to e4"),
        ("pass", "player 1 can move and must not pass"),
    ] {
        assert_eq!(refusal(text), format!("move '{text}': {why}"));
    }
    let (game, over) = at("B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 1000", "free");
    let error = game.parse_move(&over, "c4-d4").expect_err("over").to_string();
    assert_eq!(error, "move 'c4-d4': the game is over");
}

#[test]
fn malformed_options_name_what_and_where() {
    let options = GameOptions::default;
    let small = "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0";
    for (options, expected) in [
        (options().for_players(5), "--players 5: the game is for 2, 3, 4 or 6 players"),
        (options().from_start("medium"), "unknown start 'medium'; known: large, small, large-15"),
        (options().from_start("large-15").for_players(3), "--start large-15 is not for 3 players"),
        (options().with("rules", "loose"), "--rules loose: unknown, expected one of free, stay, strict"),
        (options().with("size", "7x6"), "the game has no option --size"),
        (options().at(small).for_players(3), "the position has 2 players, --players says 3"),
        (options().at(small).from_start("large"), "the position is one of small, --start says large"),
    ] {
        assert_eq!(open(&options).expect_err("refused"), expected);
    }
    let game = open(&options().from_start("large-15")).expect("offered");
    assert_eq!(game.players(), 2);
}

/// Texts with mistakes are read or refused, and what is read can be played; nothing panics.
#[test]
fn mangled_texts_do_no_harm() {
    let positions = [
        "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0",
        "1/1E/DDD/CFD1C4E/1A2FF1EE/BC1DD2E/2C2E1/B1BB1F1F/4A2C1/B2CAA3F/A2/B1/A 1 36",
        "B/BB/BBB/BBBB/4BBBBB4/12/11/10/9/10/11/12/4AAAAA4/AAAA/AAA/AA/A 1 0",
    ];
    let letters = "ABCDEFG0123456789/- x\u{e9}";
    let mut read = 0;
    for text in mangled(&positions, letters, 20_000, 41) {
        let Ok(game) = open(&GameOptions::default().at(text.as_str())) else {
            continue;
        };
        let state = game.parse_position(&text).expect("the game is the position's").start;
        read += 1;
        perft(&game, &state, 2);
        let again = game.parse_position(&game.position_text(&state));
        assert_eq!(again.expect("what is written is read").start, state, "{text}");
    }
    assert!(read > 50, "some are still positions: {read}");
    let (game, state) = at("B/2/BB1/5B4/3B5/4B3/7/5AA1/6A2/10/AA1/2/A 1 8", "free");
    for text in mangled(&["e8-g8-i8-k10", "f8-g8", "pass"], "abcdefghijklm0123456789- ", 5000, 42) {
        if let Ok(mv) = game.parse_move(&state, &text) {
            assert!(game.is_legal(&state, mv), "{text}");
        }
    }
}

#[test]
fn left_and_right_are_the_same_to_two_players_only() {
    let (game, state) = at("B/BB/BBB/10/9/8/7/8/9/3A6/1AA/AA/A 2 1", "free");
    let (_, mirrored) = at("B/BB/BBB/10/9/8/7/8/9/6A3/AA1/AA/A 2 1", "free");
    assert_ne!(game.key(&state), game.key(&mirrored));
    assert_eq!(game.symmetric_key(&state), game.symmetric_key(&mirrored));
    let (game, state) = at("1/2/3/BBB4CCC/BB5CC/B6C/7/8/9/3A6/1AA/AA/A 2 1", "free");
    let (_, mirrored) = at("1/2/3/BBB4CCC/BB5CC/B6C/7/8/9/6A3/AA1/AA/A 2 1", "free");
    assert_ne!(game.symmetric_key(&state), game.symmetric_key(&mirrored));
}

/// The exact distances of six pieces alone on the small board; minutes, so only in the long version.
#[test]
fn solo_distances_of_the_shared_table() {
    if !melee_testkit::usual_or_long(false, true) {
        return;
    }
    let description = ChineseCheckers::describe();
    let table = &description.tables[0];
    let build =
        &mut TableBuild { threads: 2, stop: &AtomicBool::new(false), on_progress: &mut |_| {}, keep: &mut |_| Ok(()) };
    let made = (table.make)(None, build).expect("made");
    for row in data_rows("chinese-checkers/solo_small.tsv") {
        let name = format!("distance {}", row[0]);
        let found = made.facts.iter().find(|(fact, _)| *fact == name);
        assert_eq!(found.map(|(_, count)| count.to_string()), Some(row[1].clone()), "{name}");
    }
    (table.install)(&made.bytes).expect("a table");
    let game = open(&GameOptions::default().from_start("small").for_players(6)).expect("offered");
    let exact = game.knowledge(Some("solo-table"), None).expect("installed");
    let scores = exact.scores(&game, &game.initial(), Player::new(0));
    assert!(Player::all(6).all(|player| scores[player] == scores[Player::new(0)]), "the board looks alike to all");
}
