"""The commands as a person types them, on the small game for three."""

import json
import tarfile

import pytest
import twins

from melee_train import card, netfile
from melee_train.__main__ import main
from melee_train.many import ConfigError, tasks

QUICK = ["--hidden", "8", "--middle", "8", "--epochs", "3", "--batch", "256"]


@pytest.fixture(scope="module")
def net(nim_file, tmp_path_factory):
    path = tmp_path_factory.mktemp("net") / "tiny.safetensors"
    assert main(["train", str(nim_file), "--out", str(path), *QUICK]) == 0
    return path


def test_a_net_comes_with_its_card_and_curve_and_again_with_the_same_bytes(net, nim_file, tmp_path, capsys):
    _, metadata = netfile.read(net)
    assert {"game": "nim", "players": "3", "inputs": "nim-1", "format": "melee-net-1"}.items() <= metadata.items()
    training = json.loads(metadata["training"])
    losses = training["losses"]
    assert losses["net"] < losses["constant"]
    assert losses["net, the mover against the rest"] < losses["net, where there is a search value"], "it asks for less"
    assert losses["search value, fitted, the mover against the rest"] < losses["search value, fitted"]
    text = net.with_suffix(".md").read_text()
    assert f"| net | {training['losses']['net']:.4f} |" in text and "--hidden 8" in text
    made = "melee learn data nim --players 3 --size 21 --games 2000 --nodes 200 --seed 7 --random-plies 10 --blunders 6.5%"
    assert f"{made} --seat brs+ --seat maxn:noise=10% --out nim.data" in text
    assert net.with_suffix(".csv").read_text().count("\n") == 4
    assert main(["train", str(nim_file), "--out", str(tmp_path / "tiny"), *QUICK]) == 0
    assert (tmp_path / "tiny.safetensors").read_bytes() == net.read_bytes()
    assert "search value, fitted" in capsys.readouterr().out


