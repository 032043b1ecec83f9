"""People and pipelines: submit, cancel, suspend, resume, cordon; also twice, also nonsense."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from muster.events.job_commands import (
    Isolation,
    JobSpec,
    RequiredEnd,
    Strictness,
    Tier,
    Topology,
    TopologyLevel,
)
from muster.events.operator_commands import (
    ActivatePolicy,
    CancelMaintenance,
    CordonNode,
    DrainNode,
    ForgetNode,
    ScheduleMaintenance,
    UncordonNode,
    UndrainNode,
)
from muster.events.operator_commands import Payload as OperatorPayload
from muster.events.preemption_commands import ActivatePreemptionPolicy, PreemptionPolicy
from muster.events.queue_commands import DeleteQueue, QueueOrder
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, PREEMPTION_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Clock, MemoryJournal, Outgoing
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores import build
from muster.testkit.tokens import Tokens

ATTEMPTS_THAT_GROW: Final = 3
"""Attempts from which on a job allows more memory after one that ran out of it."""

QUEUES = ("red", "blue")
"""Names of queues that come and go."""

EVICTIONS_PER_JOB_DAY_MAX = 2
"""Limit in the policy of eager plans."""

AFTER_OTHERS_EVERY: Final = 5
"""One in this many jobs starts after others."""

FORGETS_EVERY = 29
"""One in this many commands about jobs comes without a token."""

TOPOLOGIES = (
    None,
    Topology(tensor_parallel_ranks=2),
    Topology(within=TopologyLevel.NODE, strictness=Strictness.REQUIRED),
    Topology(within=TopologyLevel.LEAF, strictness=Strictness.PREFERRED, tensor_parallel_ranks=2),
)
"""Topologies of a small gang; none that a permanently broken link makes impossible."""


class Clients:
    """All clients of the cell.

    Attributes:
        job_ids: Jobs submitted, in order.
    """

    def __init__(
        self, journal: MemoryJournal, clock: Clock, chance: random.Random, node_ids: list[str]
    ) -> None:
        self._producer = journal.producer("clients")
        self._clock = clock
        self._chance = chance
        self._node_ids = node_ids
        self._commands = 0
        self._last: Outgoing | None = None
        self._tokens = Tokens(clock=clock)
        self.job_ids: list[str] = []

    def ask(self) -> None:
        """Ask for one thing, whatever comes to mind."""
        choice = self._chance.random()
        if choice < 0.6 or not self.job_ids:
            self._submit()
        elif choice < 0.7 and self._last:
            self._producer.send(self._last)
        elif choice < 0.9:
            ask = self._chance.choice((build.cancel, build.suspend, build.resume))
            tenant = "other" if self._chance.random() < 0.1 else build.TENANT
            job_id = self._chance.choice(self.job_ids)
            self._send(JOB_COMMANDS, job_id, ask(job_id, tenant=tenant))
        elif choice < 0.96:
            node_id = self._chance.choice(self._node_ids)
            self._send(OPERATOR_COMMANDS, node_id, self._node_command(node_id))
        else:
            self._change_a_queue()

    def hurry(self, **more: int) -> None:
        """Shorten the policy's patience, so that nodes are reserved within a simulation; `more` settings."""
        values = {
            **DEFAULT_POLICY.to_datum(),
            "name": "hurry",
            "head_patience_ms": 4_000,
            "head_hold_ms": 6_000,
            "resize_interval_ms": 3_000,
            "mig_change_interval_ms": 4_000,
            **more,
        }
        policy = type(DEFAULT_POLICY).from_datum(values)
        self._send(OPERATOR_COMMANDS, "policy", ActivatePolicy(policy=policy, requested_by="op"))

    def plan_eagerly(self) -> None:
        """Let plans be made whatever they cost."""
        policy = PreemptionPolicy(
            name="hurry",
            ran_ms_min=500,
            gain_percent_min=0,
            plan_valid_ms=8_000,
            evictions_per_job_day_max=EVICTIONS_PER_JOB_DAY_MAX,
        )
        activate = ActivatePreemptionPolicy(policy=policy, requested_by="op")
        self._send(PREEMPTION_COMMANDS, "policy", activate)

    def relent(self) -> None:
        """Forget lost nodes, open the others, lift every limit and resume every job, so that all can end."""
        for name in QUEUES:
            self._send(QUEUE_COMMANDS, name, build.configure(name))
        for node_id in self._node_ids:
            for command in (ForgetNode, UncordonNode, UndrainNode, CancelMaintenance):
                self._send(OPERATOR_COMMANDS, node_id, command(node_id=node_id, requested_by="op"))
        for job_id in self.job_ids:
            self._send(JOB_COMMANDS, job_id, build.resume(job_id))

    def _node_command(self, node_id: str) -> OperatorPayload:
        """Draw a command that an operator could give about a node."""
        command = self._chance.choice((CordonNode, UncordonNode, DrainNode, UndrainNode, ForgetNode, None))
        if command is not None:
            return command(node_id=node_id, requested_by="op")
        starts_at_ms = self._clock.now_ms() + self._chance.choice((1_000, 20_000))
        return ScheduleMaintenance(
            node_id=node_id,
            starts_at_ms=starts_at_ms,
            ends_at_ms=starts_at_ms + 10_000,
            requested_by="op",
        )

    def _change_a_queue(self) -> None:
        name = self._chance.choice(QUEUES)
        if self._chance.random() < 0.3:
            delete = DeleteQueue(queue=name, tenant=build.TENANT, requested_by="op")
            self._send(QUEUE_COMMANDS, name, delete)
            return
        change = self._chance.choice((build.queue, build.configure))
        command = change(
            name,
            parent=self._chance.choice((None, None, *QUEUES)),
            guarantee_gpus=self._chance.choice((None, 1, 2)),
            maximum_gpus=self._chance.choice((None, None, 4)),
            weight=self._chance.choice((1, 2)),
            order=self._chance.choice(tuple(QueueOrder)),
        )
        self._send(QUEUE_COMMANDS, name, command)

    def _submit(self) -> None:
        job_id = f"job-{len(self.job_ids):04d}"
        self.job_ids.append(job_id)
        spec = self._spec()
        if self._chance.random() < 0.05:
            spec = build.job_spec(gpus=64)
        elif len(self.job_ids) % AFTER_OTHERS_EVERY == 0:
            spec = replace(spec, after=self._others())
        self._send(JOB_COMMANDS, job_id, build.submit(job_id, spec))

    def _others(self) -> dict[str, RequiredEnd]:
        """Draw jobs to start after among recent ones; some have ended, or were rejected."""
        chance = random.Random(len(self.job_ids))  # noqa: S311  (leaves the history's own chance)
        others = chance.sample(self.job_ids[-8:-1], chance.choice((1, 1, 1, 2)))
        return {job_id: chance.choice(tuple(RequiredEnd)) for job_id in others}

    def _spec(self) -> JobSpec:
        chance = self._chance
        gpus = chance.choice((0, 0.25, 0.5, 0.5, 1, 1, 1, 2, 2, 4))
        ranks = chance.choice((1, 1, 1, 1, 2, 3, 4))
        topology = chance.choice(TOPOLOGIES) if gpus == 1 and ranks in (2, 4) else None
        isolated = 0 < gpus < 1 and chance.random() < 0.3
        spec = build.job_spec(
            team=chance.choice(("vision", "vision", "speech")),
            isolation=Isolation.MIG if isolated else Isolation.BY_TRUST,
            gpus=gpus,
            ranks=ranks,
            ranks_min=1 if ranks > 1 and not topology and chance.random() < 0.5 else None,
            topology=topology,
            tier=chance.choice(list(Tier)),
            queue=chance.choice(("default", "default", *QUEUES)),
            user=chance.choice(("ada", "bob")),
            models=("A100",) if gpus and not isolated and chance.random() < 0.3 else (),
            cpu_milli=chance.choice((1_000, 4_000)),
            attempts=chance.choice((1, 2, 3)),
            backoff_ms=chance.choice((0, 1_000)),
        )
        grows = spec.retry.attempts_max == ATTEMPTS_THAT_GROW
        return build.growing(spec, memory_max_mib=2_048) if grows else spec

    def _send(self, topic: Topic, key: str, payload: Any) -> None:
        self._commands += 1
        envelope = Envelope(
            event_id=f"command-{self._commands}",
            key=key,
            occurred_at_ms=self._clock.now_ms(),
            producer="clients",
            correlation_id=f"request-{self._commands}",
            payload=payload,
        )
        forgotten = topic is JOB_COMMANDS and not self._commands % FORGETS_EVERY
        shown = "" if forgotten else self._tokens.of(payload)
        self._last = Outgoing(topic, envelope, authorization=shown)
        self._producer.send(self._last)
