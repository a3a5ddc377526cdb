"""Which build of the native module runs here.

A wheel has the module for every processor of its kind and, on x86-64, a second one for processors since 2013, on which
bit boards are faster. Both do the same, node for node. ``MELEE_CPU=baseline`` keeps the first.
"""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

from melee import _native as _baseline

_NEWER = Path(__file__).parent / "newer"


def choose() -> None:
    """Puts the faster module into the place of the other, if there is one and the processor can run it."""
    if os.environ.get("MELEE_CPU") == "baseline" or not _baseline.has_newer_processor():
        return
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = _NEWER / f"_native{suffix}"
        if path.exists():
            loader = importlib.machinery.ExtensionFileLoader("melee._native", str(path))
            spec = importlib.util.spec_from_file_location("melee._native", path, loader=loader)
            assert spec is not None
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
            sys.modules["melee._native"] = module
            sys.modules["melee"]._native = module  # type: ignore[attr-defined]
            return


choose()
