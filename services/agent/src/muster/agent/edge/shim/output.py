"""Output: copies a rank's output from its pipe into a file of bounded size."""

from __future__ import annotations

import os
from pathlib import Path

PIECE_BYTES = 64 * 1024


class Output:
    """One stream of one rank.

    Output beyond `bytes_max`, or when the disk is full, is read and dropped, with a last line that says so:
    a rank must neither block nor die because of its output.

    Raises:
        OSError: the file cannot be created.
    """

    def __init__(self, file: Path, bytes_max: int) -> None:
        self.pipe, self.rank_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.pipe, False)
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._left = bytes_max
        self._dropping = False

    def copy(self) -> bool:
        """Copy one piece of the available output; False once every writer has closed the pipe."""
        piece = self._take()
        return piece is None or bool(piece)

    def drain(self) -> None:
        """Copy everything that is in the pipe now."""
        while self._take():
            pass

    def close(self) -> None:
        """Sync and close the file, close the pipe."""
        os.fsync(self._file)
        os.close(self._file)
        os.close(self.pipe)

    def _take(self) -> bytes | None:
        """The next piece, kept or dropped; None when there is none now, empty when none will come."""
        try:
            data = os.read(self.pipe, PIECE_BYTES)
        except BlockingIOError:
            return None
        if not self._dropping:
            self._keep(data)
        return data

    def _keep(self, data: bytes) -> None:
        if len(data) > self._left:
            self._drop_from_here(data[: self._left], "the size limit of this stream is reached")
            return
        try:
            _write_all(self._file, data)
        except OSError as error:
            self._drop_from_here(b"", str(error.strerror))
        self._left -= len(data)

    def _drop_from_here(self, last: bytes, why: str) -> None:
        self._dropping = True
        notice = f"\n[muster: output from here on is dropped: {why}]\n".encode()
        try:
            _write_all(self._file, last + notice)
        except OSError:
            return  # a full disk has no room for the notice either


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
