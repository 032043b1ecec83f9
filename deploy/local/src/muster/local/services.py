"""The services that `muster up` starts after the servers. One line each: the list is at the end."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from muster.local import endpoints, probes
from muster.local.program import Launch, Program, Site


def service(
    name: str, *arguments: str, port: int, needs: tuple[str, ...] = (), env: Mapping[str, str] | None = None
) -> Program:
    """A Muster process: `python -m ARGUMENTS`, told the endpoints and the port of its `/readyz`."""

    def launch(site: Site) -> Launch:
        told = endpoints.read(site.home.endpoints_file).environment()
        own = {"MUSTER_HOME": str(site.home.root), "MUSTER_HTTP_PORT": str(site.ports[name])}
        return Launch((sys.executable, "-m", *arguments), env={**told, **own, **(env or {})})

    def ready(ports: Mapping[str, int]) -> bool:
        return probes.http_ok(f"http://127.0.0.1:{ports[name]}/readyz")

    return Program(
        name=name,
        ports={name: port},
        launch=launch,
        ready=ready,
        needs=needs,
        advice="Its log says why; after a change of its code, `muster down` and `muster up` start it anew.",
    )


SERVICES: tuple[Program, ...] = (
    service("submit", "muster.submit", "http", port=18080),
    service("scheduler", "muster.scheduler", port=18091),
    service("scheduler-standby", "muster.scheduler", port=18092),
    service("projector", "muster.submit", "projector", port=18093),
    service("agent", "muster.agent", port=18094, env={"MUSTER_AGENT_GPUS": "2"}),
)
