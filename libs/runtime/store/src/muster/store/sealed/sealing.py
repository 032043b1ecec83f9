"""Objects sealed in segments, so that ranges are read and every byte is authenticated. PURE.

    sealed object = HEADER SEGMENT ... SEGMENT
    HEADER        = MAGIC (8)  salt (32)  check (16)
    SEGMENT       = AES-256-GCM of at most 65,536 bytes, and its tag (16)
    key, check    = HKDF-SHA256(secret, salt)
    nonce         = number of the segment (11 bytes, big-endian)  1 of the last, 0 of the others (1 byte)

The construction is STREAM (Hoang, Reyhanitabar, Rogaway, Vizar: "Online Authenticated-Encryption and its
Nonce-Reuse Misuse-Resistance", 2015), as age and Tink have it. A salt is drawn for each object and makes its
key, so a nonce is used once; the nonce is the place of a segment, so none can be moved, left out or cut off.
Every segment is full but the last, and only that of an empty object is empty: the same bytes are cut in one
way. The check is of the key, not of the bytes: it tells another secret from damage.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SECRET_BYTES: Final = 32
SALT_BYTES: Final = 32
SEGMENT_BYTES: Final = 64 * 1024
"""Unsealed bytes in each segment but the last."""
TAG_BYTES: Final = 16
MAGIC: Final = b"MSEALED\x01"
"""The last byte is the version of the format."""
_CHECK_BYTES: Final = 16
HEADER_BYTES: Final = len(MAGIC) + SALT_BYTES + _CHECK_BYTES
_PURPOSE: Final = b"muster sealed object 1"
_KEY_BYTES: Final = 32
_STORED_BYTES: Final = SEGMENT_BYTES + TAG_BYTES


class Damaged(Exception):
    """The bytes differ from what was sealed; the text says how."""


class OtherSecret(Damaged):
    """The object was sealed under another secret, or its header is damaged."""


class OutsideObject(Exception):
    """The object has no such range."""


class ObjectKey:
    """The key of one object. Neither its text nor its attributes reveal a secret.

    Args:
        secret: SECRET_BYTES bytes known only to permitted readers.
        salt: SALT_BYTES random bytes, drawn for this object.

    Raises:
        ValueError: the secret or the salt has another length.
    """

    def __init__(self, secret: bytes, salt: bytes) -> None:
        for name, value, length in (("secret", secret, SECRET_BYTES), ("salt", salt, SALT_BYTES)):
            if len(value) != length:
                raise ValueError(f"{name} has {len(value)} bytes; must have {length}")
        made = HKDF(SHA256(), _KEY_BYTES + _CHECK_BYTES, salt, _PURPOSE).derive(secret)
        self.header = MAGIC + salt + made[_KEY_BYTES:]
        self._cipher = AESGCM(made[:_KEY_BYTES])

    def seal(self, number: int, segment: bytes, *, is_last: bool) -> bytes:
        """Return a segment as it is stored."""
        return self._cipher.encrypt(_nonce(number, is_last=is_last), segment, None)

    def open(self, number: int, stored: bytes, *, is_last: bool) -> bytes:
        """Return a segment unsealed.

        Raises:
            Damaged: it is not what was sealed there.
        """
        try:
            return self._cipher.decrypt(_nonce(number, is_last=is_last), stored, None)
        except InvalidTag:
            raise Damaged(f"segment {number} is not what was sealed") from None


def key_of(header: bytes, secret: bytes) -> ObjectKey:
    """Return the key of the object that begins with this header.

    Raises:
        Damaged: it is no header.
        OtherSecret: it is one of another secret.
    """
    if len(header) != HEADER_BYTES or not header.startswith(MAGIC):
        raise Damaged("it does not begin as a sealed object does")
    key = ObjectKey(secret, header[len(MAGIC) : len(MAGIC) + SALT_BYTES])
    if not hmac.compare_digest(key.header, header):
        raise OtherSecret("it was sealed under another secret than the key has, or its header is damaged")
    return key


def sealed(pieces: Iterable[bytes], key: ObjectKey) -> Iterator[bytes]:
    """Yield the sealed bytes of an object in pieces.

    Args:
        pieces: The bytes, in order, cut anyhow.
        key: Key of this object alone.
    """
    yield key.header
    number, waiting = 0, bytearray()
    for piece in pieces:
        waiting += piece
        begin = 0
        while len(waiting) - begin > SEGMENT_BYTES:  # a full segment may be the last
            yield key.seal(number, bytes(waiting[begin : begin + SEGMENT_BYTES]), is_last=False)
            number, begin = number + 1, begin + SEGMENT_BYTES
        del waiting[:begin]
    yield key.seal(number, bytes(waiting), is_last=True)


def sealed_bytes(size_bytes: int) -> int:
    """Return the sealed size of an object of this size."""
    return HEADER_BYTES + size_bytes + TAG_BYTES * _segments(size_bytes)


def opened_bytes(stored_bytes: int) -> int:
    """Return the unsealed size of a sealed object of this size.

    Raises:
        Damaged: no sealed object has this size.
    """
    body = stored_bytes - HEADER_BYTES
    size = body - TAG_BYTES * -(-body // _STORED_BYTES)
    if size < 0 or sealed_bytes(size) != stored_bytes:
        raise Damaged(f"{stored_bytes} bytes are not as many as a sealed object has: it was cut off")
    return size


class Span(NamedTuple):
    """The segments that a range of bytes lies in.

    Attributes:
        first: Number of the first.
        number: Number of segments.
        skipped: Bytes of the first that come before the range.
        length: Bytes of the range.
        ends: Whether the last of them is the last of the object.
    """

    first: int
    number: int
    skipped: int
    length: int
    ends: bool

    @property
    def stored_first(self) -> int:
        """Offset in the sealed object at which the segments begin."""
        return HEADER_BYTES + self.first * _STORED_BYTES

    def stored_end(self, size_bytes: int) -> int:
        """Offset in the sealed object at which the segments end, exclusive; `size_bytes`: unsealed."""
        if self.ends:
            return sealed_bytes(size_bytes)
        return HEADER_BYTES + (self.first + self.number) * _STORED_BYTES


def span(first: int, end: int, size_bytes: int) -> Span:
    """Return the segments that hold the bytes from `first` to `end` (exclusive) of an object of this size.

    Raises:
        OutsideObject: the object has no such range. The range of an empty object is 0 to 0.
    """
    if not (0 <= first < end <= size_bytes or first == end == size_bytes == 0):
        raise OutsideObject(f"byte range is {first} to {end}; must be non-empty and within 0 to {size_bytes}")
    begin, last = first // SEGMENT_BYTES, max(end - 1, 0) // SEGMENT_BYTES
    ends = last == _segments(size_bytes) - 1
    return Span(begin, last - begin + 1, first - begin * SEGMENT_BYTES, end - first, ends)


def opened(pieces: Iterable[bytes], key: ObjectKey, wanted: Span) -> Iterator[bytes]:
    """Yield the bytes of a range. Every byte is authenticated before it is passed on.

    Args:
        pieces: The stored segments of the range, in order, cut at any points; begins with the first segment.
        key: Key of the object.
        wanted: The range.

    Raises:
        Damaged: the bytes differ from what was sealed.
    """
    skipped, left = wanted.skipped, wanted.length
    numbers = range(wanted.first, wanted.first + wanted.number)
    for number, stored in zip(numbers, _cut(pieces, wanted.number), strict=True):
        is_last = wanted.ends and number == numbers[-1]
        whole = key.open(number, stored, is_last=is_last)
        if not is_last and len(whole) != SEGMENT_BYTES:
            raise Damaged(f"segment {number} has {len(whole)} bytes")
        piece = whole[skipped : skipped + left]
        skipped, left = 0, left - len(piece)
        if piece:
            yield piece
    if left:
        raise Damaged(f"{left} bytes are missing")


def _cut(pieces: Iterable[bytes], count: int) -> Iterator[bytes]:
    """Yield `count` segments; all are full but perhaps the last."""
    waiting = bytearray()
    given = 0
    for piece in pieces:
        waiting += piece
        begin = 0
        while len(waiting) - begin >= _STORED_BYTES and given < count - 1:
            yield bytes(waiting[begin : begin + _STORED_BYTES])
            given, begin = given + 1, begin + _STORED_BYTES
        del waiting[:begin]
    if given < count - 1 or not TAG_BYTES <= len(waiting) <= _STORED_BYTES:
        raise Damaged(f"segment {given} was cut off, or something follows it")
    yield bytes(waiting)


def _segments(size_bytes: int) -> int:
    return max(1, -(-size_bytes // SEGMENT_BYTES))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if is_last else b"\x00")
