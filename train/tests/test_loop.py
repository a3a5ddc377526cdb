"""The loop with a stand-in for `melee` that writes down how it was called, and one call of which may fail."""

import json
import os
import sys
from pathlib import Path

import pytest

from melee_train.__main__ import main

STAND_IN = """
import json, os, sys
sys.path.insert(0, {tests!r})
import nim, twins
folder, words = {folder!r}, sys.argv[1:]
calls = os.path.join(folder, "calls")
with open(calls, "a") as file:
    file.write(json.dumps(words) + "\\n")
number = sum(1 for _ in open(calls))
if os.environ.get("FAIL_AT") == str(number):
    sys.exit(9)
value = lambda flag: words[words.index(flag) + 1]
if words[:2] == ["learn", "data"]:
    seed = int(value("--seed"))
    twins.write(value("--out"), nim.HEADER | {{"seed": seed}}, nim.games(int(value("--games")), seed))
else:
    # The first net beats the hand-made evaluation and nothing beats the first net.
    better = "round-1." in value("--algo")
    print(json.dumps({{
        "games": 40, "verdict": "yes" if better else "no",
        "algorithms": [{{"name": "net", "share": 0.7, "low": 0.6, "high": 0.8}}, {{}}],
    }}))
    sys.exit(0 if better else 1)
"""


@pytest.fixture
def loop(tmp_path, monkeypatch):
    script = tmp_path / "stand_in.py"
    script.write_text(STAND_IN.format(tests=str(Path(__file__).parent), folder=str(tmp_path)))

    def run(*more, fail_at=None):
        monkeypatch.setitem(os.environ, "FAIL_AT", str(fail_at))
        words = [
            "loop",
            "nim",
            "--players",
            "3",
            "--options=--heap 21",
            "--algo",
            "brs",
            "--games",
            "400",
            "--nodes",
            "9",
            "--limit",
            "d1",
        ]
        words += ["--dir", str(tmp_path / "run"), "--melee", f"{sys.executable} {script}"]
        words += ["--rounds", "2", "--hidden", "8", "--middle", "8", "--epochs", "1", "--batch", "256"]
        return main([*words, *more])

    run.calls = lambda: [json.loads(line) for line in (tmp_path / "calls").read_text().splitlines()]
    run.folder = tmp_path / "run"
    return run


def test_the_first_net_is_accepted_plays_the_next_data_and_is_not_beaten(loop, capsys):
    assert loop() == 0
    net = str(loop.folder / "round-1.safetensors")
    calls = loop.calls()
    assert [call[0] for call in calls] == ["learn", "match", "learn", "match", "match"]
    assert calls[0][:7] == ["learn", "data", "nim", "--players", "3", "--heap", "21"]
    assert "--seat" not in calls[0] and calls[2][-4:] == ["--seat", f"brs:eval=net:{net}", "--seat", "brs"]
    assert calls[0][calls[0].index("--seed") + 1] != calls[2][calls[2].index("--seed") + 1]
    assert calls[1].count("--algo") == 2 and f"brs:eval=net:{net}@d1" in calls[1] and "brs@d1" in calls[1]
    assert f"brs:eval=net:{net}@d1" in calls[4], "the second net meets the first"
    rounds = json.loads((loop.folder / "loop.json").read_text())["rounds"]
    assert [r["accepted"] for r in rounds] == [True, False]
    assert "| brs | net | 70.0 % | 60.0-80.0 | 40 | d1 |" in (loop.folder / "round-1.md").read_text()
    assert "round-1" in capsys.readouterr().out.splitlines()[-1]
    assert loop() == 0 and len(loop.calls()) == 5, "a loop that is done plays nothing more"


@pytest.mark.parametrize("fail_at", [1, 2, 4])
def test_a_loop_goes_on_at_the_step_that_failed(loop, fail_at, capsys):
    assert loop(fail_at=fail_at) == 2
    assert "ended with 9" in capsys.readouterr().err
    assert loop() == 0
    calls = loop.calls()
    assert len(calls) == 6 and calls[fail_at - 1] == calls[fail_at]


def test_another_plan_in_the_same_folder_is_refused_and_more_rounds_are_not(loop, capsys):
    assert loop("--rounds", "1") == 0
    assert loop("--nodes", "10") == 2
    assert "another nodes: 9" in capsys.readouterr().err
    assert loop("--rounds", "2") == 0


def test_a_plan_with_a_part_that_is_not_known_is_another_plan(loop, capsys):
    assert loop("--rounds", "1") == 0
    path = loop.folder / "loop.json"
    state = json.loads(path.read_text())
    for plan, words in (state["plan"] | {"colour": "red"}, "another colour: red"), ([], "another game: None"):
        path.write_text(json.dumps(state | {"plan": plan}))
        assert loop("--rounds", "1") == 2
        assert words in capsys.readouterr().err


def test_a_window_without_a_round_is_refused_before_anything_is_played(loop, capsys):
    assert loop("--window", "0") == 2
    assert "window = 0" in capsys.readouterr().err
    assert not loop.folder.exists()
