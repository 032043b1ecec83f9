"""Names of content: its hash, or its hash and the name of the key that it is encrypted with. PURE.

HASH       in the clear
HASH~KEY   encrypted with the key of this name: for storing, counting and removal another content than the
           same bytes in the clear, or under another key
"""

from __future__ import annotations

from typing import Final

BEFORE_KEY: Final = "~"
KEY_NAME: Final = r"[a-z0-9][a-z0-9-]{0,62}"
"""Pattern of the names of keys: a part of a path."""


def encrypted_as(digest: str, encryption_key: str) -> str:
    """Return the name of content with a hash under the key of this name; empty: in the clear."""
    return f"{digest}{BEFORE_KEY}{encryption_key}" if encryption_key else digest


def digest_of(named: str) -> str:
    """Return the hash in a name of content: HASH[~KEY], or KIND/ and either."""
    return named.rpartition("/")[2].partition(BEFORE_KEY)[0]


def encryption_key_of(named: str) -> str:
    """Name of the key that content is encrypted with; empty: it is in the clear."""
    return named.partition(BEFORE_KEY)[2]
