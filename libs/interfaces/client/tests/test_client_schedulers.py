"""Choice of a scheduler: the next when one is away, behind or busy; and the error when none answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from both_clients import Sdk
from muster.client import errors
from muster.testkit.api.canned_api import Answer, Api, problem

NOWHERE = "http://127.0.0.1:9"
PATH = "/v1/jobs/job-x/explanation"


@pytest.fixture
def second() -> Iterator[Api]:
    with closing(Api()) as made:
        yield made


Ask = Callable[..., str]


@pytest.fixture
def ask(sdk: Sdk) -> Ask:
    def question(*urls: str) -> str:
        with closing(sdk.schedulers(urls, "t0ken")) as schedulers:
            return schedulers.get(PATH)["summary"]

    return question


def test_the_first_that_answers_is_believed(api: Api, second: Api, ask: Ask) -> None:
    api.on("GET", PATH, Answer(200, {"summary": "first"}))
    assert ask(api.url, second.url) == "first"
    assert second.asked == []
    assert api.asked[0].headers["authorization"] == "Bearer t0ken"


def test_the_standby_answers_when_the_leader_is_away_or_busy(api: Api, second: Api, ask: Ask) -> None:
    second.on("GET", PATH, Answer(200, {"summary": "second"}))
    assert ask(NOWHERE, second.url) == "second"
    api.on("GET", PATH, problem(429, "too-many-requests", "too many questions wait"))
    assert ask(api.url, second.url) == "second"


def test_a_job_that_one_scheduler_does_not_know_yet_is_looked_up_at_the_next(
    api: Api, second: Api, ask: Ask
) -> None:
    api.on("GET", PATH, problem(404, "not-found", "job job-x does not exist"))
    second.on("GET", PATH, Answer(200, {"summary": "second"}))
    assert ask(api.url, second.url) == "second"
    second.on("GET", PATH, problem(404, "not-found", "job job-x does not exist"))
    with pytest.raises(errors.NotFound, match="job-x does not exist"):
        ask(api.url, second.url)


@pytest.mark.slow
def test_all_schedulers_are_tried_again_before_the_client_gives_up(api: Api, ask: Ask) -> None:
    api.on("GET", PATH, problem(503, "unavailable", "knows nothing yet"), Answer(200, {"summary": "first"}))
    assert ask(NOWHERE, api.url) == "first"
    with pytest.raises(errors.Unavailable, match=f"no scheduler answers at {NOWHERE}") as raised:
        ask(NOWHERE)
    assert "MUSTER_SCHEDULER_URLS" in raised.value.hint


def test_errors_of_the_caller_are_raised_without_trying_the_next(api: Api, second: Api, ask: Ask) -> None:
    api.on("GET", PATH, problem(401, "unauthorized", "the token has expired"))
    with pytest.raises(errors.Unauthorized, match="expired"):
        ask(api.url, second.url)
    assert second.asked == []
