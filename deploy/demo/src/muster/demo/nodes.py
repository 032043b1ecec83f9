"""The 1,213 real nodes, simulated by one agent that belongs to the stack: `muster down` stops it too."""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from muster.client import Client
from muster.local import endpoints, seed
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.processes.program import Launch
from muster.local.services import agent_environment

AGENT: Final = "agent-openb"
_JOIN_MAX_S: Final = 240.0
_GRACE_S: Final = 10.0


class NodesDidNotJoin(RuntimeError):
    """Some simulated nodes were not ready in time."""


@dataclass(frozen=True, slots=True)
class NodeList:
    """The numbers of nodes and GPUs in a node list, and a pattern that all names of its nodes match."""

    file: Path
    pattern: str
    nodes: int
    gpus: int
    models: tuple[str, ...]


def read_nodes(file: Path) -> NodeList:
    """Count a node list.

    Raises:
        OSError, KeyError, ValueError: it is not a node list.
    """
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    models = sorted({row["model"] for row in rows if int(row["gpu"])})
    pattern = f"{_common_beginning([row['sn'] for row in rows])}*"
    return NodeList(file, pattern, len(rows), sum(int(row["gpu"]) for row in rows), tuple(models))


def _common_beginning(names: Sequence[str]) -> str:
    first, last = min(names, default=""), max(names, default="")
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))


def simulate(home: Home, listed: NodeList) -> None:
    """Start the agent of the simulated nodes, unless it runs already."""
    if supervisor.alive(home, AGENT):
        return
    seed.enrol(home, endpoints.read(home.endpoints_file), AGENT, [listed.pattern])
    environment = agent_environment(home, AGENT)
    argv = (sys.executable, "-m", "muster.agent", "sim", "--nodes", str(listed.file), "--speed", "1")
    supervisor.spawn(home, AGENT, Launch(argv, env={**environment, "MUSTER_HOME": str(home.root)}))


def retire(home: Home) -> None:
    """Stop the agent, so that no later job is placed on a simulated node."""
    supervisor.stop(home, AGENT, grace_s=_GRACE_S)


def until_joined(client: Client, home: Home, listed: NodeList) -> None:
    """Wait until the API shows every simulated node ready.

    Raises:
        NodesDidNotJoin: names the agent's log.
    """
    deadline = time.monotonic() + _JOIN_MAX_S
    while True:
        ready = sum(n.state == "ready" and n.executor.lower() == "simulated" for n in client.nodes())
        if ready >= listed.nodes:
            return
        if time.monotonic() > deadline or not supervisor.alive(home, AGENT):
            joined = f"{ready} of {listed.nodes} simulated nodes joined within {_JOIN_MAX_S:.0f} s"
            raise NodesDidNotJoin(f"{joined}; see {home.log(AGENT)}")
        time.sleep(0.5)
