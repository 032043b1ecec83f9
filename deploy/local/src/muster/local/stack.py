"""The local stack: `up`, `down`, `status`.

up:   ports -> downloads -> servers in parallel -> topics, schemas, keys -> services in parallel
down: in reverse order: services, the schema registry, the other servers
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from muster.local import endpoints
from muster.local.artifacts import read_lock
from muster.local.endpoints import Endpoints
from muster.local.errors import ConflictError, UsageError
from muster.local.home import Home
from muster.local.processes import ports, supervisor
from muster.local.processes.program import Program
from muster.local.processes.start import Starter
from muster.local.progress import SILENT, Progress
from muster.local.servers import SERVERS
from muster.local.servers.schema_registry import SCHEMA_REGISTRY
from muster.local.services import HOST, HOSTED_NAMES, SERVICES, layout

PROGRAMS = (*SERVERS, *SERVICES)
"""Every program of any layout."""
LAYOUT = "MUSTER_STACK_HOST"
"""`shared`: roles that can share a process do so. `separate`: each has its own, as in production."""
_GRACE_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """Result of `up`.

    Attributes:
        endpoints: addresses of all servers and services.
        seconds: start-up time of each program it started; empty if all were already running.
    """

    endpoints: Endpoints
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The state of one program.

    Attributes:
        state: `ready`, `not ready` (running but not answering), `ended` (on its own), or `stopped`.
    """

    name: str
    state: str
    port: int | None
    pid: int | None = None
    resident_bytes: int = 0
    log: Path

    def document(self) -> dict[str, str | int | None]:
        """Return the state as data."""
        return {**asdict(self), "log": str(self.log)}


def up(
    home: Home,
    *,
    fresh: bool = False,
    external_file: Path | None = None,
    only: Collection[str] | None = None,
    asked_ports: Mapping[str, int] | None = None,
    any_ports: bool = False,
    apart: Collection[str] | None = None,
    progress: Progress = SILENT,
) -> Started:
    """Start all programs that are not running. If one fails, the others stay up, and the next `up` continues.

    Args:
        home: the stack's folder.
        fresh: first stop all programs and delete all data.
        external_file: endpoints.env of servers that are already running; these are checked, none is started.
        only: names of programs to start, together with those they need; None: all.
        asked_ports: port numbers by name; take precedence over the environment, saved ports and defaults.
        any_ports: use free ports at the first `up` of this home.
        apart: names of the hosted roles that get a process each; None: those that have one now, or else all
            or none, as set by MUSTER_STACK_HOST.
        progress: receives the progress.

    Raises:
        LocalError: a UsageError, ConflictError or UnavailableError that says what is wrong and what to do.
    """
    with home.lock():
        if fresh:
            _stop(home, home.recorded(), progress)
            home.discard_data()
        home.create()
        wanted = _select(only, external_file, _apart(home, apart))
        absent = [program for program in wanted if not supervisor.alive(home, program.name)]
        chosen = ports.choose(PROGRAMS, asked_ports or {}, home.saved_ports(), any_free=any_ports)
        where = _endpoints(home, chosen, external_file)
        _refuse_other_settings(home, where, chosen)
        if not absent:
            return Started(endpoints=where)
        ports.check_free({name: chosen[name] for program in absent for name in program.ports})
        home.save_ports(chosen)
        endpoints.write(where, home.endpoints_file)
        starter = Starter(home, chosen, progress)
        has_log = external_file is not None or SCHEMA_REGISTRY in wanted
        try:
            _start(starter, absent, where, has_log=has_log)
        except BaseException:
            _stop(home, [program.name for program in absent if program.name not in starter.seconds], progress)
            raise
        return Started(endpoints=where, seconds=starter.seconds)


def down(home: Home, *, progress: Progress = SILENT) -> int:
    """Stop everything that was started from this home.

    Returns:
        The number of processes stopped.
    """
    with home.lock():
        stopped = _stop(home, home.recorded(), progress)
        return stopped + supervisor.stop_strays(home, grace_s=_GRACE_S)


def status(home: Home) -> list[Standing]:
    """Return the state of every program of this home; empty if `up` never ran here."""
    chosen = home.saved_ports()
    programs = (*SERVERS, *layout(_apart(home, None)))
    known = {program.name: program for program in programs if set(program.ports) <= set(chosen)}
    names = [*known, *(name for name in home.recorded() if name not in known)]

    def standing(name: str) -> Standing:
        return _standing(home, name, known.get(name), chosen)

    with ThreadPoolExecutor(max(len(names), 1)) as pool:
        return list(pool.map(standing, names))


