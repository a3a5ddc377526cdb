//! Opening books: of every game, read again as they were written, and played from.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use melee::book::{Book, BookError, BookLine, BookPlan};
use melee::core::diagram::Diagram;
use melee::core::{
    Draw, NoKnowledge, Notation, NotationError, OptionError, PlayableGame, PlayerCounts, Setup, SmallGame, SmallState,
};
use melee::{Description, GameOptions, Limits, Melee, OpenGame, Outcome, Player, Registry, Task};

fn plan(nodes: u64, plies: usize, replies: usize) -> BookPlan {
    BookPlan { spec: "best:book=off".into(), limits: Limits::nodes(nodes), plies, replies, seed: 0 }
}

fn grown(game: &OpenGame, plan: &BookPlan) -> Book {
    let mut book = Book::new(game, "a test").expect("a start");
    let finished = plan.grow(&mut book, &AtomicBool::new(false), &mut |_, _| true).expect("it grows");
    assert!(finished);
    book
}

/// Files are read in these tests; the first to say how is heard.
fn read_files() {
    melee::core::read_files_with(|file| std::fs::read(file).map_err(|error| error.to_string()));
}

#[test]
fn a_book_of_every_game_is_read_again_and_played_from() {
    read_files();
    let folder = tempfile::tempdir().expect("a folder");
    for info in Registry::standard().games() {
        for players in info.description.players.iter() {
            // Not every number of players has a board of its own.
            let Ok(game) = info.open(&GameOptions::default().for_players(players)) else { continue };
            let name = format!("{} for {players}", info.name);
            let found = grown(&game, &plan(60, 3, 2));
            let again = Book::parse(&game, &found.text()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((again.lines(), again.text()), (found.lines(), found.text()), "{name}");
            for line in found.lines() {
                let mut position = game.start();
                position.play_all(&line.moves).expect("legal");
                position.play(line.best()).expect("legal");
            }
            let odd = book_of_last_moves(&game, 3);
            let file = folder.path().join(info.name);
            std::fs::write(&file, odd.text()).expect("written");
            let spec = format!("best:book={}", file.display());
            let mut engine = game.engine(&*spec).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(engine.spec().to_string(), spec);
            let mut position = game.start();
            for line in odd.lines() {
                let nodes = Limits::nodes(60);
                assert_eq!(engine.search(&position, nodes).expect("a move").best().mv, line.best(), "{name}");
                engine.take_turn(&mut position, nodes).expect("a move");
                assert_eq!(position.plies().last().map(String::as_str), Some(line.best()), "{name}");
            }
            assert_eq!(position.ply_count(), 3, "{name}");
        }
    }
}

/// What nobody takes for the choice of a search: the last of the legal moves.
fn book_of_last_moves(game: &OpenGame, plies: usize) -> Book {
    let mut book = Book::new(game, "by hand").expect("a start");
    let mut position = game.start();
    for _ in 0..plies {
        let last = position.moves().pop().expect("a game goes on for so long");
        let line = BookLine { moves: position.plies(), depth: 1, nodes: 1, choices: vec![(last.clone(), 0)] };
        book.add(line).expect("a new position");
        position.play(&last).expect("legal");
    }
    book
}

#[test]
fn a_book_that_was_stopped_grows_on_to_be_the_same() {
    let game = melee::open("focus").expect("a game");
    let plan = plan(2000, 4, 2);
    let whole = grown(&game, &plan);
    let mut book = Book::new(&game, "a test").expect("a start");
    for round in 1.. {
        let finished = plan.grow(&mut book, &AtomicBool::new(false), &mut |_, growth| growth.positions % 3 != 0);
        book = Book::parse(&game, &book.text()).expect("as it was written");
        if finished.expect("it grows") {
            assert!(round > 2, "{round}");
            break;
        }
    }
    assert_eq!(book.text(), whole.text());
    let stopped = plan.grow(&mut Book::new(&game, "").expect("a start"), &AtomicBool::new(true), &mut |_, _| true);
    assert_eq!(stopped, Ok(false));
}

/// Once whoever played from a book led back to the same position as often as his opponent did.
#[test]
fn a_position_that_comes_again_is_searched() {
    read_files();
    let game = melee::open("chinese-checkers").expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("odd.book");
    std::fs::write(&file, book_of_last_moves(&game, 1).text()).expect("written");
    let mut engine = game.engine(&*format!("best:book={}", file.display())).expect("a book");
    let mut position = game.start();
    assert!(engine.search(&position, Limits::nodes(2_000)).expect("a move").counts.nodes <= 100, "a glance");
    let back = |mv: &str| mv.split_once('-').map(|(from, to)| format!("{to}-{from}")).expect("two places");
    let first = position.moves().remove(0);
    position.play(&first).expect("legal");
    let second = position.moves().remove(0);
    position.play_all([second.clone(), back(&first), back(&second)]).expect("legal");
    assert!(position.key() == game.start().key() && position.recurs() && !game.start().recurs());
    assert!(engine.search(&position, Limits::nodes(2_000)).expect("a move").counts.nodes > 100, "a search");
}

/// Where both have strayed from the book, nobody is left who plays from it.
#[test]
fn lines_in_which_everybody_has_strayed_are_not_followed() {
    let game = melee::open("abalone").expect("a game");
    let book = grown(&game, &plan(3000, 3, 3));
    let best = |moves: &[String]| {
        let line = book.lines().iter().find(|line| line.moves == moves).expect("every line before another is there");
        line.best().to_string()
    };
    let mut strays = 0;
    for line in book.lines().iter().filter(|line| line.moves.len() == 2) {
        let is_stray = |ply: usize| line.moves[ply] != best(&line.moves[..ply]);
        assert!(!is_stray(0) || !is_stray(1), "{:?}", line.moves);
        strays += usize::from(is_stray(0)) + usize::from(is_stray(1));
    }
    // The start; three answers; the book's moves, twice two lines that stray once, less what came about twice.
    assert!(strays > 0 && (7..=9).contains(&book.lines().len()), "{}", book.text());
}

#[test]
fn books_that_are_not_for_the_game_are_refused() {
    let game = melee::open("connect4").expect("a game");
    let book = grown(&game, &plan(300, 2, 2)).text();
    let refused = |game: &OpenGame, text: &str| Book::parse(game, text).expect_err("refused");
    let with = |options: GameOptions| game.reopen(&options).expect("a game");
    assert!(Book::parse(&with(GameOptions::default().with("size", "7x6")), &book).is_ok(), "the same board");
    let small = refused(&with(GameOptions::default().with("size", "5x4")), &book);
    assert_eq!(small.to_string(), "a book of connect4 for 2 players, not of connect4 for 2 players (size 5x4)");
    assert!(matches!(refused(&melee::open("focus").expect("a game"), &book), BookError::OtherGame { .. }));
    assert!(Book::parse(&with(GameOptions::default().at("44")), &book).is_ok(), "somewhere in a game");
    let foreign = refused(&game, "melee connect4 book\nsize 7x6\n");
    assert!(matches!(foreign, BookError::Foreign { .. }), "{foreign}");
    let abalone = melee::open("abalone").expect("a game");
    let standard = grown(&abalone, &plan(60, 1, 1)).text();
    let daisy = abalone.reopen(&GameOptions::default().from_start("belgian-daisy")).expect("a start");
    assert!(matches!(refused(&daisy, &standard), BookError::OtherStart { .. }));
    for (from, to, line) in [
        ("end 3", "end 4", 9),
        ("depth", "width", 6),
        ("game ", "name ", 2),
        ("options {", "options [", 3),
        ("nodes", "nodes x", 6),
    ] {
        let damaged = refused(&game, &book.replacen(from, to, 1));
        assert!(matches!(damaged, BookError::Damaged { line: at, .. } if at == line), "{from} -> {to}: {damaged}");
    }
    // A line that is cut, lost, changed in one digit or there twice.
    let lines: Vec<&str> = book.lines().collect();
    let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().join("\n");
    for place in 0..lines.len() {
        refused(&game, &without(place));
        refused(&game, &lines[..place].join("\n"));
        refused(&game, &book.replacen(lines[place], &format!("{0}\n{0}", lines[place]), 1));
        refused(&game, &book.replacen(lines[place], &format!("{}1", lines[place]), 1));
    }
}

/// One heap; each player in turn takes one to three stones, who takes the last one wins. The book that comes with it, for
/// two and ten stones, begins with a mistake.
#[derive(PartialEq)]
struct Heap(usize);

impl SmallGame for Heap {
    const NAME: &'static str = "heap";
    type Board = u8;
    type Move = u8;

    fn players(&self) -> usize {
        self.0
    }
    fn start(&self) -> u8 {
        10
    }
    fn moves(&self, stones: &u8, _player: Player, out: &mut Vec<u8>) {
        out.extend(1..=3.min(*stones));
    }
    fn play(&self, stones: &mut u8, _player: Player, taken: u8) {
        *stones -= taken;
    }
    fn result(&self, stones: &u8, to_move: Player) -> Option<Outcome> {
        (*stones == 0).then(|| Outcome::win(to_move.previous(self.0), self.0))
    }
}

impl Notation for Heap {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let stones = text.parse().map_err(NotationError::new)?;
        Ok(Setup::new(SmallState::new(stones, Player::FIRST)))
    }
    fn position_text(&self, state: &SmallState<u8>) -> String {
        state.board.to_string()
    }
    fn move_text(&self, _state: &SmallState<u8>, taken: u8) -> String {
        format!("take_{taken}")
    }
}

