"""Games written in Python, which every algorithm of Melee plays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any


class Rules:
    """The rules of a game of one's own: five things to say, and more if one likes.

    A board is anything that is never changed in place: a number, a text, a tuple, a frozen data class. It does not say
    whose turn it is. Moves are anything that can be a key of a dictionary and has a text of its own. The class need not
    be inherited: any object with these attributes will do.

    >>> import melee
    >>> class Nim(melee.Rules):
    ...     '''One heap; each in turn takes one to three, and who takes the last one wins.'''
    ...     players = 3
    ...     def start(self):
    ...         return 10
    ...     def moves(self, board, player):
    ...         return range(1, min(board, 3) + 1)
    ...     def play(self, board, player, move):
    ...         return board - move
    ...     def result(self, board, player):
    ...         return (player - 1) % 3 if board == 0 else None
    >>> position = melee.open(Nim()).start()
    >>> position.moves()
    ['1', '2', '3']
    >>> position.search("maxn", depth=10).proven is None
    True
    >>> melee.open(Nim()).position("3 1").search("paranoid", depth=5).best_move
    '3'
    """

    #: How many play, 2 to 8.
    players: int

    def start(self) -> Any:
        """The board before the first move."""
        raise NotImplementedError

    def moves(self, board: Any, player: int) -> Iterable[Hashable]:
        """The legal moves of a player, in a fixed order, if the game is not over."""
        raise NotImplementedError

    def play(self, board: Any, player: int, move: Any) -> Any:
        """The board after a legal move."""
        raise NotImplementedError

    def result(self, board: Any, player: int) -> int | Sequence[int] | None:
        """Nothing while the game goes on; then the number of the winner, or the rank of every player: a draw of two is
        ``[1, 1]``. `player` is who would be next."""
        raise NotImplementedError

    # What follows may be left as it is; `None` says so.

    #: The name of the game; that of the class if there is none.
    name: str | None = None
    #: How much better than the others one stands by `scores` whose game is as good as won.
    worth_of_win: int = 10_000
    #: ``next(board, player) -> int``: who moves after this player; the next in turn.
    next: Any = None
    #: ``alive(board, player) -> bool``: does he still take part? Everybody does.
    alive: Any = None
    #: ``scores(board, player) -> list[int]``: how good the board is for each; `player` is to move. Nothing is known.
    scores: Any = None
    #: ``rank(board, player, moves) -> list[int]``: which moves to try first, the highest; in the order of `moves`.
    rank: Any = None
    #: ``noisy(board, player) -> list``: the legal moves that a quiescence search must look at. All boards are quiet.
    noisy: Any = None
    #: ``rows(board)``: the board as rows of cells to be drawn, each `None`, a letter, or a player and a letter.
    rows: Any = None
    #: ``move_text(board, move) -> str``: a move as text; ``str(move)``.
    move_text: Any = None
    #: ``board_text(board) -> str``: a board as text, different for different boards; ``repr(board)``.
    board_text: Any = None
    #: ``read_board(text)``: the board of such a text; by `ast.literal_eval`.
    read_board: Any = None
