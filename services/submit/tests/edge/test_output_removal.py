"""Output of ended jobs is removed completely and reported, even if the removal is interrupted."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from muster.events.checkpoint_events import OutputRemoved, Payload
from muster.events.job_events import JobCancelled, JobStarted, JobSucceeded
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.reactors.reactor import Item
from muster.store.folder import MARK, FolderStore
from muster.store.keys import log_key
from muster.submit.edge.output.removal import SIDE_BY_SIDE, OutputRemover, Store
from muster.submit.edge.removal import Remover, effects, removal

LINE = b"a line"


class Killed(BaseException):
    """The process died here."""


@dataclass
class Mortal:
    """The store and the log of a process that dies before a given step.

    Attributes:
        store: A real store.
        steps: Number of steps before it dies.
        reports: Reports that it put on the log.
        lock: Guards `steps`, since deletions run in parallel.
    """

    store: Store
    steps: int = 10**9
    reports: list[Payload] = field(default_factory=list[Payload])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keys(self, prefix: str) -> list[str]:
        return self.store.keys(prefix)

    def delete(self, key: str) -> None:
        self._step()
        self.store.delete(key)

    def tell(self, envelope: Envelope[Payload]) -> None:
        self._step()
        self.reports.append(envelope.payload)

    def _step(self) -> None:
        with self.lock:
            if not self.steps:
                raise Killed
            self.steps -= 1


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    (tmp_path / MARK).write_text("test")
    return FolderStore(tmp_path, "test")


def item(job_id: str = "job-a", attempt: int = 1) -> Item:
    about = {"output_of": job_id, "tenant": "acme", "correlation_id": "c"}
    return Item(key="key", label="remove output", payload=about, attempt=attempt)


def write_output(store: FolderStore, *job_ids: str) -> list[str]:
    """Store output of two attempts of each job; return its keys."""
    places = [(attempt, chunk) for attempt, chunks in ((1, 2), (2, SIDE_BY_SIDE)) for chunk in range(chunks)]
    keys = [log_key(job_id, attempt, 0, "stdout", chunk) for job_id in job_ids for attempt, chunk in places]
    for key in keys:
        store.put(key, LINE)
    return keys


@pytest.mark.slow
def test_all_output_of_a_job_is_removed_and_no_other_output(store: FolderStore) -> None:
    mine, others = write_output(store, "job-a"), write_output(store, "job-ab", "job-b")
    mortal = Mortal(store)
    OutputRemover(mortal, mortal.tell)(item())
    assert store.keys("logs/") == sorted(others)
    assert mortal.reports == [OutputRemoved(job_id="job-a", tenant="acme", objects=len(mine))]


@pytest.mark.parametrize("steps", [0, 1, SIDE_BY_SIDE + 2])
def test_a_removal_killed_at_any_step_ends_alike_when_repeated(store: FolderStore, steps: int) -> None:
    """It is killed before the first deletion, between two, or before the report."""
    mortal = Mortal(store, steps)
    write_output(store, "job-a")
    with pytest.raises(Killed):
        OutputRemover(mortal, mortal.tell)(item())
    assert mortal.reports == []
    mortal.steps = 10**9
    OutputRemover(mortal, mortal.tell)(item(attempt=2))
    assert store.keys("logs/") == []
    assert [type(each) for each in mortal.reports] == [OutputRemoved]


def test_a_job_without_output_is_not_reported(store: FolderStore) -> None:
    mortal = Mortal(store)
    OutputRemover(mortal, mortal.tell)(item())
    assert mortal.reports == []


def test_removal_is_due_after_the_retention_time_if_one_is_set(store: FolderStore) -> None:
    ended = JobSucceeded(job_id="job-a", attempt=1)
    cancelled = JobCancelled(job_id="job-a", requested_by="ann", reason="")
    started = JobStarted(job_id="job-a", attempt=1)
    for payload, asked in ((ended, 1), (cancelled, 1), (started, 0)):
        found = list(effects(_delivered(payload, at_ms=1_000), output_kept_ms=500))
        assert [each.not_before_ms for each in found] == [1_500] * asked
        assert list(effects(_delivered(payload, at_ms=1_000))) == [], "output stays"


def test_the_reactors_effect_of_a_jobs_end_removes_its_output(store: FolderStore) -> None:
    write_output(store, "job-a")
    mortal = Mortal(store)
    reactor = removal(
        Remover(store, mortal.tell), OutputRemover(mortal, mortal.tell), output_kept_ms=86_400_000
    )
    [effect] = reactor.effects(_delivered(JobSucceeded(job_id="job-a", attempt=1), at_ms=1_000))
    assert effect.not_before_ms == 86_401_000
    reactor.perform(Item(key="key", label=effect.label, payload=effect.payload, attempt=1))
    assert store.keys("logs/") == []
    assert [(each.job_id, each.tenant) for each in mortal.reports if isinstance(each, OutputRemoved)] == [
        ("job-a", "acme")
    ]


def _delivered(payload: Any, at_ms: int) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e",
        key="k",
        occurred_at_ms=at_ms,
        producer="p",
        correlation_id="c",
        tenant="acme",
        payload=payload,
    )
    return Delivery(position=Position("job-events", 0, 0), envelope=envelope, appended_at_ms=0, size_bytes=0)
