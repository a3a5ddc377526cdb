"""Every game and number of players passes PettingZoo's own tests."""

import warnings

import melee
import numpy
import pytest
from conftest import boards
from melee.pettingzoo import MeleeEnv, env, raw_env
from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize(("name", "players"), boards())
def test_it_is_an_environment(name, players):
    # Only what is wrong is of interest, not which checks are for other kinds of observation.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, players=players), num_cycles=60, verbose_progress=False)
        seed_test(lambda: env(name, players=players), num_cycles=30)


@pytest.mark.parametrize(("name", "players"), [("connect4", 2), ("rolit", 3), ("focus", 4)])
def test_a_game_ends_with_its_returns(name, players):
    game = raw_env(name, players=players)
    game.reset(seed=5)
    rng = numpy.random.default_rng(5)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        totals[agent] += reward
        if termination or truncation:
            game.step(None)
        else:
            assert agent == f"player_{game.position.current_player()}"
            game.step(rng.choice(numpy.flatnonzero(observation["action_mask"])))
    assert list(totals.values()) == game.position.returns()
    assert game.position.is_terminal() and not game.agents


def test_a_long_game_is_truncated():
    game = raw_env("abalone", max_plies=3)
    game.reset()
    for _ in range(3):
        game.step(numpy.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0])
    assert all(game.truncations.values()) and not any(game.terminations.values())


def test_an_illegal_action_loses_or_is_refused():
    game = env("connect4")
    game.reset()
    for _ in range(6):
        game.step(0)
    game.step(0)
    assert game.terminations["player_0"] and game.rewards["player_0"] == -1
    bare = raw_env("connect4")
    bare.reset()
    with pytest.raises(melee.Error, match="action 7 is not legal"):
        bare.step(7)


def test_it_is_drawn():
    assert raw_env("connect4", render_mode="svg").render().startswith("<svg")
    assert "." in raw_env("connect4", render_mode="ansi").render()
    with pytest.raises(melee.Error, match="unknown render mode"):
        raw_env("connect4", render_mode="film")


def test_a_game_written_in_python_is_one_too():
    class Nim(melee.Rules):
        players = 3

        def start(self):
            return 12

        def moves(self, board, player):
            return range(1, min(board, 3) + 1)

        def play(self, board, player, move):
            return board - move

        def result(self, board, player):
            return (player - 1) % 3 if board == 0 else None

    game = MeleeEnv(melee.open(Nim()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(game, num_cycles=60, verbose_progress=False)
