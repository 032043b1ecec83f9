"""Early check whether a job's queue takes it, before its command is sent. Pure.

It judges what does not depend on other jobs: that the queue exists and takes jobs, their tier, and that they
would fit into it if it were empty. A projection may lag behind, so callers refuse only when it is known to be
current. The scheduler, with its current state, checks every job again.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from muster.cluster import CapacityError, Shape
from muster.cluster.occupancy import shape_of
from muster.events.job_commands import JobSpec
from muster.events.queue_commands import QueueSettings
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.jobs.values.rules import written
from muster.queues import quota_sentence, quotas
from muster.queues.restrictions import TIERS
from muster.queues.tree import FOUNDING_QUEUE, HIGHEST_THAT_SHARES, Queue, QueueTree, shares_time
from muster.submit.core.read_model import QueueSettingsRow

_LISTED_MAX: Final = 20
_TIERS_THAT_SHARE: Final = ", ".join(map(written, TIERS[HIGHEST_THAT_SHARES:]))


class _Gang(NamedTuple):
    """A job's request, as quotas read it."""

    shape: Shape
    ranks: int


def queue_refusals(
    specs: Mapping[str, JobSpec], tenant: str, rows: Sequence[QueueSettingsRow]
) -> dict[str, Refusal]:
    """Return why their queues do not take these jobs, by job id, without those that may be taken.

    Args:
        specs: The jobs, by id.
        tenant: Their tenant.
        rows: The queues that the tenant may use; empty: not known, so that nothing is refused.
    """
    if not rows:
        return {}
    tree = _tree(rows)
    found = {job_id: _refusal(spec, tenant, tree) for job_id, spec in specs.items()}
    return {job_id: refusal for job_id, refusal in found.items() if refusal is not None}


def _refusal(spec: JobSpec, tenant: str, tree: QueueTree) -> Refusal | None:
    queue = tree.meant_by(tenant, spec.queue)
    if queue is None and spec.queue == FOUNDING_QUEUE:
        return None  # it always exists: its fact is not projected yet
    if queue is None or queue.below:
        return _not_a_leaf(spec.queue, queue, tree.names_for(tenant))
    if shares_time(queue) and TIERS.index(spec.tier) < HIGHEST_THAT_SHARES:
        allowed = f"one of {_TIERS_THAT_SHARE} in queue {spec.queue!r}, which shares time"
        return _refused(RejectionCode.FORBIDDEN, "tier", written(spec.tier), allowed)
    try:
        shape = shape_of(spec.resources)
    except CapacityError:
        return None  # no node could have the shape, which is not the queue's concern
    short = quotas.never(queue.path, _Gang(shape, spec.ranks if spec.ranks_min is None else spec.ranks_min))
    if short is None:
        return None
    return _refused(RejectionCode.QUOTA_EXCEEDED, *quota_sentence.exceeded(tree.by_key[short.queue], short))


def _not_a_leaf(name: str, queue: Queue | None, leaves: Sequence[str]) -> Refusal:
    """Refuse a queue that does not exist, or that only has other queues below it."""
    names = sorted({*leaves, FOUNDING_QUEUE})
    listed = ", ".join(names[:_LISTED_MAX])
    if len(names) > _LISTED_MAX:
        listed += f" and {len(names) - _LISTED_MAX} more"
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if queue is not None:
        why = f" ({name!r} has queues below it, and jobs wait in those)"
    else:
        why = f" (did you mean {near[0]!r}?)" if near else ""
    return _refused(RejectionCode.UNKNOWN_QUEUE, "queue", name, f"one of {listed}{why}")


def _refused(code: RejectionCode, field: str, value: str, allowed: str) -> Refusal:
    violation = Violation(field=field, value=value, allowed=allowed)
    return Refusal(code, must_be(field, value, allowed), (violation,))


def _tree(rows: Sequence[QueueSettingsRow]) -> QueueTree:
    """Return the tree of the queues.

    Facts about queues arrive on several partitions, so a parent may be missing for a moment: the path then
    begins below it.
    """
    tree = QueueTree()
    for row in rows:
        key = (row.tenant, row.queue)
        tree.by_key[key] = Queue(key, "", QueueSettings.from_datum(row.settings or {}))
    for key, queue in tree.by_key.items():
        path = [queue]
        while (above := _parent(path[0], tree)) is not None and above not in path:
            path.insert(0, above)
        queue.path = tuple(path)
        if (parent := _parent(queue, tree)) is not None and parent.key != key:
            parent.below += 1
    return tree


def _parent(queue: Queue, tree: QueueTree) -> Queue | None:
    name = queue.settings.parent
    return None if name is None else tree.by_key.get((queue.key[0], name))
