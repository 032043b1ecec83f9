"""The early check of a job's queue: what it refuses, in which words, and what it leaves to the scheduler."""

from __future__ import annotations

from typing import Any

import pytest
from muster.events.queue_commands import QueueOrder, QueueSettings, Quota
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode
from muster.submit.core.queue_check import queue_refusals
from muster.submit.core.read_model import QueueSettingsRow
from muster.testkit.api.submit_cell import a_spec

TENANT = "acme"


def row(name: str, tenant: str = TENANT, **settings: Any) -> QueueSettingsRow:
    return QueueSettingsRow(tenant=tenant, queue=name, settings=QueueSettings(**settings).to_datum())


DEFAULT = row("default", tenant="")
TREE = [
    DEFAULT,
    row("acme", maximum=Quota(gpu_milli=8_000)),
    row("vision", parent="acme", maximum=Quota(gpu_milli=16_000)),
    row("students", parent="acme", guarantee=Quota(gpu_milli=2_000), over_quota_weight=0),
    row("shared", order=QueueOrder.LEAST_ATTAINED_SERVICE),
    row("limited", jobs_pending_max=0, jobs_running_max=0, suspended="maintenance"),
]


def refusal(*rows: QueueSettingsRow, **job: Any) -> Refusal | None:
    return queue_refusals({"job-a": a_spec(**job)}, TENANT, rows).get("job-a")


@pytest.mark.parametrize(
    ("job", "code", "message"),
    [
        (
            {"queue": "defualt"},
            RejectionCode.UNKNOWN_QUEUE,
            "queue is defualt; must be one of default, limited, shared, students, vision "
            "(did you mean 'default'?)",
        ),
        (
            {"queue": "x"},
            RejectionCode.UNKNOWN_QUEUE,
            "queue is x; must be one of default, limited, shared, students, vision",
        ),
        (
            {"queue": "acme"},
            RejectionCode.UNKNOWN_QUEUE,
            "queue is acme; must be one of default, limited, shared, students, vision "
            "('acme' has queues below it, and jobs wait in those)",
        ),
        (
            {"queue": "shared", "tier": "premium-training"},
            RejectionCode.FORBIDDEN,
            "tier is premium-training; must be one of standard-training, batch-inference, interactive in "
            "queue 'shared', which shares time",
        ),
        (
            {"queue": "vision", "ranks": 3, "resources": {"gpus": 4}},
            RejectionCode.QUOTA_EXCEEDED,
            "GPUs is 12; must be at most 8 in queue 'acme' (its maximum)",
        ),
        (
            {"queue": "students", "resources": {"gpus": 4}},
            RejectionCode.QUOTA_EXCEEDED,
            "GPUs is 4; must be at most 2 in queue 'students' (its guarantee: it never borrows)",
        ),
    ],
)
def test_a_queue_that_could_never_take_the_job_is_refused_with_what_would_do(
    job: dict[str, Any], code: RejectionCode, message: str
) -> None:
    found = refusal(*TREE, **job)
    assert found is not None
    assert (found.code, found.message) == (code, message)
    [violation] = found.violations
    assert message.startswith(f"{violation.field} is {violation.value}; must be {violation.allowed}")


@pytest.mark.parametrize(
    "job",
    [
        {"queue": "default", "resources": {"gpus": 64}},
        {"queue": "vision", "ranks": 2, "resources": {"gpus": 4}},
        {"queue": "vision", "ranks": 4, "elastic": {"min": 2}, "resources": {"gpus": 4}},
        {"queue": "students", "resources": {"gpus": 2}},
        {"queue": "shared", "tier": "batch-inference"},
        {"queue": "limited"},
    ],
    ids=lambda job: job["queue"],
)
def test_limits_that_depend_on_other_jobs_or_on_time_are_left_to_the_scheduler(job: dict[str, Any]) -> None:
    assert refusal(*TREE, **job) is None


def test_jobs_are_not_refused_while_no_queue_is_known_nor_for_the_queue_that_always_exists() -> None:
    assert refusal(queue="nowhere") is None
    assert refusal(row("vision"), queue="default") is None
    found = refusal(row("vision"), queue="nowhere")
    assert found is not None
    assert found.violations[0].allowed == "one of default, vision"


def test_a_queue_of_the_tenant_hides_the_shared_one_of_its_name() -> None:
    own = row("default", maximum=Quota(gpu_milli=1_000))
    assert refusal(DEFAULT, own, resources={"gpus": 2}) is not None
    assert refusal(DEFAULT, row("default", tenant="rival", parent="x"), resources={"gpus": 2}) is None


def test_a_parent_that_is_not_projected_yet_or_a_circle_of_parents_limits_nothing() -> None:
    assert refusal(DEFAULT, row("vision", parent="acme"), queue="vision") is None
    circle = refusal(row("a", parent="b"), row("b", parent="a"), queue="a")
    assert circle is not None
    assert circle.code is RejectionCode.UNKNOWN_QUEUE


def test_the_names_of_many_queues_are_counted_and_the_nearest_is_named() -> None:
    found = refusal(DEFAULT, *(row(f"team-{n:03}") for n in range(200)), queue="taem-150")
    assert found is not None
    allowed = found.violations[0].allowed
    assert allowed.endswith(" and 181 more (did you mean 'team-150'?)")
    assert len(allowed) < 300


def test_each_job_is_judged_for_itself() -> None:
    specs = {"job-a": a_spec(queue="vision"), "job-b": a_spec(queue="nowhere")}
    assert list(queue_refusals(specs, TENANT, TREE)) == ["job-b"]
