"""The module for every processor, and the one for newer ones."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import melee
import pytest

NEWER = Path(melee.__file__).parent / "newer"
CHECKOUT = Path(os.environ.get("MELEE_BOOK", Path(__file__).parents[3] / "docs" / "python.md")).parents[1]


def run(program: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True, text=True
    ).stdout


SEARCH = (
    "import melee; print(melee.is_for_newer_processors, melee.open('chess4').start().search('brs+', depth=3).nodes)"
)


def test_the_build_for_every_processor_can_be_asked_for():
    newer, _ = run(SEARCH, MELEE_CPU="baseline").split()
    assert newer == "False"


@pytest.mark.skipif(not NEWER.exists(), reason="this wheel was built for one kind of processor")
def test_both_builds_search_the_same_nodes():
    baseline, nodes = run(SEARCH, MELEE_CPU="baseline").split()
    newer, again = run(SEARCH).split()
    assert (baseline, newer) == ("False", str(melee._native.has_newer_processor()))
    assert nodes == again


@pytest.mark.skipif(platform.machine() != "x86_64", reason="elsewhere there is one module")
@pytest.mark.parametrize("library", ["lib_native.so", "lib_native.dylib"])
def test_the_script_packs_the_module_for_newer_processors(tmp_path, library):
    """With compilers that only leave a file behind: the real ones take minutes."""
    for folder in ("scripts", "bin", "crates/python/python/melee"):
        (tmp_path / folder).mkdir(parents=True)
    script = shutil.copy(CHECKOUT / "scripts" / "wheel", tmp_path / "scripts")
    built = tmp_path / "target" / "python" / "release"
    for name, does in (("cargo", f"mkdir -p {built} && echo newer >{built / library}"), ("maturin", 'echo "$@"')):
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    said = subprocess.run(["bash", script], env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert said.returncode == 0 and said.stdout.startswith("build --release"), said
    assert (tmp_path / "crates/python/python/melee/newer/_native.abi3.so").read_text() == "newer\n"
