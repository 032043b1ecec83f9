"""Removal of the output of ended jobs from the store after its retention, with a report to the log.

    JobSucceeded, JobFailed, JobCancelled -> all objects of the job's output, then OutputRemoved on the log

An interrupted removal is repeated: the remaining objects are listed again. Output that a node stores after
this is not removed.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from muster.events.checkpoint_events import OutputRemoved, Payload
from muster.events.job_events import JobCancelled, JobFailed, JobSucceeded
from muster.events.wire.datum import Record as Fact
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, SystemClock
from muster.reactors import Effect
from muster.reactors.reactor import Item
from muster.store.keys import output_prefix

SIDE_BY_SIDE: Final = 16
"""Concurrent requests to the store."""

_OUTPUT_OF: Final = "output_of"


class Store(Protocol):
    """Operations required of the store."""

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        ...

    def delete(self, key: str) -> None:
        """As ObjectStore.delete."""
        ...


def output_effect(delivery: Delivery[Fact], kept_ms: int) -> Effect | None:
    """Return the removal due `kept_ms` after the end of a job; None: the fact ends no job."""
    envelope = delivery.envelope
    match envelope.payload:
        case JobSucceeded(job_id=job_id) | JobFailed(job_id=job_id) | JobCancelled(job_id=job_id):
            about = {
                _OUTPUT_OF: job_id,
                "tenant": envelope.tenant or "",
                "correlation_id": envelope.correlation_id,
            }
            return Effect("remove output", about, not_before_ms=envelope.occurred_at_ms + kept_ms)
        case _:
            return None


def is_of_output(item: Item) -> bool:
    """Whether an effect removes output."""
    return _OUTPUT_OF in item.payload


class OutputRemover:
    """Removes the output of one job at a time. Safe to share between threads.

    Args:
        store: Store of the output.
        tell: Appends the report to the log; returns once it is written.
    """

    def __init__(self, store: Store, tell: Callable[[Envelope[Payload]], None]) -> None:
        self._store = store
        self._tell = tell

    def __call__(self, item: Item) -> None:
        """Remove all output of a job and report it, unless there never was any.

        Raises:
            StoreUnavailable, Unavailable: Retry.
        """
        keys = self._store.keys(output_prefix(str(item.payload[_OUTPUT_OF])))
        if not keys and item.attempt == 1:
            return
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            list(pool.map(self._store.delete, keys))
        self._say(item, len(keys))

    def _say(self, item: Item, objects: int) -> None:
        job_id, tenant = str(item.payload[_OUTPUT_OF]), str(item.payload["tenant"])
        self._tell(
            Envelope(
                event_id=f"{item.key}/removed",
                key=job_id,
                occurred_at_ms=SystemClock().now_ms(),
                producer="submit/removal",
                correlation_id=str(item.payload["correlation_id"]),
                tenant=tenant,
                payload=OutputRemoved(job_id=job_id, tenant=tenant, objects=objects),
            )
        )
