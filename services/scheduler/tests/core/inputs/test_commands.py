"""Commands of users and their outcomes: every command ends in a fact that names it."""

from dataclasses import replace

import pytest
from muster.events.job_commands import SubmitJob
from muster.events.operator_commands import ActivatePolicy, CordonNode, UncordonNode
from muster.events.queue_commands import CreateQueue, DeleteQueue
from muster.events.scheduler_log import CommandInvalid
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.jobs.values.timed_ids import timed_job_id
from muster.scheduler.core.replay import snapshot
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import (
    TENANT,
    USER,
    cancel,
    configure,
    exited,
    job_spec,
    node,
    queue,
    resume,
    submit,
    suspend,
)
from muster.testkit.cores.scenario import QUIET_POLICY, START_MS, Scenario, given

LARGEST = "the most that any known node has"


def rejection(scenario: Scenario) -> CommandRejected:
    [fact] = scenario.decided
    assert isinstance(fact, CommandRejected)
    return fact


def test_the_same_submission_twice_is_one_job() -> None:
    scenario = given(node("n1")).when(submit("job-a"))
    scenario.when(submit("job-a")).then("CommandRepeated SubmitJob job-a")
    scenario.when(exited("n1", "job-a")).when(submit("job-a")).then("CommandRepeated SubmitJob job-a")


def test_another_job_under_a_known_id_is_rejected_while_the_first_lives_and_after() -> None:
    scenario = given(node("n1")).when(submit("job-a"))
    other = submit("job-a", job_spec(gpus=2))
    scenario.when(other).then("CommandRejected SubmitJob job-a ALREADY_EXISTS")
    scenario.when(submit("job-a", tenant="rival")).then("CommandRejected SubmitJob job-a ALREADY_EXISTS")
    scenario.when(exited("n1", "job-a")).when(other).then("CommandRejected SubmitJob job-a ALREADY_EXISTS")


def test_an_ended_job_is_forgotten_once_enough_others_have_ended() -> None:
    keep_one = type(DEFAULT_POLICY).from_datum({**DEFAULT_POLICY.to_datum(), "jobs_ended_kept_max": 1})
    scenario = given(node("n1"), ActivatePolicy(policy=keep_one, requested_by="op"))
    for job_id in ("job-a", "job-b"):
        scenario.when(submit(job_id)).when(exited("n1", job_id))
    assert list(scenario.state.ended) == ["job-b"]
    scenario.when(cancel("job-a")).then("CommandRejected CancelJob job-a NOT_FOUND")


def test_a_job_id_with_a_timestamp_never_runs_again_even_after_it_is_forgotten() -> None:
    first, second, fresh = (timed_job_id(START_MS + ms, "abcdefghij") for ms in (0, 1, 9))
    keep_one = replace(QUIET_POLICY, jobs_ended_kept_max=1)
    scenario = given(node("n1"), ActivatePolicy(policy=keep_one, requested_by="op"))
    for job_id in (first, "job-untimed", second):
        scenario.when(submit(job_id)).when(exited("n1", job_id))
    scenario.when(submit(first)).then(f"CommandRejected SubmitJob {first} INVALID")
    older = "older jobs may have ended and been forgotten"
    assert rejection(scenario).message == (
        f"job_id is {first}, made at 2023-11-14T22:13:20.000Z; must be an id made after "
        f"2023-11-14T22:13:20.000Z: {older}"
    )
    scenario.when(submit(second)).then(f"CommandRepeated SubmitJob {second}")
    scenario.when(submit("job-untimed")).then("CommandRepeated SubmitJob job-untimed")
    assert scenario.when(submit(fresh)).state.jobs[fresh].state == "BOUND"


def test_a_job_id_from_the_future_is_rejected() -> None:
    five_minutes_ms = 300_000
    ahead, slightly_ahead = (timed_job_id(START_MS + five_minutes_ms + ms, "abcdefghij") for ms in (3, 1))
    scenario = given(node("n1")).when(submit(ahead)).then(f"CommandRejected SubmitJob {ahead} INVALID")
    assert rejection(scenario).violations[0].allowed == (
        "an id made at most 5 min after now (2023-11-14T22:13:20.002Z)"
    )
    assert scenario.when(submit(slightly_ahead)).state.jobs[slightly_ahead].state == "BOUND"


