"""A caller of a running product's registry by raw requests that no stock client sends."""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from typing import Any

import httpx
from muster.identity.devkeys import mint
from muster.testkit.stack.product import Product


@dataclass
class Hub:
    """A caller."""

    http: httpx.Client
    url: str

    def create(self, **fields: Any) -> str:
        """A repository; its full name."""
        body = {"name": f"tiny-{uuid.uuid4().hex[:8]}", "organization": "acme", **fields}
        return create_repository(self.http, **body)

    def commit(self, repo: str, *lines: tuple[str, Mapping[str, Any]], **header: Any) -> httpx.Response:
        """A commit of these lines."""
        said = [{"key": "header", "value": {"summary": "a commit", **header}}]
        said += [{"key": key, "value": value} for key, value in lines]
        body = "\n".join(json.dumps(line) for line in said)
        return self.http.post(f"/api/models/{repo}/commit/main", content=body)

    def batch(self, repo: str, data: bytes, **fields: Any) -> dict[str, Any]:
        """Request an upload address by git-lfs."""
        one = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data)}
        body = {"operation": "upload", "objects": [one], **fields}
        answer = self.http.post(f"/{repo}.git/info/lfs/objects/batch", json=body)
        return answer.raise_for_status().json()["objects"][0]

    def upload(self, repo: str, data: bytes) -> str:
        """Bytes are stored and proven; their hash."""
        actions = self.batch(repo, data).get("actions")
        if actions is not None:
            httpx.put(actions["upload"]["href"], content=BytesIO(data), timeout=600).raise_for_status()
            self.http.post(actions["verify"]["href"], json={}).raise_for_status()
        return hashlib.sha256(data).hexdigest()


def create_repository(http: httpx.Client, *, name: str, organization: str, **fields: Any) -> str:
    """A new repository; its full name.

    After 503 the registry may make it yet: the request is sent again, and then one that exists will do.
    """
    body = {"name": name, "organization": organization, **fields}
    done = {HTTPStatus.OK}
    while (answer := http.post("/api/repos/create", json=body)).status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        done.add(HTTPStatus.CONFLICT)
    assert answer.status_code in done, answer.text
    return f"{organization}/{name}"


def file(path: str, content: bytes = b"text") -> tuple[str, Mapping[str, Any]]:
    """A line of a commit: a small file."""
    return "file", {"path": path, "content": base64.b64encode(content).decode(), "encoding": "base64"}


def large(path: str, hash_: str, size: int) -> tuple[str, Mapping[str, Any]]:
    """A line of a commit: a file that was uploaded."""
    return "lfsFile", {"path": path, "algo": "sha256", "oid": hash_, "size": size}


def caller(
    product: Product,
    user: str = "ann",
    tenant: str = "acme",
    role: str = "submitter",
    url: str | None = None,
) -> Hub:
    """Return a caller with a valid token, by default for the product's own registry."""
    token = mint(product.home.root, subject=user, tenant=tenant, roles=[role], ttl_s=3_600, team="vision")
    url = url or product.endpoints["MUSTER_REGISTRY_URL"]
    shown = {"Authorization": f"Bearer {token}"}
    return Hub(httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False), url)
