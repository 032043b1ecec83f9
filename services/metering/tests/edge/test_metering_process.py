"""The service as real processes: killed, taken over, told twice; the totals are those of a clean run."""

from __future__ import annotations

import signal
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobQueued,
    NodeLost,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.shared.watermarks import Watermark
from muster.events.topics import METERING_LOG, USAGE_EVENTS
from muster.events.usage_events import BindingOpened, UsageCorrected, UsageRecorded, WindowEnded
from muster.metering.core.decisions import DECIDER
from muster.metering.core.state import WINDOW_MS
from muster.metering.edge.roles import DECIDING
from muster.testkit.cores import build
from muster.testkit.cores.deciding import Decisions
from muster.testkit.stack.fed_cell import FedCell

pytestmark = [pytest.mark.stack, pytest.mark.faults, pytest.mark.timeout(120)]

START_MS = 1_795_233_600_000
MINUTE_MS = 60_000


class Published(NamedTuple):
    """Facts of one batch of the scheduler."""

    at_ms: int
    seq: int
    facts: tuple[Any, ...]


class Site(FedCell):
    """A metered cell; facts are written at times of their own."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        super().__init__(endpoints, "metering", METERING_LOG)
        self.published: list[Published] = []
        self.tell(0, *(build.node(f"n{number}", gpus=2) for number in range(4)))

    def tell(self, minute: int, *facts: Any) -> None:
        """Facts of that minute, with watermarks, in one transaction."""
        batch = Published(START_MS + minute * MINUTE_MS, len(self.published), facts)
        self.published.append(batch)
        self.publish(batch)

    def publish(self, batch: Published) -> None:
        """A batch, as often as it is said."""
        self.commit(batch.seq, batch.at_ms, batch.facts)

    def wait_for_job(self, job_id: str) -> None:
        """Until the service has heard that the job holds GPUs."""
        self.wait_for_fact(BindingOpened, lambda fact: fact.job_id == job_id)

    def end(self, minute: int) -> None:
        """Time passes the end of every hour so far, and all of them are recorded."""
        self.tell(minute)
        until_ms = START_MS + minute * MINUTE_MS - 2 * MINUTE_MS
        until_ms -= until_ms % WINDOW_MS
        self.wait_for_fact(WindowEnded, lambda fact: fact.ends_at_ms >= until_ms)
        expected = _clean(self.published)
        self.wait_for(lambda: _totals(self.facts) == expected, f"the totals of a clean run: {expected}")

    def check(self) -> None:
        """The log decides again to the same, and what is logged is published."""
        self.check_log(DECIDING, USAGE_EVENTS)


def _clean(published: Sequence[Published]) -> dict[str, int]:
    """The totals of a core that was told everything once, in order."""
    core = Decisions(DECIDER)
    facts: list[Any] = []
    for batch in published:
        core.when(*batch.facts, Watermark(seq=batch.seq, at_ms=batch.at_ms), occurred_at_ms=batch.at_ms)
        facts += core.decided
        while core.when_due():
            facts += core.decided
    return _totals(facts)


def _totals(facts: Sequence[Any]) -> dict[str, int]:
    """GPU microseconds by usage id, corrections included."""
    found: dict[str, int] = defaultdict(int)
    for fact in facts:
        for share in fact.shares if isinstance(fact, UsageRecorded | UsageCorrected) else ():
            found[share.usage_id] += share.gpu_us
    return dict(found)


def _bound(job_id: str, node_id: str) -> list[Any]:
    spec = build.job_spec(gpus=1, queue="research")
    place = RankPlacement(
        rank=0, node_id=node_id, gpu_indices=(0,), gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
    )
    bound = GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant="acme",
        queue="research",
        each=RankShape(cpu_milli=1, memory_mib=1),
    )
    return [JobQueued(job_id=job_id, tenant="acme", spec=spec), bound]


def _ended(job_id: str) -> AttemptEnded:
    return AttemptEnded(
        job_id=job_id,
        attempt=1,
        outcome=AttemptOutcome.SUCCEEDED,
        exit_code=0,
        signal=None,
        rank=None,
        node_id=None,
        message="",
        ran_ms=1,
    )


@pytest.fixture
def site(endpoints: Mapping[str, str]) -> Generator[Site]:
    site = Site(endpoints)
    try:
        yield site
    finally:
        site.close()


@pytest.mark.parametrize("place", ["before_commit:4", "after_commit:4", "before_merge:4", "after_merge:4"])
def test_kill_9_in_a_window_changes_no_total(site: Site, place: str, tmp_path: Path) -> None:
    first = site.contend(tmp_path / "first", place)
    number = 0
    while first.poll() is None:  # fact by fact, until its place is reached
        job_id = f"job-{number}"
        site.tell(number, *_bound(job_id, f"n{number % 4}"))
        site.wait_for(
            lambda job=job_id: first.poll() is not None or _is_bound(site, job), "a binding, or death"
        )
        site.tell(number, _ended(job_id))
        number += 1
    assert first.returncode == -signal.SIGKILL
    site.contend(tmp_path / "second")
    site.tell(70, *_bound("job-last", "n0"))
    site.wait_for_fact(UsageRecorded, lambda fact: fact.node_id == "n1")
    site.tell(75, NodeLost(node_id="n1", silent_ms=20 * MINUTE_MS))
    site.end(200)
    assert any(isinstance(fact, UsageCorrected) for fact in site.facts)
    site.check()


def test_another_takes_over_and_what_is_told_twice_counts_once(site: Site, tmp_path: Path) -> None:
    first = site.contend(tmp_path / "first")
    site.tell(10, *_bound("job-a", "n0"))
    site.wait_for_job("job-a")
    site.contend(tmp_path / "second")
    first.kill()
    site.wait_for_epoch(2)
    site.tell(20, _ended("job-a"), *_bound("job-b", "n0"))
    for batch in list(site.published):
        site.publish(batch)
    site.end(130)
    site.check()


def _is_bound(site: Site, job_id: str) -> bool:
    return any(isinstance(fact, BindingOpened) and fact.job_id == job_id for fact in site.facts)
