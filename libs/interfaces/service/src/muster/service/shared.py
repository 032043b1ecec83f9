"""State that the roles of a process share: one lease, one fold of memberships, for any number of roles.

Each is opened for the first role that asks and closed after the last one has ended. A broken one ends every
role that uses it; the next role that asks gets a new one.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from muster.service.settings import ServiceSettings

if TYPE_CHECKING:  # imported when a role asks: `--check` needs none of it
    from muster.events.wire.envelope import Topic
    from muster.identity import MembershipFeed
    from muster.journal import SharedLease
    from muster.journal.kafka import KafkaJournal

T = TypeVar("T")


def instance() -> str:
    """This process among all: host and pid."""
    return f"{platform.node()}/{os.getpid()}"


@dataclass(slots=True)
class _Opened(Generic[T]):
    thing: T
    close: ExitStack
    users: int = 0


class Shared(Generic[T]):
    """One thing for several users, in any threads.

    Args:
        open_: Opens it; what is to be closed at the end goes to the stack.
        usable: Whether one that is open can be given to another user.
    """

    def __init__(self, open_: Callable[[ExitStack], T], usable: Callable[[T], bool] = lambda _: True) -> None:
        self._open = open_
        self._usable = usable
        self._lock = threading.Lock()
        self._current: _Opened[T] | None = None

    @contextmanager
    def used(self) -> Generator[T]:
        """The thing, for as long as the block lasts."""
        opened = self._taken()
        try:
            yield opened.thing
        finally:
            self._given_back(opened)

    def _taken(self) -> _Opened[T]:
        with self._lock:
            if self._current is None or not self._usable(self._current.thing):
                with ExitStack() as stack:
                    thing = self._open(stack)
                    self._current = _Opened(thing, stack.pop_all())
            self._current.users += 1
            return self._current

    def _given_back(self, opened: _Opened[T]) -> None:
        with self._lock:
            opened.users -= 1
            if opened.users:
                return
            if self._current is opened:
                self._current = None
            opened.close.close()


class ProcessShared:
    """State that the roles of one process share.

    Args:
        settings: Address of the log; the same for every service of the process.

    Attributes:
        lease: Lease of all leaders of the process.
        memberships: Ended memberships and revoked tokens.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self.lease: Shared[SharedLease] = Shared(self._open_lease, lambda lease: lease.failure is None)
        self.memberships: Shared[MembershipFeed] = Shared(self._open_memberships)

    def _open_lease(self, stack: ExitStack) -> SharedLease:
        from muster.events.topics import PROCESS_LEASE  # noqa: PLC0415  (see above)
        from muster.journal import SharedLease, SystemClock  # noqa: PLC0415

        producer = self._journal(stack, "process-lease", PROCESS_LEASE).producer("lease")
        stack.enter_context(closing(producer))
        return SharedLease(producer, process_id=instance(), clock=SystemClock())

    def _open_memberships(self, stack: ExitStack) -> MembershipFeed:
        from muster.events.topics import IDENTITY_EVENTS  # noqa: PLC0415
        from muster.identity import MembershipFeed  # noqa: PLC0415

        journal = self._journal(stack, "identity", IDENTITY_EVENTS)
        return stack.enter_context(closing(MembershipFeed(journal, "identity")))

    def _journal(self, stack: ExitStack, client: str, topic: Topic) -> KafkaJournal:
        from muster.journal.kafka import KafkaJournal  # noqa: PLC0415

        settings = self._settings
        journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, client, topics=[topic])
        return stack.enter_context(closing(journal))
