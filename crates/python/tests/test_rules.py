"""Games written in Python: every algorithm plays them, and what they raise comes out."""

import os
import pickle
import subprocess
import sys

import melee
import pytest


class Noughts(melee.Rules):
    """Noughts and crosses, also for three, who need a row of three on a board of 4x4."""

    def __init__(self, players=2, side=3):
        self.players = players
        self.side = side
        cells = range(side)
        rows = [[(x + i, y + i * d) for i in range(3)] for d in (1, -1, 0) for x in cells for y in cells]
        rows += [[(x, y + i) for i in range(3)] for x in cells for y in cells]
        inside = [row for row in rows if all(0 <= x < side and 0 <= y < side for x, y in row)]
        self.lines = [[y * side + x for x, y in row] for row in inside]

    def start(self):
        return "." * self.side**2

    def moves(self, board, player):
        return [i for i, cell in enumerate(board) if cell == "."]

    def play(self, board, player, move):
        return board[:move] + "XO+"[player] + board[move + 1 :]

    def result(self, board, player):
        for line in self.lines:
            cells = {board[i] for i in line}
            if len(cells) == 1 and "." not in cells:
                return "XO+".index(cells.pop())
        return None if "." in board else [1] * self.players

    def rows(self, board):
        cells = [None if cell == "." else ("XO+".index(cell), cell) for cell in board]
        return [cells[i : i + self.side] for i in range(0, len(cells), self.side)]


def textbook(rules, board, player):
    """The value of a game for two, by looking at all of it."""
    result = rules.result(board, player)
    if result is not None:
        return 0 if isinstance(result, list) else 1 if result == player else -1
    other = 1 - player
    return max(-textbook(rules, rules.play(board, player, move), other) for move in rules.moves(board, player))


def run(program: str, **variables: str) -> str:
    """What a program says in a process of its own, which finds this file."""
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(__file__), **variables}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=120).stdout


@pytest.mark.parametrize("players", [2, 3])
def test_every_algorithm_plays_it(players):
    rules = Noughts(players, 3 if players == 2 else 4)
    position = melee.open(rules).start()
    tried = set()
    for info in position.game.algorithms():
        if info["two_players"] and players != 2:
            continue
        limits = {"depth": 2} if info["by_depth"] else {"nodes": 300}
        report = position.search(info["name"], **limits)
        assert report.best_move in position.moves()
        tried.add(info["name"])
    assert {"brs", "brs+", "paranoid", "maxn", "mcts", "greedy", "random"} <= tried
    assert players != 2 or {"pvs", "alphabeta", "mtd(f)", "sss", "scout", "minimax", "solve"} <= tried


@pytest.mark.parametrize("board", ["X.O.X...O", "XO.......", "X...O...X", "XOX.O...."])
def test_values_are_those_of_the_textbook(board):
    rules = Noughts()
    turn = board.count("X") - board.count("O")
    position = melee.open(rules).position(f"{board!r} {turn + 1}")
    expected = {1: "win", 0: "draw", -1: "loss"}[textbook(rules, board, turn)]
    for algorithm in ["pvs:best", "alphabeta:tt=deep/1MiB", "mtd(f):tt=deep/1MiB", "paranoid", "brs+"]:
        assert position.search(algorithm, depth=9).proven == expected, algorithm


def test_node_counts_are_those_of_the_tree_in_every_run():
    """Python's hashes of texts differ from process to process."""
    program = """
import melee
from test_rules import Noughts
report = melee.open(Noughts()).start().search("pvs:best", depth=6)
print(hash("noughts"), report.nodes, report.pv)
"""
    said = [run(program, PYTHONHASHSEED=seed).split(maxsplit=1) for seed in ("1", "2")]
    assert said[0][0] != said[1][0] and said[0][1] == said[1][1]
    assert melee.open(Noughts()).start().perft(3) == 9 * 8 * 7
    assert melee.open(Noughts()).start().search("minimax", depth=3).leaves == 9 * 8 * 7


def test_it_is_a_game_like_any_other():
    game = melee.open(Noughts())
    assert game.name == "noughts" and game.players == 2 and isinstance(game.rules, Noughts)
    state = game.start()
    actions = [state.string_to_action("4"), state.after("4").string_to_action("0")]
    state.play("4", "0")
    assert state.text == "'O...X....' 1" and state.history() == actions
    assert str(state).split() == ["O", ".", ".", ".", "X", ".", ".", ".", "."]
    assert state._repr_svg_().count("data-cell") == 9
    assert game.position(state.text).moves() == state.moves()
    match = melee.play_match(game, ["pvs@d4", "random"], games=4)
    assert match.standings["games"] == 4
    assert match.standings["algorithms"][0]["points"] >= 2
    tree = state.tree("pvs", depth=2)
    assert len(tree) == tree.nodes
    report = state.search("pvs", depth=2)
    assert {tree.game, tree.to_dict()["game"], report.game, report.to_dict()["game"]} == {"noughts"}
    assert "noughts" in repr(state) and "noughts" in repr(game.engine("pvs"))
    assert list(state.iterate("pvs", depth=3))[-1].depth == 3
    again = pickle.loads(pickle.dumps(state))
    assert again.text == state.text and again.game.name == "noughts"


