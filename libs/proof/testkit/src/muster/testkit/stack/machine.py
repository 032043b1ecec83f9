"""Machine: another node of a running product, with real processes, that can die all at once."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final

import psutil
from muster.local import endpoints, seed, services
from muster.local.processes import supervisor
from muster.local.processes.ports import free_block
from muster.local.processes.program import Site
from muster.testkit.stack.product import Product

_LEASE_MS: Final = 10_000
_HEARTBEAT_MS: Final = 1_000


class Machine:
    """A node of its own on this host: an agent, its shims and their ranks.

    Args:
        product: The product that it belongs to.
        name: Node id of the machine.

    Attributes:
        name: Node id of the machine.
    """

    def __init__(self, product: Product, name: str) -> None:
        self.name = name
        self._product = product

    def die(self) -> None:
        """SIGKILL to its agent and to everything that it has started, as when the power goes."""
        for process in self._processes():
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        self._product.until(lambda: not self._processes(), told=lambda: f"{self.name} still runs")

    def _processes(self) -> list[psutil.Process]:
        """Return the agent first, so that it cannot report the ends of the others; then shims and ranks."""
        agent = supervisor.alive(self._product.home, self.name)
        rest = [process for process in psutil.process_iter() if self._is_mine(process)]
        return [*([agent] if agent is not None else []), *(each for each in rest if each != agent)]

    def _is_mine(self, process: psutil.Process) -> bool:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return False
            folder = f"/agent/{self.name}/"
            rank = process.environ().get("MUSTER_NODE_ID") == self.name
            return rank or any(folder in word for word in process.cmdline())
        except psutil.Error:
            return False  # it has ended


@contextmanager
def machine(product: Product, name: str, settings: Mapping[str, str] | None = None) -> Generator[Machine]:
    """Another node, ready for jobs that tolerate its taint and ask for its label, both `machine=test`.

    Args:
        product: The running product.
        name: Node id of the machine.
        settings: Settings of its agent; they override those of the product.
    """
    home = product.home
    seed.enrol(home, endpoints.read(home.endpoints_file), name, [name])
    program = services.service(
        name, "muster.agent", port=0, environment=services.agent_environment, ranks_port=0
    )
    ports = free_block()
    launch = program.launch(Site(name, home, {name: ports[0], services.RANKS: ports[1]}))
    own = {
        "MUSTER_AGENT_NODE_ID": name,
        "MUSTER_AGENT_GPUS": "1",
        "MUSTER_AGENT_LABELS": json.dumps({"machine": "test"}),
        "MUSTER_AGENT_TAINTS": json.dumps(["machine=test"]),
        "MUSTER_AGENT_LEASE_MS": str(_LEASE_MS),
        "MUSTER_AGENT_HEARTBEAT_MS": str(_HEARTBEAT_MS),
        "MUSTER_AGENT_ON_STOP": "end",
    }
    supervisor.spawn(home, name, replace(launch, env={**launch.env, **own, **(settings or {})}))
    made = Machine(product, name)
    try:
        product.until(lambda: _state(product, name) == "ready", told=lambda: f"{name} has not joined")
        yield made
    finally:
        product.stop(name)
        made.die()


def _state(product: Product, name: str) -> str:
    items = product.http.get("/v1/nodes").raise_for_status().json()["items"]
    return next((node["state"] for node in items if node["node_id"] == name), "")
