"""How long a job would run, before it is submitted: the calibrated range, on each GPU model that it accepts.

The quantiles are those of ADR 13: eight of ten such attempts end between the first and the last.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.events.job_commands import JobSpec
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import Basis
from muster.scheduler.core.state.job import placement_class_of
from muster.scheduler.core.state.state import State

LEVELS: Final = (100, 500, 900)
"""Quantile levels, thousandths."""


class RunTime(NamedTuple):
    """How long one attempt would run on a GPU model.

    Attributes:
        gpu_model: GPU model.
        shortest_ms: One in ten ends before; None: not enough attempts to learn from.
        middle_ms: Half of them end before; None: nothing is known, not even what the owner expects.
        longest_ms: Nine in ten end before; None: nothing bounds it.
    """

    gpu_model: str
    shortest_ms: int | None
    middle_ms: int | None
    longest_ms: int | None


class RunTimes(NamedTuple):
    """How long a job would run.

    Attributes:
        basis: What it is based on.
        samples: Attempts in the group that it is based on; 0: none are learned from.
        models: One for each GPU model of the cell that the job accepts, by name.
    """

    basis: Basis
    samples: int
    models: tuple[RunTime, ...]


def run_times(state: State, tenant: str, spec: JobSpec) -> RunTimes:
    """How long it would run on each GPU model that nodes have and the job accepts."""
    accepted = spec.resources.gpu_models
    present = {node.joined.gpu_model for node in state.nodes.values() if node.joined.gpu_count}
    models = sorted(present.intersection(accepted) if accepted else present)
    predicted = estimator.predict(state.durations, estimator.features_of(tenant, spec, policy=state.policy))
    placed = placement_class_of(tenant, spec, state.policy)
    found = (_run_time(state, tenant, spec, model, placed.pace_milli(model)) for model in models)
    return RunTimes(predicted.group, predicted.samples, tuple(found))


def _run_time(state: State, tenant: str, spec: JobSpec, model: str, pace_milli: int) -> RunTime:
    features = estimator.features_of(tenant, spec, pace_milli, policy=state.policy)
    learned = estimator.quantiles_ms(state.durations, features, LEVELS)
    if not learned:
        guessed = estimator.predict(state.durations, features)
        return RunTime(model, None, guessed.p50_ms, guessed.p90_ms)
    limit_ms = features.most_ms
    shortest, middle, longest = (ms if limit_ms is None else min(ms, limit_ms) for ms in learned)
    return RunTime(model, shortest, middle, longest)
