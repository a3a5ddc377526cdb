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
    """(n, M) i8"""
    b3: np.ndarray
    """(n) i32"""

    DTYPES: ClassVar = {"w1": np.int16, "b1": np.int16, "w2": np.int8, "b2": np.int32, "w3": np.int8, "b3": np.int32}

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        return *self.w1.shape, *reversed(self.w3.shape)

    def logits(self, inputs: np.ndarray) -> np.ndarray:
        """(N, F) of zeros and ones to (N, n) logits in units of 1/8128. In float64, which is exact for whole numbers
        of this size and has a fast matrix product, unlike numpy's integers."""
        a1 = np.clip(inputs.astype(np.float64) @ self.w1 + self.b1, 0, QA)
        z = a1 @ self.w2.T.astype(np.float64) + self.b2
        a2 = np.clip(np.floor(z / QB), 0, QA)
        return (a2 @ self.w3.T.astype(np.float64) + self.b3).astype(np.int64)

    def largest_sum(self, active: int) -> int:
        """The largest absolute value that a sum of the first layer can reach with so many active inputs."""
        ordered = np.sort(self.w1.astype(np.int64), axis=0)
        active = min(active, len(ordered))
        high = np.clip(ordered[len(ordered) - active :], 0, None).sum(axis=0) + self.b1
        low = np.clip(ordered[:active], None, 0).sum(axis=0) + self.b1
        return int(max(np.abs(high).max(), np.abs(low).max(), np.abs(self.b1.astype(np.int64)).max()))


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
