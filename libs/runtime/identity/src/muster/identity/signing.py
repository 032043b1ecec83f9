"""Key pairs in files, and signing with them: Ed25519, which is small and has no parameters to get wrong.

A private key never leaves its file (mode 0600); who checks tokens reads only the public half, a JSON Web Key
Set.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)


@dataclass(frozen=True, slots=True)
class KeyPair:
    """Files of a key pair.

    Attributes:
        private_key_file: PKCS #8 PEM, mode 0600.
        jwks_file: The public key as a JSON Web Key Set (RFC 7517).
    """

    private_key_file: Path
    jwks_file: Path


def ensure_key_pair(private_key_file: Path, jwks_file: Path) -> KeyPair:
    """The key pair in these files, made the first time; two processes may call it at once."""
    for file in (private_key_file, jwks_file):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not private_key_file.exists():
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        _create(private_key_file, pem)
    jwks = json.dumps({"keys": [public_jwk(load_key(private_key_file).public_key())]}, indent=2).encode()
    if not jwks_file.exists() or jwks_file.read_bytes() != jwks:
        _replace(jwks_file, jwks)
    return KeyPair(private_key_file, jwks_file)


def load_key(file: Path) -> Ed25519PrivateKey:
    """The private key in a file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds no Ed25519 private key.
    """
    key = load_pem_private_key(file.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{file} holds a {type(key).__name__}; must be an Ed25519 private key")
    return key


def signed(key: Ed25519PrivateKey, claims: Mapping[str, object]) -> str:
    """A JWT with these claims."""
    kid = public_jwk(key.public_key())["kid"]
    return jwt.encode(dict(claims), key, algorithm="EdDSA", headers={"kid": kid})


def public_jwk(key: Ed25519PublicKey) -> dict[str, str]:
    """A public key as a JWK (RFC 8037), named by its thumbprint (RFC 7638)."""
    x = _base64url(key.public_bytes(Encoding.Raw, PublicFormat.Raw))
    required = json.dumps({"crv": "Ed25519", "kty": "OKP", "x": x}, separators=(",", ":"))
    kid = _base64url(hashlib.sha256(required.encode()).digest())
    return {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid, "alg": "EdDSA", "use": "sig"}


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _create(file: Path, content: bytes) -> None:
    """Write a file that nobody else may read, unless another process was first."""
    temporary = _write_beside(file, content)
    with suppress(FileExistsError):
        os.link(temporary, file)
    temporary.unlink()


def _replace(file: Path, content: bytes) -> None:
    _write_beside(file, content).replace(file)


def _write_beside(file: Path, content: bytes) -> Path:
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
    with os.fdopen(descriptor, "wb") as temporary:
        temporary.write(content)
    return Path(name)
