"""report: how far a job is, in a small file beside its checkpoints.

MUSTER_CHECKPOINT_DIR/.progress.json
{"format": "muster-progress/1", "step": 120, "total": 400, "metrics": {"loss": 0.71},
 "rank": 0, "attempt": 1, "reported_at_ms": 1781085600000, "steps_per_s": 8.2, "eta_s": 34.1}
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

FORMAT: Final = "muster-progress/1"
FILE: Final = ".progress.json"
SAMPLE_S: Final = 1.0
"""At most one file a second is written, besides the first and the last step."""
METRICS_MAX: Final = 64


class ProgressFile:
    """Progress of one process.

    Args:
        folder: Where the file goes; None: nowhere, `report` does nothing.
    """

    def __init__(self, folder: Path | None, *, rank: int = 0, attempt: int = 1) -> None:
        self._folder = folder
        self._about = {"rank": rank, "attempt": attempt}
        self._written_s: float | None = None
        self._began: tuple[float, int] | None = None

    def report(self, step: int, total: int | None, metrics: Mapping[str, float] | None = None) -> bool:
        """Say how far the job is; whether that was written now.

        Args:
            step: Steps done.
            total: All steps; None: nobody knows.
            metrics: Numbers to show, 64 at most, such as the loss.

        Raises:
            ValueError: an argument is not allowed; the message says which.
        """
        numbers = {name: float(value) for name, value in (metrics or {}).items()}
        if step < 0 or (total is not None and step > total):
            raise ValueError(f"step is {step}; allowed: 0 to {'any number' if total is None else total}")
        if len(numbers) > METRICS_MAX:
            raise ValueError(f"metrics has {len(numbers)} entries; allowed: {METRICS_MAX} at most")
        now_s = time.monotonic()
        if self._began is None or step < self._began[1]:
            self._began = (now_s, step)
        recent = self._written_s is not None and now_s - self._written_s < SAMPLE_S
        if self._folder is None or (recent and step != total):
            return False
        self._write(self._document(step, total, numbers, now_s))
        self._written_s = now_s
        return True

    def _document(
        self, step: int, total: int | None, numbers: Mapping[str, float], now_s: float
    ) -> dict[str, Any]:
        began_s, first = self._began or (now_s, step)
        rate = (step - first) / (now_s - began_s) if now_s > began_s and step > first else None
        return {
            "format": FORMAT,
            "step": step,
            "total": total,
            # JSON has no word for what is not a number
            "metrics": {
                name: value if math.isfinite(value) else str(value) for name, value in numbers.items()
            },
            **self._about,
            "reported_at_ms": time.time_ns() // 1_000_000,
            "steps_per_s": rate,
            "eta_s": (total - step) / rate if rate and total is not None else None,
        }

    def _write(self, document: Mapping[str, Any]) -> None:
        """Whole or not at all for who reads it; not synced: after a machine's crash nobody needs it."""
        if self._folder is None:
            return
        part = self._folder / f"{FILE}.part"
        part.write_text(json.dumps(document))
        os.replace(part, self._folder / FILE)


_of_process: ProgressFile | None = None


def report(step: int, total: int | None = None, metrics: Mapping[str, float] | None = None) -> bool:
    """Say how far the job is; cheap enough for every step, prints nothing, does nothing outside Muster.

    Writes `$MUSTER_CHECKPOINT_DIR/.progress.json` at most once a second, and for the last step.

    Args:
        step: Steps done.
        total: All steps; None: nobody knows.
        metrics: Numbers to show, 64 at most, such as the loss.

    Returns: Whether it was written now.

    Raises:
        ValueError: an argument is not allowed; the message says which.
        OSError: the file cannot be written.
    """
    global _of_process  # noqa: PLW0603  (one file a process)
    if _of_process is None:
        folder = os.environ.get("MUSTER_CHECKPOINT_DIR")
        _of_process = ProgressFile(
            Path(folder) if folder else None,
            rank=int(os.environ.get("RANK", "0")),
            attempt=int(os.environ.get("MUSTER_ATTEMPT", "1")),
        )
    return _of_process.report(step, total, metrics)
