"""Xorbs of fine-tunes that are stored as deltas: readers get a locator, the role `repacker` a reactor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muster.registry.edge.deltas.reactor import differencing

if TYPE_CHECKING:
    from muster.journal import Clock
    from muster.registry.edge.chunked.located import Locator
    from muster.registry.edge.chunked.xorb_store import XorbStore

__all__ = ["differencing", "locator"]


def locator(xorb_store: XorbStore, clock: Clock) -> Locator:
    """Return a locator that restores xorbs stored as deltas when they are read."""
    from muster.registry.edge.deltas.restoring import Plain  # noqa: PLC0415  (idle processes do without)

    return Plain(xorb_store, clock)
