"""The reader of `melee learn data`: positions as bits, with the result of their game and the value of the search.

A file is a line of JSON and then chunks, each of which is compressed for itself (docs/learning.md has the layout byte by
byte). Records differ in length, so their beginnings are found one by one; everything else is done to all records of a
chunk at once. Inputs are kept as bits, eight to a byte: that is how a graphics card takes them whole.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FORMAT = "melee-data-2"
CHUNK_HEAD = struct.Struct("<IIIQ")
RECORD_HEAD = 12
"""Bytes of a record before the results and the scores made by hand: game, ply, flags, players, value."""
QUIET = 1
RESULT_UNIT = 60_000
VALUE_UNIT = 1_000_000
LONGEST_HEADER = 1 << 26
SELF_PLAY = ("games_a_board", "random_plies", "blunders_permille", "keep_permille", "ply_cap")


class DataError(Exception):
    """A file of positions that is none, in one line that names the file."""


@dataclass(frozen=True)
class Header:
    """What all positions of a file have in common."""

    game: str
    players: int
    options: dict[str, str]
    """those of the game, by name"""
    inputs: str
    features: int
    symmetries: np.ndarray
    """(S, F): input `i` of a position is input `p[i]` of its image; without the identity."""
    seed: int
    nodes: int
    algorithm: str
    """who sat at the board, separated by spaces"""
    self_play: dict[str, int]
    """the other settings of `melee learn data`"""

    @staticmethod
    def from_json(text: bytes | str, name: str) -> Header:
        try:
            head = json.loads(text)
            if head["format"] != FORMAT:
                raise DataError(f"{name}: the format is {head['format']!r}, not {FORMAT!r}")
            features, players = int(head["features"]), int(head["players"])
            symmetries = np.array(head.get("symmetries", []), np.int32).reshape(-1, features)
            found = Header(
                game=str(head["game"]),
                players=players,
                options={name: str(value) for name, value in sorted((head.get("options") or {}).items())},
                inputs=str(head["inputs"]),
                features=features,
                symmetries=symmetries,
                seed=int(head.get("seed", 0)),
                nodes=int(head.get("nodes") or 0),
                algorithm=str(head.get("algorithm", "")),
                self_play={name: int(head[name]) for name in SELF_PLAY if name in head},
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{name}: the first line is no header of positions ({error!r})") from None
        if not 2 <= players <= 8 or features < 1:
            raise DataError(f"{name}: {players} players and {features} inputs cannot be")
        if not (np.sort(symmetries, axis=1) == np.arange(features)).all():
            raise DataError(f"{name}: a symmetry of the header is no permutation of the {features} inputs")
        return found

    def kind(self) -> tuple:
        """What files must share to be trained on together. Boards may differ as long as their inputs are the same."""
        return self.game, self.players, self.inputs, self.features, self.symmetries.tobytes()


@dataclass(frozen=True)
class Positions:
    """Positions as columns; row `i` of each is the same position."""

    game: np.ndarray
    """u32, the number of the game within its file"""
    ply: np.ndarray
    quiet: np.ndarray
    value: np.ndarray
    """f32, the mover's share by the search, NaN where there is none"""
    result: np.ndarray
    """(N, n) f32, the points of each player from the mover on"""
    by_hand: np.ndarray
    """(N, n) i32, the scores of the evaluation made by hand, from the mover on"""
    bits: np.ndarray
    """(N, ceil(F/8)) u8, input `i` is bit `i % 8` of byte `i // 8`"""
    held_out: np.ndarray
    """whether the position's game is for validation alone"""

    def __len__(self) -> int:
        return len(self.game)

    def where(self, mask: np.ndarray) -> Positions:
        return Positions(*(column[mask] for column in vars(self).values()))

    def most_active(self) -> int:
        return int(np.bitwise_count(self.bits).sum(axis=1, dtype=np.int64).max(initial=0))


@dataclass(frozen=True)
class Source:
    """One file, for the card of the net."""

    name: str
    header: Header
    games: int
    """up to the last with a position; one may have none, being over before the searches took over"""
    positions: int


def read(paths: list[Path | str], held_out: float = 0.1) -> tuple[Header, Positions, list[Source]]:
    """All positions of several files of one kind, a part of the games held out for validation."""
    if not paths:
        raise DataError("no file of positions was given")
    if not 0 <= held_out <= 1:
        raise DataError(f"{held_out} of the games held out: wanted is a part from 0 to 1")
    chunks, sources = [], []
    for path in sorted(map(Path, paths), key=lambda path: path.name):
        header, found = _read_file(path, held_out)
        if sources and header.kind() != sources[0].header.kind():
            raise DataError(f"{path}: {describe(header)} do not go with {describe(sources[0].header)} of {sources[0].name}")
        chunks += found
        games = max((int(columns[0].max()) + 1 for columns in found if len(columns[0])), default=0)
        sources.append(Source(path.name, header, games, sum(len(columns[0]) for columns in found)))
    return sources[0].header, Positions(*(np.concatenate(column) for column in zip(*chunks))), sources


def describe(header: Header) -> str:
    return f"{header.features} inputs {header.inputs} of {header.game} for {header.players}"


