"""A trained net as files: NAME.safetensors with all that is known about its making, NAME.md (its card) and NAME.csv (the
curve). Nothing in the first depends on the clock, so the same data and seed give the same bytes on the same machine."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from . import card, netfile
from .baselines import baselines, cross_entropy, mover_and_rest
from .data import Source, describe, unpack
from .integer import SHARE, IntegerNet, losses, shares
from .trainer import OnDevice, Settings, Trained, TrainError

BLOCK = 8192
LOSS = "net"
QUIET_LOSS = "net, quiet positions"


def integer_losses(net: IntegerNet, data: OnDevice) -> dict[str, float]:
    """Losses on the validation games, by the integer network: of all positions, of the quiet ones, and of those that the
    search has valued, to compare with it: with more than two players also as it knows them, the mover against the rest."""
    valid = data.valid
    blocks = [slice(at, at + BLOCK) for at in range(0, len(valid), BLOCK)]
    logits = np.concatenate([net.logits(unpack(valid.bits[b], data.header.features), valid.by_hand[b]) for b in blocks])
    each, valued = losses(logits, valid.result), ~np.isnan(valid.value)
    parts = {
        LOSS: np.ones(len(valid), bool),
        QUIET_LOSS: valid.quiet,
        "net, where there is a search value": valued,
    }
    found = {name: float(each[mask].mean()) for name, mask in parts.items() if mask.any()}
    if valued.any() and data.header.players > 2:
        share = shares(logits[valued])[:, 0] / SHARE
        found["net, the mover against the rest"] = cross_entropy(*map(mover_and_rest, (share, valid.result[valued, 0])))
    return found


def metadata(data: OnDevice, sources: list[Source], settings: Settings, trained: Trained, commit: str) -> dict[str, str]:
    header = data.header
    training = {
        "settings": asdict(settings),
        "sources": [
            {
                "file": s.name,
                "games": s.games,
                "positions": s.positions,
                "seed": s.header.seed,
                "nodes": s.header.nodes,
                "algorithm": s.header.algorithm,
                "options": s.header.options,
                "self_play": s.header.self_play,
            }
            for s in sources
        ],
        "positions": {"train": len(data.train), "valid": len(data.valid)},
        "symmetries": len(header.symmetries),
        "losses": rounded(integer_losses(trained.net, data) | baselines(data.train, data.valid)),
        "best": trained.best.epoch,
        "cut": trained.cut,
        "curve": [[e.epoch, e.rounding, round(e.train, 5), round(e.valid, 5)] for e in trained.curve],
    }
    return {
        "game": header.game,
        "players": str(header.players),
        "options": " ".join(f"{name}={value}" for name, value in header.options.items() if name != "players"),
        "inputs": header.inputs,
        "features": str(header.features),
        "data": f"{sum(s.games for s in sources)} games, {sum(s.positions for s in sources)} positions",
        "seed": str(settings.seed),
        "commit": commit,
        "active": str(data.most_active),
        "training": json.dumps(training, separators=(",", ":")),
    }


def rounded(losses: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 5) for name, value in losses.items()}


def files(
    name: str, data: OnDevice, sources: list[Source], settings: Settings, trained: Trained, commit: str
) -> tuple[dict[str, bytes], dict]:
    """The files of a net by name, and what its file says about its training."""
    known = metadata(data, sources, settings, trained, commit)
    training = json.loads(known["training"])
    assert trained.net.largest_sum(data.most_active) <= 2**15 - 1, "the training clips the first layer"
    # Of the positions that the epoch was chosen by.
    loss = training["losses"][QUIET_LOSS if settings.quiet else LOSS]
    if abs(loss - trained.best.valid) > 1e-3:
        # The two are the same arithmetic, so something multiplies with fewer bits than the numbers have.
        raise TrainError(f"{name}: the device's loss is {trained.best.valid:.5f}, that of the integers {loss:.5f}")
    net = netfile.to_bytes(trained.net, known)
    made = {
        f"{name}.safetensors": net,
        f"{name}.md": card.text(name, trained.net, known, len(net)).encode(),
        f"{name}.csv": trained.curve_csv().encode(),
    }
    return made, training


def write(folder: Path, made: dict[str, bytes]) -> None:
    """The net last: whoever sees it finds its card."""
    for name in sorted(made, key=lambda name: name.endswith(".safetensors")):
        netfile.write_whole(Path(folder) / name, made[name])


def one_line(name: str, data: OnDevice, trained: Trained) -> str:
    return f"{name}: {describe(data.header)}, validation {trained.best.valid:.4f} at epoch {trained.best.epoch}, {trained.seconds:.1f} s"
