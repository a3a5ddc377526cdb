"""The card of a net: data, settings, losses beside the baselines, commands, curve, matches. Made from what the net's file
says about itself; results of matches are added as they come."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from .integer import IntegerNet
from .netfile import NetError, write_whole

MATCHES = "## Matches\n"
NONE_YET = "None yet.\n"
TABLE = "| against | who | share | 95 % | games | at |\n|---|---|---|---|---|---|\n"


def text(name: str, net: IntegerNet, metadata: dict[str, str], size: int) -> str:
    training = json.loads(metadata["training"])
    features, hidden, middle, players = net.sizes
    board = f" ({metadata['options']})" if metadata.get("options") else ""
    lines = [
        f"# {name}",
        "",
        f"An evaluation of {metadata['game']}{board} for {players} players: {features} inputs `{metadata['inputs']}`, "
        + f"{hidden} and {middle} hidden units, {players} shares; {size:,} bytes.",
        "",
        "## Losses",
        "",
        "Mean cross entropy against the results of games that were not trained on, in nats; the net in its integers.",
        "",
        "| | loss |",
        "|---|---|",
        *(f"| {what} | {loss:.4f} |" for what, loss in training["losses"].items() if not what.startswith("positions")),
        "",
        f"{training['positions']['train']:,} positions to train on, {training['positions']['valid']:,} to validate"
        + f", {training['symmetries']} symmetries besides the identity."
        + (" The training was cut short by the clock." if training["cut"] else ""),
        "",
        "## Data",
        "",
        "| file | games | positions | seed | nodes a move |",
        "|---|---|---|---|---|",
        *(f"| {s['file']} | {s['games']:,} | {s['positions']:,} | {s['seed']} | {s['nodes']:,} |" for s in training["sources"]),
        "",
        "## Commands",
        "",
        "```sh",
        *commands(name, metadata, training),
        "```",
        "",
        f"Seed {metadata['seed']}, commit {metadata['commit']}.",
        "",
        "## Curve",
        "",
        f"Validation is by the rounded net; epoch {training['best']} was kept.",
        "",
        "| epoch | rounding | training | validation |",
        "|---|---|---|---|",
        *(f"| {e} | {'yes' if r else 'no'} | {t:.4f} | {v:.4f} |" for e, r, t, v in thinned(training["curve"], training["best"])),
        "",
        MATCHES.rstrip(),
        "",
        NONE_YET.rstrip(),
    ]
    return "\n".join(lines) + "\n"


def thinned(curve: list, best: int, most: int = 12) -> list:
    """At most about so many lines of the curve, the first, the best and the last among them."""
    every = -(-len(curve) // most)
    return [row for i, row in enumerate(curve) if i % every == 0 or row[0] == best or i + 1 == len(curve)]


def data_command(game: str, players: str, source: dict) -> list[str]:
    """The words that `melee learn data` was called with."""
    options = {"players": players} | source["options"]
    words = ["melee", "learn", "data", game, *(word for name, value in options.items() for word in (f"--{name}", value))]
    words += ["--games", source["games"], "--nodes", source["nodes"], "--seed", source["seed"]]
    for name, value in source["self_play"].items():
        if name.endswith("_permille"):
            name, value = name.removesuffix("_permille"), f"{value / 10:g}%"
        words += ["--" + name.replace("_", "-"), value]
    for seat in source["algorithm"].split():
        words += ["--seat", seat]
    return [str(word) for word in [*words, "--out", source["file"]]]


def commands(name: str, metadata: dict[str, str], training: dict) -> list[str]:
    lines = [shlex.join(data_command(metadata["game"], metadata["players"], source)) for source in training["sources"]]
    train = ["python3", "-m", "melee_train", "train", *(s["file"] for s in training["sources"]), "--out", f"{name}.safetensors"]
    for key, value in training["settings"].items():
        flag = "--" + key.replace("_", "-")
        if isinstance(value, bool):
            train.append(flag if value else f"--no-{flag[2:]}")
        else:
            # With all of its digits, as `repr` has them: the command makes the same net again.
            train += [flag, repr(value)]
    lines.append(shlex.join(train))
    return lines


def match_row(result: dict, against: str, at: str) -> str:
    """A row of the table from what `melee match --json` prints; the net is the first algorithm."""
    first = result["algorithms"][0]
    share, low, high = (100 * first[key] for key in ("share", "low", "high"))
    return f"| {against} | {first['name']} | {share:.1f} % | {low:.1f}-{high:.1f} | {result['games']:,} | {at} |\n"


def add_row(path: Path, row: str) -> None:
    """Adds a row to the matches of a card, once."""
    path = Path(path)
    try:
        card = path.read_text()
    except OSError as error:
        raise NetError(f"{path}: {error.strerror}") from None
    if MATCHES not in card:
        raise NetError(f"{path}: there is no line {MATCHES.strip()!r}, so it is no card of a net")
    if row in card:
        return
    write_whole(path, card.replace(NONE_YET, TABLE).rstrip("\n") + "\n" + row)
