"""The stack under measurement: production's processes on servers of its own, and simulated nodes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

import psutil
from muster.client import Client
from muster.client.settings import Settings
from muster.demo import nodes
from muster.local import stack
from muster.local.endpoints import SCHEDULERS, Endpoints
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.services import HOSTED_NAMES
from muster.testkit.stack.leader import Leader, leader_of
from openb import OPENB

from end_to_end.usage import Usage, usage

PROJECTOR: Final = "projector"
PROGRAMS: Final = ("submit", *SCHEDULERS, PROJECTOR)
"""Without the agent of this machine: no job is to run here."""

NODE_LIST: Final = OPENB / "openb_node_list_gpu_node.csv"
NODES_MAX: Final = 1_213


class Cell:
    """A running stack.

    Args:
        home: Its folder.
        endpoints: Of its servers.

    Attributes:
        home: Its folder.
        endpoints: Of its servers.
    """

    def __init__(self, home: Home, endpoints: Endpoints) -> None:
        self.home = home
        self.endpoints = endpoints

    def leader(self) -> Leader:
        """Return the leading scheduler.

        Raises:
            TimeoutError: none did for a minute.
        """
        return leader_of(self.home)

    def usage(self, leader: Leader) -> Usage:
        """Return what every process of the stack has used so far, while this one leads."""
        return usage(self._programs(), leader.name)

    def resident_bytes(self, program: str) -> int:
        """Return the current memory of one program; 0 while it does not run."""
        process = supervisor.alive(self.home, program)
        return supervisor.resident_bytes(process) if process is not None else 0

    def stop_projector(self) -> None:
        """Stop the projector, so that projections follow later."""
        supervisor.stop(self.home, PROJECTOR, grace_s=30)

    def _programs(self) -> dict[str, psutil.Process]:
        alive = {name: supervisor.alive(self.home, name) for name in self.home.recorded()}
        return {name: process for name, process in alive.items() if process is not None}


@contextmanager
def cell(count: int, keep: Path | None, programs: Sequence[str] = PROGRAMS) -> Generator[Cell]:
    """Start a stack with simulated nodes; it is stopped and its folder removed at the end of the block.

    Args:
        count: Number of nodes, 1 to NODES_MAX.
        keep: Copy the processes' logs to this folder at the end; None: do not.
        programs: Programs to start.

    Raises:
        LocalError: it does not start.
        NodesDidNotJoin: the simulated nodes do not join in time.
    """
    with tempfile.TemporaryDirectory(prefix="muster-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # servers that give up root must reach their files
        home = Home(Path(folder))
        try:
            started = stack.up(home, only=programs, any_ports=True, apart=HOSTED_NAMES)
            _join(home, count)
            yield Cell(home, started.endpoints)
        finally:
            nodes.retire(home)
            stack.down(home)
            if keep is not None:
                shutil.copytree(home.root / "logs", keep, dirs_exist_ok=True)


def _join(home: Home, count: int) -> None:
    file = home.root / "nodes.csv"
    with NODE_LIST.open() as lines:
        file.write_text("".join(islice(lines, count + 1)))
    listed = nodes.read_nodes(file)
    nodes.simulate(home, listed)
    nodes.until_joined(Client(Settings.load({"MUSTER_HOME": str(home.root)})), home, listed)
