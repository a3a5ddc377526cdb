"""The slow twins: a writer of positions and an integer network, both written from the documentation one value at a time."""

from __future__ import annotations

import json
import math
import struct
import zlib


def gaps(active: list[int]) -> bytes:
    out = bytearray()
    before = 0
    for index in active:
        gap, before = index - before, index
        while gap >= 255:
            out.append(255)
            gap -= 255
        out.append(gap)
    return bytes(out)


def record(
    game: int, ply: int, quiet: bool, value: int, result: list[int], active: list[int], by_hand: list[int] | None = None
) -> bytes:
    """One position; `value` in millionths or -1, `result` in 1/60000 and scores `by_hand` from the mover on."""
    head = struct.pack("<IHBBi", game, ply, int(quiet), len(result), value)
    n = len(result)
    return head + struct.pack(f"<{n}H{n}iH", *result, *(by_hand or [0] * n), len(active)) + gaps(active)


def write(path, header: dict, records: list[bytes], chunk: int = 1000) -> None:
    header = {"format": "melee-data-2", "options": {}, "symmetries": [], "seed": 1, "nodes": 1, "algorithm": "test"} | header
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        for first in range(0, len(records), chunk):
            part = records[first : first + chunk]
            body = b"".join(part)
            packed = zlib.compress(body)
            file.write(struct.pack("<IIIQ", len(packed), len(body), len(part), 0) + packed)


def clamp(x: int) -> int:
    return max(0, min(127, x))


def logits(net, active: list[int], by_hand: list[int]) -> list[int]:
    """The network in Python's own integers, which never overflow."""
    hidden = [int(x) for x in net.b1]
    for feature in active:
        for unit in range(len(hidden)):
            hidden[unit] += int(net.w1[feature][unit])
    hidden = [clamp(x) for x in hidden]
    middle = []
    for row, bias in zip(net.w2, net.b2):
        middle.append(clamp((int(bias) + sum(int(w) * a for w, a in zip(row, hidden))) >> 6))
    outputs = [int(bias) + sum(int(w) * a for w, a in zip(row, middle)) for row, bias in zip(net.w3, net.b3)]
    if net.hand is None:
        return outputs
    weight, most = outputs.pop(), 8 * 8128
    weight = max(0, min(most, weight))
    apart = [(len(by_hand) * score - sum(by_hand)) * int(net.hand[0]) // 4096 for score in by_hand]
    return [logit + max(-most, min(most, x)) * weight // 8192 for logit, x in zip(outputs, apart)]


def shares(logits: list[int]) -> list[int]:
    def exponential(distance: int) -> int:
        step = distance >> 7
        if step >= 1023:
            return 0
        here, there = (0 if k == 1024 else math.floor(2**30 * math.exp(-k * 128 / 8128) + 0.5) for k in (step, step + 1))
        return here - ((here - there) * (distance & 127) >> 7)

    parts = [exponential(max(logits) - x) for x in logits]
    return [1_000_000 * part // sum(parts) for part in parts]
