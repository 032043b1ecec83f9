"""Reactors that repack content so that every byte is stored once, and make whole copies of popular files.

CommitMade with a file by git-lfs  -> repack the file (repacker.py)
a mark that a file is read often   -> make a whole copy (copying.py)

The modules for chunking are imported with the first file, so that an idle process does not load them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from muster.events.registry_commands import FileKind, ObjectKind
from muster.events.registry_events import CommitMade
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.reactors import Effect, Reactor
from muster.registry.config import Settings
from muster.registry.core.state import object_id
from muster.registry.core.storage.cached_copies import WANTED
from muster.registry.core.storage.repacking import BYTES_MAX
from muster.registry.edge.repacking.tasks import Whole
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.sealed import SealedStore
from muster.views.view import Unavailable

if TYPE_CHECKING:
    from muster.registry.edge.repacking.copying import Copier
    from muster.registry.edge.repacking.repacker import Repacker

_log = logging.getLogger(__name__)

LOOK_S: Final = 5.0
"""Interval of the search for files that need a whole copy, in seconds."""

LEASE_MS: Final = 60 * 60_000
"""Time that one file may take before another process may start it again."""


def repacking(settings: Settings, stop: threading.Event) -> Reactor:
    """Return the reactor that repacks whole files."""

    @cache
    def repacker() -> Repacker:
        from muster.registry.edge.repacking.repacker import Repacker  # noqa: PLC0415  (see above)

        return Repacker(settings, stop)

    return Reactor(
        name="registry-repacker",
        topics=[REGISTRY_EVENTS],
        effects=lambda delivery: effects(delivery, settings.registry_repack_bytes_min),
        perform=lambda item: repacker().perform(Whole(**item.payload)),
        begin=Start.BEGINNING,
    )


def copying(settings: Settings, stop: threading.Event) -> None:
    """Make whole copies of files that are read often until stopped; failures are retried."""
    store = SealedStore(settings.store())

    @cache
    def copier() -> Copier:
        from muster.registry.edge.repacking.copying import Copier  # noqa: PLC0415  (see above)

        return Copier(settings, stop)

    while not stop.is_set():
        try:
            if marks := store.keys(WANTED):
                copier().make(marks)
        except (StoreUnavailable, NoSuchObject, Unavailable) as error:
            _log.warning("whole copies will be made later: %s", error)
        stop.wait(LOOK_S)


def effects(delivery: Delivery[Record], bytes_min: int) -> Iterable[Effect]:
    """Yield the files of a commit that were uploaded whole and are large enough. PURE."""
    fact = delivery.envelope.payload
    if not isinstance(fact, CommitMade):
        return
    whole = {
        file.hash
        for file in fact.files
        if file.kind is FileKind.LFS and bytes_min <= file.size_bytes <= BYTES_MAX
    }
    for hash_ in sorted(whole):
        task = Whole(fact.tenant, object_id(ObjectKind.LFS, hash_), str(delivery.position))
        yield Effect(label=task.object, payload=task._asdict())
