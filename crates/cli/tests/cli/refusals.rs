//! Bad input gets one clear line on standard error and exit code 2.

use crate::refusal;

fn search(algorithm: &str, more: &[&str]) -> String {
    let mut args = vec!["search", "connect4", "--algo", algorithm];
    args.extend(more);
    refusal(&args)
}

#[test]
fn unknown_names_list_the_known_ones() {
    assert!(refusal(&["moves", "chess"]).starts_with("melee: unknown game 'chess'; known: connect4"));
    assert!(search("alfabeta", &["--depth", "3"]).contains("'alfabeta'; known: random, greedy, minimax"));
    assert!(search("alphabeta:ttt=1", &["--depth", "3"]).contains("no option 'ttt'; known: best, eval, order"));
    assert!(search("alphabeta:eval=x", &["--depth", "3"]).contains("'x'; known: pear"));
    assert!(search("alphabeta:order=x", &["--depth", "3"]).contains("'x'; known: centre"));
    assert!(refusal(&["show", "connect4", "--start", "x"]).contains("'x'; known: empty"));
    assert!(refusal(&["frobnicate"]).contains("frobnicate"));
    assert!(refusal(&["shwo"]).ends_with("a similar subcommand exists: 'show'"), "{}", refusal(&["shwo"]));
    assert!(refusal(&["moves", "connect4", "--frobnicate"]).contains("--frobnicate"));
}

#[test]
fn positions_name_the_ply() {
    let position = |pos: &str| refusal(&["moves", "connect4", "--pos", pos]);
    assert!(position("4444444").ends_with("ply 7: column 4 is full"));
    assert!(position("44a").ends_with("ply 3: 'a' is no column, expected 1 to 7"));
    assert!(position("0").ends_with("ply 1: '0' is no column, expected 1 to 7"));
    assert!(position("18").ends_with("ply 2: '8' is no column, expected 1 to 7"));
    assert!(position("12121211").ends_with("ply 8: no move '1': the game is over"));
    assert!(position("4 4").contains("ply 2"));
    assert!(position("٤").contains("ply 1"));
    let moves = refusal(&["moves", "connect4", "--pos", "44", "--moves", "4 4 4 4 4"]);
    assert_eq!(moves, "melee: connect4: move 5 of the list: column 4 is full");
}

