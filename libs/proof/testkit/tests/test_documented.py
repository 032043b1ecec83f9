"""Canned answers are those that services give, by their documents."""

from __future__ import annotations

import httpx
import pytest
from muster.testkit.api.canned_api import Answer, Api, paged, problem
from muster.testkit.api.documented import filled, impossible, refused

ALERT = {"alert": "a-1", "title": "GPU lost", "at": "2026-01-01T00:00:00.000Z"}


def test_an_answer_is_filled_with_what_its_schema_requires() -> None:
    [item] = filled("GET", "/v1/alerts", 200, {"items": [ALERT], "next_page_token": None})["items"]
    assert (item["title"], item["rule"], item["shared"], item["links"]) == ("GPU lost", "", False, [])
    assert impossible("GET", "/v1/alerts", 200, {"items": [item], "next_page_token": None}) == ""


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (200, {"alerts": []}, "'alerts' was unexpected"),
        (200, {"items": [{**ALERT, "at": 1_767_225_600_000}], "next_page_token": None}, "is not of type"),
        (200, {"items": [{**ALERT, "at": "yesterday"}], "next_page_token": None}, 'not a "date-time"'),
        (200, {"items": [{**ALERT, "at_ms": 1}], "next_page_token": None}, "'at_ms' was unexpected"),
        (418, {}, "never answers with 418"),
        (422, {"detail": 7}, "is not of type"),
    ],
)
def test_an_answer_that_could_never_come_is_named(status: int, body: object, why: str) -> None:
    found = impossible("GET", "/v1/alerts", status, filled("GET", "/v1/alerts", status, body))
    assert found.startswith("GET /v1/alerts")
    assert why in found


def test_paths_with_parameters_are_found_behind_those_without() -> None:
    assert refused("GET", "/v1/budgets/week", {"limit": ["1"]}) == ["limit"]
    assert refused("GET", "/v1/budgets", {"limit": ["1", "2"]}) == ["limit"]
    assert refused("GET", "/api/models/acme/tiny", {"anything": ["1"]}) == [], "no document has it"


def test_the_end_of_a_server_fails_after_an_impossible_answer() -> None:
    api = Api()
    api.on(
        "GET", "/v1/alerts", paged([ALERT]), Answer(200, {"alerts": []}), problem(401, "unauthorized", "no")
    )
    for _ in range(3):
        httpx.get(f"{api.url}/v1/alerts", trust_env=False)
    with pytest.raises(AssertionError, match=r"\AGET /v1/alerts 200: .*'alerts' was unexpected[^\n]*\Z"):
        api.close()


def test_an_answer_of_another_program_is_not_checked() -> None:
    api = Api()
    api.on("GET", "/v1/alerts", Answer(200, {"from": "a proxy"}, foreign=True))
    assert httpx.get(f"{api.url}/v1/alerts", trust_env=False).json() == {"from": "a proxy"}
    api.close()
