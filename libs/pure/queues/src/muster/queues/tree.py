"""The queue tree: queues, their child queues, and the holdings of their jobs (ADR 19).

Jobs wait in leaves; what they hold is counted for the leaf and for every queue above it (holdings). Tenants'
trees stand side by side, the shared queue among them. Everything here but the settings, the account and when
the queue was last measured is derived from the jobs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from muster.cluster import Shape
from muster.events.job_commands import JobSpec, Tier
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueOrder, QueueSettings
from muster.queues.account import Account, Terms
from muster.queues.prices import due_milli, priced
from muster.queues.restrictions import TIERS, Restriction

QueueKey = tuple[str, str]
"""(tenant, queue name)."""

SHARED_TENANT = ""
"""Tenant of queues that all tenants share: the founding queue."""

FOUNDING_QUEUE = "default"
"""Name of the queue that exists from the first election, for every tenant; it cannot be deleted."""

HIGHEST_THAT_SHARES: Final = TIERS.index(Tier.STANDARD_TRAINING)
"""Rank of the highest tier whose jobs may share time."""

UNSET = QueueSettings()
"""Settings without guarantees and limits: the queue takes what is free, with a weight of 1."""


@dataclass(slots=True)
class Used:
    """Total holdings of jobs.

    Attributes:
        gpu_milli: Thousandths of GPU.
        cpu_milli: Thousandths of a core.
        memory_mib: MiB.
        running: Jobs that hold something.
        pending: Jobs that wait.
        gpu_milli_by_model: Thousandths of GPU by model; none at zero.
        gpu_spot_milli: Thousandths of GPU on nodes that were spot nodes when they were given.
        gpu_production_milli: Thousandths of GPU that production inference holds.
        gpu_best_effort_milli: Thousandths of GPU that jobs hold for a guaranteed duration (forecast).
    """

    gpu_milli: int = 0
    cpu_milli: int = 0
    memory_mib: int = 0
    running: int = 0
    pending: int = 0
    gpu_milli_by_model: dict[str, int] = field(default_factory=dict[str, int])
    gpu_spot_milli: int = 0
    gpu_production_milli: int = 0
    gpu_best_effort_milli: int = 0

    def add(self, other: Used, sign: int) -> None:
        """Add (+1) or subtract (-1) other holdings."""
        self.pending += sign * other.pending
        if not other.running:
            return
        self.running += sign * other.running
        self.gpu_milli += sign * other.gpu_milli
        self.cpu_milli += sign * other.cpu_milli
        self.memory_mib += sign * other.memory_mib
        self.gpu_spot_milli += sign * other.gpu_spot_milli
        self.gpu_production_milli += sign * other.gpu_production_milli
        self.gpu_best_effort_milli += sign * other.gpu_best_effort_milli
        for model, milli in other.gpu_milli_by_model.items():
            left = self.gpu_milli_by_model.get(model, 0) + sign * milli
            if left:
                self.gpu_milli_by_model[model] = left
            else:
                del self.gpu_milli_by_model[model]

    @property
    def nothing(self) -> bool:
        """Whether no job holds anything or waits."""
        return not (self.running or self.pending)

    @staticmethod
    def by_gang(
        shape: Shape,
        ranks_by_model: Mapping[str, int],
        ranks_on_spot: int = 0,
        *,
        tier: Tier,
        best_effort: bool = False,
    ) -> Used:
        """Return the holdings of a gang.

        Args:
            shape: Shape of one rank.
            ranks_by_model: Number of its ranks on nodes of each GPU model; "": on nodes without GPUs.
            ranks_on_spot: Number of its ranks on spot nodes.
            tier: Tier of the job.
            best_effort: Whether it holds this for a guaranteed duration.
        """
        gpu_milli, ranks = shape.gpu_milli_total, sum(ranks_by_model.values())
        by_model = {model: gpu_milli * count for model, count in ranks_by_model.items()} if gpu_milli else {}
        cpu_milli, memory_mib = shape.cpu_milli * ranks, shape.memory_mib * ranks
        return Used(
            gpu_milli=gpu_milli * ranks,
            cpu_milli=cpu_milli,
            memory_mib=memory_mib,
            running=1,
            gpu_milli_by_model=by_model,
            gpu_spot_milli=gpu_milli * ranks_on_spot,
            gpu_production_milli=gpu_milli * ranks if tier is Tier.PRODUCTION_INFERENCE else 0,
            gpu_best_effort_milli=gpu_milli * ranks if best_effort else 0,
        )

    def copy(self) -> Used:
        """Return an independent copy."""
        return replace(self, gpu_milli_by_model=dict(self.gpu_milli_by_model))


@dataclass(slots=True)
class Queue:
    """A queue.

    Attributes:
        key: Tenant and name.
        description: For people.
        settings: Shares and limits.
        restrictions: Restrictions of tiers, by name.
        path: The queues from the top of the tree down to this one; derived.
        below: Number of queues with this one as parent; derived.
        jobs_live: Jobs in it or below it that have not ended; derived.
        used: Holdings of its jobs and of those in queues below; derived.
        sharers: The same for those of its own jobs that are counted apart, by sharer; derived.
        account: Use over time, and credit.
        measured_at_ms: Time at which its use was last published.
        measure_due: Whether its use has changed since.
        entity: Name among the entities of a state hash; derived.
    """

    key: QueueKey
    description: str
    settings: QueueSettings = UNSET
    restrictions: tuple[Restriction, ...] = ()
    path: tuple[Queue, ...] = ()
    below: int = 0
    jobs_live: int = 0
    used: Used = field(default_factory=Used)
    sharers: dict[str, Used] = field(default_factory=dict[str, Used])
    account: Account = field(default_factory=Account)
    measured_at_ms: int = 0
    measure_due: bool = False
    entity: str = field(init=False)

    def __post_init__(self) -> None:
        self.entity = f"queue/{self.key[0]}/{self.key[1]}"

    def sharer_of(self, tenant: str, spec: JobSpec) -> str:
        """Return the group that a job counts with: its tenant in a shared queue, its user where users share.

        Interactive work is shared by user in every queue: people wait for it (ADR 21).
        """
        if self.key[0] == SHARED_TENANT:
            return tenant
        settings = self.settings
        by_user = settings.order is QueueOrder.DRF or settings.user_jobs_running_max is not None
        by_user = by_user or settings.user_jobs_pending_max is not None
        return spec.user if by_user or spec.tier is Tier.INTERACTIVE else ""

    def derive_account(self, policy: Policy) -> None:
        """Recompute the account's derived fields."""
        self.account.in_use_milli = priced(self.used.gpu_milli_by_model, policy)
        self.account.due_milli = due_milli(self.settings.guarantee, policy)

    def reprice(self, before: Terms, after: Terms, policy: Policy, now_ms: int) -> None:
        """Settle under the old terms and continue under the new: policy or settings have changed."""
        self.account.change_terms(before, after, now_ms)
        self.derive_account(policy)


