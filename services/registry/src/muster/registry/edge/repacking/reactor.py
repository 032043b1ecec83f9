"""What came in one way is stored in another, so that every byte is stored once; what is read often, whole.

CommitMade with a file by git-lfs            -> the file is repacked (repacker.py)
LineageRecorded of what a version comes from -> its xorbs are, as differences (differences.py)
a mark that a file is read often             -> it gets a whole copy (copying.py)

What cutting takes is imported with the first file: a process that has none does not pay for it.
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
"""How often it is looked for files that are to have a whole copy."""

LEASE_MS: Final = 60 * 60_000
"""How long one file may take before it may be begun again."""


def repacking(settings: Settings, stop: threading.Event) -> Reactor:
    """The reactor."""

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
    """The reactor that has fine-tunes held as differences."""

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
    """Have files that are read often get whole copies until stopped; what fails now is tried again."""
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
    """A version that comes from another, or by its content seems to. PURE."""
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
    """The files of a commit that came whole and are large enough. PURE."""
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
