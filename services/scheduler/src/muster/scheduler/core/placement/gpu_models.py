"""On which GPU model a job runs when it says how fast it is on each (ADR 25).

All ranks go to one model. Of those that have room for the gang now the one goes first where the job makes
most progress for what it takes from others:

    throughput / scarcity        scarcity = (all GPUs of the model + those not free) / all, from 1 to 2

So an idle A100 goes before an H100 that is nearly all taken, but only while the job is less than twice as
fast there: nobody is sent to a model of half the speed while a faster one has room. It is not waited for a
faster one either. Of equal ones the one that its owner names first goes first.

The run time follows: what is learned and stated of such a job (durations.estimator) is counted as on the
fastest model it names, and stretched by how much slower another one is (`Kind.pace_milli`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.cluster import Shape
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.state import State

_PRECISION: Final = 1000


def in_order(state: State, needs: PlacementClass) -> tuple[Shape, ...]:
    """What to try, best first: the shape as it is, or narrowed to one model at a time."""
    if not needs.speeds:
        return (needs.shape,)
    accepted = [speed for speed in needs.speeds if needs.shape.accepts(speed.model)]
    worth = _worth(state)
    accepted.sort(key=lambda speed: -speed.throughput_milli * worth.get(speed.model, 0))
    return tuple(replace(needs.shape, gpu_models=(speed.model,)) for speed in accepted)


def _worth(state: State) -> dict[str, int]:
    """One over the scarcity of each model, from half to one, in thousandths."""
    return {
        model: _PRECISION * gpus.total_milli // (2 * gpus.total_milli - gpus.free_milli)
        for model, gpus in state.cluster.totals().gpu_by_model
    }
