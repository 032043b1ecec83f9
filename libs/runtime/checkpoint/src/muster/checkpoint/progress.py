"""report: how far a rank is, in a small file that the node's agent reads.

MUSTER_PROGRESS_DIR/progress.json
{"format": "muster-progress/1", "step": 120, "total": 400, "metrics": {"loss": 0.71},
 "rank": 0, "attempt": 1, "reported_at_ms": 1781085600000, "steps_per_s": 8.2, "eta_s": 34.1}
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from muster.checkpoint.latencies import Latencies
from muster.checkpoint.stacks import show_on_signal

FORMAT: Final = "muster-progress/1"
FILE: Final = "progress.json"
SAMPLE_S: Final = 1.0
"""Minimum time between two files, seconds, except for the first and the last step."""
METRICS_MAX: Final = 64
NAME_CHARS_MAX: Final = 100
BYTES_MAX: Final = 32 * 1024
"""The largest file that is read."""
ETA_S_MAX: Final = 10**9
"""Longest remaining time that is reported, seconds; about 31 years."""

_COUNT_MAX: Final = 2**53
_NOT_NUMBERS: Final = ("nan", "inf", "-inf")


class BadProgress(ValueError):
    """Not a progress file; the message names the field, its value and the valid values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a rank.

    Attributes:
        step: Steps done.
        total: All steps; None: unknown.
        metrics: Numbers to show; may be infinite or not a number.
        steps_per_s: Rate since the process began; None: too early to say.
        eta_s: Seconds until the last step at this rate; None: unknown.
        reported_at_ms: Time of the report by the rank's clock, milliseconds since 1970 UTC.
    """

    step: int
    total: int | None
    metrics: Mapping[str, float]
    steps_per_s: float | None
    eta_s: float | None
    reported_at_ms: int


class ProgressFile:
    """Progress of one process.

    Args:
        folder: Folder of the file; None: `report` does nothing.
    """

    def __init__(self, folder: Path | None, *, rank: int = 0, attempt: int = 1) -> None:
        self._folder = folder
        self._about = {"rank": rank, "attempt": attempt}
        self._written_s: float | None = None
        self._began: tuple[float, int] | None = None
        self._latencies = Latencies()

    def report(self, step: int, total: int | None, metrics: Mapping[str, float] | None = None) -> bool:
        """Say how far the job is; whether that was written now.

        Args:
            step: Steps done.
            total: All steps; None: unknown.
            metrics: Numbers to show, 64 at most, such as the loss.

        Raises:
            ValueError: an argument is not allowed; the message says which.
        """
        numbers = {name: float(value) for name, value in (metrics or {}).items()}
        if step < 0 or (total is not None and step > total):
            raise ValueError(f"step is {step}; allowed: 0 to {'any number' if total is None else total}")
        _check_names(numbers)
        now_s = time.monotonic()
        self._latencies.record(numbers, now_s)
        if self._began is None or step < self._began[1]:
            self._began = (now_s, step)
        recent = self._written_s is not None and now_s - self._written_s < SAMPLE_S
        if self._folder is None or (recent and step != total):
            return False
        self._write(self._document(step, total, self._with_latencies(numbers, now_s), now_s))
        self._written_s = now_s
        return True

    def _with_latencies(self, numbers: Mapping[str, float], now_s: float) -> dict[str, float]:
        """Return the metrics with the usual values of latencies, as far as there is room."""
        found = dict(numbers)
        for name, value in self._latencies.derived(numbers, now_s):
            if len(found) < METRICS_MAX and len(name) <= NAME_CHARS_MAX:
                found.setdefault(name, value)
        return found

    def _document(
        self, step: int, total: int | None, numbers: Mapping[str, float], now_s: float
    ) -> dict[str, Any]:
        began_s, first = self._began or (now_s, step)
        rate = (step - first) / (now_s - began_s) if now_s > began_s and step > first else None
        return {
            "format": FORMAT,
            "step": step,
            "total": total,
            # JSON has no NaN and no infinity
            "metrics": {
                name: value if math.isfinite(value) else str(value) for name, value in numbers.items()
            },
            **self._about,
            "reported_at_ms": time.time_ns() // 1_000_000,
            "steps_per_s": rate,
            "eta_s": (total - step) / rate if rate and total is not None else None,
        }

    def _write(self, document: Mapping[str, Any]) -> None:
        """Replace the file atomically; not synced, as it is useless after a crash of the machine."""
        if self._folder is None:
            return
        part = self._folder / f"{FILE}.{os.getpid()}.part"  # a rank may be several processes
        part.write_text(json.dumps(document))
        os.replace(part, self._folder / FILE)


def progress_of(data: bytes) -> Progress:
    """Parse a progress file. Anyone may have written it, so every field is checked.

    Raises:
        BadProgress: it is not a progress file.
    """
    if len(data) > BYTES_MAX:
        raise BadProgress(f"the file has more than {BYTES_MAX} bytes; allowed: {BYTES_MAX} at most")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadProgress(f"the file is no JSON: {str(error)[:100]}") from None
    if not isinstance(found, dict):
        raise BadProgress(f"the file holds a {type(found).__name__}; allowed: an object")
    document = cast("dict[str, Any]", found)
    if document.get("format") != FORMAT:
        raise BadProgress(f"format is {_printable(document.get('format'))}; allowed: {FORMAT!r}")
    step = _count(document, "step")
    total = None if document.get("total") is None else _count(document, "total", least=step)
    eta_s = _positive(document, "eta_s")
    return Progress(
        step=step,
        total=total,
        metrics=_metrics(document.get("metrics", {})),
        steps_per_s=_positive(document, "steps_per_s"),
        eta_s=eta_s if eta_s is None or eta_s <= ETA_S_MAX else None,
        reported_at_ms=_count(document, "reported_at_ms"),
    )


def _check_names(names: Collection[str]) -> None:
    if len(names) > METRICS_MAX:
        raise BadProgress(f"metrics has {len(names)} entries; allowed: {METRICS_MAX} at most")
    for name in names:
        if not (0 < len(name) <= NAME_CHARS_MAX and name.isprintable()):
            allowed = f"1 to {NAME_CHARS_MAX} printable characters"
            raise BadProgress(f"metrics has the name {_printable(name)}; allowed: {allowed}")


def _metrics(found: Any) -> dict[str, float]:
    if not isinstance(found, dict):
        raise BadProgress(f"metrics is {_printable(found)}; allowed: an object")
    metrics = cast("dict[str, Any]", found)
    _check_names(metrics)
    return {name: _number(f"metrics.{name}", value) for name, value in metrics.items()}


def _number(field: str, value: Any) -> float:
    if _is_number(value):
        try:
            return float(value)
        except OverflowError:
            pass
    if value in _NOT_NUMBERS:
        return float(value)
    raise BadProgress(
        f"{field} is {_printable(value)}; allowed: a number, or one of {', '.join(_NOT_NUMBERS)}"
    )


def _count(document: Mapping[str, Any], field: str, *, least: int = 0) -> int:
    value = document.get(field)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= _COUNT_MAX:
        return value
    raise BadProgress(f"{field} is {_printable(value)}; allowed: {least} to {_COUNT_MAX}")


def _positive(document: Mapping[str, Any], field: str) -> float | None:
    value = document.get(field)
    if value is None:
        return None
    if _is_number(value) and 0 <= value <= sys.float_info.max:
        return float(value)
    raise BadProgress(f"{field} is {_printable(value)}; allowed: null, or 0 and more")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _printable(value: Any) -> str:
    return ascii(value)[:80]


_of_process: ProgressFile | None = None


def report(step: int, total: int | None = None, metrics: Mapping[str, float] | None = None) -> bool:
    """Report progress of the job; cheap enough for every step, prints nothing, a no-op outside Muster.

    Writes `$MUSTER_PROGRESS_DIR/progress.json` at most once a second, and for the last step.

    Args:
        step: Steps done.
        total: All steps; None: unknown.
        metrics: Numbers to show, 64 at most, such as the loss. For one whose name ends with `latency_ms`,
            its usual value and its worst of the last minute are shown as well.

    Returns: Whether it was written now.

    Raises:
        ValueError: an argument is not allowed; the message says which.
        OSError: the file cannot be written.
    """
    global _of_process  # noqa: PLW0603  (one file a process)
    if _of_process is None:
        folder = os.environ.get("MUSTER_PROGRESS_DIR")
        show_on_signal()
        _of_process = ProgressFile(
            Path(folder) if folder else None,
            rank=int(os.environ.get("RANK", "0")),
            attempt=int(os.environ.get("MUSTER_ATTEMPT", "1")),
        )
    return _of_process.report(step, total, metrics)
