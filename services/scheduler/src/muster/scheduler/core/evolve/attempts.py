"""Applies agents' reports to attempts: started tasks, ended tasks, and the first failure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import AttemptEnded, AttemptOutcome, Watchdog
from muster.events.task_events import (
    AgentStarted,
    RankExit,
    RefusalReason,
    Suspicion,
    TaskExited,
    TaskHeard,
    TaskOutcome,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.failures.evidence import Evidence
from muster.failures.facts import conditions_of, evidence_of, first_failed
from muster.scheduler.core.evolve import reconcile, watching
from muster.scheduler.core.limits import POISON_MS_MAX
from muster.scheduler.core.state.job import Attempt, Failure, Idle, Job, Pace, Task
from muster.scheduler.core.state.state import State

_OUTCOMES = {
    TaskOutcome.FAILED: AttemptOutcome.FAILED,
    TaskOutcome.STOPPED: AttemptOutcome.STOPPED,
    TaskOutcome.TIMED_OUT: AttemptOutcome.TIMED_OUT,
    TaskOutcome.LOST: AttemptOutcome.LOST,
}
_OWN_FAULTS = (RefusalReason.CANNOT_START, RefusalReason.FILES_INVALID)
"""Refusals caused by the job itself: its program or its files."""


SUSPICIONS: Final = {
    Suspicion.SILENT: Watchdog.HANG,
    Suspicion.NEVER_SPOKE: Watchdog.START_UP,
    Suspicion.LOSS_NOT_A_NUMBER: Watchdog.LOSS,
    Suspicion.LOSS_DIVERGES: Watchdog.LOSS,
    Suspicion.GPUS_IDLE: Watchdog.IDLE_GPUS,
    Suspicion.GPUS_SEEM_IDLE: Watchdog.IDLE_GPUS,
}
"""Watchdog that handles each suspicion of agents."""

Report = TaskStarted | TaskSuspected | TaskHeard | TaskPaced | TaskExited | TaskRefused | AgentStarted


def evolve(state: State, fact: Report) -> None:
    """Apply one report. A report about an attempt that is not live changes nothing."""
    match fact:
        case TaskStarted():
            if live := live_task(state, fact.node_id, fact.job_id, fact.attempt):
                job, _, task = live
                task.started = True
                state.dirty[f"job/{job.job_id}"] = None
        case TaskSuspected() | TaskHeard() | TaskPaced():
            if live := live_task(state, fact.node_id, fact.job_id, fact.attempt):
                _watched(state, fact, live[0], live[2])
        case TaskExited():
            if live := live_task(state, fact.node_id, fact.job_id, fact.attempt):
                _task_exited(state, fact, *live)
        case TaskRefused():
            if live := live_task(state, fact.node_id, fact.job_id, fact.attempt):
                _close(state, *live, _refusal(fact))
        case AgentStarted():
            for job_id in reconcile.found_running(state, fact):
                _start_found(state, job_id, fact.node_id)
            give_up(state, fact.node_id, reconcile.given_up(state, fact), "its agent no longer has it")
            if fact.fresh and (node := state.nodes.get(fact.node_id)):
                node.order_seq = -1  # it reads later orders only
                state.dirty[f"node/{fact.node_id}"] = None
        case _:
            assert_never(fact)


def _watched(state: State, fact: TaskSuspected | TaskHeard | TaskPaced, job: Job, task: Task) -> None:
    """Record an agent's observation of a task."""
    if isinstance(fact, TaskPaced):
        task.pace = _pace_of(fact)
    else:
        _record_activity(state, fact, job, task)
    state.dirty[f"job/{job.job_id}"] = None


def _record_activity(state: State, fact: TaskSuspected | TaskHeard, job: Job, task: Task) -> None:
    """Record whether a task's ranks are silent, and whether they use their GPUs."""
    watchdog = SUSPICIONS[fact.suspicion]
    over = isinstance(fact, TaskHeard)
    if watchdog is Watchdog.IDLE_GPUS:
        proven = fact.suspicion is Suspicion.GPUS_IDLE
        known = task.idle is not None and task.idle.proven == proven
        task.idle = None if over else task.idle if known else Idle(state.now_ms, proven)
        watching.renew(state, job)
    elif over:
        task.silent = None
    elif watchdog is not Watchdog.LOSS:
        task.silent = watchdog


def _pace_of(fact: TaskPaced) -> Pace:
    return Pace(
        rank=fact.rank,
        step_ms=fact.step_ms,
        others_step_ms=fact.others_step_ms,
        step=fact.step,
        step_most=fact.step_most,
        window_ms=fact.window_ms,
    )


