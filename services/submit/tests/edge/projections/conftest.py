"""A scenario on a log in memory, projected into the three real stores; the tests state the expected result.

Two tenants, five jobs and two nodes: `train-cats` fails on n1, is retried on both nodes and succeeds;
`train-dogs` runs; `tiny` waits; rival's `secret` runs; `nonsense` was rejected unread.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from muster.events import job_events as fact
from muster.events import log_events as log
from muster.events.job_commands import CheckpointPolicy, JobSpec, RequiredEnd, Resources, RetryPolicy, Tier
from muster.events.node_heartbeats import Executor
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.topics import JOB_EVENTS, LOG_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.journal.position import Position
from muster.store.keys import log_key
from muster.submit.config import Settings
from muster.submit.edge.projections import projections
from muster.testkit.tokens import Tokens
from muster.views.projection import Feed, Projection


@dataclass
class Scenario:
    """A log of events and its projections.

    Attributes:
        settings: Addresses of the stores.
        view: Name of the views.
        journal: The log.
        projections: All three, by kind.
        ticks: Number of events.
        refused: Number of forged events that can be recognised by their sender.
        last: Position of the newest job event.
    """

    settings: Settings
    view: str
    journal: MemoryJournal
    projections: Mapping[str, Projection[Any]]
    ticks: int = 0
    refused: int = 0
    last: Position | None = None

    def add(
        self,
        topic: Topic,
        key: str,
        payload: Any,
        cause: str | None = None,
        *,
        event_id: str | None = None,
        authorization: str | None = None,
    ) -> Position:
        """Append one event, a second after the previous one. A report carries a valid token by default."""
        self.ticks += 1
        envelope = Envelope(
            event_id=event_id or f"default:{self.ticks}.0",
            key=key,
            occurred_at_ms=self.ticks * 1000,
            producer="scheduler-1",
            correlation_id=key,
            causation_id=cause,
            payload=payload,
        )
        shown = Tokens().of(payload) if authorization is None else authorization
        outgoing = Outgoing(topic, envelope, authorization=shown)
        position = self.journal.producer("scenario").send(outgoing).result(60)
        if topic is JOB_EVENTS:
            self.last = position
        return position

    def project(self) -> None:
        """Bring all views to the end of the log."""
        for projection in self.projections.values():
            feed = Feed(projection, projection.view, self.journal)
            while feed.advance(0):
                pass
            feed.close()


def verdict() -> fact.FailureVerdict:
    """Return the verdict on the first attempt."""
    return fact.FailureVerdict(
        rule="memory.gpu",
        rules_version=1,
        category="resources",
        subcategory="gpu-memory",
        persistence="permanent",
        action="fail",
        node_action="none",
        sign="a line of the output",
        means="A GPU had no memory left for the program.",
        hint="Less.",
        line=412,
        stream="stderr",
        count=1,
        others=(fact.RankVerdict(rank=0, node_id="n2", rule="nccl.peer-exited", followed=True),),
    )


def spec(
    name: str, user: str, *, ranks: int = 1, gpus: int = 1, labels: Mapping[str, str] | None = None
) -> JobSpec:
    return JobSpec(
        name=name,
        team="vision",
        project="pets",
        user=user,
        queue="default",
        tier=Tier.STANDARD_TRAINING,
        ranks=ranks,
        resources=Resources(gpu_count=gpus, gpu_milli=1000, cpu_milli=2000, memory_mib=1024),
        command=("python", "train_model.py", "--lr=0.1"),
        env={},
        retry=RetryPolicy(attempts_max=2),
        checkpoint=CheckpointPolicy(enabled=False),
        labels=labels or {},
    )


@pytest.fixture(scope="module")
def scenario(endpoints: Mapping[str, str]) -> Generator[Scenario]:
    values: dict[str, Any] = {
        name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()
    }
    values |= {"jwt_jwks_file": Path("unused"), "jwt_issuer": "test"}
    settings = Settings.load(**values)
    view = f"story_{uuid.uuid4().hex[:8]}"
    check = Tokens().report_check()
    kept = {p.name.removeprefix("submit/"): p for p in projections(settings, check, view=view)}
    scenario = Scenario(settings, view, MemoryJournal(), kept)
    for projection in kept.values():
        projection.view.prepare()
    try:
        add_nodes(scenario)
        add_cats(scenario)
        add_others(scenario)
        add_forged_output(scenario)
        add_lost_nodes(scenario)
        scenario.project()
        yield scenario
    finally:
        for projection in kept.values():
            projection.view.drop()
            projection.view.close()


def add_nodes(scenario: Scenario) -> None:
    for node_id, gpus in (("n1", 4), ("n2", 8)):
        scenario.add(JOB_EVENTS, node_id, joined(node_id, gpus))
    scenario.add(JOB_EVENTS, "n2", fact.GpuUnhealthy(node_id="n2", gpu_index=7, reason="ECC"))
    scenario.add(
        JOB_EVENTS, "n1", fact.NodeCordoned(node_id="n1", requested_by="op", reason="fan"), cause="cmd-cordon"
    )


def joined(node_id: str, gpus: int) -> fact.NodeJoined:
    return fact.NodeJoined(
        node_id=node_id,
        boot_id="boot-1",
        address="10.0.0.1",
        port_first=29500,
        port_count=100,
        cpu_milli=64000,
        memory_mib=65536,
        gpu_model="A100",
        gpu_count=gpus,
        executor=Executor.SIMULATED,
        lease_ms=30000,
        interval_ms=5000,
        labels={},
    )


def add_lost_nodes(scenario: Scenario) -> None:
    """Add a forgotten node, and one whose heartbeats are refused."""
    scenario.add(JOB_EVENTS, "spot", joined("spot", 1))
    scenario.add(JOB_EVENTS, "spot", fact.NodeLost(node_id="spot", silent_ms=30_000))
    scenario.add(JOB_EVENTS, "spot", fact.NodeForgotten(node_id="spot", lost_ms=86_400_000))
    scenario.add(JOB_EVENTS, "hasty", fact.NodeRefused(node_id="hasty", message="interval_ms is 1"))


def bound(job_id: str, attempt: int, *nodes: str, gpus: int = 1) -> fact.GangBound:
    places = tuple(
        fact.RankPlacement(rank=rank, node_id=node, gpu_indices=tuple(range(gpus)), gpu_milli=1000)
        for rank, node in enumerate(nodes)
    )
    return fact.GangBound(
        job_id=job_id,
        attempt=attempt,
        placements=places,
        master_address="10.0.0.1",
        master_port=29500,
        waited_ms=7,
    )


def add_cats(scenario: Scenario) -> None:
    """Add `train-cats`: it fails on n1, is retried on n1 and n2, and succeeds."""
    job = "job-cats"
    cats = spec("train-cats", "ada", ranks=2, gpus=2, labels={"exp": "7"})
    facts: list[tuple[Any, str]] = [
        (fact.JobQueued(job_id=job, tenant="acme", spec=cats), "cmd-cats"),
        (bound(job, 1, "n1", "n1", gpus=2), "cmd-cats"),
        (fact.JobStarted(job_id=job, attempt=1), "task-1"),
        (
            fact.AttemptEnded(
                job_id=job,
                attempt=1,
                outcome=fact.AttemptOutcome.FAILED,
                exit_code=3,
                rank=1,
                node_id="n1",
                message="rank 1: CUDA out of memory",
                ran_ms=2000,
                verdict=verdict(),
            ),
            "task-2",
        ),
        (fact.JobRequeued(job_id=job, attempt_next=2, reason="attempt 1 failed", not_before_ms=0), "task-2"),
        (bound(job, 2, "n1", "n2", gpus=2), "tick-1"),
        (fact.JobStarted(job_id=job, attempt=2), "task-3"),
        (
            fact.AttemptEnded(
                job_id=job, attempt=2, outcome=fact.AttemptOutcome.SUCCEEDED, exit_code=0, ran_ms=9
            ),
            "task-4",
        ),
        (fact.JobSucceeded(job_id=job, attempt=2), "task-4"),
    ]
    for payload, cause in facts:
        scenario.add(JOB_EVENTS, job, payload, cause)
    for chunk in range(3):
        stored = log.LogChunkStored(
            job_id=job,
            tenant="acme",
            attempt=2,
            rank=chunk % 2,
            stream=log.LogStream.STDOUT,
            chunk=chunk // 2,
            first_byte=100 * (chunk // 2),
            size_bytes=100,
            written_at_ms=1,
            uri=f"s3://muster/{log_key(job, 2, chunk % 2, 'stdout', chunk // 2)}",
            sha256="0" * 64,
            node_id=f"n{1 + chunk % 2}",
        )
        scenario.add(LOG_EVENTS, job, stored)
    scenario.add(
        LOG_EVENTS, job, log.LogClosed(job_id=job, tenant="acme", attempt=2, node_id="n1", ranks=(0,))
    )
    add_progress(scenario, job)
    add_checkpoints(scenario, job)


def add_progress(scenario: Scenario, job: str) -> None:
    """Add progress: rank 0 of attempt 2 is at step 3; the report of rank 1 cannot be read."""
    progress = log.TaskProgressed(
        job_id=job,
        tenant="acme",
        attempt=2,
        rank=0,
        node_id="n1",
        step=3,
        total=10,
        metrics={"loss": float("nan")},
        steps_per_s=2.0,
        eta_ms=3_500,
        reported_at_ms=9,
    )
    for payload in (replace(progress, attempt=1), progress, replace(progress, node_id="n2", step=9)):
        scenario.add(LOG_EVENTS, job, payload)  # n2 reports with its own token, but does not run rank 0
    about: dict[str, Any] = {"job_id": job, "tenant": "acme", "attempt": 2, "rank": 1, "node_id": "n2"}
    scenario.add(LOG_EVENTS, job, log.ProgressRefused(**about, message="step is -1"))


def add_checkpoints(scenario: Scenario, job: str) -> None:
    """Attempt 1 saved steps 100 and 200 in two parts, and one file; attempt 2 resumed from 100."""
    first = fact.CheckpointRecorded(
        job_id=job,
        attempt=1,
        rank=0,
        file="step-000000100.json",
        uri="s3://muster/step-000000100.json",
        sha256="0" * 64,
        size_bytes=2_000,
        files=6,
        step=100,
    )
    second = replace(first, file="step-000000200.json", sha256="1" * 64, step=200, unchanged_bytes=1_200)
    one_file: dict[str, Any] = {"step": None, "files": 1, "size_bytes": 500}
    third = replace(first, file="weights.bin", sha256="2" * 64, **one_file)
    old = replace(first, file="step-000000050.json", step=50)
    for told in (old, first, second, third):
        scenario.add(JOB_EVENTS, job, told)
    gone: dict[str, Any] = {
        "job_id": job,
        "tenant": "acme",
        "attempt": 1,
        "rank": 0,
        "file": old.file,
        "uri": old.uri,
    }
    scenario.add(
        JOB_EVENTS, job, fact.CheckpointExpired(**gone, sha256=old.sha256, size_bytes=2_000, step=50)
    )
    scenario.add(JOB_EVENTS, job, fact.CheckpointDeleted(**gone, objects=9, freed_bytes=1_500))
    about: dict[str, Any] = {"job_id": job, "tenant": "acme", "attempt": 2, "rank": 0, "node_id": "n1"}
    damaged = log.CheckpointDamaged(**about, file="step-000000200.json", saved_by=1, message="HTTP 404")
    lost = log.CheckpointDamaged(**about, file="step-000000300.json", saved_by=2, message="not stored: lies")
    restored = log.CheckpointRestored(**about, file="step-000000100.json", saved_by=1)
    for payload in (damaged, restored, lost):
        scenario.add(LOG_EVENTS, job, payload)


def add_forged_output(scenario: Scenario) -> None:
    """Add forged reports about the place and the end of the output of `train-cats`."""
    job = "job-cats"
    chunk = log.LogChunkStored(
        job_id=job,
        tenant="acme",
        attempt=2,
        rank=1,
        stream=log.LogStream.STDOUT,
        chunk=0,
        first_byte=0,
        size_bytes=100,
        written_at_ms=1,
        uri=f"s3://muster/{log_key(job, 2, 1, 'stdout', 5)}",
        sha256="f" * 64,
        node_id="n2",
    )
    closed = log.LogClosed(job_id=job, tenant="acme", attempt=2, node_id="n2", ranks=(1,))
    of_n1 = Tokens().node_authorization("n1")
    forged: list[tuple[Any, str]] = [
        *((payload, of_n1) for payload in (chunk, closed)),
        *((replace(payload, node_id="n1"), "") for payload in (chunk, closed)),
        *((replace(payload, node_id=f"nobody-{number}"), "") for number in range(3) for payload in (closed,)),
    ]
    for payload, authorization in forged:
        scenario.add(LOG_EVENTS, job, payload, authorization=authorization)
    scenario.refused = len(forged)
    for payload in (chunk, closed):  # reports with its own token, but does not run the rank
        scenario.add(LOG_EVENTS, job, replace(payload, node_id="n1"), authorization=of_n1)


def add_others(scenario: Scenario) -> None:
    dogs = spec("train-dogs", "bob", ranks=1, gpus=4, labels={"exp": "7", "breed": "corgi"})
    scenario.add(
        JOB_EVENTS, "job-dogs", fact.JobQueued(job_id="job-dogs", tenant="acme", spec=dogs), "cmd-dogs"
    )
    scenario.add(JOB_EVENTS, "job-dogs", bound("job-dogs", 1, "n2", gpus=4), "cmd-dogs")
    scenario.add(JOB_EVENTS, "job-dogs", fact.JobStarted(job_id="job-dogs", attempt=1), "task-5")

    tiny = replace(spec("tiny", "ada"), after={"job-cats": RequiredEnd.OK, "job-dogs": RequiredEnd.ANY})
    scenario.add(
        JOB_EVENTS, "job-tiny", fact.JobQueued(job_id="job-tiny", tenant="acme", spec=tiny), "cmd-tiny"
    )
    waits = fact.JobPending(
        job_id="job-tiny", code=fact.PendingCode.GPUS_BUSY, message="needs 1 free GPU", counts={"free": 0}
    )
    scenario.add(JOB_EVENTS, "job-tiny", waits, "cmd-tiny")

    secret = spec("secret", "eve")
    scenario.add(
        JOB_EVENTS,
        "job-secret",
        fact.JobQueued(job_id="job-secret", tenant="rival", spec=secret),
        "cmd-secret",
    )
    scenario.add(JOB_EVENTS, "job-secret", bound("job-secret", 1, "n2"), "cmd-secret")

    for job_id, command_id in (("job-nonsense", "cmd-nonsense"), ("job-dogs", "cmd-dogs-again")):
        rejected = CommandRejected(
            command_id=command_id,
            command="SubmitJob",
            subject=job_id,
            tenant="acme",
            code=RejectionCode.INVALID,
            message="ranks: 0 is not allowed",
            violations=(Violation(field="ranks", value="0", allowed="1 to 4096"),),
        )
        scenario.add(JOB_EVENTS, job_id, rejected, command_id)
    created = fact.QueueCreated(queue="night", tenant="acme", description="cheap hours", requested_by="ada")
    scenario.add(JOB_EVENTS, "night", created, "cmd-night")
    add_queues(scenario)


def add_queues(scenario: Scenario) -> None:
    """Add a shared queue, `night` with settings and a measurement, and two policies in succession."""
    shared = fact.QueueCreated(queue="default", tenant="", description="", requested_by="scheduler-1")
    scenario.add(JOB_EVENTS, "default", shared)
    settings = QueueSettings(guarantee=Quota(gpu_milli=8_000), weight=2)
    configured = fact.QueueConfigured(queue="night", tenant="acme", settings=settings, requested_by="ada")
    scenario.add(JOB_EVENTS, "night", configured, "cmd-night-2")
    for used in (1_000, 2_500):
        scenario.add(JOB_EVENTS, "night", measured("night", used))
    for name in ("default", "calm"):
        activated = fact.PolicyActivated(policy=policy(name), requested_by="ops")
        scenario.add(JOB_EVENTS, "policy", activated, f"cmd-{name}")


def measured(queue: str, gpu_milli: int) -> fact.QueueMeasured:
    return fact.QueueMeasured(
        queue=queue,
        tenant="acme",
        gpu_milli_used=gpu_milli,
        gpu_milli_used_by_model={"A100": gpu_milli},
        cpu_milli_used=0,
        memory_mib_used=0,
        gpu_milli_borrowed=0,
        gpu_milli_lent=8_000 - gpu_milli,
        share_ppm=1,
        share_due_ppm=1,
        usage_gpu_ms=0,
        credit_gpu_ms=0,
        jobs_running=1,
        jobs_pending=0,
    )


def policy(name: str) -> Policy:
    return Policy(
        name=name,
        head_patience_ms=0,
        head_hold_ms=0,
        attempts_lost_max=1,
        workload_shapes_max=1,
        jobs_ended_kept_max=0,
    )
