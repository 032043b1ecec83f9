"""`Where`: the nodes that a rank may use. `Tags`: the properties of a node that decide this (ADR 24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

SANDBOXED: Final[Mapping[str, str]] = {"(sandbox)": "yes"}
"""The label of a node that keeps jobs apart; nobody can set it: a key begins with a letter or digit."""


CAPACITY_TYPE: Final = "capacity-type"
"""The label with a node's capacity type."""

SPOT: Final = "spot"
"""Its value for spot nodes, which their provider may reclaim."""


@dataclass(frozen=True, slots=True)
class Tags:
    """A node's labels and taints, when it closes, and the memory of its GPUs.

    Attributes:
        labels: Labels that jobs can ask for.
        taints: Taints; jobs that do not tolerate all of them stay away; sorted.
        closes_at_ms: Time at which the node closes: no job that runs longer may be placed there; None: never.
        gpu_memory_mib: Memory of each of its GPUs, MiB; 0: unknown, or there is none.
    """

    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    closes_at_ms: int | None = None
    gpu_memory_mib: int = 0

    @property
    def spot(self) -> bool:
        """Whether its provider may take the node back."""
        return self.labels.get(CAPACITY_TYPE) == SPOT


class Where(NamedTuple):
    """Conditions for eligible nodes.

    Attributes:
        labels: Labels that a node must all have; sorted.
        tolerated: Tolerated taints; sorted.
        open_until_ms: Nodes that close by then are not eligible.
        gpu_memory_mib_min: Least memory of a node's GPUs, MiB.
        off_spot: Spot nodes are not eligible.
    """

    labels: tuple[tuple[str, str], ...] = ()
    tolerated: tuple[str, ...] = ()
    open_until_ms: int = 0
    gpu_memory_mib_min: int = 0
    off_spot: bool = False

    def admits(self, tags: Tags) -> bool:
        """Whether a node with these tags is eligible."""
        return (
            all(tags.labels.get(key) == value for key, value in self.labels)
            and all(taint in self.tolerated for taint in tags.taints)
            and tags.gpu_memory_mib >= self.gpu_memory_mib_min
            and (tags.closes_at_ms is None or tags.closes_at_ms > self.open_until_ms)
            and not (self.off_spot and tags.spot)
        )


ANYWHERE = Where()
"""All nodes without taints."""

PLAIN = Tags()
"""A node without labels and taints."""
