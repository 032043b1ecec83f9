"""Lists of the xorbs that repositories got lately through this process, to compare new ones with."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from muster.cas.chunk_lists import ChunkList
from muster.cas.repeats import is_covered

RECENT_MS: Final = 3_600_000
"""Time for which a xorb is compared with; its upload reservation, without which it may be gone, is longer."""
RECENT_MAX: Final = 64
"""Maximum number of xorbs to compare with, of all repositories: about 20 MB of memory."""


class Recent:
    """Lists of the xorbs that repositories got lately; for one event loop."""

    def __init__(self) -> None:
        self._lists: OrderedDict[tuple[str, bytes], tuple[int, ChunkList]] = OrderedDict()

    def put(self, repository: str, held: ChunkList, now_ms: int) -> None:
        """Add a stored xorb; the oldest is dropped."""
        self._lists[repository, held.xorb] = (now_ms, held)
        if len(self._lists) > RECENT_MAX:
            self._lists.popitem(last=False)

    def covering(self, repository: str, chunks: ChunkList, now_ms: int) -> ChunkList | None:
        """Return a xorb with all chunks of another one; None: there is none."""
        for (name, xorb), (at_ms, held) in self._lists.items():
            is_other = name == repository and xorb != chunks.xorb
            if is_other and now_ms - at_ms < RECENT_MS and is_covered(chunks, held):
                return held
        return None
