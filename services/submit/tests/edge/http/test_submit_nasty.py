"""No parameter of any route makes the service fail, even with values that break parsers and stores."""

from __future__ import annotations

from dataclasses import dataclass

import httpx
import pytest
from muster.events.job_events import JobFailed
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack, pytest.mark.slow]

_TRIES = 6
NASTY = (
    "",
    " ",
    "\0",
    "-1",
    "0",
    "9" * 40,
    "-" + "9" * 40,
    "1e400",
    "nan",
    "true",
    "null",
    "'; DROP TABLE jobs; --",
    "../../etc/passwd",
    "%s%n%d",
    "{{7*7}}",
    "a=b",
    "\u202egpj",
    "\ud83d\ude00",
    "\x7f",
    "x" * 2000,
    "job-events/x/" + "9" * 30,
    "log-events/0/0/0",
    "2026-02-30T25:00:00Z",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00",
    "W/*",
)


@dataclass(frozen=True)
class Parameter:
    """One parameter of one route, as named in the OpenAPI document."""

    method: str
    path: str
    place: str
    name: str

    def send(self, client: httpx.Client, value: str, job_id: str) -> httpx.Response:
        """Send a request with this value and harmless ones for the path's other parameters."""
        in_path = {
            "job_id": job_id,
            "verb": "cancel" if "jobs" in self.path else "cordon",
            "name": "unknown",
            "node_id": "unknown",
            "command_id": "unknown",
            "sha256": "0" * 64,
        }
        if self.place == "path":
            in_path[self.name] = value
        path = self.path
        for name, text in in_path.items():
            path = path.replace(f"{{{name}}}", _quoted(text))
        sendable = value.strip().replace("\0", "").replace("\x7f", "").encode("utf-8", "replace")
        headers = [(self.name.encode(), sendable)] if self.place == "header" else []
        query = f"{self.name}={_quoted(value)}" if self.place == "query" else ""
        return client.request(self.method, f"{path}?{query}", headers=headers, content=b"{}")


def _quoted(value: str) -> str:
    return "".join(f"%{byte:02X}" for byte in value.encode("utf-8", "replace"))


def parameters(client: httpx.Client) -> list[Parameter]:
    paths = client.get("/openapi.json").json()["paths"]
    return [
        Parameter(method.upper(), path, parameter["in"], parameter["name"])
        for path, methods in paths.items()
        if path.startswith("/v1/")
        for method, operation in methods.items()
        for parameter in operation.get("parameters", [])
    ]


def answered(parameter: Parameter, client: httpx.Client, value: str, job_id: str) -> httpx.Response:
    """Send a value, and again if a server was too busy; a value that breaks it breaks it every time."""
    for _ in range(_TRIES - 1):
        response = parameter.send(client, value, job_id)
        if response.status_code != 503:
            return response
    return parameter.send(client, value, job_id)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_no_parameter_makes_the_service_fail(cell: SubmitCell, tenant: str, every: int) -> None:
    """Every parameter of every route gets every fourth value, each another fourth; in a long run all."""
    job_id, _ = cell.queued(tenant)
    position = cell.fact(job_id, JobFailed(job_id=job_id, attempt=0, reason="never ran"))
    with cell.client(tenant, "viewer", "submitter", "operator") as ann:
        assert ann.get(f"/v1/jobs/{job_id}", params={"after": str(position)}).is_success
        found = parameters(ann)
        assert len(found) > 30
        for number, parameter in enumerate(found):
            for value in NASTY[number % every :: every]:
                response = answered(parameter, ann, value, job_id)
                assert response.status_code < 500, f"{parameter} {value!r}: {response.text[:300]}"
                if response.status_code >= 400:
                    assert response.headers["content-type"] == "application/problem+json", parameter
