"""The whole way with the real program: data, training for seconds, a net that Melee computes as we do and that can play.

MELEE is the program; without it, or with one that has no `melee learn`, all of this is skipped."""

import json
import os
import random
import subprocess

import connect4
import pytest
import twins

from melee_train import data, netfile
from melee_train.__main__ import main

MELEE = os.environ.get("MELEE", "")
GAME = ["connect4", "--size", f"{connect4.WIDTH}x{connect4.HEIGHT}"]


def melee(*words) -> str:
    return subprocess.run([MELEE, *map(str, words)], capture_output=True, text=True, check=True).stdout


def can_learn() -> bool:
    try:
        return "data" in melee("learn", "--help")
    except (OSError, subprocess.CalledProcessError):
        return False


pytestmark = pytest.mark.skipif(not can_learn(), reason="MELEE names no program with `melee learn`")


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("pipeline") / "games.data"
    melee("learn", "data", *GAME, "--games", 1600, "--nodes", 200, "--seed", 1, "--out", path)
    return path


@pytest.fixture(scope="module")
def net(games):
    path = games.with_name("small.safetensors")
    assert main(["train", str(games), "--out", str(path), "--hidden", "32", "--epochs", "20", "--batch", "512"]) == 0
    return path


def test_what_the_program_writes_reads_as_positions_of_the_game(games):
    header, positions, sources = data.read([games])
    assert (header.game, header.players, header.options["size"], header.seed, header.nodes) == ("connect4", 2, "5x4", 1, 200)
    assert sources[0].games == 1600 and len(positions) > 8000
    assert abs(positions.result.sum(axis=1) - 1).max() < 1e-3
    dense = data.unpack(positions.bits, header.features).astype(bool)
    stones = dense[:, :128].sum(axis=1)
    assert (dense[:, 256] == (stones % 2 == 0)).all(), "the first player is to move when the stones are even"
    assert (abs(dense[:, :64].sum(axis=1) - dense[:, 64:128].sum(axis=1)) <= 1).all()


def test_the_program_computes_the_shares_that_plain_integers_compute(net):
    """After a search of one ply, whose value is the mover's share of the best position after his moves."""
    weights, _ = netfile.read(net)
    rng = random.Random(4)
    compared = 0
    while compared < 15:
        moves = ""
        while not connect4.is_over(moves) and rng.random() < 0.9:
            moves += rng.choice(connect4.legal(moves))
        after = [moves + column for column in connect4.legal(moves)]
        if connect4.is_over(moves) or not moves or any(map(connect4.is_over, after)):
            continue
        # A position is seen by who is to move in it, so who moved there is the second.
        values = [twins.shares(twins.logits(weights, connect4.active(line)))[1] for line in after]
        told = json.loads(melee("search", *GAME, "--pos", moves, "--algo", f"minimax:eval=net:{net}", "--depth", 1, "--json"))
        assert told["value"] == max(values), moves
        compared += 1


def test_the_net_is_better_than_the_mean_and_beats_a_random_player(net):
    losses = json.loads(netfile.read(net)[1]["training"])["losses"]
    assert losses["net"] < losses["constant"] - 0.1
    algorithms = ["--algo", f"pvs:eval=net:{net}@d2", "--algo", "random"]
    told = json.loads(melee("match", *GAME, *algorithms, "--games", 100, "--json"))
    assert told["algorithms"][0]["wins_draws_losses"][0] >= 95


def test_a_net_for_another_board_is_refused_in_one_line(net):
    words = ["search", "connect4", "--algo", f"pvs:eval=net:{net}", "--depth", "1"]
    refused = subprocess.run([MELEE, *words], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1 and "connect4-5x4-1" in refused.stderr


def test_two_rounds_of_the_loop(tmp_path):
    words = ["loop", GAME[0], "--melee", MELEE, "--options", " ".join(GAME[1:]), "--dir", str(tmp_path), "--rounds", "2"]
    words += ["--games", "160", "--nodes", "50", "--limit", "50", "--most-games", "20", "--hidden", "16", "--epochs", "4"]
    assert main(words) == 0
    rounds = json.loads((tmp_path / "loop.json").read_text())["rounds"]
    assert [set(r) >= {"data", "net", "hand", "accepted"} for r in rounds] == [True, True]
    assert "pvs:best" in (tmp_path / "round-1.md").read_text()
