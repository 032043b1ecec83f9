"""The API made from a service's document takes what the document allows, and answers with all its fields."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import httpx
import pytest
from muster.testkit.api.canned_api import Answer
from muster.testkit.api.described_api import DescribedApi


@pytest.fixture
def api() -> Generator[DescribedApi]:
    made = DescribedApi({"Job": {"name": "train"}})
    yield made
    made.close()


def request_to(api: DescribedApi, method: str, target: str, **more: Any) -> httpx.Response:
    return httpx.request(method, f"{api.url}/submit{target}", trust_env=False, **more)


def test_an_answer_has_every_field_of_its_schema_and_the_given_values(api: DescribedApi) -> None:
    page = request_to(api, "GET", "/v1/jobs?limit=7").json()
    [job] = page["items"]
    assert job["name"] == "train"
    assert job["placements"][0].keys() >= {"rank", "node_id", "gpu_indices"}
    assert page["next_page_token"] is None
    assert not api.faults


@pytest.mark.parametrize(
    ("method", "target", "body", "fault"),
    [
        ("GET", "/v1/no-such-route", None, "submit has no such route"),
        ("PATCH", "/v1/jobs", None, "submit has no such route"),
        ("GET", "/v1/jobs?nmae=x", None, "nmae is no parameter"),
        ("GET", "/v1/jobs?limit=many", None, 'limit: "many" is not of type "integer"'),
        ("PUT", "/v1/files/2c26...7ae0", b"x", 'sha256: "2c26...7ae0" does not match'),
        ("POST", "/v1/queues", {"name": "a", "weigth": 2}, "weigth"),
        ("POST", "/v1/queues", None, "a body is required"),
    ],
)
def test_a_request_that_no_service_takes_is_refused_and_listed(
    api: DescribedApi, method: str, target: str, body: Any, fault: str
) -> None:
    content = {"content": body} if isinstance(body, bytes) else {"json": body}
    answer = request_to(api, method, target, **({} if body is None else content))
    assert answer.status_code in {404, 422}
    assert fault in answer.json()["detail"]
    [listed] = api.faults
    assert fault in listed


def test_an_answer_of_the_test_that_the_document_does_not_allow_is_a_fault(api: DescribedApi) -> None:
    api.on("GET", "/submit/v1/nodes", Answer(200, {"items": [{"node_id": "a"}], "next_page_token": None}))
    request_to(api, "GET", "/v1/nodes")
    assert "the test's own answer" in api.faults[0]
