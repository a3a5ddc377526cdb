"""One net from positions and settings.

All positions lie on the device, inputs as bits; an epoch is one compiled call that shuffles, turns every position by a
symmetry of the board drawn for it, and steps through the batches. Inputs are laid out as a dense matrix of zeros and ones
a batch at a time: its product with the first layer costs a graphics card less than adding up rows would, and the sum
of a gradient has no order that could differ between two runs.

The last epochs train with rounded weights. The validation loss is always that of the rounded network, which is what will be
exported, and the epoch where it is least is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from . import model
from .baselines import spread
from .data import Header, Positions
from .integer import IntegerNet, apart, unit_of
from .model import Params

WIDEST, WIDEST_MIDDLE = 512, 128
"""Melee refuses wider nets (crates/core/src/net/mod.rs)."""
WORDS = {"int": "a whole number", "float": "a number", "bool": "true or false"}


@dataclass(frozen=True)
class Settings:
    """What the training depends on besides the data."""

    hidden: int = 64
    middle: int = 32
    epochs: int = 30
    rounded: float = 0.3
    """the part of the epochs, the last ones, that train with rounded weights"""
    batch: int = 2048
    rate: float = 0.005
    lam: float = 0.0
    """the part of the search value in the target; the rest is the result"""
    decay: float = 0.0
    """decoupled decay of the weights (not the biases), per step and times the rate"""
    seed: int = 1
    quiet: bool = False
    """train on quiet positions alone, and choose the epoch by them"""
    symmetries: bool = True
    by_hand: bool = True
    """build on the evaluation made by hand"""
    held_out: float = 0.1

    def __post_init__(self):
        for setting in fields(self):
            value, kind = getattr(self, setting.name), {"int": int, "float": (int, float), "bool": bool}[setting.type]
            # A boolean is an int to Python.
            if not isinstance(value, kind) or (setting.type != "bool" and isinstance(value, bool)):
                raise ValueError(f"{setting.name} = {value!r}: wanted is {WORDS[setting.type]}")
        for name, least, most in (
            ("hidden", 1, WIDEST), ("middle", 1, WIDEST_MIDDLE), ("epochs", 1, 100_000), ("rounded", 0, 1), ("batch", 1, 1 << 24),
            ("rate", 1e-9, 10), ("lam", 0, 1), ("decay", 0, 1000), ("seed", 0, (1 << 31) - 1), ("held_out", 0.001, 0.9),
        ):  # fmt: skip
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} = {getattr(self, name)}: wanted are {least} to {most}")


@dataclass
class Epoch:
    """A line of the curve."""

    epoch: int
    rounding: int
    rate: float
    train: float
    valid: float


@dataclass
class Trained:
    net: IntegerNet
    best: Epoch
    curve: list[Epoch] = field(default_factory=list)
    cut: bool = False
    """ended by the clock before its last epoch"""
    seconds: float = 0.0

    def curve_csv(self) -> str:
        rows = (f"{e.epoch},{e.rounding},{e.rate:.6g},{e.train:.6f},{e.valid:.6f}" for e in self.curve)
        return "\n".join(["epoch,rounding,rate,train,valid", *rows]) + "\n"


class TrainError(ValueError):
    """Data from which no net can be trained, in one line."""


def target(positions: Positions, lam: float) -> np.ndarray:
    """(N, n) shares to learn: the result, and `lam` of what the search said where it said something. The search knows the
    mover's share alone; the rest is divided among the others as the game was, or evenly where the mover took all."""
    known = ~np.isnan(positions.value)
    value = np.where(known, positions.value, 0.0)
    mixed = (1 - lam) * positions.result + lam * spread(value, positions.result)
    return np.where(known[:, None], mixed, positions.result).astype(np.float32)


def inverse_permutations(header: Header, symmetries: bool) -> np.ndarray:
    """(S+1, F): input `j` of an image is input `inverse[j]` of the position; the identity first."""
    identity = np.arange(header.features, dtype=np.int32)[None]
    if not symmetries or not len(header.symmetries):
        return identity
    return np.concatenate([identity, np.argsort(header.symmetries, axis=1).astype(np.int32)])


