"""Gangs beside the trace, which has none: training jobs whose ranks must share a leaf. Pure."""

from __future__ import annotations

from typing import Any, Final

from muster.demo.trace import Arrival, simulated

QUEUE: Final = "gangs"
RANKS: Final = 4
GPUS: Final = 8
MODEL: Final = "G2"
_WHEN: Final = (0.2, 0.45, 0.7, 0.98)
"""Parts of the stream: the last comes when the cluster is nearly full, and waits for a leaf."""

_AFTERWARDS_S: Final = 12.0


def arrivals(*, stream_s: float, run: str) -> list[Arrival]:
    """The gangs' submissions, in order.

    Args:
        stream_s: how long the stream of pods takes.
        run: label of all of them.
    """
    return [
        Arrival(part * stream_s, _request(number, stream_s * (1 - part) + _AFTERWARDS_S, run))
        for number, part in enumerate(_WHEN, 1)
    ]


def _request(number: int, duration_s: float, run: str) -> dict[str, Any]:
    return {
        "name": f"gang-{number}",
        "project": "openb",
        "queue": QUEUE,
        "tier": "standard-training",
        "ranks": RANKS,
        "resources": {"gpus": GPUS, "gpu_models": [MODEL], "cpu": 32, "memory": "64GiB"},
        "topology": {"within": "leaf", "strictness": "required"},
        **simulated(duration_s, exit_code=0),
        "labels": {"run": run},
    }
