"""Stores the xorbs of a fine-tune as deltas from those of its base, where that is much smaller.

Each xorb is described from samples of the whole files (pieces.py). Its delta is stored under an upload
reservation, read back, restored by the code that serves readers, and compared; then one command is sent. Each
xorb is a step of its own: if the work stops, xorbs whose command was sent are stored as deltas and the others
as before, and bytes stored for these are removed when their reservation ends.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Final, NamedTuple

from muster.cas.chunk_lists import ChunkList
from muster.cas.chunked_file import ChunkedFile
from muster.cas.hashing import to_hex
from muster.cas.naming import encrypted_as, encryption_key_of
from muster.events.registry_commands import ObjectKind, RepackXorb, UploadProof
from muster.journal import Failpoints, Position, SystemClock
from muster.reactors import Undelivered
from muster.registry.config import Settings
from muster.registry.core.deltas.entities import BASES_MAX, SIZE_PERCENT_MAX
from muster.registry.core.state import object_id
from muster.registry.core.storage.repacking import BYTES_MAX
from muster.registry.core.storage.uploads import object_at
from muster.registry.edge.chunked.located import Located
from muster.registry.edge.chunked.tables import xorbs_of_tenant
from muster.registry.edge.chunked.xorb_store import XorbStore, keys_of, xorbs_of
from muster.registry.edge.commands import SUBJECT
from muster.registry.edge.content import Content
from muster.registry.edge.deltas.pieces import DescribedFile, Stretch, describe_xorb, stretches_of
from muster.registry.edge.deltas.restoring import Plain
from muster.registry.edge.deltas.tables import differing, needed, origins_of
from muster.registry.edge.deltas.tasks import Derived
from muster.registry.edge.deltas.versions import VersionFile, files_of
from muster.registry.edge.queries import objects_there
from muster.registry.edge.sender import (
    PATIENCE_S,
    Absent,
    NothingToDo,
    Refused,
    Sender,
    open_sender,
)
from muster.store import StoreUnavailable
from muster.store.sealed import SealedStore
from muster.tensors.deltas import Segment, encoded
from muster.tensors.families import File, Model
from muster.tensors.layouts import LayoutInvalid, layout_of
from muster.tensors.repacking import plan_encoding
from muster.tensors.sources import Memory, Windowed

_log = logging.getLogger(__name__)

FILE_BYTES_MIN: Final = 64 * 1024
"""Minimum size of a file that is considered."""


class Differences:
    """Stores xorbs of fine-tunes as deltas, one version after the other.

    Args:
        settings: Addresses, limits, and the token.
        stop: Set when the process shuts down; a version under way is resumed later.
        failpoints: Points where a test kills the process: difference_stored, compared.
    """

    def __init__(
        self, settings: Settings, stop: threading.Event, failpoints: Failpoints | None = None
    ) -> None:
        self._settings = settings
        self._stop = stop
        self._failpoints = failpoints or Failpoints()
        self._xorb_store = XorbStore(Content(SealedStore(settings.store())))
        self._plain = Plain(self._xorb_store, SystemClock())

    def perform(self, derived: Derived) -> None:
        """Store the xorbs of one version as deltas where that is worthwhile.

        Raises:
            Undelivered: the log, the tables or the decider do not answer, no upload could be reserved now,
                or a file of the version or its base is still to be repacked into chunks.
            StoreUnavailable: the store does not answer.
        """
        asyncio.run(self.repack(derived))

    async def repack(self, derived: Derived) -> None:
        """Async form of `perform`."""
        async with open_sender(self._settings, derived.tenant, derived.version) as sender:
            if not await sender.tables.wait_for(Position.parse(derived.position), PATIENCE_S):
                raise Undelivered(f"the tables have not reached {derived.position} yet")
            keys = keys_of(await xorbs_of_tenant(sender.tables, derived.tenant))
            files = await self._files(sender, derived.repository, derived.commit)
            xorbs = xorbs_of(each.file for each in files)
            stored = {xorb: object_at(keys[xorb]) for xorb in xorbs if xorb in keys}
            done = await differing(sender.tables, stored.values()) | await needed(
                sender.tables, stored.values()
            )
            wanted = [xorb for xorb, object_ in stored.items() if object_ not in done]
            base = await self._base(sender, derived, keys) if wanted else None
            wanted = [xorb for xorb in wanted if base is not None and xorb not in base.xorbs]
            if base is None or not wanted:
                return
            opened = await self._opened(sender, files, keys)
            described = [await asyncio.to_thread(_describe, each, base) for each in opened]
            for xorb in wanted:
                if self._stop.is_set():
                    raise Undelivered("the process is shutting down")
                held = (await asyncio.to_thread(self._xorb_store.lists, {xorb: keys[xorb]}))[xorb]
                how = describe_xorb(xorb, held.raw_bytes, described)
                if 1 <= len(how.bases) <= BASES_MAX:
                    bases = {object_at(keys[each]).partition("/")[2]: keys[each] for each in how.bases}
                    with suppress(NothingToDo, Absent):
                        about = sender.about(stored[xorb])
                        await self._xorb(about, _Xorb(held, how.segments, keys[xorb], bases), derived, base)

    async def _files(self, sender: Sender, repository: str, commit: str) -> list[VersionFile]:
        """Return the files of a version that are stored in chunks.

        Raises:
            Undelivered: one is still to be repacked into chunks.
        """
        files, waiting = await files_of(sender.tables, self._xorb_store, sender.tenant, repository, commit)
        bytes_min = max(self._settings.registry_repack_bytes_min, FILE_BYTES_MIN)
        late = [path for path, size_bytes in waiting if bytes_min <= size_bytes <= BYTES_MAX]
        if late and self._settings.registry_repack:
            raise Undelivered(f"{late[0]} of {repository} is still to be split into chunks")
        return [each for each in files if each.file.raw_bytes >= FILE_BYTES_MIN]

    async def _base(self, sender: Sender, derived: Derived, keys: Mapping[bytes, str]) -> _Base | None:
        """Return the nearest origin with tensors in xorbs that are not stored as deltas; None: none."""
        for origin in await origins_of(sender.tables, derived.tenant, derived.version):
            files = await self._files(sender, origin.repository, origin.commit)
            held = [each for each in files if all(xorb in keys for xorb in xorbs_of([each.file]))]
            stored = {xorb: object_at(keys[xorb]) for xorb in xorbs_of(each.file for each in held)}
            done = await differing(sender.tables, stored.values())
            plain = [each for each in held if not any(stored[x] in done for x in xorbs_of([each.file]))]
            opened = await self._opened(sender, plain, keys)
            if opened:
                return _Base(origin.repository, opened, set(xorbs_of(each.file for each in plain)))
        return None

    async def _opened(
        self, sender: Sender, files: Sequence[VersionFile], keys: Mapping[bytes, str]
    ) -> list[_Opened]:
        """Return the files with tensors among those whose xorbs the organisation all refers to."""
        opened: list[_Opened] = []
        for each in files:
            xorbs = xorbs_of([each.file])
            if all(xorb in keys for xorb in xorbs):
                found = await self._plain.locate(sender.tables, {x: keys[x] for x in xorbs})
                opened += await asyncio.to_thread(self._with_tensors, each, found)
        return opened

    def _with_tensors(self, each: VersionFile, found: Located) -> Sequence[_Opened]:
        held = found.lists()

        def fetch(xorb: bytes, first: int, last: int) -> Iterable[bytes]:
            return self._xorb_store.content.pieces(found.key(xorb), first, last)

        source = Windowed(ChunkedFile(each.file.terms, held, fetch))
        try:
            file = File(each.path, source, layout_of(source))
        except LayoutInvalid:
            return ()  # it has no tensors, or an invalid layout
        return (_Opened(file, stretches_of(each.file.terms, held)),)

    async def _xorb(self, sender: Sender, xorb: _Xorb, derived: Derived, base: _Base) -> None:
        """Encode, store and verify the delta of one xorb, and send its command."""
        container = await asyncio.to_thread(self._container, xorb)
        row = (await objects_there(sender.tables, [sender.object])).get(sender.object)
        if row is None or len(container) * 100 > row.size_bytes * SIZE_PERCENT_MAX:
            return
        digest = hashlib.sha256(container).hexdigest()
        delta = object_id(ObjectKind.DELTA, encrypted_as(digest, encryption_key_of(sender.object)))
        upload = await sender.reserve(delta, len(container))
        if upload is None:
            raise Undelivered(f"{delta} of {sender.object} is already stored, but not recorded yet")
        delta_key = await asyncio.to_thread(self._xorb_store.content.put, delta, upload, container)
        self._failpoints.hit("difference_stored")
        back = await asyncio.to_thread(self._xorb_store.content.read, delta_key)
        if hashlib.sha256(back).hexdigest() != digest:
            raise StoreUnavailable(f"{delta_key} was read back with other bytes")
        await asyncio.to_thread(self._plain.restore, xorb.held.xorb, xorb.key, back, xorb.bases)
        self._failpoints.hit("compared")
        command = RepackXorb(
            object=sender.object,
            bases=tuple(xorb.bases),
            proof=UploadProof(upload=upload, object_key=delta_key),
            repository=derived.repository,
            base_repository=base.repository,
            tenant=sender.tenant,
            requested_by=SUBJECT,
        )
        try:
            await sender.send(command)
        except Refused as refused:  # something depends on it by now, or one of its bases is gone
            _log.info("%s is not stored as a delta: %s", sender.object, refused)

    def _container(self, xorb: _Xorb) -> bytes:
        whole = self._plain.sources({to_hex(xorb.held.xorb): xorb.key})[to_hex(xorb.held.xorb)]
        content = Memory(whole.read(0, whole.size_bytes))
        return b"".join(encoded(content, xorb.segments, self._plain.sources(xorb.bases)))


class _Opened(NamedTuple):
    """A file with tensors, and its stretches in xorbs."""

    file: File
    stretches: Sequence[Stretch]


class _Base(NamedTuple):
    """Origin of a version: its repository, its files, and all xorbs of these files."""

    repository: str
    files: Sequence[_Opened]
    xorbs: Set[bytes]


class _Xorb(NamedTuple):
    """A xorb to store as a delta: chunk list, segments, key, and the keys of its bases by hash."""

    held: ChunkList
    segments: list[Segment]
    key: str
    bases: Mapping[str, str]


def _describe(each: _Opened, base: _Base) -> DescribedFile:
    """Describe a file relative to the files of its origin."""
    lying = {one.file.key: one.stretches for one in base.files}
    segments, bases = plan_encoding(each.file, Model(tuple(one.file for one in base.files)))
    return DescribedFile(segments, each.stretches, [lying[key] for key in bases])
