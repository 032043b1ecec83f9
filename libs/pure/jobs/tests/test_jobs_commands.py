"""The scheduler's validation: every kind of command, valid and not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.operator_commands import (
    ActivatePolicy,
    CancelMaintenance,
    CordonNode,
    DrainNode,
    ForgetNode,
    Policy,
    ScheduleMaintenance,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import CreateQueue, DeleteQueue
from muster.jobs import command_violations, derive_job_id, parse_request, to_spec
from muster.jobs.commands import Command
from muster.jobs.values.timed_ids import MADE_AT_MS_END, made_at_ms, timed_job_id

SPEC = to_spec(parse_request({"name": "x", "run": "y"}), user="ann", team="research")
POLICY = Policy(
    name="calm",
    head_patience_ms=60_000,
    head_hold_ms=60_000,
    attempts_lost_max=5,
    workload_shapes_max=64,
    jobs_ended_kept_max=100_000,
)
SUBMIT = SubmitJob(job_id="job-abcd", tenant="acme", spec=SPEC)
MAINTENANCE = ScheduleMaintenance(
    node_id="n1", starts_at_ms=1_790_000_000_000, ends_at_ms=1_790_000_060_000, requested_by="ops"
)
CANCEL = CancelJob(job_id="job-abcd", tenant="acme", requested_by="ann", reason="changed my mind")


@pytest.mark.parametrize(
    "command",
    [
        SUBMIT,
        CANCEL,
        SuspendJob(job_id="job-abcd", tenant="acme", requested_by="ann"),
        ResumeJob(job_id="job-abcd", tenant="acme", requested_by="ann"),
        CreateQueue(queue="nightly", tenant="acme", requested_by="ann"),
        DeleteQueue(queue="nightly", tenant="acme", requested_by="ann"),
        CordonNode(node_id="openb-node-0001", requested_by="ops", reason="fan"),
        UncordonNode(node_id="openb-node-0001", requested_by="ops"),
        DrainNode(node_id="openb-node-0001", requested_by="ops", reason="fan"),
        ForgetNode(node_id="openb-node-0001", requested_by="ops"),
        UndrainNode(node_id="openb-node-0001", requested_by="ops"),
        TagNode(node_id="n1", labels={"zone": "a"}, taints_removed=("spot",), requested_by="ops"),
        MAINTENANCE,
        CancelMaintenance(node_id="n1", requested_by="ops"),
        ActivatePolicy(policy=POLICY, requested_by="ops"),
    ],
    ids=lambda c: type(c).__name__,
)
def test_good_commands(command: Command) -> None:
    assert command_violations(command) == ()


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (replace(SUBMIT, job_id="x"), ["job_id"]),
        (replace(SUBMIT, job_id="job-abc\n"), ["job_id"]),
        (replace(SUBMIT, tenant="Acme"), ["tenant"]),
        (replace(SUBMIT, spec=replace(SPEC, ranks=0)), ["spec.ranks"]),
        (replace(CANCEL, requested_by=""), ["requested_by"]),
        (replace(CANCEL, reason="x" * 1025), ["reason"]),
        (replace(CANCEL, reason="a\x1b[31m"), ["reason"]),
        (CreateQueue(queue="No", tenant="", requested_by="ann"), ["queue", "tenant"]),
        (DeleteQueue(queue="", tenant="acme", requested_by="ann"), ["queue"]),
        (CordonNode(node_id="../etc", requested_by="ops"), ["node_id"]),
        (UncordonNode(node_id="n1", requested_by="?"), ["requested_by"]),
        (ForgetNode(node_id="../etc", requested_by="?"), ["node_id", "requested_by"]),
        (DrainNode(node_id="../etc", requested_by="ops", reason="x" * 1025), ["node_id", "reason"]),
        (TagNode(node_id="n1", requested_by="ops"), ["labels, taints"]),
        (TagNode(node_id="n1", taints=("a b",), requested_by="ops"), ["taints[0]"]),
        (
            TagNode(node_id="n1", labels={"a": "b"}, labels_removed=("a",), requested_by="ops"),
            ["labels_removed"],
        ),
        (replace(MAINTENANCE, ends_at_ms=MAINTENANCE.starts_at_ms), ["ends_at"]),
        (replace(MAINTENANCE, ends_at_ms=MAINTENANCE.starts_at_ms + 400 * 86_400_000), ["ends_at"]),
        (
            ActivatePolicy(policy=replace(POLICY, head_hold_ms=-1), requested_by="ops"),
            ["policy.head_hold_ms"],
        ),
    ],
)
def test_bad_commands(command: Command, fields: list[str]) -> None:
    assert [v.field for v in command_violations(command)] == fields


def test_a_key_names_one_job_for_ever() -> None:
    """Golden: these ids are in logs; a change here would run jobs twice."""
    assert derive_job_id("acme", "key-1") == "job-uhqo3wzdj7abpcrstvlg"
    assert len({derive_job_id("acme", "k"), derive_job_id("acme", "k", 0), derive_job_id("acmek", "")}) == 3
    assert command_violations(replace(SUBMIT, job_id=derive_job_id("acme", "k", 499))) == ()


def test_an_id_carries_the_time_of_its_key() -> None:
    """Golden, as above; the UUID is the example of RFC 9562, A.6."""
    key = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"
    job_id = derive_job_id("acme", key, 3)
    assert job_id == derive_job_id("acme", key, 3) != derive_job_id("acme", key)
    assert job_id.startswith("job-01fwhe4yd")
    assert made_at_ms(job_id) == made_at_ms(timed_job_id(0x017F22E279B0, "a" * 10)) == 0x017F22E279B0
    assert command_violations(replace(SUBMIT, job_id=job_id)) == ()


@given(st.integers(0, MADE_AT_MS_END - 1), st.integers(0, MADE_AT_MS_END - 1))
def test_ids_sort_by_their_time(one: int, other: int) -> None:
    ids = timed_job_id(one, "a" * 10), timed_job_id(other, "b" * 10)
    assert tuple(map(made_at_ms, ids)) == (one, other)
    assert one == other or (one < other) == (ids[0] < ids[1])


@given(st.text() | st.uuids(version=4).map(str))
def test_ids_of_other_keys_carry_no_time(key: str) -> None:
    assert made_at_ms(derive_job_id("acme", key)) is None
