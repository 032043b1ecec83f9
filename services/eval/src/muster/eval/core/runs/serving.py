"""The job that serves the version of a run, from its address to its end. PURE.

GangBound           -> EvalServed        its address
JobStarted          -> WorkQueued        a worker may ask it
WorkOrdered         -> ServingAwaited    until when its server has to list the model
EndpointAnswered    -> ServingAwaited    the model is listed: no time limit any more
CommandRejected     -> EvalEnded         FAILED: the scheduler refuses the job
JobFailed, ...      -> EvalEnded         FAILED: the job ended before the run, or left its place
time                -> EvalEnded         FAILED: the job does not run, or its server is not ready

However the run ends, `jobs.released` puts a CancelJob behind it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.eval.core.runs import lifecycle as runs
from muster.eval.core.runs.jobs import awaited, serve_of
from muster.eval.core.state import (
    DEADLINES,
    LEASE_MS,
    RUNS,
    SERVING,
    SERVING_JOBS,
    OfJobs,
    Outputs,
    Serving,
)
from muster.events.eval_events import EvalEnded, EvalServed, EvalStarted
from muster.events.eval_results import EndpointAnswered
from muster.events.eval_work import Awaited, ServingAwaited
from muster.events.job_commands import SubmitJob
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobFailed,
    JobRequeued,
    JobStarted,
    JobSucceeded,
    JobSuspended,
)
from muster.events.shared.command_answers import CommandRejected

SERVING_REFUSED: Final = "SERVING_REFUSED"
"""The scheduler refuses the job."""

SERVING_NOT_STARTED: Final = "SERVING_NOT_STARTED"
"""The job did not run in time, had no port, or no worker was free for the run in time."""

SERVING_NOT_READY: Final = "SERVING_NOT_READY"
"""The job's server did not list the model in time."""

SERVING_ENDED: Final = "SERVING_ENDED"
"""The job ended, or lost its place, before the run had ended."""

GRACE_MS: Final = LEASE_MS
"""Extra time that the decider waits beyond the worker, whose report has the better reason."""


def follow_job(state: Entities, fact: OfJobs, at_ms: int) -> Facts[Outputs | WorkFact]:
    """React to a fact about a job that serves a run; others are ignored."""
    if isinstance(fact, CommandRejected):
        yield from _refused(state, fact)
        return
    run_id = state.get(SERVING_JOBS, fact.job_id)
    serving = None if run_id is None else state.get(SERVING, run_id)
    if run_id is None or serving is None:
        return
    match fact:
        case GangBound():
            yield from _bound(state, run_id, serving, fact)
        case JobStarted():
            yield from _started(state, run_id, serving, fact, at_ms)
        case JobRequeued() | JobSuspended():
            reason = f"job {fact.job_id} lost its place: {fact.reason}"
            yield from runs.failed(state, run_id, SERVING_ENDED, reason)
        case JobSucceeded():
            yield from _over(state, run_id, f"job {fact.job_id} ended by itself")
        case JobFailed():
            yield from _over(state, run_id, f"job {fact.job_id} failed: {fact.reason}")
        case JobCancelled():
            yield from _over(state, run_id, f"job {fact.job_id} was cancelled: {fact.reason}")
        case _:
            assert_never(fact)


def ordered(state: Entities, run_id: str, at_ms: int) -> Facts[Outputs]:
    """Begin the time within which the server has to list the model, once a worker has the run."""
    serving, run = state.get(SERVING, run_id), state.get(RUNS, run_id)
    if serving is not None and run is not None and serving.awaited is Awaited.START:
        until_ms = at_ms + serve_of(run).ready_within + GRACE_MS
        yield awaited(run_id, run.tenant, Awaited.MODEL, until_ms)


