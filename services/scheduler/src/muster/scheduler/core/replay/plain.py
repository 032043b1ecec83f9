"""Plain: the format of most written entities: None, numbers, strings, bytes, sequences and maps."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
"""Fields by name; jobs, the most numerous entities, are written without names. State hashes in recorded logs
depend on both: increment hashing.HASH_VERSION and snapshot.FORMAT when changing them."""
