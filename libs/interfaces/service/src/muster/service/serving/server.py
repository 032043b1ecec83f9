"""BackgroundServer: the HTTP server of a process, on one port, in a thread of its own.

/healthz, /readyz and /metrics are the process's; every other path belongs to the API of one of its roles.
With several APIs the first by name that has such a route answers; /SERVICE/... reaches the one of that
service, so that /submit/openapi.json and /submit/v1/commands/... are always submit's. An API is served while
its role runs.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import uvicorn
import uvloop
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from muster.api.problems import problem_response, unavailable
from muster.api.sse import draining_of
from muster.service.serving.deadlines import DeadlineProtocol
from muster.service.serving.operations import Operations, Readiness
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

GIVEN_BY: Final = ("fastapi.", "muster.api.")
"""Modules whose routes every API has."""

DRAIN_S: Final = 5
"""Requests under way get this long at the end; streams end at once, and their readers go on elsewhere."""

KEEP_ALIVE_S: Final = 75
"""Time for which an idle connection is kept; longer than clients keep theirs (httpx 5 s, proxies 60 s): the
client has to close first, or a request that it has just sent is lost."""


@dataclass
class _Mounted:
    """One API while it is served."""

    name: str
    app: FastAPI
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    under_way: int = 0
    opened: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.under_way += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.under_way -= 1

    def serves(self, scope: Scope) -> bool:
        """Whether it has a route for this path and method, or at least for this path."""
        return any(route.matches(scope)[0] is not Match.NONE for route in self.app.routes)

    async def quiet(self) -> None:
        """End streams and wait for requests under way, for at most DRAIN_S."""
        draining_of(self.app).set()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                while self.under_way:  # noqa: ASYNC110  (rare, and ends of requests notify nobody)
                    await asyncio.sleep(0.02)


class BackgroundServer:
    """Listens at once, and answers from `start` until closed.

    Args:
        host: Host to listen on.
        port: 0 takes a free one, see the attribute.
        readiness: Returns the states for /readyz.
        name: Name of the process in metrics and traces.

    Attributes:
        port: Port that it listens on, from the start.

    Raises:
        OSError: the port is taken.
    """

    def __init__(self, host: str, port: int, readiness: Readiness, *, name: str = "process") -> None:
        self._socket = socket.create_server((host, port), family=_family(host))
        self.port: int = self._socket.getsockname()[1]
        self._operations: ASGIApp = Operations(readiness, name).app
        self._readiness = readiness
        self._mounted: dict[str, _Mounted] = {}
        self._over = asyncio.Event()
        self._loop = uvloop.new_event_loop()
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._answer,
                interface="asgi3",
                loop="uvloop",
                http=DeadlineProtocol,
                ws="none",
                lifespan="off",  # APIs come and go; `serve` opens and closes their resources
                log_config=None,  # telemetry owns logging
                access_log=False,  # every request is a metric and a span
                server_header=False,
                proxy_headers=False,  # an API that stands behind proxies knows which it trusts
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=DRAIN_S,
            )
        )
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    def start(self) -> None:
        """Begin to answer, including clients that have already connected."""
        self._thread.start()

    def serve(self, name: str, app: FastAPI, stop: threading.Event) -> None:
        """Serve an API until `stop` is set, in the caller's thread; then let requests under way finish.

        Args:
            name: Name of its service: the first part of paths that are meant for it alone.
            app: The app to serve. Resources opened by its lifespan are closed at the end.
            stop: Waited for.

        Raises:
            ValueError: a path of it belongs to another API of this process.
            Exception: whatever its lifespan raised.
        """
        mounted = _Mounted(name, app)
        lifetime = asyncio.run_coroutine_threadsafe(self._lifetime(mounted), self._loop)

        def watch() -> None:
            stop.wait()
            self._soon(mounted.leaving)

        threading.Thread(target=watch, name=f"http-{name}-stop", daemon=True).start()
        lifetime.result()

    def serves(self, name: str) -> bool:
        """Whether the API of that service is open."""
        mounted = self._mounted.get(name)
        return mounted is not None and mounted.opened

    def stop_listening(self) -> None:
        """Accept no further connections; requests under way continue until `close`."""
        self._server.should_exit = True

    def close(self) -> None:
        """Stop answering and free the port."""
        self._server.should_exit = True
        self._soon(self._over)
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve_until_closed())
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            self._loop.close()

    async def _serve_until_closed(self) -> None:
        await self._server.serve(sockets=[self._socket])
        await self._over.wait()
        for mounted in self._mounted.values():
            mounted.leaving.set()
        while self._mounted:  # noqa: ASYNC110  (each ends by itself within DRAIN_S)
            await asyncio.sleep(0.02)

    async def _lifetime(self, mounted: _Mounted) -> None:
        """Open the resources of an API, serve it, and close them again."""
        self._refuse_overlap(mounted)
        self._mounted[mounted.name] = mounted
        try:
            async with mounted.app.router.lifespan_context(mounted.app):
                mounted.opened = True
                await mounted.leaving.wait()
                mounted.opened = False
                await mounted.quiet()
        finally:
            del self._mounted[mounted.name]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        mounted = self._chosen(scope)
        if mounted is None:
            await self._operations(scope, receive, send)
        elif mounted.opened:
            await mounted(scope, receive, send)
        else:
            await problem_response(unavailable(f"{mounted.name} is starting or stopping"), "")(
                scope, receive, send
            )

    def _chosen(self, scope: Scope) -> _Mounted | None:
        """Return the app that serves a request; None: the process itself."""
        path: str = scope["path"]
        if path in Operations.PATHS or not self._mounted:
            return None
        first = path.split("/", 2)[1]
        if first in self._mounted:
            scope["root_path"] = f"{scope.get('root_path', '')}/{first}"
            return self._mounted[first]
        serving = [self._mounted[name] for name in sorted(self._mounted)]
        return next((one for one in serving if one.serves(scope)), serving[0])

    def _refuse_overlap(self, new: _Mounted) -> None:
        for other in self._mounted.values():
            if shared := sorted(_paths(new.app) & _paths(other.app)):
                raise ValueError(
                    f"{new.name} and {other.name} both serve {shared[0]}; allowed in one process: "
                    "APIs without a path in common"
                )

    def _soon(self, event: asyncio.Event) -> None:
        """Set an event of the loop, from any thread; nothing waits for it when the loop is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(event.set)


def _paths(app: FastAPI) -> set[str]:
    """Method and path of every route of its own, those of included routers too.

    What the libraries give every API is not its own: the document, and what became of a command.
    """
    return {
        f"{method} {route.path}"
        for route in iter_route_contexts(app.routes)
        if not str(getattr(route.endpoint, "__module__", "")).startswith(GIVEN_BY)
        for method in route.methods or ()
    }


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
