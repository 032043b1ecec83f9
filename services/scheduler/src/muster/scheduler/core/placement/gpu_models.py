"""The GPU model of a job that states its throughput on several models (ADR 25).

All ranks run on one model. Of the models with room for the gang, the one with the highest value goes first:

    throughput / scarcity        scarcity = (all GPUs of the model + those not free) / all, from 1 to 2

So an idle A100 is preferred to an H100 pool that is nearly full, unless the job is at least twice as fast on
the H100: a job never gets a model of half the speed while a faster one has room. A job does not wait for a
faster model either. Of equal models, the one that the owner names first is tried first.

Run times follow: they are learned and estimated (durations.estimator) for the fastest model that the job
names, and scaled by its pace on the assigned one (`PlacementClass.pace_milli`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.cluster import Shape
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.state import State

_PRECISION: Final = 1000


def in_order(state: State, needs: PlacementClass) -> tuple[Shape, ...]:
    """The shapes to try, best first: the shape itself, or narrowed to one GPU model at a time."""
    if not needs.speeds:
        return (needs.shape,)
    accepted = [speed for speed in needs.speeds if needs.shape.accepts(speed.model)]
    worth = _worth(state)
    accepted.sort(key=lambda speed: -speed.throughput_milli * worth.get(speed.model, 0))
    return tuple(replace(needs.shape, gpu_models=(speed.model,)) for speed in accepted)


def _worth(state: State) -> dict[str, int]:
    """The reciprocal of each model's scarcity, in thousandths: 500 to 1000."""
    return {
        model: _PRECISION * gpus.total_milli // (2 * gpus.total_milli - gpus.free_milli)
        for model, gpus in state.cluster.totals().gpu_by_model
    }
