"""Training on a game whose answer is known: it learns, it is the same every time, and what it reports is what it exports."""

from dataclasses import replace

import nim
import numpy as np
import pytest
import twins

from melee_train import baselines, data, integer, netfile, trainer

SETTINGS = trainer.Settings(hidden=16, middle=8, epochs=8, batch=256, rate=0.01, held_out=0.25)


@pytest.fixture(scope="module")
def nim_data(nim_file):
    header, positions, _ = data.read([nim_file], SETTINGS.held_out)
    return trainer.OnDevice(header, positions)


@pytest.fixture(scope="module")
def trained(nim_data):
    return trainer.train(nim_data, SETTINGS)


def test_it_learns_more_than_the_mean_and_knows_a_won_position(nim_data, trained):
    base = baselines.baselines(nim_data.train, nim_data.valid)
    assert trained.best.valid < base["constant"] - 0.1
    inputs = np.zeros((1, nim_data.header.features), np.uint8)
    inputs[0, 2] = 1
    assert integer.shares(trained.net.logits(inputs, np.zeros((1, 3), np.int32)))[0, 0] > 900_000


def test_the_loss_of_the_curve_is_that_of_the_integers(nim_data, trained):
    inputs = data.unpack(nim_data.valid.bits, nim_data.header.features)
    assert (
        abs(integer.losses(trained.net.logits(inputs, nim_data.valid.by_hand), nim_data.valid.result).mean() - trained.best.valid)
        < 1e-5
    )
    assert trained.best.valid == min(e.valid for e in trained.curve)
    assert [e.rounding for e in trained.curve] == [0, 0, 0, 0, 0, 1, 1, 1]
    assert trained.curve[-1].rate < trained.curve[2].rate


def test_the_same_seed_gives_the_same_net_and_another_one_another(nim_data, trained):
    again, other = (trainer.train(nim_data, replace(SETTINGS, seed=seed)) for seed in (SETTINGS.seed, 2))
    assert netfile.to_bytes(again.net, {}) == netfile.to_bytes(trained.net, {})
    assert again.curve == trained.curve
    assert netfile.to_bytes(other.net, {}) != netfile.to_bytes(trained.net, {})


def test_the_target_mixes_result_and_search_value_and_always_adds_up_to_one():
    columns = {
        "game": np.zeros(4, int),
        "ply": np.zeros(4),
        "quiet": np.ones(4, bool),
        "by_hand": np.zeros((4, 3), np.int32),
        "bits": np.zeros((4, 1), np.uint8),
        "held_out": np.zeros(4, bool),
    }
    result = np.array([[0, 0.75, 0.25], [1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]], np.float32)
    positions = data.Positions(**columns, value=np.array([0.4, 0.2, 0.5, np.nan], np.float32), result=result)
    found = trainer.target(positions, 0.5)
    assert np.allclose(found[0], [0.2, 0.5 * 0.75 + 0.5 * 0.45, 0.5 * 0.25 + 0.5 * 0.15])
    assert np.allclose(found[1], [0.6, 0.2, 0.2])
    assert np.allclose(found[2:], result[2:])
    assert np.allclose(found.sum(axis=1), 1)
    assert (trainer.target(positions, 0.0) == result).all()


def test_an_image_has_the_inputs_that_the_header_says(tmp_path):
    rng = np.random.default_rng(1)
    permutation = rng.permutation(37)
    active = np.sort(rng.choice(37, 9, replace=False))
    twins.write(tmp_path / "a", {"game": "g", "players": 2, "inputs": "g", "features": 37, "symmetries": [permutation.tolist()]},
                [twins.record(0, 0, True, -1, [60_000, 0], active.tolist())])  # fmt: skip
    header, positions, _ = data.read([tmp_path / "a"])
    inverse = trainer.inverse_permutations(header, True)
    for image, expected in ((0, active), (1, np.sort(permutation[active]))):
        dense = np.asarray(trainer.dense(positions.bits, inverse[np.array([image])]))
        assert np.flatnonzero(dense[0]).tolist() == expected.tolist()
    assert (np.asarray(trainer.dense(positions.bits, inverse[0])) == data.unpack(positions.bits, 37)).all()


