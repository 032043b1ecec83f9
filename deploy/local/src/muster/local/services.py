"""Services that `muster up` starts after the servers, one line for each process or shared role."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from muster.local import endpoints
from muster.local.home import Home
from muster.local.processes import probes
from muster.local.processes.program import Lack, Launch, Program, Site
from muster.local.servers import SERVERS

RANKS: Final = "ranks"
"""Name of the first port for gangs, in `--port` and `stack.json`."""

_SERVERS = tuple(server.name for server in SERVERS)


@dataclass(frozen=True, slots=True)
class Hosted:
    """A role that can share a process.

    Attributes:
        name: Name of its program when it runs alone.
        role: SERVICE:ROLE.
        port: Port of its program when it runs alone.
    """

    name: str
    role: str
    port: int = field(kw_only=True)


_USED_BY_AGENTS: Final = frozenset(
    f"MUSTER_{name}"
    for name in ("CELL", "KAFKA_BOOTSTRAP", "SCHEMA_REGISTRY_URL", "API_URL", "OTLP_ENDPOINT")
)

_EVAL_ENDPOINTS: Final = "MUSTER_EVAL_ENDPOINTS"
_READABLE: Final = "MUSTER_AGENT_SANDBOX_READABLE"


def service_environment(home: Home, name: str) -> dict[str, str]:
    """Return every endpoint, the files of keys, and the model endpoints that evaluations may query."""
    del name
    known = endpoints.read(home.endpoints_file).environment()
    return {
        **known,
        "MUSTER_S3_KEY_RING_FILE": str(home.key_ring_file),
        "MUSTER_EVAL_HELD_OUT_KEY_FILE": str(home.held_out_key_file),
        "MUSTER_EVAL_HELD_OUT_PUBLIC_KEY_FILE": str(home.held_out_public_key_file),
        _EVAL_ENDPOINTS: os.environ.get(_EVAL_ENDPOINTS, "http://127.0.0.1:*"),
    }


def agent_environment(home: Home, name: str) -> dict[str, str]:
    """Return only what an agent needs, because jobs run beside it. `seed` creates the files named here."""
    known = endpoints.read(home.endpoints_file).environment()
    used = {each: value for each, value in known.items() if each in _USED_BY_AGENTS}
    asked = json.loads(os.environ.get(_READABLE) or "[]")
    return {
        **used,
        "MUSTER_AGENT_ENROLMENT_FILE": str(home.enrolment_file(name)),
        _READABLE: json.dumps([*asked, str(home.for_jobs.root)]),
    }


def service(
    name: str,
    *arguments: str,
    port: int,
    after: tuple[str, ...] = (),
    niceness: int = 0,
    environment: Callable[[Home, str], dict[str, str]] = service_environment,
    ranks_port: int | None = None,
    **settings: str,
) -> Program:
    """Declare a Muster process, `python -m ARGUMENTS`, with endpoints, its port (for /readyz) and `settings`.

    An agent assigns ports to the gangs on its node, starting at `ranks_port`.
    """
    lent = {} if ranks_port is None else {RANKS: ranks_port}

    def launch(site: Site) -> Launch:
        own = {
            "MUSTER_HOME": str(site.home.root),
            "MUSTER_HTTP_PORT": str(site.ports[name]),
            # Otherwise glibc gives each of up to 200 threads a memory arena of its own and frees little.
            "MALLOC_ARENA_MAX": "2",
        }
        if lent:
            own["MUSTER_AGENT_PORT_FIRST"] = str(site.ports[RANKS])
        env = {**environment(site.home, name), **own, **settings}
        return Launch((sys.executable, "-m", *arguments), env=env, niceness=niceness)

    def lacks(ports: Mapping[str, int]) -> Lack | None:
        return probes.http_lacks(f"http://127.0.0.1:{ports[name]}/readyz")

    return Program(
        name=name,
        ports={name: port},
        launch=launch,
        lacks=lacks,
        needs=(*_SERVERS, *after),
        advice="Its log says why.",
        lent_ports=lent,
    )


BEHIND_DECISIONS: Final = 5
"""Niceness of processes that follow the log: when all cores are busy, projections may lag, decisions not."""

IN_APIS: Final = ("metering", "alerts", "scanner", "eval", "drift")
"""Services whose APIs share the process `apis`, each under its name."""

ALONE: tuple[Program, ...] = (
    service("submit", "muster.submit", "http", port=18080),
    service("scheduler", "muster.scheduler", port=18091),
    # If they started together, both would try to lead, and the loser would exit.
    service("scheduler-standby", "muster.scheduler", port=18092, after=("scheduler",)),
    service("preemption", "muster.preemption", port=18095, niceness=BEHIND_DECISIONS),
    service("registry-api", "muster.registry", "http", port=18105, niceness=BEHIND_DECISIONS),
    # A Python process with a web framework takes 90 MB and 3 s of CPU to start: one serves all rare requests.
    service(
        "apis",
        "muster.service",
        "host",
        *(f"{each}:http" for each in IN_APIS),
        port=18097,
        niceness=BEHIND_DECISIONS,
    ),
    # This machine is one real node, with two GPU slots whether or not it has GPUs.
    # `muster down` also ends its tasks; if the agent is killed, they continue under the next agent.
    service(
        "agent",
        "muster.agent",
        port=18094,
        environment=agent_environment,
        ranks_port=29_500,
        MUSTER_AGENT_GPUS="2",
        MUSTER_AGENT_ON_STOP="end",
    ),
)
"""Processes in every layout."""

HOSTED: tuple[Hosted, ...] = (
    Hosted("projector", "submit:projector", port=18093),
    Hosted("metering", "metering:decider", port=18096),
    Hosted("metering-projector", "metering:projector", port=18098),
    Hosted("removal", "submit:removal", port=18099),
    Hosted("metering-measurer", "metering:measurer", port=18100),
    Hosted("alerts", "alerts:decider", port=18102),
    Hosted("alerts-projector", "alerts:projector", port=18103),
    Hosted("alerts-sender", "alerts:sender", port=18104),
    Hosted("registry", "registry:decider", port=18106),
    Hosted("registry-projector", "registry:projector", port=18107),
    Hosted("registry-removal", "registry:removal", port=18108),
    Hosted("registry-repacker", "registry:repacker", port=18109),
    Hosted("registry-tiering", "registry:tiering", port=18114),
    Hosted("scanner", "scanner:decider", port=18111),
    Hosted("scanner-projector", "scanner:projector", port=18112),
    Hosted("scanner-worker", "scanner:worker", port=18113),
    Hosted("eval", "eval:decider", port=18116),
    Hosted("eval-projector", "eval:projector", port=18117),
    Hosted("eval-worker", "eval:worker", port=18118),
    Hosted("eval-statuses", "eval:statuses", port=18119),
    Hosted("drift", "drift:decider", port=18120),
    Hosted("drift-projector", "drift:projector", port=18121),
    Hosted("drift-windows", "drift:windows", port=18122),
    Hosted("drift-bodies", "drift:bodies", port=18123),
    Hosted("drift-worker", "drift:worker", port=18124),
)
"""Roles that share the process `host`, or have one process each in the layout `separate`."""

HOSTED_NAMES: Final = frozenset(hosted.name for hosted in HOSTED)


def host(apart: Collection[str] = ()) -> Program:
    """Declare the process shared by all roles that are not `apart`."""
    roles = (hosted.role for hosted in HOSTED if hosted.name not in apart)
    return service("host", "muster.service", "host", *roles, port=18090, niceness=BEHIND_DECISIONS)


HOST: Final = host()

SEPARATE: tuple[Program, ...] = tuple(
    service(
        hosted.name,
        "muster.service",
        "host",
        hosted.role,
        port=hosted.port,
        niceness=BEHIND_DECISIONS,
    )
    for hosted in HOSTED
)

SERVICES: tuple[Program, ...] = (*ALONE, HOST, *SEPARATE)
"""Every program of any layout."""


def layout(apart: Collection[str]) -> tuple[Program, ...]:
    """Return the programs of a stack: roles in `apart` have a process each, the others share one."""
    own = tuple(program for program in SEPARATE if program.name in apart)
    return (*ALONE, *own) if len(own) == len(HOSTED) else (*ALONE, *own, host(apart))
