"""The running service: settings -> journal, snapshots, machine -> the runner, until told to stop."""

from __future__ import annotations

import gc
import logging
import os
import random
import signal
import sys
import threading
from types import FrameType
from typing import Final

from muster.api import Beside
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import (
    JOB_COMMANDS,
    NODE_HEARTBEATS,
    OPERATOR_COMMANDS,
    QUEUE_COMMANDS,
    SCHEDULER_LEASE,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.journal import (
    Failpoints,
    Fenced,
    Journal,
    JournalError,
    Leader,
    LeaderSettings,
    OwnLease,
    SystemClock,
)
from muster.journal.kafka import KafkaJournal
from muster.scheduler.config import Settings
from muster.scheduler.edge import http
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.store import ObjectStore, StoreSettings

_log = logging.getLogger(__name__)

COLLECT_AFTER: Final = (200_000, 50, 100)
"""The state is large, lives long and has hardly a cycle: looking through it as often as Python does unasked
costs a tenth of every decision (docs/benchmarks.md)."""

_KEEP_S: Final = 5
"""How long a clean stop waits for its last snapshot."""


def leader_settings(settings: Settings) -> LeaderSettings:
    """What every scheduler process of a cell agrees on."""
    return LeaderSettings(
        cell=settings.cell,
        transactional_id=f"scheduler-{settings.cell}",
        inputs=(JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS, TASK_EVENTS),
        log=SCHEDULER_LOG,
        lease=OwnLease(SCHEDULER_LEASE, LeaseRenewed),
        live=(NODE_HEARTBEATS,),
        batch_max=settings.scheduler_batch_max,
        silence_ms=settings.scheduler_silence_ms,
        silence_jitter_ms=settings.scheduler_silence_ms // 3,
    )


def run(settings: Settings) -> int:
    """Stand by and lead until SIGTERM or SIGINT; the exit code.

    Ends with 1 on what a person has to mend: a log that does not replay, a truncated log. The reason is the
    last line of its log.
    """
    gc.set_threshold(*COLLECT_AFTER)
    try:
        journal = KafkaJournal(
            settings.kafka_bootstrap,
            settings.schema_registry_url,
            settings.scheduler_id,
            failpoints=Failpoints(settings.scheduler_failpoints),
        )
    except JournalError as error:
        _log.critical("%s: %s", type(error).__name__, error)
        return 1
    return serve(settings, journal)


def serve(settings: Settings, journal: Journal) -> int:
    """The same, on a given journal.

    A fenced leader never returns: the process image is replaced, nothing of the old leader is left, and what
    comes after it stands by.
    """
    clock = SystemClock()
    questions = Questions(clock)
    machine = SchedulerMachine(
        cell=settings.cell,
        producer=settings.scheduler_id,
        snapshots=snapshot_store(settings),
        clock=clock,
        questions=questions,
        snapshot_every_batches=settings.scheduler_snapshot_every_batches,
        deaf_believed_ms=settings.scheduler_deaf_believed_ms,
    )
    stop = _stop_on_signal()
    leader = Leader(
        journal,
        machine,
        leader_settings(settings),
        leader_id=settings.scheduler_id,
        stop=stop,
        clock=clock,
        chance=random.random,
    )
    served = Beside(http.build(settings, questions, leader), settings.http_host, settings.http_port)
    _log.info("%s stands by for cell %s; HTTP on port %d", settings.scheduler_id, settings.cell, served.port)
    try:
        leader.run()
        _keep(machine)
    except Fenced as error:
        served.close()
        _log.warning("another leads now, this process begins anew: %s", error)
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606
    except JournalError as error:
        _log.critical("%s: %s", type(error).__name__, error)
        return 1
    finally:
        served.close()
    return 0


def snapshot_store(settings: Settings) -> SnapshotStore:
    """Where this cell's snapshots lie."""
    store = StoreSettings(
        endpoint=settings.s3_endpoint,
        access_key=settings.s3_access_key,
        secret_key=settings.s3_secret_key,
        bucket=settings.s3_bucket,
    )
    return SnapshotStore(ObjectStore(store), settings.cell)


def _keep(machine: SchedulerMachine) -> None:
    try:
        machine.keep(_KEEP_S)
    except TimeoutError:
        _log.warning("the last snapshot was not stored within %d s; the log stays enough", _KEEP_S)


def _stop_on_signal() -> threading.Event:
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        del frame
        _log.info("stopping after %s", signal.Signals(number).name)
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stop