def test_the_commands_of_a_card_make_the_net_again(net, nim_file, tmp_path, monkeypatch):
    line = next(line for line in net.with_suffix(".md").read_text().splitlines() if line.startswith("python3 -m melee_train"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim.data").write_bytes(nim_file.read_bytes())
    assert main(line.split()[3:]) == 0
    assert (tmp_path / "tiny.safetensors").read_bytes() == net.read_bytes()


def test_what_a_net_says_about_positions_is_what_plain_integers_say(net, nim_file, capsys):
    assert main(["evaluate", str(net), str(nim_file), "--positions", "5"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    weights, _ = netfile.read(net)
    assert len(lines) == 5
    for line in lines:
        assert line["logits"] == twins.logits(weights, line["inputs"], line["by_hand"])
        assert line["shares"] == twins.shares(line["logits"])


def test_matches_are_added_to_the_card_once(net, tmp_path):
    first = {"name": "pvs:eval=net", "share": 0.6123, "low": 0.55, "high": 0.67}
    (tmp_path / "m.json").write_text(json.dumps({"games": 1200, "algorithms": [first, {}]}))
    for _ in range(2):
        assert main(["card", str(net), "--match", str(tmp_path / "m.json"), "--against", "eval=melee", "--at", "100 ms"]) == 0
    text = net.with_suffix(".md").read_text()
    row = "| eval=melee | pvs:eval=net | 61.2 % | 55.0-67.0 | 1,200 | 100 ms |\n"
    assert text.endswith(card.TABLE + row) and card.NONE_YET not in text


def test_many_writes_every_net_goes_on_after_one_that_fails_and_packs_them(nim_file, tmp_path, capsys):
    config = {
        "defaults": {"data": "nim.data", "hidden": 8, "middle": 8, "epochs": 2, "batch": 512},
        "nets": [{"name": "a", "lam": [0, 0.5]}, {"name": "none", "data": ["other-*"]}, {"name": "b", "seed": 5}],
    }
    (tmp_path / "c.json").write_text(json.dumps(config))
    words = ["many", str(tmp_path / "c.json"), "--data", str(nim_file.parent), "--minutes", "5"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    summary = json.loads((tmp_path / "out" / "many.json").read_text())
    assert [line["name"] for line in summary] == ["a-lam0", "a-lam0.5", "none", "b"]
    assert "other-*" in summary[2]["failed"] and summary[3]["losses"]["net"] > 0
    for name in ("a-lam0", "a-lam0.5", "b"):
        assert netfile.read(tmp_path / "out" / f"{name}.safetensors")[1]["game"] == "nim"
        assert (tmp_path / "out" / f"{name}.md").exists()
    assert main([*words, "--out", str(tmp_path / "tar"), "--tar"]) == 0
    with tarfile.open(tmp_path / "tar" / "nets.tar") as tar:
        assert len(tar.getnames()) == 9
        packed = tar.extractfile("b.safetensors").read()
    assert packed == (tmp_path / "out" / "b.safetensors").read_bytes()


def test_many_skips_what_there_is_no_time_for(nim_file, tmp_path):
    (tmp_path / "c.json").write_text(json.dumps({"nets": [{"name": "a", "data": "nim.data"}]}))
    assert (
        main(["many", str(tmp_path / "c.json"), "--data", str(nim_file.parent), "--out", str(tmp_path), "--minutes", "-1"]) == 0
    )
    assert json.loads((tmp_path / "many.json").read_text()) == [{"name": "a", "skipped": "no time was left"}]


@pytest.mark.parametrize(
    "config, words",
    [
        ([], "nets"),
        ({"nets": [{"name": "a"}]}, "data"),
        ({"nets": [{"name": "a", "data": "x", "width": 3}]}, "unknown setting width"),
        ({"nets": [{"name": "a", "data": "x", "lam": [0.1, 7]}]}, "a-lam7: lam = 7"),
        ({"nets": [{"name": "a", "data": "x"}, {"name": "a", "data": "x"}]}, "two nets are called a"),
        ({"nets": ["a"]}, 'a net is an object, not "a"'),
        ({"nets": [], "defaults": 3}, '"defaults" is an object, not 3'),
        ({"nets": [{"name": 3, "data": "x"}]}, "a name is a text"),
        ({"nets": [{"name": "a/b", "data": "x"}]}, "a name is a text without /"),
        ({"nets": [{"name": "a", "data": 3}]}, "a: data are patterns of file names, not"),
        ({"nets": [{"name": "a", "data": "x", "hidden": 8.5}]}, "a: hidden = 8.5: wanted is a whole number"),
        ({"nets": [{"name": "a", "data": "x", "lam": True}]}, "a: lam = True: wanted is a number"),
        ({"nets": [{"name": "a", "data": "x", "quiet": 1}]}, "a: quiet = 1: wanted is true or false"),
        ({"nets": [{"name": "a", "data": "x", "rate": "fast"}]}, "a: rate = 'fast': wanted is a number"),
        ({"nets": [{"name": "a", "data": "x", "lam": []}]}, "a: lam has no value"),
    ],
)
def test_a_list_that_is_wrong_is_one_line(config, words):
    with pytest.raises(ConfigError, match=words):
        tasks(config)


def test_many_of_which_none_was_made_is_no_success(tmp_path, capsys):
    (tmp_path / "c.json").write_text(json.dumps({"nets": [{"name": "a", "data": "none"}, {"name": "b", "data": "none"}]}))
    assert main(["many", str(tmp_path / "c.json"), "--out", str(tmp_path)]) == 1
    assert "there is no file none" in capsys.readouterr().err


def test_a_net_of_quiet_positions_is_written(nim_file, tmp_path):
    assert main(["train", str(nim_file), "--out", str(tmp_path / "quiet"), "--quiet", *QUICK]) == 0
    losses = json.loads(netfile.read(tmp_path / "quiet.safetensors")[1]["training"])["losses"]
    assert abs(losses["net"] - losses["net, quiet positions"]) > 1e-3, "or this would prove nothing"


def test_a_name_with_a_dot_stays_whole(nim_file, tmp_path):
    assert main(["train", str(nim_file), "--out", str(tmp_path / "v1.2"), *QUICK]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"v1.2.safetensors", "v1.2.md", "v1.2.csv"}
    (tmp_path / "m.json").write_text(json.dumps({"games": 2, "algorithms": [{"name": "n", "share": 1, "low": 0, "high": 1}]}))
    assert main(["card", str(tmp_path / "v1.2"), "--match", str(tmp_path / "m.json"), "--against", "a", "--at", "b"]) == 0


def test_a_card_tells_settings_with_all_their_digits():
    training = {"settings": {"rate": 0.012345678901, "hidden": 8, "quiet": False}, "sources": []}
    (line,) = card.commands("a", {}, training)
    assert line.endswith("--rate 0.012345678901 --hidden 8 --no-quiet")


def test_wrong_words_are_one_line_and_exit_code_two(net, nim_file, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    (tmp_path / "c.json").write_text('{"nets": []}')
    (tmp_path / "folder.safetensors").mkdir()
    for words in (
        ["train", str(nim_file), "--out", str(tmp_path / "file" / "x")],
        ["train", str(nim_file), "--out", str(tmp_path / "folder")],
        ["train", str(nim_file), "--out", str(tmp_path / "x"), "--hidden", "513"],
        ["many", str(tmp_path / "c.json"), "--out", str(tmp_path / "file" / "x")],
        ["evaluate", str(net), str(nim_file), "--held-out", "-1"],
        ["info", str(tmp_path / "none")],
        ["many", str(tmp_path / "none.json"), "--out", str(tmp_path)],
        ["evaluate", str(tmp_path / "none"), "x"],
        ["train", str(tmp_path / "none"), "--out", "x", "--lam", "3"],
        ["card", "x", "--match", str(tmp_path / "none"), "--against", "a", "--at", "b"],
    ):
        assert main(words) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and error.strip()


def test_info_counts_games_and_positions(nim_file, capsys):
    assert main(["info", str(nim_file)]) == 0
    assert "2,000 games" in capsys.readouterr().out
