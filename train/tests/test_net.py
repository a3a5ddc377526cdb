"""The integer network against Python's own integers, the trained network against the integer one, and files of nets."""

import json
import re
import struct
from functools import partial
from pathlib import Path

import jax
import numpy as np
import pytest
import twins

from melee_train import integer, model, netfile, trainer

FEATURES, HIDDEN, MIDDLE, PLAYERS = 90, 48, 32, 4


def random_net(seed: int, wide: bool = False, unit: int | None = None) -> integer.IntegerNet:
    outputs = PLAYERS + (unit is not None)
    rng = np.random.default_rng(seed)

    def whole(shape, size, dtype):
        return rng.integers(-size, size + 1, shape).astype(dtype)

    return integer.IntegerNet(
        w1=whole((FEATURES, HIDDEN), 2032 if wide else 60, np.int16),
        b1=whole(HIDDEN, 100, np.int16),
        w2=whole((MIDDLE, HIDDEN), 127 if wide else 40, np.int8),
        b2=whole(MIDDLE, 100_000 if wide else 6000, np.int32),
        w3=whole((outputs, MIDDLE), 127, np.int8),
        b3=whole(outputs, 20_000, np.int32),
        hand=None if unit is None else np.array([unit], np.int32),
    )


def random_inputs(count: int, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).random((count, FEATURES)) < 0.2).astype(np.uint8)


def random_scores(count: int, seed: int) -> np.ndarray:
    """Some close to each other, some as far apart as numbers go."""
    rng = np.random.default_rng(seed)
    return rng.integers(-(2**31), 2**31, (count, PLAYERS)) >> rng.integers(0, 30, (count, 1))


@pytest.mark.parametrize("unit", [None, 1, 7000, 1 << 26])
@pytest.mark.parametrize("wide", [False, True])
def test_numpy_computes_what_plain_integers_compute(wide, unit):
    net, inputs, by_hand = random_net(1, wide, unit), random_inputs(40, 2), random_scores(40, 3)
    logits = net.logits(inputs, by_hand)
    slow = [twins.logits(net, np.flatnonzero(row).tolist(), scores) for row, scores in zip(inputs, by_hand.tolist())]
    assert logits.tolist() == slow
    assert integer.shares(logits).tolist() == [twins.shares(row) for row in slow]


def test_the_table_of_the_exponential_is_exact_at_its_entries_and_close_between():
    distance = np.arange(0, 140_000)
    exact = 2.0**30 * np.exp(-distance / 8128)
    assert np.abs(integer.exponential(distance) - exact).max() < 2**30 * 4e-5
    assert integer.EXP_TABLE[0] == 2**30 and integer.exponential(np.array([131_000, 10**7])).tolist() == [0, 0]


def test_shares_are_millionths_that_add_up_to_one():
    shares = integer.shares(random_net(3, unit=900).logits(random_inputs(500, 4), random_scores(500, 4)))
    assert (shares >= 0).all() and (np.abs(shares.sum(axis=1) - 1_000_000) <= PLAYERS).all()
    assert integer.shares(np.array([[0, 200_000], [5, 5]])).tolist() == [[0, 1_000_000], [500_000, 500_000]]


computed = jax.jit(model.logits)


@partial(jax.jit, static_argnums=1)
def trained_like(seed: int, by_hand: bool = False) -> model.Params:
    params = model.init(jax.random.PRNGKey(seed), FEATURES, HIDDEN, MIDDLE, PLAYERS, 18.0, by_hand)
    return model.clip(jax.tree.map(lambda p: p * 1.7, params), model.largest_w1(60))


def test_with_rounding_the_network_of_the_training_is_the_integer_network():
    for seed in range(5):
        params, inputs = trained_like(seed), random_inputs(300, seed)
        # The division by 8128 at the end is the only step with a rounding error.
        logits = np.round(np.asarray(computed(params, inputs.astype(np.float32), True)) * integer.LOGIT)
        assert (logits == model.quantise(params).logits(inputs, NOTHING)).all()


NOTHING = np.zeros((300, PLAYERS), np.int32)


def test_built_on_scores_made_by_hand_it_is_the_integer_network_but_for_the_last_digit():
    by_hand = np.random.default_rng(4).normal(0, 500, (300, PLAYERS)).astype(np.int32)
    unit = integer.unit_of(by_hand)
    apart = integer.apart(by_hand, unit)
    assert abs(np.sqrt((apart**2).mean()) / integer.LOGIT - 1) < 0.01, "usually one logit away from the mean"
    for seed in range(5):
        params, inputs = trained_like(seed, True), random_inputs(300, seed)
        found = computed(params, inputs.astype(np.float32), True, apart.astype(np.float32))
        logits, net = np.round(np.asarray(found) * integer.LOGIT), model.quantise(params, unit)
        whole = net.logits(inputs, by_hand)
        assert np.abs(logits - whole).max() <= 1 and np.abs(whole - net.logits(inputs, NOTHING)).max() > 4000


def test_without_rounding_it_is_close_to_it():
    params, inputs = trained_like(9), random_inputs(300, 9)
    odds = np.exp(np.asarray(computed(params, inputs.astype(np.float32), False)))
    real = odds / odds.sum(axis=1, keepdims=True)
    whole = integer.shares(model.quantise(params).logits(inputs, NOTHING)) / integer.SHARE
    assert np.abs(real - whole).max() < 0.03 and np.abs(real - whole).mean() < 0.004


