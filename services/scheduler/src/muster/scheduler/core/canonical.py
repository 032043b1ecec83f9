"""Canonical bytes of plain data: equal values give equal bytes, on every machine, under any PYTHONHASHSEED.

They are MessagePack, written in the one shortest form, with the keys of maps sorted; so they depend neither
on the interpreter nor on how this package was built (ADR 56).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from msgspec.msgpack import Decoder, Encoder
from muster.events.job_commands import JobSpec
from muster.events.wire.once import ByIdentity

DIGEST_BYTES: Final = 16

SPECS_REMEMBERED: Final = 8_192
"""Specs for which the digest, the placement class and the like are remembered. It affects speed only."""

_ENCODER: Final = Encoder(order="deterministic")
_DECODER: Final = Decoder[Any]()
_DIGESTS: Final = ByIdentity[JobSpec, bytes](SPECS_REMEMBERED)


def canonical(value: object) -> bytes:
    """The bytes of None, booleans, integers of 64 bits, texts, bytes, and sequences and maps of these.

    Raises:
        OverflowError: An integer has more than 64 bits.
    """
    return _ENCODER.encode(value)


def plain(data: bytes) -> Any:
    """The inverse; every sequence is a list.

    Raises:
        ValueError: The bytes are damaged.
    """
    return _DECODER.decode(data)


def spec_bytes(spec: JobSpec) -> bytes:
    """The canonical bytes of a job's spec. `after` is left out while empty: digests from before it stay."""
    datum = spec.to_datum()
    if not spec.after:
        del datum["after"]
    return canonical(datum)


def digest_of(data: bytes) -> bytes:
    """The BLAKE2b digest of bytes, DIGEST_BYTES long."""
    return blake2b(data, digest_size=DIGEST_BYTES).digest()


def spec_digest(spec: JobSpec) -> bytes:
    """The digest by which equal specs are recognised."""
    return _DIGESTS.get(spec) or _DIGESTS.put(spec, digest_of(spec_bytes(spec)))