def answered(state: Entities, fact: EndpointAnswered) -> Facts[Outputs]:
    """Note that the server lists the model."""
    serving, run = state.get(SERVING, fact.run), state.get(RUNS, fact.run)
    if serving is not None and run is not None and serving.awaited is Awaited.MODEL:
        yield awaited(fact.run, run.tenant, Awaited.NOTHING)


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Fail runs whose job did not get on in time."""
    for run_id in list(DEADLINES.until(state, at_ms)):
        serving, run = state.get(SERVING, run_id), state.get(RUNS, run_id)
        if serving is None or run is None or serving.until_ms is None:
            raise LookupError(f"run {run_id} has a deadline and no job")
        if _effective_ms(state, serving.until_ms) > at_ms:
            continue
        serve = serve_of(run)
        if serving.awaited is Awaited.MODEL:
            reason = f"job {serving.job_id} does not list the model within {serve.ready_within // 1_000} s"
            yield from runs.failed(state, run_id, SERVING_NOT_READY, reason)
        else:
            what = "no worker is free for it" if serving.url else f"job {serving.job_id} does not run"
            reason = f"{what} within {serve.starts_within // 1_000} s"
            yield from runs.failed(state, run_id, SERVING_NOT_STARTED, reason)


def next_deadline_ms(state: Entities) -> int | None:
    """Return when `due` has something to do; None: nothing is awaited."""
    first_ms = DEADLINES.first_ms(state)
    return None if first_ms is None else _effective_ms(state, first_ms)


def evolve_started(state: Changes, fact: EvalStarted) -> None:
    """Keep the job of a run that one serves."""
    if fact.serving_job:
        state.put(SERVING, fact.run, Serving(job_id=fact.serving_job))
        state.put(SERVING_JOBS, fact.serving_job, fact.run)


def evolve_submitted(state: Changes, command: SubmitJob, event_id: str) -> None:
    """Keep the id of the command, to know its rejection by."""
    run_id = state.get(SERVING_JOBS, command.job_id)
    if run_id is not None:
        _change(state, run_id, command_id=event_id)


def evolve_served(state: Changes, fact: EvalServed) -> None:
    """Keep the address."""
    _change(state, fact.run, url=fact.url, attempt=fact.attempt)


def evolve_awaited(state: Changes, fact: ServingAwaited) -> None:
    """Keep what is awaited, and file its time."""
    before = _existing(state, fact.run)
    if before.until_ms is not None:
        DEADLINES.remove(state, before.until_ms, fact.run)
    if fact.until_ms is not None:
        DEADLINES.file(state, fact.until_ms, fact.run)
    _change(state, fact.run, awaited=fact.what, until_ms=fact.until_ms)


def evolve_ended(state: Changes, fact: EvalEnded) -> None:
    """Forget the job of a run that has ended."""
    serving = state.get(SERVING, fact.run)
    if serving is None:
        return
    if serving.until_ms is not None:
        DEADLINES.remove(state, serving.until_ms, fact.run)
    state.delete(SERVING, fact.run)
    state.delete(SERVING_JOBS, serving.job_id)


def _refused(state: Entities, answer: CommandRejected) -> Facts[Outputs | WorkFact]:
    run_id = state.get(SERVING_JOBS, answer.subject)
    serving = None if run_id is None else state.get(SERVING, run_id)
    if run_id is not None and serving is not None and serving.command_id == answer.command_id:
        run = runs.existing(state, run_id)
        yield awaited(run_id, run.tenant, Awaited.END)
        yield from runs.failed(state, run_id, SERVING_REFUSED, answer.message)


def _bound(state: Entities, run_id: str, serving: Serving, fact: GangBound) -> Facts[Outputs | WorkFact]:
    if serving.url:
        return
    run = runs.existing(state, run_id)
    if not fact.master_port:
        reason = f"job {fact.job_id} has no port: all of its node are in use"
        yield from runs.failed(state, run_id, SERVING_NOT_STARTED, reason)
        return
    host = f"[{fact.master_address}]" if ":" in fact.master_address else fact.master_address
    served = EvalServed(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        job_id=fact.job_id,
        attempt=fact.attempt,
        url=f"http://{host}:{fact.master_port}/v1",
        tenant=run.tenant,
    )
    yield Fact(served, run.repository, run.tenant)


def _started(
    state: Entities, run_id: str, serving: Serving, fact: JobStarted, at_ms: int
) -> Facts[Outputs | WorkFact]:
    if fact.attempt != serving.attempt:
        return
    run = runs.existing(state, run_id)
    if work := list(runs.queued(state, run_id, run, serving.url)):
        yield awaited(run_id, run.tenant, Awaited.START, at_ms + serve_of(run).starts_within)
        yield from work


def _over(state: Entities, run_id: str, reason: str) -> Facts[Outputs | WorkFact]:
    """Fail a run whose job is over: there is nothing left to cancel."""
    yield awaited(run_id, runs.existing(state, run_id).tenant, Awaited.END)
    yield from runs.failed(state, run_id, SERVING_ENDED, reason)


def _effective_ms(state: Entities, until_ms: int) -> int:
    """Return when a time ends: a lease after this leader began at least, which reads what came before."""
    return max(until_ms, state.led_since_ms + LEASE_MS)


def _existing(state: Entities, run_id: str) -> Serving:
    serving = state.get(SERVING, run_id)
    if serving is None:
        raise LookupError(f"run {run_id} has no job")
    return serving


def _change(state: Changes, run_id: str, **changed: str | int | None) -> None:
    state.put(SERVING, run_id, replace(_existing(state, run_id), **changed))  # pyright: ignore[reportArgumentType]
