"""Conversion of requests to commands, and the checks before it."""

from __future__ import annotations

from typing import Any

import pytest
from muster.events.job_commands import CancelJob, ResumeJob, SuspendJob
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import envelope_from_datum
from muster.events.wire.stamp import Asker, Stamp
from muster.jobs import MaintenanceRequest, TagRequest, command_violations, filled, parse_request, to_spec
from muster.submit.core.capacity import capacity_violations
from muster.submit.core.read_model import LargestNodeRow
from muster.submit.core.requests import (
    NODE_VERBS,
    activate_policy,
    cancel_maintenance,
    change_job,
    change_node,
    configure_queue,
    create_queue,
    delete_queue,
    schedule_maintenance,
    submit_job,
    tag_node,
)

ANN = Asker(tenant="acme", user="ann")
STAMP = Stamp(command_id="cmd-1", now_ms=1_700_000_000_000, producer="submit/test/1")
SETTINGS = QueueSettings(parent="acme", guarantee=Quota(gpu_milli=500), weight=2)
POLICY = Policy(
    name="calm",
    head_patience_ms=0,
    head_hold_ms=0,
    attempts_lost_max=5,
    workload_shapes_max=64,
    jobs_ended_kept_max=9_000,
)
WINDOW = filled(MaintenanceRequest, {"starts_at": "2026-12-01T08:00:00Z", "ends_at": "2026-12-01T09:00:00Z"})
SPEC = to_spec(parse_request({"name": "x", "run": "true"}), user="ann", team="research")


def test_every_command_passes_the_schedulers_validation_and_survives_the_log() -> None:
    commands = [
        (JOB_COMMANDS, submit_job(ANN, "job-abcd", SPEC, STAMP)),
        *(
            (JOB_COMMANDS, change_job(ANN, v, "job-abcd", "why", STAMP))
            for v in ("cancel", "suspend", "resume")
        ),
        (QUEUE_COMMANDS, create_queue(ANN, "nightly", "at night", SETTINGS, STAMP)),
        (QUEUE_COMMANDS, configure_queue(ANN, "nightly", SETTINGS, STAMP)),
        (QUEUE_COMMANDS, delete_queue(ANN, "nightly", STAMP)),
        *((OPERATOR_COMMANDS, change_node(ANN, verb, "node-1", "fan", STAMP)) for verb in NODE_VERBS),
        (OPERATOR_COMMANDS, tag_node(ANN, "node-1", TagRequest(labels={"zone": "a"}), STAMP)),
        (OPERATOR_COMMANDS, schedule_maintenance(ANN, "node-1", WINDOW, STAMP)),
        (OPERATOR_COMMANDS, cancel_maintenance(ANN, "node-1", STAMP)),
        (OPERATOR_COMMANDS, activate_policy(ANN, POLICY, STAMP)),
    ]
    for topic, command in commands:
        assert command_violations(command.payload) == ()
        assert envelope_from_datum(topic, command.to_datum()) == command
        assert (command.event_id, command.correlation_id, command.causation_id) == ("cmd-1", "cmd-1", None)


def test_commands_are_keyed_by_their_subject() -> None:
    assert submit_job(ANN, "job-abcd", SPEC, STAMP).key == "job-abcd"
    assert create_queue(ANN, "nightly", "", SETTINGS, STAMP).key == "nightly"
    assert configure_queue(ANN, "nightly", SETTINGS, STAMP).key == "nightly"
    assert activate_policy(ANN, POLICY, STAMP).key == "policy"
    assert change_node(ANN, "cordon", "node-1", "", STAMP).key == "node-1"


@pytest.mark.parametrize(
    ("verb", "kind"), [("cancel", CancelJob), ("suspend", SuspendJob), ("resume", ResumeJob)]
)
def test_each_verb_has_its_command(verb: str, kind: type[Any]) -> None:
    assert change_job(ANN, verb, "job-abcd", "why", STAMP).payload == kind(
        job_id="job-abcd", tenant="acme", requested_by="ann", reason="why"
    )


LARGEST = LargestNodeRow(gpu_count=8, cpu_milli=96_000, memory_mib=768 << 10, gpu_models=("P100", "T4"))


def job(**resources: Any) -> Any:
    return parse_request({"name": "x", "run": "y", "resources": resources})


@pytest.mark.parametrize(
    ("resources", "field", "value", "most"),
    [
        ({"gpus": 9}, "resources.gpus", "9", "8"),
        ({"cpu": 96.001}, "resources.cpu", "96.001", "96"),
        ({"memory": "1TiB"}, "resources.memory", "1TiB", "768GiB"),
        ({"gpus": 1, "gpu_models": ["H200"]}, "resources.gpu_models", "H200", "P100, T4"),
    ],
)
def test_a_job_that_exceeds_every_node_is_rejected(
    resources: dict[str, Any], field: str, value: str, most: str
) -> None:
    (violation,) = capacity_violations(job(**resources), LARGEST)
    assert (violation.field, violation.value) == (field, value)
    assert most in violation.allowed


def test_a_job_that_fits_the_largest_node_is_accepted() -> None:
    fits = job(gpus=8, cpu=96, memory="768GiB", gpu_models=["H200", "T4"])
    assert capacity_violations(fits, LARGEST) == ()


def test_every_job_is_accepted_while_no_node_is_known() -> None:
    assert capacity_violations(job(gpus=64, gpu_models=["H200"]), None) == ()
