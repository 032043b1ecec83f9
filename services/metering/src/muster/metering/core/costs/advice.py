"""Savings that a smaller request would have brought, from a job's measured usage. PURE."""

from __future__ import annotations

from typing import Final, NamedTuple

MEASURED_PERCENT: Final = 50
"""Minimum share of a job's GPU time that must be measured for advice: the rest may have been busy."""
MEMORY_SPARE_PERCENT: Final = 50
"""Memory advice is given when less than this share was ever used."""


class Used(NamedTuple):
    """Resources that a job held, and its usage of them.

    Attributes:
        gpus: Number of GPUs held.
        gpus_used: Number of those that were used.
        memory_mib: Memory limit on a node, MiB; 0: unlimited.
        memory_used_mib: Peak memory used, MiB.
        gpu_ms: GPU time held, milliseconds.
        measured_ms: Measured part of it, milliseconds.
        charged_cents: Charge of the job.
    """

    gpus: int
    gpus_used: int
    memory_mib: int
    memory_used_mib: int
    gpu_ms: int
    measured_ms: int
    charged_cents: int


class Advice(NamedTuple):
    """Recommendation for the next request.

    Attributes:
        message: Text for people.
        saved_cents: Savings on that run; memory has no price of its own.
    """

    message: str
    saved_cents: int


def advice(used: Used) -> Advice | None:
    """Return the savings of a smaller request; None: too little was measured, or nothing was unused."""
    if used.gpu_ms == 0 or 100 * used.measured_ms < MEASURED_PERCENT * used.gpu_ms:
        return None
    idle = used.gpus - used.gpus_used
    spare = 0 < 100 * used.memory_used_mib < MEMORY_SPARE_PERCENT * used.memory_mib
    if idle <= 0 and not spare:
        return None
    requested, needed = [f"{used.gpus} GPUs"], [f"{used.gpus_used}"]
    if spare:
        requested.append(f"{_gib(used.memory_mib)} GiB a node")
        needed.append(f"{_gib(used.memory_used_mib)} GiB")
    saved_cents = used.charged_cents * max(idle, 0) // used.gpus
    return Advice(f"requested {' and '.join(requested)}, used {' and '.join(needed)}", saved_cents)


def _gib(mib: int) -> str:
    return f"{mib / 1024:.3g}"
