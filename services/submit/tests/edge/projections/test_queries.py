"""Answers of queries about the scenario, by tenant."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import pytest
from muster.api.cursors import ListAnswer, PageRequest
from muster.events.job_commands import CancelJob
from muster.events.job_events import QueueCreated
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, LOG_EVENTS
from muster.events.wire.stamp import Asker
from muster.jobs.lifecycle import JobState
from muster.journal.clock import ManualClock
from muster.journal.position import Position
from muster.submit.core.read_model import JobFilter
from muster.submit.edge.reads.queries import REFUSED_SHOWN_MS, Queries
from muster.testkit.patience import shown
from muster.views.view import Unavailable
from prometheus_client import REGISTRY

pytestmark = pytest.mark.stack

T = TypeVar("T")
Scenario = Any
"""Scenario, of conftest.py, which tests cannot import."""


ALL = PageRequest()


def ask(
    scenario: Scenario,
    question: Callable[[Queries], Coroutine[Any, Any, T]],
    clock: ManualClock | None = None,
) -> T:
    """Run one query on connections of its own; by default right after the last event."""
    clock = clock or ManualClock(scenario.ticks * 1000)

    async def answer() -> T:
        async with Queries.connected(scenario.settings, view=scenario.view, clock=clock) as queries:
            return await question(queries)

    return asyncio.run(answer())


def ids_listed(
    scenario: Scenario, tenant: str = "acme", *, text: str | None = None, **conditions: Any
) -> list[str]:
    page = ask(scenario, lambda q: q.jobs(tenant, JobFilter(**conditions), size=50, text=text))
    return [row.job_id for row in page.rows]


def test_a_retried_job_has_both_attempts(scenario: Scenario) -> None:
    job = ask(scenario, lambda q: q.job("acme", "job-cats"))
    assert job is not None
    assert (job.state, job.attempt, job.exit_code, job.gpu_milli) == ("SUCCEEDED", 2, 0, 4000)
    assert (job.submitted_at_ms, job.queued_at_ms, job.bound_at_ms) == (5000, 9000, 10000)
    assert (job.started_at_ms, job.ended_at_ms) == (11000, 13000)
    assert [p["node_id"] for p in job.placements or ()] == ["n1", "n2"]
    first, second = ask(scenario, lambda q: q.attempts("acme", "job-cats"))
    assert (first.outcome, first.exit_code, first.failed_rank, first.failed_node_id) == ("FAILED", 3, 1, "n1")
    assert first.verdict is not None
    assert (first.verdict["rule"], first.verdict["others"][0]["rank"]) == ("memory.gpu", 0)
    assert second.verdict is None
    assert (second.outcome, second.bound_at_ms, second.ended_at_ms) == ("SUCCEEDED", 10000, 12000)


def test_progress_counts_only_if_reported_by_the_ranks_own_nodes(scenario: Scenario) -> None:
    first, second = ask(scenario, lambda q: q.progress("acme", "job-cats", ALL))["items"]
    assert (first.attempt, first.rank, first.step, first.total, first.eta_ms) == (2, 0, 3, 10, 3_500)
    assert (first.metrics, first.steps_per_s, first.problem) == ({"loss": "nan"}, 2.0, None)
    assert (second.rank, second.step, second.problem) == (1, None, "step is -1")


def test_checkpoints_have_their_state(scenario: Scenario) -> None:
    rows = ask(scenario, lambda q: q.checkpoints("acme", "job-cats", ALL))["items"]
    assert [
        (r.step, r.attempt, r.files, r.size_bytes, r.new_bytes, r.restored_by, r.problem) for r in rows
    ] == [
        (50, 1, 6, 2_000, 2_000, None, None),
        (100, 1, 6, 2_000, 2_000, 2, None),
        (200, 1, 6, 2_000, 800, None, "HTTP 404"),
        (None, 1, 1, 500, 500, None, None),
        (300, 2, 0, 0, 0, None, "not stored: lies"),
    ]
    assert [row.recorded_at_ms is None for row in rows] == [False, False, False, False, True]
    assert [row.deleted_at_ms is None for row in rows] == [False, True, True, True, True]
    assert rows[0].expired_at_ms is not None


def test_a_waiting_job_has_a_reason(scenario: Scenario) -> None:
    job = ask(scenario, lambda q: q.job("acme", "job-tiny"))
    assert job is not None
    assert (job.state, job.reason_code, job.reason_counts) == ("QUEUED", "GPUS_BUSY", {"free": 0})


def test_a_rejected_submission_is_found_and_does_not_affect_a_running_job(scenario: Scenario) -> None:
    nonsense = ask(scenario, lambda q: q.job("acme", "job-nonsense"))
    assert nonsense is not None
    assert (nonsense.state, nonsense.reason_code, nonsense.spec) == ("REJECTED", "INVALID", None)
    dogs = ask(scenario, lambda q: q.job("acme", "job-dogs"))
    assert dogs is not None
    assert (dogs.state, dogs.name) == ("RUNNING", "train-dogs")


def test_lists_are_newest_first_and_filtered_by_every_condition(scenario: Scenario) -> None:
    assert ids_listed(scenario) == ["job-nonsense", "job-tiny", "job-dogs", "job-cats"]
    assert ids_listed(scenario, states=(JobState.RUNNING, JobState.QUEUED)) == ["job-tiny", "job-dogs"]
    assert ids_listed(scenario, user="ada") == ["job-tiny", "job-cats"]
    assert ids_listed(scenario, team="vision", project="pets", queue="default") == [
        "job-tiny",
        "job-dogs",
        "job-cats",
    ]
    assert ids_listed(scenario, labels={"exp": "7"}) == ["job-dogs", "job-cats"]
    assert ids_listed(scenario, labels={"exp": "7", "breed": "corgi"}) == ["job-dogs"]
    assert ids_listed(scenario, since_ms=5001) == ["job-nonsense", "job-tiny", "job-dogs"]
    assert ids_listed(scenario, until_ms=5001) == ["job-cats"]
    assert ids_listed(scenario, team="audio") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cats", ["job-cats"]),
        ("TRAIN", ["job-tiny", "job-dogs", "job-cats"]),
        ("train ada", ["job-tiny", "job-cats"]),
        ("corgi", ["job-dogs"]),
        ("exp=7", ["job-dogs", "job-cats"]),
        ("model", ["job-tiny", "job-dogs", "job-cats"]),
        ("train_model.py", ["job-tiny", "job-dogs", "job-cats"]),
        ("n2", ["job-dogs", "job-cats"]),
        ("GPUS_BUSY", ["job-tiny"]),
        ('"free GPU"', ["job-tiny"]),
        ("dog*", ["job-dogs"]),
        ("vision -train", []),
        ("secret", []),
        ("RUNNING", ["job-dogs"]),
        ('"unbalanced (', []),
        ("zebra", []),
    ],
)
def test_search_finds_jobs_by_words_people_remember(scenario: Scenario, text: str, found: list[str]) -> None:
    shown(scenario.projections["search"].view, scenario.last)
    assert ids_listed(scenario, text=text) == found


@pytest.mark.parametrize("text", [None, "vision"], ids=["list", "search"])
def test_jobs_are_found_by_a_job_that_they_start_after(scenario: Scenario, text: str | None) -> None:
    shown(scenario.projections["search"].view, scenario.last)
    assert ids_listed(scenario, text=text, starts_after="job-cats") == ["job-tiny"]
    assert ids_listed(scenario, text=text, starts_after="job-dogs", states=(JobState.RUNNING,)) == []
    assert ids_listed(scenario, text=text, starts_after="job-tiny") == []
    assert ids_listed(scenario, "rival", text=text, starts_after="job-cats") == []


def test_search_has_the_filters_of_lists(scenario: Scenario) -> None:
    shown(scenario.projections["search"].view, scenario.last)
    assert ids_listed(scenario, text="vision", states=(JobState.QUEUED,)) == ["job-tiny"]
    assert ids_listed(scenario, text="vision", labels={"exp": "7"}, user="bob", since_ms=1) == ["job-dogs"]


@pytest.mark.parametrize("words", [None, "vision"], ids=["list", "search"])
def test_pages_have_no_gap_and_no_repetition(scenario: Scenario, words: str | None) -> None:
    shown(scenario.projections["search"].view, scenario.last)

    async def paged(queries: Queries) -> list[list[str]]:
        pages: list[list[str]] = []
        behind = None
        while True:
            page = await queries.jobs("acme", JobFilter(team="vision"), size=2, text=words, behind=behind)
            pages.append([row.job_id for row in page.rows])
            behind = page.next_key
            if behind is None:
                return pages

    assert ask(scenario, paged) == [["job-tiny", "job-dogs"], ["job-cats"]]


def test_nodes_checkpoints_and_progress_are_read_in_pages(scenario: Scenario) -> None:
    async def by_one(read: Callable[[PageRequest], Coroutine[Any, Any, ListAnswer[Any]]]) -> list[Any]:
        page = await read(PageRequest(limit=1))
        rows = page["items"]
        while page["next_page_token"] is not None:
            page = await read(PageRequest(limit=1, token=page["next_page_token"]))
            assert len(page["items"]) == 1
            rows += page["items"]
        return rows

    async def compared(queries: Queries) -> list[tuple[list[Any], list[Any]]]:
        reads = (
            queries.nodes,
            partial(queries.checkpoints, "acme", "job-cats"),
            partial(queries.progress, "acme", "job-cats"),
        )
        return [(await by_one(read), (await read(ALL))["items"]) for read in reads]

    for paged, whole in ask(scenario, compared):
        assert len(whole) > 1
        assert paged == whole


def test_another_tenants_resources_do_not_exist(scenario: Scenario) -> None:
    async def everything(queries: Queries) -> list[Any]:
        rival = [
            await queries.job("rival", "job-cats"),
            await queries.attempts("rival", "job-cats"),
            await queries.events("rival", "job-cats"),
            (await queries.checkpoints("rival", "job-cats", ALL))["items"],
            (await queries.progress("rival", "job-cats", ALL))["items"],
            await queries.log_chunks("rival", "job-cats"),
            await queries.log_ends("rival", "job-cats"),
            await queries.tables.command(Asker("rival", "ada"), "cmd-cats"),
            await queries.tables.wait_for_command(Asker("rival", "ada"), "cmd-nonsense", 0.2),
            await queries.job("acme", "job-secret"),
        ]
        return [thing for thing in rival if thing]

    assert ask(scenario, everything) == []
    assert ids_listed(scenario, "rival") == ["job-secret"]
    assert [queue.queue for queue in ask(scenario, lambda q: q.queues("rival"))] == ["default"]


def test_the_history_of_a_job_continues_after_a_position(scenario: Scenario) -> None:
    events = ask(scenario, lambda q: q.events("acme", "job-cats"))
    assert [event.type for event in events] == [
        "JobQueued",
        "GangBound",
        "JobStarted",
        "AttemptEnded",
        "JobRequeued",
        "GangBound",
        "JobStarted",
        "AttemptEnded",
        "JobSucceeded",
        *["CheckpointRecorded"] * 4,
        "CheckpointExpired",
        "CheckpointDeleted",
    ]
    assert events[3].event["payload"]["message"] == "rank 1: CUDA out of memory"
    behind = Position("job-events", events[6].partition, events[6].offset)
    rest = ask(scenario, lambda q: q.events("acme", "job-cats", after=behind))
    assert [event.type for event in rest[:2]] == ["AttemptEnded", "JobSucceeded"]


def test_output_is_listed_in_log_order(scenario: Scenario) -> None:
    chunks = ask(scenario, lambda q: q.log_chunks("acme", "job-cats"))
    assert [(c.rank, c.chunk, c.uri) for c in chunks] == [
        (0, 0, "s3://muster/logs/job-cats/2/0/stdout/00000000"),
        (1, 0, "s3://muster/logs/job-cats/2/1/stdout/00000000"),
        (0, 1, "s3://muster/logs/job-cats/2/0/stdout/00000001"),
    ]
    behind = Position("log-events", chunks[0].log_partition, chunks[0].log_offset)
    rest = ask(scenario, lambda q: q.log_chunks("acme", "job-cats", rank=0, after=behind))
    assert [c.chunk for c in rest] == [1]
    assert ask(scenario, lambda q: q.log_chunks("acme", "job-cats", attempt=1)) == []
    (end,) = ask(scenario, lambda q: q.log_ends("acme", "job-cats"))
    assert (end.attempt, end.rank) == (2, 0)


def test_output_counts_only_if_reported_by_the_ranks_own_node(scenario: Scenario) -> None:
    """Forged: without a token, with another node's, and by a node that does not run the job (conftest)."""
    chunks = ask(scenario, lambda q: q.log_chunks("acme", "job-cats"))
    assert [(c.rank, c.chunk, c.node_id, c.sha256) for c in chunks] == [
        (0, 0, "n1", "0" * 64),
        (1, 0, "n2", "0" * 64),
        (0, 1, "n1", "0" * 64),
    ]
    assert [end.rank for end in ask(scenario, lambda q: q.log_ends("acme", "job-cats"))] == [0]
    refused = {node.node_id: node.refused for node in ask(scenario, lambda q: q.nodes(ALL))["items"]}
    assert "authorization is a token of n1; allowed" in (refused["n2"] or "")
    assert "authorization is (absent); allowed" in (refused["n1"] or "")
    assert "nobody-1" not in refused, "names that no node has are not ids_listed"


