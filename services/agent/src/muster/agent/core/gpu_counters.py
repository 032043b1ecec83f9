"""GPU metrics from DCGM's exporter, in Prometheus' text format. PURE.

SM active is the part of time in which at least one warp was resident on a multiprocessor, averaged over all
of them (DCGM_FI_PROF_SM_ACTIVE, 0 to 1): https://docs.nvidia.com/datacenter/dcgm, profiling metrics. What the
driver calls utilisation is the part of time in which any kernel ran, however small.
"""

from __future__ import annotations

import re
from typing import Final

_SM_ACTIVE: Final = re.compile(
    r"^DCGM_FI_PROF_SM_ACTIVE\{(?P<labels>[^}]*)\}\s+(?P<value>[0-9.eE+-]+)\s*$", re.MULTILINE
)
_GPU: Final = re.compile(r'(?:^|,)gpu="(?P<index>\d{1,3})"')
_INSTANCE: Final = re.compile(r'(?:^|,)GPU_I_ID="[^"]')


def sm_active_percent(text: str, count: int) -> tuple[int, ...]:
    """Percentage of time in which multiprocessors were active, by GPU.

    Args:
        text: The exporter's answer.
        count: GPUs of the node.

    Returns:
        One figure for each GPU; empty if one is missing or not a number from 0 to 1. GPUs that are split into
        MIG instances have none.
    """
    found: dict[int, int] = {}
    for line in _SM_ACTIVE.finditer(text):
        gpu = _GPU.search(line["labels"])
        if gpu is not None and _INSTANCE.search(line["labels"]) is None:
            percent = _percent(line["value"])
            if percent is not None:
                found[int(gpu["index"])] = percent
    return tuple(found[index] for index in range(count)) if all(n in found for n in range(count)) else ()


def _percent(value: str) -> int | None:
    try:
        part = float(value)
    except ValueError:
        return None
    return round(100 * part) if 0 <= part <= 1 else None
