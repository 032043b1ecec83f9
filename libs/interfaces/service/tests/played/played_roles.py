"""Two services whose roles do nothing but fail in every way; run as a process by test_process.py."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse
from muster.service import Context, Role, Service, ServiceSettings, Work, run

_log = logging.getLogger(__name__)


def worker(context: Context[Any]) -> Work:
    return Work(progress=lambda: {"records": 3})


def unready(context: Context[Any]) -> Work:
    return Work(missing=lambda: "the other half")


def outdated(context: Context[Any]) -> Work:
    return Work(missing=lambda: "of other DDL", remedies=lambda: ["muster mend"])


def failing(context: Context[Any]) -> Work:
    from muster.journal import Unavailable

    raise Unavailable("no luck")


def fenced(context: Context[Any]) -> Work:
    from muster.journal import Fenced

    mark = context.settings.home / "fenced"

    def run() -> None:
        _log.info("begins in %d", os.getpid())
        if not mark.exists():
            mark.touch()
            raise Fenced("superseded")
        context.stop.wait()

    return Work(run=run)


def lost(context: Context[Any]) -> Work:
    from muster.journal import PositionLost

    raise PositionLost("the log begins later")


def defect(context: Context[Any]) -> Work:
    return Work(run=lambda: 1 / 0)


def api(context: Context[Any]) -> Work:
    from fastapi import APIRouter, FastAPI
    from muster.api import ApiSettings, create_app
    from muster.api.prefixes import location
    from muster.identity import AuthSettings

    name = context.name.partition(":")[0]
    router = APIRouter()

    path = f"/v1/{'played' if context.name.endswith(':twin') else name}"

    async def who(request: Request) -> JSONResponse:
        return JSONResponse(name, headers=location(request, path))

    router.add_api_route(path, who)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        yield
        _log.info("closed what %s used", name)

    auth = AuthSettings(jwks_file=Path("/dev/null"), issuer="x", audience="x")
    return Work(app=create_app(name, ApiSettings(auth=auth), [router], lifespan=lifespan))


def _role(name: str, *, alone: bool = False, start: str = "") -> Role:
    return Role(name=name, kind="worker", start=f"played_roles:{start or name}", alone=alone)


PLAYED = Service(
    "played",
    "Plays roles.",
    ServiceSettings,
    (
        *map(_role, ("worker", "unready", "outdated", "failing", "fenced", "lost", "defect", "api")),
        _role("alone", alone=True, start="fenced"),
    ),
)
OTHER = Service("other", "Another.", ServiceSettings, (_role("api"), _role("twin", start="api")))


def main() -> int:
    """As the module of the service, or as the one that hosts."""
    if sys.argv[1:2] != ["host"]:
        return run(PLAYED)
    from muster.service.__main__ import main as main_of_host

    return main_of_host(services={"other": OTHER, "played": PLAYED})


if __name__ == "__main__":
    sys.exit(main())