def test_refused_reports_are_counted(scenario: Scenario) -> None:
    counted = REGISTRY.get_sample_value("muster_reports_refused_total", {"topic": LOG_EVENTS.name})
    assert (counted or 0) >= scenario.refused > 0


def test_a_refusal_disappears_if_not_repeated_for_two_hours(scenario: Scenario) -> None:
    later = ManualClock(scenario.ticks * 1000 + REFUSED_SHOWN_MS)
    assert "hasty" not in [node.node_id for node in ask(scenario, lambda q: q.nodes(ALL), later)["items"]]


def test_nodes_show_the_resources_of_unfinished_attempts(scenario: Scenario) -> None:
    hasty, n1, n2 = ask(scenario, lambda q: q.nodes(ALL))["items"]
    assert (hasty.node_id, hasty.state, hasty.refused) == ("hasty", None, "interval_ms is 1")
    assert (n1.node_id, n1.cordoned, n1.cordon_reason, n1.gpu_milli_used, n1.ranks) == (
        "n1",
        True,
        "fan",
        0,
        0,
    )
    assert (n2.state, bool(n2.cordoned), n2.gpus_unhealthy) == ("ready", False, [7])
    assert (n2.gpu_milli_used, n2.ranks) == (4000 + 1000, 2)
    assert (n2.cpu_milli_used, n2.memory_mib_used) == (2 * 2000, 2 * 1024)
    largest = ask(scenario, lambda q: q.largest_node())
    assert largest is not None
    assert (largest.gpu_count, largest.gpu_models, largest.cpu_milli) == (8, ["A100"], 64000)
    assert ask(scenario, lambda q: q.node("n3")) is None
    assert ask(scenario, lambda q: q.node("spot")) is None, "it was forgotten"


