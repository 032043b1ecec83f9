"""The services that `muster up` starts after the servers. One line each: the list is at the end."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from muster.local import endpoints, probes
from muster.local.program import Launch, Program, Site
from muster.local.servers import SERVERS

_SERVERS = tuple(server.name for server in SERVERS)


def service(name: str, *arguments: str, port: int, after: tuple[str, ...] = (), **settings: str) -> Program:
    """A Muster process, `python -m ARGUMENTS`, told the endpoints, its port (for /readyz) and `settings`."""

    def launch(site: Site) -> Launch:
        told = endpoints.read(site.home.endpoints_file).environment()
        own = {"MUSTER_HOME": str(site.home.root), "MUSTER_HTTP_PORT": str(site.ports[name])}
        return Launch((sys.executable, "-m", *arguments), env={**told, **own, **settings})

    def ready(ports: Mapping[str, int]) -> bool:
        return probes.http_ok(f"http://127.0.0.1:{ports[name]}/readyz")

    return Program(
        name=name,
        ports={name: port},
        launch=launch,
        ready=ready,
        needs=(*_SERVERS, *after),
        advice="Its log says why.",
    )


SERVICES: tuple[Program, ...] = (
    service("submit", "muster.submit", "http", port=18080),
    service("scheduler", "muster.scheduler", port=18091),
    # Started together, both would try to lead, and the one that loses ends.
    service("scheduler-standby", "muster.scheduler", port=18092, after=("scheduler",)),
    service("projector", "muster.submit", "projector", port=18093),
    # This machine as one real node, with two GPU slots whether it has GPUs or not.
    # `muster down` ends its tasks too; killed, it leaves them to the next agent as everywhere.
    service("agent", "muster.agent", port=18094, MUSTER_AGENT_GPUS="2", MUSTER_AGENT_ON_STOP="end"),
)
