"""Builders of events with defaults for everything that a test is not about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from muster.events.job_commands import (
    CancelJob,
    CheckpointPolicy,
    GpuPreference,
    Isolation,
    JobSpec,
    RequiredEnd,
    Resources,
    ResumeJob,
    RetryPolicy,
    SandboxNeed,
    SubmitJob,
    SuspendJob,
    Tier,
    Topology,
    TopologyLevel,
)
from muster.events.job_events import NodeJoined, PreemptionCause
from muster.events.node_heartbeats import Executor, GpuState, Location, NodeHeartbeat, Sandbox
from muster.events.preemption_events import PlannedVictim, PreemptionPlanned, VictimReason
from muster.events.queue_commands import (
    ConfigureQueue,
    CreateQueue,
    LiftRestriction,
    QueueSettings,
    Quota,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.scheduler_log import LeaderElected
from muster.events.task_events import (
    CheckpointPartStored,
    CheckpointSaved,
    NodeCheck,
    NodeFaultReported,
    NodeTested,
    RankExit,
    Suspicion,
    TaskExited,
    TaskHeard,
    TaskOutcome,
    TaskPaced,
    TaskStarted,
    TaskSuspected,
)
from muster.jobs.values.digests import parts_digest

TENANT: Final = "acme"
USER: Final = "ada"


def job_spec(
    *,
    gpus: float = 1,
    ranks: int = 1,
    ranks_min: int | None = None,
    tier: Tier = Tier.STANDARD_TRAINING,
    models: tuple[str, ...] = (),
    cpu_milli: int = 1_000,
    memory_mib: int = 1_024,
    attempts: int = 1,
    backoff_ms: int = 10_000,
    queue: str = "default",
    user: str = USER,
    priority: int = 0,
    wall_time_max_ms: int | None = None,
    duration_expected_ms: int | None = None,
    project: str = "demo",
    team: str = "vision",
    isolation: Isolation = Isolation.BY_TRUST,
    env: Mapping[str, str] | None = None,
    topology: Topology | None = None,
    spread: TopologyLevel | None = None,
    checkpoint: bool = False,
    node_labels: Mapping[str, str] | None = None,
    preferred: Mapping[str, str] | None = None,
    tolerations: tuple[str, ...] = (),
    speeds: Mapping[str, int] | None = None,
    caches: tuple[str, ...] = (),
    gpu_memory_mib: int = 0,
    sandbox: SandboxNeed = SandboxNeed.OPTIONAL,
    after: Mapping[str, RequiredEnd] | None = None,
) -> JobSpec:
    """A job; `gpus` below 1 is a fraction of one GPU; `speeds` are thousandths by GPU model, for `models`."""
    fraction = 0 < gpus < 1
    return JobSpec(
        name="train",
        team=team,
        project=project,
        user=user,
        queue=queue,
        tier=tier,
        ranks=ranks,
        resources=Resources(
            gpu_count=1 if fraction else int(gpus),
            gpu_milli=round(gpus * 1000) if fraction else (1000 if gpus else 0),
            gpu_models=tuple(sorted(speeds)) if speeds else models,
            gpu_memory_mib_min=gpu_memory_mib,
            cpu_milli=cpu_milli,
            memory_mib=memory_mib,
            isolation=isolation,
        ),
        command=("python", "train.py"),
        env=env or {},
        wall_time_max_ms=wall_time_max_ms,
        duration_expected_ms=duration_expected_ms,
        grace_ms=5_000,
        retry=RetryPolicy(attempts_max=attempts, backoff_ms=backoff_ms),
        checkpoint=CheckpointPolicy(enabled=checkpoint),
        priority=priority,
        ranks_min=ranks_min,
        topology=topology,
        spread=spread,
        node_labels=node_labels or {},
        node_labels_preferred=preferred or {},
        tolerations=tolerations,
        gpu_preferences=tuple(GpuPreference(model=m, throughput_milli=t) for m, t in (speeds or {}).items()),
        caches=caches,
        sandbox=sandbox,
        after=after or {},
    )


def submit(job_id: str, spec: JobSpec | None = None, *, tenant: str = TENANT) -> SubmitJob:
    """A command to submit a job."""
    return SubmitJob(job_id=job_id, tenant=tenant, spec=spec or job_spec())


def cancel(job_id: str, *, tenant: str = TENANT) -> CancelJob:
    """A command to cancel a job."""
    return CancelJob(job_id=job_id, tenant=tenant, requested_by=USER, reason="no longer needed")


def suspend(job_id: str, *, tenant: str = TENANT) -> SuspendJob:
    """A command to suspend a job."""
    return SuspendJob(job_id=job_id, tenant=tenant, requested_by=USER, reason="later")


def resume(job_id: str, *, tenant: str = TENANT) -> ResumeJob:
    """A command to resume a job."""
    return ResumeJob(job_id=job_id, tenant=tenant, requested_by=USER)


def elected(epoch: int = 1) -> LeaderElected:
    """The election of a leader."""
    return LeaderElected(epoch=epoch, leader_id=f"scheduler-{epoch}")


def founding_queue() -> CreateQueue:
    """The shared queue `default`, as the first leader creates it."""
    return CreateQueue(queue="default", tenant="", requested_by="scheduler-1")


def queue(name: str, *, tenant: str = TENANT, **settings: Any) -> CreateQueue:
    """A queue with these shares and limits; `guarantee_gpus` and `maximum_gpus` are whole, of any model."""
    return CreateQueue(queue=name, tenant=tenant, requested_by=USER, settings=queue_settings(**settings))


def configure(name: str, *, tenant: str = TENANT, **settings: Any) -> ConfigureQueue:
    """New shares and limits for a queue; arguments as for `queue`."""
    return ConfigureQueue(queue=name, tenant=tenant, requested_by=USER, settings=queue_settings(**settings))


def restrict(
    queue: str, name: str, *tiers: Tier, until_ms: int | None = None, reason: str = "spent"
) -> RestrictQueue:
    """A command to restrict a queue."""
    return RestrictQueue(
        queue=queue,
        tenant=TENANT,
        restriction=name,
        tiers=tiers,
        until_ms=until_ms,
        reason=reason,
        requested_by=USER,
    )


def lift(queue: str, name: str) -> LiftRestriction:
    """A command to lift a restriction of a queue."""
    return LiftRestriction(queue=queue, tenant=TENANT, restriction=name, requested_by=USER)


def reserve(
    name: str,
    queue: str,
    *,
    nodes: int | None = None,
    gpus: int | None = None,
    starts_at_ms: int | None = None,
    ends_at_ms: int,
    model: str = "A100",
    tenant: str = TENANT,
) -> ReserveCapacity:
    """A command to reserve nodes for a queue."""
    return ReserveCapacity(
        reservation=name,
        tenant=tenant,
        queue=queue,
        gpu_model=model,
        gpu_count=gpus,
        node_count=nodes,
        starts_at_ms=starts_at_ms,
        ends_at_ms=ends_at_ms,
        requested_by=USER,
    )


def queue_settings(
    *, guarantee_gpus: int | None = None, maximum_gpus: int | None = None, **settings: Any
) -> QueueSettings:
    """Settings of a queue, with guarantee and maximum in whole GPUs."""
    for name, gpus in (("guarantee", guarantee_gpus), ("maximum", maximum_gpus)):
        if gpus is not None:
            settings[name] = Quota(gpu_milli=gpus * 1000)
    return QueueSettings(**settings)


def node(
    node_id: str,
    *,
    gpus: int = 8,
    model: str = "A100",
    cpu_milli: int = 64_000,
    memory_mib: int = 512 * 1024,
    boot_id: str = "boot-1",
    machine_boot_id: str = "",
    port_count: int = 100,
    leaf: str = "",
    spine: str = "",
    nvlink_domain: str = "",
    labels: Mapping[str, str] | None = None,
    taints: tuple[str, ...] = (),
    gpu_memory_mib: int = 0,
    sandbox: Sandbox = Sandbox.NONE,
) -> NodeJoined:
    """The fact that a node joined."""
    return NodeJoined(
        node_id=node_id,
        boot_id=boot_id,
        machine_boot_id=machine_boot_id,
        address=f"{node_id}.cluster",
        port_first=20_000,
        port_count=port_count,
        cpu_milli=cpu_milli,
        memory_mib=memory_mib,
        gpu_model=model if gpus else "",
        gpu_memory_mib=gpu_memory_mib,
        gpu_count=gpus,
        executor=Executor.SIMULATED,
        lease_ms=30_000,
        interval_ms=5_000,
        labels=labels or {},
        location=Location(nvlink_domain=nvlink_domain, leaf=leaf, spine=spine),
        taints=taints,
        sandbox=sandbox,
    )


def beat(
    joined: NodeJoined,
    number: int = 1,
    unhealthy: tuple[int, ...] = (),
    *,
    order_seq_stored: int | None = None,
) -> NodeHeartbeat:
    """A heartbeat of such a node."""
    gpus = tuple(
        GpuState(index=i, healthy=i not in unhealthy, reason="Xid 79" if i in unhealthy else "")
        for i in range(joined.gpu_count)
    )
    return NodeHeartbeat(
        node_id=joined.node_id,
        boot_id=joined.boot_id,
        beat=number,
        interval_ms=joined.interval_ms,
        lease_ms=joined.lease_ms,
        address=joined.address,
        port_first=joined.port_first,
        port_count=joined.port_count,
        cpu_milli=joined.cpu_milli,
        memory_mib=joined.memory_mib,
        gpu_model=joined.gpu_model,
        gpu_memory_mib=joined.gpu_memory_mib,
        gpus=gpus,
        executor=joined.executor,
        agent_version="0.1.0",
        labels=joined.labels,
        location=joined.location,
        taints=joined.taints,
        sandbox=joined.sandbox,
        enforces=joined.enforces,
        machine_boot_id=joined.machine_boot_id,
        order_seq_stored=order_seq_stored,
    )


def victim(job_id: str, attempt: int = 1, *, ranks_kept: int = 0) -> PlannedVictim:
    """A victim of a preemption plan; its other fields decide nothing."""
    return PlannedVictim(
        job_id=job_id,
        attempt=attempt,
        tenant=TENANT,
        queue="",
        user=USER,
        ranks_kept=ranks_kept,
        gpu_milli_freed=1_000,
        cost_gpu_ms=7,
        reason=VictimReason.BORROWS,
        message="its queue holds more than its guarantee",
    )


def preemption_plan(job_id: str, *victims: PlannedVictim, **more: Any) -> PreemptionPlanned:
    """A plan that never expires: these yield to a job."""
    plan = PreemptionPlanned(
        plan_id=f"plan-{job_id}",
        job_id=job_id,
        tenant=TENANT,
        queue="red",
        cause=PreemptionCause.GUARANTEE,
        victims=victims,
        placements=(),
        cost_gpu_ms=7,
        cost_gpu_ms_min=7,
        exact=True,
        gain_gpu_ms=100,
        as_of_seq=0,
        expires_at_ms=1 << 60,
    )
    return replace(plan, **more)


def started(node_id: str, job_id: str, attempt: int = 1, ranks: tuple[int, ...] = (0,)) -> TaskStarted:
    """A node reports that its ranks have processes."""
    return TaskStarted(node_id=node_id, job_id=job_id, attempt=attempt, ranks=ranks)


def suspected(
    node_id: str,
    job_id: str,
    attempt: int = 1,
    *,
    suspicion: Suspicion = Suspicion.SILENT,
    rank: int | None = None,
) -> TaskSuspected:
    """A node suspects that its ranks hang, or something else."""
    return TaskSuspected(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        suspicion=suspicion,
        rank=rank,
        message="no output and no step of its ranks for 1m",
    )


def paced(
    node_id: str,
    job_id: str,
    step_ms: int,
    others_step_ms: int | None = None,
    attempt: int = 1,
    *,
    rank: int = 0,
    step: int = 100,
) -> TaskPaced:
    """Build a node's report of its ranks' step times; the slowest rank is at `step`."""
    return TaskPaced(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        rank=rank,
        step_ms=step_ms,
        others_step_ms=others_step_ms,
        step=step,
        step_most=step,
        window_ms=600_000,
    )


def task_heard(
    node_id: str, job_id: str, attempt: int = 1, *, suspicion: Suspicion = Suspicion.SILENT
) -> TaskHeard:
    """Build the report that a node's suspicion of its ranks is over."""
    return TaskHeard(node_id=node_id, job_id=job_id, attempt=attempt, suspicion=suspicion)


