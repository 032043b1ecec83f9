"""Resolve paths to files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

LEFT_OUT: Final = frozenset((".git", ".hg", ".venv", "__pycache__", "node_modules"))


def files_in(paths: Iterable[Path]) -> list[Path]:
    """List each file once, in order; of folders, all files except what git and Python keep for themselves.

    Links to files are followed, as caches of hubs have them; links to folders are not.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            for folder, _, names in _walked(path):
                found.update(dict.fromkeys(folder / name for name in sorted(names)))
        else:
            found[path] = None
    return list(found)


def left_out(paths: Iterable[Path]) -> list[Path]:
    """Folders that `files_in` skips, in order."""
    entered = (each for path in paths if path.is_dir() for each in _walked(path))
    return sorted({folder / name for folder, others, _ in entered for name in others})


def _walked(path: Path) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Yield each folder entered, the names of subfolders left out, and the names of its files."""
    for folder, below, names in os.walk(path):
        others = [name for name in below if name in LEFT_OUT]
        below[:] = sorted(name for name in below if name not in LEFT_OUT)
        yield Path(folder), others, names
