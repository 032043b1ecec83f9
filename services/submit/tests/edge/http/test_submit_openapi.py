"""The whole surface of the API, without any server: documented, and protected by tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from fastapi import FastAPI
from muster.identity.devkeys import ensure_keys, ensure_node_keys
from muster.service import InvalidSettings, run
from muster.submit.config import Settings
from muster.submit.edge import http
from muster.submit.edge.routes import files
from muster.submit.main import SERVICE

ENVIRONMENT = {
    "MUSTER_KAFKA_BOOTSTRAP": "127.0.0.1:1",
    "MUSTER_SCHEMA_REGISTRY_URL": "http://127.0.0.1:1",
    "MUSTER_POSTGRES_DSN": "postgresql://127.0.0.1:1/x",
    "MUSTER_ELASTICSEARCH_URL": "http://127.0.0.1:1",
    "MUSTER_NEO4J_URL": "bolt://127.0.0.1:1",
    "MUSTER_S3_ENDPOINT": "http://127.0.0.1:1",
    "MUSTER_S3_ACCESS_KEY": "x",
    "MUSTER_S3_SECRET_KEY": "secret-of-s3",
    "MUSTER_JWT_ISSUER": "muster-local",
}
OPEN = {"/openapi.json", "/v1/schemas/{name}.json", "/v1/services"}
SURFACE = {
    "POST /v1/jobs",
    "POST /v1/jobs:batch",
    "GET /v1/jobs",
    "GET /v1/jobs/{job_id}",
    "GET /v1/jobs/{job_id}/checkpoints",
    "GET /v1/jobs/{job_id}/progress",
    "POST /v1/jobs/{job_id}:{verb}",
    "GET /v1/jobs/{job_id}/events",
    "GET /v1/jobs/{job_id}/logs",
    "GET /v1/queues",
    "POST /v1/queues",
    "GET /v1/queues:tree",
    "GET /v1/queues/{name}",
    "PUT /v1/queues/{name}",
    "PATCH /v1/queues/{name}",
    "DELETE /v1/queues/{name}",
    "POST /v1/queues/{name}/restrictions",
    "DELETE /v1/queues/{name}/restrictions/{restriction}",
    "GET /v1/policy",
    "PUT /v1/policy",
    "PATCH /v1/policy",
    "GET /v1/failure-rules",
    "PUT /v1/failure-rules",
    "GET /v1/node-failure-rules/{sha256}",
    "GET /v1/nodes",
    "POST /v1/nodes/{node_id}:{verb}",
    "POST /v1/nodes/{node_id}/tags",
    "PUT /v1/nodes/{node_id}/maintenance",
    "DELETE /v1/nodes/{node_id}/maintenance",
    "PUT /v1/nodes/{node_id}/reclaim",
    "DELETE /v1/nodes/{node_id}/reclaim",
    "GET /v1/reservations",
    "POST /v1/reservations",
    "GET /v1/reservations/{name}",
    "DELETE /v1/reservations/{name}",
    "GET /v1/commands/{command_id}",
    "POST /v1/files:absent",
    "PUT /v1/files/{sha256}",
    "DELETE /v1/node-enrolments/{name}",
    "POST /v1/node-enrolments",
    "POST /v1/node-tokens",
    "POST /v1/node-addresses",
    "POST /v1/node-test-addresses",
    "GET /v1/schemas/{name}.json",
    "GET /v1/services",
    "GET /v1/use",
}


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MUSTER_JWT_JWKS_FILE", str(ensure_keys(tmp_path).jwks_file))
    nodes = ensure_node_keys(tmp_path)
    monkeypatch.setenv("MUSTER_NODE_JWKS_FILE", str(nodes.jwks_file))
    monkeypatch.setenv("MUSTER_NODE_KEY_FILE", str(nodes.private_key_file))


@pytest.fixture
def app(environment: None) -> FastAPI:
    return http.build(Settings.load())


def documented(app: FastAPI) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in app.openapi()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def call(app: FastAPI, method: str, path: str, **options: Any) -> httpx.Response:
    async def once() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://api") as client:
            return await client.request(method, path, **options)

    return asyncio.run(once())


@pytest.mark.slow
def test_the_document_and_the_routes_agree(app: FastAPI) -> None:
    """OWASP API9: every served route is documented, and every documented route is served."""
    assert {f"{method} {path}" for method, path, _ in documented(app)} == SURFACE


@pytest.mark.slow
def test_every_route_except_the_open_ones_requires_a_token(app: FastAPI) -> None:
    for method, path, _ in documented(app):
        url = path.replace("{verb}", "cancel" if "jobs" in path else "cordon").replace("{sha256}", "0" * 64)
        response = call(app, method, url.replace("{", "").replace("}", ""), content=b"{}")
        if path in OPEN:
            assert response.status_code != 401, path
        else:
            assert response.status_code == 401, f"{method} {path}: {response.status_code}"
            assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.slow
def test_every_route_has_a_summary(app: FastAPI) -> None:
    for method, path, operation in documented(app):
        assert operation["summary"], f"{method} {path}"
        assert operation["tags"], f"{method} {path}"
        assert {"400", "500"} <= operation["responses"].keys(), f"{method} {path}"


@pytest.mark.slow
@pytest.mark.parametrize("name", get_args(files.SchemaName))
def test_schemas_are_public(app: FastAPI, name: str) -> None:
    assert call(app, "GET", f"/v1/schemas/{name}.json").json()["title"].startswith("Muster ")


def test_the_schema_of_a_job_is_public_and_cacheable(app: FastAPI) -> None:
    response = call(app, "GET", "/v1/schemas/job.json")
    assert response.headers["content-type"] == "application/schema+json"
    assert response.headers["cache-control"] == "public, max-age=3600"
    assert response.json()["properties"]["ranks"]["maximum"] == 4096


def test_check_reports_whether_the_settings_are_valid(
    environment: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(SERVICE, ["http", "--check"]) == 0
    monkeypatch.delenv("MUSTER_KAFKA_BOOTSTRAP")
    monkeypatch.setenv("MUSTER_HTTP_PORT", "99999")
    assert run(SERVICE, ["projector", "--check"]) == 2
    said = capsys.readouterr().err
    assert "MUSTER_KAFKA_BOOTSTRAP" in said
    assert "MUSTER_HTTP_PORT" in said
    assert "65535" in said


def test_settings_do_not_reveal_secrets(environment: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "secret-of-s3" not in repr(Settings.load())
    monkeypatch.setenv("MUSTER_CELL", "Bad Cell")
    with pytest.raises(InvalidSettings, match="MUSTER_CELL"):
        Settings.load()
