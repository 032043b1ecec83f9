"""The states of a job as a table: which fact may follow in which state, and the state after it.

    JobQueued --> QUEUED --GangBound--> BOUND --JobStarted--> RUNNING
                    ^                     |                      |
                    |                     '----- JobStopping ----+--> STOPPING
      JobRequeued, JobResumed                                    |        |
                    |                                            v        v
                    '---- SUSPENDED <--------------- AttemptEnded, and then one of
                                                     JobRequeued, JobSuspended,
                                                     JobSucceeded, JobFailed, JobCancelled

`AttemptEnded` alone changes no state: the fact that follows it in the same batch does. A fact that the table
does not allow is a bug in this program, never bad input, and stops it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from muster.events.job_events import (
    AttemptEnded,
    CheckpointRecorded,
    GangBound,
    JobCancelled,
    JobFailed,
    JobMoving,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResizing,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    JobWarned,
    SaveTooLarge,
)


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "QUEUED"
    BOUND = "BOUND"
    RUNNING = "RUNNING"
    STOPPING = "STOPPING"
    SUSPENDED = "SUSPENDED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    REJECTED = "REJECTED"


ENDED: Final = frozenset({JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED, JobState.REJECTED})
"""Final states. A rejected job was never queued."""

_PLACED: Final = (JobState.BOUND, JobState.RUNNING, JobState.STOPPING)
_LIVE: Final = (JobState.QUEUED, JobState.SUSPENDED, *_PLACED)

TRANSITIONS: Final[Mapping[type[Any], tuple[tuple[JobState, ...], JobState | None]]] = MappingProxyType(
    {
        JobQueued: ((), JobState.QUEUED),
        JobPending: ((JobState.QUEUED,), None),
        GangBound: ((JobState.QUEUED,), JobState.BOUND),
        JobStarted: ((JobState.BOUND,), JobState.RUNNING),
        JobResizing: ((JobState.RUNNING,), None),
        JobMoving: ((JobState.RUNNING,), None),
        JobWarned: (_PLACED, None),
        SaveTooLarge: (_PLACED, None),
        JobStopping: (_PLACED, JobState.STOPPING),
        AttemptEnded: (_PLACED, None),
        JobRequeued: (_PLACED, JobState.QUEUED),
        JobSucceeded: (_PLACED, JobState.SUCCEEDED),
        JobFailed: (_PLACED, JobState.FAILED),
        JobCancelled: ((JobState.QUEUED, JobState.SUSPENDED, JobState.STOPPING), JobState.CANCELLED),
        JobSuspended: ((JobState.QUEUED, *_PLACED), JobState.SUSPENDED),
        JobResumed: ((JobState.SUSPENDED,), JobState.QUEUED),
        CheckpointRecorded: (_LIVE, None),
    }
)
"""Fact -> (states in which it may occur, state after it; None: unchanged)."""


class IllegalTransition(RuntimeError):
    """A fact that the job's state does not allow."""


def state_left(fact: type[Any]) -> JobState | None:
    """The state of any job after a fact of the table; None: unchanged."""
    return TRANSITIONS[fact][1]


def state_after(job_id: str, state: JobState, fact: type[Any]) -> JobState:
    """The state of a job after a fact.

    Raises:
        IllegalTransition: The table does not allow the fact there.
    """
    found, left = TRANSITIONS[fact]
    if state not in found:
        allowed = ", ".join(found)
        raise IllegalTransition(f"{fact.__name__} for {job_id} in state {state}; allowed in: {allowed}")
    return state if left is None else left
