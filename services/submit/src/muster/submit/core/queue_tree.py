"""Queues in a list to queues in a tree. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.submit.core.read_model import QueueRow


@dataclass(frozen=True, slots=True)
class Branch:
    """A queue and those below it, by name."""

    row: QueueRow
    below: Sequence[Branch]


def rooted(rows: Sequence[QueueRow]) -> Sequence[Branch]:
    """The tops of the tree, by name; every queue stands in it once.

    Facts about queues come on several partitions, so for a moment a parent may be missing here, or two queues
    may each seem to be below the other: then what has no place stands at the top.
    """
    known = {row.queue for row in rows}
    below: dict[str | None, list[QueueRow]] = {}
    for row in rows:
        parent = _parent(row)
        below.setdefault(parent if parent in known else None, []).append(row)
    placed: set[str] = set()

    def branch(row: QueueRow) -> Branch:
        placed.add(row.queue)
        return Branch(row, [branch(child) for child in below.get(row.queue, ()) if child.queue not in placed])

    tops = [branch(row) for row in below.get(None, ())]
    tops += [branch(row) for row in rows if row.queue not in placed]
    return sorted(tops, key=lambda top: top.row.queue)


def _parent(row: QueueRow) -> str | None:
    return (row.settings or {}).get("parent")
