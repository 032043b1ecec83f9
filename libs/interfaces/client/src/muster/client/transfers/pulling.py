"""Download a version into a folder: keep existing files, and resume incomplete ones.

A file is written to a temporary place, named by the hash of its content, and moved into place once its
content has that hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from muster.client.errors import InvalidRequest, MusterError, NotFound, Unavailable
from muster.client.transfers import local
from muster.client.transfers.hub import Cas, Entry, Hub, again
from muster.client.transfers.pushing import Progress

AT_ONCE: Final = 4
"""Number of files fetched at the same time."""

STEP_BYTES: Final = 64 * 1024 * 1024
"""Bytes per request; the size of a fixed chunk."""


class Damaged(MusterError):
    """The downloaded bytes do not match the registry's hash."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """Result of a pull.

    Attributes:
        commit: The version.
        files: Total number of files.
        unchanged: Number of files that were already in place.
        size_bytes: Size of all files.
        fetched_bytes: Bytes fetched by this pull.
    """

    commit: str
    files: int
    unchanged: int
    size_bytes: int
    fetched_bytes: int


def pull(hub: Hub, revision: str, folder: Path, progress: Progress) -> Pulled:
    """Fetch all files of a version; other files in the folder are kept.

    Raises:
        Damaged: the bytes of a file do not match the registry's hash.
        MusterError: the registry refuses a request.
    """
    commit = str(hub.info(revision)["sha"])
    return fetch(hub, commit, hub.entries(commit), folder, progress)


def fetch(hub: Hub, commit: str, entries: Sequence[Entry], folder: Path, progress: Progress) -> Pulled:
    """Fetch some files of a version into a folder, as `pull` does.

    Raises:
        Damaged: the bytes of a file do not match the registry's hash.
        MusterError: the registry refuses a request.
    """
    places = {entry.path: local.place_of(folder, entry.path) for entry in entries}
    partial = folder / local.PARTIAL
    partial.mkdir(parents=True, exist_ok=True)
    total = sum(entry.size_bytes for entry in entries)
    progress.begin("Fetching", total)
    fetching = _Fetch(hub, commit, partial, progress)
    with ThreadPoolExecutor(AT_ONCE) as fetchers:
        fetched = list(fetchers.map(fetching.file, entries, places.values()))
    _swept(partial)
    return Pulled(commit, len(entries), fetched.count(None), total, sum(each or 0 for each in fetched))


class _Fetch:
    """Download of the files of one version."""

    def __init__(self, hub: Hub, commit: str, partial: Path, progress: Progress) -> None:
        self._hub, self._commit, self._partial, self._progress = hub, commit, partial, progress

    def file(self, entry: Entry, place: Path) -> int | None:
        """Put a file in place and return the number of bytes fetched; None if it was already there."""
        if _is(place, entry):
            self._progress.advance(entry.size_bytes)
            return None
        begun = self._partial / f"{entry.sha256 or entry.oid}-{entry.path.replace('/', '_')[-80:]}"
        begun.touch()
        had = begun.stat().st_size
        self._progress.advance(min(had, entry.size_bytes))
        if had > entry.size_bytes:
            begun.write_bytes(b"")
            had = 0
        self._resume(entry, begun)
        fetched = entry.size_bytes - had
        if not _is(begun, entry):
            fetched += self._mend(entry, begun)
        place.parent.mkdir(parents=True, exist_ok=True)
        begun.replace(place)
        return fetched

    def _resume(self, entry: Entry, begun: Path) -> None:
        """Append the missing bytes."""
        chunked = self._chunked(entry) if entry.sha256 else None

        with begun.open("ab") as file:

            def step() -> None:
                at = file.tell()
                for piece in self._pieces(entry, chunked, at, min(entry.size_bytes, at + STEP_BYTES)):
                    file.write(piece)
                    self._progress.advance(len(piece))

            while file.tell() < entry.size_bytes:
                again(step)

    def _pieces(self, entry: Entry, chunked: _Chunked | None, first: int, end: int) -> Iterator[bytes]:
        if chunked is None:
            return self._hub.pieces(self._commit, entry.path, first, end)
        return chunked.pieces(first, end)

    def _chunked(self, entry: Entry) -> _Chunked | None:
        """Return the file as chunks straight from the store, if the registry supports that."""
        digits = self._hub.head(self._commit, entry.path).get("X-Xet-Hash")
        if not digits:
            return None
        chunked = _Chunked(self._hub, self._hub.cas(self._commit), digits)
        return chunked if chunked.is_known() else None

    def _mend(self, entry: Entry, begun: Path) -> int:
        """Fetch the wrong parts again, by the file's manifest if it has one, else all; return the bytes."""
        wrong = self._wrong(entry, begun)
        with begun.open("r+b") as file:
            for first, end in wrong:
                file.seek(first)
                for piece in again(lambda: list(self._hub.pieces(self._commit, entry.path, first, end))):  # noqa: B023
                    file.write(piece)
        if not _is(begun, entry):
            begun.unlink()
            known_as = entry.sha256 or entry.oid
            raise Damaged(
                f"{entry.path}: downloaded twice, but the content does not match {known_as}",
                hint="try again; if this persists, notify the registry's operator",
            )
        return sum(end - first for first, end in wrong)

    def _wrong(self, entry: Entry, begun: Path) -> list[tuple[int, int]]:
        from muster.cas.fixed import FIXED_BYTES, manifest_of

        ranges = [
            (first, min(first + FIXED_BYTES, entry.size_bytes))
            for first in range(0, entry.size_bytes, FIXED_BYTES)
        ]
        try:
            asked = {"path": entry.path, "revision": self._commit}
            said: list[str] = self._hub.json("GET", f"{self._hub.own}/fixed-manifest", query=asked)["chunks"]
        except MusterError:
            return ranges  # the file has none, or the registry is not Muster's
        have = manifest_of(local.pieces(begun))
        chunks = zip(ranges, said, have, strict=False)
        return [where for where, right, is_ in chunks if right != is_] or ranges


