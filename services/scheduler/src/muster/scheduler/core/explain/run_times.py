"""Predicted run time of a job before submission: a calibrated range for each GPU model that it accepts.

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
    """Predicted run time of one attempt on a GPU model.

    Attributes:
        gpu_model: GPU model.
        shortest_ms: 10th percentile; None: not enough attempts to learn from.
        middle_ms: Median; None: unknown, and the owner gave no estimate either.
        longest_ms: 90th percentile; None: unbounded.
    """

    gpu_model: str
    shortest_ms: int | None
    middle_ms: int | None
    longest_ms: int | None


class RunTimes(NamedTuple):
    """Predicted run times of a job.

    Attributes:
        basis: Main basis of the prediction.
        samples: Number of attempts in the group that it is based on; 0: not learned.
        models: One entry for each GPU model of the cell that the job accepts, by name.
    """

    basis: Basis
    samples: int
    models: tuple[RunTime, ...]


def run_times(state: State, tenant: str, spec: JobSpec) -> RunTimes:
    """Predict a job's run time on each GPU model that nodes have and the job accepts."""
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
