"""Live costs read on: an answer has all that is on the log, and a log that cannot be read ends nothing."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from muster.deciding import LocalStore
from muster.events.metering_commands import ActivateRates, Rate, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.topics import USAGE_EVENTS
from muster.journal import JournalError, ManualClock, Outgoing
from muster.journal.memory import MemoryJournal
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.costs import Sight
from muster.metering.edge.running import Live
from muster.telemetry.metrics import exposition
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued
from muster.testkit.stack.fed_cell import envelope
from muster.views.view import Unavailable

CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
    tier_percent={},
)
WHOLE = Sight("acme", whole=True, teams=(), user="bill", platform=False)
RIVAL = Sight("rival", whole=True, teams=(), user="bill", platform=False)


class AwayJournal(MemoryJournal):
    """A log whose broker does not answer while `away` is set."""

    away = False

    def reader(self, *args: Any, **options: Any) -> Any:
        if self.away:
            raise JournalError("no broker")
        return super().reader(*args, **options)


class Site:
    """A metered cell whose facts are on a log, and who follows that."""

    def __init__(self, folder: Path) -> None:
        self.cell = MeteredCell(DAY_MS)
        self.clock = ManualClock(self.cell.start_ms)
        self.journal = AwayJournal([USAGE_EVENTS], clock=self.clock)
        self.stop = threading.Event()
        self.live = Live(self.journal, self.clock, self.stop, LocalStore.in_folder(folder))
        self._written = 0

    def tell(self, minute: float, *facts: Any) -> None:
        """Facts of that minute; what is decided is on the log."""
        self.cell.tell(minute, *facts)
        with closing(self.journal.producer("decider")) as producer:
            for fact in self.cell.decided[self._written :]:
                self._written += 1
                sent = envelope(f"e{self._written}", 0, fact, (self._written, 0))
                producer.send(Outgoing(USAGE_EVENTS, sent))

    def per_hour(self, sight: Sight, minute: float) -> dict[str, tuple[int, int]]:
        """Cents for an hour, and since midnight, by team."""
        found = self.live.so_far(sight, ("team",), self.cell.start_ms + int(minute * MINUTE_MS))
        return {each["key"]["team"]: (each["per_hour"], each["today"]) for each in found["items"]}


@pytest.fixture
def site(tmp_path: Path) -> Generator[Site]:
    site = Site(tmp_path)
    site.tell(-30, Watermark(seq=0, at_ms=0))
    rates = ActivateRates(card=CARD, starts_at_ms=site.cell.start_ms, requested_by="bill")
    site.tell(0, rates, build.node("n1", gpus=4))
    yield site
    site.stop.set()
    site.live.close()


def test_each_answer_has_what_was_written_before_it(site: Site) -> None:
    assert site.per_hour(WHOLE, 0) == {}
    site.tell(10, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    assert site.per_hour(WHOLE, 34) == {"vision": (5_00, 2_00)}
    assert site.per_hour(RIVAL, 34) == {}
    site.tell(70, ended("job-a"))
    assert site.per_hour(WHOLE, 90) == {"vision": (0, 5_00)}
    site.tell(24 * 60 + 2, Watermark(seq=1, at_ms=0))
    assert site.per_hour(WHOLE, 24 * 60 + 2) == {}, "the day is charged"


def test_hourly_costs_come_to_the_same_total_by_any_dimension(site: Site) -> None:
    dear = replace(CARD, rates=(replace(CARD.rates[0], gpu_hour_micros=335_000),))
    site.tell(1, ActivateRates(card=dear, starts_at_ms=site.cell.start_ms, requested_by="bill"))
    for gpu, team in enumerate(("audio", "search", "vision")):
        site.tell(1, queued(f"job-{team}", team=team), bound(f"job-{team}", ("n1", (gpu,))))
    at_ms = site.cell.start_ms + 6 * MINUTE_MS
    found = {by: site.live.so_far(WHOLE, by, at_ms)["items"] for by in ((), ("team",), ("job", "user"))}
    assert {by: sum(each["per_hour"] for each in sums) for by, sums in found.items()} == dict.fromkeys(
        found, 1_01
    ), "three times 33.5 cents"
    assert {sum(each["gpu_hours"] for each in sums) for sums in found.values()} == {250}


def test_filters_leave_the_sums_of_one_job_and_none_of_other_tenants(site: Site) -> None:
    site.tell(1, queued("job-a"), bound("job-a", ("n1", (0,))))
    site.tell(1, queued("job-b"), bound("job-b", ("n1", (1, 2))))
    at_ms = site.cell.start_ms + 31 * MINUTE_MS
    [found] = site.live.so_far(WHOLE, (), at_ms, {"job": "job-b"})["items"]
    assert (found["charged"], found["per_hour"], found["gpu_hours"]) == (2_50, 5_00, 1_000)
    assert site.live.so_far(RIVAL, (), at_ms, {"job": "job-b"})["items"] == []
    assert site.live.so_far(WHOLE, (), at_ms, {"job": "job-b", "team": "audio"})["items"] == []


def test_metrics_say_the_burn_rate_of_each_team_and_tier(site: Site) -> None:
    site.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    site.clock.advance(30 * MINUTE_MS)
    site.live.measure()
    labels = 'currency="USD",team="vision",tier="standard-training"'
    lines = exposition().decode().splitlines()
    assert f"muster_metering_burn_rate{{{labels}}} 2.5" in lines
    assert f"muster_metering_charged_today{{{labels}}} 1.25" in lines


def test_an_unreadable_record_is_passed(site: Site) -> None:
    site.journal.log.append(USAGE_EVENTS.name, 0, b"k", b"no record")
    site.tell(10, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    assert site.per_hour(WHOLE, 34) == {"vision": (5_00, 2_00)}


def test_a_log_that_cannot_be_read_is_said_and_nothing_ends(site: Site) -> None:
    site.tell(10, queued("job-a"), bound("job-a", ("n1", (0,))))
    site.journal.away = True
    with pytest.raises(Unavailable, match="live costs"):
        site.per_hour(WHOLE, 34)
    before = _failures()
    follower = threading.Thread(target=site.live.run)
    follower.start()
    while follower.is_alive() and _failures() == before:
        follower.join(0.05)
    assert follower.is_alive(), "it goes on, and says so"
    site.stop.set()
    follower.join(10)
    assert not follower.is_alive()


@pytest.mark.slow
def test_jobs_that_are_over_take_no_memory(site: Site) -> None:
    """A thousand kept in memory are 4 MiB."""
    for job in range(60):
        _over(site, f"job-warm-{job}", job)
    site.per_hour(WHOLE, 120)
    tracemalloc.start()
    try:
        begun = tracemalloc.get_traced_memory()[0]
        held = [_over(site, f"job-{job}", 200 + job // 2) for job in range(400)]
        gc.collect()
        written = tracemalloc.get_traced_memory()[0]
        assert len(held) == 400
        site.per_hour(WHOLE, 500)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - written < 350 * 1024, f"{written - begun} written"
    finally:
        tracemalloc.stop()


def _over(site: Site, job_id: str, minute: float) -> None:
    site.tell(minute, queued(job_id), bound(job_id, ("n1", (0,))), ended(job_id))


def _failures() -> str:
    lines = exposition().decode().splitlines()
    return next(line for line in lines if line.startswith("muster_metering_live_failures_total"))
