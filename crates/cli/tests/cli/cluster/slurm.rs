//! A real Slurm with two nodes on this machine, where its packages are installed and we are root.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::{RunDir, command, is_installed, long_tests, stderr};

/// What is missing for the test.
fn missing() -> Option<String> {
    let programs = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol"];
    if let Some(program) = programs.into_iter().find(|p| !is_installed(p)) {
        return Some(format!("{program} is not installed (packages slurm-wlm and munge)"));
    }
    let id = Command::new("id").arg("-u").output();
    let root = id.is_ok_and(|id| id.stdout == b"0\n");
    (!root).then(|| "Slurm's daemons need root".to_string())
}

/// A daemon, killed in the end.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        // Politely first: a node daemon takes its job steps along.
        let id = self.0.id().to_string();
        let _ = Command::new("kill").arg(&id).status();
        std::thread::sleep(Duration::from_millis(200));
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A controller and two nodes with a core each, with an authentication service of their own.
struct Cluster {
    daemons: Vec<Daemon>,
    dir: TempDir,
}

impl Cluster {
    fn start() -> Cluster {
        let dir = tempfile::tempdir().expect("a directory");
        let mut cluster = Cluster { daemons: Vec::new(), dir };
        cluster.configure();
        let at = |name: &str| cluster.path(name);
        let files = [
            format!("--socket={}", at("munge.sock")),
            format!("--key-file={}", at("key")),
            format!("--pid-file={}", at("munge.pid")),
            format!("--log-file={}", at("munge.log")),
            format!("--seed-file={}", at("munge.seed")),
        ];
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        cluster.daemon("munged", &[&["--foreground"][..], &files].concat());
        cluster.wait_for("the key service", |c| Path::new(&c.path("munge.sock")).exists());
        cluster.daemon("slurmctld", &["-D"]);
        cluster.wait_for("the controller", |c| c.control(&["ping"]).contains(" is UP"));
        for node in ["n1", "n2"] {
            cluster.daemon("slurmd", &["-D", "-N", node]);
        }
        cluster.wait_for("the nodes", |c| {
            let nodes = c.control(&["--oneliner", "show", "nodes"]);
            nodes.matches("State=IDLE ").count() == 2
        });
        cluster
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    fn configure(&self) {
        for name in ["state", "spool_n1", "spool_n2"] {
            std::fs::create_dir(self.path(name)).expect("created");
        }
        let mode = |name: &str, mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(self.path(name), permissions).expect("set");
        };
        // The secret of a cluster that lives for a minute on one machine.
        let key = format!("{:016x}", std::process::id()).repeat(64);
        std::fs::write(self.path("key"), key).expect("written");
        mode("key", 0o600);
        mode("", 0o755);
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("a name");
        let (host, port) = (host.trim(), 20_000 + std::process::id() % 20_000);
        let node = |name: &str, port: u32| {
            format!("NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=100\n")
        };
        let dir = self.dir.path().display();
        let text = format!(
            "ClusterName=melee\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={port}\n\
             SlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\nCredType=cred/munge\n\
             AuthInfo=socket={dir}/munge.sock\nStateSaveLocation={dir}/state\n\
             SlurmdSpoolDir={dir}/spool_%n\nSlurmctldPidFile={dir}/ctld.pid\n\
             SlurmdPidFile={dir}/slurmd_%n.pid\nSlurmctldLogFile={dir}/ctld.log\n\
             SlurmdLogFile={dir}/slurmd_%n.log\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
             SchedulerParameters=sched_min_interval=0,default_queue_depth=5000,bf_interval=1\n\
             ReturnToService=2\nSlurmdTimeout=15\nSwitchType=switch/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             {}{}PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n",
            node("n1", port + 1),
            node("n2", port + 2),
        );
        std::fs::write(self.path("slurm.conf"), text).expect("written");
    }

    fn daemon(&mut self, program: &str, args: &[&str]) {
        let child = Command::new(program)
            .args(args)
            .env("SLURM_CONF", self.path("slurm.conf"))
            // What it starts carries the mark.
            .env("MELEE_TEST_DAEMON", args.last().unwrap_or(&""))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.daemons.push(Daemon(child.expect("it runs")));
    }

    /// The second node dies: its daemon, the watchers of its jobs, the jobs.
    fn kill_second_node(&mut self) {
        let mut daemon = self.daemons.pop().expect("the nodes came last");
        let _ = daemon.0.kill();
        let conf = format!("SLURM_CONF={}", self.path("slurm.conf"));
        let processes = std::fs::read_dir("/proc").expect("a directory");
        let ids = processes.flatten().map(|entry| entry.file_name());
        for id in ids.filter_map(|id| id.into_string().ok()) {
            let of = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            let of: Vec<&[u8]> = of.split(|&byte| byte == 0).collect();
            let has = |variable: &str| of.contains(&variable.as_bytes());
            if has(&conf) && (has("SLURMD_NODENAME=n2") || has("MELEE_TEST_DAEMON=n2")) {
                let _ = Command::new("kill").args(["-9", &id]).status();
            }
        }
    }

    fn submit(&self, run: &RunDir) -> Child {
        command(&["submit", "--engine", "slurm", run.name()])
            .env("SLURM_CONF", self.path("slurm.conf"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    }

    fn control(&self, args: &[&str]) -> String {
        let mut command = Command::new("scontrol");
        let output = command.args(args).env("SLURM_CONF", self.path("slurm.conf"));
        let output = output.output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn wait_for(&self, what: &str, ready: impl Fn(&Cluster) -> bool) {
        for _ in 0..300 {
            if ready(self) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{what} did not come up");
    }
}

#[test]
fn slurm_plays_the_same_games() {
    if let Some(why) = missing() {
        println!("skipped: {why}");
        return;
    }
    let shards = if long_tests() { 100 } else { 10 };
    let local = RunDir::of_match(300, 3 * shards, 3);
    let games = local.played_locally();
    let mut cluster = Cluster::start();
    let run = RunDir::of_match(300, 3 * shards, 3);
    finish(cluster.submit(&run));
    assert_eq!(run.parts() as u64, shards);
    assert_eq!(run.text("games.jsonl"), games);
    if !long_tests() {
        return;
    }
    // Shards of some seconds, so that the node dies with one of them.
    let (local, run) = (RunDir::of_match(200_000, 24, 2), RunDir::of_match(200_000, 24, 2));
    let submit = cluster.submit(&run);
    while run.parts() < 4 {
        std::thread::sleep(Duration::from_millis(50));
    }
    cluster.kill_second_node();
    println!("a node was killed after {} shards", run.parts());
    finish(submit);
    assert_eq!(run.text("games.jsonl"), local.played_locally());
}

fn finish(submit: Child) {
    let output = submit.wait_with_output().expect("it has ended");
    assert!(output.status.success(), "{}", stderr(&output));
}
