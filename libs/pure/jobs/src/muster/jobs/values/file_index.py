"""Index of a job's working files: the archives that they consist of, unpacked in this order.

A folder is sent as many small archives, each named by its SHA-256, so that only those that changed are sent
again. The index, which the job names, is JSON: {"archives": ["SHA-256", ...]}.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final, cast

INDEX_TYPE: Final = "application/vnd.muster.file-index+json"
ARCHIVES_MAX: Final = 10_000
INDEX_BYTES_MAX: Final = ARCHIVES_MAX * 80
ALLOWED: Final = f'{{"archives": [...]}} with 1 to {ARCHIVES_MAX} different SHA-256 hashes in lower-case hex'

_SHA256: Final = re.compile(r"[0-9a-f]{64}")


class BadIndex(ValueError):
    """Bytes that are not an index of archives."""


def index_of(archives: Sequence[str]) -> bytes:
    """Return the index of archives; the same archives give the same bytes."""
    return json.dumps({"archives": list(archives)}, separators=(",", ":")).encode()


def archives_in(index: bytes) -> tuple[str, ...]:
    """Return the hashes of the archives in an index.

    Raises:
        BadIndex: the bytes are not an index.
    """
    try:
        document: Any = json.loads(index)
    except ValueError as error:
        raise BadIndex(f"not JSON: {error}") from None
    if not isinstance(document, dict) or set(cast("dict[str, Any]", document)) != {"archives"}:
        raise BadIndex("not an object whose only field is archives")
    archives = cast("list[Any]", document["archives"])
    if not isinstance(document["archives"], list) or not 1 <= len(archives) <= ARCHIVES_MAX:
        raise BadIndex(f"archives is not a list of 1 to {ARCHIVES_MAX}")
    for each in archives:
        if not isinstance(each, str) or not _SHA256.fullmatch(each):
            raise BadIndex(f"{each!r} is not a SHA-256 in lower-case hex"[:200])
    if len(set(archives)) < len(archives):
        raise BadIndex("archives names one archive twice")
    return tuple(cast("list[str]", archives))


def is_index(head: bytes) -> bool:
    """Whether bytes that begin like this are an index, and not an archive, which begins as gzip does."""
    return head.startswith(b"{")
