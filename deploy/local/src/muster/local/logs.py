"""For `muster logs NAME`: the log file of a server or service of the local stack."""

from __future__ import annotations

from pathlib import Path

from muster.local.home import Home


def log_path(home: Path, name: str) -> Path | None:
    """The log file of `name`; None when no program of that name was ever started from this home."""
    log = Home(home).log(name)
    return log if log.is_file() and log.parent == Home(home).root / "logs" else None
