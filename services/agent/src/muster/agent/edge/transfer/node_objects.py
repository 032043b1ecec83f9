"""NodeObjects: the objects of this node's tasks, at addresses that the API gives to the node.

Output is shipped all the time, so the addresses of later chunks are requested along with one: few at first,
since most ranks write little, then many at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from muster.agent.core.ledger import TaskKey
from muster.agent.edge.credential.node_api import ApiUnavailable, EnrolmentRefused, NotForThisNode
from muster.client.errors import MusterError
from muster.journal import Clock
from muster.store import StoreUnavailable
from muster.store.addressed import Address, AddressedStore, NotGranted, Pace
from muster.store.keys import later_chunks, log_of
from muster.store.uses import Operation, Use

AHEAD_FIRST, AHEAD = 1, 31
"""Number of chunks for which addresses are requested ahead: with the first of a stream, and later."""
MARGIN_MS: Final = 60_000
"""An address is not used in its last moments, since large objects take a while."""
HELD_MAX: Final = 512
TASKS_MAX: Final = 256
USES_AT_ONCE: Final = 64
"""Addresses requested in one call at most, as the API allows."""


class AddressGiver(Protocol):
    """Source of addresses."""

    def addresses(self, job_id: str, attempt: int, uses: Sequence[Use]) -> tuple[list[Address], int]:
        """Addresses for these uses, and for how many seconds they are valid.

        Raises:
            ApiUnavailable, NotForThisNode, EnrolmentRefused, MusterError: the API gives none.
        """
        ...


class NodeObjects:
    """Reads and writes objects of tasks. Safe to share between threads.

    Every method raises StoreUnavailable if a later retry makes sense, and NotGranted if not.

    Args:
        api: Source of addresses.
        clock: Clock for their validity.
    """

    def __init__(self, api: AddressGiver, clock: Clock) -> None:
        self._api = api
        self._clock = clock
        self._store = AddressedStore()
        self._lock = threading.Lock()
        self._addresses: dict[TaskKey, _TaskAddresses] = {}

    def put(self, task: TaskKey, key: str, data: bytes) -> str:
        """Store a small object; its address for events."""
        return self._store.put(self._of(task), key, data)

    def put_stream(self, task: TaskKey, key: str, stream: BinaryIO, pace: Pace) -> str:
        """Store a file, in parts if it is large; its address for events.

        Args:
            task: Task that owns the object.
            key: Key of the object.
            stream: Bytes to store.
            pace: Called with a number of bytes before these are sent; it may wait.
        """
        return self._store.put_stream(self._of(task), key, stream, pace)

    def fetch(
        self, task: TaskKey, key: str, sha256: str, into: Path, *, bytes_max: int | None = None
    ) -> None:
        """Download an object into a file and check its hash.

        Raises:
            NoSuchObject: it does not exist, is larger than bytes_max, or has another hash.
            OSError: the disk is full.
        """
        self._store.fetch(self._of(task), key, sha256, into, bytes_max=bytes_max)

    def prepare(self, task: TaskKey, keys: Sequence[str]) -> None:
        """Request the addresses of objects that will be fetched next, in one call.

        Args:
            task: Task that owns the objects.
            keys: At most USES_AT_ONCE.
        """
        self._of(task).request([Use(Operation.GET, key) for key in keys])

    def close(self) -> None:
        """Close the connections to the store."""
        self._store.close()

    def _of(self, task: TaskKey) -> _TaskAddresses:
        """The addresses of a task; those of the tasks used longest ago are asked for again."""
        with self._lock:
            found = self._addresses.pop(task, None) or _TaskAddresses(self._api, task, self._clock)
            self._addresses[task] = found
            if len(self._addresses) > TASKS_MAX:
                del self._addresses[next(iter(self._addresses))]
            return found


class _TaskAddresses:
    """Addresses for one task. Safe to share between threads.

    Args:
        api: Source of addresses.
        key: The task.
        clock: Clock for their validity.
    """

    def __init__(self, api: AddressGiver, key: TaskKey, clock: Clock) -> None:
        self._api = api
        self._key = key
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[Use, tuple[Address, int]] = {}

    def address(self, use: Use) -> Address:
        """See Addresses.address."""
        now_ms = self._clock.monotonic_ms()
        with self._lock:
            held = self._held.get(use)
            if held is not None and now_ms < held[1]:
                return held[0]
        return self.request([use, *_later(use)])[0]

    def request(self, uses: Sequence[Use]) -> list[Address]:
        """Request addresses, whether or not they are known, and keep them while they are valid."""
        if not uses:
            return []
        now_ms = self._clock.monotonic_ms()
        try:
            given, good_for_s = self._api.addresses(self._key.job_id, self._key.attempt, uses)
        except NotForThisNode as error:
            raise NotGranted(str(error)) from error
        except (ApiUnavailable, EnrolmentRefused, MusterError) as error:
            raise StoreUnavailable(f"no address of {uses[0].key}: {error}") from error
        until_ms = now_ms + good_for_s * 1000 - MARGIN_MS
        with self._lock:
            live = {each: kept for each, kept in self._held.items() if kept[1] > now_ms}
            self._held = live if len(live) < HELD_MAX else {}
            self._held.update({each: (address, until_ms) for each, address in zip(uses, given, strict=True)})
        return given

    def forget(self, use: Use) -> None:
        """See Addresses.forget."""
        with self._lock:
            self._held.pop(use, None)


def _later(use: Use) -> list[Use]:
    """Uses that will most likely be requested next."""
    if use.operation is not Operation.PUT or log_of(use.key) is None:
        return []
    ahead = AHEAD_FIRST if use.key.endswith("/00000000") else AHEAD
    return [Use(Operation.PUT, key) for key in later_chunks(use.key, ahead)]
