"""Plain: the form in which most entities are written: None, numbers, texts, bytes, sequences and maps."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
"""Fields by name; jobs, of which there are most, are written without names. State hashes in recorded logs
depend on both: whoever changes them increments hashing.HASH_VERSION and snapshot.FORMAT."""
