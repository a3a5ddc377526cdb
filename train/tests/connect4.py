"""Connect Four and its inputs, the slow way: a board of letters, and every line of four looked at.

A move list is a text of columns from 1 on, as Melee takes it."""

from __future__ import annotations

WIDTH, HEIGHT = 5, 4
LINES = [
    [(x + i * dx, y + i * dy) for i in range(4)]
    for x in range(WIDTH)
    for y in range(HEIGHT)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= x + 3 * dx < WIDTH and 0 <= y + 3 * dy < HEIGHT
]


def board(moves: str) -> dict[tuple[int, int], int]:
    """The player of every stone."""
    stones: dict[tuple[int, int], int] = {}
    for ply, column in enumerate(moves):
        x = int(column) - 1
        stones[x, sum((x, y) in stones for y in range(HEIGHT))] = ply % 2
    return stones


def legal(moves: str) -> list[str]:
    return [str(x) for x in range(1, WIDTH + 1) if moves.count(str(x)) < HEIGHT]


def is_over(moves: str) -> bool:
    stones = board(moves)
    won = any(len({stones.get(cell) for cell in line}) == 1 and line[0] in stones for line in LINES)
    return won or len(moves) == WIDTH * HEIGHT


def active(moves: str) -> list[int]:
    """Own stones, the other's, empty cells that make four for either, and whether the player to move began."""
    stones, mover = board(moves), len(moves) % 2
    marks = set()
    for (x, y), player in stones.items():
        marks.add(64 * (player != mover) + 8 * x + y)
    for line in LINES:
        for empty in line:
            owners = {stones.get(cell) for cell in line if cell != empty}
            if empty not in stones and len(owners) == 1 and None not in owners:
                marks.add(128 + 64 * (owners != {mover}) + 8 * empty[0] + empty[1])
    if mover == 0:
        marks.add(256)
    return sorted(marks)