def test_its_own_knowledge_is_used():
    class Greedy(Noughts):
        def scores(self, board, player):
            return [10 * (board[0] == "X"), 10 * (board[0] == "O")]

        def rank(self, board, player, moves):
            return [-move for move in moves]

        def noisy(self, board, player):
            return self.moves(board, player)[:1]

    report = melee.open(Greedy()).start().search("pvs", depth=1)
    assert report.best_move == "0" and report.value == 10
    quiet = melee.open(Greedy()).start().search("pvs", depth=2).nodes
    assert melee.open(Greedy()).start().search("pvs:quiescence=on", depth=2).nodes > quiet


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_a_search_comes_out_as_it_is(threads):
    class Broken(Noughts):
        def play(self, board, player, move):
            if board.count(".") == 6:
                raise LookupError("the board is gone")
            return super().play(board, player, move)

    game = melee.open(Broken())
    engine = game.engine("pvs:best")
    for _ in range(2):
        with pytest.raises(LookupError, match="the board is gone"):
            engine.search(game.start(), depth=6, threads=threads)
    assert engine.search(game.start(), depth=2).depth == 2, "it goes on after that"
    with pytest.raises(LookupError):
        list(game.start().iterate("pvs", depth=6))
    with pytest.raises(LookupError):
        melee.play_match(game, ["pvs@d2", "random"])
    with pytest.raises(LookupError):
        game.start().play("0", "1", "2", "3")


@pytest.mark.parametrize(
    ("change", "error", "line"),
    [
        ({"players": 9}, melee.Error, "9 players: expected 2 to 8"),
        ({"moves": None}, TypeError, "Noughts: rules need a method 'moves'"),
        ({"scores": 3}, TypeError, "Noughts: 'scores' is no method"),
        ({"result": lambda board, player: 5}, melee.Error, "player 5: expected 0 to 1"),
        ({"result": lambda board, player: [2, 2]}, melee.Error, "expected 2 ranks from 1"),
        ({"result": lambda board, player: "X"}, melee.Error, "expected None, a player's number or a list of ranks"),
        ({"scores": lambda board, player: [1]}, melee.Error, "expected 2 numbers"),
        ({"scores": lambda board, player: [1_000_000_000, 0]}, melee.Error, "none as large as a win"),
        ({"rank": lambda board, player, moves: [1]}, melee.Error, "1 ranks for"),
        ({"next": lambda board, player: 2}, melee.Error, "player 2: expected 0 to 1"),
        ({"moves": lambda board, player: [[]]}, TypeError, "unhashable"),
        ({"moves": lambda board, player: []}, melee.Error, "no moves for player 0, and no result"),
    ],
)
def test_rules_that_mean_no_game_are_refused(change, error, line):
    rules = Noughts()
    for name, value in change.items():
        setattr(rules, name, value)
    with pytest.raises(error, match=line):
        melee.open(rules).start().search("pvs", depth=3)


def test_what_has_no_rules_is_no_game():
    with pytest.raises(TypeError, match="rules need a number of 'players'"):
        melee.open(object())


def test_what_a_property_raises_comes_out():
    class Broken(Noughts):
        @property
        def scores(self):
            raise LookupError("no table of scores")

    with pytest.raises(LookupError, match="no table of scores"):
        melee.open(Broken())


class Moody(Noughts):
    """Says no result of boards with so many stones."""

    stones = 10

    def result(self, board, player):
        if len(board) - board.count(".") == self.stones:
            raise LookupError("no result")
        return super().result(board, player)


@pytest.mark.parametrize(
    "make",
    [
        lambda position, action: position.play("4"),
        lambda position, action: position.play("4", "0"),
        lambda position, action: position.apply_action(action),
        lambda position, action: position.game.engine("random").play(position, nodes=1),
    ],
)
def test_a_move_that_cannot_be_judged_is_not_made(make):
    rules = Moody()
    position = melee.open(rules).start()
    before, action = position.text, position.string_to_action("4")
    rules.stones = 1
    with pytest.raises(LookupError, match="no result"):
        make(position, action)
    rules.stones = 10
    assert position.text == before and position.played == [] and position.move_number() == 0
    position.play("4")


def test_an_exception_of_before_is_not_raised_by_a_match():
    rules = Moody()
    game = melee.open(rules)
    rules.stones = 2
    with pytest.raises(LookupError):
        game.start().search("pvs", depth=4)
    rules.stones = 10
    assert melee.play_match(game, ["pvs@d2", "random"], games=2).standings["games"] == 2


def test_an_engine_that_searches_can_be_asked_for_more():
    """It waits without the interpreter's lock, which rules in Python need. Who does not stops the whole process."""
    program = """
import melee
class Endless(melee.Rules):
    players = 2
    def start(self): return 0
    def moves(self, board, player): return (1, 2)
    def play(self, board, player, move): return board + move
    def result(self, board, player): return player if board > 1000 else None
game = melee.open(Endless())
engine = game.engine("maxn")
for _ in engine.iterate(game.start(), time=600):
    break
first = engine.iterate(game.start(), time=600)
second = engine.iterate(game.start(), depth=3)
next(first)
first.stop()
print([report.depth for report in second])
"""
    assert run(program) == "[1, 2, 3]\n"


def test_an_engine_keeps_its_seed_after_an_exception():
    rules = Moody()
    game = melee.open(rules)

    def games(engine):
        return [engine.search(game.start(), nodes=1).best_move for _ in range(12)]

    for seed in (5, 6):
        engine = game.engine("random", seed=5)
        if seed != 5:
            engine.forget(seed)
        rules.stones = 0
        with pytest.raises(LookupError):
            engine.search(game.start(), nodes=1)
        rules.stones = 10
        assert games(engine) == games(game.engine("random", seed=seed)) != games(game.engine("random"))


def test_moves_that_share_too_many_numbers_are_refused():
    class Same(int):
        def __str__(self):
            return "the same"

    class Crowd(Noughts):
        def moves(self, board, player):
            return [Same(move) for move in range(40)]

    position = melee.open(Crowd()).start()
    for ask in (position.legal_actions, position.legal_actions_mask):
        with pytest.raises(melee.Error, match="share a hash"):
            ask()
