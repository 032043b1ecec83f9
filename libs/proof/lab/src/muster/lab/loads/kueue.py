"""Kueue's published load: many small CPU workloads from many queues in cohorts.

Source: kubernetes-sigs/kueue (ff69552), test/performance/scheduler/configs/{baseline,large-scale}.
Each cluster queue has a quota of 20 CPUs and may borrow from its cohort; the quotas together are the cluster,
here one node for each cohort. Priorities 50, 100 and 200 become tiers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.events.queue_commands import QueueSettings, Quota
from muster.lab.loads.load import Load, TraceJob

QUOTA_CPU_MILLI = 20_000
BORROWING_CPU_MILLI = 100_000


@dataclass(frozen=True, slots=True)
class Workloads:
    """One class of workloads, in each queue.

    Attributes:
        name: Name of the class.
        count: Workloads per queue.
        every_ms: Time between two creations, milliseconds.
        cpu_milli: CPU requested by each, thousandths.
        runtime_ms: Run time of each, milliseconds.
        tier: Tier for its priority.
    """

    name: str
    count: int
    every_ms: int
    cpu_milli: int
    runtime_ms: int
    tier: Tier


SMALL, MEDIUM, LARGE = Tier.BATCH_INFERENCE, Tier.STANDARD_TRAINING, Tier.PREMIUM_TRAINING

BASELINE = (
    Workloads("small", 350, 100, 1_000, 200, SMALL),
    Workloads("medium", 100, 500, 5_000, 500, MEDIUM),
    Workloads("large", 50, 1_200, 20_000, 1_000, LARGE),
)
LARGE_SCALE = (
    Workloads("small", 35, 60, 1_000, 150, SMALL),
    Workloads("medium", 11, 300, 5_000, 350, MEDIUM),
    Workloads("large", 4, 700, 20_000, 700, LARGE),
)


def kueue_15k() -> Load:
    """15,000 workloads of 30 queues in 5 cohorts."""
    return _load("kueue-15k", 5, 6, BASELINE)


def kueue_50k() -> Load:
    """50,000 workloads of 1,000 queues in 10 cohorts."""
    return _load("kueue-50k", 10, 100, LARGE_SCALE)


def _load(name: str, cohorts: int, queues: int, classes: tuple[Workloads, ...]) -> Load:
    nodes = tuple(
        NodeCapacity(f"cohort-{cohort}", queues * QUOTA_CPU_MILLI, 1 << 20, "", 0)
        for cohort in range(cohorts)
    )
    jobs = [
        TraceJob(
            job_id=f"job-{cohort}-{queue:03}-{kind.name}-{number:03}",
            arrival_ms=number * kind.every_ms,
            duration_ms=kind.runtime_ms,
            limit_ms=kind.runtime_ms,
            shape=Shape(0, 0, (), kind.cpu_milli, 1),
            tier=kind.tier,
            queue=_queue(cohort, queue),
            project=kind.name,
        )
        for cohort in range(cohorts)
        for queue in range(queues)
        for kind in classes
        for number in range(kind.count)
    ]
    ordered = tuple(sorted(jobs, key=lambda job: (job.arrival_ms, job.job_id)))
    return Load(name, nodes, ordered, tuple(_shares(cohorts, queues)))


def _shares(cohorts: int, queues: int) -> Iterator[tuple[str, QueueSettings]]:
    """A cohort may use its queues' quotas; each queue its own quota and, up to a limit, what others leave."""
    quota, limit = Quota(cpu_milli=QUOTA_CPU_MILLI), Quota(cpu_milli=QUOTA_CPU_MILLI + BORROWING_CPU_MILLI)
    for cohort in range(cohorts):
        whole = Quota(cpu_milli=queues * QUOTA_CPU_MILLI)
        yield f"cohort-{cohort}", QueueSettings(guarantee=whole, maximum=whole)
        for queue in range(queues):
            settings = QueueSettings(parent=f"cohort-{cohort}", guarantee=quota, maximum=limit)
            yield _queue(cohort, queue), settings


def _queue(cohort: int, queue: int) -> str:
    return f"cohort-{cohort}-cq-{queue:03}"
