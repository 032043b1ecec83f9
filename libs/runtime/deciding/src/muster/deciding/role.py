"""The role of a deciding service: contend for its cell, and leave a snapshot when stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from muster.deciding.core.decider import Refused
from muster.deciding.core.entities import Entities
from muster.deciding.machine import DecidingMachine, Judge
from muster.deciding.replay import inputs_reach
from muster.deciding.service import DecidingService, leader_settings
from muster.deciding.snapshots import Snapshots
from muster.deciding.stores import EntityStore
from muster.journal import Clock, Delivery, Failpoints, Journal, Leader, Lease

_log = logging.getLogger(__name__)

_KEEP_S: Final = 5.0
"""Time that a clean stop waits for its last snapshot, seconds."""


def _everybody(delivery: Delivery[Any]) -> Refused | None:
    """Accept every input: the inputs of the service are not commands of tenants."""
    del delivery


class DecidingRole:
    """Stands by and leads in one thread.

    Args:
        service: The declaration.
        cell: The cell.
        journal: The log.
        store: Store of the state; this role is its only user, and closes it.
        snapshots: Snapshots of the state.
        lease: The process's shared one, or an OwnLease.
        process_id: Unique id of this process; in the records that it writes.
        stop: Set to have `run` return after the commit under way.
        clock: Time for decisions, durations for patience.
        chance: A random number from 0 up to 1, drawn for every patience.
        judge: See DecidingMachine; every service with scopes has one.
        look: See DecidingMachine.
        authorization: See DecidingMachine.
        failpoints: See DecidingMachine.

    Attributes:
        machine: Machine with its state.
        leader: For /readyz: `leading`, `problem`. A simulation drives it with `advance` instead of `run`.
    """

    def __init__(
        self,
        service: DecidingService,
        *,
        cell: str,
        journal: Journal,
        store: EntityStore,
        snapshots: Snapshots,
        lease: Lease,
        process_id: str,
        stop: threading.Event,
        clock: Clock,
        chance: Callable[[], float],
        judge: Judge | None = None,
        look: Callable[[Entities], None] | None = None,
        authorization: Callable[[], str] = str,
        failpoints: Failpoints | None = None,
    ) -> None:
        if service.scopes and judge is None:
            raise ValueError(f"{service.name} has scopes and nobody judges its senders")
        self._service = service
        self._journal = journal
        self._store = store
        self._snapshots = snapshots
        self.machine = DecidingMachine(
            service,
            cell=cell,
            producer=process_id,
            store=store,
            snapshots=snapshots,
            clock=clock,
            judge=judge or _everybody,
            look=look,
            authorization=authorization,
            failpoints=failpoints,
        )
        self.leader = Leader(
            journal,
            self.machine,
            leader_settings(service, cell, lease),
            leader_id=process_id,
            stop=stop,
            clock=clock,
            chance=chance,
        )

    def run(self) -> None:
        """Stand by and lead until stopped.

        Raises:
            Whatever Leader.run raises, and Unavailable when the broker does not answer at the start.
        """
        try:
            self._warn_of_short_inputs()
            self.leader.run()
            self._keep()
        finally:
            self._store.close()

    def _warn_of_short_inputs(self) -> None:
        """A log that cannot be verified is worth a warning, not a stop: recovery needs no inputs."""
        oldest = self._snapshots.oldest()
        for short in inputs_reach(self._service, self._journal, oldest) if oldest else ():
            _log.error("%s: the retention of an input is too short to verify the log: %s", oldest, short)

    def _keep(self) -> None:
        try:
            self.machine.keep(_KEEP_S)
        except TimeoutError:
            _log.warning("the last snapshot was not stored within %d s; the log stays enough", _KEEP_S)
