"""`muster alerts`: raised alerts and their routes."""

from __future__ import annotations

import json

from muster.testkit.api.canned_api import Answer, Api, paged
from muster.testkit.api.command import Muster

DONE = Answer(200, {"command_id": "cmd-1", "position": "alerts-commands/0/1", "outcome": "accepted"})
ALERT = {
    "alert": "alert-1",
    "rule": "budget-spent",
    "series": "budget/vision-month",
    "severity": "critical",
    "title": "Budget vision-month is spent",
    "text": "5012.40 of 5000.00 USD is spent.\nmuster budget show vision-month",
    "links": ["/v1/budgets/vision-month"],
    "team": "vision",
    "shared": False,
    "at": "2026-11-21T04:00:00.000Z",
    "deliveries": [
        {"route": "pager", "state": "sent", "attempts": 1, "reason": "", "at": None},
        {"route": "mail", "state": "not-delivered", "attempts": 12, "reason": "away", "at": None},
    ],
}
ROUTE = {
    "name": "pager",
    "webhook": "https://hooks.example.org/x",
    "secret": "pager",
    "severity": "critical",
    "teams": ["vision"],
    "rules": [],
    "platform": True,
    "requested_by": "ann",
}


def test_alerts_are_listed_with_what_became_of_them(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/alerts", paged([ALERT]), paged([]))
    _, line = muster("alerts", "list", "--series", "budget/vision-month", "-n", "5").out.splitlines()
    assert line.split()[:2] == ["2026-11-21T04:00", "critical"]
    assert "pager sent, mail not-delivered" in line
    [asked] = api.requests("GET", "/v1/alerts")
    assert asked.query == {"series": ["budget/vision-month"], "limit": ["5"]}
    assert "no alerts that you may see" in muster("alerts", "list").err


def test_routes_are_checked_here_set_listed_tried_and_removed(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/alert-routes", DONE)
    api.on("DELETE", "/v1/alert-routes/pager", DONE)
    api.on("POST", "/v1/alerts/test", DONE)
    api.on("GET", "/v1/alert-routes", paged([ROUTE, {**ROUTE, "webhook": None}]))
    words = ["--webhook", "https://hooks.example.org/x", "--secret", "pager", "--severity", "critical"]
    ended = muster("alerts", "set", "pager", *words, "--team", "vision", "--platform")
    assert ended.code == 0, ended.err
    assert "muster alerts test pager" in ended.err
    [asked] = api.requests("POST", "/v1/alert-routes")
    assert json.loads(asked.body) == {key: ROUTE[key] for key in ROUTE if key != "requested_by"}
    refused = muster("alerts", "set", "pager", "--secret", "../x", "--severity", "loud")
    assert refused.code == 2
    assert "secret" in refused.err
    assert "info, warning, critical" in refused.err
    _, first, second = muster("alerts", "routes").out.splitlines()
    assert first.split() == [
        "pager",
        "https://hooks.example.org/x",
        "critical",
        "team",
        "vision",
        "yes",
        "ann",
    ]
    assert "Apprise, by secret pager" in second
    assert "Test alert sent" in muster("alerts", "test", "pager").err
    assert "Route pager removed" in muster("alerts", "remove", "pager").err
    assert '"outcome": "accepted"' in muster("alerts", "remove", "pager", "-o", "json").out
