"""Working files as an index of archives: only what is absent is sent, and nodes read all that a job names."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest
from muster.jobs.values.file_index import INDEX_TYPE, index_of
from muster.store.keys import files_key
from muster.testkit.api.submit_cell import SubmitCell, an_archive

pytestmark = [pytest.mark.stack]
JOB = {"name": "x", "run": "true"}


def _put(ann: httpx.Client, content: bytes, kind: str = "application/gzip") -> httpx.Response:
    sha256 = hashlib.sha256(content).hexdigest()
    return ann.put(f"/v1/files/{sha256}", content=content, headers={"Content-Type": kind})


def _violations(answer: httpx.Response) -> list[tuple[str, str]]:
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid-request"), answer.text
    return [(each["field"], each["value"]) for each in answer.json()["violations"]]


def _index(*archives: str) -> tuple[str, bytes]:
    index = index_of(archives)
    return hashlib.sha256(index).hexdigest(), index


def test_an_index_is_stored_once_its_archives_are_and_a_job_can_name_it(
    cell: SubmitCell, tenant: str
) -> None:
    (first, one), (second, two) = an_archive("a.py"), an_archive("b.py")
    sha256, index = _index(first, second)
    with cell.client(tenant) as ann:
        _put(ann, one).raise_for_status()
        named = {"sha256": [sha256, second, first]}
        assert ann.post("/v1/files:absent", json=named).json() == {"absent": [sha256, second]}
        assert _violations(_put(ann, index, INDEX_TYPE)) == [("archives", second)]
        assert not cell.store.exists(files_key(sha256))
        _put(ann, two).raise_for_status()
        stored = _put(ann, index, INDEX_TYPE)
        assert (stored.status_code, stored.json()["files_sha256"]) == (201, sha256)
        assert ann.post("/v1/files:absent", json=named).json() == {"absent": []}
        assert ann.post("/v1/jobs", json=JOB | {"files_sha256": sha256}).status_code == 202


@pytest.mark.parametrize(
    ("index", "says"),
    [
        (b"{", "not JSON"),
        (b"{}", "not an object whose only field is archives"),
        (b'{"archives": []}', "archives is not a list of 1 to 10000"),
        (b'{"archives": {"a": 1}}', "archives is not a list of 1 to 10000"),
        (b'{"archives": ["abc"]}', "'abc' is not a SHA-256 in lower-case hex"),
        (index_of(["a" * 64, "a" * 64]), "archives names one archive twice"),
        (index_of(["a" * 64] * 10_001), "archives is not a list of 1 to 10000"),
    ],
    ids=["no JSON", "no field", "empty", "no list", "no hash", "twice", "too many"],
)
def test_a_malformed_index_is_rejected(cell: SubmitCell, tenant: str, index: bytes, says: str) -> None:
    with cell.client(tenant) as ann:
        [(field, value)] = _violations(_put(ann, index, INDEX_TYPE))
    assert (field, value[: len(says)]) == ("(body)", says)
    assert not cell.store.exists(files_key(hashlib.sha256(index).hexdigest()))


@pytest.mark.parametrize("body", [{}, {"sha256": []}, {"sha256": ["A" * 64]}, {"sha256": "a" * 64}])
def test_a_question_without_hashes_is_rejected(cell: SubmitCell, tenant: str, body: dict[str, Any]) -> None:
    with cell.client(tenant) as ann:
        assert _violations(ann.post("/v1/files:absent", json=body))
    with cell.client(tenant, "viewer") as eve:
        assert eve.post("/v1/files:absent", json={"sha256": ["a" * 64]}).status_code == 403
