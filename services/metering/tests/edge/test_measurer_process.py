"""The measurer as a real process: killed around a transaction, fed twice; it reports each window once."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from muster.events.measurement_events import UsageMeasured
from muster.events.node_heartbeats import NodeHeartbeat, NodeUsage, TaskUsage
from muster.events.topics import MEASUREMENT_EVENTS, METERING_LOG, NODE_HEARTBEATS
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, SystemClock
from muster.metering.core.measurement.windows import LATE_MS, WINDOW_MS, Heard, Measuring
from muster.testkit.cores import build
from muster.testkit.patience import Patience
from muster.testkit.stack.fed_cell import FedCell
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.stack, pytest.mark.faults]

BEAT_MS = 30_000
NODES = ("n1", "n2", "n3")


class Site(FedCell):
    """A cell whose nodes beat: two windows that are nearly over by the wall clock."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        super().__init__(endpoints, "metering", METERING_LOG)
        self._tokens = Tokens(Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent, cell=self.cell)
        self._beats = self.log.producer("nodes")
        self._facts = self.log.reader([MEASUREMENT_EVENTS], name="facts")
        now_ms = SystemClock().now_ms()
        self.start_ms = now_ms - now_ms % WINDOW_MS - WINDOW_MS
        self.sent: list[tuple[NodeHeartbeat, int]] = []
        self.told: list[Envelope[UsageMeasured]] = []

    def measure(self, folder: Path, failpoints: str = "") -> subprocess.Popen[bytes]:
        """A measurer that dies at these places."""
        return self.start(
            "muster.testkit.processes.measurer",
            self.suffix,
            MUSTER_HOME=str(folder),
            MUSTER_HTTP_PORT="0",
            MUSTER_FAILPOINTS=failpoints,
        )

    def beat(self, node_id: str, number: int, *, authorization: str | None = None) -> None:
        """One beat of a node with a task on its second GPU."""
        usage = NodeUsage(
            cpu_busy_milli=500,
            memory_used_mib=100 + number,
            gpu_busy_percent=(10 * (number % 10), 100),
            gpu_sm_active_percent=(number % 10, 50),
            tasks=(
                TaskUsage(
                    job_id=f"job-{node_id}",
                    attempt=1,
                    gpu_indices=(1,),
                    gpu_milli=1_000,
                    cpu_busy_milli=100,
                    memory_mib=64,
                    memory_used_mib=number,
                ),
            ),
        )
        joined = replace(build.node(node_id, gpus=2), interval_ms=BEAT_MS)
        beat = replace(build.beat(joined, number), usage=usage)
        at_ms = self.start_ms + number * BEAT_MS
        self.say(beat, at_ms, authorization or self._tokens.of(beat))
        if authorization is None:
            self.sent.append((beat, at_ms))

    def say(self, beat: NodeHeartbeat, at_ms: int, authorization: str) -> None:
        """Put a beat on the log."""
        envelope = Envelope(
            event_id=f"{beat.node_id}/{beat.beat}",
            key=beat.node_id,
            occurred_at_ms=at_ms,
            producer=beat.node_id,
            correlation_id=beat.node_id,
            payload=beat,
        )
        self._beats.send(Outgoing(NODE_HEARTBEATS, envelope, authorization=authorization)).result(60)

    def say_all_again(self) -> None:
        """Every beat once more, the newest first."""
        for beat, at_ms in reversed(self.sent):
            self.say(beat, at_ms, self._tokens.of(beat))

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Read reported windows until the condition holds."""
        patience = Patience()
        while not condition():
            assert not patience.is_over(len(self.told)), f"in vain: {what}; {self.told}"
            for delivery in self._facts.poll(100, 0.2):
                self.told.append(cast("Envelope[UsageMeasured]", delivery.envelope))

    def clean(self) -> list[UsageMeasured]:
        """Return the windows of a measurer that reads each heartbeat once."""
        measuring = Measuring()
        return [fact for beat, at_ms in self.sent for fact in measuring.take(beat, at_ms, Heard(0, at_ms))]

    def check(self) -> None:
        """Check that each window is reported once, correctly."""
        clean = self.clean()
        self.until(lambda: len(self.told) >= len(clean), f"{len(clean)} windows")
        found = [each.payload for each in self.told]
        assert sorted(found, key=_place) == sorted(clean, key=_place)
        assert len({each.event_id for each in self.told}) == len(self.told)

    def close(self) -> None:
        """Close these connections as well."""
        self._facts.close()
        self._beats.close()
        super().close()


def _place(fact: UsageMeasured) -> tuple[str, int]:
    return fact.node_id, fact.starts_at_ms


@pytest.fixture
def site(endpoints: Mapping[str, str]) -> Generator[Site]:
    site = Site(endpoints)
    try:
        yield site
    finally:
        site.close()


@pytest.mark.parametrize("place", ["after_commit:2", pytest.param("before_commit:2", marks=pytest.mark.long)])
def test_kill_9_in_a_window_loses_none_and_tells_none_twice(site: Site, place: str, tmp_path: Path) -> None:
    """It dies between the windows of two nodes, in the middle of another."""
    first = site.measure(tmp_path / "first", place)
    late = (WINDOW_MS + LATE_MS) // BEAT_MS
    for number in range(late):
        for node_id in NODES:
            site.beat(node_id, number)
    site.beat("n1", late)
    site.until(lambda: bool(site.told), "a window of the first node")
    site.beat("n2", late)
    site.until(lambda: first.poll() is not None, "its death")
    assert first.returncode == -signal.SIGKILL
    site.say_all_again()
    site.beat("n3", late)
    site.beat("n1", late + 1, authorization="Bearer nobody")
    site.measure(tmp_path / "second")
    for number in range(late + 1, 2 * late):
        for node_id in NODES:
            site.beat(node_id, number)
    site.check()
