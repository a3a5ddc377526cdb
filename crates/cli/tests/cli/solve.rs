//! `melee solve` as other programs use it.

use serde_json::{Value, json};

use crate::{command, done, json as run_json, melee, melee_with_input, refusal, stderr, stdout};

fn solve(more: &[&str]) -> Value {
    run_json(&[&["solve", "connect4", "--json"], more].concat())
}

#[test]
fn a_position_has_a_score_best_moves_and_column_scores() {
    // The score is published (Test_L2_R1).
    let position = "5554224333234511764415115";
    let found = solve(&["--pos", position, "--analyse", "--pv"]);
    assert_eq!(found["position"], position);
    assert_eq!(found["score"], 4);
    let columns = found["column_scores"].as_array().expect("a list");
    assert_eq!(columns.len(), 7);
    assert_eq!(columns[4], Value::Null, "column 5 is full");
    assert_eq!(columns.iter().filter_map(Value::as_i64).max(), Some(4));
    let best: Vec<usize> = (1..=7).filter(|&c| columns[c - 1] == 4).collect();
    assert_eq!(found["best_moves"], json!(best));
    assert!(found["nodes"].is_u64() && found["seconds"].is_f64());
    // Won at ply 44 - 2 * 4 or one before, whichever is the mover's: 25 plies and 11 more.
    assert_eq!(found["pv"].as_array().map(Vec::len), Some(11));
    let weak = solve(&["--pos", position, "--weak"]);
    assert_eq!((&weak["score"], &weak["column_scores"]), (&json!(1), &Value::Null));
    let score = solve(&["--pos", position, "--score-only"]);
    assert_eq!((&score["score"], &score["best_moves"]), (&json!(4), &Value::Null));
}

#[test]
fn other_boards_are_solved_too() {
    assert_eq!(solve(&["--size", "6x4", "--weak"])["score"], -1);
    assert_eq!(solve(&["--size", "5x5"])["score"], 0);
    let text = stdout(&melee(&["solve", "connect4", "--size", "6x4", "--table", "1MiB"]));
    assert!(text.contains("the player to move loses at ply"), "{text}");
}

#[test]
fn a_file_is_answered_line_by_line_whatever_the_threads() {
    let file = "7777776 2\n\n77777766666 2\n1233722555341451114725221333 -1\n";
    let answers = |threads: &str| -> Vec<Value> {
        let args = ["solve", "connect4", "--json", "--file", "-", "--threads", threads];
        let output = melee_with_input(&args, file);
        assert!(output.status.success(), "{}", stderr(&output));
        let mut answers: Vec<Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
        for answer in &mut answers {
            answer["seconds"] = Value::Null;
        }
        answers
    };
    let one = answers("1");
    assert_eq!(one.len(), 3);
    assert_eq!(one[1]["position"], "77777766666");
    assert_eq!((&one[1]["score"], &one[1]["expected"]), (&json!(2), &json!(2)));
    assert_eq!(one, answers("3"));
}

#[test]
fn a_file_with_another_score_is_answered_with_no() {
    let args = ["solve", "connect4", "--file", "-"];
    let output = melee_with_input(&args, "1233722555341451114725221333 1\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).trim_end(), "melee: -, line 1: -1, the file says 1");
}

#[test]
fn a_book_is_made_used_and_goes_on_where_it_was_broken_off() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("book");
    let book = path.to_str().expect("UTF-8");
    let size = ["--size", "4x4"];
    let make = || solve(&[&size[..], &["--make-book", "3", "--out", book]].concat());
    let made = make();
    let text = std::fs::read_to_string(&path).expect("written");
    assert!(text.starts_with("melee connect4 book\nsize 4x4\nplies 3\n"));
    let used = solve(&[&size[..], &["--book", book]].concat());
    assert_eq!((&used["score"], &used["nodes"]), (&json!(0), &json!(0)));
    // A run that was killed in the middle of a line.
    let part = dir.path().join("book.part");
    let half = &text[..text.len() / 2];
    std::fs::write(&part, half).expect("written");
    let held = std::fs::File::options().write(true).open(&part).expect("there");
    held.lock().expect("nobody has it");
    let said = refusal(&["solve", "connect4", "--size", "4x4", "--make-book", "3", "--out", book]);
    assert!(said.ends_with("book.part: another process is writing it"), "{said}");
    drop(held);
    // Another name of the file: what is cut off there is the broken line alone, so a kill loses nothing.
    let old = dir.path().join("old");
    std::fs::hard_link(&part, &old).expect("a link");
    let again = make();
    assert_eq!(again["positions"], made["positions"]);
    assert_eq!(std::fs::read_to_string(&path).expect("written"), text);
    assert!(!part.exists());
    let whole_lines = half.rfind('\n').map_or("", |at| &half[..=at]);
    assert!(std::fs::read_to_string(&old).expect("there").starts_with(whole_lines));
}

