"""Where: which nodes a rank may use at all. Tags: what of a node decides that (ADR 18)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Tags:
    """What a node says of itself beyond its hardware, and when it closes.

    Attributes:
        labels: Pairs that can be asked for.
        taints: Keep away who does not tolerate them all; sorted.
        closes_at_ms: Nothing that runs on may be placed there; None: nobody means to close it.
    """

    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    closes_at_ms: int | None = None


class Where(NamedTuple):
    """Which nodes will do.

    Attributes:
        labels: Pairs that a node must have, all of them; sorted.
        tolerated: Taints that do not matter; sorted.
        open_until_ms: Nodes that close by then will not do.
    """

    labels: tuple[tuple[str, str], ...] = ()
    tolerated: tuple[str, ...] = ()
    open_until_ms: int = 0

    def admits(self, tags: Tags) -> bool:
        """Whether a node with these tags will do."""
        return (
            all(tags.labels.get(key) == value for key, value in self.labels)
            and all(taint in self.tolerated for taint in tags.taints)
            and (tags.closes_at_ms is None or tags.closes_at_ms > self.open_until_ms)
        )


ANYWHERE = Where()
"""Every node that keeps nobody away."""

PLAIN = Tags()
"""A node that says nothing."""
