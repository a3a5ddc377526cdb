"""The commands: python3 -m melee_train COMMAND --help."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

# Before JAX is imported. A graphics card would otherwise try several ways to multiply and take the fastest at the
# moment, and not each adds up in the same order.
os.environ["XLA_FLAGS"] = f"--xla_gpu_deterministic_ops=true {os.environ.get('XLA_FLAGS', '')}".strip()

from . import card, data, netfile

SMALL_SEARCH = "pvs:best,tt=deep/1MiB"
"""A table that is quickly cleared for the next game."""


def commit() -> str:
    """Of the checkout this file is in, or unknown."""
    try:
        asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def add_settings(parser: argparse.ArgumentParser) -> None:
    from .trainer import Settings

    for setting in fields(Settings):
        flag = "--" + setting.name.replace("_", "-")
        if setting.type == "bool":
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=setting.default)
        else:
            kind = {"int": int, "float": float}[setting.type]
            parser.add_argument(flag, type=kind, default=setting.default, help=f"default {setting.default}")


def settings_of(args: argparse.Namespace):
    from .trainer import Settings

    return Settings(**{setting.name: getattr(args, setting.name) for setting in fields(Settings)})


def info(args) -> None:
    header, positions, sources = data.read(args.files)
    print(f"{data.describe(header)}, {len(header.symmetries)} symmetries besides the identity")
    for s in sources:
        print(f"{s.name}: {s.games:,} games, {s.positions:,} positions, seed {s.header.seed}, {s.header.nodes:,} nodes a move")
    if len(positions):
        valued = positions.value == positions.value
        print(
            f"most active inputs {positions.most_active()}, quiet {positions.quiet.mean():.1%}, with a search value {valued.mean():.1%}"
        )
        print("mean result from the mover on: " + ", ".join(f"{x:.3f}" for x in positions.result.mean(axis=0)))


def train(args) -> None:
    train_one(args.files, netfile.with_suffix(args.out), settings_of(args))


def train_one(files: list, out: Path, settings) -> None:
    from . import export, trainer

    # What cannot be written is said before the training, not after it.
    out.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(out.parent, os.W_OK) or out.is_dir():
        raise netfile.NetError(f"{out}: cannot be written")
    header, positions, sources = data.read(files, settings.held_out)
    on_device = trainer.OnDevice(header, positions)
    print(f"{data.describe(header)}: {len(on_device.train):,} positions to train on, {len(on_device.valid):,} to validate")

    def say(e):
        print(
            f"epoch {e.epoch:3} {'rounded' if e.rounding else '       '} training {e.train:.4f} validation {e.valid:.4f}",
            flush=True,
        )

    trained = trainer.train(on_device, settings, say=say)
    made, training = export.files(out.stem, on_device, sources, settings, trained, commit())
    export.write(out.parent, made)
    print(export.one_line(out.stem, on_device, trained))
    for what, loss in training["losses"].items():
        print(f"  {what:52} {loss:.4f}")


def evaluate(args) -> None:
    from . import export, trainer
    from .integer import shares

    net, metadata = netfile.read(args.net)
    header, positions, _ = data.read(args.files, args.held_out)
    if (header.game, str(header.players), header.inputs) != tuple(metadata[k] for k in ("game", "players", "inputs")):
        raise netfile.NetError(f"{args.net}: the net is for {metadata['inputs']}, the data are {data.describe(header)}")
    if args.positions:
        # One line a position, to compare with other programs: the active inputs, the logits, the shares in millionths.
        rows = data.unpack(positions.bits[: args.positions], header.features)
        logits = net.logits(rows, positions.by_hand[: args.positions])
        for row, hand, logit, share in zip(rows, positions.by_hand, logits, shares(logits)):
            numbers = {"inputs": row.nonzero()[0], "by_hand": hand, "logits": logit, "shares": share}
            print(json.dumps({name: values.tolist() for name, values in numbers.items()}))
        return
    on_device = trainer.OnDevice(header, positions)
    losses = export.integer_losses(net, on_device) | export.baselines(on_device.train, on_device.valid)
    for what, loss in losses.items():
        print(f"{what:52} {loss:.4f}")


def add_match(args) -> None:
    try:
        result = json.loads(Path(args.match).read_text())
        row = card.match_row(result, args.against, args.at)
    except OSError as error:
        raise netfile.NetError(f"{args.match}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise netfile.NetError(f"{args.match}: not what `melee match --json` prints") from None
    card.add_row(netfile.with_suffix(args.net).with_suffix(".md"), row)


def many(args) -> int:
    """A list of which some nets failed has done its work; one of which all did has not."""
    from .many import run

    summary = run(Path(args.config), Path(args.data), Path(args.out), args.minutes, args.tar, commit())
    return int(any("failed" in line for line in summary) and not any("losses" in line for line in summary))


def loop(args) -> None:
    from .loop import Loop, Plan

    plan = Plan(
        game=args.game,
        players=args.players,
        options=args.options,
        algo=args.algo or (SMALL_SEARCH if args.players == 2 else SMALL_SEARCH.replace("pvs", "brs+")),
        games=args.games,
        nodes=args.nodes,
        limit=args.limit,
        until=args.until,
        most_games=args.most_games,
        random_plies=args.random_plies,
        window=args.window,
        settings=settings_of(args),
    )
    Loop(shlex.split(args.melee), Path(args.dir), plan, train_one).run(args.rounds)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="melee_train", description="Trains the networks that Melee evaluates positions with.")
    commands = top.add_subparsers(dest="command", required=True)

    def command(name, run, words):
        found = commands.add_parser(name, help=words, description=words)
        found.set_defaults(run=run)
        return found

    p = command("info", info, "what files of positions hold")
    p.add_argument("files", nargs="+")

    p = command("train", train, "train one net")
    p.add_argument("files", nargs="+", help="what `melee learn data` has written")
    p.add_argument("--out", required=True, help="NAME.safetensors; NAME.md and NAME.csv are written beside it")
    add_settings(p)

    p = command("evaluate", evaluate, "losses of a net on positions it may never have seen, or its output for each")
    p.add_argument("net")
    p.add_argument("files", nargs="+")
    p.add_argument("--held-out", type=float, default=0.1)
    p.add_argument("--positions", type=int, default=0, help="print inputs, logits and shares of so many positions instead")

    p = command("card", add_match, "add the result of a match to the card of a net, which was the first algorithm")
    p.add_argument("net")
    p.add_argument("--match", required=True, help="what `melee match --json` has printed")
    p.add_argument("--against", required=True, help="the opponent in words")
    p.add_argument("--at", required=True, help="the limit of a move in words")

    p = command("many", many, "train all nets of a list in one go")
    p.add_argument("config", help="the list as JSON: docs/learning.md")
    p.add_argument("--data", default=".", help="the folder of the files of positions")
    p.add_argument("--out", required=True, help="a folder")
    p.add_argument("--minutes", type=float, default=float("inf"), help="be ready after so long, with what there is")
    p.add_argument("--tar", action="store_true", help="one growing file nets.tar instead of three files a net")

    p = command("loop", loop, "self-play, training and matches in rounds; the same command goes on where it ended")
    p.add_argument("game")
    p.add_argument("--dir", required=True, help="the folder of this loop")
    p.add_argument("--melee", default="melee", help="the program (default melee)")
    p.add_argument("--players", type=int, default=2)
    p.add_argument("--options", default="", help='options of the game in one word: --options "--size 5x4"')
    p.add_argument("--algo", help=f"the search of matches and of self-play with a net (default {SMALL_SEARCH} or brs+ like it)")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--games", type=int, default=10_000, help="of self-play in a round (default 10000)")
    p.add_argument("--nodes", type=int, default=1000, help="a move of self-play (default 1000)")
    p.add_argument("--limit", default="100ms", help="a move of a match (default 100ms)")
    p.add_argument("--until", default="5%", help="the difference of shares that is looked for (default 5%%)")
    p.add_argument("--most-games", type=int, default=2000, help="of a match (default 2000)")
    p.add_argument("--random-plies", type=int, default=6, help="before the games of a match (default 6)")
    p.add_argument("--window", type=int, default=3, help="train on the data of so many rounds (default 3)")
    add_settings(p)
    return top


def main(words: list[str] | None = None) -> int:
    args = parser().parse_args(words)
    try:
        return args.run(args) or 0
    except (data.DataError, netfile.NetError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