def shares_time(queue: Queue) -> bool:
    """Whether the jobs of a queue share time; only those of some tiers may (HIGHEST_THAT_SHARES)."""
    return queue.settings.order is QueueOrder.LEAST_ATTAINED_SERVICE


@dataclass(slots=True)
class QueueTree:
    """The tree of all queues.

    Attributes:
        by_key: The queues, oldest first.
        restricted: Those that are restricted themselves; derived.
        production_borrows: The policy's (muster.queues.production); derived.
    """

    by_key: dict[QueueKey, Queue] = field(default_factory=dict[QueueKey, Queue])
    restricted: dict[QueueKey, Queue] = field(default_factory=dict[QueueKey, Queue])
    production_borrows: bool = True

    def meant_by(self, tenant: str, name: str) -> Queue | None:
        """Return the queue that a tenant means by a name: its own, else the shared one."""
        return self.by_key.get((tenant, name)) or self.by_key.get((SHARED_TENANT, name))

    def names_for(self, tenant: str) -> list[str]:
        """Return the names of queues that a tenant may submit to, sorted."""
        return sorted(
            {
                name
                for (owner, name), queue in self.by_key.items()
                if owner in (SHARED_TENANT, tenant) and not queue.below
            }
        )

    def children(self, parent: QueueKey) -> list[Queue]:
        """The queues right below one, by name."""
        tenant, name = parent
        found = [
            queue
            for queue in self.by_key.values()
            if queue.key[0] == tenant and queue.settings.parent == name
        ]
        return sorted(found, key=lambda queue: queue.key)

    def tops(self) -> list[Queue]:
        """The queues that have none above them, of all tenants, by key."""
        found = [queue for queue in self.by_key.values() if queue.settings.parent is None]
        return sorted(found, key=lambda queue: queue.key)

    def put(self, queue: Queue) -> None:
        """Add a queue below the parent that its settings name."""
        self.by_key[queue.key] = queue
        self._hang(queue)

    def configure(self, queue: Queue, settings: QueueSettings) -> None:
        """Give a queue other settings; with another parent, all that it counts moves along."""
        if settings.parent == queue.settings.parent:
            queue.settings = settings
            return
        self._count(queue, -1)
        queue.settings = settings
        self._count(queue, +1)
        for moved in self.with_descendants(queue):
            self._hang_below_parent(moved)

    def restrict(self, queue: Queue, restrictions: tuple[Restriction, ...]) -> None:
        """Give a queue other restrictions."""
        queue.restrictions = restrictions
        if restrictions:
            self.restricted[queue.key] = queue
        else:
            self.restricted.pop(queue.key, None)

    def remove(self, key: QueueKey) -> None:
        """Take out a queue that has nothing below it."""
        queue = self.by_key.pop(key)
        self.restricted.pop(key, None)
        self._count(queue, -1)

    def derive(self) -> None:
        """Recompute every queue's place in the tree after a snapshot was loaded."""
        for queue in self.by_key.values():
            queue.below = len(self.children(queue.key))
            self.restrict(queue, queue.restrictions)
        for top in self.tops():
            for queue in self.with_descendants(top):
                self._hang_below_parent(queue)

    def parent(self, queue: Queue) -> Queue | None:
        """The queue above."""
        name = queue.settings.parent
        return None if name is None else self.by_key[queue.key[0], name]

    def _hang(self, queue: Queue) -> None:
        self._hang_below_parent(queue)
        self._count(queue, +1)

    def _count(self, queue: Queue, sign: int) -> None:
        """Add (+1) a queue and its contents to the queues above it, or subtract (-1) them."""
        above = self.parent(queue)
        if above is None:
            return
        above.below += sign
        for ancestor in above.path:
            ancestor.jobs_live += sign * queue.jobs_live
            ancestor.used.add(queue.used, sign)

    def _hang_below_parent(self, queue: Queue) -> None:
        above = self.parent(queue)
        queue.path = (*above.path, queue) if above else (queue,)

    def with_descendants(self, queue: Queue) -> Iterator[Queue]:
        """A queue and all below it, each after its parent."""
        yield queue
        for child in self.children(queue.key):
            yield from self.with_descendants(child)
