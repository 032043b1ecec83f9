"""LiveUse: heartbeats of checked senders are read on request only; and the route /v1/use."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from muster.api.cursors import PageRequest
from muster.events.node_heartbeats import NodeUsage, TaskUsage
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import ManualClock, Outgoing
from muster.journal import Unavailable as LogUnavailable
from muster.journal.memory import MemoryJournal
from muster.submit.edge.reads.use import LOOK_BACK_MS, LiveUse
from muster.submit.edge.routes.use import read_use
from muster.testkit.cores import build
from muster.testkit.stack.fed_cell import envelope
from muster.testkit.tokens import Tokens
from muster.views.view import Unavailable


class CountingJournal(MemoryJournal):
    """Counts the readers that are open; has no broker while `away` is set."""

    open = 0
    away = False

    def reader(self, *args: Any, **options: Any) -> Any:
        if self.away:
            raise LogUnavailable("no broker")
        found = super().reader(*args, **options)
        close = found.close
        self.open += 1

        def closed() -> None:
            self.open -= 1
            close()

        found.close = closed
        return found


def task(job_id: str) -> TaskUsage:
    return TaskUsage(
        job_id=job_id,
        attempt=1,
        gpu_indices=(0,),
        gpu_milli=1_000,
        cpu_busy_milli=100,
        memory_mib=64,
        memory_used_mib=32,
    )


class JobsOfAcme:
    """Answers with the jobs asked for, except those of a rival."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def jobs_by_id(self, tenant: str, job_ids: list[str]) -> list[Any]:
        assert tenant == "acme"
        self.asked.append(job_ids)
        own = [job_id for job_id in job_ids if not job_id.startswith("rival")]
        return [SimpleNamespace(job_id=job_id, name="train", user_name="ann") for job_id in own]


class Site:
    """A log with heartbeats, and their reader."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.journal = CountingJournal([NODE_HEARTBEATS], clock=self.clock)
        self.tokens = Tokens(clock=self.clock)
        self.live = LiveUse(self.journal, self.tokens.report_check(), self.clock)
        self._producer = self.journal.producer("nodes")
        self._number = 0

    def beat(self, node_id: str, *jobs: str, authorization: str | None = None) -> None:
        """Put a heartbeat on the log of a node that runs these jobs."""
        self._number += 1
        usage = NodeUsage(cpu_busy_milli=1, memory_used_mib=1, tasks=tuple(task(job_id) for job_id in jobs))
        sent = replace(build.beat(build.node(node_id, gpus=1)), beat=self._number, usage=usage)
        of_sender = self.tokens.of(sent) if authorization is None else authorization
        record = envelope(f"beat-{self._number}", self.clock.now_ms(), sent)
        self._producer.send(Outgoing(NODE_HEARTBEATS, record, authorization=of_sender)).result(60)

    def newest(self) -> dict[str, int]:
        """Nodes, and the number of their newest heartbeat."""
        return {each.beat.node_id: each.beat.beat for each in asyncio.run(self.live.newest())}


@pytest.fixture
def site() -> Site:
    return Site()


def test_a_request_sees_what_was_sent_before_and_the_next_one_what_came_since(site: Site) -> None:
    site.beat("a")
    site.beat("b")
    assert site.newest() == {"a": 1, "b": 2}
    site.beat("a")
    site.beat("c")
    assert site.newest() == {"a": 3, "b": 2, "c": 4}
    assert site.journal.open == 1


def test_only_the_last_seconds_are_read_at_first(site: Site) -> None:
    site.beat("old")
    site.clock.advance(LOOK_BACK_MS + 1)
    site.beat("new")
    assert site.newest() == {"new": 2}


def test_a_report_in_the_name_of_another_node_is_not_shown(site: Site) -> None:
    site.beat("a", authorization=site.tokens.node_authorization("b"))
    site.beat("b", authorization="")
    site.beat("c")
    assert site.newest() == {"c": 3}


def test_the_reader_is_closed_when_nobody_asks_and_opened_by_the_next_request(site: Site) -> None:
    site.beat("a")
    site.newest()
    site.live.close(unless_asked_within_ms=1_000)
    assert site.journal.open == 1, "somebody has just asked"
    site.clock.advance(1_000)
    site.live.close(unless_asked_within_ms=1_000)
    assert site.journal.open == 0
    site.beat("b")
    assert site.newest() == {"a": 1, "b": 2}


def test_after_an_error_the_next_request_starts_with_a_new_reader(site: Site) -> None:
    site.journal.away = True
    with pytest.raises(Unavailable):
        site.newest()
    site.journal.away = False
    site.beat("a")
    assert site.newest() == {"a": 1}
    assert site.journal.open == 1


# --- the route ----------------------------------------------------------------------------------------------


FIRST = PageRequest()


def answer_to(site: Site, jobs: JobsOfAcme, paging: PageRequest = FIRST, **query: Any) -> dict[str, Any]:
    caller, service = SimpleNamespace(tenant="acme"), SimpleNamespace(use=site.live, queries=jobs)
    answer = asyncio.run(read_use(cast("Any", caller), cast("Any", service), paging, **query))
    return json.loads(bytes(answer.body))


def jobs_by_node(answer: dict[str, Any]) -> dict[str, list[str]]:
    return {node["node_id"]: [each["job_id"] for each in node["tasks"]] for node in answer["items"]}


def test_tasks_of_other_tenants_are_left_out_and_their_nodes_are_not(site: Site) -> None:
    site.beat("a", "job-1", "rival-1")
    site.beat("b", "rival-1")
    assert jobs_by_node(answer_to(site, JobsOfAcme())) == {"a": ["job-1"], "b": []}


def test_with_a_job_only_its_nodes_and_tasks_are_shown(site: Site) -> None:
    site.beat("a", "job-1", "job-2")
    site.beat("b", "job-2")
    site.beat("c", "job-1")
    assert jobs_by_node(answer_to(site, JobsOfAcme(), job_id="job-1")) == {"a": ["job-1"], "c": ["job-1"]}
    assert jobs_by_node(answer_to(site, JobsOfAcme(), job_id="rival-1")) == {}


def test_pages_do_not_tell_where_jobs_of_other_tenants_run(site: Site) -> None:
    site.beat("a", "rival-1")
    site.beat("b", "rival-1", "job-1")
    site.beat("c", "job-1")
    answer = answer_to(site, JobsOfAcme(), PageRequest(1), job_id="rival-1")
    assert answer == {"items": [], "next_page_token": None}
    first = answer_to(site, JobsOfAcme(), PageRequest(1), job_id="job-1")
    second = answer_to(site, JobsOfAcme(), PageRequest(1, first["next_page_token"]), job_id="job-1")
    assert (jobs_by_node(first), jobs_by_node(second)) == ({"b": ["job-1"]}, {"c": ["job-1"]})
    assert second["next_page_token"] is None


def test_jobs_are_looked_up_for_the_nodes_of_a_page_only(site: Site) -> None:
    site.beat("a", "job-1")
    site.beat("b", "job-2")
    jobs = JobsOfAcme()
    first = answer_to(site, jobs, PageRequest(1))
    second = answer_to(site, jobs, PageRequest(1, first["next_page_token"]))
    assert (jobs_by_node(first), jobs_by_node(second)) == ({"a": ["job-1"]}, {"b": ["job-2"]})
    assert jobs.asked == [["job-1"], ["job-2"]]
    assert second["next_page_token"] is None
