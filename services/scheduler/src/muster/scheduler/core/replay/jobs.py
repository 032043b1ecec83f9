"""Live and ended jobs, attempts and holds as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from muster.cluster import MigInstance, Placement, Shape
from muster.events.job_commands import JobSpec
from muster.events.job_events import (
    AttemptOutcome,
    CheckpointRecorded,
    PendingCode,
    Watchdog,
    WatchdogAction,
    YieldingJob,
)
from muster.events.task_events import CheckpointSaved
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.replay import failures
from muster.scheduler.core.state.job import (
    ArrivingCheckpoint,
    Attempt,
    EarlierCheckpoint,
    EndedJob,
    Failure,
    Idle,
    Job,
    Pace,
    PlacementClass,
    Preempted,
    StopRequest,
    StoredPart,
    Task,
    Warned,
    placement_class_of,
    with_memory,
)
from muster.scheduler.core.state.state import Hold, State
from muster.scheduler.core.state.uploads import Upload


def dump_job(job: Job) -> list[Any]:
    """Dump one live job; its spec only by digest, because specs never change."""
    stop = job.stop_request
    return [
        job.tenant,
        job.spec_digest,
        job.correlation_id,
        job.arrival_seq,
        job.submitted_at_ms,
        job.queued_at_ms,
        job.state,
        job.attempts,
        job.attempts_failed,
        job.attempts_lost,
        job.not_before_ms,
        _dump_attempt(job.attempt) if job.attempt else None,
        stop and _dump_stop(stop),
        job.resize_to,
        [_dump_placement(placement) for placement in job.move_to],
        job.code_reported,
        job.code_reported_at_ms,
        job.checkpoint.to_datum() if job.checkpoint else None,
        job.checkpoint_at_ms,
        job.p90_ms,
        job.avoids,
        *_trimmed(
            [
                job.preempted,
                job.causes,
                job.nodes_lost,
                job.attained_gpu_ms,
                job.drained_ms,
                _dump_other_checkpoints(job),
                job.memory_mib,
                [*job.awaits.items()],
            ]
        ),
    ]


def _trimmed(rare: list[Any]) -> list[Any]:
    """Trim rarely used fields after the last one with a value: for most jobs nothing is written."""
    last = max((place for place, value in enumerate(rare) if value), default=-1)
    return rare[: last + 1]


def load_job(state: State, job_id: str, data: list[Any], specs: Mapping[bytes, JobSpec]) -> Job:
    """Load a job that was dumped, under the policy of the state, which shares its spec.

    Raises:
        KeyError: Its spec is missing.
    """
    (
        tenant,
        spec_digest,
        correlation_id,
        arrival_seq,
        submitted_at_ms,
        queued_at_ms,
        reached,
        attempts,
        attempts_failed,
        attempts_lost,
        not_before_ms,
        attempt,
        stop,
        resize_to,
        move_to,
        code_reported,
        code_reported_at_ms,
        checkpoint,
        checkpoint_at_ms,
        p90_ms,
        avoids,
        *more,
    ) = data
    preempted, causes, nodes_lost, attained_gpu_ms, drained_ms, others, memory_mib, awaits = _filled(more)
    shared = state.specs.share(spec_digest, specs[spec_digest])
    spec = with_memory(shared.spec, memory_mib) if memory_mib else shared.spec
    needs = _placement_class(state, tenant, spec, avoids)
    others = _load_other_checkpoints(others or [int(bool(checkpoint)), 0, [], []])
    return Job(
        job_id=job_id,
        tenant=tenant,
        spec=spec,
        spec_digest=shared.digest,
        placement_class=needs,
        correlation_id=correlation_id,
        arrival_seq=arrival_seq,
        submitted_at_ms=submitted_at_ms,
        queued_at_ms=queued_at_ms,
        state=JobState(reached),
        attempts=attempts,
        attempts_failed=attempts_failed,
        attempts_lost=attempts_lost,
        not_before_ms=not_before_ms,
        attempt=_load_attempt(attempt, needs.shape) if attempt else None,
        stop_request=StopRequest(JobState(stop[0]), *stop[1:]) if stop else None,
        resize_to=resize_to,
        move_to=tuple(_load_placement(placement, needs.shape) for placement in move_to),
        code_reported=PendingCode(code_reported) if code_reported else None,
        code_reported_at_ms=code_reported_at_ms,
        checkpoint=CheckpointRecorded.from_datum(checkpoint) if checkpoint else None,
        checkpoint_at_ms=checkpoint_at_ms,
        p90_ms=p90_ms,
        avoids=tuple(avoids),
        preempted=tuple(Preempted(*each) for each in preempted or ()),
        causes=causes or {},
        nodes_lost=tuple(nodes_lost or ()),
        attained_gpu_ms=attained_gpu_ms or 0,
        drained_ms=drained_ms or 0,
        **others,
        memory_mib=memory_mib or 0,
        awaits={other: ended and JobState(ended) for other, ended in awaits or ()},
    )


def _filled(rare: list[Any]) -> list[Any]:
    """Extend trimmed fields to all rarely used fields, with None for missing ones."""
    return [*rare, *[None] * (_RARE - len(rare))]


def _placement_class(state: State, tenant: str, spec: JobSpec, avoids: list[str]) -> PlacementClass:
    needs = placement_class_of(tenant, spec, state.policy)
    return needs._replace(avoids=tuple(sorted(avoids))) if avoids else needs


_RARE: Final = 8
"""Number of rarely used fields of a job."""


def _dump_other_checkpoints(job: Job) -> list[Any]:
    """Dump checkpoints other than the newest complete one; empty while there are no others."""
    if not job.arriving and job.checkpoints_ever < 2 and not job.offered_to:
        return []
    arriving = [
        [
            attempt,
            step,
            [[part, *stored] for part, stored in sorted(each.parts.items())],
            each.record and each.record.to_datum(),
        ]
        for (attempt, step), each in job.arriving.items()
    ]
    earlier = [[each.number, each.recorded.to_datum()] for each in job.earlier]
    return [job.checkpoints_ever, job.offered_to, earlier, arriving]


def _load_other_checkpoints(data: list[Any]) -> dict[str, Any]:
    ever, offered_to, earlier, arriving = data
    known = [EarlierCheckpoint(number, CheckpointRecorded.from_datum(each)) for number, each in earlier]
    under_way = {
        (attempt, step): ArrivingCheckpoint(
            {part: StoredPart(*stored) for part, *stored in parts},
            CheckpointSaved.from_datum(record) if record else None,
        )
        for attempt, step, parts, record in arriving
    }
    return {
        "checkpoints_ever": ever,
        "offered_to": offered_to,
        "earlier": tuple(known),
        "arriving": under_way,
    }


def _dump_stop(stop: StopRequest) -> list[Any]:
    """Dump a stop request; the last two fields are absent unless a node is about to be reclaimed."""
    taken = [stop.taken, stop.saves] if stop.taken else []
    return [stop.becomes, stop.requested_by, stop.reason, *taken]


def dump_hold(hold: Hold) -> list[Any]:
    """Dump the hold of a job; the last field is absent if no victim moves."""
    return [
        hold.plan_id,
        hold.job_id,
        [[each.job_id, each.attempt, each.ranks_kept] for each in hold.victims],
        [_dump_placement(placement) for placement in hold.placements],
        hold.until_ms,
        *([list(hold.targets)] if hold.targets else []),
    ]


def load_hold(state: State, data: list[Any]) -> Hold:
    """Load the hold of a job of the state."""
    plan_id, job_id, victims, placements, until_ms, *targets = data
    shape = state.jobs[job_id].shape
    return Hold(
        plan_id,
        job_id,
        tuple(YieldingJob(job_id=name, attempt=attempt, ranks_kept=kept) for name, attempt, kept in victims),
        tuple(_load_placement(placement, shape) for placement in placements),
        until_ms,
        tuple(*targets),
    )


def dump_ended(ended: EndedJob) -> list[Any]:
    """Dump one ended job."""
    return [ended.tenant, ended.state, ended.spec_digest, ended.number]


def load_ended(data: list[Any]) -> EndedJob:
    """Load an ended job that was dumped."""
    tenant, state, spec_digest, number = data
    return EndedJob(tenant, JobState(state), spec_digest, number)


def _dump_attempt(attempt: Attempt) -> list[Any]:
    failure = attempt.failure
    return [
        attempt.number,
        attempt.bound_at_ms,
        attempt.order_seq,
        attempt.master_node_id,
        attempt.master_port,
        attempt.pace_milli,
        next(iter(attempt.tasks.values())).placements[0].shape.sharing,
        attempt.succeeded,
        failure
        and [
            failure.outcome,
            failure.node_id,
            failure.rank,
            failure.exit_code,
            failure.signal,
            failure.message,
        ],
        [
            [
                node_id,
                task.ranks,
                [placement.gpu_indices for placement in task.placements],
                [placement.instance for placement in task.placements],
                task.started,
                task.exited,
                *_dump_rare_of_task(task),
            ]
            for node_id, task in attempt.tasks.items()
        ],
        *_dump_rare(attempt),
    ]


def _dump_rare_of_task(task: Task) -> list[Any]:
    """Dump silence, spot node, idle GPUs, pace and answer deadline; trailing empty fields are absent."""
    rare = [task.silent, task.on_spot, list(task.idle or ()), list(task.pace or ()), task.answers_by_ms]
    while rare and not rare[-1]:
        rare.pop()
    return rare


def _dump_rare(attempt: Attempt) -> list[Any]:
    """Dump failures, warnings, upload, filled window and guarantee; trailing empty fields are absent."""
    rare = [
        [failures.dump_failure(each) for each in attempt.failures],
        [[which, *words] for which, words in attempt.warned.items()],
        list(attempt.upload or ()),
        attempt.gap_of,
        attempt.guaranteed_until_ms,
    ]
    while rare and not rare[-1]:
        rare.pop()
    return rare


def _load_attempt(data: list[Any], shape: Shape) -> Attempt:
    (
        number,
        bound_at_ms,
        order_seq,
        master_node_id,
        master_port,
        pace_milli,
        sharing,
        succeeded,
        failure,
        tasks,
        *said,
    ) = data
    shape = replace(shape, sharing=sharing)
    return Attempt(
        number=number,
        bound_at_ms=bound_at_ms,
        order_seq=order_seq,
        master_node_id=master_node_id,
        master_port=master_port,
        tasks={task[0]: _load_task(task, shape) for task in tasks},
        pace_milli=pace_milli,
        failure=Failure(AttemptOutcome(failure[0]), *failure[1:]) if failure else None,
        failures=[failures.load_failure(each) for each in said[0]] if said else [],
        succeeded=succeeded,
        warned=_load_warned(said[1]) if len(said) > 1 else {},
        upload=Upload(*said[2]) if len(said) > 2 and said[2] else None,
        gap_of=said[3] if len(said) > 3 else "",
        guaranteed_until_ms=said[4] if len(said) > 4 else 0,
    )


def _load_warned(data: list[Any]) -> dict[Watchdog, Warned]:
    return {Watchdog(which): Warned(WatchdogAction(action), at_ms) for which, action, at_ms in data}


def _load_task(data: list[Any], shape: Shape) -> Task:
    node_id, ranks, gpus, instances, started, exited, *rare = data
    placements = [
        Placement(node_id, tuple(indices), shape, instance and MigInstance(*instance))
        for indices, instance in zip(gpus, instances, strict=True)
    ]
    return Task(
        ranks=ranks,
        placements=placements,
        started=started,
        exited=exited,
        silent=Watchdog(rare[0]) if rare and rare[0] else None,
        on_spot=len(rare) > 1 and rare[1],
        idle=Idle(*rare[2]) if len(rare) > 2 and rare[2] else None,
        pace=Pace(*rare[3]) if len(rare) > 3 and rare[3] else None,
        answers_by_ms=rare[4] if len(rare) > 4 else 0,
    )


def _dump_placement(placement: Placement) -> list[Any]:
    return [placement.node_id, placement.gpu_indices, placement.shape.sharing, placement.instance]


def _load_placement(data: list[Any], shape: Shape) -> Placement:
    node_id, gpus, sharing, instance = data
    return Placement(
        node_id, tuple(gpus), replace(shape, sharing=sharing), instance and MigInstance(*instance)
    )
