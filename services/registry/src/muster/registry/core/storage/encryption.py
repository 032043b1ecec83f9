"""Encryption keys of organisations. PURE.

SetEncryption -> EncryptionSet   only for an organisation without stored or reserved bytes

Only the key's name is known here. An encrypted object has another name than the same bytes elsewhere
(muster.cas.naming), so an organisation's key can change only while it has nothing under the former key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muster.cas.naming import BEFORE_KEY, digest_of, encrypted_as
from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import SetEncryption
from muster.events.registry_events import EncryptionSet, RegistryEvent
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.registry.core.access import sender_of
from muster.registry.core.names import ENCRYPTION_KEY, ENCRYPTION_KEY_ALLOWED, HASH
from muster.registry.core.state import ORGANISATIONS, organisation


def decide(state: Entities, given: Input[object], command: SetEncryption) -> Facts[RegistryEvent]:
    """Set an organisation's key; reject a change once it has stored or reserved bytes."""
    kept = organisation(state, command.organisation)
    held_bytes = kept.unique_bytes + kept.reserved_bytes
    if command.key and not ENCRYPTION_KEY.fullmatch(command.key):
        text = must_be("key", repr(command.key[:80]), f"{ENCRYPTION_KEY_ALLOWED}, or nothing")
        yield refuse(given, RejectionCode.INVALID, text)
    elif held_bytes and command.key != kept.encryption_key:
        text = (
            f"{command.organisation} stores {kept.unique_bytes} bytes and has reserved "
            f"{kept.reserved_bytes}; must be an organisation that stores nothing; mirror its repositories "
            "into one that is encrypted from the start"
        )
        yield refuse(given, RejectionCode.WRONG_STATE, text)
    else:
        fact = EncryptionSet(
            organisation=command.organisation,
            key=command.key,
            tenant=command.tenant,
            requested_by=sender_of(command).name,
        )
        yield Fact(fact, command.organisation, command.tenant)


def evolve(state: Changes, fact: EncryptionSet) -> None:
    """Encrypt what the organisation stores from now on with this key."""
    kept = organisation(state, fact.organisation)
    state.put(ORGANISATIONS, fact.organisation, replace(kept, encryption_key=fact.key))


def wrong_hash(state: Entities, tenant: str, field: str, hash_: str) -> Iterator[Violation]:
    """Check an organisation's hash of an object: HASH, or HASH~KEY if it has a key."""
    key, digest = organisation(state, tenant).encryption_key, digest_of(hash_)
    if not HASH.fullmatch(digest) or hash_ != encrypted_as(digest, key):
        allowed = f"64 of 0-9 a-f{f', then {BEFORE_KEY}{key}' if key else ''}"
        yield Violation(field=field, value=hash_[:150], allowed=allowed)
