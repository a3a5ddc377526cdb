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
    assert 1584 < sources[0].games <= 1600 and len(positions) > 8000
    assert abs(positions.result.sum(axis=1) - 1).max() < 1e-3
    dense = data.unpack(positions.bits, header.features).astype(bool)
    stones = dense[:, :128].sum(axis=1)
    assert (dense[:, 256] == (stones % 2 == 0)).all(), "the first player is to move when the stones are even"
    assert (abs(dense[:, :64].sum(axis=1) - dense[:, 64:128].sum(axis=1)) <= 1).all()


def search(moves: str, algorithm: str, *more) -> dict:
    """One ply deep."""
    return json.loads(melee("search", *GAME, "--pos", moves, "--algo", algorithm, "--depth", 1, "--json", *more))


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
        # A position is seen by who is to move in it, so who moved there is the second. What the evaluation made by hand says
        # is for him, and the other has its opposite.
        by_hand = search(moves, "minimax", "--lines", len(after))["lines"]
        values = []
        for line in by_hand:
            active, score = connect4.active(moves + line["move"]), line["value"]
            values.append(twins.shares(twins.logits(weights, active, [-score, score]))[1])
        assert len(values) == len(after) and weights.hand is not None
        told = search(moves, f"minimax:eval=net:{net}")
        assert told["value"] == max(values), moves
        compared += 1


def test_the_net_is_better_than_the_mean_and_than_the_search_that_it_learned_from(net):
    losses = json.loads(netfile.read(net)[1]["training"])["losses"]
    assert losses["net"] < losses["constant"] - 0.1
    assert losses["net, where there is a search value"] < losses["search value, fitted"]


@pytest.mark.parametrize("algorithm, wins, losses", [("greedy", 75, 10), ("pvs:best,tt=deep/1MiB@10000", 95, 0)])
def test_with_the_net_a_random_player_is_beaten(net, algorithm, wins, losses):
    """By one ply alone, and in 95 of 100 games by a small search. (The rest are draws: the board is small.)"""
    name, _, limit = algorithm.partition("@")
    with_net = f"{name}{',' if ':' in name else ':'}eval=net:{net}{'@' if limit else ''}{limit}"
    told = json.loads(melee("match", *GAME, "--algo", with_net, "--algo", "random", "--games", 100, "--json"))
    won, _, lost = told["algorithms"][0]["wins_draws_losses"]
    assert won >= wins and lost <= losses


def test_a_net_for_another_board_is_refused_in_one_line(net):
    words = ["search", "connect4", "--algo", f"pvs:eval=net:{net}", "--depth", "1"]
    refused = subprocess.run([MELEE, *words], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1 and "connect4-5x4-1" in refused.stderr


def test_the_loop_and_self_play_with_a_net(tmp_path, net):
    words = ["loop", GAME[0], "--melee", MELEE, "--options", " ".join(GAME[1:]), "--dir", str(tmp_path), "--rounds", "1"]
    words += ["--games", "160", "--nodes", "50", "--limit", "50", "--most-games", "20", "--hidden", "16", "--epochs", "4"]
    assert main(words) == 0
    (done,) = json.loads((tmp_path / "loop.json").read_text())["rounds"]
    assert done["hand"]["games"] > 0 and done["accepted"] == (done["hand"]["verdict"] == "yes")
    assert "| pvs:best,tt=deep/1MiB | " in (tmp_path / "round-1.md").read_text()
    # As in a round after one whose net was accepted.
    seats = ["--seat", f"pvs:best,eval=net:{net}", "--seat", "pvs:best"]
    melee("learn", "data", *GAME, "--games", 16, "--nodes", 50, *seats, "--out", tmp_path / "next.data")
    assert len(data.read([tmp_path / "next.data"])[1]) > 80
