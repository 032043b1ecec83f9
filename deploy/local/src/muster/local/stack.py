"""The local stack's story: `up`, `down`, `status`.

    up:   ports -> downloads -> servers, side by side -> topics, schemas, keys -> services, side by side
    down: services, then the registry, then the other servers
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from muster.local import endpoints, ports, seed, supervisor
from muster.local.artifacts.download import fetch
from muster.local.artifacts.locks import read_lock
from muster.local.endpoints import Endpoints
from muster.local.home import Home
from muster.local.program import Program
from muster.local.progress import Progress
from muster.local.servers import SERVERS
from muster.local.services import SERVICES
from muster.local.start import start_all

PROGRAMS = (*SERVERS, *SERVICES)


@dataclass(frozen=True, slots=True)
class Line:
    """One program as `muster status` shows it."""

    name: str
    state: str
    port: int
    resident_bytes: int


def up(
    home: Home,
    progress: Progress,
    *,
    fresh: bool = False,
    servers_only: bool = False,
    external: Path | None = None,
    asked_ports: Mapping[str, int] | None = None,
    any_ports: bool = False,
) -> Endpoints:
    """Bring up what is not up yet. Nothing that this call started is left behind when it fails."""
    with home.lock():
        home.create()
        chosen = ports.choose(PROGRAMS, home.saved_ports(), asked_ports or {})
        wanted = SERVERS if servers_only else PROGRAMS
        absent = [program for program in wanted if supervisor.alive(home, program.name) is None]
        if any_ports:
            chosen = ports.choose_free(PROGRAMS)
        ports.check_free({name: chosen[name] for program in absent for name in program.ports})
        home.save_ports(chosen)
        told = endpoints.local(home, chosen)
        endpoints.write(told, home.endpoints_file)
        pins = [pin for name in ("kafka", "registry", "elasticsearch", "neo4j") for pin in read_lock(name)]
        progress.downloading(sum(pin.size_bytes for pin in pins if not pin.present))
        fetch(pins, progress.arrived)
        start_all(home, [p for p in absent if p in SERVERS], chosen, progress)
        seed.seed(home, told, progress)
        start_all(home, [p for p in absent if p in SERVICES], chosen, progress)
        return told
