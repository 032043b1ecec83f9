"""The scheduler's role: journal, snapshots and machine, driven by the leader's runner."""

from __future__ import annotations

import logging
import random
from typing import Final

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import (
    CHECKPOINT_EVENTS,
    JOB_COMMANDS,
    JOB_EVENTS,
    NODE_COMMANDS,
    NODE_HEARTBEATS,
    OPERATOR_COMMANDS,
    PREEMPTION_EVENTS,
    QUEUE_COMMANDS,
    SCHEDULER_LEASE,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.identity import MembershipFeed, ReportCheck, SenderCheck, Verifier
from muster.journal import Failpoints, Journal, Leader, LeaderSettings, OwnLease, SystemClock, thread_cpu_ms
from muster.scheduler.config import Settings
from muster.scheduler.edge import http
from muster.scheduler.edge.detector import Patience
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import snapshot_store
from muster.scheduler.edge.validation import COMMAND_SCOPES
from muster.service import Context, Work

_log = logging.getLogger(__name__)

GATHER_MS: Final = 20
"""At most 50 transactions a second, each some milliseconds of the broker's CPU; a bind waits 10 ms more."""

_KEEP_S: Final = 5
"""How long a clean stop waits for its last snapshot."""


def leader_settings(settings: Settings) -> LeaderSettings:
    """Leadership settings; equal in every scheduler process of a cell."""
    return LeaderSettings(
        cell=settings.cell,
        transactional_id=f"scheduler-{settings.cell}",
        inputs=(
            JOB_COMMANDS,
            QUEUE_COMMANDS,
            OPERATOR_COMMANDS,
            TASK_EVENTS,
            PREEMPTION_EVENTS,
            CHECKPOINT_EVENTS,
        ),
        log=SCHEDULER_LOG,
        outputs=(JOB_EVENTS, NODE_COMMANDS),
        lease=OwnLease(SCHEDULER_LEASE, LeaseRenewed),
        live=(NODE_HEARTBEATS,),
        batch_max=settings.scheduler_batch_max,
        gather_ms=GATHER_MS,
        silence_ms=settings.scheduler_silence_ms,
        silence_jitter_ms=settings.scheduler_silence_ms // 3,
        idle_commit_ms=settings.scheduler_silence_ms
        // 5,  # a standby that waits longer costs the broker less
    )


def start(context: Context[Settings]) -> Work:
    """Start the scheduler on Kafka, as standby or leader."""
    settings = context.settings
    failpoints = Failpoints(settings.scheduler_failpoints)
    topics = leader_settings(settings).topics
    journal = context.journal(*topics, client_id=settings.scheduler_id, failpoints=failpoints)
    return lead(context, journal, context.memberships())


def lead(context: Context[Settings], journal: Journal, memberships: MembershipFeed | None = None) -> Work:
    """Start the scheduler on a given journal."""
    settings = context.settings
    clock = SystemClock()
    questions = Questions(clock)
    machine = SchedulerMachine(
        cell=settings.cell,
        producer=settings.scheduler_id,
        snapshots=snapshot_store(settings),
        clock=clock,
        questions=questions,
        sender_check=SenderCheck(Verifier(settings.auth(), memberships, clock), COMMAND_SCOPES),
        report_check=ReportCheck(settings.node_verifier(memberships)),
        snapshot_every_batches=settings.scheduler_snapshot_every_batches,
        cpu_ms=thread_cpu_ms,
        patience=Patience(settings.scheduler_deaf_believed_ms, settings.scheduler_lost_kept_ms),
    )
    leader = Leader(
        journal,
        machine,
        leader_settings(settings),
        leader_id=settings.scheduler_id,
        stop=context.stop,
        clock=clock,
        chance=random.random,
    )

    def run() -> None:
        if memberships is None or memberships.wait(context.stop):
            leader.run()
            _keep(machine)

    def missing() -> str | None:
        return leader.problem or (memberships.problem if memberships is not None else None)

    app = http.connect(http.build(settings, memberships), settings, questions, leader)
    return Work(run=run, missing=missing, remedies=lambda: leader.remedies, app=app)


def _keep(machine: SchedulerMachine) -> None:
    try:
        machine.keep(_KEEP_S)
    except TimeoutError:
        _log.warning("the last snapshot was not stored within %d s; the next start reads the log", _KEEP_S)
