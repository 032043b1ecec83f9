"""Files that lie in chunks of xorbs. PURE.

RegisterFiles -> FilesRegistered   each file's record, and every xorb that it names, is this organisation's

What a file's record says was held against the bytes of its xorbs by the API. A commit that refers to the file
refers to the record and to these xorbs.
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
from muster.registry.core.repositories.access import named_by, sender_of
from muster.registry.core.repositories.names import HASH
from muster.registry.core.state import FILES, StoredFile, object_id
from muster.registry.core.storage.encryption import wrong_hash
from muster.registry.core.storage.uploads import OBJECT_ABSENT, evolve_proven, is_had, proven_by

FILES_MAX: Final = 2_000
"""Of one command."""

XORBS_MAX: Final = 20_000
"""Named by the files of one command: at least 1.2 TiB of new bytes."""

KEY_CHUNKS_MAX: Final = 10_000
"""Of one command; more are not told."""

_SHOWN_MAX: Final = 10


def register(
    state: Entities, given: Input[object], command: RegisterFiles, tenant: str
) -> Facts[RegistryEvent]:
    """Files of a repository, or none of them."""
    if found := tuple(islice(violations(state, tenant, command.files, command.key_chunks), _SHOWN_MAX)):
        yield refuse(given, RejectionCode.INVALID, found)
        return
    proven = proven_by(state, command.proofs, tenant)
    named = (object_ for file in command.files for object_ in objects_of_file(file.record, file.xorbs))
    within = named_by(state, sender_of(command))
    absent = [each for each in dict.fromkeys(named) if not is_had(state, tenant, each, proven, within)]
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
    """What a file consists of, as objects: its record, then its xorbs."""
    return (object_id(ObjectKind.FILE, record), *(object_id(ObjectKind.XORB, xorb) for xorb in xorbs))


def evolve_registered(state: Changes, fact: FilesRegistered, at_ms: int) -> None:
    """Commits may refer to them."""
    for each in fact.proven:
        evolve_proven(state, each, at_ms)
    for file in fact.files:
        objects = objects_of_file(file.record, file.xorbs)
        if state.get(FILES, objects[0]) is None:
            state.put(FILES, objects[0], StoredFile(size_bytes=file.size_bytes, objects=objects))


def violations(
    state: Entities, tenant: str, files: Sequence[XetFile], key_chunks: Sequence[KeyChunk]
) -> Iterator[Violation]:
    """What is wrong with files as a command of an organisation says them."""
    if not 1 <= len(files) <= FILES_MAX:
        yield Violation(field="files", value=f"{len(files)} of them", allowed=f"1 to {FILES_MAX}")
    xorbs = sum(len(file.xorbs) for file in files)
    if xorbs > XORBS_MAX:
        yield Violation(field="xorbs", value=f"{xorbs} of them", allowed=f"at most {XORBS_MAX} a command")
    if len(key_chunks) > KEY_CHUNKS_MAX:
        value = f"{len(key_chunks)} of them"
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
            yield Violation(field="fixed", value=f"{len(file.fixed)} of them", allowed=allowed)
