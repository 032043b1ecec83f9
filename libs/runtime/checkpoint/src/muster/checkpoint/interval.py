"""Interval between saves that minimises the time lost to saving and failures together. Pure.

C is the cost of one save in seconds (how long training waits for it), M the mean time between failures.

Young (CACM 17(9), 1974):  sqrt(2 C M)
Daly (FGCS 22(3), 2006):   sqrt(2 C M) * (1 + sqrt(C / 2M) / 3 + (C / 2M) / 9) - C   for C < 2M, else M
"""

from __future__ import annotations

import math

FAULT_FREE_RANK_S = 50_000 * 3600.0
"""Mean time between failures of one rank: 419 unexpected interruptions of 16,384 GPUs in 54 days, as reported
for the training of Llama 3 (arXiv 2407.21783, section 3.3.4)."""
MTBF_MAX_S = 24 * 3600.0
"""Longest assumed time between two ends of an attempt: jobs also yield, and nodes are maintained."""


def young_interval_s(cost_s: float, mtbf_s: float) -> float:
    """Young's interval between the end of one save and the beginning of the next."""
    return math.sqrt(2 * cost_s * mtbf_s)


def daly_interval_s(cost_s: float, mtbf_s: float) -> float:
    """Daly's higher-order interval, which holds when saves are not cheap compared with failures."""
    if cost_s >= 2 * mtbf_s:
        return mtbf_s
    part = cost_s / (2 * mtbf_s)
    return young_interval_s(cost_s, mtbf_s) * (1 + math.sqrt(part) / 3 + part / 9) - cost_s


def interval_s(cost_s: float, mtbf_s: float, overhead_max: float, write_s: float = 0.0) -> float:
    """Return the training time between two saves, seconds.

    Args:
        cost_s: Time that training waits for one save, seconds.
        mtbf_s: Mean time between failures of the job.
        overhead_max: The largest part of time that saves may take, above 0 and below 1.
        write_s: Time until one save is on disk, seconds; the next does not begin before.
    """
    capped_s = cost_s * (1 / overhead_max - 1)
    return max(daly_interval_s(cost_s, mtbf_s), capped_s, write_s)


def default_mtbf_s(world_size: int) -> float:
    """Mean time between failures assumed of a job until some are observed."""
    return min(MTBF_MAX_S, FAULT_FREE_RANK_S / world_size)
