"""Random access to a remote file: only windows around the bytes that are read are fetched."""

from __future__ import annotations

from typing import Final

from muster.client.transfers.hub import Entry, Hub, again

WINDOW_BYTES: Final = 4 * 1024 * 1024


class RemoteFile:
    """Reader of ranges of one file, mostly forward; caches the last window.

    Args:
        hub: The repository.
        commit: The version.
        entry: The file.
    """

    def __init__(self, hub: Hub, commit: str, entry: Entry) -> None:
        self._hub, self._commit, self._entry = hub, commit, entry
        self._first, self._window = 0, b""

    @property
    def size_bytes(self) -> int:
        """Size of the file in bytes."""
        return self._entry.size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Read bytes `begin` up to but excluding `end`.

        Raises:
            MusterError: the registry refuses the request.
        """
        if begin == end:
            return b""
        if not self._first <= begin <= end <= self._first + len(self._window):
            stop = min(self.size_bytes, max(end, begin + WINDOW_BYTES))
            asked = (self._commit, self._entry.path, begin, stop)
            self._window = again(lambda: b"".join(self._hub.pieces(*asked)))
            self._first = begin
        return self._window[begin - self._first : end - self._first]
