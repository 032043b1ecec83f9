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
from muster.registry.edge.asking import SUBJECT
from muster.registry.edge.content import Content
from muster.registry.edge.reading import objects_there
from muster.registry.edge.repacking.asking import PATIENCE_S, Absent, Asking, NothingToDo, asking
from muster.registry.edge.repacking.chunk_index import ChunkIndex, Verified
from muster.registry.edge.repacking.tables import repacked_of, xorbs_of_tenant
from muster.registry.edge.repacking.whole import Whole
from muster.registry.edge.xet.bridge import put_together_all
from muster.registry.edge.xet.kept import TERMS_MAX, Kept, keys_of, object_of, record_of, xorbs_of
from muster.registry.edge.xet.plain import Located, Plain, located
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
        self._kept = Kept(Content(SealedStore(settings.store())))
        self._plain = Plain(self._kept, SystemClock())
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
        async with asking(self._settings, whole.tenant, whole.object) as ask:
            if not await ask.tables.wait_for(Position.parse(whole.position), PATIENCE_S):
                raise Undelivered(f"the tables do not hold {whole.position} yet")
            there = (await objects_there(ask.tables, [whole.object])).get(whole.object)
            if there is None or await repacked_of(ask.tables, whole.tenant, whole.object) is not None:
                return
            keys = keys_of(await xorbs_of_tenant(ask.tables, whole.tenant))
            await asyncio.to_thread(self._index(whole.tenant).follow, keys, self._kept.lists)
            with suppress(NothingToDo):
                try:
                    await self._attempt(ask, whole, there.object_key, keys)
                except Absent:  # xorbs that no live commit refers to any longer
                    await self._attempt(ask, whole, there.object_key, {})

    async def _attempt(self, ask: Asking, whole: Whole, object_key: str, keys: dict[bytes, str]) -> None:
        """Chunk the file, store new xorbs, verify the result, and send the command."""
        index = self._index(whole.tenant)
        cut = Cut(Verified(index, keys, self._kept.lists).find)
        new = cut.xorbs(self._until_stopped(self._kept.content.pieces(object_key)))
        while (xorb := await asyncio.to_thread(next, new, None)) is not None:
            keys[xorb.held.xorb] = await self._stored(ask, xorb)
            index.add([xorb.held])
            self._failpoints.hit("xorb_stored")
        if cut.sha256 != whole.sha256:
            raise Undeliverable(f"{whole.object}: the store gives back bytes with SHA-256 {cut.sha256}")
        file = cut.file()
        if len(xorbs_of([file])) > XORBS_MAX or len(file.terms) > TERMS_MAX:
            lies = f"it would lie in {len(xorbs_of([file]))} xorbs, {len(file.terms)} terms"
            raise Undeliverable(f"{whole.object}: {lies}; allowed are {XORBS_MAX} and {TERMS_MAX}")
        of_file = {xorb: keys[xorb] for xorb in xorbs_of([file])}
        found = await located(ask.tables, self._kept, self._plain, of_file)
        fixed = await asyncio.to_thread(self._compare, file, found)
        self._failpoints.hit("compared")
        await self._tell(ask, file, cut, fixed)

    async def _stored(self, ask: Asking, xorb: NewXorb) -> str:
        """Store a xorb, unless the organisation has it, and return its key."""
        object_ = object_of(xorb.held.xorb, encryption_key_of(ask.object))
        upload = await ask.room(object_, len(xorb.data))
        if upload is None:
            there = (await objects_there(ask.tables, [object_])).get(object_)
            if there is None:
                raise Undelivered(f"{object_} is held, and not in the store")
            return there.object_key
        key = await asyncio.to_thread(self._kept.put, xorb.held, object_, upload, xorb.data)
        ask.proofs.append(UploadProof(upload=upload, object_key=key))
        return key

    def _compare(self, file: File, found: Located) -> tuple[str, ...]:
        """Assemble the file as for readers, compare its SHA-256, and return its manifest of fixed chunks.

        Raises:
            Undelivered: the SHA-256 differs.
        """
        digest, manifest = hashlib.sha256(), Manifest()
        for piece in self._until_stopped(put_together_all(self._kept.content, found, file.terms)):
            digest.update(piece)
            manifest.feed(piece)
        if digest.hexdigest() != file.sha256:
            raise Undelivered(f"lfs/{file.sha256} is put together as {digest.hexdigest()}")
        return manifest.chunks()

    async def _tell(self, ask: Asking, file: File, cut: Cut, fixed: tuple[str, ...]) -> None:
        """Store the record of the file, and send the command."""
        data = record_of(file)
        key_name = encryption_key_of(ask.object)
        record = encrypted_as(hashlib.sha256(data).hexdigest(), key_name)
        object_ = object_id(ObjectKind.FILE, record)
        upload = await ask.room(object_, len(data))
        if upload is not None:
            key = await asyncio.to_thread(self._kept.content.put, object_, upload, data)
            ask.proofs.append(UploadProof(upload=upload, object_key=key))
        said = XetFile(
            record=record,
            file=to_hex(file.hash),
            sha256=cut.sha256,
            size_bytes=file.raw_bytes,
            xorbs=tuple(encrypted_as(to_hex(xorb), key_name) for xorb in xorbs_of([file])),
            fixed=fixed,
        )
        chunks = dict.fromkeys(cut.key_chunks())
        await ask.ask(
            RepackObject(
                object=ask.object,
                file=said,
                key_chunks=tuple(
                    KeyChunk(chunk=chunk, xorb=encrypted_as(xorb, key_name), record=record)
                    for chunk, xorb in islice(chunks, KEY_CHUNKS_MAX)
                ),
                proofs=tuple(ask.proofs),
                tenant=ask.tenant,
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
                raise Undelivered("the process is to end")
            yield piece
