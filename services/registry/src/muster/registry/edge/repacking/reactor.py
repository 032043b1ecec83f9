"""Reactors that repack content so that every byte is stored once, and make whole copies of popular files.

CommitMade with a file by git-lfs           -> repack the file (repacker.py)
LineageRecorded with an origin of a version -> store its xorbs as deltas (differences.py)
a mark that a file is read often            -> make a whole copy (copying.py)

The modules for chunking are imported with the first file, so that an idle process does not load them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from muster.events.registry_commands import FileKind, ObjectKind
from muster.events.registry_events import CommitMade, LineageRecorded, LineageStanding
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.reactors import Effect, Reactor
from muster.registry.config import Settings
from muster.registry.core.lineage.artifacts import version_of
from muster.registry.core.lineage.entities import WITH_WEIGHTS
from muster.registry.core.state import object_id
from muster.registry.core.storage.cached_copies import WANTED
from muster.registry.edge.repacking.whole import BYTES_MAX, Derived, Whole
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.sealed import SealedStore
from muster.views.view import Unavailable

if TYPE_CHECKING:
    from muster.registry.edge.repacking.copying import Copier
    from muster.registry.edge.repacking.differences import Differences
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


def differencing(settings: Settings, stop: threading.Event) -> Reactor:
    """Return the reactor that stores fine-tunes as deltas."""

    @cache
    def differences() -> Differences:
        from muster.registry.edge.repacking.differences import Differences  # noqa: PLC0415  (see above)

        return Differences(settings, stop)

    return Reactor(
        name="registry-differences",
        topics=[REGISTRY_EVENTS],
        effects=derived_effects,
        perform=lambda item: differences().perform(Derived(**item.payload)),
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
            _log.warning("whole copies are made later: %s", error)
        stop.wait(LOOK_S)


def derived_effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Yield the version of a lineage fact if it derives from another, or seems to by content. PURE."""
    fact = delivery.envelope.payload
    if not isinstance(fact, LineageRecorded):
        return
    version = version_of(fact.repository, fact.commit)
    if any(
        edge.child == version and edge.relation in WITH_WEIGHTS and edge.standing not in _NOT_FROM
        for edge in fact.edges
    ):
        asked = Derived(fact.tenant, fact.repository, fact.commit, str(delivery.position))
        yield Effect(label=version, payload=asked._asdict())


_NOT_FROM: Final = {LineageStanding.WITHDRAWN}


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
        asked = Whole(fact.tenant, object_id(ObjectKind.LFS, hash_), str(delivery.position))
        yield Effect(label=asked.object, payload=asked._asdict())
