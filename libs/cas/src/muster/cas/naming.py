"""What content is known by: its hash, or its hash and the name of the key that it is encrypted with. PURE.

HASH       in the clear
HASH~KEY   encrypted with the key of this name: other content than the same bytes in the clear, or under
           another key, as far as anybody is concerned who keeps, counts or removes it
"""

from __future__ import annotations

from typing import Final

BEFORE_KEY: Final = "~"
KEY_NAME: Final = r"[a-z0-9][a-z0-9-]{0,62}"
"""What a key may be called: a part of a path."""


def encrypted_as(digest: str, encryption_key: str) -> str:
    """What bytes with a hash are known by under the key of this name; empty: in the clear."""
    return f"{digest}{BEFORE_KEY}{encryption_key}" if encryption_key else digest


def digest_of(named: str) -> str:
    """The hash that bytes have, of what they are known by: HASH[~KEY], or that behind a KIND/."""
    return named.rpartition("/")[2].partition(BEFORE_KEY)[0]


def encryption_key_of(named: str) -> str:
    """Name of the key that content is encrypted with; empty: it is in the clear."""
    return named.partition(BEFORE_KEY)[2]