#[test]
fn a_book_beside_the_user_is_used_unless_he_does_not_want_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = |more: &[&str]| {
        let mut command = command(&["solve", "connect4", "--size", "4x4", "--json"]);
        let command = command.args(more).current_dir(dir.path());
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str::<Value>(&stdout(&output)).expect("JSON")
    };
    assert_eq!(run(&[])["book"], Value::Null);
    // Two threads make the same book as one.
    let made = run(&["--make-book", "4", "--threads", "2"]);
    assert_eq!(made["book"], "connect4-4x4.book");
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).expect("written");
    run(&["--make-book", "4", "--out", "alone"]);
    assert_eq!(text("alone"), text("connect4-4x4.book"));
    let used = run(&[]);
    assert_eq!(used["book"], "connect4-4x4.book");
    assert_eq!(used["nodes"], 0);
    let unused = run(&["--no-book"]);
    assert_ne!(unused["nodes"], 0);
    assert_eq!(unused["score"], used["score"]);
}

#[test]
fn a_review_counts_perfect_moves() {
    // The last stone wins, and the one before did not stop it.
    let review = solve(&["--size", "5x4", "--pos", "1212121", "--review"]);
    let plies = review["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), 7);
    assert!((1..).zip(plies).all(|(number, ply)| ply["ply"] == number), "{review}");
    assert_eq!(plies[6]["perfect"], true);
    assert_eq!(plies[5]["perfect"], false);
    assert_eq!(plies[5]["best_moves"], json!([1]));
    assert_eq!(review["players"][0]["moves"], 4);
    // A board on which the second player is to move.
    let board = ["--size", "5x4", "--pos", "...../...../...../.xx.o"];
    let review = solve(&[&board[..], &["--moves", "4", "--review"]].concat());
    assert_eq!(review["players"][1], json!({"moves": 1, "perfect": 1, "rate": 1.0}));
    assert_eq!(review["players"][0]["moves"], 0);
}

#[test]
fn refusals_say_what_and_where() {
    let connect4 = |more: &[&str]| refusal(&[&["solve", "connect4"], more].concat());
    assert!(connect4(&["--pos", "4444444"]).ends_with("ply 7: column 4 is full"));
    assert!(connect4(&["--pos", "4x"]).contains("ply 2: 'x' is no column"));
    assert_eq!(connect4(&["--pos", "1212121"]), "melee: connect4: the game is over");
    assert!(connect4(&["--size", "8x8"]).contains("a 8x8 board cannot be solved"));
    assert!(connect4(&["--size", "9x6"]).contains("expected columns x rows"));
    assert!(connect4(&["--table", "1KiB", "--size", "8x7"]).contains("too small for this board"));
    assert!(connect4(&["--table", "many"]).contains("'many' is not a size"));
    assert!(connect4(&["--threads", "0"]).contains("'0' for '--threads <N>': expected 1 to 256"));
    assert!(connect4(&["--without", "luck"]).contains("known: forced-moves, follow-up"));
    assert!(connect4(&["--file", "/no/such/file"]).contains("/no/such/file: No such file"));
    assert!(connect4(&["--review"]).contains("needs a game"));
    assert!(connect4(&["--make-book", "42"]).contains("has 42 cells"));
    for others in [["--make-book", "2"], ["--pos", "44"], ["--file", "-"]] {
        let args = [&others[..], &["--depth", "3"]].concat();
        assert!(connect4(&args).contains("are for --rate"), "{args:?}");
    }
    assert_eq!(
        refusal(&["solve", "abalone"]),
        "melee: abalone: no solver; known: connect4 (--player P asks what a player can force)"
    );
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("file");
    let path = file.to_str().expect("UTF-8");
    let with = |option: &str, text: &[u8]| {
        std::fs::write(&file, text).expect("written");
        connect4(&[option, path])
    };
    assert!(with("--file", b"44\n444444 0\n4444444 0\n").contains("line 3: connect4: position"));
    assert!(with("--file", b"44 x\n").ends_with("line 1: 'x' is no score"));
    assert!(with("--file", b"\n").ends_with("holds no positions"));
    assert!(with("--file", b"44\xff").ends_with("not UTF-8 at byte 2"));
    assert!(with("--book", b"x\n").contains("line 1: 'x', expected 'melee connect4 book'"));
    assert!(with("--book", b"melee connect4 book\nsize 7x6\nplies 8\n4 -1\n").contains("damaged"));
    let small = dir.path().join("small");
    let small = small.to_str().expect("UTF-8");
    solve(&["--size", "4x4", "--make-book", "0", "--out", small]);
    let refused = connect4(&["--book", small]);
    assert!(refused.ends_with("the book is for 4x4, the board is 7x6"), "{refused}");
}

#[test]
fn a_book_that_cannot_be_written_or_gone_on_with_is_refused_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("book");
    let book = path.to_str().expect("UTF-8");
    let make = ["solve", "connect4", "--size", "4x4", "--make-book", "2", "--out"];
    let refused = |out: &str| refusal(&[&make[..], &[out]].concat());
    assert!(refused(dir.path().to_str().expect("UTF-8")).ends_with("is a directory"));
    assert!(refused("/no/such/directory/book").contains("No such file or directory"));
    std::fs::write(&path, "my notes\n").expect("written");
    assert!(refused(book).contains("--make-book would overwrite it"));
    std::fs::remove_file(&path).expect("gone");
    let longer = ["solve", "connect4", "--size", "4x4", "--make-book", "3", "--out", book];
    assert!(melee(&longer).status.success());
    assert!(refused(book).contains("is a book of 3 plies already"));
    // What an earlier run has found is not thrown away.
    std::fs::remove_file(&path).expect("gone");
    let part = dir.path().join("book.part");
    for (text, why) in [
        (&b"melee connect4 book\nsize 4x4\nplies 2\n1\xff 0\n"[..], "not UTF-8 at byte 38"),
        (b"melee connect4 book\nsize 4x4\nplies 3\n1 0\n", "belongs to another book"),
        (b"melee connect4 book\nsize 4x4\nplies 2\n1 x\n", "line 4: 'x' is no score"),
    ] {
        std::fs::write(&part, text).expect("written");
        assert!(refused(book).contains(why), "{why}");
        assert_eq!(std::fs::read(&part).expect("still there"), text);
    }
}

