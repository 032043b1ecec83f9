"""What people type for a job."""

from __future__ import annotations

import pytest
from muster.client.errors import Conflict, NotFound
from muster.client.references import resolve
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import SUCCEEDED, Answer, Api, Asked, job_json

ONE, TWO, THREE = "job-" + "a" * 20, "job-" + "ab" * 10, "job-" + "c" * 20


@pytest.fixture
def listed(api: Api) -> None:
    jobs = [
        job_json(ONE, name="train"),
        job_json(TWO, name="train", **SUCCEEDED),
        job_json(THREE, name="evaluate", **SUCCEEDED),
    ]
    api.on("GET", "/v1/jobs", Answer(200, {"items": jobs, "next_page_token": None}))
    api.on("GET", "/v1/jobs/job-from-ci", Answer(200, job_json("job-from-ci")))


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (TWO, TWO),
        ("job-ccc", THREE),
        ("evaluate", THREE),
        ("train", ONE),  # of two with this name the one that is not over
        ("job-from-ci", "job-from-ci"),
    ],
)
def test_ids_beginnings_and_names(client: Client, typed: str, meant: str) -> None:
    assert resolve(client, typed) == meant


def test_a_whole_id_asks_nothing(api: Api, client: Client) -> None:
    assert resolve(client, ONE) == ONE
    assert api.asked == []


@pytest.mark.usefixtures("listed")
def test_an_unknown_name_suggests_the_closest(client: Client) -> None:
    with pytest.raises(NotFound, match="no job has the id or the name 'evalute'") as raised:
        resolve(client, "evalute")
    assert raised.value.hint == "did you mean evaluate?"


def test_several_live_jobs_of_one_name_are_a_conflict(api: Api, client: Client) -> None:
    jobs = [job_json(ONE), job_json(TWO)]
    api.on("GET", "/v1/jobs", Answer(200, {"items": jobs}))
    with pytest.raises(Conflict, match="'train' means 2 jobs") as raised:
        resolve(client, "train")
    assert ONE in raised.value.hint


def test_where_the_newest_will_do_it_is_taken_and_said(api: Api, client: Client) -> None:
    jobs = [job_json(ONE, **SUCCEEDED), job_json(TWO, **SUCCEEDED)]
    api.on("GET", "/v1/jobs", Answer(200, {"items": jobs}))
    told: list[int] = []
    assert resolve(client, "train", on_newest=told.append) == ONE
    assert told == [2]


def test_a_name_of_long_ago_is_searched_for(api: Api, client: Client) -> None:
    def page(asked: Asked) -> Answer:
        found = [job_json(TWO, name="ancient")] if asked.query.get("q") == ["ancient"] else [job_json(ONE)]
        return Answer(200, {"items": found})

    api.on("GET", "/v1/jobs", page)
    assert resolve(client, "ancient") == TWO
