//! `kill -9` at any moment.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{RunDir, command, done, long_tests, melee, names, stderr};

/// How many kills, of shards how many.
fn numbers() -> (u64, u64) {
    if long_tests() { (500, 300) } else { (50, 30) }
}

/// Lots by a generator of Lehmer's.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 % end
    }
}

/// How long a shard lives, in millionths of a second: the median of some.
fn life(run: &RunDir) -> u64 {
    let mut lives: Vec<u64> = (0..5)
        .map(|index| {
            let begin = Instant::now();
            done(&["shard", "--run", run.name(), "--index", &index.to_string()]);
            begin.elapsed().as_micros() as u64
        })
        .collect();
    lives.sort_unstable();
    lives[2]
}

/// Shards are killed at fifty moments, half of them anywhere in their life and half near its end, when the part is
/// written; after each the parts are whole or not there, and in the end the games are those of a run that nobody
/// disturbed.
#[test]
fn killed_shards_leave_no_torn_part() {
    let (kills, shards) = numbers();
    let run = RunDir::of_match(1000, shards * 6, 6);
    let undisturbed = RunDir::of_match(1000, shards * 6, 6);
    let life = life(&undisturbed);
    let (mut lots, mut whole_parts, mut torn) = (Lots(20_261), 0, 0);
    for kill in 0..kills {
        let index = lots.below(shards).to_string();
        let moment = match kill % 2 {
            0 => lots.below(life),
            _ => life * 4 / 5 + lots.below(life * 3 / 5),
        };
        let mut child =
            command(&["shard", "--run", run.name(), "--index", &index]).stdout(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(moment));
        child.kill().expect("killed");
        child.wait().expect("it has ended");
        let merge = melee(&["merge", run.name()]);
        assert!(merge.status.code() < Some(2), "{}", stderr(&merge));
        let left = names(&run.path("parts"));
        whole_parts = left.iter().filter(|n| !n.starts_with('.')).count();
        torn = left.len() - whole_parts;
    }
    println!("{kills} kills left {whole_parts} whole parts and {torn} temporary files");
    assert_eq!(run.played_locally(), undisturbed.played_locally());
    // Swept up by the merge.
    assert_eq!(names(&run.path("parts")).len() as u64, shards);
}

/// Two copies of a shard at the same time, as engines start them when they lose sight of a worker.
#[test]
fn copies_of_a_shard_do_not_disturb_each_other() {
    let run = RunDir::of_match(300, 12, 12);
    let copy =
        || command(&["shard", "--run", run.name(), "--index", "0"]).stdout(Stdio::null()).spawn().expect("it runs");
    let mut copies: Vec<_> = (0..4).map(|_| copy()).collect();
    for copy in &mut copies {
        assert!(copy.wait().expect("it has ended").success());
    }
    assert_eq!(names(&run.path("parts")), ["0.jsonl"]);
    done(&["merge", run.name()]);
    assert_eq!(run.text("games.jsonl").lines().count(), 12);
}
