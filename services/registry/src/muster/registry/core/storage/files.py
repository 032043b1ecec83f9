"""Files stored as chunks in xorbs. PURE.

RegisterFiles -> FilesRegistered   the organisation has each file's record, and every xorb that it names

The API has checked a file's record against the bytes of its xorbs. A commit that refers to the file refers to
the record and to these xorbs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from muster.cas.fixed import chunks_in
from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.registry_commands import KeyChunk, ObjectKind, RegisterFiles, XetFile
from muster.events.registry_events import FilesRegistered, RegistryEvent
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.registry.core.access import named_by, sender_of
from muster.registry.core.names import HASH
from muster.registry.core.state import FILES, StoredFile, object_id
from muster.registry.core.storage.encryption import wrong_hash
from muster.registry.core.storage.uploads import OBJECT_ABSENT, evolve_proven, is_available, proven_by

FILES_MAX: Final = 2_000
"""Maximum number of files in one command."""

XORBS_MAX: Final = 20_000
"""Maximum number of xorbs named by one command's files, enough for at least 1.2 TiB of new bytes."""

KEY_CHUNKS_MAX: Final = 10_000
"""Maximum number of key chunks in one command; its senders leave out the rest."""

_SHOWN_MAX: Final = 10


def register(
    state: Entities, given: Input[object], command: RegisterFiles, tenant: str
) -> Facts[RegistryEvent]:
    """Register files of a repository: all of them, or none."""
    if found := tuple(islice(violations(state, tenant, command.files, command.key_chunks), _SHOWN_MAX)):
        yield refuse(given, RejectionCode.INVALID, found)
        return
    proven = proven_by(state, command.proofs, tenant)
    named = (object_ for file in command.files for object_ in objects_of_file(file.record, file.xorbs))
    within = named_by(state, sender_of(command))
    absent = [each for each in dict.fromkeys(named) if not is_available(state, tenant, each, proven, within)]
    if absent:
        shown = ", ".join(absent[:_SHOWN_MAX])
        text = f"{len(absent)} objects are not stored: {shown}; must be xorbs that were uploaded"
        yield refuse(given, RejectionCode.INVALID, text, detail_code=OBJECT_ABSENT)
        return
    registered = FilesRegistered(
        repository=command.repository,
        files=command.files,
        key_chunks=command.key_chunks,
        proven=tuple(proven.values()),
        tenant=tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(registered, command.repository, tenant)


def objects_of_file(record: str, xorbs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the objects of a file: its record, then its xorbs."""
    return (object_id(ObjectKind.FILE, record), *(object_id(ObjectKind.XORB, xorb) for xorb in xorbs))


def evolve_registered(state: Changes, fact: FilesRegistered, at_ms: int) -> None:
    """Add the files, so that commits can refer to them."""
    for each in fact.proven:
        evolve_proven(state, each, at_ms)
    for file in fact.files:
        objects = objects_of_file(file.record, file.xorbs)
        if state.get(FILES, objects[0]) is None:
            state.put(FILES, objects[0], StoredFile(size_bytes=file.size_bytes, objects=objects))


def violations(
    state: Entities, tenant: str, files: Sequence[XetFile], key_chunks: Sequence[KeyChunk]
) -> Iterator[Violation]:
    """Check the files and key chunks of an organisation's command."""
    if not 1 <= len(files) <= FILES_MAX:
        yield Violation(field="files", value=f"{len(files)} items", allowed=f"1 to {FILES_MAX}")
    xorbs = sum(len(file.xorbs) for file in files)
    if xorbs > XORBS_MAX:
        yield Violation(field="xorbs", value=f"{xorbs} items", allowed=f"at most {XORBS_MAX} a command")
    if len(key_chunks) > KEY_CHUNKS_MAX:
        value = f"{len(key_chunks)} items"
        yield Violation(field="key_chunks", value=value, allowed=f"at most {KEY_CHUNKS_MAX}")
    for file in files:
        for object_hash in (file.record, *file.xorbs):
            yield from wrong_hash(state, tenant, "hash", object_hash)
        for hash_ in (file.file, *file.fixed, *([file.sha256] if file.sha256 else [])):
            if not HASH.fullmatch(hash_):
                yield Violation(field="hash", value=hash_[:80], allowed="64 of 0-9 a-f")
        if file.size_bytes < 0:
            yield Violation(field="size_bytes", value=str(file.size_bytes), allowed="0 or more")
        if file.fixed and len(file.fixed) != chunks_in(file.size_bytes):
            allowed = f"none, or {chunks_in(file.size_bytes)}: one for each 64 MiB of the file"
            yield Violation(field="fixed", value=f"{len(file.fixed)} items", allowed=allowed)
