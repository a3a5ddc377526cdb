//! Matches with other programs: an honest one plays as it would inside, whatever a rogue does costs him the game and
//! nothing else.
//!
//! The players are this test itself, started again with a role: see [`player`].

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::entrants;
use melee::{Fault, GameOptions, Limits, Registry};
use melee_arena::program::Patience;
use melee_arena::protocol::{Flow, Session};
use melee_arena::tournament::{Ending, MatchPlan, PlayedGame, Run, Standings, Store};

/// Not a test: the player that the tests start. Without a role it has nothing to do.
#[test]
#[ignore = "a player that other tests start"]
fn player() {
    let role = std::env::args().find_map(|a| a.strip_prefix("role=").map(str::to_string));
    // The test runner's own words stand on the line.
    println!();
    match role.as_deref() {
        None => {}
        Some(role) => match role.strip_prefix("honest/") {
            Some(honest) => be_honest(honest),
            None => be_rogue(role),
        },
    }
}

/// `GAME/ALGORITHM`
fn be_honest(what: &str) {
    let (game, algorithm) = what.split_once('/').expect("GAME/ALGORITHM");
    let game = melee::open(game).expect("a game");
    let mut session = Session::new(game, algorithm.into(), std::io::stdout()).expect("it fits");
    for line in std::io::stdin().lock().lines() {
        if session.tell(&line.expect("text")) == Flow::Quit {
            return;
        }
    }
}

/// Connect Four in column 1 until it is his turn to misbehave, which is his second move.
fn be_rogue(role: &str) {
    let say = |text: &str| {
        let mut out = std::io::stdout();
        // Whoever does not listen any more has killed us or will.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    };
    let sleep = || std::thread::sleep(Duration::from_secs(600));
    if role == "silent" {
        sleep();
    }
    if role == "dies-at-once" {
        std::process::exit(7);
    }
    let mut moves = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap_or_default();
        match line.split(' ').next().unwrap_or_default() {
            "ugi" => say("id name rogue\nugiok\n"),
            "isready" if role == "never-ready" => sleep(),
            "isready" => say("readyok\n"),
            "quit" if role == "ignores-quit" => {}
            "quit" => return,
            "go" => {
                moves += 1;
                if moves == 1 || role == "ignores-quit" {
                    let column = 1 + (moves - 1) % 7;
                    say(&format!("bestmove {column}\n"));
                    continue;
                }
                match role {
                    "crash" => {
                        eprintln!("out of cheese");
                        std::process::exit(3);
                    }
                    "illegal" => say("bestmove 9\n"),
                    "resigns" => say("bestmove (none)\n"),
                    "late" => sleep(),
                    "endless-line" => loop {
                        say(&"bestmove".repeat(1000));
                    },
                    "endless-lines" => loop {
                        say("info depth 1 score cp 0 nodes 1 pv 4\n");
                    },
                    "binary" => {
                        let noise: Vec<u8> = (0..=255).cycle().take(1 << 16).collect();
                        for _ in 0..16 {
                            let _ = std::io::stdout().write_all(&noise);
                        }
                        sleep();
                    }
                    "closes-pipes" => close_pipes(),
                    "forks" => {
                        let child = std::process::Command::new("sleep").arg("600").spawn();
                        let marker = std::env::args().find_map(|a| a.strip_prefix("marker=").map(str::to_string));
                        let id = child.expect("sleep runs").id();
                        std::fs::write(marker.expect("a marker"), id.to_string()).expect("written");
                        sleep();
                    }
                    _ => panic!("unknown role {role}"),
                }
            }
            _ => {}
        }
    }
    if role == "ignores-quit" {
        sleep();
    }
}

/// Becomes a program without pipes that goes on.
fn close_pipes() {
    use std::os::unix::process::CommandExt;
    let error = std::process::Command::new("sh").args(["-c", "exec <&- >&- 2>&-; sleep 600"]).exec();
    panic!("{error}");
}

fn program(role: &str) -> String {
    let exe = std::env::current_exe().expect("this test");
    let exe = exe.to_str().expect("UTF-8");
    format!("program:'{exe}' program::player --exact --ignored --nocapture --quiet 'role={role}'")
}

fn plan(game: &str, players: &[&str], limits: Limits) -> MatchPlan {
    MatchPlan {
        game: game.into(),
        options: GameOptions::default(),
        starts: Vec::new(),
        random_plies: 2,
        entrants: entrants(players, limits),
        ply_cap: 60,
        by_processor: false,
        seed: 11,
    }
}