#[test]
fn limits_and_sizes_make_sense() {
    assert!(search("alphabeta", &["--depth", "0"]).ends_with("'0' for '--depth <N>': expected 1 to 250"));
    assert!(search("alphabeta", &["--depth", "251"]).ends_with("'251' for '--depth <N>': expected 1 to 250"));
    for depth in ["-1", "4294967296"] {
        assert!(search("alphabeta", &["--depth", depth]).ends_with("for '--depth <N>': expected 1 to 250"));
    }
    let two = ["match", "connect4", "--algo", "pvs", "--algo", "brs"];
    let tune = ["tune", "abalone", "--eval", "melee", "--iterations", "3"];
    for (limit, why) in [
        (["--depth", "0"], "expected 1 to 250"),
        (["--depth", "251"], "expected 1 to 250"),
        (["--nodes", "0"], "expected 1 to 18446744073709551615"),
        (["--threads", "0"], "expected 1 to 1024"),
    ] {
        for command in [&two[..], &tune] {
            let refused = refusal(&[command, &limit].concat());
            assert!(refused.contains(why), "{refused}");
        }
    }
    assert!(search("alphabeta", &["--nodes", "0"]).contains("expected 1 to 18446744073709551615"));
    assert!(search("alphabeta", &["--time", "0s"]).contains("expected a duration"));
    assert!(search("alphabeta", &["--time", "5"]).contains("expected a duration"));
    assert!(
        search("alphabeta", &[]).ends_with("needs a limit: depth, nodes or time: --depth N, --nodes N or --time D")
    );
    assert!(refusal(&two).ends_with("(depth, nodes or time): --depth N, --nodes N or --time D"));
    assert!(search("alphabeta:tt=deep/0", &["--depth", "3"]).contains("tt=deep/0"));
    assert!(search("alphabeta:tt=deep/0MiB", &["--depth", "3"]).contains("tt=deep/0MiB"));
    assert!(search("alphabeta:tt=deep/3", &["--depth", "3"]).contains("holds no entry"));
    assert!(search("mtd(f):tt=deep/16777215TiB", &["--depth", "3"]).contains("table of"));
    for size in ["1XiB", "", "64MB", "-1GiB"] {
        let refusal = search(&format!("alphabeta:tt=deep/{size}"), &["--depth", "3"]);
        assert!(refusal.contains("SIZE a positive number with B, KiB, MiB, GiB or TiB, such as 64MiB"), "{refusal}");
    }
    assert!(search("alphabeta:tt=deep/99999999999TiB", &["--depth", "3"]).contains("expected off or"));
    assert!(search("mtd(f):tt=off", &["--depth", "3"]).contains("tt=off"));
    for threads in ["0", "257"] {
        assert!(search("alphabeta", &["--depth", "3", "--threads", threads]).contains("expected 1 to 256"));
    }
    assert!(refusal(&["show", "connect4", "--size", "9x6"]).contains("1x1 to 8x8"));
    assert!(refusal(&["show", "connect4", "--players", "3"]).contains("for 2 players"));
    assert!(refusal(&["show", "connect4", "--rules", "modern"]).contains("no option --rules"));
    assert!(refusal(&["play", "connect4", "--seat", "human"]).contains("1 seat given, connect4 has 2"));
    assert!(search("pvs", &["--depth", "3", "--pos", "1212121"]).contains("the game is over"));
}

#[test]
fn numbers_have_ends() {
    for lines in ["0", "many"] {
        let refusal = refusal(&["search", "connect4", "--depth", "2", "--lines", lines]);
        assert!(refusal.contains("--lines") && refusal.contains("at least 1"), "{refusal}");
    }
    let four = ["search", "uniform", "--pos", "n=4,b=3,seed=7", "--depth", "3", "--algo"];
    let brs = |name: &str| refusal(&[&four[..], &[name]].concat());
    assert!(brs("brs(1,255)").contains("m is 0 (the rest pass) or C minus s"));
    assert!(brs("brs(2,2)").contains("brs(2,2) is for 5 players, the game has 4"));
    let large = ["match", "uniform", "--players", "4", "--algo", "brs(2,2):tt=two-deep/2MiB@9", "--algo", "random"];
    assert!(refusal(&large).contains("brs(2,2) is for 5 players, the game has 4"));
    let two = ["match", "connect4", "--algo", "random", "--algo", "greedy"];
    let tune = ["tune", "abalone", "--eval", "melee", "--iterations", "3"];
    for command in [&two[..], &tune] {
        for (option, value, expected) in [
            ("--random-plies", "4294967295", ": expected 0 to 1000"),
            ("--random-plies", "4294967296", ": expected 0 to 1000"),
            ("--ply-cap", "0", ": expected 1 to 1000000"),
            ("--ply-cap", "99999999999", ": expected 1 to 1000000"),
        ] {
            let refused = refusal(&[command, &[option, value]].concat());
            assert!(refused.contains(value) && refused.contains(option) && refused.ends_with(expected), "{refused}");
        }
    }
    for more in [&[][..], &["--divide"]] {
        for depth in ["1000000", "-1"] {
            let refused = refusal(&[&["perft", "connect4", "--depth", depth], more].concat());
            assert_eq!(refused, format!("melee: invalid value '{depth}' for '--depth <N>': expected 0 to 250"));
        }
    }
    let many = refusal(&[&two[..], &["--games", "10000000000"]].concat());
    assert!(many.ends_with("'--games <N>': expected 1 to 10000000"), "{many}");
    let until = refusal(&[&two[..], &["--until", "101%"]].concat());
    assert!(until.ends_with("from 0.1% to 100%, such as 10%"), "{until}");
}

