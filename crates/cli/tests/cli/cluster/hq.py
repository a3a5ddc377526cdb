"""The parts of the program `hq` that the tests need, on top of the package `hyperqueue` from PyPI.

Server, scheduler and workers are HyperQueue's own code; only the reading of the command line is ours, because the
program `hq` itself is in no package registry. Without authentication: for tests on one machine, never on a network.

    hq.py server start          until it is killed; HQ_SERVER_DIR says where
    hq.py worker start          a worker in a process of its own, with one core or HQ_CORES
    hq.py submit OPTIONS -- COMMAND
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest
from hyperqueue.output import StdioDef
from hyperqueue.task.program import ExternalProgram

SERVER = os.environ["HQ_SERVER_DIR"]
ACCESS = pathlib.Path("hq-current") / "access.json"


def forever():
    while True:
        time.sleep(3600)


def server():
    cluster = LocalCluster(SERVER)
    print("ready", flush=True)
    forever()
    cluster.stop()


def worker():
    # The package only starts workers of its own server: give a throw-away one the address of ours.
    own = tempfile.mkdtemp()
    cluster = LocalCluster(own)
    access = pathlib.Path(own) / ACCESS
    access.unlink()
    shutil.copy(pathlib.Path(SERVER) / ACCESS, access)
    cluster.start_worker(WorkerConfig(cores=int(os.environ.get("HQ_CORES", "1"))))
    print("ready", flush=True)
    forever()


def indices(text):
    for piece in text.split(","):
        first, _, last = piece.partition("-")
        yield from range(int(first), int(last or first) + 1)


def submit(arguments):
    parser = argparse.ArgumentParser(prog="hq submit")
    parser.add_argument("--name")
    parser.add_argument("--array", required=True)
    parser.add_argument("--cpus", type=int, required=True)
    parser.add_argument("--pin", choices=["taskset"])
    parser.add_argument("--max-fails", type=int)
    parser.add_argument("--crash-limit", type=int)
    parser.add_argument("--time-limit")
    parser.add_argument("--stdout", choices=["none"])
    parser.add_argument("--stderr")
    parser.add_argument("--wait", action="store_true")
    split = arguments.index("--")
    options, command = parser.parse_args(arguments[:split]), arguments[split + 1 :]
    path, _, mode = options.stderr.partition(":")
    stderr = StdioDef.remove_if_finished(path) if mode == "rm-if-finished" else path
    job = Job(name=options.name, max_fails=options.max_fails)
    for task in indices(options.array):
        program = ExternalProgram(
            task,
            args=command,
            cwd=os.getcwd(),
            stderr=stderr,
            resources=ResourceRequest(cpus=options.cpus),
            crash_limit=options.crash_limit,
        )
        job._add_task(program)
    client = Client(SERVER)
    submitted = client.submit(job)
    # As `hq submit --wait` does: no word about tasks that failed.
    client.wait_for_jobs([submitted], raise_on_error=False)


if sys.argv[1:3] == ["server", "start"]:
    server()
elif sys.argv[1:3] == ["worker", "start"]:
    worker()
elif sys.argv[1:2] == ["submit"]:
    submit(sys.argv[2:])
else:
    sys.exit(f"hq.py: {sys.argv[1:]}")