def test_the_gradient_passes_through_the_rounding():
    params, inputs = trained_like(2), random_inputs(64, 2).astype(np.float32)
    target = np.full((64, PLAYERS), 0.25, np.float32)

    @jax.jit
    @jax.grad
    def gradient(params, rounding):
        return model.cross_entropy(model.logits(params, inputs, rounding), target).mean()

    smooth, rounded = (gradient(params, rounding) for rounding in (False, True))
    for a, b in zip(smooth, rounded):
        assert np.abs(np.asarray(a)).max() > 0
        assert np.corrcoef(np.ravel(a), np.ravel(b))[0, 1] > 0.9


def test_clipped_weights_never_leave_sixteen_bits():
    clip = jax.jit(model.clip)
    for active in (1, 14, 60, 90):
        limit = model.largest_w1(active)
        for value in (1e6, -1e6):
            params = model.Params(*(np.full_like(p, value) for p in trained_like(0)))
            net = model.quantise(clip(params, limit))
            assert net.largest_sum(active) <= 32_767
            assert np.abs(net.w2).max() == 127


def test_the_largest_sum_is_that_of_the_worst_inputs():
    net = random_net(5)
    inputs = np.zeros((2 * HIDDEN, FEATURES), np.uint8)
    for unit in range(HIDDEN):
        order = np.argsort(net.w1[:, unit])
        inputs[2 * unit, order[:10]] = 1
        inputs[2 * unit + 1, order[-10:]] = 1
    sums = inputs.astype(np.int64) @ net.w1 + net.b1
    assert net.largest_sum(10) == np.abs(sums[np.arange(2 * HIDDEN), np.arange(2 * HIDDEN) // 2]).max()


METADATA = {"game": "g", "players": str(PLAYERS), "inputs": "g-1", "features": str(FEATURES), "text": 'a "quoted" ü'}


@pytest.mark.parametrize("unit, version", [(None, "melee-net-1"), (77, "melee-net-2")])
def test_a_net_reads_back_from_its_file_and_bytes_are_the_same_every_time(tmp_path, unit, version):
    net = random_net(6, unit=unit)
    netfile.write(tmp_path / "a", net, METADATA)
    netfile.write(tmp_path / "b", net, dict(reversed(METADATA.items())))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    back, metadata = netfile.read(tmp_path / "a")
    assert metadata == METADATA | {"format": version}
    assert (back.hand is None) == (unit is None)
    for name, dtype in integer.IntegerNet.DTYPES.items():
        if getattr(net, name) is not None:
            assert getattr(back, name).dtype == dtype and (getattr(back, name) == getattr(net, name)).all()


def test_numbers_go_through_planes_unchanged():
    numbers = np.array([[0, -1, 1, -2, 127, -128], [255, -256, 4064, -4064, 32767, -32768]], np.int16)
    planes = netfile.to_planes(numbers)
    assert planes[:, 0].tolist() == [[0, 1, 2, 3, 254, 255], [0, 0, 0, 0, 0, 0]]
    assert (netfile.from_planes(planes) == numbers).all()


def test_a_net_whose_first_weights_are_not_in_planes_is_read_too():
    net = random_net(9)
    raw = netfile.to_bytes(net, METADATA)
    (size,) = struct.unpack_from("<Q", raw)
    header = json.loads(raw[8 : 8 + size])
    begin, end = (8 + size + offset for offset in header["w1"]["data_offsets"])
    raw = raw[:begin] + net.w1.astype("<i2").tobytes() + raw[end:]
    header["w1"] |= {"dtype": "I16", "shape": list(net.w1.shape)}
    text = json.dumps(header).encode()
    back, _ = netfile.from_bytes(struct.pack("<Q", len(text)) + text + raw[8 + size :], "a")
    assert (back.w1 == net.w1).all()


def test_the_package_safetensors_reads_the_file(tmp_path):
    safetensors = pytest.importorskip("safetensors")
    net = random_net(7, unit=5)
    netfile.write(tmp_path / "a", net, METADATA)
    with safetensors.safe_open(tmp_path / "a", framework="numpy") as file:
        assert file.metadata()["inputs"] == "g-1"
        for name, dtype in integer.IntegerNet.DTYPES.items():
            tensor = file.get_tensor(name)
            if name == "w1":
                tensor = netfile.from_planes(tensor)
            assert tensor.dtype == dtype and (tensor == getattr(net, name)).all()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[:100],
        lambda raw: raw[:-1],
        lambda raw: b"",
        lambda raw: b"\xff" * 200,
        lambda raw: raw.replace(b"melee-net-1", b"melee-net-9"),
        lambda raw: raw.replace(b"melee-net-1", b"melee-net-2"),
        lambda raw: raw.replace(b'"players":"4"', b'"players":"3"'),
        lambda raw: raw.replace(b'"I16"', b'"U16"'),
    ],
)
def test_a_file_that_is_no_net_is_one_line(tmp_path, spoil):
    (tmp_path / "x.net").write_bytes(spoil(netfile.to_bytes(random_net(8), METADATA)))
    with pytest.raises(netfile.NetError, match="x.net") as error:
        netfile.read(tmp_path / "x.net")
    assert "\n" not in str(error.value)


def test_the_training_makes_no_net_that_melee_refuses():
    rust = (Path(__file__).parents[2] / "crates/core/src/net/mod.rs").read_text()
    widest = [int(number) for number in re.findall(r"^const WIDEST\w*: usize = (\d+);", rust, re.MULTILINE)]
    assert widest == [trainer.WIDEST, trainer.WIDEST_MIDDLE]
    for wide in ({"hidden": widest[0] + 1}, {"middle": widest[1] + 1}):
        with pytest.raises(ValueError, match="wanted are 1 to"):
            trainer.Settings(**wide)
