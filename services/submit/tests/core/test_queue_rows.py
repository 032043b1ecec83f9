"""Conversion of facts about queues and the policy to rows, and of queues to a tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events import job_events as fact
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.wire.envelope import Envelope
from muster.journal.journal import Delivery
from muster.journal.position import Position
from muster.submit.core.queue_tree import Branch, rooted
from muster.submit.core.read_model import PolicyRow, QueueRow
from muster.submit.core.rows.rows import table_rows
from muster.submit.edge.answers.policy import policy_json
from muster.submit.edge.answers.queues import queue_json, queue_tree_json

SETTINGS = QueueSettings(parent="acme", guarantee=Quota(gpu_milli=64_000, memory_mib=4 << 20), weight=2)
MEASURED = fact.QueueMeasured(
    queue="vision",
    tenant="acme",
    gpu_milli_used=70_500,
    gpu_milli_used_by_model={"H100": 70_500},
    cpu_milli_used=96_000,
    memory_mib_used=1 << 20,
    gpu_milli_borrowed=6_500,
    gpu_milli_lent=0,
    share_ppm=312_500,
    share_due_ppm=250_000,
    usage_gpu_ms=5_400_000,
    credit_gpu_ms=0,
    jobs_running=9,
    jobs_pending=3,
)
POLICY = Policy(
    name="calm",
    head_patience_ms=300_000,
    head_hold_ms=0,
    attempts_lost_max=5,
    workload_shapes_max=64,
    jobs_ended_kept_max=9_000,
    model_price_milli={"H100": 2500},
)


def rows_of(payload: Any, offset: int = 9, at_ms: int = 1000) -> dict[str, dict[str, Any]]:
    """Return the columns and key of each row of one fact, by table."""
    envelope = Envelope(
        event_id="default:1.0",
        key="vision",
        occurred_at_ms=at_ms,
        producer="scheduler-1",
        correlation_id="c",
        causation_id="cmd-1",
        payload=payload,
    )
    rows = table_rows(Delivery(Position("job-events", 2, offset), at_ms, envelope))
    return {row.table: {**row.key, **row.columns} for row in rows}


def test_a_queue_has_settings_and_their_version() -> None:
    made = fact.QueueCreated(
        queue="vision", tenant="acme", description="cats", requested_by="ada", settings=SETTINGS
    )
    columns = rows_of(made)["queues"]
    assert (columns["tenant"], columns["queue"], columns["description"]) == ("acme", "vision", "cats")
    assert QueueSettings.from_datum(columns["settings"]) == SETTINGS
    assert (columns["event_partition"], columns["event_offset"]) == (2, 9)
    assert (columns["measure"], columns["deleted_at_ms"]) == (None, None), "a new queue under an old name"


def test_a_queue_created_without_settings_has_the_defaults() -> None:
    made = fact.QueueCreated(queue="vision", tenant="acme", description="", requested_by="ada")
    assert QueueSettings.from_datum(rows_of(made)["queues"]["settings"]) == QueueSettings()


def test_changed_settings_are_a_new_version_and_answer_their_command() -> None:
    configured = fact.QueueConfigured(queue="vision", tenant="acme", settings=SETTINGS, requested_by="ada")
    tables = rows_of(configured, offset=11)
    assert tables["queues"] == {
        "tenant": "acme",
        "queue": "vision",
        "settings": SETTINGS.to_datum(),
        "event_partition": 2,
        "event_offset": 11,
    }
    assert tables["commands"]["outcome"] == "accepted"


def test_a_measurement_replaces_the_previous_one() -> None:
    assert rows_of(MEASURED) == {
        "queues": {
            "tenant": "acme",
            "queue": "vision",
            "measure": MEASURED.to_datum(),
            "measured_at_ms": 1000,
        }
    }


def test_a_policy_is_stored_with_its_version() -> None:
    row = rows_of(fact.PolicyActivated(policy=POLICY, requested_by="ops"))["policies"]
    assert (row["event_partition"], row["event_offset"], row["activated_by"]) == (2, 9, "ops")
    assert Policy.from_datum(row["policy"]) == POLICY


def test_activated_failure_rules_become_a_row() -> None:
    said = fact.FailureRulesActivated(version=2, sha256="ab", rules="version: 2", requested_by="ops")
    row = rows_of(said)["failure_rules"]
    assert (row["version"], row["sha256"], row["rules"]) == (2, "ab", "version: 2")
    assert (row["event_offset"], row["activated_by"]) == (9, "ops")


ROW = QueueRow(
    tenant="acme",
    queue="vision",
    description="cats",
    settings=SETTINGS.to_datum(),
    created_at_ms=0,
    measure=MEASURED.to_datum(),
    measured_at_ms=1000,
    event_partition=2,
    event_offset=9,
    jobs={"RUNNING": 9},
    restrictions=[
        {
            "name": "hours",
            "tiers": ["BATCH_INFERENCE"],
            "until_ms": 60_000,
            "reason": "spent",
            "requested_by": "metering",
            "restricted_at_ms": 0,
        }
    ],
)


def test_a_queue_is_converted_to_json() -> None:
    assert queue_json(ROW) == {
        "name": "vision",
        "description": "cats",
        "parent": "acme",
        "guarantee": {"gpus": 64, "gpus_by_model": {}, "cpus": None, "memory": "4TiB"},
        "maximum": None,
        "weight": 2,
        "over_quota_weight": 1,
        "order": "fifo",
        "limits": {
            "jobs_running": None,
            "jobs_pending": None,
            "user_jobs_running": None,
            "user_jobs_pending": None,
        },
        "suspended": None,
        "spot_percent": None,
        "created_at": "1970-01-01T00:00:00.000Z",
        "etag": '"2-9"',
        "jobs": {"RUNNING": 9},
        "restrictions": [
            {
                "name": "hours",
                "tiers": ["batch-inference"],
                "until": "1970-01-01T00:01:00.000Z",
                "reason": "spent",
                "requested_by": "metering",
                "restricted_at": "1970-01-01T00:00:00.000Z",
            }
        ],
        "measure": {
            "measured_at": "1970-01-01T00:00:01.000Z",
            "used": {"gpus": 70.5, "gpus_by_model": {"H100": 70.5}, "cpus": 96, "memory": "1TiB"},
            "borrowed_gpus": 6.5,
            "lent_gpus": 0,
            "share": 0.3125,
            "share_due": 0.25,
            "usage_gpu_hours": 1.5,
            "credit_gpu_hours": 0.0,
            "jobs_running": 9,
            "jobs_pending": 3,
        },
    }
    assert queue_json(replace(ROW, measure=None))["measure"] is None


def test_a_policy_is_converted_to_json() -> None:
    row = PolicyRow(
        policy=POLICY.to_datum(), activated_by="ops", activated_at_ms=0, event_partition=1, event_offset=7
    )
    shown = policy_json(row)
    assert (shown["head_patience"], shown["share_half_life"], shown["model_price"]) == (
        "5m",
        "7d",
        {"H100": 2.5},
    )
    assert (shown["activated_by"], shown["etag"]) == ("ops", '"1-7"')


def queue(name: str, parent: str | None = None) -> QueueRow:
    return replace(ROW, queue=name, settings=QueueSettings(parent=parent).to_datum())


def shape(branches: Any) -> dict[str, Any]:
    return {branch.row.queue: shape(branch.below) for branch in branches}


@pytest.mark.parametrize(
    ("rows", "tree"),
    [
        ([], {}),
        (
            [queue("acme"), queue("ct", "vision"), queue("default"), queue("vision", "acme")],
            {"acme": {"vision": {"ct": {}}}, "default": {}},
        ),
        ([queue("ct", "not-known-yet")], {"ct": {}}),
        ([queue("a", "b"), queue("b", "a"), queue("c", "b")], {"a": {"b": {"c": {}}}}),
        ([queue("a", "a")], {"a": {}}),
    ],
    ids=["none", "a tree", "a parent that comes later", "a moment's cycle", "itself"],
)
def test_every_queue_is_in_the_tree_once(rows: list[QueueRow], tree: dict[str, Any]) -> None:
    assert shape(rooted(rows)) == tree


def test_a_branch_is_a_queue_with_a_list_of_queues() -> None:
    shown = queue_tree_json(Branch(queue("a"), [Branch(queue("b", "a"), [])]))
    assert [below["name"] for below in shown["queues"]] == ["b"]
    assert shown["queues"][0]["queues"] == []
