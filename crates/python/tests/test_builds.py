"""The module for every processor, and the one for newer ones."""

import os
import subprocess
import sys
from pathlib import Path

import melee
import pytest

NEWER = Path(melee.__file__).parent / "newer"


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
