"""Heartbeats: the node's signs of life, each complete; jittered so that nodes do not send in step."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from importlib.metadata import version

from muster.agent.core.reports import Reporter
from muster.agent.edge.hardware.inventory import Gpus, Inventory, free_of
from muster.agent.edge.hardware.network_map import NetworkMap
from muster.agent.edge.hardware.usage import UsageMeter
from muster.events.node_heartbeats import Executor, NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import Clock, Outgoing, Position, Producer

JITTER = 0.1
"""Pauses are shorter than the interval by up to this fraction, so jitter never makes a heartbeat late."""

AGENT_VERSION = version("muster-agent")

_log = logging.getLogger(__name__)


class Heartbeats:
    """Sends heartbeats from its own thread. One that the log does not take is lost; the next is complete."""

    def __init__(
        self,
        *,
        reporter: Reporter,
        producer: Producer,
        clock: Clock,
        inventory: Inventory,
        gpus: Gpus,
        gpus_taken: Callable[[], Collection[int]],
        order_seq_stored: Callable[[], int],
        network: NetworkMap,
        usage: UsageMeter,
        boot_id: str,
        interval_ms: int,
        lease_ms: int,
    ) -> None:
        self._reporter = reporter
        self._producer = producer
        self._clock = clock
        self._inventory = inventory
        self._gpus = gpus
        self._gpus_taken = gpus_taken
        self._order_seq_stored = order_seq_stored
        self._usage = usage
        self._network = network
        self._boot_id = boot_id
        self._interval_ms = interval_ms
        self._lease_ms = lease_ms
        self._lost = False

    def run(self, stopping: threading.Event) -> None:
        """Send beats until `stopping` is set."""
        beat = 0
        while True:
            beat += 1
            envelope = self._reporter.heartbeat(self.beat(beat), self._clock.now_ms())
            self._producer.send(Outgoing(NODE_HEARTBEATS, envelope)).add_done_callback(self._note_answer)
            pause_ms = self._interval_ms * (1 - JITTER * random.random())  # noqa: S311  (nothing secret)
            if stopping.wait(pause_ms / 1000):
                return

    def beat(self, number: int) -> NodeHeartbeat:
        """The heartbeat with this number: the current state of the node."""
        has = self._inventory
        return NodeHeartbeat(
            node_id=self._reporter.node_id,
            boot_id=self._boot_id,
            beat=number,
            interval_ms=self._interval_ms,
            lease_ms=self._lease_ms,
            address=has.address,
            port_first=has.port_first,
            port_count=has.port_count,
            cpu_milli=has.cpu_milli,
            memory_mib=has.memory_mib,
            gpu_model=self._gpus.model,
            gpu_memory_mib=self._gpus.memory_mib,
            gpus=free_of(self._gpus, self._gpus_taken()),
            executor=Executor.PROCESS,
            agent_version=AGENT_VERSION,
            labels=has.labels,
            location=self._network.location(),
            taints=has.taints,
            sandbox=has.sandbox,
            enforces=has.enforces,
            machine_boot_id=has.machine_boot_id,
            usage=self._usage.read(),
            order_seq_stored=self._order_seq_stored(),
        )

    def _note_answer(self, answer: Future[Position]) -> None:
        """Log once that beats are lost, and once that they arrive again."""
        error = answer.exception()
        if error and not self._lost:
            _log.warning("the log does not take heartbeats: %s", error)
        if self._lost and not error:
            _log.info("the log takes heartbeats again")
        self._lost = error is not None
