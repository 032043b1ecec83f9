"""What was learned of how nodes end, by GPU model: how many were lost or taken away in how much time.

Spot nodes are counted apart from all others. A node counts while it could end without having said so: it is
not lost, nobody announced its end, and, where it is no spot node, no operator has closed it: then it may be
switched off (ADR 86, ADR 94). Everything is whole numbers, so the rate is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MILLI: Final = 1_000

RECLAIMS_REMEMBERED: Final = 64
"""Both counts are halved at so many, so that the rate follows a provider, or hardware, that changes."""

PRICE_LABEL: Final = "spot-price-percent"
"""The label of a spot node that says what it costs, of what it would cost otherwise; whole percent."""


@dataclass(slots=True)
class Exposure:
    """The nodes of one GPU model.

    Attributes:
        reclaims_milli: Thousandths of nodes that were lost or taken away, because the count is halved.
        node_ms: Time of such nodes in which they happened.
        settled_ms: Up to when `node_ms` counts, ms since 1970 UTC.
        prices: Number of nodes now, by price in percent; 0: none is stated, or not spot. Derived.
    """

    reclaims_milli: int = 0
    node_ms: int = 0
    settled_ms: int = 0
    prices: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def nodes(self) -> int:
        """Number of such nodes now."""
        return sum(self.prices.values())

    def node_ms_at(self, now_ms: int) -> int:
        """Time of such nodes until now."""
        return self.node_ms + self.nodes * max(0, now_ms - self.settled_ms)

    def settle(self, now_ms: int) -> None:
        """Count the time up to now."""
        self.node_ms, self.settled_ms = self.node_ms_at(now_ms), max(self.settled_ms, now_ms)

    def count(self, price_percent: int, change: int) -> None:
        """One node more (+1), or one less (-1), at this price."""
        nodes = self.prices.get(price_percent, 0) + change
        if nodes:
            self.prices[price_percent] = nodes
        else:
            del self.prices[price_percent]

    def believed(self, now_ms: int, prior_ms: int) -> tuple[int, int]:
        """Thousandths of ends in so much node time, ms: what was seen, and one end in `prior_ms` besides."""
        return self.reclaims_milli + MILLI, self.node_ms_at(now_ms) + prior_ms

    def reclaimed(self, now_ms: int) -> None:
        """A node is lost or taken away."""
        self.settle(now_ms)
        self.reclaims_milli += MILLI
        if self.reclaims_milli >= RECLAIMS_REMEMBERED * MILLI:
            self.reclaims_milli //= 2
            self.node_ms //= 2


@dataclass(slots=True)
class Exposures:
    """What was learned of one kind of nodes, and which of them count now.

    Attributes:
        by_model: What was learned, by GPU model; "": nodes without GPUs.
        exposed: Which nodes count now, with model and price; derived.
    """

    by_model: dict[str, Exposure] = field(default_factory=dict[str, Exposure])
    exposed: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])


def price_percent_of(label: str | None) -> int:
    """The price that a label states, percent; 0: it states none between 1 and 100."""
    if label is None or not (label.isascii() and label.isdecimal()) or len(label) > len("100"):
        return 0
    return int(label) if int(label) <= 100 else 0
