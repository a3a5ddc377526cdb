//! Shards in any order give the games of an ordinary match.

use super::{RunDir, command, done, json, match_args, melee, refusal, stderr, stdout};

/// The games as `melee match --csv` writes them.
fn csv(out: Option<&str>) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("games.csv");
    let file = file.to_str().expect("UTF-8");
    let mut args = match_args("300", "23");
    args.extend(["--csv", file]);
    if let Some(store) = out {
        args.extend(["--out", store]);
    }
    done(&args);
    std::fs::read_to_string(file).expect("written")
}

#[test]
fn a_run_gives_the_games_of_a_match() {
    let run = RunDir::of_match(300, 23, 4);
    // Backwards, some twice, each told its number in another way.
    for index in (0..6).rev() {
        let index_text = index.to_string();
        let mut shard = command(&["shard", "--run", run.name()]);
        match index % 3 {
            0 => shard.args(["--index", &index_text]),
            1 => shard.env("HQ_TASK_ID", &index_text),
            _ => shard.env("SLURM_ARRAY_TASK_ID", &index_text),
        };
        let first = shard.output().expect("it runs");
        assert!(first.status.success(), "{}", stderr(&first));
        assert!(stdout(&first).contains(" in "), "{}", stdout(&first));
        let again = shard.output().expect("it runs");
        assert_eq!(stdout(&again), format!("shard {index}: played before\n"));
    }
    let merged = json(&["merge", run.name(), "--json"]);
    assert_eq!(merged["cost"]["units"], 23);
    assert_eq!(merged["table"]["games"], 23);
    let store = run.path("store/1.db");
    let alone = csv(None);
    assert_eq!(alone.lines().count(), 24);
    assert_eq!(csv(store.to_str()), alone);
    // Once more, from the same parts.
    let games = run.text("games.jsonl");
    done(&["merge", run.name()]);
    assert_eq!(run.text("games.jsonl"), games);
}

#[test]
fn the_local_engine_gives_the_same_games() {
    let (one, two) = (RunDir::of_match(300, 23, 4), RunDir::of_match(300, 23, 9));
    assert_eq!(one.played_locally(), two.played_locally());
    assert_eq!(csv(one.path("store/1.db").to_str()), csv(None));
    let page = one.text("report.html");
    assert!(page.contains("<h2>Cost</h2>") && page.contains("<td>1,000</td>"));
    assert_eq!(one.text("measured.csv").lines().count(), 24);
}

/// As over ssh without a common directory: copies of the run play their shares, and the parts are copied back.
#[test]
fn parts_from_copies_of_the_run_merge() {
    let (run, local) = (RunDir::of_match(100, 20, 2), RunDir::of_match(100, 20, 2));
    for share in ["0-2", "3-7", "8-9"] {
        let host = tempfile::tempdir().expect("a directory");
        for file in ["manifest.json", "plan.jsonl"] {
            std::fs::copy(run.path(file), host.path().join(file)).expect("copied");
        }
        let there = host.path().to_str().expect("UTF-8");
        let how = ["--engine", "local", "--no-merge", "--shards", share];
        done(&[&["submit", there][..], &how].concat());
        for part in super::names(&host.path().join("parts")) {
            let here = run.path("parts").join(&part);
            std::fs::copy(host.path().join("parts").join(&part), here).expect("copied");
        }
    }
    done(&["merge", run.name()]);
    assert_eq!(run.text("games.jsonl"), local.played_locally());
}

/// A shard that takes too long is stopped, and said to be missing.
#[test]
fn a_shard_beyond_the_time_limit_is_stopped() {
    let run = RunDir::of_match(100_000_000, 2, 1);
    let how = ["--engine", "local", "--time-limit", "300ms"];
    let output = melee(&[&["submit", run.name()][..], &how].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("no shard was played"));
    assert_eq!(run.parts(), 0);
}

#[test]
fn missing_shards_are_told_as_an_array() {
    let run = RunDir::of_match(50, 10, 1);
    let how = ["--engine", "local", "--shards", "0-2,4,8"];
    let output = melee(&[&["submit", run.name()][..], &how].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stdout(&output), "3,5-7,9\n");
    assert!(stderr(&output).contains("5 of 10 shards are missing"));
    let missing = melee(&["merge", run.name(), "--json"]);
    assert!(stdout(&missing).contains("\"missing\":\"3,5-7,9\""));
    let dry = done(&["submit", run.name(), "--engine", "slurm", "--dry-run"]);
    assert!(dry.contains("--array=3,5-7,9 "), "{dry}");
    run.played_locally();
}

