"""Conditions: the costs of checkpoints and restarts, and the outages of nodes.

A job with checkpoints saves after every `checkpoint_ms` of work; each save halts it for `save_ms`. A run that
is not its job's first works only after `restart_ms`: its processes start, and the checkpoint is read.

Failures strike without notice. A spot node is reclaimed after a notice. Both are drawn once, by hours: in
every hour a node that is there fails, or is reclaimed, with a probability of one over its mean time in hours.
So a draw is a whole number, equal on every machine, and equal for all contenders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.cluster import NodeCapacity
from muster.lab.loads.generator import Generator

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS

SAVE_MS: Final = MINUTE_MS
"""Default pause of a job per checkpoint."""

RESTART_MS: Final = 2 * MINUTE_MS
"""Default restart time, as the scheduler assumes it (move.defrag)."""

NODE_MTBF_H: Final = 3_692
"""Mean time between failures of a node of 8 GPUs, hours: 6.5 failures in 1,000 node days (Kokolis et al.,
"Revisiting Reliability in Large-Scale Machine Learning Research Clusters", arXiv 2410.21680, RSC-1)."""

REPAIR_MS: Final = 4 * HOUR_MS
SPOT_NOTICE_MS: Final = 2 * MINUTE_MS
SPOT_AWAY_MS: Final = HOUR_MS


@dataclass(frozen=True, slots=True)
class Outage:
    """A node is away for a time.

    Attributes:
        node_id: The node.
        notice_ms: Time of the notice, milliseconds since the load's beginning; `from_ms`: no notice.
        from_ms: Start of the outage; its runs end.
        until_ms: End of the outage.
    """

    node_id: str
    notice_ms: int
    from_ms: int
    until_ms: int

    @property
    def is_noticed(self) -> bool:
        """Whether the outage has notice."""
        return self.notice_ms < self.from_ms


@dataclass(frozen=True, slots=True)
class Conditions:
    """Costs of checkpoints and restarts, and the outages.

    Attributes:
        save_ms: Pause of a job per checkpoint, milliseconds.
        restart_ms: Time until a resumed job works, milliseconds.
        outages: Outages by the time of their notice; those of a node do not overlap.
        spot: The spot nodes.
    """

    save_ms: int = 0
    restart_ms: int = 0
    outages: tuple[Outage, ...] = ()
    spot: tuple[str, ...] = ()


NOTHING_COSTS: Final = Conditions()
"""Checkpoints and restarts cost nothing, and there are no outages."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Rates of outages.

    Attributes:
        node_mtbf_h: Mean time between failures of a node, hours; 0: none fails.
        spot_percent: Nodes that are spot capacity, percent: the last of the list.
        spot_mtbr_h: Mean time between reclaims of a spot node, hours.
    """

    node_mtbf_h: int = 0
    spot_percent: int = 0
    spot_mtbr_h: int = 24


NONE_AWAY: Final = Rates()


def outages(
    nodes: Sequence[NodeCapacity], rates: Rates, until_ms: int, generator: Generator
) -> tuple[Outage, ...]:
    """The outages of all nodes until a time, drawn node by node."""
    spot = spot_nodes(nodes, rates)
    found = [
        outage
        for node in nodes
        for outage in _of_node(node.node_id, rates, until_ms, generator, is_spot=node.node_id in spot)
    ]
    return tuple(sorted(found, key=lambda outage: (outage.notice_ms, outage.node_id)))


def spot_nodes(nodes: Sequence[NodeCapacity], rates: Rates) -> dict[str, None]:
    """Return the nodes that are spot capacity, in the order of the list."""
    first = len(nodes) - len(nodes) * rates.spot_percent // 100
    return dict.fromkeys(node.node_id for node in nodes[first:])


def _of_node(
    node_id: str, rates: Rates, until_ms: int, generator: Generator, *, is_spot: bool
) -> Iterator[Outage]:
    at_ms = 0
    while at_ms < until_ms:
        from_ms = at_ms + generator.randrange(HOUR_MS)
        if rates.node_mtbf_h and not generator.randrange(rates.node_mtbf_h):
            yield Outage(node_id, from_ms, from_ms, at_ms := from_ms + REPAIR_MS)
        elif is_spot and not generator.randrange(rates.spot_mtbr_h):
            from_ms += SPOT_NOTICE_MS
            yield Outage(node_id, from_ms - SPOT_NOTICE_MS, from_ms, at_ms := from_ms + SPOT_AWAY_MS)
        else:
            at_ms += HOUR_MS
