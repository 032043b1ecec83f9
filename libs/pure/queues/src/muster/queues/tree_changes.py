"""Checks of changes to the queue tree (ADR 19).

An accepted tree keeps its promises: every guarantee is part of the guarantee above it, no queue is below
itself, and jobs wait only in leaves. Nobody promises the whole cluster: top guarantees may exceed the nodes
that exist today.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from muster.events.queue_commands import QueueSettings, Quota
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.queues.tree import Queue, QueueKey, QueueTree

DEPTH_MAX = 8
"""Levels of a tree. Every bind counts on each of them."""

_AMOUNTS = ("gpu_milli", "cpu_milli", "memory_mib")
_NOTHING = Quota()


def settings(tree: QueueTree, tenant: str, name: str, asked: QueueSettings) -> Refusal | None:
    """Whether a queue, new or not, may have these settings."""
    queue = tree.by_key.get((tenant, name))
    above = None
    if asked.parent is not None:
        above = tree.by_key.get((tenant, asked.parent))
        wrong = _wrong_parent(tree, (tenant, name), asked.parent, above)
        if wrong:
            return _refusal(wrong)
    beside = [] if above is None else [q for q in tree.children(above.key) if q is not queue]
    below = tree.children(queue.key) if queue else []
    for wrong in (*_too_much(asked, above, beside), *_too_little(asked, below)):
        return _refusal(wrong)
    return None


def deletion(queue: Queue, reservations: Sequence[str]) -> Refusal | None:
    """Whether a queue with these reservations may be deleted."""
    name = queue.key[1]
    if queue.below:
        below = "1 queue" if queue.below == 1 else f"{queue.below} queues"
        text = f"queue {name!r} has {below} below it; delete or move what is below it first"
        return Refusal(RejectionCode.QUEUE_NOT_EMPTY, text)
    if queue.jobs_live:
        live = "1 job that has" if queue.jobs_live == 1 else f"{queue.jobs_live} jobs that have"
        text = f"queue {name!r} has {live} not ended"
        return Refusal(RejectionCode.QUEUE_NOT_EMPTY, text)
    if queue.restrictions:
        names = ", ".join(each.name for each in queue.restrictions)
        text = f"queue {name!r} is restricted; lift {names} first"
        return Refusal(RejectionCode.WRONG_STATE, text)
    if reservations:
        text = f"nodes are reserved for queue {name!r}; cancel {', '.join(reservations)} first"
        return Refusal(RejectionCode.QUEUE_NOT_EMPTY, text)
    return None


def _refusal(wrong: Violation) -> Refusal:
    message = f"{wrong.field} is {wrong.value}; allowed: {wrong.allowed}"
    return Refusal(RejectionCode.BAD_TREE, message, (wrong,))


def _wrong_parent(tree: QueueTree, key: QueueKey, asked: str, above: Queue | None) -> Violation | None:
    field, (tenant, name), queue = "settings.parent", key, tree.by_key.get(key)
    if above is None:
        names = ", ".join(sorted(known for owner, known in tree.by_key if owner == tenant)) or "none yet"
        return Violation(field=field, value=asked, allowed=f"a queue of this tenant: {names}")
    if any(ancestor.key == key for ancestor in above.path):
        return Violation(field=field, value=asked, allowed=f"a queue that is not {name!r} or below it")
    levels = len(above.path) + (_height(tree, queue) if queue else 1)
    if levels > DEPTH_MAX:
        return Violation(field=field, value=asked, allowed=f"at most {DEPTH_MAX} levels; here are {levels}")
    if not above.below and above.jobs_live:
        allowed = f"a queue without jobs of its own; {asked!r} has {above.jobs_live}"
        return Violation(field=field, value=asked, allowed=allowed)
    return None


def _height(tree: QueueTree, queue: Queue) -> int:
    return 1 + max((_height(tree, child) for child in tree.children(queue.key)), default=0)


def _too_much(asked: QueueSettings, above: Queue | None, beside: Iterable[Queue]) -> Iterator[Violation]:
    """Guarantees beside each other exceed the one above them."""
    if above is None:
        return
    rest = _amounts(above.settings.guarantee)
    for queue in beside:
        for resource, amount in _amounts(queue.settings.guarantee).items():
            if resource in rest:
                rest[resource] -= amount
    for resource, amount in _amounts(asked.guarantee).items():
        left = rest.get(resource, 0 if resource in _AMOUNTS else rest.get("gpu_milli", 0))
        if amount > left:
            allowed = f"at most {left}: what the guarantee of {above.key[1]!r} leaves"
            yield Violation(field=f"settings.guarantee.{resource}", value=str(amount), allowed=allowed)


def _too_little(asked: QueueSettings, below: Iterable[Queue]) -> Iterator[Violation]:
    """The guarantee is less than those below it together."""
    given: dict[str, int] = {}
    for queue in below:
        for resource, amount in _amounts(queue.settings.guarantee).items():
            given[resource] = given.get(resource, 0) + amount
    has = _amounts(asked.guarantee)
    for resource, amount in given.items():
        most = has.get(resource, 0 if resource in _AMOUNTS else has.get("gpu_milli", 0))
        if amount > most:
            allowed = f"at least {amount}: what is guaranteed below it"
            yield Violation(field=f"settings.guarantee.{resource}", value=str(most), allowed=allowed)


def _amounts(quota: Quota | None) -> dict[str, int]:
    """Return a guarantee's amounts by resource; total GPUs are at least the sum of those by model."""
    quota = quota or _NOTHING
    amounts = {name: getattr(quota, name) or 0 for name in _AMOUNTS}
    by_model = dict(sorted(quota.gpu_milli_by_model.items()))
    amounts["gpu_milli"] = max(amounts["gpu_milli"], sum(by_model.values()))
    return amounts | {f"gpu_milli_by_model.{model}": amount for model, amount in by_model.items()}
