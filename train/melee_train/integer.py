"""The network as Melee computes it, in numpy: whole numbers from the inputs to the shares.

Exactly the arithmetic of docs/learning.md. What is measured here (losses, agreement with the trained network) is
therefore measured on the numbers that the search will see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

QA = 127
"""An activation of one."""
QB = 64
"""A weight of one in the second and third layers."""
LOGIT = QA * QB
"""A logit of one."""
SHARE = 1_000_000
LARGEST_UNIT = 1 << 26
"""Of scores made by hand."""
MOST_BY_HAND = 8 * LOGIT
"""Scores that lie further apart, and a weight that is larger, are no different."""

_STEPS = 1024
EXP_TABLE = np.append(np.round(2.0**30 * np.exp(-np.arange(_STEPS) * 128 / LOGIT)), 0).astype(np.int64)


@dataclass(frozen=True)
class IntegerNet:
    """Weights in the types in which they are stored."""

    w1: np.ndarray
    """(F, H) i16"""
    b1: np.ndarray
    """(H) i16"""
    w2: np.ndarray
    """(M, H) i8"""
    b2: np.ndarray
    """(M) i32"""
    w3: np.ndarray
    """(n, M) i8; one row more, the weight of the evaluation made by hand, where the net builds on it"""
    b3: np.ndarray
    """(n) i32, or one more"""
    hand: np.ndarray | None = None
    """(1) i32, the unit of scores made by hand, where the net builds on them"""

    DTYPES: ClassVar = {
        "w1": np.int16, "b1": np.int16, "w2": np.int8, "b2": np.int32, "w3": np.int8, "b3": np.int32, "hand": np.int32,
    }  # fmt: skip

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Inputs, both hidden layers, players."""
        return *self.w1.shape, len(self.b2), len(self.b3) - (self.hand is not None)

    def logits(self, inputs: np.ndarray, by_hand: np.ndarray) -> np.ndarray:
        """(N, F) of zeros and ones and (N, n) scores made by hand to (N, n) logits in units of 1/8128. In float64, which is
        exact for whole numbers of this size and has a fast matrix product, unlike numpy's integers."""
        a1 = np.clip(inputs.astype(np.float64) @ self.w1 + self.b1, 0, QA)
        z = a1 @ self.w2.T.astype(np.float64) + self.b2
        a2 = np.clip(np.floor(z / QB), 0, QA)
        outputs = (a2 @ self.w3.T.astype(np.float64) + self.b3).astype(np.int64)
        if self.hand is None:
            return outputs
        weight = np.clip(outputs[:, -1:], 0, MOST_BY_HAND)
        return outputs[:, :-1] + (apart(by_hand, int(self.hand[0])) * weight >> 13)

    def largest_sum(self, active: int) -> int:
        """The largest absolute value that a sum of the first layer can reach with so many active inputs."""
        ordered = np.sort(self.w1.astype(np.int64), axis=0)
        active = min(active, len(ordered))
        high = np.clip(ordered[len(ordered) - active :], 0, None).sum(axis=0) + self.b1
        low = np.clip(ordered[:active], None, 0).sum(axis=0) + self.b1
        return int(max(np.abs(high).max(), np.abs(low).max(), np.abs(self.b1.astype(np.int64)).max()))


def unit_of(by_hand: np.ndarray) -> int | None:
    """The unit in which scores made by hand are usually one logit away from the mean of all players; none if they tell
    nothing."""
    scores = by_hand.astype(np.float64)
    usual = np.sqrt(((scores - scores.mean(axis=1, keepdims=True)) ** 2).mean()) if len(scores) else 0.0
    return int(np.clip(round(LOGIT * 4096 / (by_hand.shape[1] * usual)), 1, LARGEST_UNIT)) if usual else None


def apart(by_hand: np.ndarray, unit: int) -> np.ndarray:
    """(N, n) scores to how far each player is from the mean, in units of 1/8128 before it is weighed."""
    scores = by_hand.astype(np.int64)
    distance = scores.shape[1] * scores - scores.sum(axis=1, keepdims=True)
    return np.clip(distance * unit >> 12, -MOST_BY_HAND, MOST_BY_HAND)


def exponential(distance: np.ndarray) -> np.ndarray:
    """2^30 * exp(-distance / 8128) for distances from zero on, by a table and straight lines between its entries."""
    step = np.minimum(distance >> 7, _STEPS - 1)
    here, there = EXP_TABLE[step], EXP_TABLE[step + 1]
    return np.where(distance >> 7 >= _STEPS - 1, 0, here - ((here - there) * (distance & 127) >> 7))


def shares(logits: np.ndarray) -> np.ndarray:
    """(N, n) shares of the point in millionths."""
    parts = exponential(logits.max(axis=1, keepdims=True) - logits)
    return SHARE * parts // parts.sum(axis=1, keepdims=True)


def losses(logits: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Cross entropy of the softmax of integer logits against shares, in nats, a position each."""
    x = logits / LOGIT
    x = x - x.max(axis=1, keepdims=True)
    return -(target * (x - np.log(np.exp(x).sum(axis=1, keepdims=True)))).sum(axis=1)
