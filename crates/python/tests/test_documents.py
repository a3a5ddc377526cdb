"""What the documentation says runs: examples of docstrings and of the book, the notebook, the types."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import melee
import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parent.parent
BOOK = Path(os.environ.get("MELEE_BOOK", HERE.parent.parent / "docs" / "python.md"))
NOTEBOOK = HERE / "notebooks" / "tour.ipynb"


@pytest.mark.parametrize("name", ["melee", "melee.rules", "melee.matches", "melee.pettingzoo"])
def test_examples_of_docstrings(name):
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0 and tried > 2


def test_the_native_classes_have_examples():
    finder = doctest.DocTestFinder()
    for kind in (melee.Game, melee.Position, melee.Engine):
        assert any(test.examples for test in finder.find(kind, globs={"melee": melee})), kind


def test_examples_of_the_book(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", BOOK.read_text(), re.DOTALL)
    assert len(blocks) > 5
    for block in blocks:
        exec(compile(block, str(BOOK), "exec"), {"__name__": "__main__"})


def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    pictures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) >= 2


def test_stubs_say_what_there_is():
    """Everything public of the native classes is in the stubs, and nothing else."""
    stub = (Path(melee.__file__).parent / "_native.pyi").read_text()
    assert (Path(melee.__file__).parent / "py.typed").exists()
    classes = dict(re.findall(r"^class (\w+)[:(].*?\n(.*?)(?=^\S|\Z)", stub, re.DOTALL | re.MULTILINE))
    for kind in (
        melee.Game,
        melee.Position,
        melee.Engine,
        melee.Reports,
        melee.Line,
        melee.Report,
        melee.Tree,
        melee.Node,
    ):
        said = {name for name in re.findall(r"def (\w+)\(", classes[kind.__name__]) if not name.startswith("_")}
        there = {name for name in dir(kind) if not name.startswith("_")}
        assert said == there, kind


def test_types_are_right(tmp_path):
    program = tmp_path / "user.py"
    program.write_text(
        """
import melee

position: melee.Position = melee.open("connect4").start()
move: str = position.search("pvs", depth=3).best_move
children: list[melee.Node] = position.tree("pvs", depth=2)[0].children
frame = melee.play_match("connect4", ["pvs@d1", "random"]).columns("games")
number: int = position.search("pvs", depth=3).best_move  # type: ignore[assignment]
"""
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    for what in (["-p", "melee"], [str(program)]):
        checked = subprocess.run(
            [*command, *what], capture_output=True, text=True, env={**os.environ, "MYPYPATH": ""}, cwd=tmp_path
        )
        assert checked.returncode == 0, checked.stdout
