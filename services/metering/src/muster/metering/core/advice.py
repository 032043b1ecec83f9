"""What a smaller request would have cost, from what a job used. PURE."""

from __future__ import annotations

from typing import Final, NamedTuple

MEASURED_PERCENT: Final = 50
"""Of less of a job's GPU time nothing is advised: the rest may have been busy."""
MEMORY_SPARE_PERCENT: Final = 50
"""Memory is advised where less than so much of it was ever used."""


class Used(NamedTuple):
    """What a job held and what it used of it.

    Attributes:
        gpus: GPUs that it held.
        gpus_used: Of them used.
        memory_mib: Memory that it was given on a node; 0: without limit.
        memory_used_mib: Of it used, at most.
        gpu_ms: GPU time that it held, milliseconds.
        measured_ms: Of it measured.
        charged_cents: What it came to.
    """

    gpus: int
    gpus_used: int
    memory_mib: int
    memory_used_mib: int
    gpu_ms: int
    measured_ms: int
    charged_cents: int


class Advice(NamedTuple):
    """What to ask for next time.

    Attributes:
        message: For people.
        saved_cents: What it would have cost less, in its time; memory has no price of its own.
    """

    message: str
    saved_cents: int


def advice(used: Used) -> Advice | None:
    """What a smaller request would have saved; None: nothing is known, or nothing was left unused."""
    if used.gpu_ms == 0 or 100 * used.measured_ms < MEASURED_PERCENT * used.gpu_ms:
        return None
    idle = used.gpus - used.gpus_used
    spare = 0 < 100 * used.memory_used_mib < MEMORY_SPARE_PERCENT * used.memory_mib
    if idle <= 0 and not spare:
        return None
    asked, needed = [f"{used.gpus} GPUs"], [f"{used.gpus_used}"]
    if spare:
        asked.append(f"{_gib(used.memory_mib)} GiB a node")
        needed.append(f"{_gib(used.memory_used_mib)} GiB")
    saved_cents = used.charged_cents * max(idle, 0) // used.gpus
    return Advice(f"asked {' and '.join(asked)}, used {' and '.join(needed)}", saved_cents)


def _gib(mib: int) -> str:
    return f"{mib / 1024:.3g}"
