"""The API's routes for nodes in a test without an API: the same grants, a real store, no projection."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from muster.agent.edge.credential.node_api import ApiUnavailable, FreshToken, NotForThisNode
from muster.store import ObjectStore
from muster.store.addressed import Address
from muster.store.keys import node_test_key
from muster.store.uses import Operation, Use
from muster.submit.core.grants import TaskOfNode, is_granted
from muster.testkit.tokens import TokensOfNode

GOOD_FOR_S: Final = 600
_RANKS: Final = range(4_096)


class NodeApiWithoutProjection:
    """Believes that every attempt is on the node.

    Args:
        tokens: Signs the node's tokens.
        store: Store of objects; None: it returns no addresses, as when the API is away.

    Attributes:
        asked: The uses that addresses were asked for, call by call.
        rules: Rules of failures by the hash of their text.
    """

    def __init__(self, tokens: TokensOfNode, store: ObjectStore | None = None) -> None:
        self._tokens = tokens
        self._store = store
        self.asked: list[list[Use]] = []
        self.rules: dict[str, str] = {}

    def token(self) -> FreshToken:
        """A new token."""
        return self._tokens.token()

    def addresses(self, job_id: str, attempt: int, uses: Sequence[Use]) -> tuple[list[Address], int]:
        """Return the addresses of uses that the attempt is permitted; any working files count as its own."""
        if self._store is None:
            raise ApiUnavailable("there is no API")
        self.asked.append(list(uses))
        for use in uses:
            files = [use.key.removeprefix("files/")] if use.operation is Operation.GET else []
            task = TaskOfNode(job_id=job_id, attempt=attempt, ranks=_RANKS, files=files)
            if not is_granted(use, task):
                raise NotForThisNode(f"{use.operation} {use.key}")
        store = self._store
        return [Address(store.presigned(u, GOOD_FOR_S), store.uri(u.key)) for u in uses], GOOD_FOR_S

    def test_addresses(self, node_id: str) -> tuple[Address, Address]:
        """Return the addresses with which the node tests the store."""
        if self._store is None:
            raise ApiUnavailable("there is no API")
        key, store = node_test_key(node_id), self._store
        put, get = (Use(operation, key) for operation in (Operation.PUT, Operation.GET))
        return (
            Address(store.presigned(put, GOOD_FOR_S), store.uri(key)),
            Address(store.presigned(get, GOOD_FOR_S), store.uri(key)),
        )

    def failure_rules(self, sha256: str) -> str:
        """The rules with this hash, of those in `rules`."""
        if sha256 not in self.rules:
            raise ApiUnavailable("there is no API")
        return self.rules[sha256]

    @contextmanager
    def served(self) -> Generator[str]:
        """Answer over HTTP, for an agent in a process of its own; gives the address."""
        handler = type("Handler", (_Handler,), {"api": self})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


class _Handler(BaseHTTPRequestHandler):
    api: NodeApiWithoutProjection

    def do_POST(self) -> None:
        """Answer one request."""
        body: Any = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/node-tokens":
            self._answer(200, self.api.token()._asdict())
            return
        if self.path == "/v1/node-test-addresses":
            found = self.api.test_addresses(body["node_id"])
            self._answer(200, {"addresses": [each._asdict() for each in found], "good_for_s": GOOD_FOR_S})
            return
        uses = [Use(Operation(u["operation"]), u["key"], u["upload_id"], u["part"]) for u in body["uses"]]
        try:
            given, good_for_s = self.api.addresses(body["job_id"], body["attempt"], uses)
        except NotForThisNode as error:
            self._answer(403, {"type": "/problems/forbidden", "title": "Not allowed", "detail": str(error)})
            return
        self._answer(200, {"addresses": [each._asdict() for each in given], "good_for_s": good_for_s})

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def _answer(self, status: int, document: Any) -> None:
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
