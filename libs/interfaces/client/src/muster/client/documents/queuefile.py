"""Read a file of queues and plan its changes: parents first, leaving out what is already so.

queues:
- name: acme
  guarantee: {gpus: 64}
  queues:
  - {name: vision, guarantee: {gpus: 40}}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from muster.client.documents.user_input import refused
from muster.client.errors import InvalidRequest
from muster.client.resources import Queue
from muster.jobs import InvalidDocument, read_yaml

if TYPE_CHECKING:
    from muster.jobs import BranchRequest, QueueSettingsRequest


class Action(StrEnum):
    """Kind of a step."""

    CREATE = "create"
    CONFIGURE = "configure"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Change:
    """Change of one field of a queue's settings, by dotted path; None means not set."""

    field: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.field} {_text_of(self.before)} -> {_text_of(self.after)}"


@dataclass(frozen=True, slots=True)
class Step:
    """Planned action on one queue.

    Attributes:
        action: Create, configure or keep it.
        name: Name of the queue.
        description: Description for people; applied only to a new queue.
        settings: All settings.
        changes: Differences from the present settings, or from a new queue's defaults.
        etag: The queue's present version; empty for a new queue.
    """

    action: Action
    name: str
    description: str
    settings: Mapping[str, Any]
    changes: tuple[Change, ...]
    etag: str = ""


def read_tree(text: bytes, *, origin: str) -> list[BranchRequest]:
    """Read the queues in a file, parents first.

    Raises:
        InvalidRequest: the file breaks a rule; the violations name the file and line.
    """
    # The forms take 200 ms of CPU to load, and code that only compares settings does not need them.
    from muster.jobs import TreeRequest, filled

    lines: Mapping[str, int] = {}
    try:
        data, lines = read_yaml(text)
        tree = filled(TreeRequest, data)
    except InvalidDocument as error:
        hint = "GET /v1/schemas/queues.json returns the schema"
        raise refused(error, origin, what="queue file", hint=hint, lines=lines) from None
    found = list(_flat(tree.queues, None))
    twice = sorted(name for name, count in Counter(queue.name for queue in found).items() if count > 1)
    if twice:
        raise InvalidRequest(f"{origin} defines queues twice: {', '.join(twice)}")
    return list(_parents_first(found))


def plan(wanted: Iterable[BranchRequest], known: Iterable[Queue]) -> list[Step]:
    """Plan the steps that bring the queues to the wanted state; queues not named are left unchanged."""
    by_name = {queue.name: queue for queue in known}
    return [_step(queue, by_name.get(queue.name)) for queue in wanted]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """List the fields that differ, in the order of `after`; None means not set."""
    was, becomes = dict(_leaves(before)), dict(_leaves(after))
    return tuple(
        Change(field, was.get(field), becomes.get(field))
        for field in dict.fromkeys((*becomes, *was))
        if was.get(field) != becomes.get(field)
    )


def _flat(branches: Sequence[BranchRequest], parent: str | None) -> Iterator[BranchRequest]:
    for branch in branches:
        yield branch.model_copy(update={"parent": branch.parent or parent, "queues": ()})
        yield from _flat(branch.queues, branch.name)


def _parents_first(queues: Iterable[BranchRequest]) -> Iterator[BranchRequest]:
    """Order queues parents first; a queue may name a parent further down in the file."""
    left = {queue.name: queue for queue in queues}
    while left:
        upwards = [left.pop(next(iter(left)))]
        while parent := left.pop(upwards[-1].parent or "", None):
            upwards.append(parent)
        yield from reversed(upwards)


def _step(queue: BranchRequest, known: Queue | None) -> Step:
    from muster.jobs import QueueSettingsRequest

    settings = _settings(queue)
    before = _settings(QueueSettingsRequest()) if known is None else known.settings
    if "suspended" not in queue.model_fields_set:  # a file without this field resumes nothing
        settings["suspended"] = before.get("suspended")
    differing = changes(before, settings)
    if known is None:
        return Step(Action.CREATE, queue.name, queue.description, settings, differing)
    action = Action.CONFIGURE if differing else Action.KEEP
    return Step(action, queue.name, queue.description, settings, differing, known.etag)


def _settings(queue: QueueSettingsRequest) -> dict[str, Any]:
    from muster.jobs import QueueSettingsRequest

    return queue.model_dump(mode="json", include=set(QueueSettingsRequest.model_fields))


def _leaves(document: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every field that is set, by dotted path."""
    for name, value in document.items():
        if isinstance(value, Mapping):
            yield from _leaves(cast("Mapping[str, Any]", value), f"{path}{name}.")
        elif value is not None:
            yield f"{path}{name}", value


def _text_of(value: Any) -> str:
    return "none" if value is None else str(value)