def test_an_input_that_no_position_has_says_nothing(nim_data, trained):
    seen = data.unpack(nim_data.train.bits, nim_data.header.features).any(axis=0)
    assert seen.any() and not seen.all()
    says = trained.net.w1.any(axis=1)
    assert says[seen].all() and not says[~seen].any()
    # Of two inputs that change places in an image, both are seen if one is.
    swapped = np.arange(nim_data.header.features)
    one, other = np.flatnonzero(seen)[0], np.flatnonzero(~seen)[0]
    swapped[[one, other]] = other, one
    inverse = np.stack([np.arange(nim_data.header.features), swapped])
    rows = np.arange(len(nim_data.train))
    assert trainer.seen_inputs(nim_data.train, rows, inverse)[[one, other]].all()


def test_a_fitted_search_value_is_no_worse_than_the_constant_and_a_perfect_one_is_nearly_free():
    rng = np.random.default_rng(2)
    share = rng.uniform(0.1, 0.9, 20_000)
    won = (rng.random(20_000) < share).astype(np.float32)
    columns = {
        "game": np.arange(20_000),
        "ply": share,
        "quiet": won > 0,
        "by_hand": np.zeros((20_000, 2), np.int32),
        "bits": np.zeros((20_000, 1), np.uint8),
        "held_out": won > 0,
    }
    # Overconfident: logits three times too large.
    told = (1 / (1 + (1 / share - 1) ** 3)).astype(np.float32)
    positions = data.Positions(**columns, value=told, result=np.stack([won, 1 - won], axis=1))
    found = baselines.baselines(positions, positions)
    ideal = baselines.cross_entropy(np.stack([share, 1 - share], axis=1), positions.result)
    assert abs(found["search value, fitted"] - ideal) < 0.003
    assert found["search value, fitted"] < found["search value"] and found["search value, fitted"] < found["constant"]


def test_a_net_that_builds_on_the_evaluation_made_by_hand_knows_what_that_knows(tmp_path):
    # Inputs that mean nothing, and scores that tell who wins in three games of four.
    rng = np.random.default_rng(3)

    def record(number: int) -> bytes:
        winner = rng.integers(3)
        told = winner if rng.random() < 0.75 else rng.integers(3)
        result, scores = ([one if player == who else 0 for player in range(3)] for who, one in ((winner, 60_000), (told, 700)))
        return twins.record(number, 0, True, -1, result, [int(rng.integers(9))], scores)

    twins.write(tmp_path / "a", {"game": "g", "players": 3, "inputs": "g", "features": 9}, [record(i) for i in range(6000)])
    header, positions, _ = data.read([tmp_path / "a"], SETTINGS.held_out)
    on_device = trainer.OnDevice(header, positions)
    base = baselines.baselines(on_device.train, on_device.valid)
    built, alone = (trainer.train(on_device, replace(SETTINGS, by_hand=by_hand)) for by_hand in (True, False))
    assert base["evaluation by hand, fitted"] < base["constant"] - 0.3
    assert abs(built.best.valid - base["evaluation by hand, fitted"]) < 0.02
    assert abs(alone.best.valid - base["constant"]) < 0.02
    inputs = data.unpack(on_device.valid.bits, 9)
    loss = integer.losses(built.net.logits(inputs, on_device.valid.by_hand), on_device.valid.result).mean()
    assert abs(loss - built.best.valid) < 1e-4 and alone.net.hand is None


def test_training_ends_by_the_clock_with_the_best_so_far(nim_data):
    cut = trainer.train(nim_data, replace(SETTINGS, epochs=50), until=0.0)
    assert cut.cut and len(cut.curve) == 1 and cut.net is not None


def test_with_quiet_positions_alone_the_loss_is_theirs(nim_data):
    trained = trainer.train(nim_data, replace(SETTINGS, epochs=2, quiet=True, lam=0.5))
    quiet = nim_data.valid.where(nim_data.valid.quiet)
    inputs = data.unpack(quiet.bits, nim_data.header.features)
    assert 0 < len(quiet) < len(nim_data.valid)
    assert abs(integer.losses(trained.net.logits(inputs, quiet.by_hand), quiet.result).mean() - trained.best.valid) < 1e-5


def test_settings_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="lam = 2"):
        trainer.Settings(lam=2)


def test_nim_records_read_back(nim_data):
    assert nim_data.header.features == nim.HEAP + 1 + nim.NOISE and nim_data.most_active == 2