/// A negative time was an unexpected argument '-5'.
#[test]
fn negative_values_are_those_of_their_option() {
    let expected = "invalid value '-5s' for '--time <D>': expected a duration such as 250ms or 5s";
    for time in [&["--time", "-5s"][..], &["--time=-5s"]] {
        assert!(search("pvs", time).ends_with(expected));
    }
    assert!(search("pvs", &["--depth", "-.5"]).contains("'-.5' for '--depth <N>'"));
    assert!(search("pvs", &["--nodes", "-5x"]).contains("'-5x' for '--nodes <N>'"));
    assert!(search("pvs", &["--json", "-5"]).contains("'-5' for '--json'"));
    let client = |port: &[&str]| refusal(&[&["reversixt", "client"], port].concat());
    for port in [&["-p", "-5"][..], &["--port", "-5"], &["-qp", "-5"]] {
        assert!(client(port).contains("invalid value '-5' for '--port <PORT>'"), "{}", client(port));
    }
    // Behind `--` there are words and no options: the record has such a name.
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("-5"), "4 4").expect("written");
    let mut replay = crate::command(&["replay", "connect4", "--", "-5"]);
    assert!(replay.current_dir(dir.path()).output().expect("it runs").status.success());
    let mut replay = crate::command(&["replay", "--", "connect4", "-5"]);
    assert!(replay.current_dir(dir.path()).output().expect("it runs").status.success());
}

/// A file of many megabytes came back as one line.
#[test]
fn messages_do_not_repeat_what_is_long() {
    const LONGEST: usize = 1_500;
    let long = "z".repeat(100_000);
    for args in [
        vec!["show", "connect4", "--pos", &long],
        vec!["show", "abalone", "--pos", &long],
        vec!["show", "billabong", "--moves", &long],
        vec!["show", "uniform", "--pos", &long],
        vec!["show", "connect4", "--size", &long],
        vec!["show", "chess4", "--rules", &long],
        vec!["show", "reversixt", "--start", &long],
        vec!["search", "connect4", "--algo", &format!("pvs@{long}")],
        vec!["search", "connect4", "--algo", "pvs", "--time", &long],
        vec!["reproduce", &long],
        vec![&long],
    ] {
        let said = refusal(&args);
        assert!(said.len() < LONGEST, "{}: {}", args[..args.len() - 1].join(" "), said.len());
    }
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("record");
    std::fs::write(&file, "z".repeat(10 << 20)).expect("written");
    let file = file.to_str().expect("UTF-8");
    for args in [["replay", "abalone", file], ["replay", "uniform", file]] {
        let output = crate::melee(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.len() + output.stderr.len() < 2 * LONGEST, "{args:?}");
    }
    let told = crate::melee_with_input(&["engine", "connect4"], &format!("position startpos moves {long}\n"));
    assert!(crate::stdout(&told).len() < LONGEST);
}

#[test]
fn records_that_are_none() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("record");
    // Whoever reads a record reads it alike.
    for verb in ["replay", "review"] {
        let read = |path: &std::path::Path| refusal(&[verb, "connect4", path.to_str().expect("UTF-8")]);
        assert!(read(&dir.path().join("missing")).contains("No such file"), "{verb}");
        assert!(read(dir.path()).ends_with("is a directory"), "{verb}");
        std::fs::write(&file, b"44\xff").expect("written");
        assert!(read(&file).ends_with("not UTF-8 at byte 2"), "{verb}");
        std::fs::File::create(&file).and_then(|f| f.set_len(1 << 31)).expect("a sparse file");
        assert!(read(&file).contains("expected at most"), "{verb}");
        #[cfg(unix)]
        assert!(read(std::path::Path::new("/dev/zero")).contains("expected at most"), "{verb}");
        std::fs::write(&file, " \n").expect("written");
        let none = if verb == "replay" { "holds no moves" } else { "a review needs a game, in a record or as --moves" };
        assert!(read(&file).ends_with(none), "{verb}");
    }
}

