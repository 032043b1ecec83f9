"""Saves snapshots in the background, one at a time, and keeps the newest few.

A snapshot is optional, because the log is enough: one that cannot be stored is logged and counted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Protocol, TypeAlias

from muster.store.objects import StoreUnavailable
from muster.telemetry import metrics

KEPT: Final = 3
"""Number of snapshots kept. The log may be trimmed only before the oldest; inputs must reach behind it."""

Save: TypeAlias = Callable[[], str]
"""Stores a snapshot and returns its key. Raises StoreUnavailable."""

Start: TypeAlias = Callable[[Callable[[], None]], Future[None]]
"""Runs work apart from its caller."""

_log = logging.getLogger(__name__)


class Deletes(Protocol):
    """The part of an object store that pruning needs. It may raise StoreUnavailable."""

    def delete(self, key: str) -> None:
        """Remove an object."""
        ...


class BackgroundSaver:
    """Saves one snapshot at a time.

    Args:
        name: Name of its thread.
        start: Runs the saving; by default in a thread of its own.
    """

    def __init__(self, name: str, start: Start | None = None) -> None:
        self._start = start or ThreadPoolExecutor(1, name).submit
        self._saving: Future[None] | None = None

    def save(self, begin: Callable[[], Save]) -> None:
        """Save a snapshot in the background; skipped while an earlier one is still being stored.

        Args:
            begin: Called at once unless it is skipped; returns what the background runs.
        """
        if self._saving is not None and not self._saving.done():
            metrics.SNAPSHOTS.labels("skipped").inc()
            return
        save = begin()
        self._saving = self._start(lambda: _saved(save))

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the last `save` is done.

        Raises:
            TimeoutError: It takes longer.
        """
        if self._saving is not None:
            self._saving.result(timeout_s)


def prune(objects: Deletes, keys: Sequence[str]) -> None:
    """Delete all but the newest of a cell's snapshots; `keys` are sorted, oldest first."""
    for key in keys[:-KEPT]:
        objects.delete(key)


def _saved(save: Save) -> None:
    try:
        key = save()
    except StoreUnavailable as error:
        metrics.SNAPSHOTS.labels("failed").inc()
        _log.warning("a snapshot was not stored; the log is enough: %s", error)
        return
    metrics.SNAPSHOTS.labels("stored").inc()
    _log.info("snapshot %s stored", key)