@pytest.mark.parametrize("ask", [cancel, suspend, resume])
def test_another_tenants_job_is_not_found(ask: type) -> None:
    scenario = given().when(submit("job-a")).when(ask("job-a", tenant="rival"))
    assert rejection(scenario).code is RejectionCode.NOT_FOUND
    assert rejection(scenario.when(ask("job-none"))).code is RejectionCode.NOT_FOUND


def test_a_command_delivered_twice_is_carried_out_once() -> None:
    scenario = given().when(submit("job-a")).when(suspend("job-a"), event_ids=["x"]).when(resume("job-a"))
    scenario.when(suspend("job-a"), event_ids=["x"]).then("CommandRepeated SuspendJob job-a")
    assert scenario.state.jobs["job-a"].state == "QUEUED"


@pytest.mark.parametrize(("tenant", "user"), [("rival", "ada"), ("acme", "bob")])
def test_another_sender_with_the_same_command_id_does_not_affect_the_owner(tenant: str, user: str) -> None:
    owners = CreateQueue(queue="vision", tenant="acme", description="", requested_by="ada")
    strangers = CreateQueue(queue="speech", tenant=tenant, description="", requested_by=user)
    for first, second in ((owners, strangers), (strangers, owners)):
        scenario = given().when(first, event_ids=["x"]).then(f"QueueCreated {first.queue}")
        scenario.when(second, event_ids=["x"]).then(f"QueueCreated {second.queue}")
        scenario.when(owners, strangers, event_ids=["x", "x"])
        scenario.then("CommandRepeated CreateQueue vision", "CommandRepeated CreateQueue speech")


def test_a_command_in_an_older_versions_snapshot_is_carried_out_once() -> None:
    """In older versions the event_id alone identified a command."""
    scenario = given().when(queue("vision"), event_ids=["x"])
    written = StateHash()
    written.refresh_all(scenario.state)
    [of_sender] = [key for key in written.entities if key.startswith("command/") and key.endswith(" x")]
    former = {**written.entities, "command/x": written.entities[of_sender]}
    del former[of_sender]
    scenario.state = snapshot.load(former, scenario.state.specs.by_digest())
    again = StateHash()
    again.refresh_all(scenario.state)
    assert again.entities == former
    scenario.when(queue("vision"), event_ids=["x"]).then("CommandRepeated CreateQueue vision")


def test_a_command_that_does_not_fit_the_state_is_rejected_with_the_state() -> None:
    scenario = given(node("n1")).when(submit("job-a"))
    scenario.when(resume("job-a")).then("CommandRejected ResumeJob job-a WRONG_STATE")
    scenario.when(exited("n1", "job-a")).when(cancel("job-a"))
    assert "has ended: SUCCEEDED" in rejection(scenario).message


def test_cancelling_twice_is_repeated() -> None:
    scenario = given().when(submit("job-a")).when(cancel("job-a"))
    scenario.when(cancel("job-a")).then("CommandRepeated CancelJob job-a")


def test_an_admitted_spec_is_validated_again_when_its_conditions_change() -> None:
    spec = job_spec(gpus=4, queue="vision")
    scenario = given(node("n1"), queue("vision"), queue("spare"))
    scenario.when(submit("job-a", spec)).when(exited("n1", "job-a")).when(
        submit("job-b", spec, tenant="rival")
    )
    assert rejection(scenario).code is RejectionCode.UNKNOWN_QUEUE
    scenario.when(configure("vision", maximum_gpus=2)).when(submit("job-c", spec))
    assert rejection(scenario).code is RejectionCode.QUOTA_EXCEEDED
    scenario.when(configure("vision", jobs_pending_max=0)).when(submit("job-d", spec))
    assert rejection(scenario).code is RejectionCode.QUOTA_EXCEEDED
    scenario.when(configure("vision")).when(submit("job-e", spec)).when(exited("n1", "job-e"))
    scenario.when(DeleteQueue(queue="vision", tenant=TENANT, requested_by=USER)).when(submit("job-f", spec))
    assert rejection(scenario).code is RejectionCode.UNKNOWN_QUEUE


def test_a_rejection_for_an_unknown_queue_names_the_known_ones() -> None:
    create = CreateQueue(queue="vision", tenant=TENANT, requested_by=USER)
    scenario = given(create).when(submit("job-a", job_spec(queue="visoin")))
    assert rejection(scenario).violations == (
        Violation(field="queue", value="visoin", allowed="one of default, vision"),
    )
    scenario.when(submit("job-b", job_spec(queue="vision"), tenant="rival"))
    assert rejection(scenario).code is RejectionCode.UNKNOWN_QUEUE


