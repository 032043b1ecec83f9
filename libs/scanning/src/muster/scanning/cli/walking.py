"""Which files paths stand for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LEFT_OUT: Final = frozenset((".git", ".hg", ".venv", "__pycache__", "node_modules"))


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Each file once, in order; of folders, all in them but what git and Python keep for themselves.

    Links to files are followed, as caches of hubs have them; links to folders are not.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            for folder, below, names in os.walk(path):
                below[:] = sorted(name for name in below if name not in LEFT_OUT)
                found.update(dict.fromkeys(Path(folder) / name for name in sorted(names)))
        else:
            found[path] = None
    return list(found)
