"""Bytes sealed for the holder of a private key: a sealer needs the public key alone, and cannot open.

    box    = PUBLIC (32, of a key pair drawn for this box)  sealed object (`sealing`)
    secret = HKDF-SHA256(X25519(own private, recipient's public), salt = both public keys)

It is the construction of ECIES (Abdalla, Bellare, Rogaway: "The oracle Diffie-Hellman assumptions", 2001).
Keys are PEM files as OpenSSL makes them: `openssl genpkey -algorithm X25519`, `openssl pkey -pubout`.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from muster.store.sealed.sealing import (
    HEADER_BYTES,
    SALT_BYTES,
    SECRET_BYTES,
    Damaged,
    ObjectKey,
    key_of,
    opened,
    opened_bytes,
    sealed,
    span,
)

_PUBLIC_BYTES: Final = 32
_BOX: Final = b"muster box 1"
_DIGEST: Final = b"muster box digest 1"
_NAME: Final = b"muster box name 1"


class InvalidKey(Exception):
    """A file has no X25519 key in PEM; the message shows none of it."""


class Sealer:
    """Seals for one recipient.

    Args:
        public: The recipient's public key.
    """

    def __init__(self, public: X25519PublicKey) -> None:
        self._public = public
        self._raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
        self._digest_key = _derived(self._raw, b"", _DIGEST)

    @classmethod
    def from_file(cls, file: Path) -> Sealer:
        """Return the sealer of a public key in a file.

        Raises:
            OSError: The file cannot be read.
            InvalidKey: The file holds no such key.
        """
        try:
            key = load_pem_public_key(file.read_bytes())
        except (ValueError, UnsupportedAlgorithm):
            raise _invalid(file, "public") from None
        if not isinstance(key, X25519PublicKey):
            raise _invalid(file, "public")
        return cls(key)

    def seal(self, data: bytes) -> bytes:
        """Return a box with these bytes; two boxes of the same bytes differ."""
        own = X25519PrivateKey.generate()
        public = own.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        secret = _derived(own.exchange(self._public), public + self._raw, _BOX)
        return public + b"".join(sealed([data], ObjectKey(secret, os.urandom(SALT_BYTES))))

    def digest(self, data: bytes) -> str:
        """Return a keyed digest, 64 hexadecimal digits: without the public key no guess can be checked."""
        return hmac.new(self._digest_key, data, sha256).hexdigest()


class Opener:
    """Opens boxes that were sealed for one recipient. Its text shows no key.

    Args:
        private: The recipient's private key.
    """

    def __init__(self, private: X25519PrivateKey) -> None:
        self._private = private
        self._public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        raw = private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        self._name_key = _derived(raw, b"", _NAME)
        self.sealer = Sealer(private.public_key())

    @classmethod
    def from_file(cls, file: Path) -> Opener:
        """Return the opener of a private key in a file.

        Raises:
            OSError: The file cannot be read.
            InvalidKey: The file holds no such key.
        """
        try:
            key = load_pem_private_key(file.read_bytes(), None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise _invalid(file, "private") from None
        if not isinstance(key, X25519PrivateKey):
            raise _invalid(file, "private")
        return cls(key)

    def open(self, box: bytes) -> bytes:
        """Return the bytes of a box.

        Raises:
            Damaged: Not a box, or sealed for another recipient.
        """
        public, stored = box[:_PUBLIC_BYTES], box[_PUBLIC_BYTES:]
        size = opened_bytes(len(stored))
        try:
            shared = self._private.exchange(X25519PublicKey.from_public_bytes(public))
        except ValueError:
            raise Damaged("it does not begin with a public key") from None
        key = key_of(stored[:HEADER_BYTES], _derived(shared, public + self._public, _BOX))
        return b"".join(opened([stored[HEADER_BYTES:]], key, span(0, size, size)))

    def name(self, text: str) -> str:
        """Return a keyed hash of a text, 64 hexadecimal digits; it takes the private key."""
        return hmac.new(self._name_key, text.encode(), sha256).hexdigest()


def make_key_pair(private_file: Path, public_file: Path) -> None:
    """Write a key pair, unless the private key is there already; two processes may call it at once."""
    private_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    if not private_file.exists():
        _link(private_file, pem)
    key = load_pem_private_key(private_file.read_bytes(), None)
    _link(public_file, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def _link(file: Path, data: bytes) -> None:
    """Write a file whole, mode 0600, unless it exists."""
    own = file.with_name(f"{file.name}.{os.getpid()}")
    own.touch(mode=0o600)
    own.write_bytes(data)
    with suppress(FileExistsError):
        file.hardlink_to(own)
    own.unlink()


def _derived(secret: bytes, salt: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), SECRET_BYTES, salt, purpose).derive(secret)


def _invalid(file: Path, half: str) -> InvalidKey:
    return InvalidKey(f"{file} is not a key; must be a {half} X25519 key in PEM")
