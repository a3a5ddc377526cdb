"""Self-play of a small game for three, in Python: each takes one to three of a heap of matches, who takes the last wins.

Inputs are the size of the heap, and as noise a number that means nothing; the symmetry exchanges values of that number."""

from __future__ import annotations

import random

import twins

HEAP = 21
NOISE = 300
HEADER = {
    "game": "nim", "players": 3, "inputs": "nim-1", "features": HEAP + 1 + NOISE, "seed": 7,
    "nodes": 200, "options": {"size": "21"}, "algorithm": "brs+ maxn:noise=10%", "random_plies": 10, "blunders_permille": 65,
    "symmetries": [[*range(HEAP + 1), *reversed(range(HEAP + 1, HEAP + 1 + NOISE))]],
}  # fmt: skip


def games(count: int, seed: int) -> list[bytes]:
    """Random play that takes the last matches when it can; the search value says so."""
    rng = random.Random(seed)
    records = []
    for number in range(count):
        heap, positions = rng.randint(4, HEAP), []
        while heap:
            positions.append(heap)
            heap -= heap if heap <= 3 else rng.randint(1, 3)
        winner = len(positions) - 1
        for ply, heap in enumerate(positions):
            result = [0, 0, 0]
            result[(winner - ply) % 3] = 60_000
            value = 1_000_000 if heap <= 3 else rng.choice([-1, 300_000])
            active = [heap, HEAP + 1 + rng.randrange(NOISE)]
            records.append(twins.record(number, ply, heap > 3, value, result, active))
    return records
