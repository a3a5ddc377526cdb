"""The network in JAX, computed in the units of its integers.

Weights are real numbers that are scaled before use: 127 is an activation of one, 64 a weight of one in the later layers.
With `rounding` they are rounded and the shift of the second layer cuts off its remainder, so the logits are exactly
those of the integer network: all sums stay below 2^24, and every factor has few enough bits for a graphics card's TF32.
The gradient passes through the rounding as if it were not there. Without it nothing is rounded.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .integer import LOGIT, MOST_BY_HAND, QA, QB, IntegerNet

LARGEST_SUM = 2**15 - 1
"""Sums of the first layer fit 16 bits, so that Melee may add them with the widest instructions there are."""
LARGEST_BIAS = 16.0
LARGEST_W1 = 16.0
"""Times 127 this still has the eleven bits that TF32 holds exactly."""
LARGEST_W23 = 127 / QB


class Params(NamedTuple):
    """Real weights: an activation of one is 1.0."""

    w1: jax.Array
    b1: jax.Array
    w2: jax.Array
    b2: jax.Array
    w3: jax.Array
    b3: jax.Array


SCALES = Params(QA, QA, QB, LOGIT, QB, LOGIT)


def init(key: jax.Array, features: int, hidden: int, middle: int, players: int, active: float, by_hand: bool = False) -> Params:
    """Small random weights; `active` is the mean number of inputs that are on, which sets the size of the first sums. An
    evaluation made by hand begins with a weight of one."""
    k1, k2, k3 = jax.random.split(key, 3)

    def uniform(key, shape, fan):
        return jax.random.uniform(key, shape, jnp.float32, -1, 1) * (1.0 / fan) ** 0.5

    return Params(
        w1=uniform(k1, (features, hidden), jnp.maximum(active, 1.0)),
        b1=jnp.full(hidden, 0.25, jnp.float32),
        w2=uniform(k2, (middle, hidden), hidden / 3),
        b2=jnp.full(middle, 0.25, jnp.float32),
        w3=uniform(k3, (players + by_hand, middle), middle),
        b3=jnp.zeros(players + by_hand, jnp.float32).at[players:].set(1.0),
    )


def largest_w1(active: int) -> float:
    """The clip of the first layer: so many inputs and the bias never add up to more than 16 bits."""
    return min(LARGEST_W1, (LARGEST_SUM / QA - LARGEST_BIAS) / max(active, 1) - 0.5 / QA)


def clip(params: Params, w1_limit: float) -> Params:
    """Weights that the integers can hold."""
    limits = Params(w1_limit, LARGEST_BIAS, LARGEST_W23, 1024.0, LARGEST_W23, 1024.0)
    return Params(*(jnp.clip(p, -limit, limit) for p, limit in zip(params, limits)))


@jax.custom_jvp
def through(real: jax.Array, whole: jax.Array, rounding: jax.Array) -> jax.Array:
    """`whole` in value where rounding is on, `real` in gradient always. (A sum of `real` and the difference would be that
    too, but not exactly: a compiler may fuse it with the product that `real` comes from.)"""
    return jnp.where(rounding, whole, real)


@through.defjvp
def _through_jvp(primals, tangents):
    return through(*primals), tangents[0]


def logits(params: Params, inputs: jax.Array, rounding: jax.Array, apart: jax.Array | None = None) -> jax.Array:
    """(B, F) of zeros and ones to (B, n) logits; `apart` is what the evaluation made by hand says where the net builds on it,
    as `integer.apart` has it. Their product has more bits than a float: the last digit of a logit may differ."""
    scaled = (p * scale for p, scale in zip(params, SCALES))
    w1, b1, w2, b2, w3, b3 = (through(p, jnp.round(p), rounding) for p in scaled)
    a1 = jnp.clip(inputs @ w1 + b1, 0, QA)
    z = (a1 @ w2.T + b2) / QB
    # Cutting off takes half a unit on average, which the unrounded network takes too.
    a2 = jnp.clip(through(z - 0.5, jnp.floor(z), rounding), 0, QA)
    outputs = a2 @ w3.T + b3
    if apart is None:
        return outputs / LOGIT
    weighed = apart * jnp.clip(outputs[:, -1:], 0, MOST_BY_HAND) / 8192
    return (outputs[:, :-1] + through(weighed, jnp.floor(weighed), rounding)) / LOGIT


def cross_entropy(logits: jax.Array, target: jax.Array) -> jax.Array:
    return -(target * jax.nn.log_softmax(logits)).sum(axis=-1)


def quantise(params: Params, unit: int | None = None) -> IntegerNet:
    """The integer network that `logits` with rounding computes; `unit` is that of scores made by hand."""
    whole = {}
    for (name, dtype), param, scale in zip(IntegerNet.DTYPES.items(), params, SCALES):
        # As in `logits`: the product in 32 bits, or a half might be rounded to the other side.
        rounded = np.round(np.asarray(param, np.float32) * np.float32(scale))
        info = np.iinfo(dtype)
        assert rounded.min() >= info.min and rounded.max() <= info.max, f"{name} was clipped in training"
        whole[name] = rounded.astype(dtype)
    return IntegerNet(**whole, hand=None if unit is None else np.array([unit], np.int32))
