"""Tokens for some repositories, against the registry of a running product: every route enforces them."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Generator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from fastapi.routing import APIRoute, APIRouter
from muster.api.parameters import OURS, declared
from muster.identity.devkeys import mint
from muster.registry.config import Settings
from muster.registry.edge.http import API
from muster.testkit.offline import offline
from muster.testkit.stack.hub import Hub, caller, create_repository, file, large
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
MLFLOW, FILES = "/api/2.0/mlflow", "/api/2.0/mlflow-artifacts"

OPEN = {
    "GET /api/whoami-v2": "says who asks",
    "POST /api/validate-yaml": "looks at what was sent only",
    "GET /api/3.0/mlflow/server-info": "says what the server can",
    "POST /lfs-parts/{upload}": "the address is signed, for who was let in before",
    "GET /": "the same for all",
    "GET /docs": "the same for all",
    "GET /docs/{name}": "the same for all",
    "GET /openapi.json": "the same for all",
    "GET /api/{types}": "lists what may be seen",
    "GET /v1/search": "finds what may be seen",
    f"POST {MLFLOW}/experiments/search": "finds what may be seen",
    f"GET {MLFLOW}/registered-models/search": "finds what may be seen",
    f"GET {MLFLOW}/model-versions/search": "finds what may be seen",
}
"""Routes that answer every good token, and why that gives nothing away."""

REPOSITORY, OWN = "/api/{types}/{namespace}/{name}", "/v1/repositories/{types}/{namespace}/{name}"
SENT: dict[str, dict[str, Any]] = {
    "POST /api/repos/create": {"name": "another", "organization": "acme"},
    "DELETE /api/repos/delete": {"name": "{name}", "organization": "acme"},
    "POST /api/repos/move": {"fromRepo": "acme/{name}", "toRepo": "{mine}"},
    f"POST {REPOSITORY}/commit/{{rest:path}}": {"key": "header", "value": {"summary": "s"}},
    f"POST {MLFLOW}/experiments/create": {"name": "another"},
    f"POST {MLFLOW}/experiments/set-experiment-tag": {"experiment_id": "{experiment}", "key": "k"},
    f"POST {MLFLOW}/experiments/delete-experiment-tag": {"experiment_id": "{experiment}", "key": "k"},
    f"POST {MLFLOW}/experiments/update": {"experiment_id": "{experiment}", "new_name": "n"},
    f"POST {MLFLOW}/runs/search": {"experiment_ids": ["{experiment}"]},
    f"POST {MLFLOW}/logged-models/search": {"experiment_ids": ["{experiment}"]},
    f"PATCH {MLFLOW}/logged-models/{{model}}": {"status": "LOGGED_MODEL_READY"},
    f"POST {MLFLOW}/registered-models/create": {"name": "another"},
    f"POST {MLFLOW}/model-versions/create": {"name": "{mine}", "source": "runs:/{run}/"},
    f"POST {MLFLOW}/model-versions/transition-stage": {"name": "{name}", "version": "1", "stage": "Staging"},
    f"PUT {OWN}/grants": {"kind": "user", "grantee": "globex/cat", "level": "read"},
    f"PUT {OWN}/quarantine": {"reason": "r"},
    f"PUT {OWN}/pointers/{{pointer}}": {"revision": "main", "reason": "r"},
    "PUT /v1/storage/{organisation}/quota": {"quota_bytes": None},
    "PUT /v1/storage/{organisation}/download-quota": {"quota_bytes": None},
    "PUT /v1/scan-policy": {"policy": "allow"},
    "POST /v1/lineage/{types}/{namespace}/{name}": {"artifact": "model/acme/base", "relation": "fine_tune"},
}
"""Bodies of requests that need more than `ALWAYS_SENT`, so that the token is the reason of the refusal."""

ALWAYS_SENT: dict[str, Any] = {
    "experiment_id": "{experiment}",
    "run_id": "{run}",
    "name": "{name}",
    "key": "k",
    "value": "1",
    "version": "1",
    "path": "files",
    "operation": "download",
    "objects": [{"oid": "{sha256}", "size": 1}],
    "files": [],
    "num_parts": 1,
    "model_json": "{}",
    "length": 1,
}
ASKED: dict[str, str] = {
    "experiment_id": "{experiment}",
    "experiment_name": "{experiment_name}",
    "run_id": "{run}",
    "run_ids": "{run}",
    "metric_key": "loss",
    "name": "{name}",
    "version": "1",
    "alias": "best",
    "path": "{experiment}/{run}",
    "kind": "user",
    "grantee": "globex/cat",
    "reason": "r",
    "artifact": "code/acme/x",
}
READ_BY_WHO_MAY = {
    f"GET {REPOSITORY}",
    f"GET {REPOSITORY}/auth-check",
    f"GET {REPOSITORY}/auth-check/write",
    f"GET {REPOSITORY}/refs",
    f"GET {REPOSITORY}/commits/{{rest:path}}",
    f"GET {REPOSITORY}/tree/{{rest:path}}",
    f"GET {REPOSITORY}/xet-read-token/{{rest:path}}",
    f"GET {REPOSITORY}/xet-write-token/{{rest:path}}",
    "GET /{namespace}/{name}/resolve/{rest:path}",
    f"GET {OWN}/storage",
    f"GET {OWN}/promotions",
    f"GET {OWN}/quarantine",
    f"GET {OWN}/versions/{{revision:path}}",
    "GET /v1/lineage/{types}/{namespace}/{name}",
    "GET /v1/recalls/{types}/{namespace}/{name}",
    f"GET {MLFLOW}/experiments/get",
    f"GET {MLFLOW}/experiments/get-by-name",
    f"GET {MLFLOW}/runs/get",
    f"POST {MLFLOW}/runs/search",
    f"GET {MLFLOW}/metrics/get-history",
    f"GET {MLFLOW}/artifacts/list",
    f"GET {FILES}/artifacts",
    f"GET {MLFLOW}/registered-models/get",
    f"GET {MLFLOW}/registered-models/alias",
    f"GET {MLFLOW}/model-versions/get",
    f"GET {MLFLOW}/model-versions/get-download-uri",
}
"""Those of these requests that a token for these repositories may send."""


def weights(size: int = 300_000) -> bytes:
    """Return random bytes that a scanner finds clean."""
    described = {"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}
    header = json.dumps(described, separators=(",", ":")).encode().ljust(64)
    return len(header).to_bytes(8, "little") + header + os.urandom(size)


@dataclass
class Other:
    """Another repository of acme, which the token does not cover.

    Attributes:
        names: Values for the placeholders in requests.
        content: Content of its file w.safetensors.
        hash_: SHA-256 of this content.
    """

    names: dict[str, str]
    content: bytes
    hash_: str


@pytest.fixture
def opened() -> Generator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def other(product: Product) -> Generator[Other]:
    """Create a model with a version, and an experiment with a run and a file."""
    ann = caller(product)
    with ann.http:
        repo, content = ann.create(), weights()
        hash_ = ann.upload(repo, content)
        ann.commit(repo, large("w.safetensors", hash_, len(content))).raise_for_status()
        ann.commit(repo, file("README.md", b"# other")).raise_for_status()

        def post(path: str, **body: Any) -> dict[str, Any]:
            return ann.http.post(f"{MLFLOW}/{path}", json=body).raise_for_status().json()

        name, titled = repo.split("/")[1], f"exp {uuid.uuid4().hex[:8]}"
        experiment = post("experiments/create", name=titled)["experiment_id"]
        run = post("runs/create", experiment_id=experiment, start_time=1)["run"]["info"]["run_id"]
        post("runs/log-metric", run_id=run, key="loss", value=1.0, timestamp=1, step=1)
        model = post("logged-models", experiment_id=experiment, source_run_id=run)["model"]["info"][
            "model_id"
        ]
        ann.http.put(f"{FILES}/artifacts/{experiment}/{run}/files/a.txt", content=b"a").raise_for_status()
        post("model-versions/create", name=name, source=f"hf://{repo}@main/", run_id=run)
        post("registered-models/alias", name=name, alias="best", version="1")
        read = ann.http.get(f"/api/models/{repo}").raise_for_status().json()
        yield Other(
            names={
                "types": "models",
                "namespace": "acme",
                "name": name,
                "rest:path": "main",
                "revision:path": "main",
                "repository": read["_id"],
                "experiment": experiment,
                "experiment_name": titled,
                "run": run,
                "model": model,
                "path:path": f"{experiment}/{run}/files/a.txt",
                "name:path": "k",
                "sha256": hash_,
                "digits": hash_,
                "prefix": "default",
                "upload": "upload-aaaa",
                "organisation": "acme",
                "pointer": "production",
            },
            content=content,
            hash_=hash_,
        )


def named(product: Product, opened: ExitStack, *names: str, **claims: Any) -> Hub:
    """Ann, even an operator here, with a token for these repositories only."""
    who: dict[str, Any] = {"subject": "ann", "tenant": "acme", "roles": ["submitter", "operator", "reviewer"]}
    token = mint(product.home.root, **(who | claims), ttl_s=3_600, repositories=names)
    url = product.endpoints["MUSTER_REGISTRY_URL"]
    http = httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False
    )
    return Hub(opened.enter_context(http), url)


def routes() -> dict[str, Mapping[str, float]]:
    """Return every route of the registry, as METHOD TEMPLATE, with its declared query parameters."""
    found: dict[str, Mapping[str, float]] = {}
    for included in API.build(offline(Settings)).routes:
        router: APIRouter | None = getattr(included, "original_router", None)
        for route in [] if router is None else router.routes:
            assert isinstance(route, APIRoute)
            found.update({f"{method} {route.path}": declared(route) for method in route.methods or ()})
    return found


def filled(said: Any, names: dict[str, str]) -> Any:
    """Return the text with the placeholders filled in."""
    match said:
        case dict():
            fields = cast("dict[str, Any]", said)
            return {key: filled(value, names) for key, value in fields.items()}
        case list():
            return [filled(value, names) for value in cast("list[Any]", said)]
        case str():
            for place, name in names.items():
                said = said.replace(f"{{{place}}}", name)
            return said
        case _:
            return said


def ask(hub: Hub, route: str, taken: Mapping[str, float], names: dict[str, str]) -> httpx.Response:
    method, _, template = route.partition(" ")
    query = {name: value for name, value in ASKED.items() if name in taken or not template.startswith(OURS)}
    path = filled(template, {**names, "rest:path": _rest(template)})
    body = None if method in {"GET", "HEAD"} else filled(SENT.get(route, ALWAYS_SENT), names)
    return hub.http.request(method, path, params=filled(query, names), json=body)


def _rest(template: str) -> str:
    return "main/w.safetensors" if "resolve" in template else "main"


def test_every_route_is_limited_to_the_repositories_of_the_token(
    product: Product, opened: ExitStack, other: Other
) -> None:
    repo = f"acme/mine-{uuid.uuid4().hex[:8]}"
    mine = named(product, opened, repo)
    create_repository(mine.http, name=repo.split("/")[1], organization="acme")
    names = {**other.names, "mine": repo}
    served = routes()
    assert set(OPEN) <= served.keys()
    passed: dict[str, int] = {}
    for route in sorted(served.keys() - set(OPEN)):
        answer = ask(mine, route, served[route], names)
        if answer.status_code not in {403, 404, 501}:  # 501: the route serves nobody
            passed[f"{route}: {answer.text[:200]}"] = answer.status_code
    assert passed == {}, "a route that is new keeps to them, or says in OPEN why it need not"


def test_a_token_for_the_repositories_allows_the_same_requests(
    product: Product, opened: ExitStack, other: Other
) -> None:
    names = other.names
    theirs = named(product, opened, f"acme/{names['name']}", f"experiment/acme/{names['experiment_name']}")
    served = routes()
    assert served.keys() >= READ_BY_WHO_MAY
    refused: dict[str, str] = {}
    for route in sorted(READ_BY_WHO_MAY):
        answer = ask(theirs, route, served[route], names)
        if answer.status_code not in {200, 302, 307}:
            refused[route] = f"{answer.status_code} {answer.text[:200]}"
    assert refused == {}


def test_lists_and_searches_show_no_other_repository(
    product: Product, opened: ExitStack, other: Other
) -> None:
    theirs = f"acme/{other.names['name']}"
    repo = f"acme/mine-{uuid.uuid4().hex[:8]}"
    mine = named(product, opened, repo, scopes=["read"])
    ann = opened.enter_context(caller(product).http)
    create_repository(ann, name=repo.split("/")[1], organization="acme")

    def found(http: httpx.Client, path: str, field: str | None, key: str, **asked: Any) -> set[str]:
        answer = http.get(path, params=asked).raise_for_status().json()
        return {each[key] for each in (answer if field is None else answer[field])}

    def searched(http: httpx.Client) -> set[str]:
        return found(http, "/v1/search", "items", "name", author="acme", limit=100, sort="created")

    product.until(lambda: {repo, theirs} <= searched(ann))
    assert searched(mine.http) == {repo}
    assert found(mine.http, "/api/models", None, "id") == {repo}
    assert found(mine.http, "/api/models", None, "id", search=other.names["name"]) == set()
    models = found(mine.http, f"{MLFLOW}/registered-models/search", "registered_models", "name")
    assert models == {repo.split("/")[1]}
    versions = mine.http.get(f"{MLFLOW}/model-versions/search").raise_for_status().json()
    experiments = mine.http.post(f"{MLFLOW}/experiments/search", json={"max_results": 1_000})
    assert (versions["model_versions"], experiments.raise_for_status().json()["experiments"]) == ([], [])
    facets = mine.http.get("/v1/search", params={"with_facets": True}).raise_for_status().json()["facets"]
    assert sum(facets.get("type", {"MODEL": 1}).values()) == 1
    who = mine.http.get("/api/whoami-v2").raise_for_status().json()["auth"]["accessToken"]
    assert who["fineGrained"]["scoped"][0]["entity"] == {"type": "model", "name": repo}
    assert mine.commit(repo, file("a.txt")).status_code == 403, "the token reads"


def test_a_hash_gives_no_access_to_bytes_of_other_repositories(
    product: Product, opened: ExitStack, other: Other
) -> None:
    repo = f"acme/mine-{uuid.uuid4().hex[:8]}"
    mine = named(product, opened, repo)
    create_repository(mine.http, name=repo.split("/")[1], organization="acme")
    stolen = large("w.safetensors", other.hash_, len(other.content))
    refused = mine.commit(repo, stolen)
    assert (refused.status_code, "not stored" in refused.text) == (400, True)
    assert mine.batch(repo, other.content).get("actions"), "it is asked for the bytes, which others have sent"
    ann = opened.enter_context(caller(product).http)
    kept = ann.get("/v1/storage").raise_for_status().json()["unique_bytes"]
    mine.upload(repo, other.content)
    mine.commit(repo, stolen).raise_for_status()
    read = mine.http.get(f"/{repo}/resolve/main/w.safetensors", follow_redirects=True)
    assert read.content == other.content
    added = ann.get("/v1/storage").raise_for_status().json()["unique_bytes"] - kept
    assert added < 1_000, "a directory: the bytes are kept once"


@pytest.mark.parametrize("service", ["API", "METERING", "SCANNER", "ALERTS", "PREEMPTION"])
def test_other_services_reject_the_limited_token(
    product: Product, opened: ExitStack, other: Other, service: str
) -> None:
    url = product.endpoints[f"MUSTER_{service}_URL"]
    mine = named(product, opened, f"acme/{other.names['name']}")
    document = mine.http.get(f"{url}/openapi.json").raise_for_status().json()
    paths = {path for path, methods in document["paths"].items() if "get" in methods and "{" not in path}
    paths -= {"/v1/services"}  # needs no token at all
    assert paths
    answers = {path: mine.http.get(f"{url}{path}").status_code for path in paths}
    assert {path: status for path, status in answers.items() if status not in {403, 422}} == {}


@pytest.mark.parametrize(
    ("client", "is_xet"),
    [
        pytest.param("hub-0.36", False, marks=pytest.mark.long),
        pytest.param("hub-1", True, marks=pytest.mark.long),
        ("hub-2", True),
        ("hub-2", False),
    ],
)
def test_a_stock_client_works_with_a_limited_token(
    product: Product, other: Other, client: str, is_xet: bool, tmp_path: Path
) -> None:
    repo = f"acme/ci-{uuid.uuid4().hex[:8]}"
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "w.safetensors").write_bytes(other.content)
    (tmp_path / "up" / "config.json").write_text("{}")
    said = stock_client(
        HERE / f"{client}.lock",
        HERE / "named_push.py",
        repo,
        f"acme/{other.names['name']}",
        tmp_path,
        url=product.endpoints["MUSTER_REGISTRY_URL"],
        token=mint(
            product.home.root,
            subject="ci",
            tenant="acme",
            roles=["submitter"],
            ttl_s=600,
            repositories=[repo],
        ),
        home=tmp_path / "home",
        timeout_s=200,
        HF_HUB_DISABLE_XET="0" if is_xet else "1",
    )
    saw = json.loads(said)
    assert saw == {"models": [repo], "role": "fineGrained", "files": ["config.json", "w.safetensors"]}
