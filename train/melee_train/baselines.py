"""What a net has to beat: the mean result, the evaluation made by hand, and the value of the search that made the data.

All losses are mean cross entropies against the results of the games, in nats; the entropy of the results themselves is the
least possible (zero where nobody shares a point).
"""

from __future__ import annotations

import numpy as np

from .data import Positions
from .integer import apart, losses, unit_of

SURE = 1e-3
"""A search that says 0 or 1 is taken at this distance from it, or one mistake would make its loss infinite."""


def cross_entropy(share: np.ndarray, target: np.ndarray) -> float:
    return float(-(target * np.log(np.maximum(share, 1e-12))).sum(axis=1).mean())


def spread(value: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Shares of all from the mover's: the rest goes to the others in proportion of `others` (mover's column ignored),
    or evenly where they have nothing."""
    rest = others[:, 1:]
    total = rest.sum(axis=1, keepdims=True)
    part = np.where(total > 1e-6, rest / np.maximum(total, 1e-6), 1.0 / rest.shape[1])
    return np.concatenate([value[:, None], (1 - value)[:, None] * part], axis=1)


def mover_and_rest(share: np.ndarray) -> np.ndarray:
    """(N) shares of the mover to (N, 2) of him and all others."""
    return np.stack([share, 1 - share], axis=1)


def fit_logistic(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of a logistic regression of shares `y` on `x`, by Newton's method with steps that are halved
    until they help."""

    def loss(slope: float, intercept: float) -> float:
        z = slope * x + intercept
        return float((np.logaddexp(0, z) - y * z).mean())

    at = (0.0, 0.0)
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(at[0] * x + at[1], -50, 50)))
        w = p * (1 - p)
        a, b, c = (w * x * x).mean() + 1e-9, (w * x).mean(), w.mean() + 1e-9
        g, h = ((y - p) * x).mean(), (y - p).mean()
        det = a * c - b * b
        if det <= 1e-18:
            break
        step, size = ((c * g - b * h) / det, (a * h - b * g) / det), 1.0
        while size > 1e-6 and loss(at[0] + size * step[0], at[1] + size * step[1]) > loss(*at):
            size /= 2
        at = (at[0] + size * step[0], at[1] + size * step[1])
        if size * max(map(abs, step)) < 1e-6:
            break
    return float(at[0]), float(at[1])


def by_hand(train: Positions, valid: Positions, most: int = 200_000) -> float | None:
    """The loss of the evaluation made by hand without any search: the softmax of its scores, times the factor that fits the
    training games best (found by thirds, as the loss has one least value). None if it tells nothing."""
    unit = unit_of(train.by_hand)
    if unit is None:
        return None
    part = train.where(slice(None, None, max(1, len(train) // most)))
    scores = apart(part.by_hand, unit)
    low, high = 0.0, 8.0
    while high - low > 1e-3:
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if losses(left * scores, part.result).mean() < losses(right * scores, part.result).mean():
            high = right
        else:
            low = left
    return float(losses(low * apart(valid.by_hand, unit), valid.result).mean())


def baselines(train: Positions, valid: Positions) -> dict[str, float]:
    """Losses on the validation games; those of the search on the positions that have a value, beside the constant's on
    the same positions."""
    mean = train.result.astype(np.float64).mean(axis=0)[None]
    found = {
        "constant": cross_entropy(mean, valid.result),
        "least possible": cross_entropy(valid.result, valid.result),
    }
    if (hand := by_hand(train, valid)) is not None:
        found["evaluation by hand, fitted"] = hand
    fit, test = (p.where(~np.isnan(p.value)) for p in (train, valid))
    if len(fit) and len(test):
        x, y = (np.clip(p.value.astype(np.float64), SURE, 1 - SURE) for p in (fit, test))
        slope, intercept = fit_logistic(np.log(x / (1 - x)), fit.result[:, 0].astype(np.float64))
        fitted = 1 / (1 + np.exp(-(slope * np.log(y / (1 - y)) + intercept)))
        others = np.broadcast_to(mean, test.result.shape)
        found |= {
            "positions with a search value": len(test) / len(valid),
            "constant, where there is a search value": cross_entropy(mean, test.result),
            "search value": cross_entropy(spread(y, others), test.result),
            "search value, fitted": cross_entropy(spread(fitted, others), test.result),
        }
        if test.result.shape[1] > 2:
            # The search knows no more than this, so here it is compared on equal terms.
            found["search value, fitted, the mover against the rest"] = cross_entropy(
                *map(mover_and_rest, (fitted, test.result[:, 0]))
            )
    return found
