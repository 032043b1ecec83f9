"""Learned rates of node loss, by GPU model: number of nodes lost or reclaimed, per time observed.

Spot nodes are counted separately from all others. A node counts while it could end without notice: it is not
lost, its end has not been announced, and, unless it is a spot node, no operator has closed it, since a closed
node may be switched off (ADR 86, ADR 94). All numbers are integers, so the rate is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MILLI: Final = 1_000

RECLAIMS_REMEMBERED: Final = 64
"""Number of reclaims at which both counts are halved, so that the rate follows changes of provider or
hardware."""

PRICE_LABEL: Final = "spot-price-percent"
"""Label of a spot node with its price as a percentage of the regular price; an integer."""


@dataclass(slots=True)
class Exposure:
    """The nodes of one GPU model.

    Attributes:
        reclaims_milli: Number of nodes lost or reclaimed, in thousandths because the count is halved.
        node_ms: Node time observed, ms summed over nodes.
        settled_ms: Time up to which `node_ms` counts, ms since 1970 UTC.
        prices: Current number of nodes by price in percent; price 0: not stated, or not spot. Derived.
    """

    reclaims_milli: int = 0
    node_ms: int = 0
    settled_ms: int = 0
    prices: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def nodes(self) -> int:
        """Current number of nodes that count."""
        return sum(self.prices.values())

    def node_ms_at(self, now_ms: int) -> int:
        """Node time observed until now, ms."""
        return self.node_ms + self.nodes * max(0, now_ms - self.settled_ms)

    def settle(self, now_ms: int) -> None:
        """Add the node time up to now."""
        self.node_ms, self.settled_ms = self.node_ms_at(now_ms), max(self.settled_ms, now_ms)

    def count(self, price_percent: int, change: int) -> None:
        """Add (+1) or remove (-1) a node at this price."""
        nodes = self.prices.get(price_percent, 0) + change
        if nodes:
            self.prices[price_percent] = nodes
        else:
            del self.prices[price_percent]

    def believed(self, now_ms: int, prior_ms: int) -> tuple[int, int]:
        """Return (thousandths of ends, node time in ms): the observations plus one end in `prior_ms`."""
        return self.reclaims_milli + MILLI, self.node_ms_at(now_ms) + prior_ms

    def reclaimed(self, now_ms: int) -> None:
        """Count a node that was lost or reclaimed."""
        self.settle(now_ms)
        self.reclaims_milli += MILLI
        if self.reclaims_milli >= RECLAIMS_REMEMBERED * MILLI:
            self.reclaims_milli //= 2
            self.node_ms //= 2


@dataclass(slots=True)
class Exposures:
    """Learned rates of one kind of nodes, and the nodes that count now.

    Attributes:
        by_model: Learned rates by GPU model; "": nodes without GPUs.
        exposed: Node id -> (model, price in percent) of the nodes that count now; derived.
    """

    by_model: dict[str, Exposure] = field(default_factory=dict[str, Exposure])
    exposed: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])


def price_percent_of(label: str | None) -> int:
    """Parse the price label, percent; 0: absent or not an integer from 1 to 100."""
    if label is None or not (label.isascii() and label.isdecimal()) or len(label) > len("100"):
        return 0
    return int(label) if int(label) <= 100 else 0
