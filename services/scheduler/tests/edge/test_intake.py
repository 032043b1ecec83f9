"""Validation and intake: each input is validated and taken once, in order, within the size of one record."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster.occupancy import shape_of
from muster.events.job_commands import Resources, SubmitJob
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy, MigGeometry, MigInstance
from muster.events.queue_commands import ReserveCapacity
from muster.events.scheduler_log import CommandInvalid
from muster.events.shared.command_answers import RejectionCode
from muster.events.task_events import CheckpointSaved, RankExit
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, TASK_EVENTS, TOPICS
from muster.events.wire.envelope import Envelope
from muster.failures.shipped import shipped_text
from muster.identity.principal import CLUSTER_WRITE
from muster.journal import Delivery, ManualClock, Position
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.scheduler.edge import intake, validation
from muster.scheduler.edge.intake import Intake
from muster.testkit.cores import build
from muster.testkit.laws import examples
from muster.testkit.tokens import Tokens

AT_MS = ManualClock().now_ms()
TOKENS = Tokens(clock=ManualClock())

CODEC = Codec(MemoryRegistry())


def delivery(
    payload: Any, offset: int, topic: str = JOB_COMMANDS.name, event_id: str = "e", key: str = ""
) -> Delivery[Any]:
    envelope = Envelope(
        event_id=event_id,
        key=key or getattr(payload, "job_id", "k"),
        occurred_at_ms=0,
        producer="p",
        correlation_id="c",
        payload=payload,
    )
    value = CODEC.encode(next(known for known in TOPICS if known.name == topic), envelope) or b""
    shown = TOKENS.of(payload)
    return Delivery(Position(topic, 0, offset), AT_MS, envelope, authorization=shown, size_bytes=len(value))


def admitted(payload: Any, **kwargs: Any) -> Any:
    return validation.admit(delivery(payload, 0, **kwargs))


def admitted_report(report: Any) -> Any:
    return validation.admit(delivery(report, 0, TASK_EVENTS.name))


def test_a_valid_command_is_unchanged() -> None:
    command = build.submit("job-good")
    assert admitted(command) is command


def test_an_invalid_command_becomes_its_verdict_with_field_value_and_allowed_values() -> None:
    verdict = admitted(build.submit("job-wrong", build.job_spec(ranks=0)))
    assert isinstance(verdict, CommandInvalid)
    assert (verdict.command, verdict.subject, verdict.tenant) == ("SubmitJob", "job-wrong", build.TENANT)
    assert [(v.field, v.value) for v in verdict.violations] == [("spec.ranks", "0")]
    assert "4096" in verdict.violations[0].allowed


def test_a_job_with_an_image_is_rejected_while_no_node_runs_images() -> None:
    verdict = admitted(build.submit("job-image", replace(build.job_spec(), image="python:3.14")))
    assert isinstance(verdict, CommandInvalid)
    (violation,) = verdict.violations
    assert (violation.field, violation.value) == ("spec.image", "python:3.14")
    assert violation.allowed == "absent: no node runs container images"


def test_a_command_without_a_token_is_queued_as_its_rejection_without_a_tenant() -> None:
    state, taking = State(), Intake({}, TOKENS.sender_check())
    silent = replace(delivery(build.submit("job-good"), 0), authorization="")
    taking.put([silent, delivery(build.submit("job-good"), 1)])
    refused, command = (arrival.payload for arrival in taking.take(state))
    assert isinstance(refused, CommandInvalid)
    assert (refused.code, refused.tenant, refused.subject) == (RejectionCode.FORBIDDEN, "", "job-good")
    assert refused.message.startswith("authorization is (absent); must be the Kafka header authorization")
    assert isinstance(command, SubmitJob)


def test_only_an_operator_can_reserve_nodes() -> None:
    assert validation.COMMAND_SCOPES.keys() == {
        kind for topic in validation.COMMAND_TOPICS for kind in topic.payloads.values()
    }
    assert validation.COMMAND_SCOPES[ReserveCapacity] == CLUSTER_WRITE


@pytest.mark.parametrize("event_id", ["", " ", "\t\n ", "x\0y", "x" * 257])
def test_an_invalid_event_id_is_rejected(event_id: str) -> None:
    verdict = admitted(build.submit("job-good"), event_id=event_id)
    assert isinstance(verdict, CommandInvalid)
    assert [v.field for v in verdict.violations] == ["event_id"]


@pytest.mark.parametrize("command", [build.submit("job-good"), build.cancel("job-good")])
def test_a_command_with_a_key_other_than_its_job_is_rejected(command: Any) -> None:
    verdict = admitted(command, key="job-other")
    assert isinstance(verdict, CommandInvalid)
    assert verdict.message == "key is job-other; must be the job_id of the command"


def test_a_policy_with_an_impossible_geometry_is_rejected() -> None:
    overlapping = MigGeometry(
        gpu_model="A30",
        instances=(MigInstance(profile="2g.12gb", start=0), MigInstance(profile="1g.6gb", start=1)),
    )
    policy = replace(DEFAULT_POLICY, mig_geometries=(overlapping,))
    command = ActivatePolicy(policy=policy, requested_by="op")
    verdict = validation.admit(delivery(command, 0, OPERATOR_COMMANDS.name))
    assert isinstance(verdict, CommandInvalid)
    [violation] = verdict.violations
    assert violation.field == "policy.mig_geometries[0].instances"
    assert violation.value == "instances of A30-24GB are 2g.12gb@0 1g.6gb@1"
    assert violation.allowed.startswith("part of one of 4g.24gb@0 | 2g.12gb@0 2g.12gb@2 | ")


def test_failure_rules_with_a_pattern_that_re2_rejects_are_rejected() -> None:
    rules = shipped_text().replace("fallen off the bus", "fallen off (the bus", 1)
    verdict = validation.admit(
        delivery(ActivateFailureRules(rules=rules, requested_by="op"), 0, OPERATOR_COMMANDS.name)
    )
    assert isinstance(verdict, CommandInvalid)
    assert (verdict.command, verdict.subject) == ("ActivateFailureRules", "failure-rules")
    [violation] = verdict.violations
    assert violation.field == "rules[gpu.lost].signs.kernel[0]"
    assert violation.allowed.startswith("a pattern that RE2 accepts (missing ): ")


def test_the_rejection_of_an_oversized_command_is_short() -> None:
    verdict = admitted(build.submit("J" * 100_000), event_id="x" * 100_000)
    assert isinstance(verdict, CommandInvalid)
    assert len(verdict.command_id) <= validation.EVENT_ID_LENGTH_MAX
    assert len(verdict.subject) <= 128
    assert all(len(v.value) <= 1_000 for v in verdict.violations)


def test_valid_reports_of_agents_are_unchanged() -> None:
    report = build.started("n1", "job-a")
    assert admitted_report(report) is report


def test_inputs_taken_by_a_batch_are_not_taken_again() -> None:
    state, taking = State(), Intake({}, TOKENS.sender_check())
    taking.put([delivery(build.submit("job-aaaa"), 3), delivery(build.submit("job-bbbb"), 4)])
    assert [a.payload.job_id for a in taking.take(state)] == ["job-aaaa", "job-bbbb"]
    taking.put([delivery(build.submit("job-bbbb"), 4), delivery(build.submit("job-cccc"), 9)])
    assert [a.payload.job_id for a in taking.take(state)] == ["job-cccc"]
    assert taking.positions == {(JOB_COMMANDS.name, 0): 10}
    [position] = taking.recorded()
    assert position.next_offset == 10


def test_positions_advance_only_with_taken_inputs() -> None:
    taking = Intake({}, TOKENS.sender_check())
    taking.put([delivery(build.submit("job-aaaa"), 0)])
    assert taking.positions == {}


def test_inputs_beyond_the_size_of_a_record_wait_for_the_next() -> None:
    state, taking = State(), Intake({}, TOKENS.sender_check())
    large = build.job_spec(env={"SETTINGS": "x" * 60_000})
    count = 2 * intake.BATCH_BYTES_MAX // 120_000
    taking.put([delivery(build.submit(f"job-{i:04d}", large), i) for i in range(count)])
    first = taking.take(state)
    assert 0 < len(first) < count
    assert taking.waiting
    second = taking.take(state)
    taken = [a.payload for a in first + second]
    assert all(isinstance(command, SubmitJob) for command in taken)
    assert [command.job_id for command in taken] == [f"job-{i:04d}" for i in range(len(taken))]


def test_a_command_shortened_by_validation_counts_with_its_new_size() -> None:
    taking = Intake({}, TOKENS.sender_check())
    huge = build.job_spec(env={f"V{i}": "x" * 60_000 for i in range(60)})
    taking.put(
        [delivery(huge_command, i) for i, huge_command in enumerate([build.submit("job-huge", huge)] * 2)]
    )
    assert len(taking.take(State())) == 2


def test_a_report_with_an_overlong_message_is_shortened() -> None:
    report = replace(build.exited("n1", "job-aaaa", exit_code=1), message="x" * 8_000_000)
    passed = admitted_report(report)
    assert passed == replace(report, message="x" * validation.MESSAGE_LENGTH_MAX)


@pytest.mark.slow
def test_an_oversized_report_is_rejected() -> None:
    report = build.started("n1", "job-aaaa", ranks=tuple(range(1_000_000)))
    verdict = admitted_report(report)
    assert isinstance(verdict, CommandInvalid)
    assert [v.field for v in verdict.violations] == ["TaskStarted"]
    assert len(verdict.subject) + len(verdict.message) < 1_000


def test_a_checkpoint_with_an_overlong_address_is_rejected() -> None:
    report = CheckpointSaved(
        node_id="n1",
        job_id="job-aaaa",
        attempt=1,
        rank=0,
        file="step-1.npz",
        uri="s3://muster/checkpoints/job-aaaa/1/0/step-1.npz",
        sha256="0" * 64,
        size_bytes=1,
    )
    assert admitted_report(report) is report
    endless = replace(report, uri="s3://" + "x" * 10_000)
    assert isinstance(admitted_report(endless), CommandInvalid)


def test_the_exits_of_the_largest_gang_on_one_node_are_accepted() -> None:
    exits = tuple(RankExit(rank=rank, exit_code=137, signal=9) for rank in range(4_096))
    report = replace(build.exited("n1", "job-aaaa"), exits=exits)
    assert admitted_report(report) is report


@pytest.mark.slow
def test_large_reports_are_spread_over_batches() -> None:
    exits = tuple(RankExit(rank=rank, exit_code=0) for rank in range(4_096))
    report = replace(build.exited("n1", "job-aaaa"), exits=exits)
    taking = Intake({}, TOKENS.sender_check())
    taking.put([delivery(report, offset, TASK_EVENTS.name) for offset in range(160)])
    assert len(taking.take(State())) < 160
    assert taking.waiting


numbers = st.one_of(st.integers(-2, 70), st.sampled_from([250, 1_000, 1_001, 4_096_000, 2**31, 2**40]))


@examples(300)
@given(numbers, numbers, st.lists(st.sampled_from(["A100", "H100", ""]), max_size=3), numbers, numbers)
def test_the_kernel_accepts_the_shape_of_every_valid_job(
    gpu_count: int, gpu_milli: int, models: list[str], cpu_milli: int, memory_mib: int
) -> None:
    resources = Resources(
        gpu_count=gpu_count,
        gpu_milli=gpu_milli,
        gpu_models=tuple(models),
        cpu_milli=cpu_milli,
        memory_mib=memory_mib,
    )
    admitted_as = admitted(build.submit("job-aaaa", replace(build.job_spec(), resources=resources)))
    if isinstance(admitted_as, SubmitJob):
        shape_of(resources)
