"""The reactor that has files cut into chunks that came whole, so that every byte is stored once.

CommitMade with a file by git-lfs -> the file is repacked (repacker.py)

What cutting takes is imported with the first file: a process that has none does not pay for it.
"""

from __future__ import annotations

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
from muster.registry.edge.repacking.whole import Whole

if TYPE_CHECKING:
    from muster.registry.edge.repacking.repacker import Repacker

BYTES_MAX: Final = 50 * 10**9
"""Of a file; a larger one stays whole: at 15 MB/s this one is done within LEASE_MS."""

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
