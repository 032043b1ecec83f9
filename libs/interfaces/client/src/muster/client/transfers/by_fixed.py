"""Send a file as chunks of 64 MiB, identified by SHA-256, except those the organisation has.

The registry assembles and verifies the file and stores it like any other. The client needs nothing but
SHA-256. When restarted after an interruption, chunks verified within the last day are not sent again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from muster.cas.fixed import FIXED_BYTES, Manifest
from muster.client.errors import InvalidRequest, Unavailable
from muster.client.transfers import local
from muster.client.transfers.hub import Hub, again

AT_ONCE: Final = 4


class ByFixed:
    """Sender of files to one repository.

    Args:
        hub: The repository.
        sent: Receives the number of bytes written to the store.
    """

    def __init__(self, hub: Hub, sent: Callable[[int], None]) -> None:
        self._hub, self._sent = hub, sent

    def send(self, path: Path, advance: Callable[[int], None]) -> None:
        """Send a file, so that a commit can refer to it by its SHA-256.

        Raises:
            MusterError: the registry refuses a request.
        """
        manifest = Manifest()
        sha256 = local.sha256_of(path, manifest.feed)
        size_bytes, chunks = path.stat().st_size, manifest.chunks()
        first_of = {sha: n * FIXED_BYTES for n, sha in reversed(list(enumerate(chunks)))}
        sizes = {sha: min(FIXED_BYTES, size_bytes - first) for sha, first in first_of.items()}
        asked = [{"sha256": sha, "size_bytes": size} for sha, size in sizes.items()]
        told = self._hub.json("POST", f"{self._hub.own}/fixed-chunks", {"chunks": asked})["chunks"]
        wanted = [each for each in told if each["state"] == "wanted"]
        advance(size_bytes - sum(each["size_bytes"] for each in wanted))
        with ThreadPoolExecutor(AT_ONCE) as senders:
            for size in senders.map(partial(self._chunk, path, first_of), wanted):
                advance(size)
        body = {"sha256": sha256, "size_bytes": size_bytes, "chunks": chunks}
        again(lambda: self._put_together(body))

    def _chunk(self, path: Path, first_of: dict[str, int], wanted: dict[str, Any]) -> int:
        first, size = first_of[wanted["sha256"]], int(wanted["size_bytes"])
        self._hub.put(wanted["put"], lambda: local.pieces(path, first, first + size), size)
        self._hub.ask("POST", wanted["verify"], json={})
        self._sent(size)
        return size

    def _put_together(self, body: dict[str, Any]) -> None:
        last: dict[str, Any] = {"type": "error", "message": "the response ended early", "retryable": True}
        for line in self._hub.lines(f"{self._hub.own}/fixed-files", body):
            last = line
        match last:
            case {"type": "result"}:
                return
            case {"type": "error", "retryable": False}:
                raise InvalidRequest(str(last["message"]))
            case _:
                raise Unavailable(str(last.get("message") or "the response ended early"))
