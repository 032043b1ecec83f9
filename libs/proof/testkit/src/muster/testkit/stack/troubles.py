"""Recent warnings and errors of a stack's programs, for the report of a failed test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from muster.local.home import Home

_LINES_MAX: Final = 10
_WIDTH_MAX: Final = 500
_READ_BYTES: Final = 1 << 20
"""Bytes to read from the end of each log."""

_SERIOUS: Final = ("WARNING", "ERROR", "CRITICAL")
_OTHERS: Final = re.compile(
    r"\b(?:WARN|WARNING|ERROR|FATAL|PANIC|SEVERE|CRITICAL)\b"
    r"|^(?:(?:\w+\.)+[A-Z]\w+|\w+(?:Error|Exception)): "
)
"""Severities as servers write them, and the last line of a traceback."""

_SAID: Final = ("time", "level", "logger", "message", "service", "exception", "trace_id", "span_id")


def troubles(home: Home) -> str:
    """Return the last warnings and errors of a stack's programs, each once with its count, by program."""
    told: list[str] = []
    for log in sorted((home.root / "logs").glob("*.log")):
        lines = list(_complaints(log))
        told += [f"{log.stem}:", *(f"  {line}" for line in lines[-_LINES_MAX:])] if lines else []
    return "\n".join(told)


def _complaints(log: Path) -> Iterator[str]:
    """Return complaints, oldest first; a repeated one is at its last place."""
    found: dict[str, tuple[str, int]] = {}
    for line in _end_of(log):
        complaint = _complaint(line)
        if complaint is not None:
            when, what = complaint
            _, times = found.pop(what, ("", 0))
            found[what] = when, times + 1
    for what, (when, times) in found.items():
        often = f" ({times} times)" if times > 1 else ""
        yield f"{when} {what[:_WIDTH_MAX]}{often}".strip()


def _end_of(log: Path) -> list[str]:
    with log.open("rb") as file:
        file.seek(max(log.stat().st_size - _READ_BYTES, 0))
        return file.read(_READ_BYTES).decode(errors="replace").splitlines()


def _complaint(line: str) -> tuple[str, str] | None:
    """Return the time and text of a complaint; None: the line is none."""
    try:
        said: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
    except ValueError:
        said = {}
    if "level" not in said:
        return ("", line.strip()) if _OTHERS.search(line) else None
    if said["level"] not in _SERIOUS:
        return None
    ids = "".join(f" {name}={value}" for name, value in said.items() if name not in _SAID)
    cause = said.get("exception", "").strip().rpartition("\n")[2]
    what = f"{said['level']} {said.get('logger')}: {said.get('message')}{ids}"
    return str(said.get("time", "")), f"{what}: {cause}" if cause else what
