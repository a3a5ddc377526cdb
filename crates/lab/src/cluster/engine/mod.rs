//! Engines that run shards: they come with the machines, and all they get from us is a command line.
//!
//! An engine need not be trusted. Whatever it says of its tasks, [`Run::merge`](super::Run::merge) alone knows
//! what has been played; `hq submit --wait`, for one, ends with 0 when tasks have failed.

mod follow;
mod hyperqueue;
mod local;
mod parallel;
mod slurm;

use std::path::PathBuf;
use std::time::Duration;

pub use follow::{EngineError, Followed, follow};
pub use hyperqueue::HYPERQUEUE;
pub use local::LOCAL;
pub use parallel::PARALLEL;
pub use slurm::SLURM;

use super::Indices;

#[derive(Clone, PartialEq, Debug)]
pub struct Submission {
    /// Our own program, where the machines have it.
    pub program: String,
    /// The run directory, where the machines see it.
    pub run: String,
    /// What the engine's lists call it.
    pub name: String,
    pub shards: Indices,
    /// A shard that takes longer is stopped.
    pub time_limit: Duration,
    /// So many shards at a time, where the engine does not know the machines itself.
    pub jobs: usize,
    /// Options for the engine, as they are.
    pub options: Vec<String>,
}

impl Submission {
    /// The command that plays a shard; the engine says which.
    fn shard_command(&self) -> [&str; 4] {
        [&self.program, "shard", "--run", &self.run]
    }

    fn log(&self, name: &str) -> String {
        format!("{}/log/{name}", self.run)
    }
}

pub type Argv = Vec<String>;

pub struct ClusterEngine {
    /// Its name on our command line.
    pub name: &'static str,
    /// The program it needs and where that comes from; none if it is our own.
    pub needs: Option<(&'static str, &'static str)>,
    /// The commands that play all shards between them. Each ends when its shards have ended.
    pub commands: fn(&Submission) -> Vec<Argv>,
    /// So many of these commands run at a time.
    pub at_a_time: fn(&Submission) -> usize,
}

/// Is a program on the path? Where?
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// A command line that a shell reads as these words.
///
/// ```
/// use melee_lab::cluster::engine::shell_words;
/// assert_eq!(shell_words(["a", "b c", "it's"]), r"a 'b c' 'it'\''s'");
/// ```
pub fn shell_words<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(shell_word).collect();
    quoted.join(" ")
}

fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn argv<'w>(words: impl IntoIterator<Item = &'w str>) -> Argv {
    words.into_iter().map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission(shards: &str) -> Submission {
        Submission {
            program: "/opt/melee".to_string(),
            run: "/data/my run".to_string(),
            name: "melee esser-6.1".to_string(),
            shards: shards.parse().expect("shards"),
            time_limit: Duration::from_secs(5400),
            jobs: 3,
            options: Vec::new(),
        }
    }

    fn lines(engine: &ClusterEngine, submission: &Submission) -> Vec<String> {
        let commands = (engine.commands)(submission);
        let line = |argv: &Argv| shell_words(argv.iter().map(String::as_str));
        commands.iter().map(line).collect()
    }

    #[test]
    fn hyperqueue_gets_one_array_job() {
        let hq = lines(&HYPERQUEUE, &submission("3,7-9"));
        assert_eq!(
            hq,
            ["hq submit --name 'melee esser-6.1' --array 3,7-9 --cpus 1 --pin taskset --max-fails 20 \
              --crash-limit 5 --time-limit 5400s --stdout none --stderr '/data/my run/log/%{TASK_ID}.err:rm-if-finished' \
              --wait -- /opt/melee shard --run '/data/my run'"]
        );
    }

    #[test]
    fn slurm_gets_arrays_of_a_thousand() {
        let slurm = lines(&SLURM, &submission("3,999-1001,2005"));
        assert_eq!(slurm.len(), 3);
        assert_eq!(
            slurm[0],
            "sbatch --wait --requeue '--job-name=melee esser-6.1' --array=3,999 --ntasks=1 --cpus-per-task=1 \
             --time=90 '--output=/data/my run/log/slurm-%A_%a.log' --open-mode=append \
             '--wrap=exec /opt/melee shard --run '\\''/data/my run'\\'''"
        );
        assert!(slurm[1].contains("--array=0-1 "), "{}", slurm[1]);
        assert!(slurm[1].contains("--offset 1000"), "{}", slurm[1]);
        assert!(slurm[2].contains("--array=5 "), "{}", slurm[2]);
        assert!(slurm[2].contains("--offset 2000"), "{}", slurm[2]);
    }

    #[test]
    fn parallel_gets_a_list() {
        let parallel = lines(&PARALLEL, &submission("3,7-9"));
        assert_eq!(
            parallel,
            ["parallel --jobs 3 --timeout 5400 --joblog '/data/my run/log/parallel.joblog' \
              '/opt/melee shard --run '\\''/data/my run'\\'' --index {}' ::: 3 7 8 9"]
        );
    }

    #[test]
    fn the_local_engine_starts_a_process_for_each_shard() {
        let local = lines(&LOCAL, &submission("3,8"));
        assert_eq!(
            local,
            ["/opt/melee shard --run '/data/my run' --index 3", "/opt/melee shard --run '/data/my run' --index 8"]
        );
        assert_eq!((LOCAL.at_a_time)(&submission("3,8")), 3);
    }

    #[test]
    fn options_go_to_the_engine_as_they_are() {
        let submission = Submission { options: vec!["--partition=long".to_string()], ..submission("1") };
        for engine in [HYPERQUEUE, SLURM, PARALLEL] {
            let commands = (engine.commands)(&submission);
            assert!(commands[0].contains(&"--partition=long".to_string()));
        }
    }
}
