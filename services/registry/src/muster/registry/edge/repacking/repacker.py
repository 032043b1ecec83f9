"""Repacks one whole file into chunks, up to the command that registers its chunks.

The file is read and chunked; new xorbs are stored, each under an upload reservation; the file is assembled
again and its SHA-256 compared; then one command is sent.

If this stops before the command, the whole object is unchanged, and stored xorbs are removed when their
reservations end. Repeating it is harmless: a file that was repacked meanwhile is skipped.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from muster.cas.cutting import Cut, NewXorb
from muster.cas.fixed import Manifest
from muster.cas.hashing import to_hex
from muster.cas.naming import encrypted_as, encryption_key_of
from muster.cas.shards import File
from muster.events.registry_commands import KeyChunk, ObjectKind, RepackObject, UploadProof, XetFile
from muster.journal import Failpoints, Position, SystemClock
from muster.reactors import Undeliverable, Undelivered
from muster.registry.config import Settings
from muster.registry.core.state import object_id
from muster.registry.core.storage.files import KEY_CHUNKS_MAX
from muster.registry.core.storage.repacking import XORBS_MAX
from muster.registry.edge.chunked.located import Located
from muster.registry.edge.chunked.tables import repacked_of, xorbs_of_tenant
from muster.registry.edge.chunked.xorb_store import (
    TERMS_MAX,
    XorbStore,
    keys_of,
    object_of,
    record_of,
    xorbs_of,
)
from muster.registry.edge.commands import SUBJECT
from muster.registry.edge.content import Content
from muster.registry.edge.deltas.door import locator
from muster.registry.edge.queries import objects_there
from muster.registry.edge.repacking.chunk_index import ChunkIndex, Verified
from muster.registry.edge.repacking.tasks import Whole
from muster.registry.edge.sender import PATIENCE_S, Absent, NothingToDo, Sender, open_sender
from muster.registry.edge.xet.bridge import put_together_all
from muster.store.sealed import SealedStore


class Repacker:
    """Repacks files, one after the other.

    Args:
        settings: Addresses, limits, and the token.
        stop: Set when the process shuts down; a file under way stays unchanged and is started again later.
        failpoints: Points where a test kills the process: xorb_stored, compared.
    """

    def __init__(
        self, settings: Settings, stop: threading.Event, failpoints: Failpoints | None = None
    ) -> None:
        self._settings = settings
        self._stop = stop
        self._failpoints = failpoints or Failpoints()
        self._xorb_store = XorbStore(Content(SealedStore(settings.store())))
        self._locator = locator(self._xorb_store, SystemClock())
        self._indexes: dict[str, ChunkIndex] = {}

    def perform(self, whole: Whole) -> None:
        """Repack one file, unless it is gone or already repacked.

        Raises:
            Undeliverable: it cannot be repacked, and stays whole.
            Undelivered: the log, the tables or the decider do not answer, or no upload could be reserved.
            StoreUnavailable: the store does not answer.
        """
        asyncio.run(self.repack(whole))

    async def repack(self, whole: Whole) -> None:
        """Async form of `perform`."""
        async with open_sender(self._settings, whole.tenant, whole.object) as sender:
            if not await sender.tables.wait_for(Position.parse(whole.position), PATIENCE_S):
                raise Undelivered(f"the tables have not reached {whole.position} yet")
            there = (await objects_there(sender.tables, [whole.object])).get(whole.object)
            if there is None or await repacked_of(sender.tables, whole.tenant, whole.object) is not None:
                return
            keys = keys_of(await xorbs_of_tenant(sender.tables, whole.tenant))
            await asyncio.to_thread(self._index(whole.tenant).follow, keys, self._xorb_store.lists)
            with suppress(NothingToDo):
                try:
                    await self._attempt(sender, whole, there.object_key, keys)
                except Absent:  # xorbs that no live commit refers to any longer
                    await self._attempt(sender, whole, there.object_key, {})

    async def _attempt(self, sender: Sender, whole: Whole, object_key: str, keys: dict[bytes, str]) -> None:
        """Chunk the file, store new xorbs, verify the result, and send the command."""
        index = self._index(whole.tenant)
        cut = Cut(Verified(index, keys, self._xorb_store.lists).find)
        new = cut.xorbs(self._until_stopped(self._xorb_store.content.pieces(object_key)))
        while (xorb := await asyncio.to_thread(next, new, None)) is not None:
            keys[xorb.held.xorb] = await self._stored(sender, xorb)
            index.add([xorb.held])
            self._failpoints.hit("xorb_stored")
        if cut.sha256 != whole.sha256:
            raise Undeliverable(f"{whole.object}: the store returns bytes with SHA-256 {cut.sha256}")
        file = cut.file()
        if len(xorbs_of([file])) > XORBS_MAX or len(file.terms) > TERMS_MAX:
            size = f"it would be stored in {len(xorbs_of([file]))} xorbs, {len(file.terms)} terms"
            raise Undeliverable(f"{whole.object}: {size}; must be at most {XORBS_MAX} and {TERMS_MAX}")
        of_file = {xorb: keys[xorb] for xorb in xorbs_of([file])}
        found = await self._locator.locate(sender.tables, of_file)
        fixed = await asyncio.to_thread(self._compare, file, found)
        self._failpoints.hit("compared")
        await self._register(sender, file, cut, fixed)

    async def _stored(self, sender: Sender, xorb: NewXorb) -> str:
        """Store a xorb, unless the organisation has it, and return its key."""
        object_ = object_of(xorb.held.xorb, encryption_key_of(sender.object))
        upload = await sender.reserve(object_, len(xorb.data))
        if upload is None:
            there = (await objects_there(sender.tables, [object_])).get(object_)
            if there is None:
                raise Undelivered(f"{object_} is held by the organisation, but is not in the store")
            return there.object_key
        key = await asyncio.to_thread(self._xorb_store.put, xorb.held, object_, upload, xorb.data)
        sender.proofs.append(UploadProof(upload=upload, object_key=key))
        return key

    def _compare(self, file: File, found: Located) -> tuple[str, ...]:
        """Assemble the file as for readers, compare its SHA-256, and return its manifest of fixed chunks.

        Raises:
            Undelivered: the SHA-256 differs.
        """
        digest, manifest = hashlib.sha256(), Manifest()
        for piece in self._until_stopped(put_together_all(self._xorb_store.content, found, file.terms)):
            digest.update(piece)
            manifest.feed(piece)
        if digest.hexdigest() != file.sha256:
            raise Undelivered(f"lfs/{file.sha256} was assembled with SHA-256 {digest.hexdigest()}")
        return manifest.chunks()

    async def _register(self, sender: Sender, file: File, cut: Cut, fixed: tuple[str, ...]) -> None:
        """Store the record of the file, and send the command."""
        data = record_of(file)
        key_name = encryption_key_of(sender.object)
        record = encrypted_as(hashlib.sha256(data).hexdigest(), key_name)
        object_ = object_id(ObjectKind.FILE, record)
        upload = await sender.reserve(object_, len(data))
        if upload is not None:
            key = await asyncio.to_thread(self._xorb_store.content.put, object_, upload, data)
            sender.proofs.append(UploadProof(upload=upload, object_key=key))
        repacked = XetFile(
            record=record,
            file=to_hex(file.hash),
            sha256=cut.sha256,
            size_bytes=file.raw_bytes,
            xorbs=tuple(encrypted_as(to_hex(xorb), key_name) for xorb in xorbs_of([file])),
            fixed=fixed,
        )
        chunks = dict.fromkeys(cut.key_chunks())
        await sender.send(
            RepackObject(
                object=sender.object,
                file=repacked,
                key_chunks=tuple(
                    KeyChunk(chunk=chunk, xorb=encrypted_as(xorb, key_name), record=record)
                    for chunk, xorb in islice(chunks, KEY_CHUNKS_MAX)
                ),
                proofs=tuple(sender.proofs),
                tenant=sender.tenant,
                requested_by=SUBJECT,
            )
        )

    def _index(self, tenant: str) -> ChunkIndex:
        if tenant not in self._indexes:
            folder = self._settings.home.expanduser() / "state" / "registry-chunks" / tenant
            self._indexes[tenant] = ChunkIndex(folder)
        return self._indexes[tenant]

    def _until_stopped(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            if self._stop.is_set():
                raise Undelivered("the process is shutting down")
            yield piece