impl Draw for Heap {
    fn diagram(&self, _state: &SmallState<u8>) -> Diagram {
        Diagram::default()
    }
}

thread_local! {
    /// How often a heap was opened on this thread: once for every book that is read.
    static OPENED: Cell<u32> = const { Cell::new(0) };
}

impl PlayableGame for Heap {
    type Knowledge = NoKnowledge;

    fn describe() -> Description {
        Description {
            players: PlayerCounts::of(&[2, 3]),
            books: &[include_str!("heap.book")],
            ..Description::new("Heap", "take the last stone")
        }
    }
    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        OPENED.set(OPENED.get() + 1);
        Ok(Heap(options.players.unwrap_or(2)))
    }
    fn knowledge(&self, _evaluation: Option<&str>, _ordering: Option<&str>) -> Option<NoKnowledge> {
        Some(NoKnowledge)
    }
}

#[test]
fn best_plays_from_the_book_that_comes_with_a_game_unless_told_otherwise() {
    let registry = Melee::empty().with_game::<Heap>().registry();
    let game = registry.open("heap", &GameOptions::default()).expect("a game");
    let first = |spec: &str, limits: Limits| game.start().search(spec, limits).expect("a move").best().mv.clone();
    let nodes = Limits::nodes(20_000);
    assert_eq!(first("best", nodes), "take_1", "the mistake of the book");
    assert_eq!(first("best:book=off", nodes), "take_2");
    assert_eq!(first("best:killers=1", nodes), "take_2", "who sets something wants a search");
    assert_eq!(first("pvs:best", nodes), "take_2");
    assert_eq!(first("best", Limits::depth(10)), "take_2", "and so does who gives a depth");
    assert_eq!(first("best", Limits { lines: 2, ..nodes }), "take_2", "or wants several lines");
    let studied = game.start().search("best", Task::new(nodes).for_study()).expect("a move");
    assert_eq!(studied.best().mv, "take_2", "or studies");
    let mut position = game.start();
    position.play_all(["take_3", "take_1"]).expect("legal");
    let report = position.search("best", nodes).expect("a move");
    assert_eq!(report.best().mv, "take_1", "the book has the position by other moves");
    let three = registry.open("heap", &GameOptions::default().for_players(3)).expect("a game");
    assert_ne!(three.start().search("best", nodes).expect("a move").counts.nodes, 2, "no book is for three");
    let unknown = game.engine("best:bok=off").err().expect("no such option").to_string();
    assert!(unknown.starts_with("heap: pvs has no option 'bok'; known: ") && unknown.ends_with(", book"), "{unknown}");
    let empty = game.engine("best:book=").err().expect("no file").to_string();
    assert_eq!(empty, "heap: best: option book=: expected off or the name of a file");
}

#[test]
fn engines_share_a_book_until_the_file_is_another() {
    read_files();
    let registry = Melee::empty().with_game::<Heap>().registry();
    let game = registry.open("heap", &GameOptions::default()).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heap.book");
    let spec = format!("best:book={}", file.display());
    let opened = |made: &str| {
        std::fs::write(&file, Book::new(&game, made).expect("a start").text()).expect("written");
        let before = OPENED.get();
        game.engine(&*spec).expect("a book");
        OPENED.get() - before
    };
    assert!(opened("one") > 0);
    assert_eq!(opened("one"), 0);
    assert!(opened("another") > 0);
    assert_eq!(opened("one"), 0);
    for made in ["a", "b", "c", "d"] {
        opened(made);
    }
    assert!(opened("one") > 0, "there are too many");
}
