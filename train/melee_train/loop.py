"""Rounds of self-play, training and matches: a net that beats the one before takes its place and plays the next data.

Everything lies in one folder. `loop.json` says which steps are done; a step that was broken off is begun again, and both
`melee learn data` and `melee match` go on where their file ends. So the same command goes on after any kind of end.
A net is accepted when a sequential test says that it beats the last accepted one or, as long as there is none, the hand-made
evaluation; the other match is played all the same and told.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from . import card
from .netfile import write_whole
from .trainer import Settings


class LoopError(ValueError):
    """A step that did not end well, in one line."""


@dataclass(frozen=True)
class Plan:
    """What a loop depends on; it may be gone on with only under the same plan."""

    game: str
    players: int
    options: str
    """of the game, as on the command line: --size 5x4"""
    algo: str
    """the search, without an evaluation"""
    games: int
    """of self-play in each round"""
    nodes: int
    """a move of self-play"""
    limit: str
    """of a move in a match: 1000 (nodes), 100ms, d4"""
    until: str
    """the difference of shares that the sequential test looks for"""
    most_games: int
    """of a match"""
    random_plies: int
    """before the games of a match, so that they differ"""
    window: int
    """train on the data of so many rounds, the last ones"""
    settings: Settings

    def __post_init__(self):
        if self.window < 1:
            raise LoopError(f"window = {self.window}: a net is trained on the data of at least one round")

    def with_net(self, net: Path | None) -> str:
        """The search with a net as evaluation, or with its own."""
        if net is None:
            return self.algo
        return f"{self.algo}{',' if ':' in self.algo else ':'}eval=net:{net}"


class Loop:
    """A loop in its folder. `train` makes a net from files: (data, NAME.safetensors, settings)."""

    def __init__(self, melee: list[str], folder: Path, plan: Plan, train: Callable[[list[Path], Path, Settings], None]):
        self.melee, self.folder, self.plan, self.train = melee, folder, plan, train
        self.state_path = folder / "loop.json"
        # As JSON has it, to compare.
        told = json.loads(json.dumps(asdict(plan)))
        self.state = {"plan": told, "rounds": []}
        if self.state_path.exists():
            try:
                self.state = json.loads(self.state_path.read_text())
                begun = dict(self.state["plan"])
            except (ValueError, KeyError, TypeError, OSError) as error:
                raise LoopError(f"{self.state_path}: no state of a loop ({error!r})") from None
            if begun != told:
                # One of the two may have been begun with another version, which knows more or less.
                other = next(key for key in told | begun if key not in told or key not in begun or begun[key] != told[key])
                raise LoopError(f"{folder} was begun with another {other}: {begun.get(other)}; take another folder")

    def champion(self) -> Path | None:
        """The last accepted net."""
        accepted = [r["round"] for r in self.state["rounds"] if r.get("accepted")]
        return self.net(accepted[-1]) if accepted else None

    def data(self, number: int) -> Path:
        return self.folder / f"round-{number}.data"

    def net(self, number: int) -> Path:
        return self.folder / f"round-{number}.safetensors"

    def run(self, rounds: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, rounds + 1):
            if number > len(self.state["rounds"]):
                self.state["rounds"].append({"round": number})
            done = self.state["rounds"][number - 1]
            if "accepted" not in done:
                self.round(number, done)
        print(f"after {rounds} rounds: {self.champion() or 'the hand-made evaluation'}")

    def round(self, number: int, done: dict) -> None:
        champion = self.champion()
        if "data" not in done:
            self.self_play(number, champion)
            self.mark(done, "data", self.data(number).name)
        if "net" not in done:
            first = max(1, number - self.plan.window + 1)
            self.train([self.data(n) for n in range(first, number + 1)], self.net(number), self.plan.settings)
            self.mark(done, "net", self.net(number).name)
        for name, opponent in [("hand", None)] + ([("last", champion)] if champion else []):
            if name not in done:
                self.mark(done, name, self.match(number, name, opponent))
        decisive = done["last" if champion else "hand"]
        self.mark(done, "accepted", decisive["verdict"] == "yes")
        print(f"round {number}: {'accepted' if done['accepted'] else 'not accepted'}", flush=True)

    def mark(self, done: dict, step: str, value) -> None:
        done[step] = value
        write_whole(self.state_path, json.dumps(self.state, indent=1) + "\n")

    def game_words(self) -> list[str]:
        return [self.plan.game, "--players", str(self.plan.players), *shlex.split(self.plan.options)]

    def call(self, words: list[str], fine: tuple[int, ...]) -> str:
        command = [*self.melee, *words]
        print("$", shlex.join(command), flush=True)
        try:
            ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        except OSError as error:
            raise LoopError(f"{command[0]}: {error.strerror}") from None
        if ended.returncode == 130:
            raise KeyboardInterrupt
        if ended.returncode not in fine:
            raise LoopError(f"`{shlex.join(command)}` ended with {ended.returncode}")
        return ended.stdout

    def self_play(self, number: int, champion: Path | None) -> None:
        plan = self.plan
        words = ["learn", "data", *self.game_words(), "--games", plan.games, "--nodes", plan.nodes]
        # Another seed every round, or they would play the same games.
        words += ["--seed", plan.settings.seed * 1000 + number, "--out", self.data(number)]
        if champion:
            # The evaluation by hand stays in the game: who has only ever met himself forgets how others err.
            words += ["--seat", plan.with_net(champion), "--seat", plan.algo]
        self.call([str(word) for word in words], fine=(0,))

    def match(self, number: int, name: str, opponent: Path | None) -> dict:
        """Plays the net of a round; its share and the verdict of the test. The exit code is 1 if it is not better."""
        plan, store = self.plan, self.folder / f"round-{number}-{name}.db"
        net, other = (f"{plan.with_net(who)}@{plan.limit}" for who in (self.net(number), opponent))
        words = ["match", *self.game_words(), "--algo", net, "--algo", other, "--until", plan.until]
        words += ["--games", str(plan.most_games), "--random-plies", str(plan.random_plies), "--seed", str(number)]
        words += ["--out", str(store), "--json"]
        try:
            result = json.loads(self.call(words, fine=(0, 1)))
            first = result["algorithms"][0]
            found = {"verdict": result["verdict"], "games": result["games"]} | {k: first[k] for k in ("share", "low", "high")}
            row = card.match_row(result, opponent.stem if opponent else plan.algo, plan.limit)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            if isinstance(error, LoopError):
                raise
            raise LoopError(f"what the match of round {number} printed cannot be read: {error!r}") from None
        card.add_row(self.net(number).with_suffix(".md"), row)
        print(
            f"round {number} against {name}: {found['share']:.1%} of {found['games']} games, better: {found['verdict']}",
            flush=True,
        )
        return found