def live_task(state: State, node_id: str, job_id: str, attempt: int) -> tuple[Job, Attempt, Task] | None:
    """The job, attempt and task of a report; None when the task is stale, unknown, or already over."""
    job = state.jobs.get(job_id)
    if job is None or job.attempt is None or job.attempt.number != attempt:
        return None
    task = job.attempt.tasks.get(node_id)
    return None if task is None or task.exited else (job, job.attempt, task)


def give_up(state: State, node_id: str, job_ids: list[str], why: str) -> None:
    """Mark a node's tasks of these jobs as over and lost; `why` is part of the failure's message."""
    for job_id in job_ids:
        job = state.jobs[job_id]
        attempt = job.attempt
        if attempt is None or attempt.tasks[node_id].exited:
            continue
        message = f"lost on {node_id}: {why}"
        failure = Failure(AttemptOutcome.LOST, node_id, message=message)
        _close(state, job, attempt, attempt.tasks[node_id], failure)


def count(state: State, job: Job, ended: AttemptEnded) -> None:
    """Count an attempt that failed: against those that the user granted, or those that may be lost."""
    if state.policy.nodes_lost_per_job_max:
        _note_lost_node(state, job, ended)
    verdict = ended.verdict
    spared = verdict is not None and verdict.spared
    job.attempts_failed += ended.outcome is AttemptOutcome.FAILED and not spared
    lost = ended.outcome in (AttemptOutcome.LOST, AttemptOutcome.REFUSED)
    job.attempts_lost += lost or (ended.outcome is AttemptOutcome.FAILED and spared)
    if verdict is not None and ended.outcome is AttemptOutcome.FAILED:
        job.causes = {**job.causes, verdict.rule: job.causes.get(verdict.rule, 0) + 1}


def _note_lost_node(state: State, job: Job, ended: AttemptEnded) -> None:
    """Record one lost node per attempt: a rack losing power loses many nodes, whatever the job did."""
    if ended.ran_ms >= POISON_MS_MAX:
        job.nodes_lost = ()
        return
    node = state.nodes.get(ended.node_id or "")
    if ended.outcome is AttemptOutcome.LOST and node is not None and node.health is NodeHealth.LOST:
        others = [node_id for node_id in job.nodes_lost if node_id != ended.node_id]
        job.nodes_lost = (*others, ended.node_id or "")


def _start_found(state: State, job_id: str, node_id: str) -> None:
    attempt = state.jobs[job_id].attempt
    if attempt is not None:
        attempt.tasks[node_id].started = True
        state.dirty[f"job/{job_id}"] = None


def _task_exited(state: State, fact: TaskExited, job: Job, attempt: Attempt, task: Task) -> None:
    if fact.outcome is TaskOutcome.SUCCEEDED:
        attempt.succeeded += 1
        _close(state, job, attempt, task, None)
        return
    exit_ = first_failed(fact) or RankExit(rank=task.ranks[0])
    failure = Failure(
        _OUTCOMES[fact.outcome], fact.node_id, exit_.rank, exit_.exit_code, exit_.signal, fact.message
    )
    if state.failure_rules is not None:
        failure = replace(failure, evidence=evidence_of(fact), unscanned=fact.unscanned)
    _close(state, job, attempt, task, failure)


def _refusal(fact: TaskRefused) -> Failure:
    """A refusal as a failure: the job's own if it would be refused by every node, else the node's."""
    outcome = AttemptOutcome.FAILED if fact.reason in _OWN_FAULTS else AttemptOutcome.REFUSED
    return Failure(outcome, fact.node_id, message=f"{fact.reason} on {fact.node_id}: {fact.message}")


def _with_evidence(failure: Failure) -> Failure | None:
    """Complete a failure with evidence; None: its ranks were stopped without evidence that one failed."""
    if failure.evidence:
        return failure
    if failure.outcome is AttemptOutcome.STOPPED:
        return None
    stated = Evidence(node_id=failure.node_id, conditions=conditions_of(failure.outcome, failure.message))
    return replace(failure, evidence=(stated,))


def _close(state: State, job: Job, attempt: Attempt, task: Task, failure: Failure | None) -> None:
    task.exited = True
    if failure is not None:
        attempt.failure = attempt.failure or failure
        if state.failure_rules is not None and (noted := _with_evidence(failure)):
            attempt.failures.append(noted)
    state.dirty[f"job/{job.job_id}"] = None
