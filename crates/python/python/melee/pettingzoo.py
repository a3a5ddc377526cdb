"""Every game as an environment of PettingZoo (AEC), for any number of players. Needs `pettingzoo` and `numpy`.

>>> from melee.pettingzoo import env
>>> game = env("connect4")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["action_mask"].tolist()
[1, 1, 1, 1, 1, 1, 1]
>>> game.step(3)
>>> game.agent_selection
'player_1'
"""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import Error, open
from ._native import Game, Position

__all__ = ["MeleeEnv", "env", "raw_env"]


class MeleeEnv(AECEnv):  # type: ignore[misc]
    """A game of Melee. Agents are `player_0`, `player_1` and so on in the order of the seats.

    An observation is a dictionary: `observation`, zeros and ones as the agent sees the board (he comes first, the
    others after him), and `action_mask`, the legal actions of the agent to move. Rewards come at the end and add up to
    nothing: 1 for the only winner, 0 for a draw. A game of more than `max_plies` is truncated.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "human", "svg"],
        "name": "melee_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: Game, render_mode: str | None = None, max_plies: int | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise Error(f"unknown render mode '{render_mode}'; known: {known}")
        self.game = game
        self.metadata = {**type(self).metadata, "name": f"melee_{game.name}_v0"}
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents = list(self.possible_agents)
        self._start = game.start()
        #: The game as it stands, to be searched or drawn.
        self.position: Position = self._start.clone()
        self._actions = game.num_distinct_actions()
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (game.observation_size,), numpy.int8),
                    "action_mask": spaces.Box(0, 1, (self._actions,), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is left to chance; the seed is for sampling actions."""
        self.position = self._start.clone()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def _agent_to_move(self) -> str:
        return self.possible_agents[max(self.position.current_player(), 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.possible_agents.index(agent)
        observation = numpy.zeros(self.game.observation_size, numpy.int8)
        observation[self.position.observation(player)] = 1
        mask = numpy.zeros(self._actions, numpy.int8)
        mask[self.position.legal_actions(player)] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position.apply_action(int(action))
        self._clear_rewards()
        if self.position.is_terminal():
            self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_plies is not None and self.position.move_number() >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.position.is_terminal():
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self._agent_to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(
    game: str | Game,
    *,
    players: int | None = None,
    start: str | None = None,
    render_mode: str | None = None,
    max_plies: int | None = None,
    **options: str,
) -> MeleeEnv:
    """The environment as it is: illegal actions raise :class:`melee.Error`."""
    opened = open(game, players=players, start=start, **options) if isinstance(game, str) else game
    return MeleeEnv(opened, render_mode, max_plies)


def env(game: str | Game, **arguments: Any) -> AECEnv:
    """The environment as PettingZoo's own classic games are wrapped: who makes an illegal move has lost."""
    wrapped: Any = raw_env(game, **arguments)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
