"""Reclaim notices: the node reads metadata services that answer like the clouds', and reports changes."""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.memory import Memory
from muster.agent.edge.reclaim.metadata import Aws, Azure, Gcp, Own, Source, Unanswered
from muster.agent.edge.reclaim.watch import ReclaimFile, ReclaimWatch
from muster.events.task_events import (
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    ReclaimSource,
)
from muster.journal import SystemClock
from muster.testkit.metadata_server import MetadataServer, metadata_server

ACTION = "/latest/meta-data/spot/instance-action"
REBALANCE = "/latest/meta-data/events/recommendations/rebalance"
PREEMPTED = "/computeMetadata/v1/instance/preempted"
MAINTENANCE = "/computeMetadata/v1/instance/maintenance-event"


@dataclass
class Watched:
    """A watch, its server, and its reports in the outbox."""

    server: MetadataServer
    memory: Memory
    folder: Path
    now_ms: float = 0
    seen: int = 0
    clock: SystemClock = field(default_factory=SystemClock)

    def watch(self, source: type[Aws | Gcp | Azure | Own] | None = None, path: str = "") -> ReclaimWatch:
        sources: tuple[Source, ...] = (ReclaimFile(self.folder / "reclaim.json", self.clock),)
        if source is not None:
            sources += (source(self.server.url + path, self.clock),)
        return ReclaimWatch(sources, self.memory, Reporter("n1"), "boot-1", self.clock, poll_ms=100)

    def reports(self) -> list[Any]:
        """Return the reports since the last call."""
        rows = [row.outgoing.envelope.payload for row in self.memory.outbox(1_000)]
        new, self.seen = rows[self.seen :], len(rows)
        return new


@pytest.fixture
def watched(tmp_path: Path) -> Generator[Watched]:
    memory = Memory(tmp_path / "memory.sqlite")
    with metadata_server() as server:
        yield Watched(server, memory, tmp_path)
    memory.close()


