"""A net as a safetensors file: six or seven tensors and a table of texts. Written by hand, since the format is ten lines and then
nothing has to be installed; `safetensors` reads the files (a test says so)."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

import numpy as np

from .integer import IntegerNet

ALONE, BY_HAND = "melee-net-1", "melee-net-2"
"""Nets that stand alone, and those that build on the evaluation made by hand."""
PLANES = "U8"
"""Of the first weights, which stand as all their low bytes and then all their high ones: that packs to four fifths."""
NAMES = {np.dtype(np.int8): "I8", np.dtype(np.uint8): PLANES, np.dtype(np.int16): "I16", np.dtype(np.int32): "I32"}
LONGEST_HEADER = 1 << 20


def to_planes(numbers: np.ndarray) -> np.ndarray:
    """0, -1, 1, -2 as 0, 1, 2, 3, so that small numbers of either sign have a high byte of zero."""
    folded = ((numbers << 1) ^ (numbers >> 15)).astype(np.uint16)
    return np.stack([folded & 255, folded >> 8]).astype(np.uint8)


def from_planes(planes: np.ndarray) -> np.ndarray:
    low, high = planes.astype(np.int32)
    folded = high << 8 | low
    return (folded >> 1 ^ -(folded & 1)).astype(np.int16)


class NetError(Exception):
    """A file of a net that is none, in one line that names the file."""


def to_bytes(net: IntegerNet, metadata: dict[str, str]) -> bytes:
    header: dict = {"__metadata__": dict(sorted((metadata | {"format": ALONE if net.hand is None else BY_HAND}).items()))}
    body = b""
    # Wider types first, so that each tensor lies on a multiple of its element.
    for name in ("b2", "b3", *(["hand"] if net.hand is not None else []), "w1", "b1", "w2", "w3"):
        tensor = np.ascontiguousarray(getattr(net, name), dtype=IntegerNet.DTYPES[name])
        if name == "w1":
            tensor = to_planes(tensor)
        raw = tensor.astype(tensor.dtype.newbyteorder("<")).tobytes()
        header[name] = {
            "dtype": NAMES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [len(body), len(body) + len(raw)],
        }
        body += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + body


def from_bytes(raw: bytes, name: str) -> tuple[IntegerNet, dict[str, str]]:
    try:
        (size,) = struct.unpack_from("<Q", raw)
        if size > LONGEST_HEADER:
            raise ValueError("the header is too long")
        header = json.loads(raw[8 : 8 + size])
        metadata = header.pop("__metadata__")
        if metadata["format"] not in (ALONE, BY_HAND):
            raise ValueError(f"the format is {metadata['format']!r}, not {ALONE!r} or {BY_HAND!r}")
        tensors = {}
        for tensor, dtype in IntegerNet.DTYPES.items():
            if tensor == "hand" and metadata["format"] == ALONE:
                continue
            entry = header[tensor]
            in_planes = tensor == "w1" and entry["dtype"] == PLANES
            if not in_planes and entry["dtype"] != NAMES[np.dtype(dtype)]:
                raise ValueError(f"{tensor} is of type {entry['dtype']}")
            begin, end = entry["data_offsets"]
            part = raw[8 + size + begin : 8 + size + end]
            stored = np.dtype(np.uint8 if in_planes else dtype)
            numbers = np.frombuffer(part, stored.newbyteorder("<")).astype(stored).reshape(entry["shape"])
            tensors[tensor] = from_planes(numbers) if in_planes else numbers
        net = IntegerNet(**tensors)
        features, hidden, middle, players = net.sizes
        outputs = players + ("hand" in tensors)
        shapes = {
            "b1": (hidden,),
            "w2": (middle, hidden),
            "b2": (middle,),
            "w3": (outputs, middle),
            "b3": (outputs,),
            "hand": (1,),
        }
        for tensor, shape in shapes.items():
            if tensor in tensors and tensors[tensor].shape != shape:
                raise ValueError(f"{tensor} has the shape {tensors[tensor].shape} where {shape} would fit")
        if (metadata["features"], metadata["players"]) != (str(features), str(players)):
            raise ValueError("features and players of the header are not those of the tensors")
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NetError(f"{name}: no net of Melee: {error}") from None
    return net, metadata


SUFFIX = ".safetensors"


def with_suffix(path: Path | str) -> Path:
    """The file of a net that was named with or without its suffix; `v1.2` is a name like any other."""
    path = Path(path)
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def write_whole(path: Path, content: bytes | str) -> None:
    """A file that is there with all of its content or not at all, also when the program is killed."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(beside, path)


def write(path: Path, net: IntegerNet, metadata: dict[str, str]) -> None:
    write_whole(path, to_bytes(net, metadata))


def read(path: Path) -> tuple[IntegerNet, dict[str, str]]:
    try:
        return from_bytes(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise NetError(f"{path}: {error.strerror}") from None