def hold_out(game: np.ndarray, seed: int, part: float) -> np.ndarray:
    """Which games are for validation: by a hash of file's seed and number, so that more games of the same file or
    another order of files move no game to the other side."""
    with np.errstate(over="ignore"):
        x = game.astype(np.uint64) + np.uint64(seed & (2**64 - 1)) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
    return (x >> np.uint64(33)) < np.uint64(int(part * 2**31))


def _read_file(path: Path, held_out: float) -> tuple[Header, list[list[np.ndarray]]]:
    try:
        with open(path, "rb") as file:
            header = Header.from_json(file.readline(LONGEST_HEADER), str(path))
            chunks = [_columns(body, count, header, path) for body, count in _chunks(file, path)]
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    chunks = chunks or [_columns(b"", 0, header, path)]
    for columns in chunks:
        # Games on one board are alike, too: where there are several, whole boards are held out.
        columns.append(hold_out(columns[0] // header.self_play.get("games_a_board", 1), header.seed, held_out))
    return header, chunks


def _chunks(file, path: Path):
    while head := file.read(CHUNK_HEAD.size):
        at = file.tell() - len(head)
        body = b""
        if len(head) == CHUNK_HEAD.size:
            packed, size, count, _hash = CHUNK_HEAD.unpack(head)
            body = file.read(packed)
        if len(head) < CHUNK_HEAD.size or len(body) < packed:
            raise DataError(f"{path}: the chunk at byte {at} is cut short; `melee learn data` with the same words mends it")
        try:
            unpacked = zlib.decompress(body)
        except zlib.error as error:
            raise DataError(f"{path}: the chunk at byte {at} is damaged ({error})") from None
        if len(unpacked) != size:
            raise DataError(f"{path}: the chunk at byte {at} has {len(unpacked)} bytes where {size} are announced")
        yield unpacked, count


def _columns(body: bytes, count: int, header: Header, path: Path) -> list[np.ndarray]:
    """The records of a chunk as columns, in the order of `Positions`."""
    players, features = header.players, header.features
    scores = RECORD_HEAD + 2 * players
    fixed = scores + 4 * players + 2
    starts, ends = _boundaries(body, fixed)
    if len(starts) != count or (count and ends[-1] != len(body)):
        raise DataError(f"{path}: a chunk of {count} positions reads as {len(starts)}")
    raw = np.frombuffer(body, np.uint8)
    heads = raw[starts[:, None] + np.arange(fixed)]
    if not (heads[:, 7] == players).all():
        raise DataError(f"{path}: a position has another number of players than the {players} of the header")

    def field(first: int, last: int, kind: str) -> np.ndarray:
        return np.ascontiguousarray(heads[:, first:last]).view(kind)

    value = field(8, 12, "<i4")[:, 0].astype(np.float32) / VALUE_UNIT
    value[value < 0] = np.nan
    result = field(RECORD_HEAD, scores, "<u2").astype(np.float32)
    result /= np.maximum(result.sum(axis=1, keepdims=True), 1)
    row, index = _inputs(raw, starts + fixed, ends)
    if len(index) and index.max() >= features:
        raise DataError(f"{path}: input {index.max()} of {features}")
    return [
        field(0, 4, "<u4")[:, 0],
        field(4, 6, "<u2")[:, 0],
        heads[:, 6] & QUIET != 0,
        value,
        result,
        field(scores, fixed - 2, "<i4"),
        pack(row, index, count, features),
    ]


def _boundaries(body: bytes, fixed: int) -> tuple[np.ndarray, np.ndarray]:
    """Where each record begins and ends. A gap is one byte and another for each 255 in it, so the bytes of `c` gaps are
    `c` and as many more as there are 255s among them."""
    starts, ends = [], []
    at, size, count = 0, len(body), body.count
    while at + fixed <= size:
        starts.append(at)
        begin = at + fixed
        more = body[begin - 2] | body[begin - 1] << 8
        while more:
            end = begin + more
            more = count(b"\xff", begin, end)
            begin = end
        ends.append(begin)
        at = begin
    return np.array(starts, np.int64), np.array(ends, np.int64)


def _inputs(raw: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Row and index of every active input, from the bytes of the gaps."""
    sizes = ends - begins
    offsets = np.cumsum(sizes) - sizes
    row = np.repeat(np.arange(len(sizes)), sizes)
    gaps = raw[np.arange(len(row)) + np.repeat(begins - offsets, sizes)]
    total = np.cumsum(gaps, dtype=np.int64)
    before = np.concatenate(([0], total))[offsets]
    last = np.flatnonzero(gaps != 255)
    row = row[last]
    return row, total[last] - before[row]


def pack(row: np.ndarray, index: np.ndarray, count: int, features: int) -> np.ndarray:
    """Bits from inputs that ascend within a row, in time that depends on the active inputs alone."""
    width = (features + 7) // 8
    bits = np.zeros(count * width, np.uint8)
    byte = row * width + (index >> 3)
    if len(byte):
        begins = np.flatnonzero(np.diff(byte, prepend=-1))
        ones = np.left_shift(np.uint8(1), (index & 7).astype(np.uint8))
        bits[byte[begins]] = np.bitwise_or.reduceat(ones, begins)
    return bits.reshape(count, width)


def unpack(bits: np.ndarray, features: int) -> np.ndarray:
    """(N, F) u8 of zeros and ones."""
    return np.unpackbits(bits, axis=1, count=features, bitorder="little")