@pytest.mark.parametrize(
    ("spec", "field", "allowed"),
    [
        (job_spec(gpus=16), "resources.gpu_count", f"at most 8, {LARGEST}"),
        (job_spec(models=("H1OO",)), "resources.gpu_models", "among the models of known nodes: A100"),
        (
            job_spec(cpu_milli=65_000),
            "resources.cpu_milli",
            "at most 64000, the most that any known node has",
        ),
        (
            job_spec(memory_mib=2**20),
            "resources.memory_mib",
            "at most 524288, the most that any known node has",
        ),
        (
            job_spec(ranks=4_096, env={"SETTINGS": "x" * 1_000}),
            "command, env",
            "at most 3145728 bytes for all ranks together; keep large settings in files",
        ),
    ],
)
def test_an_impossible_request_is_rejected_with_field_value_and_allowed_values(
    spec: object, field: str, allowed: str
) -> None:
    assert isinstance(submit("job-a"), SubmitJob)
    scenario = given(node("n1")).when(submit("job-a", spec))  # pyright: ignore[reportArgumentType]
    refused = rejection(scenario)
    assert refused.code is RejectionCode.IMPOSSIBLE_REQUEST
    assert [(v.field, v.allowed) for v in refused.violations] == [(field, allowed)]


def test_every_request_is_possible_before_the_first_node() -> None:
    given().when(submit("job-a", job_spec(gpus=64))).then("JobQueued job-a", "JobPending job-a NO_NODES")


def test_an_invalid_command_is_reported_to_its_sender() -> None:
    violation = Violation(field="spec.ranks", value="0", allowed="1 to 4096")
    invalid = CommandInvalid(
        command_id="c1",
        command="SubmitJob",
        subject="job-a",
        tenant=TENANT,
        message="no",
        violations=(violation,),
    )
    refused = rejection(given().when(invalid))
    assert (refused.command_id, refused.code, refused.violations) == (
        "c1",
        RejectionCode.INVALID,
        (violation,),
    )


def test_queues_can_be_created_and_deleted_but_not_while_in_use() -> None:
    create = CreateQueue(queue="vision", tenant=TENANT, requested_by=USER)
    delete = DeleteQueue(queue="vision", tenant=TENANT, requested_by=USER)
    scenario = given().when(create).then("QueueCreated vision")
    scenario.when(create, event_ids=["again"]).then("CommandRejected CreateQueue vision ALREADY_EXISTS")
    scenario.when(submit("job-a", job_spec(queue="vision")))
    scenario.when(delete).then("CommandRejected DeleteQueue vision QUEUE_NOT_EMPTY")
    scenario.when(cancel("job-a")).when(delete).then("QueueDeleted vision")
    scenario.when(delete).then("CommandRejected DeleteQueue vision NOT_FOUND")
    shared = DeleteQueue(queue="default", tenant=TENANT, requested_by=USER)
    scenario.when(shared).then("CommandRejected DeleteQueue default FORBIDDEN")


def test_a_cordoned_node_takes_no_jobs_until_it_is_uncordoned() -> None:
    cordon = CordonNode(node_id="n1", requested_by="op", reason="disk")
    uncordon = UncordonNode(node_id="n1", requested_by="op")
    scenario = given(node("n1")).when(submit("job-a")).when(cordon).then("NodeCordoned n1")
    scenario.when(cordon).then("CommandRepeated CordonNode n1")
    scenario.when(submit("job-b")).then("JobQueued job-b", "JobPending job-b NODES_UNSCHEDULABLE")
    scenario.when(uncordon).then("NodeUncordoned n1", "GangBound job-b/1 n1[1]", "StartTask n1 job-b/1")
    stranger = CordonNode(node_id="n9", requested_by="op")
    scenario.when(stranger).then("CommandRejected CordonNode n9 NOT_FOUND")


def test_the_policy_limits_the_number_of_remembered_shapes() -> None:
    few = type(DEFAULT_POLICY).from_datum({**DEFAULT_POLICY.to_datum(), "workload_shapes_max": 2})
    scenario = given(node("n1"), ActivatePolicy(policy=few, requested_by="op"))
    for i, cpu_milli in enumerate((1_000, 2_000, 3_000, 1_000)):
        scenario.when(submit(f"job-{i}", job_spec(cpu_milli=cpu_milli)))
    counts = scenario.state.cluster.workload.counts()
    assert [(shape.cpu_milli, times) for shape, times in counts] == [(1_000, 2), (2_000, 1)]
