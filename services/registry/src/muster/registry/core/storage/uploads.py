"""Upload reservations, proofs that uploads are stored, and quotas. PURE.

ReserveUploads -> UploadsReserved   unique + reserved + new <= quota; skips what the organisation holds
ConfirmUpload  -> UploadProven      the API has read the bytes back from where no client can write
a day later    -> UploadEnded       `end_expired`: the claim is dropped, unless a commit has taken it over
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from muster.cas.naming import encrypted_as, encryption_key_of
from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    ConfirmUpload,
    ObjectUpload,
    ReserveUploads,
    SetStorageQuota,
    UploadProof,
)
from muster.events.registry_events import (
    ProvenObject,
    RegistryEvent,
    StorageQuotaSet,
    StoredBytes,
    UploadEnded,
    UploadProven,
    UploadsReserved,
)
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.registry.core.access import named_by, sender_of
from muster.registry.core.state import (
    CLAIMS,
    HOLDINGS,
    KEPT,
    OBJECTS,
    ORGANISATIONS,
    UPLOADS,
    UPLOADS_BY_TIME,
    Claim,
    StoredObject,
    Upload,
    copies_of,
    file_object,
    held_key,
    is_large,
    kept_key,
    object_id,
    organisation,
    use,
)
from muster.registry.core.storage import tiering
from muster.registry.core.storage.encryption import wrong_hash

UPLOAD_MS: Final = 24 * 3_600_000
"""Lifetime of an upload reservation."""

SIZE_BYTES_MAX: Final = 5 * 2**40
"""Maximum size of an object: the limit of S3."""

UPLOADS_MAX: Final = 2_000
"""Maximum number of uploads in one command."""

ENDED_AT_ONCE: Final = 200

OBJECT_ABSENT: Final = "OBJECT_ABSENT"
"""Detail code: a file was never uploaded, or its upload has expired."""


def copies_prefix(object_: str, upload: str) -> str:
    """Return the prefix of keys for an upload's proven bytes; only the API can write there again."""
    return f"{copies_of(object_)}{upload}."


def sent_key(object_: str, upload: str) -> str:
    """Return the key for an upload that a client can write only once: its bytes stay there once proven."""
    return f"{copies_prefix(object_, upload)}sent"


def object_at(key: str) -> str:
    """Return the object whose copy is stored under a key."""
    _, kind, _, hash_, *_ = key.split("/")
    return f"{kind}/{hash_}"


def staging_key(upload: str, object_: str) -> str:
    """Return the key to which a client uploads bytes, encrypted like those of the upload's object."""
    return f"registry/uploads/{encrypted_as(upload, encryption_key_of(object_))}"


def reserve(
    state: Entities, given: Input[object], command: ReserveUploads, tenant: str, at_ms: int
) -> Facts[RegistryEvent]:
    """Reserve uploads for all objects that the organisation does not hold, or reject the whole command."""
    if found := list(_wrong(state, tenant, command.uploads)):
        yield refuse(given, RejectionCode.INVALID, found)
        return
    within = named_by(state, sender_of(command))
    needed = tuple(each for each in command.uploads if not _is_there(state, tenant, each, within))
    new_bytes = sum(_more_bytes(state, tenant, upload) for upload in needed)
    kept = organisation(state, tenant)
    after = kept.unique_bytes + kept.reserved_bytes + new_bytes
    if new_bytes and kept.quota_bytes is not None and after > kept.quota_bytes:
        text = (
            f"{tenant} stores {kept.unique_bytes} bytes, has reserved {kept.reserved_bytes} and requests "
            f"{new_bytes} more; must be at most {kept.quota_bytes} together"
        )
        yield refuse(given, RejectionCode.QUOTA_EXCEEDED, text)
        return
    reserved = UploadsReserved(
        uploads=needed,
        expires_at_ms=at_ms + UPLOAD_MS,
        tenant=tenant,
        requested_by=sender_of(command).name,
        stored=StoredBytes(unique_bytes=kept.unique_bytes, reserved_bytes=kept.reserved_bytes + new_bytes),
    )
    yield Fact(reserved, command.repository, tenant)