class _Chunked:
    """A file whose chunks are read from the store and unpacked here."""

    def __init__(self, hub: Hub, cas: Cas, digits: str) -> None:
        self._hub, self._cas, self._digits = hub, cas, digits

    def is_known(self) -> bool:
        """Return whether the registry gives the locations of its bytes as Muster's does."""
        try:
            self._plan(0, 1)
        except (NotFound, InvalidRequest):
            return False
        return True

    def pieces(self, first: int, end: int) -> Iterator[bytes]:
        """Yield bytes `first` up to but excluding `end`."""
        plan = self._plan(first, end)
        skipped, left = int(plan["offset_into_first_range"]), end - first
        for term in plan["terms"]:
            for raw in self._chunks(plan["xorbs"], term):
                piece = raw[skipped : skipped + left]
                skipped = max(0, skipped - len(raw))
                left -= len(piece)
                if piece:
                    yield piece
        if left:
            raise Unavailable(f"the registry's answer is {left} bytes short")

    def _plan(self, first: int, end: int) -> dict[str, Any]:
        cas = self._cas
        headers = {"Authorization": f"Bearer {cas.token}", "Range": f"bytes={first}-{end - 1}"}
        url = f"{cas.url}/v2/reconstructions/{self._digits}"
        return self._hub.ask("GET", url, headers=headers).json()

    def _chunks(self, xorbs: dict[str, Any], term: dict[str, Any]) -> Iterator[bytes]:
        from muster.cas.errors import Malformed
        from muster.cas.xorbs import Reader

        start, stop = term["range"]["start"], term["range"]["end"]
        for fetch in xorbs[term["hash"]]:
            for part in fetch["ranges"]:
                chunks, stored = part["chunks"], part["bytes"]
                if not (chunks["start"] <= start and stop <= chunks["end"]):
                    continue
                reader, number = Reader(stored["start"]), chunks["start"]
                try:
                    for piece in self._hub.stored(fetch["url"], stored["start"], stored["end"] + 1):
                        for chunk in reader.feed(piece):
                            if start <= number < stop:
                                yield chunk.raw
                            number += 1
                except Malformed as error:
                    raise Unavailable(f"the store sent invalid bytes: {error}") from None
                return
        raise NotFound(f"the registry's answer has no location of chunks {start} to {stop}")


def _is(path: Path, entry: Entry) -> bool:
    """Return whether a local file matches the version's."""
    if not path.is_file() or path.stat().st_size != entry.size_bytes:
        return False
    if entry.sha256:
        return local.sha256_of(path) == entry.sha256
    return local.git_oid_of(path) == entry.oid


def _swept(partial: Path) -> None:
    """Remove the folder of incomplete files, unless another version has some in it."""
    try:
        partial.rmdir()
    except OSError:
        return