def _start(starter: Starter, absent: list[Program], where: Endpoints, *, has_log: bool) -> None:
    servers = [program for program in absent if program in SERVERS]
    missing = [pin for server in servers for pin in read_lock(server.name) if not pin.present]
    if missing:
        from muster.local.artifacts.download import fetch  # noqa: PLC0415  (for a first start only)

        starter.progress.downloading(sum(pin.size_bytes for pin in missing))
        fetch(missing, starter.progress.arrived)
    starter.start_all(servers)
    if has_log:
        from muster.local import seed  # noqa: PLC0415  (a Kafka client, slow to import: `status` needs none)

        seed.seed(starter.home, where, starter.progress)
    starter.start_all([program for program in absent if program not in SERVERS])


def _endpoints(home: Home, chosen: Mapping[str, int], external_file: Path | None) -> Endpoints:
    own = endpoints.local(home, chosen)
    if external_file is None:
        return own
    from muster.local import external  # noqa: PLC0415  (an S3 client, slow to import too)

    foreign = endpoints.read(external_file, otherwise=own)
    return external.check(replace(foreign, api_url=own.api_url))  # the API is a service, and starts here


def _apart(home: Home, asked: Collection[str] | None) -> frozenset[str]:
    """Return the hosted roles that have a process each in the chosen layout.

    Raises:
        ConflictError: the stack is running with another layout.
        UsageError: the variable has an invalid value.
    """
    value = os.environ.get(LAYOUT, "shared")
    if value not in ("shared", "separate"):
        raise UsageError(f"{LAYOUT} is {value}; must be shared or separate")
    running = frozenset(name for name in HOSTED_NAMES if supervisor.alive(home, name))
    is_shared = supervisor.alive(home, HOST.name) is not None
    if asked is not None:
        wanted = frozenset(asked)
        if running - wanted or (is_shared and wanted == HOSTED_NAMES):
            raise ConflictError(
                f"{home.root} is running with another layout of its services; run `muster down` first"
            )
        return wanted
    if running or is_shared:
        begun = set(home.recorded())
        return HOSTED_NAMES & begun if HOST.name in begun else HOSTED_NAMES
    return HOSTED_NAMES if value == "separate" else frozenset()


def _select(
    only: Collection[str] | None, external_file: Path | None, apart: Collection[str]
) -> list[Program]:
    """Return the programs to run, each after those it needs."""
    services = layout(apart)
    allowed = {program.name: program for program in (services if external_file else (*SERVERS, *services))}
    names = set(allowed if only is None else only)
    if unknown := sorted(names - set(allowed)):
        raise UsageError(f"--only is {unknown[0]}; must be one of {', '.join(allowed)}")
    for program in reversed(allowed.values()):
        if program.name in names:
            names.update(program.needs)
    return [program for program in allowed.values() if program.name in names]


def _refuse_other_settings(home: Home, where: Endpoints, chosen: Mapping[str, int]) -> None:
    """Refuse if running programs use other endpoints than those that would start now."""
    running = [program.name for program in PROGRAMS if supervisor.alive(home, program.name)]
    if running and (endpoints.read(home.endpoints_file), home.saved_ports()) != (where, chosen):
        raise ConflictError(
            f"{', '.join(running)} of {home.root} are running with other ports or servers than requested; "
            "run `muster down` first"
        )


def _stop(home: Home, names: list[str], progress: Progress) -> int:
    """Stop programs, in parallel where none needs another; return the number stopped."""
    grace_s = {program.name: program.grace_s for program in PROGRAMS}

    def stop_one(name: str) -> bool:
        ran = supervisor.stop(home, name, grace_s=grace_s.get(name, _GRACE_S))
        if ran:
            progress.stopped(name)
        return ran

    stopped = 0
    for wave in stop_order(names):
        with ThreadPoolExecutor(len(wave)) as pool:
            stopped += sum(pool.map(stop_one, wave))
    return stopped


def stop_order(names: list[str]) -> list[list[str]]:
    """Return the names in stages to stop them: first those that no other needs, and so on."""
    needs = {program.name: program.needs for program in PROGRAMS}
    waves: list[list[str]] = []
    left = set(names)
    while left:
        needed = {need for name in left for need in needs.get(name, ())}
        waves.append(sorted(left - needed))
        left &= needed
    return waves


def _standing(home: Home, name: str, program: Program | None, chosen: Mapping[str, int]) -> Standing:
    """Return the state of one program; `program` is None for a foreign one, such as the demo's nodes."""
    process = supervisor.alive(home, name)
    port = chosen[program.port_name] if program else None
    if process is None:
        state = "ended" if supervisor.recall(home, name) else "stopped"
        return Standing(name=name, state=state, port=port, log=home.log(name))
    return Standing(
        name=name,
        state="ready" if program is None or program.lacks(chosen) is None else "not ready",
        port=port,
        pid=process.pid,
        resident_bytes=supervisor.resident_bytes(process),
        log=home.log(name),
    )