#[test]
fn pictures_that_cannot_be_written() {
    let message = refusal(&["show", "connect4", "--svg", "/no/such/folder/x.svg"]);
    assert!(message.contains("/no/such/folder/x.svg"));
}

#[test]
fn a_map_that_is_missing() {
    assert!(refusal(&["show", "reversixt", "--map", "/no/such/map"]).contains("/no/such/map"));
    let other = refusal(&["show", "connect4", "--map", "/no/such/map"]);
    assert!(other.ends_with("the game has no option --map"), "{other}");
}

#[test]
fn billabong_positions_and_moves() {
    let position = |pos: &str| refusal(&["moves", "billabong", "--pos", pos]);
    assert!(position("g7:0|a1:0 1").ends_with("'g7' lies in the lake"));
    assert!(position("q1:0|a1:0 1").ends_with("'q1' is not a tile, expected a1 to p14"));
    assert!(position("a1:0|a1:0 1").ends_with("there is a piece on that tile already"));
    assert!(position("a1:0,a2:0,a3:0,a4:0,a5:0,a6:0|b1:0 1").contains("6 pieces or more"));
    assert!(position("a1:-1|b1:0 1").contains("-1 crossings, expected 0 or 1"));
    assert!(position("a1:0 1").contains("1 players, expected 2 to 4"));
    assert!(position("a1:0|b1:0|c1:0|d1:0|e1:0 1").contains("5 players, expected 2 to 4"));
    assert!(position("a1:0|b1:0 7").contains("'7' is not the player to move"));
    assert!(position("x5|x5 1").contains("both finished"));
    for players in ["1", "5"] {
        let message = refusal(&["show", "billabong", "--players", players]);
        assert!(message.ends_with("the game is for 2 to 4 players"));
    }
    let two_against_three = refusal(&["show", "billabong", "--players", "3", "--pos", "a1:0|b1:0 1"]);
    assert!(two_against_three.contains("the position has 2 players, --players says 3"));
    let race = ["--pos", "i2:0,x4|a14:0,x4 1"];
    let wrong_player = refusal(&["moves", "billabong", race[0], race[1], "--moves", "a14-a13"]);
    assert!(wrong_player.ends_with("move 'a14-a13': player 1 has no piece there"));
    let won = refusal(&["search", "billabong", "--pos", "x5|a1:0,x4 2", "--algo", "brs", "--depth", "2"]);
    assert_eq!(won, "melee: billabong: the game is over");
    let four = refusal(&["search", "billabong", "--players", "3", "--algo", "alphabeta", "--depth", "2"]);
    assert!(four.ends_with("alphabeta is for two players, the game has 3"));
    let eval = refusal(&["search", "billabong", "--algo", "brs:eval=speed:1", "--depth", "1"]);
    assert!(eval.contains("unknown evaluation 'speed:1'; known: config1"));
}