/// Published tables too, of every kind: matches, counts beside games, nodes over positions, formulas, and what cannot
/// be run again.
#[test]
fn experiments_give_the_table_of_one_machine() {
    let longer: &[&str] = melee_testkit::usual_or_long(&[], &["esser-6.12", "esser-2.3"]);
    let usual = [
        "gras-5.3",
        "chorus-5.14",
        "chorus-3.1",
        "chorus-5.2",
        "chorus-5.2.1",
        "chorus-5.18",
        "esser-4.1",
        "esser-4.4",
        "esser-fig-6.1",
        "gras-3.1",
        "pantel-fig-4.4",
        "pantel-fig-6.3",
        "rwth-5",
    ];
    for id in usual.iter().chain(longer) {
        let run = RunDir::of_experiment(id);
        let how = ["--engine", "local", "--jobs", "2", "--json"];
        let merged = json(&[&["submit", run.name()][..], &how].concat());
        let out = tempfile::tempdir().expect("a directory");
        let out = out.path().to_str().expect("a plain name");
        let alone = json(&["reproduce", id, "--budget", "smoke", "--json", "--out", out]);
        assert_eq!(merged["table"], alone, "{id}");
        assert!(run.text("report.md").contains("measured"), "{id}");
    }
}

/// Tables of matches, of positions and of cells as one run, and what it leaves is what `melee reproduce` makes pages of.
#[test]
fn several_tables_are_one_run() {
    let ids = ["esser-6.12", "gras-5.3", "gras-3.1"];
    let dir = tempfile::tempdir().expect("a directory");
    let run = RunDir { dir };
    let how = ["--budget", "smoke", "--shard-games", "3", "--out", run.name()];
    done(&[&["plan"][..], &ids, &how].concat());
    let merged = json(&["submit", run.name(), "--engine", "local", "--jobs", "2", "--json"]);
    let out = tempfile::tempdir().expect("a directory");
    let out = out.path().to_str().expect("a plain name");
    for (number, id) in ids.iter().enumerate() {
        let alone = json(&["reproduce", id, "--budget", "smoke", "--json", "--out", out]);
        assert_eq!(merged["tables"][number], alone, "{id}");
    }
    let (tables, page) = (run.path("tables"), run.path("tables.md"));
    let [tables, page] = [&tables, &page].map(|path| path.to_str().expect("UTF-8"));
    done(&["reproduce", "--out", tables, "--report", page]);
    assert!(ids.iter().all(|id| run.text("tables.md").contains(&format!("\n## {id}\n"))));
    assert!(run.text("report.md").contains("## gras-5.3: "));
}

#[test]
fn a_table_is_planned_once() {
    let why = refusal(&["plan", "gras-3.1", "gras-3.2", "gras-3.1", "--out", "nowhere"]);
    assert!(why.contains("gras-3.1: named twice"), "{why}");
}

#[test]
fn a_plan_that_is_there_is_left_as_it_is() {
    let run = RunDir::of_match(50, 6, 2);
    let before = (run.text("manifest.json"), run.text("plan.jsonl"));
    done(&["shard", "--run", run.name(), "--index", "1"]);
    let args = match_args("50", "6");
    let again = [&["plan"][..], &args, &["--out", run.name(), "--shard-games", "3", "--json"]].concat();
    let again = json(&again);
    assert_eq!((&again["existed"], &again["to_play"]), (&true.into(), &2.into()));
    assert_eq!((run.text("manifest.json"), run.text("plan.jsonl")), before);
}

/// Without a size of shards, a short measurement cuts them; no game is over in a microsecond.
#[test]
fn shards_are_cut_by_a_measurement() {
    let planned = |length: &[&str]| {
        let dir = tempfile::tempdir().expect("a directory");
        let run = dir.path().to_str().expect("UTF-8");
        let args = match_args("200", "400");
        json(&[&["plan"][..], &args, &["--out", run, "--json"], length].concat())
    };
    let usual = planned(&[]);
    assert!(usual["seconds"].as_f64() > Some(0.0), "{usual}");
    assert_eq!(usual["units"], 400);
    assert_eq!(planned(&["--shard-length", "0.001ms"])["shards"], 400);
}

/// With a limit of time games depend on the machine: the processor stands beside each, and the build.
#[test]
fn the_processor_and_the_build_are_recorded_beside_each_game() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = RunDir { dir };
    let players = ["--algo", "alphabeta@2ms", "--algo", "random@d1"];
    let size = ["--games", "4", "--shard-games", "2", "--out", run.name()];
    done(&[&["plan", "match", "connect4"][..], &players, &size].concat());
    run.played_locally();
    let measured = run.text("measured.csv");
    let mut lines = measured.lines();
    assert_eq!(lines.next(), Some("section,number,shard,seconds,cpu,host,build"));
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name\t: "));
    for (number, line) in lines.enumerate() {
        assert!(line.starts_with(&format!("1,{number},")), "{line}");
        assert!(line.contains(concat!(",\"", env!("CARGO_PKG_VERSION"), " (")), "which build played it: {line}");
        if let Some(model) = model {
            assert!(line.contains(&format!(",\"{model}\",")), "{line}");
        }
    }
}
