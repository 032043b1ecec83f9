"""A metered cell, without a server: facts of a scheduler go in, hours and charges come out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    CheckpointRecorded,
    GangBound,
    JobQueued,
    JobStopping,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    Charge,
    ChargesCorrected,
    DayCharged,
    UsageCorrected,
    UsageRecorded,
    UsageShare,
)
from muster.metering.core.decisions import DECIDER
from muster.metering.core.ledger import DAY_MS, corrected
from muster.metering.core.state import WINDOW_MS
from muster.testkit.cores import build
from muster.testkit.cores.deciding import Decisions

MINUTE_MS: Final = 60_000
GPU_US: Final = 1_000 * MINUTE_MS
"""GPU microseconds of one GPU for a minute."""


class MeteredCell:
    """A metered cell; time is counted in minutes from its start.

    Args:
        starts_with_ms: It starts where a period of this length begins: an hour, or a day.

    Attributes:
        core: Decides.
        start_ms: Start of the period.
        recorded: Hours.
        corrected: Their corrections.
        decided: All facts.
    """

    def __init__(self, starts_with_ms: int = WINDOW_MS) -> None:
        self.core = Decisions(DECIDER)
        self.start_ms = self.core.now_ms - self.core.now_ms % starts_with_ms + starts_with_ms
        self.recorded: list[UsageRecorded] = []
        self.corrected: list[UsageCorrected] = []
        self.decided: list[Any] = []

    def tell(self, minute: float, *facts: Any, event_id: str = "") -> None:
        """Facts of the scheduler of that minute."""
        self.read(minute, *facts, event_id=event_id)
        while self.core.when_due():
            self._note()

    def read(self, minute: float, *facts: Any, event_id: str = "") -> None:
        """Facts of that minute in one batch, which leaves most of what is due to later ones."""
        at_ms = self.start_ms + int(minute * MINUTE_MS)
        ids = [event_id] if event_id else []
        self.core.when(*facts, after_ms=0, occurred_at_ms=at_ms, event_ids=ids)
        self._note()

    def end(self, hours: int = 1) -> dict[str, int]:
        """Facts pass the end of the hour; GPU minutes by owner."""
        self.tell(60 * hours + 2, Watermark(seq=1, at_ms=0))
        return self.minutes()

    def minutes(self) -> dict[str, int]:
        """GPU minutes so far by owner, corrections included."""
        found: dict[str, int] = {}
        for fact in (*self.recorded, *self.corrected):
            assert sum(share.gpu_us for share in fact.shares) == fact.gpu_us
            for share in fact.shares:
                found[_name(share)] = found.get(_name(share), 0) + share.gpu_us
        assert all(amount % (GPU_US // 1000) == 0 for amount in found.values())
        return {name: amount // GPU_US for name, amount in sorted(found.items()) if amount}

    def charged(self) -> dict[tuple[str, int], DayCharged]:
        """Return the charges of each node's day, by node and number of the day, corrections included."""
        found: dict[tuple[str, int], DayCharged] = {}
        for fact in self.decided:
            if isinstance(fact, DayCharged | ChargesCorrected):
                place = fact.node_id, (fact.starts_at_ms - self.start_ms) // DAY_MS
                if isinstance(fact, DayCharged):
                    assert place not in found, "a day is charged once"
                found[place] = fact if isinstance(fact, DayCharged) else corrected(found[place], fact)
        return found

    def cents(self, day: int = 0, node_id: str = "n1") -> dict[str, tuple[int, int]]:
        """Cost and charge in cents of each owner of a node's day; both add up to the node."""
        charged = self.charged()[node_id, day]
        assert sum(each.cost_cents for each in charged.charges) == charged.cents
        assert sum(each.charged_cents for each in charged.charges) == charged.cents
        named = ((_charged_name(each), each) for each in charged.charges)
        return {name: (each.cost_cents, each.charged_cents) for name, each in sorted(named)}

    def _note(self) -> None:
        self.decided += self.core.decided
        self.recorded += [fact for fact in self.core.decided if isinstance(fact, UsageRecorded)]
        self.corrected += [fact for fact in self.core.decided if isinstance(fact, UsageCorrected)]


def _name(share: UsageShare) -> str:
    whose = share.job_id or share.reservation or share.reason
    return f"{share.kind.value} {whose}".strip()


def _charged_name(charge: Charge) -> str:
    whose = charge.job_id or charge.reservation or charge.reason
    return f"{charge.kind.value} {whose}".strip()


def bound(
    job_id: str,
    *places: tuple[str, tuple[int, ...]],
    milli: int = 1_000,
    attempt: int = 1,
    tenant: str = "acme",
) -> GangBound:
    """A rank in each place, with these GPUs of a node."""
    return GangBound(
        job_id=job_id,
        attempt=attempt,
        placements=tuple(
            RankPlacement(
                rank=rank, node_id=node_id, gpu_indices=gpus, gpu_milli=milli, sharing=Sharing.EXCLUSIVE
            )
            for rank, (node_id, gpus) in enumerate(places)
        ),
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant=tenant,
        queue="research",
        each=RankShape(cpu_milli=1, memory_mib=1),
    )


def ended(job_id: str, attempt: int = 1) -> AttemptEnded:
    """The end of an attempt."""
    return AttemptEnded(
        job_id=job_id,
        attempt=attempt,
        outcome=AttemptOutcome.SUCCEEDED,
        exit_code=0,
        signal=None,
        rank=None,
        node_id=None,
        message="",
        ran_ms=1,
    )


def saved(job_id: str, attempt: int = 1, size_bytes: int = 1, unchanged_bytes: int = 0) -> CheckpointRecorded:
    """All of a checkpoint is stored."""
    return CheckpointRecorded(
        job_id=job_id,
        attempt=attempt,
        rank=0,
        file="f",
        uri="s3://b/f",
        sha256="0" * 64,
        size_bytes=size_bytes,
        unchanged_bytes=unchanged_bytes,
    )


def stopping(job_id: str, attempt: int = 1) -> JobStopping:
    """Build the fact that a job has to yield."""
    return JobStopping(
        job_id=job_id, attempt=attempt, reason="yields", requeues=True, plan_id="plan-1", yields_to="job-x"
    )


def queued(
    job_id: str,
    *,
    tier: Tier = Tier.STANDARD_TRAINING,
    team: str = "vision",
    tenant: str = "acme",
) -> JobQueued:
    """A job."""
    spec = replace(build.job_spec(gpus=1, queue="research", tier=tier), team=team)
    return JobQueued(job_id=job_id, tenant=tenant, spec=spec)
