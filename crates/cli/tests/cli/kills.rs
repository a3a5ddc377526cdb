//! `kill -9` at any moment of a match: no game that was kept is lost, none is played twice.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use melee_arena::tournament::{PlayedGame, Store};

use crate::common::{command, done};

/// How many kills; `scripts/kill-match` asks for a thousand.
fn kills() -> u64 {
    let asked = std::env::var("MELEE_KILLS").ok();
    asked.map_or(25, |text| text.parse().expect("MELEE_KILLS is a number"))
}

fn match_args<'a>(games: &'a str, store: &'a str) -> Vec<&'a str> {
    let players = "match connect4 --algo alphabeta@5000 --algo pvs:noise=9%@4000 --threads 2 --seed 3 --keep-moves";
    players.split(' ').chain(["--games", games, "--out", store]).collect()
}

/// The games of a store; none of a store that is not made yet. With the records of the moves of those that are not known.
fn games(store: &str, known: &[PlayedGame]) -> Vec<PlayedGame> {
    let Ok(store) = Store::read(Path::new(store)) else {
        return Vec::new();
    };
    let mut games = store.games().expect("a store that was not changed");
    for game in &mut games {
        game.records = match position(known, game.number) {
            Some(place) => known[place].records.clone(),
            None => store.records(game.number).expect("their moves"),
        };
    }
    games
}

fn position(games: &[PlayedGame], number: u64) -> Option<usize> {
    games.binary_search_by_key(&number, |game| game.number).ok()
}

/// A game without what depends on the clock.
fn timeless(mut game: PlayedGame) -> PlayedGame {
    game.micros = 0;
    game.work.iter_mut().for_each(|work| work.micros = 0);
    game.records.iter_mut().for_each(|record| record.micros = 0);
    game
}

/// Lots by a generator of Lehmer's.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 % end
    }
}

/// The match is killed while it starts, plays and writes. After each kill every game that was there before is there as it
/// was, its times included: it was not played again. In the end there are the games of a match that nobody disturbed.
#[test]
fn a_killed_match_loses_and_doubles_no_game() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (whole, killed) = (path("whole.db"), path("killed.db"));
    let (kills, all) = (kills(), (5 * kills()).to_string());
    let begin = Instant::now();
    done(&match_args("2", &path("first.db")));
    // A start with two games, and the time of some more.
    let life = begin.elapsed() + Duration::from_millis(60);
    let (mut lots, mut known, mut fruitful) = (Lots(20_261), Vec::<PlayedGame>::new(), 0);
    for kill in 0..kills {
        let mut child =
            command(&match_args(&all, &killed)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(lots.below(life.as_micros() as u64)));
        let _ = child.kill();
        child.wait().expect("it has ended");
        let now = games(&killed, &known);
        let kept = now.iter().filter(|game| position(&known, game.number).is_some());
        assert!(kept.eq(&known), "kill {kill}: a game is lost or was played again");
        let new = now.len() - known.len();
        fruitful += u64::from(new > 0);
        known = now;
    }
    println!("{kills} kills, {fruitful} of them after new games were kept; {} games then", known.len());
    assert!(fruitful > 0, "the match was always killed before it had kept a game");
    done(&match_args(&all, &killed));
    done(&match_args(&all, &whole));
    let end = games(&killed, &[]);
    let kept = end.iter().filter(|game| position(&known, game.number).is_some());
    assert!(kept.eq(&known), "what was kept is not played again");
    let [end, whole] = [end, games(&whole, &[])].map(|games| games.into_iter().map(timeless).collect::<Vec<_>>());
    assert_eq!(end.len() as u64, 5 * kills);
    assert!(end == whole, "the games are those of a match that nobody disturbed");
}
