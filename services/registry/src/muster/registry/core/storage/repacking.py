"""Repack files that were uploaded whole into chunks in xorbs. PURE.

ReserveRepacking -> UploadsReserved   reserves new xorbs and the record, like any upload
RepackObject     -> ObjectRepacked    the organisation uses the record and its xorbs in place of the object

Commits, their ids and trees do not change: they name the file by its SHA-256. Only the service `repacker` may
send these commands; it has assembled the file from these chunks and compared the SHA-256 before.
"""

from __future__ import annotations

from typing import Final

from muster.cas.naming import encrypted_as, encryption_key_of
from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.events.refusal import in_words, must_be
from muster.events.registry_commands import (
    ObjectKind,
    RepackObject,
    ReserveRepacking,
    ReserveUploads,
    XetFile,
)
from muster.events.registry_events import ObjectRepacked, RegistryEvent, StoredBytes
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.state import (
    FILES,
    HOLDINGS,
    OBJECTS,
    REPACKED,
    StoredFile,
    held_key,
    object_id,
    organisation,
    use,
)
from muster.registry.core.storage import files, uploads
from muster.registry.core.storage.holding import brought_by, changed_by, hold, kept_with

Command = ReserveRepacking | RepackObject

XORBS_MAX: Final = 2_000
"""Maximum number of xorbs of a repacked file; one that needs more stays whole."""

BYTES_MAX: Final = 50 * 10**9
"""Maximum size of a file to repack, which takes less than the reactor's lease at 15 MB/s; larger ones stay
whole."""

_SHOWN_MAX: Final = 10


def decide(state: Entities, given: Input[object], command: Command, at_ms: int) -> Facts[RegistryEvent]:
    """Decide a command; only objects in the organisation's live commits are repacked, each once."""
    held = held_key(command.tenant, command.object)
    if state.get(HOLDINGS, held) is None:
        text = must_be("object", command.object[:80], f"one that live commits of {command.tenant} refer to")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
    elif state.get(REPACKED, held) is not None:
        yield repeated(given)
    elif isinstance(command, ReserveRepacking):
        reservation = ReserveUploads(
            repository=command.object,
            uploads=command.uploads,
            tenant=command.tenant,
            requested_by=command.requested_by,
            teams=(),
            roles=(),
        )
        yield from uploads.reserve(state, given, reservation, command.tenant, at_ms)
    else:
        yield _repacked(state, given, command)


def evolve(state: Changes, fact: ObjectRepacked, at_ms: int) -> None:
    """Hold the parts once, however many commits refer to the file; stop using the whole object."""
    for each in fact.proven:
        uploads.evolve_proven(state, each, at_ms)
    objects = _objects(fact.file)
    file = StoredFile(size_bytes=fact.file.size_bytes, objects=objects)
    if state.get(FILES, objects[0]) is None:
        state.put(FILES, objects[0], file)
    repository = brought_by(state, fact.tenant, fact.object)
    for object_ in objects:
        hold(state, fact.tenant, object_, at_ms, repository)
    held = held_key(fact.tenant, fact.object)
    state.put(REPACKED, held, file)
    use(state, fact.object, -(state.get(HOLDINGS, held) or 0), at_ms)
    uploads.count(state, fact.tenant, fact.stored)


def _repacked(
    state: Entities, given: Input[object], command: RepackObject
) -> Fact[ObjectRepacked | CommandRejected]:
    stored = state.get(OBJECTS, command.object)
    size_bytes = 0 if stored is None else stored.size_bytes
    if reason := _wrong(state, command, size_bytes):
        return refuse(given, RejectionCode.INVALID, reason)
    proven = uploads.proven_by(state, command.proofs, command.tenant)
    objects = _objects(command.file)
    absent = [each for each in objects if not uploads.is_available(state, command.tenant, each, proven)]
    if absent:
        shown = ", ".join(absent[:_SHOWN_MAX])
        text = f"{len(absent)} objects are not stored: {shown}; must be uploads of {command.tenant}"
        return refuse(given, RejectionCode.INVALID, text, detail_code=uploads.OBJECT_ABSENT)
    after = kept_with(state, command.tenant, objects, proven)
    unique_bytes = after.unique_bytes - size_bytes
    more_bytes = unique_bytes - organisation(state, command.tenant).unique_bytes
    fact = ObjectRepacked(
        object=command.object,
        file=command.file,
        key_chunks=command.key_chunks,
        proven=tuple(proven.values()),
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
        stored=StoredBytes(unique_bytes=unique_bytes, reserved_bytes=after.reserved_bytes),
        changed=changed_by(state, brought_by(state, command.tenant, command.object), more_bytes),
    )
    return Fact(fact, command.object, command.tenant)


def _objects(file: XetFile) -> tuple[str, ...]:
    return tuple(dict.fromkeys(files.objects_of_file(file.record, file.xorbs)))


def _wrong(state: Entities, command: RepackObject, size_bytes: int) -> str:
    """Return why the stated record, xorbs or key chunks are invalid; empty: they are valid."""
    file = command.file
    for violation in files.violations(state, command.tenant, (file,), command.key_chunks):
        return in_words([violation])
    if not 1 <= len(file.xorbs) <= XORBS_MAX:
        return must_be("xorbs", f"{len(file.xorbs)} items", f"1 to {XORBS_MAX}")
    whole = object_id(ObjectKind.LFS, encrypted_as(file.sha256, encryption_key_of(command.object)))
    if (whole, file.size_bytes) != (command.object, size_bytes):
        allowed = f"{command.object} of {size_bytes} bytes, the object to repack"
        return must_be("file", f"{whole} of {file.size_bytes} bytes", allowed)
    return ""
