//! Matches and runs on many machines, as files hold them.

use std::fs;

use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::MatchPlan;
use melee_arena::tuning::TunePlan;
use melee_lab::Budget;
use melee_lab::cluster::{Job, Run, ShardPlayed, ShardSize};

use crate::input::{Input, directory, foreign, one_line, with_text};

/// The first byte chooses: a job as JSON, or changes to one of the files of a run.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    match input.byte() % 4 {
        0 => job(&input.text()),
        file => run(usize::from(file) - 1, &input),
    }
}

/// A job that is read is written so that it reads back; opening what it plans is refused in one line, or goes well.
fn job(text: &str) {
    let read = serde_json::from_str::<Job>(text);
    let plan = match read {
        Ok(job) => {
            let written = serde_json::to_string(&job).expect("plain data has a JSON text");
            assert_eq!(serde_json::from_str::<Job>(&written).ok(), Some(job.clone()), "{written}");
            let Job::Match { plan, .. } = job else { return };
            plan
        }
        Err(error) => {
            foreign(&error);
            if let Err(error) = serde_json::from_str::<TunePlan>(text) {
                foreign(&error);
            }
            return;
        }
    };
    match plan.open(Registry::standard()) {
        Ok(open) => {
            assert_eq!(open.names().len(), plan.entrants.len());
            let pairing = open.pairing(plan.seed);
            assert_eq!(pairing.seating.len(), open.game.players(), "somebody sits at every seat");
        }
        Err(error) => one_line(&error),
    }
}

const FILES: [&str; 3] = ["manifest.json", "plan.jsonl", "parts/0.jsonl"];

fn small_job() -> Job {
    let seat = SeatSpec::search("random", Limits::NONE);
    let plan = MatchPlan {
        game: Registry::standard().games()[0].name.to_string(),
        options: GameOptions::default(),
        starts: Vec::new(),
        random_plies: 0,
        entrants: vec![seat.clone(), seat],
        ply_cap: 3,
        by_processor: false,
        seed: 1,
    };
    Job::Match { plan, games: 4 }
}

/// The files of a run whose first shard is played.
fn played() -> [Vec<u8>; 3] {
    let dir = directory().join("run");
    let size = ShardSize::Units(2);
    let planned = Run::plan(Registry::standard(), &dir, &small_job(), size, &mut |_| {}).expect("planned");
    planned.run.play_shard(0, &mut |_, _| {}).expect("played");
    FILES.map(|name| fs::read(dir.join(name)).expect("it is there"))
}

/// A run with a changed file is refused, played again, or is the run it was.
fn run(file: usize, input: &Input) {
    thread_local! {
        static PLAYED: [Vec<u8>; 3] = played();
    }
    PLAYED.with(|files| {
        let mut bytes = files[file].clone();
        input.patch(&mut bytes);
        let dir = directory().join("run");
        let path = dir.join(FILES[file]);
        fs::write(&path, &bytes).expect("written");
        match Run::open(Registry::standard(), &dir) {
            Ok(run) => {
                assert_eq!((run.job.clone(), run.shards.len()), (small_job(), 2));
                let is_whole = bytes == *files[file] || file != 2;
                let again = run.play_shard(0, &mut |_, _| {}).expect("played");
                assert!(!is_whole || again == ShardPlayed::Before, "a part that was whole is played again");
            }
            Err(error) => foreign(&error),
        }
        fs::write(&path, &files[file]).expect("written");
    });
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let text = |job: &Job| with_text(&[0], &serde_json::to_string(job).expect("plain data has a JSON text"));
    let experiment = Job::Experiment { id: "gras-3.4".into(), budget: Budget::Smoke };
    let changed = (1..=3).map(|file| vec![file, 0, 20, b'x', 0, 40, b'"']);
    [text(&small_job()), text(&experiment)].into_iter().chain(changed).collect()
}

pub(crate) fn words() -> Vec<String> {
    let fields =
        ["match", "plan", "games", "game", "players", "start", "starts", "random_plies", "entrants", "ply_cap"];
    fields.iter().chain(&["seed", "experiment", "budget"]).map(|name| format!("\"{name}\":")).collect()
}
