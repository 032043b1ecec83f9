"""Requests: retries, and the error for each status."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from both_clients import Sdk
from muster.client import errors
from muster.client.settings import Settings
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import Answer, Api, job_json, paged, problem


def test_a_submission_is_sent_again_with_the_same_key(api: Api, client: Client) -> None:
    taken = Answer(202, {"job_id": "job-x", "command_id": "cmd-1", "position": "job-commands/0/7"})
    api.on("POST", "/v1/jobs", problem(503, "unavailable", "restarting"), taken)
    assert client.submit({"name": "hello", "run": "true"}).job_id == "job-x"
    keys = [a.headers["idempotency-key"] for a in api.asked]
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert api.asked[0].json == {"name": "hello", "run": "true"}
    assert api.asked[0].headers["authorization"] == "Bearer t0ken"


def test_requests_rejected_for_an_error_of_the_caller_are_not_retried(api: Api, client: Client) -> None:
    api.on("GET", "/v1/jobs/job-x", problem(404, "not-found", "job job-x does not exist"))
    with pytest.raises(errors.NotFound, match="job-x does not exist") as raised:
        client.job("job-x")
    assert len(api.asked) == 1
    assert raised.value.problem_type == "/problems/not-found"


@pytest.mark.parametrize(
    ("status", "kind", "code"),
    [
        (422, errors.InvalidRequest, 2),
        (404, errors.NotFound, 3),
        (409, errors.Conflict, 4),
        (401, errors.Unauthorized, 5),
        (403, errors.Unauthorized, 5),
        (500, errors.MusterError, 1),
    ],
)
def test_each_problem_has_its_class_and_exit_code(
    api: Api, client: Client, status: int, kind: type[errors.MusterError], code: int
) -> None:
    found = [{"field": "ranks", "value": "0", "allowed": "a whole number from 1 to 4096"}]
    api.on("POST", "/v1/jobs/job-x:cancel", problem(status, "some", "what happened", violations=found))
    with pytest.raises(kind) as raised:
        client.cancel("job-x")
    assert raised.value.exit_code == code
    assert str(raised.value.violations[0]) == "ranks is 0; must be a whole number from 1 to 4096"


@pytest.mark.slow
def test_an_address_where_nothing_listens_says_where_and_what_to_do(sdk: Sdk, tmp_path: Path) -> None:
    nowhere = Settings(home=tmp_path, api_url="http://127.0.0.1:9", token="t")
    with (
        closing(sdk.client(nowhere)) as client,
        pytest.raises(errors.Unavailable, match=r"cannot reach Muster at http://127\.0\.0\.1:9") as raised,
    ):
        client.nodes()
    assert "muster up" in raised.value.hint
    assert raised.value.exit_code == 6


def test_a_batch_answers_in_order_with_errors_in_their_places(api: Api, client: Client) -> None:
    results = [
        {"job_id": "job-a", "command_id": "c1", "position": "job-commands/0/1"},
        {"problem": {"type": "/problems/invalid-request", "title": "x", "status": 422, "detail": "ranks: 0"}},
    ]
    api.on("POST", "/v1/jobs:batch", Answer(202, {"results": results}))
    first, second = client.submit_batch([{"name": "a", "run": "x"}, {"name": "b", "run": "x"}])
    assert not isinstance(first, errors.MusterError)
    assert first.job_id == "job-a"
    assert isinstance(second, errors.InvalidRequest)


def test_pages_are_read_to_the_limit_and_no_further(api: Api, client: Client) -> None:
    pages = [
        paged([job_json("job-1"), job_json("job-2")], token="two"),
        paged([job_json("job-3")], token="three"),
    ]
    api.on("GET", "/v1/jobs", *pages)
    assert [j.job_id for j in client.jobs(limit=3, state=["RUNNING"])] == ["job-1", "job-2", "job-3"]
    assert [a.query["limit"] for a in api.asked] == [["3"], ["1"]]
    assert api.asked[1].query["page_token"] == ["two"]


def test_settings_come_from_the_environment_before_the_home(tmp_path: Path) -> None:
    (tmp_path / "endpoints.env").write_text(
        "# written by muster up\nMUSTER_API_URL=http://127.0.0.1:18080/\n"
        "MUSTER_SCHEDULER_URLS=http://127.0.0.1:1/, http://127.0.0.1:2\n"
    )
    (tmp_path / "token").write_text("from-file\n")
    at_home = Settings.load({"MUSTER_HOME": str(tmp_path)})
    assert (at_home.api_url, at_home.token) == ("http://127.0.0.1:18080", "from-file")
    assert at_home.scheduler_urls == ("http://127.0.0.1:1", "http://127.0.0.1:2")
    told = {"MUSTER_HOME": str(tmp_path), "MUSTER_API_URL": "https://muster.example", "MUSTER_TOKEN": "t"}
    assert (Settings.load(told).api_url, Settings.load(told).token_from) == (
        "https://muster.example",
        "MUSTER_TOKEN",
    )