def checkpoint_saved(
    node_id: str,
    job_id: str,
    attempt: int = 1,
    *,
    file: str = "state",
    size_bytes: int = 10**9,
    step: int | None = None,
    parts: Sequence[CheckpointPartStored] = (),
) -> CheckpointSaved:
    """Build a report of a stored checkpoint: of one file, or of a record with these parts by rank."""
    return CheckpointSaved(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        rank=0,
        file=file if step is None else f"step-{step:09d}.json",
        uri=f"s3://muster/{job_id}/{attempt}/{file if step is None else step}",
        sha256="0" * 64,
        size_bytes=size_bytes if step is None else 400,
        parts=len(parts),
        step=step,
        parts_sha256=parts_digest([part.sha256 for part in parts]) if parts else "",
    )


def part_stored(
    node_id: str, job_id: str, attempt: int = 1, *, step: int, part: int, size_bytes: int = 10**9
) -> CheckpointPartStored:
    """A node stored the files of one rank, a tenth of them new."""
    return CheckpointPartStored(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        rank=part,
        step=step,
        part=part,
        sha256=f"{attempt:02d}{step:06d}{part:08d}".ljust(64, "0"),
        files=3,
        size_bytes=size_bytes,
        new_bytes=size_bytes // 10,
    )


def exited(
    node_id: str,
    job_id: str,
    attempt: int = 1,
    *,
    outcome: TaskOutcome = TaskOutcome.SUCCEEDED,
    exit_code: int | None = 0,
    rank: int = 0,
    message: str = "",
) -> TaskExited:
    """A node reports that its ranks have ended."""
    exits = (RankExit(rank=rank, exit_code=exit_code),)
    return TaskExited(
        node_id=node_id, job_id=job_id, attempt=attempt, outcome=outcome, exits=exits, message=message
    )


def faulted(node_id: str, rule: str = "gpu.lost", xid: int | None = 79) -> NodeFaultReported:
    """A node's agent has read in the kernel's log that a GPU failed."""
    return NodeFaultReported(node_id=node_id, rule=rule, rules_version=2, xid=xid, gpu="0000:cb:00")


def node_tested(node_id: str, wrong: str = "") -> NodeTested:
    """Build the result of a node's self-test; `wrong`: the fault of its disk."""
    check = NodeCheck(name="disk", passed=not wrong, message=wrong or "64 MiB written and read", took_ms=400)
    return NodeTested(node_id=node_id, checks=(check,))


def growing(spec: JobSpec, memory_max_mib: int) -> JobSpec:
    """The same job, which allows more memory after an attempt that had too little."""
    return replace(spec, retry=replace(spec.retry, memory_max_mib=memory_max_mib))


def out_of_memory(node_id: str, job_id: str, attempt: int = 1) -> TaskExited:
    """A node reports that its rank had too little memory."""
    said = "out of memory: its rank used more than it may"
    return exited(node_id, job_id, attempt, outcome=TaskOutcome.FAILED, exit_code=137, message=said)
