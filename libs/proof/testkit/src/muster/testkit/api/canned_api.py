"""A small real HTTP server with canned answers, for tests of a client's output."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from muster.testkit.api.documented import filled, impossible, refused


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Answer:
    """A response: JSON, or the chunks of an event stream; `broken` cuts the connection after them.

    It has to be one that the service gives, unless it is `foreign`: from a proxy or another program.
    """

    status: int = 200
    body: Any = None
    chunks: tuple[str, ...] = ()
    broken: bool = False
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    foreign: bool = False


Reply = Answer | Callable[[Asked], Answer]


class Api:
    """The server: answers by method and path; of a list one per request, the last one repeated.

    Fields that an answer lacks are filled by the OpenAPI documents. The server's end fails when it gave an
    answer that no service gives.
    """

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], list[Reply]] = {}
        self.asked: list[Asked] = []
        self.impossible: list[str] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def on(self, method: str, path: str, *replies: Reply) -> None:
        """Set the answer to a request; a path may end in /* for all paths right below."""
        self.answers[method, path] = list(replies)

    def requests(self, method: str, path: str) -> list[Asked]:
        """The requests received for a method and path."""
        return [a for a in self.asked if (a.method, a.path) == (method, path)]

    def answer(self, asked: Asked) -> Answer:
        """The answer to a request; 404 when none was set, 422 when no service would take its query."""
        self.asked.append(asked)
        if names := refused(asked.method, asked.path, asked.query):
            return problem(422, "invalid-request", f"not taken by this route: {', '.join(names)}")
        below = f"{asked.path.rpartition('/')[0]}/*"
        replies = self.answers.get((asked.method, asked.path)) or self.answers.get((asked.method, below))
        if not replies:
            return problem(404, "not-found", f"nothing at {asked.method} {asked.path}")
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        answer = reply(asked) if callable(reply) else reply
        if answer.chunks or answer.broken or answer.foreign:
            return answer
        body = filled(asked.method, asked.path, answer.status, answer.body)
        why = impossible(asked.method, asked.path, answer.status, body)
        self.impossible += [why] if why and why not in self.impossible else []
        return replace(answer, body=body)

    def close(self) -> None:
        """Stop serving.

        Raises:
            AssertionError: it gave an answer that no service gives.
        """
        self._http.shutdown()
        self._http.server_close()
        assert not self.impossible, "\n".join(self.impossible)


def problem(status: int, name: str, detail: str, **members: Any) -> Answer:
    """An RFC 9457 answer."""
    return Answer(
        status, {"type": f"/problems/{name}", "title": name, "status": status, "detail": detail, **members}
    )


def paged(items: Sequence[Any], *, token: str | None = None, **members: Any) -> Answer:
    """A page of a list; `token` leads to the next one."""
    return Answer(200, {"items": list(items), "next_page_token": token, **members})


def event(data: Any, *, name: str = "message", id: str = "") -> str:
    """An event in the format of an event stream."""
    return f"event: {name}\nid: {id}\ndata: {json.dumps(data)}\n\n"


def _handler(api: Api) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._send(api.answer(Asked(self.command, parts.path, parse_qs(parts.query), headers, body)))

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.chunks or answer.broken:
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for chunk in answer.chunks:
                    data = chunk.encode()
                    self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                    self.wfile.flush()
                if not answer.broken:
                    self.wfile.write(b"0\r\n\r\n")
                self.close_connection = True
                return
            content = b"" if answer.body is None else json.dumps(answer.body).encode()
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    return Handler


def job_json(job_id: str = "job-aaaaaaaaaaaaaaaaaaaa", **changes: Any) -> dict[str, Any]:
    """A job as lists have it; the answer about one job also has `attempts`."""
    return {
        "job_id": job_id,
        "name": "train",
        "tenant": "dev",
        "team": "research",
        "project": "default",
        "user": "ada",
        "queue": "default",
        "tier": "standard-training",
        "state": "RUNNING",
        "reason": None,
        "attempt": 1,
        "ranks": 2,
        "resources": {"gpus": 1, "gpu_models": ["A100"], "cpu": 4, "memory": "8GiB"},
        "labels": {"dataset": "oasst2"},
        "submitted_at": "2026-01-01T00:00:00.000Z",
        "started_at": "2026-01-01T00:00:05.000Z",
        "ended_at": None,
        "exit_code": None,
        "message": "",
        "placements": [
            {"rank": 0, "node_id": "node-a", "gpu_indices": [0], "gpu_milli": 1000},
            {"rank": 1, "node_id": "node-b", "gpu_indices": [3], "gpu_milli": 1000},
        ],
        "spec": {"name": "train", "command": ["python", "train.py", "--lr", "0.1"]},
    } | changes


QUEUED: Final[Mapping[str, Any]] = {
    "state": "QUEUED",
    "attempt": 0,
    "started_at": None,
    "placements": [],
    "reason": {
        "code": "GPUS_FRAGMENTED",
        "message": "needs 8 free A100 on one node; largest block is 6; 3 nodes cordoned",
        "counts": {"free_gpus_largest_block": 6, "nodes_cordoned": 3},
    },
}
SUCCEEDED: Final[Mapping[str, Any]] = {
    "state": "SUCCEEDED",
    "ended_at": "2026-01-01T00:01:05.000Z",
    "exit_code": 0,
    "placements": [],
}
FAILED: Final[Mapping[str, Any]] = {
    "state": "FAILED",
    "ended_at": "2026-01-01T00:01:05.000Z",
    "exit_code": 3,
    "message": "rank 1 on node-b failed",
    "placements": [],
}
