"""Collecting tests for less CPU, as a pytest plugin: each worker collects all of them before it runs any.

Files that a run leaves out altogether are not imported. The garbage collector rests meanwhile, and never
looks again at what was made: next to nothing of it is garbage, and all of it stays to the end.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

_LEAVES_OUT: Final = re.compile(r"not \w+(?: and not \w+)*")
"""An expression of `-m` by which one mark is enough to leave a test out."""

_MARKS_OF_ALL: Final = re.compile(r"^pytestmark = (?:\[[^\]]*\]|.*)", re.MULTILINE)
_MARK: Final = re.compile(r"pytest\.mark\.(\w+)")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over a file all of whose tests have a mark that `-m` does not want."""
    wanted = str(config.option.markexpr)
    if collection_path.suffix != ".py" or not _LEAVES_OUT.fullmatch(wanted):
        return None
    marks = {
        mark for said in _MARKS_OF_ALL.findall(collection_path.read_text()) for mark in _MARK.findall(said)
    }
    return True if marks & set(re.findall(r"not (\w+)", wanted)) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, bool | None, bool | None]:
    """Collect without looking for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