def in_s(seconds: float) -> str:
    at = datetime.fromtimestamp(datetime.now(UTC).timestamp() + seconds, UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_an_aws_notice_is_read_with_a_token(watched: Watched) -> None:
    watch = watched.watch(Aws)
    watch.look()
    assert watched.reports() == []
    watched.server.pages[ACTION] = f'{{"action": "terminate", "time": "{in_s(120)}"}}'
    watch.look()
    (told,) = watched.reports()
    assert isinstance(told, NodeReclaimAnnounced)
    assert (told.node_id, told.source) == ("n1", ReclaimSource.AWS)
    assert told.remaining_ms is not None
    assert 110_000 < told.remaining_ms <= 121_000
    watched.server.expire_tokens()
    watch.look()
    assert watched.reports() == [], "the notice was reported, and an expired token is renewed"
    del watched.server.pages[ACTION]
    watch.look()
    assert watched.reports() == [NodeReclaimWithdrawn(node_id="n1", notice_id=told.notice_id)]
    assert watched.server.asked.count("/latest/api/token") == 2


def test_an_aws_recommendation_reports_that_the_node_is_at_risk(watched: Watched) -> None:
    watched.server.pages[REBALANCE] = '{"noticeTime": "2026-11-21T05:50:00Z"}'
    watch = watched.watch(Aws)
    watch.look()
    assert [report.remaining_ms for report in watched.reports()] == [None]
    watched.server.pages[ACTION] = f'{{"action": "stop", "time": "{in_s(120)}"}}'
    watch.look()
    assert [report.remaining_ms is None for report in watched.reports()] == [False], "now there is a time"


def test_a_gcp_notice_counts_down_from_the_first_look(watched: Watched) -> None:
    watch = watched.watch(Gcp)
    watch.look()
    watched.server.pages[PREEMPTED] = "TRUE"
    watch.look()
    (told,) = watched.reports()
    assert (told.source, told.remaining_ms) == (ReclaimSource.GCP, 30_000)
    watched.server.pages[PREEMPTED] = "FALSE"
    watched.server.pages[MAINTENANCE] = "TERMINATE_ON_HOST_MAINTENANCE"
    watch.look()
    assert [report.remaining_ms for report in watched.reports()] == [60_000]


def test_an_azure_event_counts_only_for_the_machine_it_names(watched: Watched) -> None:
    event = (
        '{"DocumentIncarnation": 1, "Events": [{"EventId": "A1", "EventStatus": "Scheduled", '
        '"EventType": "Preempt", "ResourceType": "VirtualMachine", "Resources": ["NAME"], '
        '"NotBefore": "Mon, 23 Nov 2099 00:58:46 GMT"}]}'
    )
    watch = watched.watch(Azure)
    watched.server.azure_events = event.replace("NAME", "gpu-18")
    watch.look()
    assert watched.reports() == []
    watched.server.azure_events = event.replace("NAME", "gpu-17")
    watch.look()
    assert [(report.source, report.notice_id) for report in watched.reports()] == [
        (ReclaimSource.AZURE, "azure/A1")
    ]


def test_a_notice_can_come_from_an_address_of_the_operator(watched: Watched) -> None:
    watch = watched.watch(Own, "/spot")
    watch.look()
    assert watched.reports() == []
    watched.server.pages["/spot"] = '{"in_s": 90, "reason": "the rack is sold"}'
    watch.look()
    assert [(r.source, r.remaining_ms, r.message) for r in watched.reports()] == [
        (ReclaimSource.HTTP, 90_000, "the rack is sold")
    ]


def test_a_notice_in_a_file_counts_from_its_time_of_writing(watched: Watched) -> None:
    file = watched.folder / "reclaim.json"
    file.write_text('{"in_s": 120}')
    written_s = datetime.now(UTC).timestamp() - 60
    os.utime(file, (written_s, written_s))
    watch = watched.watch()
    watch.look()
    (told,) = watched.reports()
    assert 50_000 < told.remaining_ms <= 60_000
    file.unlink()
    watch.look()
    assert [type(report) for report in watched.reports()] == [NodeReclaimWithdrawn]


@pytest.mark.slow
@pytest.mark.parametrize("malformed", ['{"action": "terminate"', '{"action": "leave"}', "terminate"])
def test_a_malformed_notice_is_reported_only_as_a_note(watched: Watched, malformed: str) -> None:
    watched.server.pages[ACTION] = malformed
    watch = watched.watch(Aws)
    watch.look()
    watch.look()
    (note,) = watched.reports()
    assert isinstance(note, NodeNoteReported)
    assert note.note.startswith("a reclaim notice cannot be read: ")
    watched.server.pages.pop(ACTION)
    watch.look()
    assert watched.reports() == [NodeNoteReported(node_id="n1", note="")]


def test_a_failing_service_withdraws_no_notice(watched: Watched) -> None:
    watched.server.pages[ACTION] = f'{{"action": "terminate", "time": "{in_s(120)}"}}'
    watch = watched.watch(Aws)
    watch.look()
    watched.reports()
    watched.server.status = 503
    watch.look()
    assert [type(report) for report in watched.reports()] == [NodeNoteReported]
    watched.server.status = 0
    watch.look()
    assert watched.reports() == [NodeNoteReported(node_id="n1", note="")]


def test_a_restarted_agent_withdraws_the_notice_of_its_predecessor(watched: Watched) -> None:
    watched.server.pages[ACTION] = f'{{"action": "terminate", "time": "{in_s(120)}"}}'
    watched.watch(Aws).look()
    del watched.server.pages[ACTION]
    watched.watch(Aws).look()
    assert [type(report) for report in watched.reports()] == [NodeReclaimAnnounced, NodeReclaimWithdrawn]


def test_a_notice_in_effect_is_reported_again_after_a_restart(watched: Watched) -> None:
    watched.server.pages[ACTION] = f'{{"action": "terminate", "time": "{in_s(120)}"}}'
    watched.watch(Aws).look()
    watched.watch(Aws).look()
    told = [report.notice_id for report in watched.reports()]
    assert len(told) == 2
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        (ACTION, {}, 401),
        (PREEMPTED, {}, 403),
        ("/metadata/scheduledevents?api-version=2020-07-01", {}, 400),
        ("/metadata/scheduledevents", {"Metadata": "true"}, 400),
    ],
)
def test_the_test_server_rejects_the_same_requests_as_the_clouds(
    watched: Watched, path: str, headers: dict[str, str], status: int
) -> None:
    assert watched.server.answer("GET", path, headers)[0] == status


def test_a_source_that_does_not_answer_is_named(watched: Watched) -> None:
    with pytest.raises(Unanswered, match=r"http://127\.0\.0\.1:1/computeMetadata"):
        Gcp("http://127.0.0.1:1", SystemClock()).look()
    assert watched.reports() == []