#[test]
fn abalone_positions_and_moves() {
    let position = |pos: &str| refusal(&["show", "abalone", "--pos", pos]);
    let rows = |rows: &str| position(&format!("{rows} b 0 0"));
    assert!(rows("5/6/7/8/9/8/7/6").contains("FEN has 8 rows, expected 9"));
    assert!(rows("5/6/7/9/9/8/7/6/5").contains("FEN row F has 9 fields, expected 8"));
    assert!(rows("5/6/7/8/4x4/8/7/6/5").contains("row E: 'x' is neither a marble nor"));
    assert!(rows("wwwww/wwwwww/wwww3/8/4b4/8/7/6/5").contains("player 2 has 15 marbles"));
    assert!(position("5/6/7/8/4bw3/8/7/6/5 b 6 6").contains("2 players have pushed off 6"));
    assert!(position("5/6/7/8/4bw3/8/7/6/5 x 0 0").contains("'x' is not the side to move"));
    assert!(position("5/6/7/8/4bw3/8/7/6/5 b 0").contains("has 3 parts, expected 4"));
    let moves = |moves: &str| refusal(&["show", "abalone", "--moves", moves]);
    assert!(moves("A1B2 Z9A1").contains("move 2 of the list: move 'Z9A1': 'Z9' is not a field"));
    assert!(moves("A1B2 A1B2").contains("move 2 of the list: move 'A1B2' is not legal"));
    assert!(moves("c3d5").contains("move 'c3d5' is ambiguous: C3C5D3 or C3C4D4"));
    let start = refusal(&["show", "abalone", "--start", "nowhere"]);
    assert!(start.contains("unknown start 'nowhere'; known: standard, belgian-daisy"));
    let rules = refusal(&["show", "abalone", "--rules", "wild"]);
    assert!(rules.ends_with("unknown rules 'wild'; known: plies, repetition, endless"));
    let seats = ["--seat", "pvs", "--seat", "pvs"];
    let clock = refusal(&[&["play", "abalone", "--clock", "5"], &seats[..]].concat());
    assert!(clock.contains("expected a time for the game such as 10min or 10min+5s"));
}

#[test]
fn chess4_positions_and_moves() {
    let rest = "14/14/14/14/14/13,gK/bK,13/14/14/14/14/14/7,rK,6";
    let fen = |head: &str, top: &str| {
        let position = format!("{head}-{top}/{rest}");
        refusal(&["show", "chess4", "--pos", &position])
    };
    let head = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0";
    let board = |top: &str| fen(head, top);
    assert!(board("6,yK,8").ends_with("FEN4 row 14 has 15 columns, expected 14"));
    assert!(board("yK,13").ends_with("FEN4 row 14, column a: 'yK' stands on a cut corner"));
    assert!(board("14").ends_with("FEN4 has no king of the living y"));
    assert!(board("6,yK,yK,6").ends_with("FEN4 row 14, column h: a second king of y"));
    assert!(board("6,yK,yZ,6").ends_with("column h: 'yZ': unknown kind of piece"));
    assert!(board("6,yK,rP,6").ends_with("column h: 'rP' should have promoted there"));
    assert!(board("6,yK,dP,6").contains("column h: 'dP': the pieces of the dead"));
    assert!(board("6,yK,7/14").ends_with("FEN4 board has 15 rows, expected 14"));
    let dead = "R-0,0,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0";
    assert!(fen(dead, "6,yK,7").contains("column g: 'yK' belongs to a dead player"));
    let extra = format!("{head}-{{'pawns':1}}");
    assert!(fen(&extra, "6,yK,7").ends_with("FEN4 extra key 'pawns' is unknown"));
    let castling = "R-0,0,0,0-1,0,0,0-0,0,0,0-0,0,0,0-0";
    assert!(fen(castling, "6,yK,7").contains("castleK: king or rook of r has moved"));
    assert!(fen("R-0,0,0,0", "6,yK,7").contains("has 2 parts before the board, expected 6"));
    assert!(fen("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0--1", "6,yK,7").contains("not negative"));
    let clock = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-70000";
    assert!(fen(clock, "6,yK,7").ends_with("clock '70000': expected 0 to 65535 plies"));
    assert!(board("6,yK,,6").ends_with("row 14, column h: nothing between two commas"));
    assert!(board("6,yK,99").contains("row 14, column h: '99': expected 1 to 14 empty cells"));
    assert!(board("6,yK,drP,6").contains("column h: 'drP': the pieces of the dead"));
    let long = format!("6,yK,{},6", "z".repeat(500));
    assert!(board(&long).len() < 200, "a long cell is shortened");
    assert!(!board("6,yK,\u{1b}[31m,6").contains('\u{1b}'), "nothing reaches the terminal raw");
    let moves = |moves: &str| refusal(&["show", "chess4", "--moves", moves]);
    assert!(moves("h2h3 h2h3").contains("move 2 of the list: move 'h2h3' is not legal"));
    assert!(moves("h2").contains("expected two squares, such as h2h3 or b7c8q"));
    assert!(moves("pass").contains("passing is only for players without a move"));
}

