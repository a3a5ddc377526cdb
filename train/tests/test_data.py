"""The reader against the writer that has been written from the documentation."""

import random
import struct

import numpy as np
import pytest
import twins

from melee_train import data

FEATURES = 1400


def random_positions(count: int, seed: int):
    rng = random.Random(seed)
    for number in range(count):
        points = rng.randint(0, 60_000)
        active = sorted(rng.sample(range(FEATURES), rng.choice([0, 1, 2, 30, 300])))
        yield (
            number // 7,
            number % 7,
            rng.random() < 0.5,
            rng.choice([-1, rng.randint(0, 1_000_000)]),
            [points, 60_000 - points],
            active,
            [rng.randint(-(2**31), 2**31 - 1), rng.randint(-5, 5)],
        )


def header(**more):
    return {"game": "g", "players": 2, "inputs": "g-1", "features": FEATURES} | more


def test_every_field_of_every_position_reads_back(tmp_path):
    written = list(random_positions(500, seed=3))
    twins.write(tmp_path / "a", header(), [twins.record(*p) for p in written], chunk=70)
    head, read, sources = data.read([tmp_path / "a"])
    assert (head.game, head.players, head.inputs, head.features) == ("g", 2, "g-1", FEATURES)
    assert len(read) == sources[0].positions == 500 and sources[0].games == 72
    dense = data.unpack(read.bits, FEATURES)
    for i, (game, ply, quiet, value, result, active, by_hand) in enumerate(written):
        assert (read.game[i], read.ply[i], read.quiet[i]) == (game, ply, quiet)
        assert np.isnan(read.value[i]) if value < 0 else read.value[i] == np.float32(value) / np.float32(1e6)
        assert np.allclose(read.result[i], np.array(result) / 60_000)
        assert np.flatnonzero(dense[i]).tolist() == active
        assert read.by_hand[i].tolist() == by_hand
    assert read.most_active() == max(len(p[5]) for p in written)


def test_gaps_around_255_and_a_first_input_beyond_it(tmp_path):
    lists = [[0], [254], [255], [256], [509], [510], [511], [0, 254], [0, 255], [0, 255, 510, 1399], [765, 1020], []]
    twins.write(tmp_path / "a", header(), [twins.record(0, 0, False, -1, [60_000, 0], active) for active in lists])
    _, read, _ = data.read([tmp_path / "a"])
    assert [np.flatnonzero(row).tolist() for row in data.unpack(read.bits, FEATURES)] == lists


def test_several_files_are_one_set_and_a_game_keeps_its_side(tmp_path):
    for name, seed in (("a", 1), ("b", 2)):
        twins.write(tmp_path / name, header(seed=seed), [twins.record(*p) for p in random_positions(700, seed)])
    _, both, sources = data.read([tmp_path / "b", tmp_path / "a"], held_out=0.3)
    _, alone, _ = data.read([tmp_path / "b"], held_out=0.3)
    assert [s.name for s in sources] == ["a", "b"] and len(both) == 1400
    assert (both.held_out[700:] == alone.held_out).all()
    assert 0.1 < alone.held_out.mean() < 0.5
    for number in range(100):
        assert len(set(alone.held_out[alone.game == number])) == 1
    assert (both.held_out[:700] != both.held_out[700:]).any(), "another seed holds out other games"


def test_games_on_one_board_keep_the_same_side(tmp_path):
    records = [twins.record(*position) for position in random_positions(1400, seed=1)]
    twins.write(tmp_path / "a", header(seed=1, games_a_board=4), records)
    _, read, sources = data.read([tmp_path / "a"], held_out=0.3)
    boards = [set(read.held_out[read.game // 4 == board]) for board in range(50)]
    assert all(len(sides) == 1 for sides in boards) and {True} in boards and {False} in boards
    assert sources[0].header.self_play == {"games_a_board": 4}


@pytest.mark.parametrize(
    "spoil, words",
    [
        (lambda raw: raw[:-5], "cut short"),
        (lambda raw: raw + b"\0\0\0", "cut short"),
        (lambda raw: raw[:-9] + bytes(9), "damaged"),
        (lambda raw: raw.replace(b"melee-data-2", b"melee-data-9"), "melee-data-9"),
        (lambda raw: b"\x89PNG\n" + raw, "no header"),
        (lambda raw: raw.replace(b'"players": 2', b'"players": 3'), "positions"),
        (lambda raw: raw.replace(b'"features": 1400', b'"features": 1000'), "of 1000"),
        (lambda raw: raw.replace(b'"symmetries": []', b'"symmetries": [[0]]'), "no header"),
    ],
)
def test_a_file_that_is_none_is_one_line_with_its_name(tmp_path, spoil, words):
    path = tmp_path / "a.data"
    twins.write(path, header(), [twins.record(*p) for p in random_positions(50, seed=5)])
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(data.DataError, match=words) as error:
        data.read([path])
    assert "a.data" in str(error.value) and "\n" not in str(error.value)


def test_a_count_that_is_wrong_is_found(tmp_path):
    path = tmp_path / "a"
    twins.write(path, header(), [twins.record(0, 0, False, -1, [0, 60_000], [3])])
    raw = bytearray(path.read_bytes())
    at = raw.index(b"\n") + 1
    raw[at + 8 : at + 12] = struct.pack("<I", 2)
    path.write_bytes(raw)
    with pytest.raises(data.DataError, match="chunk of 2 positions reads as 1"):
        data.read([path])


def test_files_of_different_inputs_are_not_mixed(tmp_path):
    twins.write(tmp_path / "a", header(), [])
    twins.write(tmp_path / "b", header(inputs="g-2"), [])
    with pytest.raises(data.DataError, match="g-2 .* do not go with .* g-1"):
        data.read([tmp_path / "a", tmp_path / "b"])
