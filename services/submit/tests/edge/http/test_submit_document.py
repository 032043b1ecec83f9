"""The OpenAPI document and the running API: requests and a client generated from the document.

Schemathesis makes requests, good and bad ones, from the document and compares every answer with it: status,
headers, content type and JSON. Its requests are the same in every run.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import uuid
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from muster.events.job_events import JobQueued
from muster.jobs import parse_request, to_spec
from muster.testkit.api.submit_cell import SubmitCell
from schemathesis import GenerationMode, checks
from schemathesis.core.failures import Failure, FailureGroup

pytestmark = pytest.mark.stack

EXAMPLES: Final = 6
"""Number of requests of each operation."""
SURFACE_MIN: Final = 25
WAIT_S_MAX: Final = 0.1
checks.load_all_checks()
NOT_ASKED: Final = (
    "positive_data_acceptance",  # rules across fields, such as a window's order, are not in the schemas
    "not_a_server_error",  # but see no_defect: 503 is correct for an `after` that is not reached yet
)
NOT_ASKED_OF: Final = {
    "POST /v1/jobs:batch": (
        "negative_data_rejection",
    ),  # an invalid job is answered by a problem in its place
}

CHECKED: Final = cast("Any", schemathesis.Config).from_dict(
    {
        "checks": {
            "negative_data_rejection": {  # the default without 412: a version is compared before a patch
                "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, "5xx"]
            }
        }
    }
)

JOB: Final = {"name": "hello", "run": "echo hello", "labels": {"by": "generated"}}


def document(cell: SubmitCell) -> dict[str, Any]:
    return httpx.get(f"{cell.url}/openapi.json", trust_env=False).json()


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in cast("dict[str, Any]", node).items():
            if key == "$ref":
                yield value
            yield from references(value)
    elif isinstance(node, list):
        for value in cast("list[Any]", node):
            yield from references(value)


def test_the_document_resolves_all_its_references(cell: SubmitCell) -> None:
    found = document(cell)
    assert found["openapi"].startswith("3.1")
    assert found["servers"]
    named = {f"#/components/schemas/{name}" for name in found["components"]["schemas"]}
    assert set(references(found)) <= named
    ids = [o["operationId"] for item in found["paths"].values() for o in item.values()]
    assert len(set(ids)) == len(ids)
    assert all(name.isidentifier() for name in ids)


@schemathesis.serializer("application/gzip")
def packed(context: schemathesis.SerializationContext, value: Any) -> bytes:
    del context
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def no_defect(context: schemathesis.CheckContext, response: schemathesis.Response, case: Any) -> None:
    """Reject 500, which is documented but never correct."""
    del context
    assert response.status_code != 500, f"{case.method} {case.path}: {response.text}"


# Threads of this process (drivers, retries) draw random numbers while Hypothesis makes a case.
@pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")
def test_every_answer_matches_the_document(cell: SubmitCell) -> None:
    schema: Any = schemathesis.openapi.from_dict(document(cell), config=CHECKED)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= SURFACE_MIN
    with cell.client("t-schemathesis", "operator") as caller:
        failures = [first_failure(operation, cell, caller) for operation in operations]
    if found := [failure for failure in failures if failure]:
        pytest.fail("\n\n".join(found))


def test_an_undocumented_answer_is_detected(cell: SubmitCell) -> None:
    lacking = document(cell)
    del lacking["paths"]["/v1/reservations/{name}"]["get"]["responses"]["404"]
    schema: Any = schemathesis.openapi.from_dict(lacking, config=CHECKED)
    operation = schema["/v1/reservations/{name}"]["GET"]
    with cell.client("t-schemathesis", "operator") as caller:
        assert "404" in (first_failure(operation, cell, caller) or "")


def first_failure(operation: Any, cell: SubmitCell, caller: httpx.Client) -> str | None:
    """Return the first failure of an answer to match the document; None: all match."""
    names = (*NOT_ASKED, *NOT_ASKED_OF.get(operation.label, ()))
    excluded = [cast("Any", checks).CHECKS.get_one(name) for name in names]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def compared(case: Any) -> None:
        query = cast("dict[str, Any]", case.query or {})
        wait_s = query.get("wait_s")
        if isinstance(wait_s, int | float) and WAIT_S_MAX < wait_s <= 30:
            query["wait_s"] = WAIT_S_MAX  # nobody decides here
        case.call_and_validate(
            base_url=cell.url,
            headers={"Authorization": caller.headers["Authorization"]},
            additional_checks=[no_defect],
            excluded_checks=excluded,
            session=session,
            timeout=30,
        )

    try:
        with requests.Session() as session:
            compared()
    except (FailureGroup, Failure) as failure:
        return f"{operation.label}: {failure}"
    return None


CONFIG: Final[dict[str, Any]] = {
    "post_hooks": [],
    "content_type_overrides": {"application/gzip": "application/octet-stream"},
    "package_name_override": "generated_muster",
}


@pytest.fixture
def generated(cell: SubmitCell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    """Generate a client from the document with openapi-python-client, and import it."""
    source, config = tmp_path / "openapi.json", tmp_path / "config.json"
    source.write_text(json.dumps(document(cell)))
    config.write_text(json.dumps(CONFIG))
    tool = Path(sys.executable).with_name("openapi-python-client")
    command = [tool, "generate", "--path", source, "--config", config, "--output-path", tmp_path / "client"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (made.returncode, "warning" in made.stdout.lower()) == (0, False), made.stdout + made.stderr
    monkeypatch.setattr(sys, "path", [str(tmp_path / "client"), *sys.path])
    yield importlib.import_module("generated_muster")
    for name in [name for name in sys.modules if name.startswith("generated_muster")]:
        del sys.modules[name]


def test_a_generated_client_submits_lists_and_reads(cell: SubmitCell, generated: Any, tenant: str) -> None:
    models: Any = importlib.import_module("generated_muster.models")
    jobs: Any = importlib.import_module("generated_muster.api.jobs")
    for name in ("submit_job", "list_jobs", "read_job"):
        importlib.import_module(f"generated_muster.api.jobs.{name}")
    with cell.client(tenant) as caller:
        token = caller.headers["Authorization"].removeprefix("Bearer ")
    client = generated.AuthenticatedClient(base_url=cell.url, token=token, httpx_args={"trust_env": False})

    with client:
        _submit_list_and_read(cell, client, jobs, models, tenant)


def _submit_list_and_read(cell: SubmitCell, client: Any, jobs: Any, models: Any, tenant: str) -> None:
    receipt = jobs.submit_job.sync(client=client, body=models.JobRequest.from_dict(JOB))
    assert isinstance(receipt, models.JobReceipt)
    spec = to_spec(parse_request(JOB), user="ann", team="research")
    queued = JobQueued(job_id=receipt.job_id, tenant=tenant, spec=spec)
    position = str(cell.fact(receipt.job_id, queued, receipt.command_id))

    page = jobs.list_jobs.sync(client=client, after=position)
    assert [(job.job_id, job.name, job.state.value) for job in page.items] == [
        (receipt.job_id, "hello", "QUEUED")
    ]
    assert page.items[0].labels.to_dict() == {"by": "generated"}
    job = jobs.read_job.sync(receipt.job_id, client=client)
    assert (job.job_id, job.attempts) == (receipt.job_id, [])
    refused = jobs.read_job.sync(f"job-{uuid.uuid4().hex[:20]}", client=client)
    assert isinstance(refused, models.ProblemDetails)
    assert (refused.status, refused.type_) == (404, "/problems/not-found")
