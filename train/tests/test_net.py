"""The integer network against Python's own integers, the trained network against the integer one, and files of nets."""

import jax
import numpy as np
import pytest
import twins

from melee_train import integer, model, netfile

FEATURES, HIDDEN, MIDDLE, PLAYERS = 90, 48, 32, 4


def random_net(seed: int, wide: bool = False) -> integer.IntegerNet:
    rng = np.random.default_rng(seed)

    def whole(shape, size, dtype):
        return rng.integers(-size, size + 1, shape).astype(dtype)

    return integer.IntegerNet(
        w1=whole((FEATURES, HIDDEN), 2032 if wide else 60, np.int16),
        b1=whole(HIDDEN, 100, np.int16),
        w2=whole((MIDDLE, HIDDEN), 127 if wide else 40, np.int8),
        b2=whole(MIDDLE, 100_000 if wide else 6000, np.int32),
        w3=whole((PLAYERS, MIDDLE), 127, np.int8),
        b3=whole(PLAYERS, 20_000, np.int32),
    )


def random_inputs(count: int, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).random((count, FEATURES)) < 0.2).astype(np.uint8)


@pytest.mark.parametrize("wide", [False, True])
def test_numpy_computes_what_plain_integers_compute(wide):
    net, inputs = random_net(1, wide), random_inputs(40, 2)
    logits = net.logits(inputs)
    slow = [twins.logits(net, np.flatnonzero(row).tolist()) for row in inputs]
    assert logits.tolist() == slow
    assert integer.shares(logits).tolist() == [twins.shares(row) for row in slow]


def test_the_table_of_the_exponential_is_exact_at_its_entries_and_close_between():
    distance = np.arange(0, 140_000)
    exact = 2.0**30 * np.exp(-distance / 8128)
    assert np.abs(integer.exponential(distance) - exact).max() < 2**30 * 4e-5
    assert integer.EXP_TABLE[0] == 2**30 and integer.exponential(np.array([131_000, 10**7])).tolist() == [0, 0]


def test_shares_are_millionths_that_add_up_to_one():
    shares = integer.shares(random_net(3).logits(random_inputs(500, 4)))
    assert (shares >= 0).all() and (np.abs(shares.sum(axis=1) - 1_000_000) <= PLAYERS).all()
    assert integer.shares(np.array([[0, 200_000], [5, 5]])).tolist() == [[0, 1_000_000], [500_000, 500_000]]


computed = jax.jit(model.logits)


@jax.jit
def trained_like(seed: int) -> model.Params:
    params = model.init(jax.random.PRNGKey(seed), FEATURES, HIDDEN, MIDDLE, PLAYERS, 18.0)
    return model.clip(jax.tree.map(lambda p: p * 1.7, params), model.largest_w1(60))


def test_with_rounding_the_network_of_the_training_is_the_integer_network():
    for seed in range(5):
        params, inputs = trained_like(seed), random_inputs(300, seed)
        # The division by 8128 at the end is the only step with a rounding error.
        logits = np.round(np.asarray(computed(params, inputs.astype(np.float32), True)) * integer.LOGIT)
        assert (logits == model.quantise(params).logits(inputs)).all()


def test_without_rounding_it_is_close_to_it():
    params, inputs = trained_like(9), random_inputs(300, 9)
    odds = np.exp(np.asarray(computed(params, inputs.astype(np.float32), False)))
    real = odds / odds.sum(axis=1, keepdims=True)
    whole = integer.shares(model.quantise(params).logits(inputs)) / integer.SHARE
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


def test_a_net_reads_back_from_its_file_and_bytes_are_the_same_every_time(tmp_path):
    net = random_net(6)
    netfile.write(tmp_path / "a", net, METADATA)
    netfile.write(tmp_path / "b", net, dict(reversed(METADATA.items())))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    back, metadata = netfile.read(tmp_path / "a")
    assert metadata == METADATA | {"format": "melee-net-1"}
    for name, dtype in integer.IntegerNet.DTYPES.items():
        assert getattr(back, name).dtype == dtype and (getattr(back, name) == getattr(net, name)).all()


def test_the_package_safetensors_reads_the_file(tmp_path):
    safetensors = pytest.importorskip("safetensors")
    net = random_net(7)
    netfile.write(tmp_path / "a", net, METADATA)
    with safetensors.safe_open(tmp_path / "a", framework="numpy") as file:
        assert file.metadata()["inputs"] == "g-1"
        for name, dtype in integer.IntegerNet.DTYPES.items():
            tensor = file.get_tensor(name)
            assert tensor.dtype == dtype and (tensor == getattr(net, name)).all()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[:100],
        lambda raw: raw[:-1],
        lambda raw: b"",
        lambda raw: b"\xff" * 200,
        lambda raw: raw.replace(b"melee-net-1", b"melee-net-9"),
        lambda raw: raw.replace(b'"players":"4"', b'"players":"3"'),
        lambda raw: raw.replace(b'"I16"', b'"U16"'),
    ],
)
def test_a_file_that_is_no_net_is_one_line(tmp_path, spoil):
    (tmp_path / "x.net").write_bytes(spoil(netfile.to_bytes(random_net(8), METADATA)))
    with pytest.raises(netfile.NetError, match="x.net") as error:
        netfile.read(tmp_path / "x.net")
    assert "\n" not in str(error.value)
