"""JSON Web Key Sets (RFC 7517): the public keys that tokens are signed with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import jwt

ALGORITHMS: Final = ("EdDSA", "ES256", "RS256")


class Keys:
    """The keys of a JWKS file, read again when the file changes: rotation without a restart."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read_at: tuple[int, int] | None = None
        self._keys: Mapping[str, jwt.PyJWK] = {}

    def key(self, kid: str) -> jwt.PyJWK | None:
        """The key of that id.

        Raises:
            OSError: the file is gone.
            ValueError: it is not a JWKS.
        """
        status = self._file.stat()
        version = (status.st_mtime_ns, status.st_ino)
        if version != self._read_at:
            self._keys = read_jwks(self._file.read_bytes())
            self._read_at = version
        return self._keys.get(kid)


def read_jwks(content: bytes) -> Mapping[str, jwt.PyJWK]:
    """Signature keys by id; a key that is not for one of ALGORITHMS is left out.

    Raises:
        ValueError: it is not a JSON Web Key Set.
    """
    try:
        keys = cast("dict[str, Any]", json.loads(content))["keys"]
        found = [jwt.PyJWK.from_dict(k) for k in keys if k.get("alg") in ALGORITHMS and "kid" in k]
    except (ValueError, TypeError, KeyError, AttributeError, jwt.PyJWTError) as error:
        raise ValueError(f"not a JSON Web Key Set: {error}") from error
    return {cast("str", k.key_id): k for k in found}