fn play(plan: &MatchPlan, games: u64, patience: Patience) -> Vec<PlayedGame> {
    let mut open = plan.open(Registry::standard()).expect("a match");
    open.patience = patience;
    let run = Run { games, threads: 2, keep_moves: true };
    run.play(&open, Vec::new(), &mut |_, _| Ok(true)).expect("played")
}

/// Long enough for whoever answers at all, on a busy machine too.
const PATIENT: Patience = Patience { answer: Duration::from_secs(4), grace: Duration::from_secs(2) };

/// Enough where nobody is going to move.
const IMPATIENT: Patience = Patience { grace: Duration::from_millis(200), ..PATIENT };

/// Two games against a rogue who has 50 ms a move.
fn against(role: &str, patience: Patience) -> Vec<PlayedGame> {
    let rogue = program(role);
    let limits = Limits { depth: Some(2), ..Limits::time(Duration::from_millis(50)) };
    let plan = plan("connect4", &["alphabeta", &rogue], limits);
    let games = play(&plan, 2, patience);
    assert_eq!(games.len(), 2);
    games
}

/// Both games are lost for this reason; returns what is said about the first.
fn loses_by(role: &str, fault: Fault) -> String {
    loses_within(role, fault, PATIENT)
}

fn loses_within(role: &str, fault: Fault, patience: Patience) -> String {
    let games = against(role, patience);
    for game in &games {
        let verdict = game.verdict.as_ref().expect(role);
        assert_eq!(verdict.fault, fault, "{role}: {verdict:?}");
        assert_eq!(game.seating[verdict.seat], 1, "{role}: {verdict:?}");
        assert_eq!(game.ending, Ending::Forfeit);
        assert_eq!(game.points_of(1).to_bits(), 0.0f64.to_bits());
        assert!((game.points_of(0) - 1.0).abs() < 1e-12);
        assert_eq!((game.ranks[verdict.seat], game.ranks[1 - verdict.seat]), (2, 1));
    }
    let names = ["honest".to_string(), "rogue".to_string()];
    let standings = Standings::new(&names, &games, 2, false);
    assert_eq!((standings.forfeits, standings.failed), (2, 0));
    assert_eq!(standings.algorithms[1].verdicts.get(&fault), Some(&2));
    assert!(standings.algorithms[0].verdicts.is_empty());
    games[0].verdict.as_ref().expect("lost").detail.clone()
}

#[test]
fn an_honest_program_plays_the_games_that_are_played_inside() {
    for (game, algorithm) in [
        ("connect4", "pvs:tt=deep/1MiB,noise=5%"),
        ("billabong", "brs+:noise=5%"),
        ("chess4", "brs+"),
        ("reversixt", "alphabeta:noise=3%"),
    ] {
        let limits = Limits::nodes(150);
        let outside = program(&format!("honest/{game}/{algorithm}"));
        let moves = |players: &[&str], starts: &[&str]| {
            let plan = MatchPlan {
                starts: starts.iter().map(|s| (*s).to_string()).collect(),
                ply_cap: 40,
                ..plan(game, players, limits)
            };
            let games = play(&plan, 4, Patience::default());
            assert!(games.iter().all(|g| g.verdict.is_none()), "{games:?}");
            let told = |g: &PlayedGame| {
                let all = g.records.iter();
                let told: Vec<_> = all.map(|r| (r.value, r.depth, r.nodes)).collect();
                (g.moves.clone(), g.points.clone(), told)
            };
            games.iter().map(told).collect::<Vec<_>>()
        };
        let own = [algorithm, "random"];
        let inside = moves(&own, &[]);
        assert_eq!(moves(&[&outside, "random"], &[]), inside, "{game}");
        if game == "reversixt" {
            // Boards of their own: the program is told the position.
            let maps = ["torus", "specials"];
            assert_eq!(moves(&[&outside, "random"], &maps), moves(&own, &maps));
        }
    }
}

#[test]
fn who_crashes_loses() {
    let detail = loses_by("crash", Fault::Crash);
    assert!(detail.contains("exit status: 3"), "{detail}");
    assert!(detail.contains("out of cheese"), "{detail}");
}

#[test]
fn who_never_starts_loses() {
    let detail = loses_by("dies-at-once", Fault::Crash);
    assert!(detail.contains("exit status: 7"), "{detail}");
}

