"""Output: copies a rank's output from its pipe into a file of bounded size."""

from __future__ import annotations

import os
from pathlib import Path

PIECE_BYTES = 64 * 1024


class Output:
    """One stream of one rank.

    Output beyond `bytes_max`, or on a full disk, is read and dropped, and a last line reports that:
    a rank must neither block nor die because of its output.

    Attributes:
        bytes_lost: Number of bytes dropped.

    Raises:
        OSError: the file cannot be created.
    """

    def __init__(self, file: Path, bytes_max: int) -> None:
        self.pipe, self.rank_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.pipe, False)
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self.bytes_lost = 0
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
        """Read the next piece, stored or dropped; None: there is none now, empty: none will come."""
        try:
            data = os.read(self.pipe, PIECE_BYTES)
        except BlockingIOError:
            return None
        if self._dropping:
            self.bytes_lost += len(data)
        else:
            self._keep(data)
        return data

    def _keep(self, data: bytes) -> None:
        kept, failure = _write(self._file, data[: self._left])
        self._left -= kept
        if kept < len(data):
            self._dropping = True
            self.bytes_lost += len(data) - kept
            why = failure or "the size limit of this stream is reached"
            notice = f"\n[muster: output from here on is dropped: {why}]\n"
            _write(self._file, notice.encode())  # a full disk has no room for the notice either


def _write(descriptor: int, data: bytes) -> tuple[int, str]:
    """Write data; return the number of bytes written, and why no more; empty: all were written."""
    written = 0
    try:
        while written < len(data):
            written += os.write(descriptor, memoryview(data)[written:])
    except OSError as error:
        return written, str(error.strerror)
    return written, ""
