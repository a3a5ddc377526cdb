"""Matches over all seats, with their statistics as lists, dictionaries and data frames."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _native

if TYPE_CHECKING:
    import pandas
    import polars

Table = Literal["standings", "games", "moves", "comparisons"]


class Match:
    """A match that was played.

    >>> import melee
    >>> match = melee.play_match("connect4", ["pvs@d4", "random"], games=6, threads=1)
    >>> match.standings["games"], len(match.games)
    (6, 6)
    >>> match.standings["algorithms"][0]["name"]
    'pvs'
    """

    #: What is known of the whole: games, the standing of each algorithm with its share, 95 % interval and rating, the
    #: differences between them, the seats.
    standings: dict[str, Any]

    def __init__(self, parts: dict[str, Any]) -> None:
        self.standings = parts["standings"]
        self._games: dict[str, list[Any]] = parts["games"]
        self._moves: dict[str, list[Any]] = parts["moves"]

    @property
    def games(self) -> list[dict[str, Any]]:
        """One dictionary a game."""
        return _rows(self._games)

    @property
    def moves(self) -> list[dict[str, Any]]:
        """One dictionary a move that an algorithm chose, if they were kept."""
        return _rows(self._moves)

    def columns(self, table: Table = "standings") -> dict[str, list[Any]]:
        """A table by columns: the `standings` of the algorithms, `comparisons` of each with each, `games`, `moves`."""
        if table == "games":
            return dict(self._games)
        if table == "moves":
            return dict(self._moves)
        if table == "comparisons":
            return _columns([_flat(row) for row in self.standings["comparisons"]])
        if table == "standings":
            return _columns([_flat(row) for row in self.standings["algorithms"]])
        raise _native.Error(f"unknown table '{table}'; known: standings, comparisons, games, moves")

    def to_pandas(self, table: Table = "standings") -> pandas.DataFrame:
        """A table as a data frame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame(self.columns(table))

    def to_polars(self, table: Table = "standings") -> polars.DataFrame:
        """A table as a data frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self.columns(table), strict=False)

    def __repr__(self) -> str:
        lines = [f"<melee.Match {self.standings['games']} games"]
        for row in self.standings["algorithms"]:
            share, low, high = (100 * row[name] for name in ("share", "low", "high"))
            lines.append(f"  {row['name']}: {share:.1f} % ({low:.1f} to {high:.1f})")
        return "\n".join(lines) + ">"


def _rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """Parts of parts as columns of their own: `rating_low`; lists are kept as they are."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat.update({f"{name}_{part}": inner for part, inner in _flat(value).items()})
        elif name == "wins_draws_losses":
            flat.update(zip(("wins", "draws", "losses"), value, strict=True))
        else:
            flat[name] = value
    return flat


def play_match(
    game: str | _native.Game,
    algorithms: Sequence[str],
    *,
    games: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | str | None = None,
    starts: Sequence[str] = (),
    random_plies: int = 0,
    ply_cap: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    keep_moves: bool = False,
    out: str | os.PathLike[str] | None = None,
) -> Match:
    """Plays a match over all seats; by default one block, in which every algorithm sits on every seat equally often.

    Each algorithm may bring a limit of its own, `brs+@2000`; `depth`, `nodes` and `time` are for those that do not.
    Programs play too: `program:./engine@1s`. The games depend on the seed alone, not on the number of threads, unless a
    limit is a time. With `out` they are kept in a file, and the same call goes on where it was stopped.

    >>> import melee
    >>> game = melee.open("rolit", players=3)
    >>> match = melee.play_match(game, ["brs+", "paranoid"], nodes=200, random_plies=4)
    >>> match.standings["games"]
    6
    >>> melee.play_match("connect4", ["pvs"], depth=2)
    Traceback (most recent call last):
    melee.Error: a match needs at least two algorithms, not 1
    """
    opened = _native.open_game(game) if isinstance(game, str) else game
    return Match(
        _native.play_match(
            opened,
            list(algorithms),
            games=games,
            depth=depth,
            nodes=nodes,
            time=time,
            starts=list(starts),
            random_plies=random_plies,
            ply_cap=ply_cap,
            seed=seed,
            threads=(os.cpu_count() or 1) if threads is None else threads,
            keep_moves=keep_moves,
            out=out,
        )
    )
