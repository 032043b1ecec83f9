"""From a request to its victims' orders on the real stack; the next job asks when the one before is bound.

By stage, as the broker stamps records when they are appended: the request, the preemption service's plan, the
scheduler's acceptance, and the first order; then when a read-committed consumer has seen that order.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

from muster.client import Client, MusterError
from muster.client.requests import BATCH_MAX
from muster.client.settings import Settings
from muster.events.job_events import GangBound, PreemptionAccepted, PreemptionRequested
from muster.events.node_commands import StopTask
from muster.events.preemption_events import PreemptionPlanned
from muster.events.topics import JOB_EVENTS, NODE_COMMANDS, PREEMPTION_EVENTS
from muster.journal import Start
from muster.journal.kafka import KafkaJournal
from muster.local.endpoints import SCHEDULERS
from muster.telemetry.percentile import nearest_rank

from end_to_end.cell import PROJECTOR, Cell, cell

QUEUE: Final = "owners"
SERVED_S: Final = 60.0
FULL_S: Final = 10.0
"""Seconds without another bind after which the cell counts as full."""

BORROWING: Final[dict[str, Any]] = {
    "command": ["true"],
    "env": {"MUSTER_SIM_DURATION_MS": "36000000"},
    "resources": {"gpus": 1, "cpu": 0.1, "memory": "64MiB"},
    "grace": "1s",
}
ASKING: Final[dict[str, Any]] = {**BORROWING, "queue": QUEUE}
"""A job that keeps its GPUs, so that the next job also has to ask."""
UNBOUND: Final = {
    "ran_min": "0s",
    "evictions_per_queue_hour_max": 100_000,
    "evictions_per_user_hour_max": 100_000,
}


def measured(nodes: int, asks: int) -> dict[str, float]:
    """Return the milliseconds from a request to the first order to a victim, and to the bind, as observed.

    Args:
        nodes: Simulated nodes, full of jobs of one GPU that borrow.
        asks: Jobs that ask, one after the other.
    """
    programs = ("submit", *SCHEDULERS, PROJECTOR, "preemption")
    with cell(nodes, None, programs) as running, closing(_Asking(running)) as asking:
        asking.fill()
        for number in range(asks):
            asking.ask(number)
        return asking.figures()


class _Asking:
    """Asks, and sees what comes of it as a read-committed consumer."""

    def __init__(self, running: Cell) -> None:
        servers = running.endpoints
        self._client = Client(Settings.load({"MUSTER_HOME": str(running.home.root)}))
        self._journal = KafkaJournal(servers.kafka_bootstrap, servers.schema_registry_url, "bench-victims")
        self._reader = self._journal.reader(
            [JOB_EVENTS, PREEMPTION_EVENTS, NODE_COMMANDS], name="bench", start=Start.END
        )
        self._asked_s: dict[str, float] = {}
        self._appended_ms: dict[tuple[str, str], int] = {}
        self._victims: dict[str, tuple[str, ...]] = {}
        self._stopped_s: dict[str, float] = {}
        self._bound_s: dict[str, float] = {}
        self._configure()

    def fill(self) -> None:
        """Fill the cell with jobs that borrow, one more than fits."""
        gpus = sum(node.gpu_count for node in self._client.nodes())
        jobs = [{**BORROWING, "name": f"lent-{number}"} for number in range(gpus + 1)]
        for first in range(0, len(jobs), BATCH_MAX):
            for answer in self._client.submit_batch(jobs[first : first + BATCH_MAX]):
                if isinstance(answer, MusterError):
                    raise answer
        changed_s, bound = time.monotonic(), 0
        while time.monotonic() < changed_s + FULL_S:
            self._see()
            if len(self._bound_s) != bound:
                changed_s, bound = time.monotonic(), len(self._bound_s)

    def ask(self, number: int) -> None:
        """Submit a job that is due a GPU, and wait until it is bound."""
        job_id = self._client.submit({**ASKING, "name": f"asks-{number}"}).job_id
        end_s = time.monotonic() + SERVED_S
        while job_id not in self._bound_s or job_id not in self._victims:
            self._see()
            told = self._client.preemption_plans(job_id) if time.monotonic() > end_s else None
            assert told is None, f"{job_id} was not served: {told}"

    def figures(self) -> dict[str, float]:
        """Percentiles of both waits, and of the stages."""
        told = [
            min(self._stopped_s[victim] for victim in victims) - self._asked_s[job_id]
            for job_id, victims in self._victims.items()
        ]
        bound = [self._bound_s[job_id] - self._asked_s[job_id] for job_id in self._victims]
        return {
            **_percentiles("request to victims told", told),
            **_percentiles("request to bind", bound),
            **_percentiles("request to plan", self._between("asked", "planned")),
            **_percentiles("plan to acceptance", self._between("planned", "accepted")),
        }

    def _between(self, earlier: str, later: str) -> list[float]:
        """Seconds between two stages of each job that asked, by the broker's stamps."""
        stamps = self._appended_ms
        return [
            (stamps[later, job_id] - stamps[earlier, job_id]) / 1_000
            for job_id in self._victims
            if (earlier, job_id) in stamps and (later, job_id) in stamps
        ]

    def _stamp(self, stage: str, job_id: str, appended_ms: int) -> None:
        self._appended_ms.setdefault((stage, job_id), appended_ms)

    def close(self) -> None:
        """Give connections back."""
        self._client.close()
        with closing(self._journal), closing(self._reader):
            pass

    def _configure(self) -> None:
        gpus = sum(node.gpu_count for node in self._client.nodes())
        queue = self._client.create_queue(QUEUE, settings={"guarantee": {"gpus": gpus}})
        policy = self._client.change_policy({"preemption_ran_min": "0s"})
        for receipt in (queue, policy):
            self._client.settled(receipt.command_id, wait_s=20)
        assert self._client.change_preemption_policy(UNBOUND, wait_s=20) == "accepted"

    def _see(self) -> None:
        for delivery in self._reader.poll(1_000, 0.005):
            now_s = time.monotonic()
            match delivery.envelope.payload:
                case PreemptionRequested() as requested:
                    self._asked_s.setdefault(requested.job_id, now_s)
                    self._stamp("asked", requested.job_id, delivery.appended_at_ms)
                case PreemptionPlanned() as planned:
                    self._stamp("planned", planned.job_id, delivery.appended_at_ms)
                case PreemptionAccepted() as accepted:
                    self._stamp("accepted", accepted.job_id, delivery.appended_at_ms)
                    self._victims[accepted.job_id] = tuple(each.job_id for each in accepted.victims)
                case StopTask() as stop:
                    self._stopped_s.setdefault(stop.job_id, now_s)
                case GangBound() as bound:
                    self._bound_s[bound.job_id] = now_s
                case _:
                    pass


def _percentiles(name: str, waits_s: list[float]) -> Mapping[str, float]:
    ascending = sorted(round(wait_s * 1_000) for wait_s in waits_s)
    return {f"{name}, p{percent}, ms": float(nearest_rank(ascending, percent)) for percent in (50, 99)}
