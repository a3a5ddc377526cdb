"""Adversarial search in board games with two or more players: play, analyse, measure.

>>> import melee
>>> position = melee.open("connect4").position("444")
>>> report = position.search("pvs:best", depth=8)
>>> report.depth, report.best_move in position.moves()
(8, True)

Players count from 0, as lists do. A name, a text or a limit that makes no sense raises :class:`melee.Error` with one
line that says what, and where. What no argument of its kind can be, such as a negative depth, is refused as everywhere
in Python: with `TypeError` or `OverflowError`.
"""

from __future__ import annotations

from typing import Any

from . import _load as _load
from ._native import (
    Engine,
    Error,
    Game,
    InternalError,
    Line,
    Node,
    Outcome,
    Position,
    Report,
    Reports,
    Tree,
    __version__,
    algorithms,
    games,
    is_for_newer_processors,
)
from ._native import open_game as _open_game
from .matches import Match, play_match
from .rules import Rules

#: A position under the name that OpenSpiel has for it: `current_player`, `legal_actions`, `apply_action`, `clone`,
#: `is_terminal`, `returns`.
State = Position

__all__ = [
    "Engine",
    "Error",
    "Game",
    "InternalError",
    "Line",
    "Match",
    "Node",
    "Outcome",
    "Position",
    "Report",
    "Reports",
    "Rules",
    "State",
    "Tree",
    "__version__",
    "algorithms",
    "games",
    "is_for_newer_processors",
    "open",
    "play_match",
    "position",
]


def open(
    game: str | Rules | Any,
    *,
    players: int | None = None,
    start: str | None = None,
    position: str | None = None,
    **options: str,
) -> Game:
    """A game by its name, with its parameters; or the game that an object with :class:`Rules` is.

    >>> import melee
    >>> melee.open("billabong", players=4)
    <melee.Game billabong, 4 players>
    >>> melee.open("connect4", size="5x4").start().moves()
    ['1', '2', '3', '4', '5']
    >>> melee.open("connect4", size="7 by 6")
    Traceback (most recent call last):
    melee.Error: connect4: --size 7 by 6: expected columns x rows from 1x1 to 8x8, such as 7x6
    """
    return _open_game(game, players, start, position, options)


def position(game: str, text: str) -> Position:
    """A position in a game's notation, with the parameters that the text has: board size, number of players.

    >>> import melee
    >>> melee.position("billabong", "i2:1,x4|a14:0,x4|b3:0,x4 1").game
    <melee.Game billabong, 3 players>
    """
    return _open_game(game, None, None, text).start()
