"""Log files of the local stack's servers and services, for `muster logs NAME`."""

from __future__ import annotations

from pathlib import Path

from muster.local.home import Home


def log_path(home: Path, name: str) -> Path | None:
    """Return the log file of `name`; None if no program of that name was ever started from this home."""
    log = Home(home).log(name)
    return log if log.is_file() and log.parent == Home(home).root / "logs" else None
