"""Several nets in one process, for a machine with little time: each is written as soon as it is ready, the last ends at most
about an epoch after the minutes are over, and positions that several nets are trained on are read once.

The list is a JSON object: `nets`, each with a `name`, the `data` (patterns of file names) and settings of the training, and
`defaults` for all of them. A setting that is a list stands for a net with each of its values."""

from __future__ import annotations

import io
import itertools
import json
import sys
import tarfile
import time
import traceback
from dataclasses import dataclass, fields
from pathlib import Path

from . import data, export, trainer
from .netfile import write_whole
from .trainer import Settings

KNOWN = {setting.name: setting.type for setting in fields(Settings)}


class ConfigError(ValueError):
    """A list of nets that cannot be read, in one line."""


@dataclass(frozen=True)
class Task:
    name: str
    patterns: tuple[str, ...]
    settings: Settings


def tasks(config: dict) -> list[Task]:
    """The nets of a list, settings with several values multiplied out."""
    if not isinstance(config, dict) or not isinstance(config.get("nets"), list):
        raise ConfigError('a list of nets is an object with "nets", a list')
    defaults = config.get("defaults", {})
    if not isinstance(defaults, dict):
        raise ConfigError(f'"defaults" is an object, not {json.dumps(defaults)}')
    found = []
    for net in config["nets"]:
        if not isinstance(net, dict):
            raise ConfigError(f"a net is an object, not {json.dumps(net)}")
        net = {**defaults, **net}
        name, patterns = net.pop("name", None), net.pop("data", None)
        if not name or not patterns:
            raise ConfigError(f"a net needs a name and data: {json.dumps(net)}")
        if not isinstance(name, str) or "/" in name:
            raise ConfigError(f"a name is a text without /, not {json.dumps(name)}")
        patterns = [patterns] if isinstance(patterns, str) else patterns
        if not isinstance(patterns, list) or not all(isinstance(pattern, str) for pattern in patterns):
            raise ConfigError(f"{name}: data are patterns of file names, not {json.dumps(patterns)}")
        if unknown := set(net) - set(KNOWN):
            raise ConfigError(f"{name}: unknown setting {min(unknown)}; there are {', '.join(KNOWN)}")
        choices = {key: value if isinstance(value, list) else [value] for key, value in net.items()}
        if empty := [key for key, values in choices.items() if not values]:
            raise ConfigError(f"{name}: {empty[0]} has no value")
        several = [key for key, values in choices.items() if len(values) > 1]
        for values in itertools.product(*choices.values()):
            chosen = dict(zip(choices, values))
            full = "-".join([name, *(f"{key}{chosen[key]}" for key in several)])
            try:
                settings = Settings(**chosen)
            except (TypeError, ValueError) as error:
                raise ConfigError(f"{full}: {error}") from None
            found.append(Task(full, tuple(patterns), settings))
    names = [task.name for task in found]
    if doubles := sorted({name for name in names if names.count(name) > 1}):
        raise ConfigError(f"two nets are called {doubles[0]}")
    return found


class Positions:
    """Positions on the device, those of the last net kept: nets on the same data best stand together in the list."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.key = self.held = None

    def get(self, task: Task):
        paths = sorted({path for pattern in task.patterns for path in self.folder.glob(pattern)})
        if not paths:
            raise data.DataError(f"{self.folder}: there is no file {' or '.join(task.patterns)}")
        key = (tuple(paths), task.settings.held_out)
        if key != self.key:
            # First forgotten, then read: two sets might not fit.
            self.key = self.held = None
            started = time.monotonic()
            header, positions, sources = data.read(paths, task.settings.held_out)
            self.key, self.held = key, (trainer.OnDevice(header, positions), sources)
            print(
                f"{len(positions):,} positions of {data.describe(header)} read in {time.monotonic() - started:.1f} s", flush=True
            )
        return self.held


def append(path: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(path, "a") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))


def run(config: Path, folder: Path, out: Path, minutes: float, tar: bool, commit: str) -> list[dict]:
    """Trains the nets of a list; a summary of all, `many.json`, grows with them. One that fails does not stop the others."""
    until = time.monotonic() + 60 * minutes
    try:
        todo = tasks(json.loads(config.read_text()))
    except OSError as error:
        raise ConfigError(f"{config}: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise ConfigError(f"{config}: {error}") from None
    out.mkdir(parents=True, exist_ok=True)
    positions, summary = Positions(folder), []
    for task in todo:
        line: dict = {"name": task.name}
        if time.monotonic() > until:
            line["skipped"] = "no time was left"
        else:
            try:
                on_device, sources = positions.get(task)
                trained = trainer.train(on_device, task.settings, until)
                made, training = export.files(task.name, on_device, sources, task.settings, trained, commit)
                if tar:
                    append(out / "nets.tar", made)
                else:
                    export.write(out, made)
                line |= {
                    "seconds": round(trained.seconds, 1),
                    "best": training["best"],
                    "cut": trained.cut,
                    "losses": training["losses"],
                }
                print(export.one_line(task.name, on_device, trained), flush=True)
            except (data.DataError, trainer.TrainError) as error:
                line["failed"] = str(error)
                print(f"{task.name}: {error}", file=sys.stderr, flush=True)
            except RuntimeError as error:  # JAX's; a device out of memory, say: the other nets are worth having
                line["failed"] = repr(error)
                traceback.print_exc()
        summary.append(line)
        write_whole(out / "many.json", json.dumps(summary, indent=1) + "\n")
    return summary