def test_queues_count_the_tenants_unfinished_jobs(scenario: Scenario) -> None:
    default, night = ask(scenario, lambda q: q.queues("acme"))
    assert (default.queue, default.jobs) == ("default", {"RUNNING": 1, "QUEUED": 1})
    assert (night.queue, night.description, night.jobs) == ("night", "cheap hours", {})


def test_a_queue_has_its_newest_settings_and_measurement(scenario: Scenario) -> None:
    night = ask(scenario, lambda q: q.queue("acme", "night"))
    assert night is not None
    assert (night.settings or {})["weight"] == 2
    assert (night.measure or {})["gpu_milli_used"] == 2500
    assert (night.measured_at_ms or 0) > night.created_at_ms
    assert ask(scenario, lambda q: q.queue("rival", "night")) is None


def test_the_last_policy_is_in_effect(scenario: Scenario) -> None:
    policy = ask(scenario, lambda q: q.policy())
    assert policy is not None
    assert (policy.policy["name"], policy.activated_by) == ("calm", "ops")


def test_commands_have_their_outcomes(scenario: Scenario) -> None:
    def outcome(command_id: str) -> tuple[str | None, str] | None:
        row = ask(scenario, lambda q: q.tables.command(Asker("acme", "ada"), command_id))
        return (row.outcome, row.subject) if row else None

    assert outcome("cmd-cats") == ("accepted", "job-cats")
    assert outcome("cmd-cordon") == ("accepted", "n1")
    assert outcome("cmd-night") == ("accepted", "night")
    assert outcome("cmd-nonsense") == ("rejected", "job-nonsense")
    assert outcome("cmd-unknown") is None
    cancel = CancelJob(job_id="job-dogs", tenant="acme", requested_by="ada", reason="")
    scenario.add(JOB_COMMANDS, "job-dogs", cancel, event_id="cmd-pending")
    scenario.project()
    assert outcome("cmd-pending") == (None, "job-dogs")
    assert ask(scenario, lambda q: q.tables.command(Asker("rival", "ada"), "cmd-pending")) is None
    rejected = ask(scenario, lambda q: q.tables.command(Asker("acme", "ada"), "cmd-nonsense"))
    assert rejected is not None
    assert (rejected.problem or {})["violations"] == [
        {"field": "ranks", "value": "0", "allowed": "1 to 4096"}
    ]


