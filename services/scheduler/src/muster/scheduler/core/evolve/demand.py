"""How facts change what forecasts of demand follow from (reserve.forecast, ADR 128)."""

from __future__ import annotations

from muster.events.job_events import DemandForecast
from muster.queues.forecast import DemandHistory
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.pending import FORECAST
from muster.scheduler.core.state.state import State

_NOW = "forecast/now"
"""The entity of what changes with every forecast; the rises of each hour of day are one each."""


def forecast_made(state: State, fact: DemandForecast) -> None:
    """Another quota of best-effort work: those who wait for it are tried again."""
    changed = state.demand.made(
        state.now_ms, fact.gpu_milli_demand, fact.scale_percent, fact.gpu_milli_quota, fact.duration_ms
    )
    state.dirty[_NOW] = None
    state.dirty |= {f"forecast/{hour}": None for hour in changed}
    state.pending.freed[FORECAST] = None


def bound(state: State, job: Job) -> None:
    """A job was bound; count it if it is guaranteed its GPUs."""
    if job.attempt is not None and job.attempt.guaranteed_until_ms:
        state.demand.bound(state.now_ms)
        state.dirty[_NOW] = None


def stopped(state: State, job: Job) -> None:
    """A job yields; count it if it was guaranteed its GPUs."""
    if job.attempt is not None and job.attempt.guaranteed_until_ms:
        state.demand.stopped(state.now_ms)
        state.dirty[_NOW] = None


def forget(state: State) -> None:
    """Discard the demand history when the guaranteed duration changes: it does not apply to the new one."""
    state.dirty |= {key: None for key in keys(state.demand)}
    state.demand = DemandHistory()
    state.pending.freed[FORECAST] = None


def keys(history: DemandHistory) -> list[str]:
    """The entities that a history is written in."""
    if not history.made_at_ms:
        return []
    return [_NOW, *(f"forecast/{hour}" for hour, rises in enumerate(history.rises) if rises)]
