"""A queue that holds most of its own maximum is reported once, until it holds well less."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import QueueConfigured, QueueCreated, QueueDeleted
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import QueuePlaced, QuotaEased, QuotaReached
from muster.metering.core.budgets.entities import HELD, PARENTS
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MeteredCell, bound, ended, queued
from muster.testkit.laws import examples


@pytest.fixture
def cell() -> MeteredCell:
    return cell_of_nodes()


def cell_of_nodes() -> MeteredCell:
    """Three nodes of 4 GPUs, from midnight."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, *(build.node(f"n{n}", gpus=4) for n in (1, 2, 3)))
    return cell


def queue(name: str, tenant: str = "acme", **settings: Any) -> QueueCreated:
    made = build.queue_settings(**settings)
    return QueueCreated(queue=name, tenant=tenant, description="", requested_by="op", settings=made)


def configured(name: str, **settings: Any) -> QueueConfigured:
    made = build.queue_settings(**settings)
    return QueueConfigured(queue=name, tenant="acme", requested_by="op", settings=made)


def crossings(cell: MeteredCell) -> list[tuple[str, str, int, int | None]]:
    """Return name, queue, held GPUs and maximum of each fact."""
    return [
        (type(fact).__name__, fact.queue, fact.held_gpu_milli, fact.maximum_gpu_milli)
        for fact in cell.decided
        if isinstance(fact, QuotaReached | QuotaEased)
    ]


def run(cell: MeteredCell, minute: float, *jobs: int) -> None:
    """Each job holds one GPU."""
    for job in jobs:
        cell.tell(minute, queued(f"job-{job}"), bound(f"job-{job}", (f"n{1 + job // 4}", (job % 4,))))


def end(cell: MeteredCell, minute: float, *jobs: int) -> None:
    cell.tell(minute, *(ended(f"job-{job}") for job in jobs))


def test_four_fifths_are_reported_once_and_again_after_they_were_eased(cell: MeteredCell) -> None:
    cell.tell(0, queue("research", maximum_gpus=10))
    run(cell, 1, *range(7))
    assert crossings(cell) == []
    run(cell, 2, 7, 8)
    end(cell, 3, 8)  # 8 of 10: between the two bounds nothing is reported
    run(cell, 4, 8)
    assert crossings(cell) == [("QuotaReached", "research", 8_000, 10_000)]
    end(cell, 5, 8, 7)
    run(cell, 6, 7)
    assert crossings(cell)[1:] == [
        ("QuotaEased", "research", 7_000, 10_000),
        ("QuotaReached", "research", 8_000, 10_000),
    ]


def test_queues_above_count_what_is_held_below_and_a_move_counts_anew(cell: MeteredCell) -> None:
    cell.tell(0, queue("science", maximum_gpus=5), queue("art", maximum_gpus=4))
    cell.tell(0, queue("research", parent="science"))
    run(cell, 1, *range(4))
    assert crossings(cell) == [("QuotaReached", "science", 4_000, 5_000)]
    cell.tell(2, configured("research", parent="art"))
    assert crossings(cell)[1:] == [("QuotaReached", "art", 4_000, 4_000), ("QuotaEased", "science", 0, 5_000)]


def test_another_maximum_is_judged_at_once_and_none_eases(cell: MeteredCell) -> None:
    cell.tell(0, queue("research"))
    run(cell, 1, *range(4))
    cell.tell(2, configured("research", maximum_gpus=4))
    cell.tell(3, configured("research", maximum_gpus=12))
    cell.tell(4, configured("research", maximum_gpus=5))
    cell.tell(5, configured("research"))
    assert crossings(cell) == [
        ("QuotaReached", "research", 4_000, 4_000),
        ("QuotaEased", "research", 4_000, 12_000),
        ("QuotaReached", "research", 4_000, 5_000),
        ("QuotaEased", "research", 4_000, None),
    ]
    assert list(cell.core.state.scan(HELD)) == []


def test_a_queue_that_is_deleted_is_forgotten(cell: MeteredCell) -> None:
    deleted = QueueDeleted(queue="research", tenant="acme", requested_by="op")
    cell.tell(0, queue("research", maximum_gpus=4), deleted, deleted)
    assert [fact.maximum_gpu_milli for fact in cell.decided if isinstance(fact, QueuePlaced)] == [4_000, None]
    assert list(cell.core.state.scan(HELD)) == []


def test_fractions_count_as_what_they_are_and_another_tenants_queue_is_another(cell: MeteredCell) -> None:
    cell.tell(0, queue("research", maximum_gpus=1), queue("research", tenant="rival", maximum_gpus=1))
    cell.tell(1, queued("job-a"), bound("job-a", ("n1", (0,)), milli=500))
    assert crossings(cell) == []
    cell.tell(2, queued("job-b"), bound("job-b", ("n1", (0,)), milli=400))
    assert crossings(cell) == [("QuotaReached", "research", 900, 1_000)]


@given(steps=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 3)), max_size=25))
@examples(40)
def test_held_gpus_are_the_sum_of_the_bindings(steps: list[tuple[int, int]]) -> None:
    cell = cell_of_nodes()
    cell.tell(0, queue("science", maximum_gpus=9), queue("research", parent="science", maximum_gpus=6))
    running, attempts = set[int](), dict[int, int]()
    for minute, (job, what) in enumerate(steps, start=1):
        name, attempt = f"job-{job}", attempts.get(job, 0)
        if what == 0:
            lies = {} if minute % 2 else {"parent": "science"}
            cell.tell(minute, configured("research", maximum_gpus=6, **lies))
        elif job in running:
            cell.tell(minute, ended(name, attempt))
            running.discard(job)
        else:
            attempts[job] = attempt + 1
            place = (f"n{1 + job // 4}", (job % 4,))
            cell.tell(minute, queued(name), bound(name, place, attempt=attempt + 1))
            running.add(job)
        held = dict(cell.core.state.scan(HELD))
        lies_in = cell.core.state.get(PARENTS, "acme/research") == "science"
        assert held["acme/research"].gpu_milli == 1_000 * len(running)
        assert held["acme/science"].gpu_milli == (1_000 * len(running) if lies_in else 0)
