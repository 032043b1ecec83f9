"""Site: the product that is broken, with a proxy before each client that needs one."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from types import TracebackType
from typing import Self

import psutil
from muster.client import Client
from muster.client.settings import Settings
from muster.demo import nodes
from muster.local.endpoints import SCHEDULERS
from muster.local.processes import supervisor
from muster.testkit.faults.load import GPU_MODEL
from muster.testkit.faults.witness import Witness
from muster.testkit.stack.kafka_proxy import KafkaProxy
from muster.testkit.stack.product import Product

_BOOTSTRAP = "MUSTER_KAFKA_BOOTSTRAP"
_NODES = "simulated"
_NODES_S = 240.0


class Site:
    """A running product.

    Args:
        product: With a process for each role.

    Attributes:
        product: The product.
        witness: Sees its facts.
        of_the_fault: Jobs that a fault has submitted itself.
    """

    def __init__(self, product: Product) -> None:
        self.product = product
        self.bootstrap = product.endpoints[_BOOTSTRAP]
        self.witness = Witness(self.bootstrap, product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"])
        self.of_the_fault: list[str] = []
        self._proxies: dict[str, KafkaProxy] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Leave the product as it was found."""
        self.witness.close()
        for name in self._proxies:
            self.product.stop(name)
        self.product.restart()
        for proxy in self._proxies.values():
            proxy.close()

    def proxied(self, *names: str) -> list[KafkaProxy]:
        """Return each program's proxy to the broker; restart those that do not use theirs yet."""
        for name in names:
            if name not in self._proxies:
                self._proxies[name] = KafkaProxy(self.bootstrap)
            process = supervisor.alive(self.product.home, name)
            wanted = self._proxies[name].bootstrap
            if process is None or process.environ().get(_BOOTSTRAP) != wanted:
                self.product.stop(name)
                self.product.start(name, {_BOOTSTRAP: wanted})
        return [self._proxies[name] for name in names]

    def ended(self, name: str) -> bool:
        """Whether a program no longer runs."""
        return supervisor.alive(self.product.home, name) is None

    def leader(self) -> str:
        """The program that leads."""
        return self.product.leader().name

    def standby(self) -> str:
        """The program that stands by."""
        return next(name for name in SCHEDULERS if name != self.leader())

    def leader_link(self) -> KafkaProxy:
        """The leader's way to the broker."""
        self.proxied(*SCHEDULERS)
        return self._proxies[self.leader()]

    def standby_link(self) -> KafkaProxy:
        """The standby's way to the broker."""
        self.proxied(*SCHEDULERS)
        return self._proxies[self.standby()]

    @contextmanager
    def simulated_nodes(self, count: int) -> Generator[None]:
        """Add `count` simulated nodes to the cell; on exit they take no more jobs."""
        home = self.product.home
        file = home.root / "simulated.csv"
        lines = [f"{_NODES}-{n},64000,262144,8,{GPU_MODEL}" for n in range(count)]
        file.write_text("\n".join(["sn,cpu_milli,memory_mib,gpu,model", *lines]) + "\n")
        with closing(Client(Settings.load({"MUSTER_HOME": str(home.root)}))) as client:

            def ready() -> int:
                return sum(n.state == "ready" and n.node_id.startswith(_NODES) for n in client.nodes())

            nodes.simulate(home, nodes.read_nodes(file))
            try:
                self.product.until(
                    lambda: ready() == count, _NODES_S, told=lambda: f"{ready()} of {count} joined"
                )
                yield
            finally:
                nodes.retire(home)
                self.product.until(lambda: ready() == 0, _NODES_S, told=lambda: f"{ready()} are ready")

    @contextmanager
    def stopped(self, name: str) -> Generator[None]:
        """Stop a program and all processes it has started by SIGSTOP for the duration of the block."""
        process = supervisor.alive(self.product.home, name)
        assert process is not None, f"{name} does not run"
        family = [process, *process.children(recursive=True)]
        with ExitStack() as going_on:
            for member in family:
                going_on.callback(_signal, member, signal.SIGCONT)
                _signal(member, signal.SIGSTOP)
            yield


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        os.kill(process.pid, number)
    except ProcessLookupError:
        return