def confirm(
    state: Entities, given: Input[object], command: ConfirmUpload, tenant: str
) -> Facts[RegistryEvent]:
    """Record that an upload's bytes are stored; an object that is already stored keeps its key."""
    upload = state.get(UPLOADS, command.upload)
    if upload is None or upload.tenant != tenant:
        text = must_be("upload", command.upload, "one that was reserved less than a day ago")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    prefix = copies_prefix(upload.object, command.upload)
    if not command.object_key.startswith(prefix):
        text = must_be("object_key", command.object_key[:200], f"a key that begins with {prefix}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    there = state.get(OBJECTS, upload.object)
    proven = UploadProven(
        upload=command.upload,
        object=upload.object,
        size_bytes=upload.size_bytes,
        object_key=command.object_key if there is None else there.key,
        tenant=tenant,
    )
    yield Fact(proven, upload.object, tenant)


def set_quota(given: Input[object], command: SetStorageQuota) -> Facts[RegistryEvent]:
    """Set an organisation's storage quota."""
    if command.quota_bytes is not None and command.quota_bytes < 0:
        text = must_be("quota_bytes", command.quota_bytes, "0 or more")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    quota = StorageQuotaSet(
        organisation=command.organisation,
        quota_bytes=command.quota_bytes,
        tenant=command.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(quota, command.organisation, command.tenant)


def end_expired(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """End uploads whose reservation has expired, at most ENDED_AT_ONCE in one call."""
    for count, name in enumerate(UPLOADS_BY_TIME.until(state, at_ms)):
        if count >= ENDED_AT_ONCE:
            return
        upload = state.get(UPLOADS, name)
        if upload is None:
            continue
        kept, claim = organisation(state, upload.tenant), _claim_of(state, name, upload)
        freed_bytes = claim.size_bytes if claim is not None and claim.uploads == (name,) else 0
        there = state.get(OBJECTS, upload.object)
        fact = UploadEnded(
            upload=name,
            object=upload.object,
            kept_key="" if there is None else there.key,
            tenant=upload.tenant,
            stored=StoredBytes(
                unique_bytes=kept.unique_bytes, reserved_bytes=kept.reserved_bytes - freed_bytes
            ),
        )
        yield Fact(fact, upload.object, upload.tenant)


def evolve_reserved(state: Changes, fact: UploadsReserved, at_ms: int) -> None:
    """Add each upload to the organisation's claim on its object until the reservation expires."""
    for each in fact.uploads:
        object_ = object_id(each.kind, each.hash)
        upload = Upload(
            tenant=fact.tenant,
            object=object_,
            size_bytes=each.size_bytes,
            expires_at_ms=fact.expires_at_ms,
        )
        state.put(UPLOADS, each.upload, upload)
        UPLOADS_BY_TIME.file(state, fact.expires_at_ms, each.upload)
        held = held_key(fact.tenant, object_)
        claim = state.get(CLAIMS, held)
        if claim is None:
            use(state, object_, +1, at_ms)
            claim = Claim(size_bytes=0, uploads=())
        size_bytes = max(claim.size_bytes, each.size_bytes)
        state.put(CLAIMS, held, replace(claim, size_bytes=size_bytes, uploads=(*claim.uploads, each.upload)))
    count(state, fact.tenant, fact.stored)


def evolve_quota(state: Changes, fact: StorageQuotaSet) -> None:
    """Set the organisation's storage quota."""
    kept = organisation(state, fact.organisation)
    state.put(ORGANISATIONS, fact.organisation, replace(kept, quota_bytes=fact.quota_bytes))


def evolve_proven(state: Changes, fact: UploadProven | ProvenObject, at_ms: int) -> None:
    """Record the object as stored; cancel its pending deletion."""
    upload = state.get(UPLOADS, fact.upload)
    if upload is not None:
        state.put(UPLOADS, fact.upload, replace(upload, proven=True))
        claim = _claim_of(state, fact.upload, upload)
        if claim is not None:
            state.put(CLAIMS, held_key(upload.tenant, upload.object), replace(claim, proven=True))
    stored = StoredObject(size_bytes=fact.size_bytes, key=fact.object_key)
    file_object(state, fact.object, stored, at_ms)
    tiering.evolve_stored(state, fact.object, fact.size_bytes, at_ms)


def evolve_ended(state: Changes, fact: UploadEnded, at_ms: int) -> None:
    """Remove the upload from its claim; drop the claim with its last upload."""
    upload = state.get(UPLOADS, fact.upload)
    if upload is not None:
        claim = _claim_of(state, fact.upload, upload)
        if claim is not None:
            left = tuple(name for name in claim.uploads if name != fact.upload)
            if left:
                state.put(CLAIMS, held_key(upload.tenant, upload.object), replace(claim, uploads=left))
            else:
                drop_claim(state, upload.tenant, upload.object, at_ms)
        UPLOADS_BY_TIME.remove(state, upload.expires_at_ms, fact.upload)
        state.delete(UPLOADS, fact.upload)
    count(state, fact.tenant, fact.stored)


def proven_by(state: Entities, proofs: Sequence[UploadProof], tenant: str) -> dict[str, ProvenObject]:
    """Return the objects that a command proves, by object; ignore proofs of other organisations' uploads."""
    proven: dict[str, ProvenObject] = {}
    for proof in proofs:
        upload = state.get(UPLOADS, proof.upload)
        if upload is None or upload.tenant != tenant:
            continue
        if proof.object_key.startswith(copies_prefix(upload.object, proof.upload)):
            there = state.get(OBJECTS, upload.object)
            proven[upload.object] = ProvenObject(
                upload=proof.upload,
                object=upload.object,
                size_bytes=upload.size_bytes,
                object_key=proof.object_key if there is None else there.key,
            )
    return proven


def is_available(
    state: Entities,
    tenant: str,
    object_: str,
    proven: Mapping[str, ProvenObject],
    within: Sequence[str] | None = None,
) -> bool:
    """Whether an organisation holds an object, or proves it: knowing a hash gives no access to the bytes.

    Args:
        state: The current state.
        tenant: The organisation.
        object_: KIND/HASH.
        proven: The objects that the same command proves.
        within: Ids of the repositories that the token is limited to (see `named_by`): only large objects
            that one of these holds count; None: no limit.
    """
    claim = state.get(CLAIMS, held_key(tenant, object_))
    claimed = claim is not None and (claim.proven or object_ in proven)
    return claimed or _is_held(state, tenant, object_, within)


def drop_claim(state: Changes, tenant: str, object_: str, at_ms: int) -> None:
    """Drop an organisation's claim on an object."""
    state.delete(CLAIMS, held_key(tenant, object_))
    use(state, object_, -1, at_ms)


def count(state: Changes, tenant: str, stored: StoredBytes) -> None:
    """Set an organisation's unique and reserved bytes to those of a fact."""
    kept = organisation(state, tenant)
    state.put(
        ORGANISATIONS,
        tenant,
        replace(kept, unique_bytes=stored.unique_bytes, reserved_bytes=stored.reserved_bytes),
    )


def _is_there(state: Entities, tenant: str, upload: ObjectUpload, within: Sequence[str] | None) -> bool:
    """Whether the organisation holds the object, or has proven it but not committed it yet."""
    return is_available(state, tenant, object_id(upload.kind, upload.hash), {}, within)


def _is_held(state: Entities, tenant: str, object_: str, within: Sequence[str] | None) -> bool:
    """Whether the organisation holds it; a large object counts only if one of these repositories has it."""
    if state.get(HOLDINGS, held_key(tenant, object_)) is None:
        return False
    if within is None or not is_large(object_):
        return True
    return any(state.get(KEPT, kept_key(repository, object_)) is not None for repository in within)


def _more_bytes(state: Entities, tenant: str, upload: ObjectUpload) -> int:
    """Return the bytes of an upload that are not reserved yet."""
    claim = state.get(CLAIMS, held_key(tenant, object_id(upload.kind, upload.hash)))
    return upload.size_bytes if claim is None else max(0, upload.size_bytes - claim.size_bytes)


def _claim_of(state: Entities, name: str, upload: Upload) -> Claim | None:
    """Return the claim that an upload belongs to; None: a commit has taken it over."""
    claim = state.get(CLAIMS, held_key(upload.tenant, upload.object))
    return claim if claim is not None and name in claim.uploads else None


def _wrong(state: Entities, tenant: str, uploads: Sequence[ObjectUpload]) -> Iterator[Violation]:
    if not 1 <= len(uploads) <= UPLOADS_MAX:
        yield Violation(field="uploads", value=f"{len(uploads)} items", allowed=f"1 to {UPLOADS_MAX}")
    seen: set[str] = set()
    for each in uploads:
        object_ = object_id(each.kind, each.hash)
        yield from wrong_hash(state, tenant, "hash", each.hash)
        if not 0 <= each.size_bytes <= SIZE_BYTES_MAX:
            yield Violation(field="size_bytes", value=str(each.size_bytes), allowed=f"0 to {SIZE_BYTES_MAX}")
        if object_ in seen or each.upload in seen or state.get(UPLOADS, each.upload) is not None:
            yield Violation(field="upload", value=each.upload[:80], allowed="each upload and object once")
        seen |= {object_, each.upload}
