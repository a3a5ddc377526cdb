"""Searches: reports, iterations, engines, the solver, trees, threads, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import melee
import pytest
from conftest import boards

MELEE = os.environ.get("MELEE", "")


@pytest.mark.parametrize(("name", "players"), boards())
def test_every_search_plays_every_game(name, players):
    position = melee.open(name, players=players).start()
    tried = 0
    for info in position.game.algorithms():
        if (info["two_players"] and players != 2) or info["exact"]:
            continue
        limits = {"depth": 2} if info["by_depth"] else {"nodes": 200}
        try:
            report = position.search(info["name"], **limits)
        except melee.Error as error:
            # Searches that remember whole trees may refuse large ones, in a line.
            assert "memory" in str(error)
            continue
        assert report.best_move in position.moves()
        assert report.nodes >= report.leaves and report.nodes > 0 and report.pv[0] == report.best_move
        tried += 1
    assert tried >= 8


def test_the_same_search_does_the_same():
    position = melee.open("chess4").start()
    first, second = (position.search("brs+:best", depth=3).to_dict() for _ in range(2))
    first.pop("seconds"), second.pop("seconds")
    assert first == second


@pytest.mark.skipif(not os.path.exists(MELEE), reason="the program was not built")
@pytest.mark.parametrize(
    ("game", "algorithm", "limit", "keywords"),
    [
        ("connect4", "pvs:best", ["--depth", "8"], {"depth": 8}),
        ("chess4", "brs+:best", ["--nodes", "3000"], {"nodes": 3000}),
        ("billabong", "mcts", ["--nodes", "2000"], {"nodes": 2000}),
        ("abalone", "mtd(f)", ["--depth", "3"], {"depth": 3}),
    ],
)
def test_the_program_finds_the_same(game, algorithm, limit, keywords):
    command = [MELEE, "search", game, "--algo", algorithm, *limit, "--json"]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    found = melee.open(game).start().search(algorithm, **keywords).to_dict()
    said.pop("seconds"), found.pop("seconds")
    assert found == said


def test_iterations_come_one_by_one():
    position = melee.open("connect4").start()
    reports = list(position.iterate("pvs", depth=6))
    assert [report.depth for report in reports] == [1, 2, 3, 4, 5, 6]
    assert reports[-1].nodes == position.search("pvs", depth=6, deepen=True).nodes
    with pytest.raises(melee.Error, match="needs a limit"):
        position.iterate("pvs")
    reports = position.iterate("pvs", time=600)
    assert next(reports).depth == 1
    reports.stop()
    assert all(report.depth < 42 for report in reports), "it ends, and not by itself"


def test_an_engine_remembers_and_forgets():
    position = melee.open("connect4").start()
    engine = position.game.engine("pvs:best")
    first = engine.search(position, depth=8).nodes
    assert engine.search(position, depth=8).nodes < first
    engine.forget()
    assert engine.search(position, depth=8).nodes == first


def test_lines_and_moves_can_be_asked_for():
    position = melee.open("connect4").start()
    lines = position.search("pvs", depth=5, lines=3).lines
    assert len({line.move for line in lines}) == 3
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert position.search("pvs", depth=5, moves=["1", "7"]).best_move in ("1", "7")


def test_the_solver_knows_connect_four():
    game = melee.open("connect4")
    assert game.start().solve() == {
        "score": 1,
        "best_moves": ["4"],
        "scores": {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2},
    }
    # Four in a row at once: 18 stones of one's own are left.
    solution = game.position("414141").solve()
    assert solution["best_moves"] == ["4"] and solution["score"] == 18
    assert dict(game.engine("perfect").move_scores(game.position("414141"))) == solution["scores"]


def test_a_tree_is_made_of_nodes():
    position = melee.open("connect4").position("4444")
    tree = position.tree("alphabeta", depth=3)
    assert len(tree) == tree.nodes == position.search("alphabeta", depth=3).nodes
    root = tree.root
    assert root.parent is None and root.move is None and root.to_move == 0 and root.value == tree.value
    assert next(child.move for child in root.children) in position.moves()
    assert max(child.value for child in root.children if child.bound == "exact") == tree.value
    for node in tree:
        assert all(child.parent.index == node.index and child.ply == node.ply + 1 for child in node.children)
    assert sum(not node.children for node in tree) == tree.leaves
    assert "<svg" in tree._repr_svg_() and str(tree)
    assert tree[-1].index == len(tree) - 1
    with pytest.raises(IndexError):
        tree[len(tree)]


def test_other_threads_run_while_a_search_does():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    melee.open("connect4").start().search("pvs", time=0.5)
    done.set()
    thread.join()
    assert ticks > 5, "they have not run"


@pytest.mark.parametrize(
    "call",
    [
        "melee.open('connect4').start().search('pvs', depth=40)",
        "melee.open('connect4').start().search('mcts:best', time=600)",
        "melee.open('connect4', size='8x7').start().search('best', time=600)",
        "list(melee.open('chess4').start().iterate('brs+:best', time=600))",
        "melee.open('connect4', size='8x7').start().solve()",
        # Random games of Blokus are long: this one's table is full after minutes, Connect Four's within a second.
        "melee.open('blokus').start().tree('mcts', nodes=100_000_000)",
        "melee.play_match('chess4', ['brs+', 'paranoid'], time=60, threads=2)",
        "melee.open(Slow()).start().search('maxn', depth=50)",
        "melee.open('chess4').start().perft(20)",
        "wait_for(melee.open('chess4'))",
    ],
)
def test_ctrl_c_stops_it(call):
    program = f"""
import time, melee
class Slow(melee.Rules):
    players = 2
    def start(self): return 0
    def moves(self, board, player): return (1, 2)
    def play(self, board, player, move): return board + move
    def result(self, board, player): return player if board > 1000 else None
def wait_for(game):
    # For an engine that another search has.
    engine = game.engine('brs+')
    reports = engine.iterate(game.start(), time=600)
    next(reports)
    engine.search(game.start(), depth=1)
print('ready', flush=True)
try:
    {call}
    print('ended by itself', flush=True)
except KeyboardInterrupt:
    print('stopped', flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        # Whoever is not stopped would go on for minutes.
        said, _ = process.communicate(timeout=60)
        assert said == "stopped\n" and process.returncode == 0
