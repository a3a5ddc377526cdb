//! `melee book make`, and `best` that plays from what it makes.

use std::fs;

use serde_json::Value;

use crate::{done, json, refusal};

const MAKE: [&str; 10] = ["book", "make", "focus", "--nodes", "2000", "--plies", "4", "--replies", "2", "--out"];

fn made(file: &str, more: &[&str]) -> Value {
    json(&[&MAKE[..], &[file, "--json"], more].concat())
}

#[test]
fn a_book_is_made_gone_on_with_and_played_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (file, cut) = (path("focus.book"), path("cut.book"));
    let told = made(&file, &[]);
    let positions = told["positions"].as_u64().expect("a number");
    assert!(told["finished"] == true && positions > 6 && told["new_positions"] == told["positions"], "{told}");
    let text = fs::read_to_string(&file).expect("written");
    let header = "melee book 1\ngame focus\noptions {}\nstart ";
    let command = "\nmade melee book make focus --algo best:book=off@2000 --plies 4 --replies 2 --seed 0\n";
    assert!(text.starts_with(header) && text.contains(command), "{text}");
    assert_eq!(made(&file, &[])["new_positions"], 0, "it is there");
    assert!(done(&[&MAKE[..], &[&file]].concat()).contains(&format!("{positions} positions, 0 of them new")));

    // A run that was killed in the middle of a line.
    let middle = text.match_indices('\n').nth(7).map(|(at, _)| at + 9).expect("more than seven lines");
    fs::write(path("cut.book.part"), &text[..middle]).expect("written");
    let told = made(&cut, &[]);
    assert_eq!((&told["positions"], &told["new_positions"]), (&positions.into(), &(positions - 3).into()));
    assert_eq!(fs::read_to_string(&cut).expect("written"), text, "as if it had not been killed");
    assert!(!fs::exists(path("cut.book.part")).expect("a folder"));

    // What the book knows takes a glance.
    let first = text.lines().nth(5).expect("a line").split(' ').collect::<Vec<_>>();
    let ["->", "depth", _, "nodes", _, best, ..] = first[..] else { panic!("{first:?}") };
    let move_of = |algo: &str| {
        let report = json(&["search", "focus", "--algo", algo, "--nodes", "2000", "--json"]);
        (report["best_move"].as_str().expect("a move").to_string(), report["nodes"].as_u64().expect("a number"))
    };
    let (by_book, glance) = move_of(&format!("best:book={file}"));
    assert!(by_book == best && glance <= 100, "{by_book} {glance}");
    assert!(move_of("best:book=off").1 > 100);
    assert_eq!(move_of("best:book=off"), move_of("best"), "no book comes with the game");
    let algo = format!("best:book={file}");
    let studied = json(&["search", "focus", "--algo", &algo, "--nodes", "2000", "--lines", "1", "--json"]);
    assert!(studied["nodes"].as_u64() > Some(100), "who asks for lines studies: {studied}");
    let algos = [format!("best:book={file}"), "best:book=off".to_string()];
    let games =
        json(&["match", "focus", "--algo", &algos[0], "--algo", &algos[1], "--nodes", "30", "--games", "2", "--json"]);
    assert_eq!(games["algorithms"][0]["name"], *algos[0]);
}

#[test]
fn books_that_cannot_be_made_or_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let file = path("focus.book");
    made(&file, &[]);
    let make = |more: &[&str]| refusal(&[&["book", "make", "focus", "--out"], more].concat());
    assert!(make(&[&path("x")]).ends_with("needs a limit: depth, nodes or time: --depth N, --nodes N or --time D"));
    let other = make(&[&file, "--nodes", "2001"]);
    assert!(other.contains("was made by 'melee book make focus --algo best:book=off@2000"), "{other}");
    assert!(other.ends_with("; remove it, or give another --out"), "{other}");
    assert!(make(&[&path(""), "--nodes", "5"]).contains("is a directory"));
    assert!(make(&[&path("x"), "--nodes", "5", "--algo", "human"]).ends_with("expected an algorithm"));
    for foreign in ["something\nelse\n", "something else"] {
        fs::write(path("x.part"), foreign).expect("written");
        assert!(make(&[&path("x"), "--nodes", "5"]).contains("x.part: not an opening book of Melee"));
        assert_eq!(fs::read_to_string(path("x.part")).expect("still there"), foreign);
    }
    let begun = "melee book 1\ngame focus\n";
    fs::write(path("held.part"), begun).expect("written");
    let held = fs::File::options().write(true).open(path("held.part")).expect("there");
    held.lock().expect("nobody has it");
    assert!(make(&[&path("held"), "--nodes", "5"]).ends_with("held.part: another process is writing it"));
    drop(held);
    assert_eq!(fs::read_to_string(path("held.part")).expect("still there"), begun);

    let search = |words: &str, book: &str| {
        let algo = format!("best:book={book}");
        let words: Vec<&str> = words.split(' ').collect();
        refusal(&[&["search"], &words[..], &["--nodes", "50", "--algo", &algo]].concat())
    };
    let said = search("abalone", &file);
    let about = format!("melee: abalone: book {file}: ");
    assert_eq!(said, format!("{about}a book of focus, not of abalone for 2 players"));
    assert!(search("focus --players 4", &file).contains("a book of focus for 2 players, not of focus for 4 players"));
    assert!(search("focus", &path("none")).contains("No such file"));
    let text = fs::read_to_string(&file).expect("written");
    let damage = |from: &str, to: &str| {
        let damaged = path("damaged");
        fs::write(&damaged, text.replacen(from, to, 1)).expect("written");
        search("focus", &damaged)
    };
    assert!(damage("melee book 1", "melee book 9").contains("its first line is 'melee book 9'"));
    assert!(damage("depth 2", "depth 3").ends_with("does not fit the lines before it"));
    assert!(damage("\n-> ", "\nz9-z8 -> ").contains("damaged: line 6: "));
    let last = format!("{}\n", text.lines().last().expect("a line"));
    assert!(damage(&last, "").ends_with("the last line, 'end ...', is missing"));
}
