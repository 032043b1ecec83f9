"""Index of the chunks of one organisation: segments on disk, which can be deleted and are rebuilt.

Segment files have increasing numbers; entries of newer ones take precedence. A process that dies while it
merges leaves both the merged segment and its sources, which is harmless.
"""

from __future__ import annotations

import logging
import mmap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.index import Index, Place, Segment, build, merge, to_merge

_log = logging.getLogger(__name__)

LISTS_AT_ONCE: Final = 64
"""Maximum number of chunk lists in a new segment."""

LISTS_MAX: Final = 256
"""Maximum number of cached chunk lists."""

_ENDING: Final = ".segment"


class ChunkIndex:
    """Index of the chunks of one organisation. For one process, and one thread at a time.

    Args:
        folder: Folder of the segments; created if missing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._segments: list[tuple[int, Segment]] = []
        for file in sorted(folder.glob(f"*{_ENDING}"), reverse=True):
            try:
                self._segments.append((int(file.name.removesuffix(_ENDING)), _mapped(file)))
            except (Malformed, ValueError) as error:
                _log.warning("%s is invalid and will be rebuilt: %s", file, error)
                file.unlink()
        self.xorbs = self._taken()

    def find(self, hashes: Sequence[bytes]) -> list[Place | None]:
        """Return the probable place of each chunk, as a hint; None: not found."""
        return Index([segment for _, segment in self._segments]).find(b"".join(hashes))

    def follow(
        self, keys: Mapping[bytes, str], lists: Callable[[Mapping[bytes, str]], Mapping[bytes, ChunkList]]
    ) -> None:
        """Add xorbs that are not indexed yet, and merge segments.

        Args:
            keys: Keys of the organisation's xorbs.
            lists: Returns the chunk lists of xorbs.
        """
        new = iter([xorb for xorb in keys if xorb not in self.xorbs])
        while some := list(islice(new, LISTS_AT_ONCE)):
            self.add(list(lists({xorb: keys[xorb] for xorb in some}).values()))
        while (neighbours := to_merge([len(segment) for _, segment in self._segments])) is not None:
            self._merge(neighbours, keys)

    def add(self, lists: Sequence[ChunkList]) -> None:
        """Add these xorbs as a new segment."""
        number = 1 + max((number for number, _ in self._segments), default=0)
        self._segments.insert(0, (number, self._write(number, [build(lists)])))
        self.xorbs |= {held.xorb for held in lists}

    def _merge(self, neighbours: range, keys: Mapping[bytes, str]) -> None:
        """Merge adjacent segments into one, without xorbs that are gone."""
        some = self._segments[neighbours.start : neighbours.stop]
        number = some[0][0]
        merged = self._write(number, merge([segment for _, segment in some], keys.__contains__))
        self._segments[neighbours.start : neighbours.stop] = [(number, merged)]
        for old, _ in some[1:]:
            self._file(old).unlink()
        self.xorbs = self._taken()

    def _taken(self) -> set[bytes]:
        """Return all indexed xorbs."""
        return {segment.xorb(at) for _, segment in self._segments for at in range(segment.xorbs)}

    def _write(self, number: int, pieces: Iterable[bytes]) -> Segment:
        new = self._folder / "new"
        with new.open("wb") as out:
            out.writelines(pieces)
        new.replace(self._file(number))
        return _mapped(self._file(number))

    def _file(self, number: int) -> Path:
        return self._folder / f"{number:012d}{_ENDING}"


class Verified:
    """Finds chunks by an index, and verifies each hint against the xorb's chunk list.

    Args:
        index: The index.
        keys: Keys of the xorbs to consider.
        lists: Returns the chunk lists of xorbs.
    """

    def __init__(
        self,
        index: ChunkIndex,
        keys: Mapping[bytes, str],
        lists: Callable[[Mapping[bytes, str]], Mapping[bytes, ChunkList]],
    ) -> None:
        self._index = index
        self._keys = keys

        def list_of(xorb: bytes) -> ChunkList:
            return lists({xorb: keys[xorb]})[xorb]

        self._list = lru_cache(LISTS_MAX)(list_of)

    def find(self, hashes: Sequence[bytes]) -> list[Place | None]:
        """Return the place of each of these chunks; None: not found."""
        return list(self._found(hashes))

    def _found(self, hashes: Sequence[bytes]) -> Iterator[Place | None]:
        for hash_, place in zip(hashes, self._index.find(hashes), strict=True):
            if place is None or place.xorb not in self._keys:
                yield None
                continue
            held = self._list(place.xorb)
            is_so = place.chunk < len(held) and held.chunk(place.chunk) == hash_
            yield place if is_so else None


def _mapped(file: Path) -> Segment:
    with file.open("rb") as opened:
        return Segment(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))
