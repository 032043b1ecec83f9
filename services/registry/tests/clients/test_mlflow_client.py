"""A stock mlflow, from its package, against the registry of a running product, and refused requests."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.testkit.environments import environment
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import create_repository
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
API, FILES = "/api/2.0/mlflow", "/api/2.0/mlflow-artifacts"
_PATIENCE_S = 240


@dataclass
class Caller:
    """A caller that sends requests like MLflow's clients."""

    http: httpx.Client
    product: Product

    def post(self, path: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """Return the answer to a request that must succeed."""
        answer = self.http.request(method, f"{API}/{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, path: str, method: str = "POST", **body: Any) -> tuple[int, str]:
        """Return status and error code of a request that must fail."""
        return _refusal(self.http.request(method, f"{API}/{path}", json=body))

    def run(self) -> dict[str, Any]:
        """Create a run of a new experiment."""
        experiment = self.post("experiments/create", name=f"exp {uuid.uuid4().hex[:8]}")["experiment_id"]
        return self.post("runs/create", experiment_id=experiment, start_time=1)["run"]["info"]

    def unique_bytes(self) -> int:
        return self.http.get("/v1/storage").raise_for_status().json()["unique_bytes"]


def caller(
    product: Product, user: str = "ann", tenant: str = "acme", role: str = "submitter"
) -> httpx.Client:
    token = mint(product.home.root, subject=user, tenant=tenant, roles=[role], ttl_s=3_600, team="vision")
    url, shown = product.endpoints["MUSTER_REGISTRY_URL"], {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False)


@pytest.fixture
def ann(product: Product) -> Generator[Caller]:
    with caller(product) as http:
        yield Caller(http, product)


@pytest.fixture
def cat(product: Product) -> Generator[Caller]:
    """A caller of another organisation."""
    with caller(product, "cat", "globex") as http:
        yield Caller(http, product)


def _refusal(answer: httpx.Response) -> tuple[int, str]:
    assert not answer.is_success, answer.text
    return answer.status_code, answer.json()["error_code"]


def _place(run: dict[str, Any], path: str) -> str:
    return f"{FILES}/artifacts/{run['artifact_uri'].removeprefix('mlflow-artifacts:/')}/{path}"


def test_a_stock_client_trains_and_registers(product: Product, tmp_path: Path) -> None:
    _trained_and_registered(product, "acme", tmp_path)


@pytest.mark.long
def test_a_stock_client_works_with_encrypted_organisations(product: Product, tmp_path: Path) -> None:
    with encrypted_organisation(product) as tenant:
        _trained_and_registered(product, tenant, tmp_path)


def _trained_and_registered(product: Product, tenant: str, tmp_path: Path) -> None:
    name = f"iris-{uuid.uuid4().hex[:8]}"
    token = mint(
        product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600, team="vision"
    )
    own = {
        "MLFLOW_TRACKING_URI": product.endpoints["MUSTER_REGISTRY_URL"],
        "MLFLOW_TRACKING_TOKEN": token,
        "MLFLOW_RUN_CONTEXT": json.dumps({"muster.job": "job-7f3k2a"}),
        "MLFLOW_MULTIPART_UPLOAD_MINIMUM_FILE_SIZE": str(5 * 2**20),
        "MLFLOW_MULTIPART_UPLOAD_CHUNK_SIZE": str(5 * 2**20),
        "MLFLOW_DISABLE_TELEMETRY": "true",
    }
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "TMPDIR"}}
    done = subprocess.run(
        [
            environment(HERE / "mlflow-3.lock") / "bin/python",
            HERE / "mlflow_story.py",
            f"the {name}",
            name,
            tmp_path,
        ],
        env=kept | own,
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    saw = json.loads(done.stdout.splitlines()[-1])  # the client has told people of its run before
    assert (saw["user"], saw["versions"], saw["job"]) == ("ann", 2, "job-7f3k2a")
    with caller(product, tenant=tenant) as http:  # the model is a repository as every other
        info = http.get(f"/api/models/{tenant}/{name}").raise_for_status().json()
        assert "MLmodel" in {each["rfilename"] for each in info["siblings"]}


def test_runs_are_deleted_and_restored_with_their_experiment(ann: Caller) -> None:
    run = ann.run()
    experiment, id_ = run["experiment_id"], run["run_id"]

    def stages(view: str) -> list[str]:
        found = ann.post("runs/search", experiment_ids=[experiment], run_view_type=view).get("runs", [])
        return [each["info"]["lifecycle_stage"] for each in found]

    ann.post("experiments/delete", experiment_id=experiment)
    assert (stages("ACTIVE_ONLY"), stages("DELETED_ONLY"), stages("ALL")) == ([], ["deleted"], ["deleted"])
    assert ann.refused("runs/log-metric", run_id=id_, key="acc", value=1.0, timestamp=1)[0] == 400
    assert ann.refused("runs/set-tag", run_id=id_, key="a", value="b")[0] == 400
    assert _refusal(ann.http.put(_place(run, "w.bin"), content=b"x"))[0] == 404
    ann.post("experiments/restore", experiment_id=experiment)
    assert (stages("ACTIVE_ONLY"), stages("DELETED_ONLY")) == (["active"], [])
    ann.post("runs/log-metric", run_id=id_, key="acc", value=1.0, timestamp=1)


def test_experiments_are_found_by_their_exact_name(ann: Caller) -> None:
    name = f"Base {uuid.uuid4().hex[:8]}"
    made = [ann.post("experiments/create", name=each)["experiment_id"] for each in (name, name.lower())]
    for id_, each in zip(made, (name, name.lower()), strict=True):
        found = ann.post(f"experiments/get-by-name?experiment_name={each}", "GET")["experiment"]
        assert (found["experiment_id"], found["name"]) == (id_, each)
    assert ann.refused("experiments/create", name=name) == (400, "RESOURCE_ALREADY_EXISTS")
    absent = ann.refused(f"experiments/get-by-name?experiment_name={name.upper()}", "GET")
    assert absent == (404, "RESOURCE_DOES_NOT_EXIST")


def test_bytes_are_stored_once_for_all_runs(ann: Caller) -> None:
    data, one, other = os.urandom(2 * 2**20), ann.run(), ann.run()
    ann.http.put(_place(one, "w.bin"), content=data).raise_for_status()
    before = ann.unique_bytes()
    ann.http.put(_place(other, "sub/w.bin"), content=data).raise_for_status()
    ann.http.put(_place(other, "sub/w.bin"), content=data).raise_for_status()  # it had got no answer
    assert ann.unique_bytes() - before < 1_000  # directories
    name = f"kept-{uuid.uuid4().hex[:8]}"
    ann.post("registered-models/create", name=name)
    version = ann.post("model-versions/create", name=name, source=f"{other['artifact_uri']}/sub")
    assert version["model_version"]["version"] == "1"
    assert ann.unique_bytes() - before < 2_000
    place = ann.http.get(f"{API}/model-versions/get-download-uri", params={"name": name, "version": 1})
    ann.http.delete(_place(other, "sub")).raise_for_status()
    at = place.json()["artifact_uri"].removeprefix("mlflow-artifacts:/")
    read = ann.http.get(f"{FILES}/artifacts/{at}/w.bin", follow_redirects=True)
    assert read.content == data
    changed = ann.http.put(f"{FILES}/artifacts/{at}/w.bin", content=b"other")
    assert _refusal(changed) == (404, "RESOURCE_DOES_NOT_EXIST")  # a version never changes


def test_a_version_of_files_from_another_client_is_their_commit(ann: Caller) -> None:
    name = f"came-{uuid.uuid4().hex[:8]}"
    create_repository(ann.http, name=name, organization="acme")
    content = {"path": "sub/a.txt", "content": base64.b64encode(b"a").decode(), "encoding": "base64"}
    lines = [{"key": "header", "value": {"summary": "a file"}}, {"key": "file", "value": content}]
    made = ann.http.post(f"/api/models/acme/{name}/commit/main", content="\n".join(map(json.dumps, lines)))
    for source in (
        f"hf://acme/{name}",
        f"hf://acme/{name}@main",
        f"hf://acme/{name}@{made.json()['commitOid']}",
    ):
        version = ann.post("model-versions/create", name=name, source=source)["model_version"]
        asked = {"name": name, "version": version["version"]}
        place = ann.http.get(f"{API}/model-versions/get-download-uri", params=asked).json()
        assert place["artifact_uri"].endswith(f"/{made.json()['commitOid']}")
    ann.post("registered-models/create", name=f"{name}-sub")
    below = f"hf://acme/{name}@main/sub"
    version = ann.post("model-versions/create", name=f"{name}-sub", source=below)["model_version"]
    assert version["source"] == below
    absent = ann.refused("model-versions/create", name=name, source=f"hf://acme/{name}@none")
    assert absent == (404, "RESOURCE_DOES_NOT_EXIST")


def test_other_organisations_see_nothing(ann: Caller, cat: Caller) -> None:
    run = ann.run()
    ann.http.put(_place(run, "a.txt"), content=b"a").raise_for_status()
    absent = (404, "RESOURCE_DOES_NOT_EXIST")
    assert _refusal(cat.http.get(f"{API}/runs/get", params={"run_id": run["run_id"]})) == absent
    assert _refusal(cat.http.get(_place(run, "a.txt"))) == absent
    assert _refusal(cat.http.put(_place(run, "a.txt"), content=b"b")) == absent
    assert cat.refused("runs/log-metric", run_id=run["run_id"], key="loss", value=1) == absent
    assert cat.refused("runs/search", experiment_ids=[run["experiment_id"]]) == absent
    names = [each["name"] for each in cat.post("experiments/search", max_results=1_000)["experiments"]]
    assert not [name for name in names if name.startswith("exp ")]
    unknown = httpx.get(f"{ann.http.base_url}{API}/experiments/get?experiment_id=0", trust_env=False)
    assert _refusal(unknown) == (401, "UNAUTHENTICATED")
    token = ann.http.headers["authorization"].partition(" ")[2]
    basic = base64.b64encode(f"ann:{token}".encode()).decode()
    found = httpx.get(
        f"{ann.http.base_url}{API}/runs/get",
        params={"run_id": run["run_id"]},
        headers={"Authorization": f"Basic {basic}"},
        trust_env=False,
    )
    assert found.json()["run"]["info"]["run_id"] == run["run_id"]


def test_quarantine_shows_its_reason(ann: Caller) -> None:
    name, run = f"bad-{uuid.uuid4().hex[:8]}", ann.run()
    ann.http.put(_place(run, "a.pkl"), content=b"a").raise_for_status()
    ann.post("registered-models/create", name=name)
    ann.post("model-versions/create", name=name, source=run["artifact_uri"], run_id=run["run_id"])
    with caller(ann.product, "rev", role="reviewer") as reviewer:
        path = f"/v1/repositories/models/acme/{name}/quarantine"
        reviewer.put(path, params={"wait_s": 30}, json={"reason": "a pickle"}).raise_for_status()
    asked = {"name": name, "version": "1"}
    version = ann.http.get(f"{API}/model-versions/get", params=asked).json()["model_version"]
    assert (version["status"], version["status_message"]) == (
        "FAILED_REGISTRATION",
        "in quarantine: a pickle",
    )
    closed = ann.http.get(f"{API}/model-versions/get-download-uri", params=asked)
    assert (_refusal(closed), "a pickle" in closed.json()["message"]) == ((403, "PERMISSION_DENIED"), True)


def test_bad_requests_name_the_allowed_values(ann: Caller) -> None:
    run = ann.run()
    wrong = (400, "INVALID_PARAMETER_VALUE")
    for path in ("../up.txt", "a//b", ".git/config"):
        place = _place(run, path.replace("..", "%2E%2E"))
        assert _refusal(ann.http.put(place, content=b"x")) in {wrong, (404, "RESOURCE_DOES_NOT_EXIST")}, path
    for text in ("metrics.a >", "status = 'x' OR 1", "'; DROP TABLE runs; --", "attributes.nothing = 'x'"):
        assert ann.refused("runs/search", experiment_ids=[run["experiment_id"]], filter=text) == wrong, text
    metric = {"key": "loss", "value": "much", "timestamp": 1, "step": 0}
    assert ann.refused("runs/log-batch", run_id=run["run_id"], metrics=[metric]) == wrong
    many = [{"key": "loss", "value": 1, "timestamp": n, "step": n} for n in range(1_001)]
    assert ann.refused("runs/log-batch", run_id=run["run_id"], metrics=many) == wrong
    unserved = ann.http.post("/api/3.0/mlflow/traces", json={})
    assert _refusal(unserved) == (404, "ENDPOINT_NOT_FOUND")


def test_incomplete_parts_make_no_file(ann: Caller) -> None:
    run, data = ann.run(), os.urandom(1_000)
    at = run["artifact_uri"].removeprefix("mlflow-artifacts:/")
    asked = {"path": "/home/ann/w.bin", "num_parts": 1}
    begun = ann.http.post(f"{FILES}/mpu/create/{at}/sub", json=asked).raise_for_status().json()
    done: dict[str, Any] = {"path": "/home/ann/w.bin", "upload_id": begun["upload_id"], "parts": []}
    nothing = ann.http.post(f"{FILES}/mpu/complete/{at}/sub", json=done)
    assert _refusal(nothing) == (400, "INVALID_PARAMETER_VALUE")
    stolen = {**done, "upload_id": f"upload-{'a' * 20}.x"}
    assert _refusal(ann.http.post(f"{FILES}/mpu/complete/{at}/sub", json=stolen))[0] == 404
    etag = httpx.put(begun["credentials"][0]["url"], content=data).raise_for_status().headers["etag"]
    done["parts"] = [{"part_number": 1, "etag": etag, "url": begun["credentials"][0]["url"]}]
    ann.http.post(f"{FILES}/mpu/complete/{at}/sub", json=done).raise_for_status()
    told = ann.http.get(f"{FILES}/presigned/{at}/sub/w.bin").raise_for_status().json()
    assert told["file_size"] == len(data)
    ranged = httpx.get(told["url"], headers={"Range": "bytes=10-19"}, trust_env=False)
    assert ranged.content == data[10:20]