#[test]
fn who_plays_what_is_not_legal_loses() {
    let detail = loses_by("illegal", Fault::Illegal);
    assert!(detail.contains('9'), "{detail}");
    loses_by("resigns", Fault::Illegal);
}

#[test]
fn who_is_late_loses() {
    let detail = loses_within("late", Fault::Timeout, IMPATIENT);
    assert!(detail.starts_with("no move after "), "{detail}");
}

#[test]
fn who_says_nothing_loses() {
    let patience = Patience { answer: Duration::from_secs(1), ..PATIENT };
    let detail = loses_within("silent", Fault::Silence, patience);
    assert_eq!(detail, "no ugiok after 1 s");
}

#[test]
fn who_is_never_ready_loses() {
    let patience = Patience { answer: Duration::from_secs(2), ..PATIENT };
    let detail = loses_within("never-ready", Fault::Silence, patience);
    assert_eq!(detail, "no readyok after 2 s");
}

#[test]
fn a_line_without_end_is_cut_short() {
    let detail = loses_by("endless-line", Fault::Garbage);
    assert_eq!(detail, "a line of more than 65536 bytes");
}

#[test]
fn lines_without_end_do_not_hold_up_the_clock() {
    loses_within("endless-lines", Fault::Timeout, IMPATIENT);
}

#[test]
fn binary_output_is_nothing_worse_than_silence() {
    loses_within("binary", Fault::Timeout, IMPATIENT);
}

#[test]
fn who_closes_his_pipes_loses() {
    let detail = loses_by("closes-pipes", Fault::Crash);
    assert!(detail.contains("closed its pipes"), "{detail}");
}

#[test]
fn who_does_not_leave_is_made_to() {
    let games = against("ignores-quit", PATIENT);
    // Columns from the left: he plays to the end, by the rules.
    assert!(games.iter().all(|g| g.ending == Ending::Finished || g.verdict.is_some()), "{games:?}");
    assert!(games.iter().any(|g| g.ending == Ending::Finished));
}

#[test]
fn children_of_a_rogue_do_not_outlive_the_game() {
    let dir = tempfile::tempdir().expect("a directory");
    let marker = dir.path().join("child");
    let role = format!("forks' 'marker={}", marker.display());
    loses_by(&role, Fault::Timeout);
    let child = std::fs::read_to_string(marker).expect("it forked");
    // The system may take a moment to clear away.
    let is_there = || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        stat.contains("(sleep) S") || stat.contains("(sleep) R")
    };
    let waited = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !is_there()
    });
    assert!(waited, "process {child} is still there");
}

#[test]
fn no_zombies_are_left() {
    against("crash", PATIENT);
    against("ignores-quit", PATIENT);
    // Other tests of this process have players of their own, which do not stay dead for long.
    let zombies = || {
        let own = std::process::id().to_string();
        let all = std::fs::read_dir("/proc").expect("a process table");
        let is_dead_child = |entry: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let rest = stat.rsplit(')').next().unwrap_or_default().to_string();
            let fields: Vec<&str> = rest.split_whitespace().collect();
            fields.first() == Some(&"Z") && fields.get(1) == Some(&own.as_str())
        };
        all.flatten().any(is_dead_child)
    };
    let gone = (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !zombies()
    });
    assert!(gone, "a dead child is left");
}

#[test]
fn verdicts_are_kept() {
    let games = against("illegal", PATIENT);
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("match.db");
    let rogue = program("illegal");
    let plan = plan("connect4", &["alphabeta", &rogue], Limits::depth(2));
    let mut store = Store::open(&path, &plan).expect("made");
    store.put(&games).expect("kept");
    let kept = store.games().expect("read");
    assert_eq!(kept[0].verdict, games[0].verdict);
    assert!(kept[0].verdict.is_some() && kept[0].ending == Ending::Forfeit);
}

#[test]
fn programs_that_cannot_be_are_refused_before_the_match() {
    let refused = |player: &str, limits: Limits| {
        let plan = plan("connect4", &["alphabeta", player], limits);
        plan.open(Registry::standard()).err().expect("refused").to_string()
    };
    let depth = Limits::depth(2);
    assert!(refused("program:./nobody", depth).contains("'./nobody': no such file"));
    assert!(refused("program:", depth).contains("expected program:PATH"));
    assert!(refused("program:sh", Limits::NONE).contains("give a limit"));
}