#[test]
fn selective_options_have_sensible_numbers() {
    for (option, expected) in [
        ("late=0", "expected off or a number of at least 1"),
        ("nullmove=9", "expected off or a number from 0 to 8"),
        ("multicut=4/3", "expected off or NEEDED/TRIED, two numbers of moves, the first from 1 to the second"),
        ("multicut=0/3", "expected off or NEEDED/TRIED, two numbers of moves, the first from 1 to the second"),
    ] {
        let message = search(&format!("pvs:{option}"), &["--depth", "2"]);
        assert!(message.ends_with(expected), "{message}");
    }
}

#[test]
fn uniform_parameters() {
    let position = |pos: &str| refusal(&["moves", "uniform", "--pos", pos]);
    assert!(position("n=9,b=3,seed=1").contains("expected 2 to 8 players and 1 to 64 moves"));
    assert!(position("n=3,b=65,seed=1").contains("expected 2 to 8 players and 1 to 64 moves"));
    assert!(position("n=3,b=3").contains("n, b and seed are needed"));
    assert!(position("n=3,b=x,seed=1").contains("b=x is not a number"));
    assert!(position("hello").contains("'hello' is not NAME=VALUE"));
    assert!(position("n=2,b=2,seed=1,turn=3").contains("turn '3': expected 1 to 2"));
    assert!(position("n=2,b=2,seed=1,counts=1.2").contains("expected 2 players with 2 counts each"));
    let mv = refusal(&["moves", "uniform", "--pos", "n=2,b=2,seed=1", "--moves", "0 2"]);
    assert!(mv.ends_with("move 2 of the list: '2' is no move, expected 0 to 1"));
}

#[test]
fn experiments_that_do_not_exist() {
    assert!(refusal(&["reproduce", "gras-9.9"]).contains("unknown experiment 'gras-9.9'; known: gras-3.1"));
    assert!(refusal(&["reproduce"]).contains("--list"));
    assert!(refusal(&["reproduce", "--report", "gras.html"]).contains("the page of a document has this name"));
    assert!(refusal(&["reproduce", "--report", "a.html", "--claims", "b.md"]).contains("have the claims on them"));
    assert!(
        refusal(&["reproduce", "gras-3.1", "--budget", "huge"]).contains("expected smoke, quick, standard or paper")
    );
}

#[test]
fn tables_that_cannot_be_made_or_used() {
    assert_eq!(refusal(&["table", "connect4"]), "melee: connect4: the game has no tables to make");
    let known = "melee: chinese-checkers: no table solar; known: solo-table";
    assert_eq!(refusal(&["table", "chinese-checkers", "solar"]), known);
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("solo");
    let text = file.to_str().expect("UTF-8");
    std::fs::write(dir.path().join("solo.part"), "something else").expect("written");
    let foreign = refusal(&["table", "chinese-checkers", "--out", text]);
    assert_eq!(foreign, format!("melee: {text}.part: does not begin like a table of solo distances"));
    std::fs::write(&file, "mine").expect("written");
    let there = refusal(&["table", "chinese-checkers", "--out", text]);
    assert_eq!(there, format!("melee: {text}: is there already; remove it, or give another --out"));
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "mine");
    let args = ["search", "chinese-checkers", "--start", "small", "--algo", "brs:eval=solo-table", "--depth", "1"];
    assert!(refusal(&args).ends_with("; `melee table chinese-checkers` makes it"));
}
