"""Signed, expiring addresses of this API that work without a token."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

_PURPOSE: Final = b"muster-registry-links"


class Links:
    """Signs and verifies addresses; all API processes with the same store secret are interchangeable.

    Args:
        secret: Secret key of the store.
    """

    def __init__(self, secret: str) -> None:
        self._key = hmac.digest(secret.encode(), _PURPOSE, "sha256")

    def signed(self, path: str, values: Mapping[str, str], expires_at_ms: int) -> str:
        """Return the signed query of an address.

        Args:
            path: Path of the address, without a prefix.
            values: Query parameters.
            expires_at_ms: Expiry, in milliseconds since 1970 UTC.
        """
        signed_values = {**values, "expires": str(expires_at_ms)}
        return urlencode({**signed_values, "signature": self._signature(path, signed_values)})

    def is_good(self, path: str, query: Mapping[str, str], now_ms: int) -> bool:
        """Whether this API has signed the address, and it has not expired."""
        signed_values = {name: value for name, value in query.items() if name != "signature"}
        good = hmac.compare_digest(
            self._signature(path, signed_values).encode(), query.get("signature", "").encode()
        )
        expires = signed_values.get("expires", "")
        return good and expires.isdigit() and int(expires) > now_ms

    def _signature(self, path: str, signed_values: Mapping[str, str]) -> str:
        text = "\n".join((path, *(f"{name}={signed_values[name]}" for name in sorted(signed_values))))
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()