#[test]
fn a_list_of_positions_tells_what_was_asked_for() {
    let list = |more: &[&str]| {
        let args = ["solve", "connect4", "--file", "-"];
        let output = melee_with_input(&[&args[..], more].concat(), "1233722555341451114725221333\n");
        stdout(&output)
    };
    let head = "1233722555341451114725221333 -1";
    assert_eq!(list(&["--score-only"]), format!("{head}\n"));
    let all = list(&["--analyse", "--pv"]);
    assert!(all.starts_with(&format!("{head} best 4 5 6 7 columns ")), "{all}");
    assert!(all.contains(" line "), "{all}");
}

/// Threads need parts of the table; what is checked is what was asked for.
#[test]
fn eight_threads_on_a_large_board_fit_the_usual_table() {
    let late = "123456781234567812345678";
    let args = ["--size", "8x7", "--threads", "8", "--pos", late];
    assert_eq!(solve(&[&args[..], &["--score-only"]].concat())["score"], 16);
    let small = [&["solve", "connect4"][..], &args, &["--table", "1MiB"]].concat();
    assert!(refusal(&small).contains("a table of 1048576 bytes is too small"));
}

#[test]
fn algorithms_are_rated_against_perfect_play() {
    let args = [
        "solve",
        "connect4",
        "--size",
        "5x4",
        "--rate",
        "alphabeta",
        "--rate",
        "random",
        "--depth",
        "20",
        "--positions",
        "30",
        "--json",
    ];
    let output = melee(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let rows: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    // A search to the end of the game is perfect: it prefers quick wins and slow losses.
    assert_eq!(rows[0]["perfect"], 30);
    assert_eq!(rows[0]["sound"], 30);
    assert!(rows[1]["perfect"].as_u64() < Some(30));
    let missing = melee(&["solve", "connect4", "--rate", "alphabeta"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("needs a limit") && stderr(&missing).contains("--depth N"));
}

#[test]
fn the_perfect_seat_plays_best_moves_to_the_end() {
    let seats = ["--seat", "perfect", "--seat", "perfect"];
    let args = [&["play", "connect4", "--size", "6x4"], &seats[..]].concat();
    let text = stdout(&melee(&args));
    // Published: the second player wins on 6x4.
    assert!(text.contains("player 2 has won"), "{text}");
    let other = melee(&[&["play", "abalone"], &seats[..]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("abalone: unknown algorithm 'perfect'; known: random"));
}

/// What a player can force against all others, in a game without a solver of its own: the values of two programs that have
/// nothing to do with this one.
#[test]
fn what_a_player_can_force_is_answered_for_any_game() {
    let ask = |more: &[&str]| {
        let small = ["solve", "rolit", "--players", "4", "--size", "4x4", "--eval", "sure", "--json"];
        let output = melee(&[&small[..], more].concat());
        let found: Value = serde_json::from_str(&stdout(&output)).expect("one object");
        (output.status.code(), found)
    };
    let (code, two) = ask(&["--player", "1", "--goal", "2"]);
    assert_eq!((code, &two["answer"], &two["goal"], &two["player"]), (Some(0), &json!("yes"), &json!(2), &json!(1)));
    assert!(two["best_move"].is_string() && two["nodes"].is_u64() && two["seconds"].is_f64(), "{two}");
    let (code, three) = ask(&["--player", "1", "--goal", "3"]);
    assert_eq!((code, &three["answer"], &three["best_move"]), (Some(1), &json!("no"), &Value::Null));
    let (code, cut_off) = ask(&["--player", "1", "--goal", "3", "--nodes", "100"]);
    assert_eq!((code, &cut_off["answer"], &cut_off["nodes"]), (Some(1), &json!("unknown"), &json!(100)));
    assert_eq!(cut_off["reason"], "stopped", "whatever was repeated on the way");
    // Of Connect Four both can be asked.
    let text = done(&["solve", "connect4", "--pos", "415161", "--player", "1"]);
    assert!(text.starts_with("player 1 can force a win: yes\nbest move  "), "{text}");
    let lost = melee(&["solve", "connect4", "--pos", "415161", "--player", "2", "--goal", "first"]);
    assert_eq!(lost.status.code(), Some(1));
    assert!(stdout(&lost).starts_with("player 2 can force a first place, alone or shared: no\n"));
}

#[test]
fn proofs_that_cannot_be_asked_for_get_one_line() {
    let rolit = |more: &[&str]| refusal(&[&["solve", "rolit"], more].concat());
    assert_eq!(rolit(&["--player", "3"]), "melee: --player 3: rolit has players 1 to 2");
    assert!(rolit(&["--player", "0"]).contains("--player 0"));
    assert!(rolit(&["--player", "1", "--goal", "much"]).contains("expected win, first or a number"));
    assert!(rolit(&["--player", "1", "--depth", "3"]).contains("--nodes and --time limit it"));
    assert!(rolit(&["--player", "1", "--nodes", "0"]).contains("expected 1 to 18446744073709551615"));
    assert!(rolit(&["--player", "1", "--table", "10"]).contains("a table of 10 bytes holds no entry"));
    assert!(rolit(&["--player", "1", "--eval", "luck"]).contains("unknown evaluation 'luck'"));
    let beyond = rolit(&["--player", "1", "--goal", "1000000000"]);
    assert!(beyond.contains("goal 1000000000: expected a number from -999000000 to 999000000"), "{beyond}");
    assert!(rolit(&["--goal", "win"]).contains("--player"));
    let over = ["solve", "connect4", "--pos", "1212121", "--player", "1"];
    assert!(refusal(&over).ends_with("the game is over"));
}
