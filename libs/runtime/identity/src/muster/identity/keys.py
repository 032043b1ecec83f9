"""JSON Web Key Sets (RFC 7517): the public keys that tokens are signed with."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import jwt
from muster.journal.clock import Clock
from muster.journal.errors import Unavailable

ALGORITHMS: Final = ("EdDSA", "ES256", "RS256")

LOOK_EVERY_MS: Final = 1_000
"""Time for which a removed key may still count for tokens checked before, milliseconds."""

_log = logging.getLogger(__name__)


class Keys:
    """The keys of a JWKS file, read again when the file changes: rotation without a restart.

    Args:
        file: A JSON Web Key Set, replaced whole.
        clock: Clock for the time since the last look at the file.

    Attributes:
        version: Grows whenever other keys were read.
    """

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._look_at_ms = 0
        self._read_at: tuple[int, int] | None = None
        self._keys: Mapping[str, jwt.PyJWK] = {}
        self._problem = ""
        self.version = 0

    @property
    def due(self) -> bool:
        """Whether `refresh` was last called LOOK_EVERY_MS ago or more.

        Looking at the file costs twice as much as finding a token that was checked before.
        """
        return self._clock.monotonic_ms() >= self._look_at_ms

    def refresh(self) -> None:
        """Read the file again if it was changed. While it is absent or no JWKS, the keys read last are good.

        Raises:
            Unavailable: no keys were ever read.
        """
        self._look_at_ms = self._clock.monotonic_ms() + LOOK_EVERY_MS
        try:
            self._read_if_changed()
            self._problem = ""
        except (OSError, ValueError) as error:
            if not self.version:
                raise Unavailable(f"no token can be checked: {self._file}: {error}") from error
            if str(error) != self._problem:
                self._problem = str(error)
                _log.warning("%s: %s; the keys read last stay good", self._file, error)

    def key(self, kid: str) -> jwt.PyJWK | None:
        """The key of that id, as of the last `refresh`."""
        return self._keys.get(kid)

    def _read_if_changed(self) -> None:
        status = self._file.stat()
        read_at = (status.st_mtime_ns, status.st_ino)
        if read_at != self._read_at:
            self._keys = read_jwks(self._file.read_bytes())
            self._read_at = read_at
            self.version += 1


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
