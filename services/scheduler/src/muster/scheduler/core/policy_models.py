"""On which GPU model a job runs when it says how fast it is on each (ADR 18).

All ranks go to one model: the fastest of those that have room for the gang now, because there it finishes
soonest. It is not waited for a faster one. Of equally fast models the one that is named first goes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muster.cluster import Shape
from muster.scheduler.core.job import Kind


def in_order(kind: Kind) -> Iterator[Shape]:
    """What to try, best first: the shape as it is, or narrowed to one model at a time."""
    if not kind.models:
        yield kind.shape
    for model in kind.models:
        if kind.shape.accepts(model):
            yield replace(kind.shape, gpu_models=(model,))
