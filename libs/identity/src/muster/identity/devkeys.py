"""A developer's own key pair and tokens: what the local stack uses where production has an identity provider.

The private key never leaves its file (mode 0600); services read only the public half, `jwks.json`. Ed25519:
small keys, no parameters to get wrong.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from muster.identity.principal import ROLES, SCOPES
from muster.journal.clock import Clock, SystemClock

ISSUER: Final = "muster-local"
AUDIENCE: Final = "muster"
TTL_S_MAX: Final = 366 * 86_400


@dataclass(frozen=True, slots=True)
class DevKeys:
    """Where the key pair is.

    Attributes:
        private_key_file: PKCS #8 PEM, mode 0600.
        jwks_file: The public key as a JSON Web Key Set (RFC 7517).
    """

    private_key_file: Path
    jwks_file: Path


def ensure_keys(home: Path) -> DevKeys:
    """The keys under `home`/keys, made the first time; two processes may call it at once."""
    folder = home / "keys"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    keys = DevKeys(private_key_file=folder / "private.pem", jwks_file=folder / "jwks.json")
    if not keys.private_key_file.exists():
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        _create(keys.private_key_file, pem)
    jwks = json.dumps({"keys": [public_jwk(_load(keys.private_key_file).public_key())]}, indent=2).encode()
    if not keys.jwks_file.exists() or keys.jwks_file.read_bytes() != jwks:
        _replace(keys.jwks_file, jwks)
    return keys


def mint(
    home: Path,
    *,
    subject: str,
    tenant: str,
    roles: Sequence[str],
    ttl_s: int,
    team: str | None = None,
    teams: Sequence[str] = (),
    scopes: Sequence[str] | None = None,
    issuer: str = ISSUER,
    audience: str = AUDIENCE,
    clock: Clock | None = None,
) -> str:
    """A signed token for `subject`, made with the key under `home`.

    Args:
        home: MUSTER_HOME; the keys are made when absent.
        subject: User.
        tenant: Tenant; the only place a tenant ever comes from.
        roles: Any of muster.identity.ROLES.
        ttl_s: Seconds until it expires, 1 to TTL_S_MAX.
        team: Who pays when a job does not say; absent: the first of `teams`, or the subject.
        teams: Every team of the user.
        scopes: What the token may do at most; absent: all that its roles allow.
        issuer: As the services are configured.
        audience: As the services are configured.
        clock: For the times in it.

    Raises:
        ValueError: ttl_s is out of range, or a role or scope is unknown; names what is allowed.
    """
    if not 1 <= ttl_s <= TTL_S_MAX:
        raise ValueError(f"ttl_s is {ttl_s}; allowed: 1 to {TTL_S_MAX}")
    for what, names, allowed in (("role", roles, ROLES), ("scope", scopes or (), tuple(SCOPES))):
        if unknown := [name for name in names if name not in allowed]:
            raise ValueError(f"{what} {unknown[0]}: allowed are {', '.join(allowed)}")
    private_key = _load(ensure_keys(home).private_key_file)
    now_s = (clock or SystemClock()).now_ms() // 1000
    claims: dict[str, object] = {
        "iss": issuer,
        "aud": audience,
        "sub": subject,
        "tenant": tenant,
        "roles": list(roles),
        "iat": now_s,
        "jti": os.urandom(12).hex(),
        "exp": now_s + ttl_s,
    }
    if team is not None:
        claims["team"] = team
    if teams:
        claims["teams"] = list(teams)
    if scopes is not None:
        claims["scope"] = " ".join(scopes)
    kid = public_jwk(private_key.public_key())["kid"]
    return jwt.encode(claims, private_key, algorithm="EdDSA", headers={"kid": kid})


def public_jwk(key: Ed25519PublicKey) -> dict[str, str]:
    """A public key as a JWK (RFC 8037), named by its thumbprint (RFC 7638)."""
    x = _base64url(key.public_bytes(Encoding.Raw, PublicFormat.Raw))
    required = json.dumps({"crv": "Ed25519", "kty": "OKP", "x": x}, separators=(",", ":"))
    kid = _base64url(hashlib.sha256(required.encode()).digest())
    return {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid, "alg": "EdDSA", "use": "sig"}


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _load(file: Path) -> Ed25519PrivateKey:
    key = load_pem_private_key(file.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{file}: a {type(key).__name__}; allowed is an Ed25519 private key")
    return key


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
