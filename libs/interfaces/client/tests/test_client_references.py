"""Names, ids and beginnings of ids that people type for a job."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from muster.client.cli.texts import short_id
from muster.client.errors import Conflict, NotFound
from muster.client.references import resolve
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import SUCCEEDED, Answer, Api, Asked, job_json, paged

ONE, TWO, THREE = "job-" + "a" * 20, "job-" + "ab" * 10, "job-" + "c" * 20
TIMED = "job-01m8mman36yzghay6bal"
"""Ids begin with the time they were made at: those of a day share their beginning."""


def jobs_of(*jobs: dict[str, Any]) -> Callable[[Asked], Answer]:
    """Serve a list of jobs that is searched by beginnings of ids."""

    def page(asked: Asked) -> Answer:
        begins = asked.query.get("id_prefix", [""])[0]
        return paged([job for job in jobs if job["job_id"].startswith(begins)])

    return page


@pytest.fixture
def listed(api: Api) -> None:
    jobs = [
        job_json(ONE, name="train"),
        job_json(TWO, name="train", **SUCCEEDED),
        job_json(THREE, name="evaluate", **SUCCEEDED),
    ]
    jobs += [job_json(TIMED, name="run"), job_json("job-01m8mma7xqmda5iy6bal", name="run")]
    from_ci = [job_json("job-from-ci", name="ci"), job_json("job-from-ci-2", name="ci")]
    api.on("GET", "/v1/jobs", jobs_of(*jobs, *from_ci))
    api.on("GET", "/v1/jobs/job-from-ci", Answer(200, from_ci[0]))


@pytest.mark.slow
@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (TWO, TWO),
        ("job-ccc", THREE),
        ("evaluate", THREE),
        ("train", ONE),  # of two with this name the one that is not over
        ("job-from-ci", "job-from-ci"),  # the whole id, though another begins so
        ("job-from-ci-", "job-from-ci-2"),
        (short_id(TIMED), TIMED),
        ("ay6bal", TIMED),
    ],
)
def test_ids_beginnings_and_names(client: Client, typed: str, meant: str) -> None:
    assert resolve(client, typed) == meant


def test_short_ids_are_the_end_of_an_id_with_a_time_and_the_beginning_of_others() -> None:
    assert [short_id(each) for each in (TIMED, ONE, "job-from-ci")] == ["ghay6bal", ONE[:12], "job-from-ci"]


@pytest.mark.usefixtures("listed")
def test_an_end_that_several_ids_share_is_ambiguous_and_one_of_none_is_unknown(client: Client) -> None:
    with pytest.raises(Conflict, match="several ids end with '6bal'"):
        resolve(client, "6bal")
    with pytest.raises(NotFound):
        resolve(client, "bal")


def test_a_whole_id_needs_no_request(api: Api, client: Client) -> None:
    assert resolve(client, ONE) == ONE
    assert resolve(client, TIMED) == TIMED
    assert api.asked == []


@pytest.mark.usefixtures("listed")
def test_an_unknown_name_suggests_the_closest(client: Client) -> None:
    with pytest.raises(NotFound, match="no job has the id or name 'evalute'") as raised:
        resolve(client, "evalute")
    assert raised.value.hint == "did you mean evaluate?"


def test_several_live_jobs_of_one_name_are_a_conflict(api: Api, client: Client) -> None:
    jobs = [job_json(ONE), job_json(TWO)]
    api.on("GET", "/v1/jobs", paged(jobs))
    with pytest.raises(Conflict, match="2 jobs are named 'train'") as raised:
        resolve(client, "train")
    assert ONE in raised.value.hint


@pytest.mark.usefixtures("listed")
def test_a_beginning_of_several_ids_names_the_candidates(client: Client) -> None:
    with pytest.raises(Conflict, match="several ids begin with 'job-fro'") as raised:
        resolve(client, "job-fro")
    assert "type more of the id: job-from-ci (ci, running), job-from-ci-2" in raised.value.hint


def test_a_beginning_is_looked_for_among_all_jobs_by_the_api(api: Api, client: Client) -> None:
    api.on("GET", "/v1/jobs", jobs_of(job_json(THREE)))
    assert resolve(client, "job-cc") == THREE
    assert [asked.query["id_prefix"] for asked in api.asked] == [["job-cc"]]


def test_where_the_newest_will_do_it_is_taken_and_named(api: Api, client: Client) -> None:
    jobs = [job_json(ONE, **SUCCEEDED), job_json(TWO, **SUCCEEDED)]
    api.on("GET", "/v1/jobs", paged(jobs))
    told: list[int] = []
    assert resolve(client, "train", on_newest=told.append) == ONE
    assert told == [2]


def test_a_name_of_long_ago_is_searched_for(api: Api, client: Client) -> None:
    def page(asked: Asked) -> Answer:
        found = [job_json(TWO, name="ancient")] if asked.query.get("q") == ["ancient"] else [job_json(ONE)]
        return paged(found)

    api.on("GET", "/v1/jobs", page)
    assert resolve(client, "ancient") == TWO
