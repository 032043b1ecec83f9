"""Send a file as content-defined chunks; chunks that the organisation has are only referenced.

1  ask the registry for the location of the first chunk and of each key chunk (one in 1,024), and for the
   chunks around it
2  pack new chunks into xorbs, which go straight into the store and are verified there
3  send a shard with the locations of all chunks of the file

When restarted after an interruption, the same file is cut into the same xorbs, and those already stored are
not sent again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from muster.cas import shards
from muster.cas.cutting import Cut, NewXorb
from muster.cas.hashing import is_key_chunk, keyed, to_hex
from muster.cas.index import Place
from muster.cas.shards import NO_KEY, Shard
from muster.client.errors import InvalidRequest, NotFound, Unavailable
from muster.client.transfers import local
from muster.client.transfers.hub import Cas, Hub, again

AT_ONCE: Final = 3
"""Number of xorbs sent at the same time, 64 MiB each."""


class ByContent:
    """Sender of files to one repository; sends each chunk only once.

    Args:
        hub: The repository.
        revision: Target branch.
        sent: Receives the number of bytes written to the store.
    """

    def __init__(self, hub: Hub, revision: str, sent: Callable[[int], None]) -> None:
        self._hub, self._revision, self._sent = hub, revision, sent
        self._known = _Known(self._around)

    def send(self, path: Path, advance: Callable[[int], None]) -> None:
        """Send a file, so that a commit can refer to it by its SHA-256.

        Raises:
            MusterError: the registry refuses a request.
        """
        try:
            self._send(path, advance)
        except InvalidRequest as error:
            if "not stored" not in str(error):
                raise
            # The registry has deleted chunks that it had a moment ago: send everything this time.
            self._known = _Known(lambda _chunk: None)
            self._send(path, lambda _bytes: None)

    def _send(self, path: Path, advance: Callable[[int], None]) -> None:
        def pieces() -> Any:
            for piece in local.pieces(path):
                yield piece
                advance(len(piece))

        cut = Cut(self._known.find)
        with ThreadPoolExecutor(AT_ONCE) as senders:
            under_way: list[Future[None]] = []
            for xorb in cut.xorbs(pieces()):
                self._known.add(NO_KEY, _places(xorb))
                under_way.append(senders.submit(self._send_xorb, xorb))
                while len(under_way) >= AT_ONCE:
                    under_way.pop(0).result()
            for each in under_way:
                each.result()
        self._register(shards.encode(Shard((cut.file(),))))

    def _send_xorb(self, xorb: NewXorb) -> None:
        again(lambda: self._send_once(xorb))

    def _send_once(self, xorb: NewXorb) -> None:
        cas, digits = self._cas(), to_hex(xorb.held.xorb)
        said = {"length": len(xorb.data)}
        grant = self._ask(cas, "POST", f"/v1/xorb-grants/default/{digits}", json=said).json()
        if "url" not in grant:
            return
        self._hub.put(grant["url"], xorb.data, len(xorb.data), grant["headers"])
        self._ask(cas, "POST", f"/v1/xorb-commits/default/{digits}/grant/{grant['id']}")
        self._sent(len(xorb.data))

    def _register(self, shard: bytes) -> None:
        answer = again(lambda: self._register_once(shard))
        if answer["type"] != "result":
            raise InvalidRequest(str(answer.get("message") or answer))

    def _register_once(self, shard: bytes) -> dict[str, Any]:
        said = self._ask(self._cas(), "POST", "/v2/shards", content=shard).text.splitlines()
        answer: dict[str, Any] = json.loads(said[-1])
        if answer["type"] == "error" and answer.get("retryable"):
            raise Unavailable(str(answer["message"]))
        return answer

    def _around(self, chunk: bytes) -> bytes | None:
        """Ask the registry for the chunks around a key chunk; None if it does not have the chunk."""
        try:
            return self._ask(self._cas(), "GET", f"/v1/chunks/default/{to_hex(chunk)}").content
        except NotFound:
            return None

    def _cas(self) -> Cas:
        return self._hub.cas(self._revision, to_write=True)

    def _ask(self, cas: Cas, method: str, path: str, **sent: Any) -> Any:
        shown = {"Authorization": f"Bearer {cas.token}"}
        return self._hub.ask(method, f"{cas.url}{path}", headers=shown, **sent)


class _Known:
    """Known locations of chunks, from the registry or from sending them.

    Args:
        ask: Returns the chunks around a key chunk.
    """

    def __init__(self, ask: Callable[[bytes], bytes | None]) -> None:
        self._ask = ask
        self._places: dict[bytes, dict[bytes, Place]] = {}

    def add(self, key: bytes, places: dict[bytes, Place]) -> None:
        """Add the locations of chunks, whose hashes are keyed by `key`."""
        self._places.setdefault(key, {}).update(places)

    def find(self, hashes: Sequence[bytes]) -> list[Place | None]:
        """Look up the locations of chunks."""
        found: list[Place | None] = []
        for number, hash_ in enumerate(hashes):
            place = self._place(hash_)
            # Each piece of a file begins with a chunk that may be a file's first: a few more requests.
            if place is None and (number == 0 or is_key_chunk(hash_)):
                self._learn(hash_)
                place = self._place(hash_)
            found.append(place)
        return found

    def _place(self, hash_: bytes) -> Place | None:
        for key, places in self._places.items():
            place = places.get(hash_ if key == NO_KEY else keyed(hash_, key))
            if place is not None:
                return place
        return None

    def _learn(self, chunk: bytes) -> None:
        data = self._ask(chunk)
        if data is None:
            return
        answer = shards.decode_answer(data)
        for xorb in answer.xorbs:
            numbered = enumerate(xorb.chunks)
            self.add(answer.key, {hash_: Place(xorb.hash, number) for number, (hash_, _) in numbered})


def _places(xorb: NewXorb) -> dict[bytes, Place]:
    held = xorb.held
    return {held.chunk(number): Place(held.xorb, number) for number in range(len(held))}