def dense(bits: jax.Array, source: jax.Array) -> jax.Array:
    """(B, ceil(F/8)) bytes to (B, F) zeros and ones, input `j` taken from input `source[b, j]` of the position."""
    taken = jnp.take_along_axis(bits, source >> 3, axis=1) if source.ndim == 2 else bits[:, source >> 3]
    return ((taken >> (source & 7).astype(jnp.uint8)) & 1).astype(jnp.float32)


class OnDevice:
    """Positions of training and validation, laid out once for any number of trainings on them."""

    def __init__(self, header: Header, positions: Positions):
        self.header = header
        train, valid = positions.where(~positions.held_out), positions.where(positions.held_out)
        if not len(train) or not len(valid):
            raise TrainError(f"{len(train)} positions to train on and {len(valid)} to validate: more games are needed")
        self.train, self.valid = train, valid
        self.most_active = positions.most_active()
        self.mean_active = float(np.bitwise_count(train.bits[:100_000]).sum(axis=1, dtype=np.int64).mean())
        self.bits = jax.device_put(train.bits)
        self.unit = unit_of(train.by_hand)
        """of scores made by hand; none where they tell nothing"""
        train_apart, valid_apart = (self.apart(part) for part in (train, valid))
        self.train_apart = None if self.unit is None else jax.device_put(train_apart)
        block = min(8192, len(valid))
        blocks = -(-len(valid) // block)
        rows = np.arange(blocks * block)
        real = rows < len(valid)
        rows = np.minimum(rows, len(valid) - 1)
        # Validation by blocks of one size; the last is filled up with positions that weigh nothing.
        self.blocks = tuple(
            jax.device_put(column.reshape(blocks, block, *column.shape[1:]))
            for column in (valid.bits[rows], valid.result[rows], real, real & valid.quiet[rows], valid_apart[rows])
        )

    def apart(self, positions: Positions) -> np.ndarray:
        """What the evaluation made by hand says, as the network takes it."""
        if self.unit is None:
            return np.zeros((len(positions), 1), np.float32)
        return apart(positions.by_hand, self.unit).astype(np.float32)


@jax.jit
def validate(params: Params, blocks: tuple[jax.Array, ...], quiet: bool) -> jax.Array:
    """The mean loss of the rounded net over all positions for validation, or over the quiet ones."""
    features = params.w1.shape[0]

    def one(sums, block):
        bits, result, real, is_quiet, hand = block
        hand = hand if params.b3.shape[0] > result.shape[1] else None
        counts = jnp.where(quiet, is_quiet, real)
        losses = model.cross_entropy(model.logits(params, dense(bits, jnp.arange(features)), True, hand), result)
        return (sums[0] + jnp.where(counts, losses, 0).sum(), sums[1] + counts.sum()), None

    (total, count), _ = jax.lax.scan(one, (jnp.float32(0), jnp.int32(0)), blocks)
    return total / count


class Schedule(NamedTuple):
    """What may differ between trainings without compiling the epoch again."""

    seed: int
    total: int
    """steps of all epochs"""
    rate: float
    decay: float
    w1_limit: float


def seen_inputs(positions: Positions, rows: np.ndarray, inverse: np.ndarray) -> np.ndarray:
    """(F,) whether any of these positions, or an image of one, has the input."""
    seen = np.unpackbits(np.bitwise_or.reduce(positions.bits[rows], axis=0), bitorder="little")
    return seen[inverse].any(axis=0)


@partial(jax.jit, static_argnums=(3, 4, 5, 6, 7))
def begin(schedule: Schedule, active: float, seen, features: int, hidden: int, middle: int, players: int, by_hand: bool):
    """Weights, both moments of their gradients, and the number of steps done. The epochs count from one, so none of them
    has this key. What no position has is never learned: it says nothing, and nothing packs well."""
    key = jax.random.fold_in(jax.random.PRNGKey(schedule.seed), 0)
    params = model.clip(model.init(key, features, hidden, middle, players, active, by_hand), schedule.w1_limit)
    params = params._replace(w1=params.w1 * seen[:, None])
    zeros = jax.tree.map(jnp.zeros_like, params)
    return params, zeros, zeros, jnp.int32(0)


@partial(jax.jit, static_argnames=("batch", "steps"), donate_argnums=0)
def train_epoch(state, number, rounding, schedule: Schedule, bits, targets, apart, rows, inverse, *, batch: int, steps: int):
    """One epoch of Adam (Kingma & Ba 2015) with a rate that rises for a fiftieth of the steps and falls along a cosine."""
    shuffle, turn = jax.random.split(jax.random.fold_in(jax.random.PRNGKey(schedule.seed), number))
    order = jax.random.permutation(shuffle, rows)[: batch * steps].reshape(steps, batch)
    features, symmetries = inverse.shape[1], inverse.shape[0]
    images = jax.random.randint(turn, (steps, batch), 0, symmetries)
    warm = jnp.maximum(schedule.total // 50, 1)

    def step(state, part):
        params, first, second, count = state
        row, image = part
        source = inverse[image] if symmetries > 1 else jnp.arange(features)
        inputs = dense(bits[row], source)

        def loss(params):
            hand = None if apart is None else apart[row]
            return model.cross_entropy(model.logits(params, inputs, rounding, hand), targets[row]).mean()

        value, gradient = jax.value_and_grad(loss)(params)
        count = count + 1
        now = schedule.rate * jnp.minimum(count / warm, 0.5 + 0.5 * jnp.cos(jnp.pi * count / schedule.total))
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        m_scale, v_scale = 1 / (1 - 0.9**count), 1 / (1 - 0.999**count)
        params = jax.tree.map(
            lambda p, m, v: p * (1 - now * schedule.decay * (p.ndim > 1)) - now * m * m_scale / (jnp.sqrt(v * v_scale) + 1e-8),
            params, first, second,
        )  # fmt: skip
        return (model.clip(params, schedule.w1_limit), first, second, count), (value, now)

    state, (losses, rates) = jax.lax.scan(step, state, (order, images))
    return state, losses.mean(), rates[-1]


def train(
    data: OnDevice,
    settings: Settings,
    until: float = float("inf"),
    say: Callable[[Epoch], None] = lambda epoch: None,
) -> Trained:
    """The best net of all epochs; `until` is a time of `time.monotonic()` at which to be ready with what there is."""
    begun = time.monotonic()
    header = data.header
    rows = np.flatnonzero(data.train.quiet) if settings.quiet else np.arange(len(data.train))
    if settings.quiet and not (len(rows) and data.valid.quiet.any()):
        raise TrainError("there is no quiet position to train on, or none to validate")
    # A small set would have too few steps in an epoch to learn anything.
    batch = max(1, min(settings.batch, len(rows) // 16))
    steps = len(rows) // batch
    targets = jax.device_put(target(data.train, settings.lam))
    inverse = inverse_permutations(header, settings.symmetries)
    seen = seen_inputs(data.train, rows, inverse)
    inverse = jax.device_put(inverse)
    rows = jax.device_put(rows.astype(np.int32))
    limit = model.largest_w1(data.most_active)
    schedule = Schedule(settings.seed, steps * settings.epochs, settings.rate, settings.decay, limit)
    unit = data.unit if settings.by_hand else None
    train_apart = None if unit is None else data.train_apart
    sizes = header.features, settings.hidden, settings.middle, header.players
    state = begin(schedule, data.mean_active, seen, *sizes, unit is not None)
    kept, done = None, Trained(net=None, best=Epoch(0, 0, 0, float("inf"), float("inf")))
    slowest = 0.0
    for number in range(1, settings.epochs + 1):
        started = time.monotonic()
        if kept is not None and started + slowest > until:
            done.cut = True
            break
        rounding = number > settings.epochs * (1 - settings.rounded)
        state, loss, rate = train_epoch(
            state, number, rounding, schedule, data.bits, targets, train_apart, rows, inverse, batch=batch, steps=steps
        )
        valid = float(validate(state[0], data.blocks, settings.quiet))
        epoch = Epoch(number, int(rounding), float(rate), float(loss), valid)
        done.curve.append(epoch)
        say(epoch)
        # A loss that is no number is never the best.
        if valid < done.best.valid:
            kept, done.best = jax.tree.map(np.asarray, state[0]), epoch
        slowest = max(slowest, time.monotonic() - started) if number > 1 else 0.0
    if kept is None:
        raise TrainError("the training has left the numbers: a smaller rate may help")
    done.net = model.quantise(kept, unit)
    done.seconds = time.monotonic() - begun
    return done