def test_waiting_callers_are_woken_when_a_position_is_applied(scenario: Scenario) -> None:
    async def waited(queries: Queries) -> tuple[Any, bool, int]:
        changes = queries.tables.changes()
        await anext(changes)
        command = asyncio.create_task(queries.tables.wait_for_command(Asker("third", "ada"), "cmd-late", 30))
        created = QueueCreated(queue="late", tenant="third", description="", requested_by="zoe")
        position = scenario.add(JOB_EVENTS, "late", created, "cmd-late")
        applied = asyncio.create_task(queries.tables.wait_for(position, 30))
        await asyncio.to_thread(scenario.project)
        woken = 0
        async for _ in changes:
            woken += 1
            break
        return await command, await applied, woken

    command, applied, woken = ask(scenario, waited)
    assert (command.outcome, command.subject, applied, woken) == ("accepted", "late", True, 1)


def test_waiting_ends_at_its_time_limit(scenario: Scenario) -> None:
    async def waited(queries: Queries) -> tuple[Any, bool]:
        never = Position("job-events", 0, 10_000)
        return await queries.tables.wait_for_command(
            Asker("acme", "ada"), "cmd-never", 0.1
        ), await queries.tables.wait_for(never, 0.1)

    assert ask(scenario, waited) == (None, False)


def test_queries_without_a_projection_report_what_is_missing(scenario: Scenario) -> None:
    async def missing_and_refusal() -> tuple[str | None, str]:
        async with Queries.connected(scenario.settings, view="no_such_view") as queries:
            missing = await queries.tables.missing()
            try:
                await queries.jobs("acme", JobFilter(), size=1)
            except Unavailable as unavailable:
                return missing, str(unavailable)
            return missing, "answered"

    missing, refusal = asyncio.run(missing_and_refusal())
    assert missing is not None
    assert "Postgres" in missing
    assert refusal == "the projections do not exist yet: the projector has to run once"
