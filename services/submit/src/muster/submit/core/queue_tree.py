"""Conversion of a list of queues to a tree. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.submit.core.read_model import QueueRow


@dataclass(frozen=True, slots=True)
class Branch:
    """Queue and those below it, sorted by name."""

    row: QueueRow
    below: Sequence[Branch]


def rooted(rows: Sequence[QueueRow]) -> Sequence[Branch]:
    """Return the roots of the tree, by name; every queue is in it once.

    Facts about queues arrive on several partitions, so for a moment a parent may be missing here, or two
    queues may each seem to be below the other: such queues are placed at the root.
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
