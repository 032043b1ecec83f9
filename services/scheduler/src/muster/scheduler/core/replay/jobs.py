"""Live and ended jobs, and what attempts hold, as plain data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from muster.cluster import MigInstance, Placement, Shape
from muster.events.job_commands import JobSpec
from muster.events.job_events import AttemptOutcome, CheckpointRecorded, PendingCode
from muster.events.operator_commands import Policy
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.state.job import (
    Attempt,
    EndedJob,
    Failure,
    Job,
    StopRequest,
    Task,
    placement_class_of,
)

_RENAMED = ("place", "wish", "told", "told_at_ms")
"""Keys on disk whose attributes have been renamed."""


def dump_job(job: Job) -> Plain:
    """One job, waiting or running."""
    stop = job.stop_request
    return {
        "tenant": job.tenant,
        "spec": job.spec.to_datum(),
        "correlation_id": job.correlation_id,
        "place": job.arrival_seq,
        "submitted_at_ms": job.submitted_at_ms,
        "queued_at_ms": job.queued_at_ms,
        "state": job.state,
        "attempts": job.attempts,
        "attempts_failed": job.attempts_failed,
        "attempts_lost": job.attempts_lost,
        "not_before_ms": job.not_before_ms,
        "attempt": _dump_attempt(job.attempt) if job.attempt else None,
        "wish": stop and [stop.becomes, stop.requested_by, stop.reason],
        "resize_to": job.resize_to,
        "move_to": [_dump_placement(placement) for placement in job.move_to],
        "told": job.code_reported,
        "told_at_ms": job.code_reported_at_ms,
        "checkpoint": job.checkpoint.to_datum() if job.checkpoint else None,
        "checkpoint_at_ms": job.checkpoint_at_ms,
        "p90_ms": job.p90_ms,
        "avoids": list(job.avoids),
    }


def load_job(job_id: str, data: Plain, policy: Policy) -> Job:
    """Load a job that was dumped, under the present policy."""
    spec = JobSpec.from_datum(data["spec"])
    avoids = tuple(data["avoids"])
    needs = placement_class_of(data["tenant"], spec, policy)._replace(avoids=tuple(sorted(avoids)))
    stop = data["wish"]
    fields: Plain = {
        **{key: value for key, value in data.items() if key not in _RENAMED},
        "arrival_seq": data["place"],
        "code_reported_at_ms": data["told_at_ms"],
        "spec": spec,
        "avoids": avoids,
        "state": JobState(data["state"]),
        "attempt": _load_attempt(data["attempt"], needs.shape) if data["attempt"] else None,
        "move_to": tuple(_load_placement(placement, needs.shape) for placement in data["move_to"]),
        "stop_request": StopRequest(JobState(stop[0]), stop[1], stop[2]) if stop else None,
        "code_reported": PendingCode(data["told"]) if data["told"] else None,
        "checkpoint": CheckpointRecorded.from_datum(data["checkpoint"]) if data["checkpoint"] else None,
    }
    return Job(**fields, job_id=job_id, placement_class=needs)


def dump_ended(ended: EndedJob) -> Plain:
    """One job that has ended."""
    return {
        "tenant": ended.tenant,
        "state": ended.state,
        "spec_digest": ended.spec_digest,
        "number": ended.number,
    }


def load_ended(data: Plain) -> EndedJob:
    """Load an ended job that was dumped."""
    return EndedJob(data["tenant"], JobState(data["state"]), data["spec_digest"], data["number"])


def _dump_attempt(attempt: Attempt) -> Plain:
    failure = attempt.failure
    return {
        "number": attempt.number,
        "bound_at_ms": attempt.bound_at_ms,
        "order_seq": attempt.order_seq,
        "master_node_id": attempt.master_node_id,
        "master_port": attempt.master_port,
        "pace_milli": attempt.pace_milli,
        "sharing": next(iter(attempt.tasks.values())).placements[0].shape.sharing,
        "succeeded": attempt.succeeded,
        "failure": (
            [
                failure.outcome,
                failure.node_id,
                failure.rank,
                failure.exit_code,
                failure.signal,
                failure.message,
            ]
            if failure
            else None
        ),
        "tasks": [
            {
                "node_id": node_id,
                "ranks": task.ranks,
                "gpus": [list(placement.gpu_indices) for placement in task.placements],
                "instances": [
                    placement.instance and list(placement.instance) for placement in task.placements
                ],
                "started": task.started,
                "exited": task.exited,
            }
            for node_id, task in attempt.tasks.items()
        ],
    }


def _load_attempt(data: Plain, shape: Shape) -> Attempt:
    shape = replace(shape, sharing=data.pop("sharing"))
    tasks = {
        task["node_id"]: Task(
            ranks=list(task["ranks"]),
            placements=[
                Placement(task["node_id"], tuple(gpus), shape, instance and MigInstance(*instance))
                for gpus, instance in zip(task["gpus"], task["instances"], strict=True)
            ],
            started=task["started"],
            exited=task["exited"],
        )
        for task in cast("list[Plain]", data["tasks"])
    }
    failure = data["failure"]
    fields: Plain = {
        **data,
        "tasks": tasks,
        "failure": Failure(AttemptOutcome(failure[0]), *failure[1:]) if failure else None,
    }
    return Attempt(**fields)


def _dump_placement(placement: Placement) -> list[Any]:
    instance = placement.instance and list(placement.instance)
    return [placement.node_id, list(placement.gpu_indices), placement.shape.sharing, instance]


def _load_placement(data: list[Any], shape: Shape) -> Placement:
    node_id, gpus, sharing, instance = data
    return Placement(
        node_id, tuple(gpus), replace(shape, sharing=sharing), instance and MigInstance(*instance)
    )
