"""Alerts as callers read them: real Postgres, facts in memory."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path

import httpx
import pytest
from muster.alerts.config import Settings
from muster.alerts.edge.http import API
from muster.events.alerts_commands import AlertChannel, AlertRouteTerms, AlertSeverity
from muster.events.alerts_events import AlertDestination, AlertRaised, AlertRouteSet
from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.topics import ALERTS_EVENTS, DELIVERY_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline

pytestmark = [pytest.mark.stack]

AT_MS = 1_795_233_600_123
AT = "2026-11-21T04:00:00.123Z"


def record(topic: Topic, payload: object, number: int = 0) -> Outgoing:
    envelope = Envelope(
        event_id=f"{topic.name}-{number}",
        key="k",
        occurred_at_ms=AT_MS,
        producer="test",
        correlation_id="c",
        payload=payload,
    )
    return Outgoing(topic, envelope)


def destination(route: str, tenant: str = "acme") -> AlertDestination:
    return AlertDestination(
        route=route, tenant=tenant, channel=AlertChannel.WEBHOOK, url="https://x.example.org", secret="s"
    )


def raised(alert: str, tenant: str, team: str, *routes: AlertDestination, at_ms: int = AT_MS) -> AlertRaised:
    return AlertRaised(
        alert=alert,
        rule="budget-spent",
        series="budget/vision-month",
        severity=AlertSeverity.CRITICAL,
        title="Spent",
        text="All of it.",
        links=("/v1/budgets/vision-month",),
        tenant=tenant,
        team=team,
        at_ms=at_ms,
        routes=routes,
    )


FACTS = (
    record(
        ALERTS_EVENTS, raised("alert-1", "acme", "vision", *map(destination, ("pager", "mail", "chat"))), 1
    ),
    record(ALERTS_EVENTS, raised("alert-2", "", "", destination("pager", "other"), at_ms=AT_MS + 1), 2),
    record(
        ALERTS_EVENTS,
        AlertRouteSet(
            route="pager",
            tenant="acme",
            terms=AlertRouteTerms(
                channel=AlertChannel.WEBHOOK,
                url="https://x.example.org",
                secret="s",
                severity_min=AlertSeverity.WARNING,
                teams=("vision",),
                rules=(),
                platform=False,
            ),
            requested_by="ann",
        ),
        3,
    ),
    record(
        DELIVERY_EVENTS, AlertSent(alert="alert-1", tenant="acme", route="pager", delivery="d", attempts=1), 4
    ),
    record(
        DELIVERY_EVENTS,
        AlertNotDelivered(
            alert="alert-1", tenant="acme", route="mail", delivery="e", attempts=12, reason="answered 503"
        ),
        5,
    ),
)


@pytest.fixture
def api(endpoints: Mapping[str, str]) -> Generator[httpx.Client]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    with (
        serve_declared(API, offline(Settings, **values), FACTS) as url,
        httpx.Client(base_url=url, trust_env=False, timeout=60) as client,
    ):
        yield client


def test_an_alert_is_read_with_what_became_of_it_on_each_route_of_the_callers_tenant(
    api: httpx.Client, endpoints: Mapping[str, str]
) -> None:
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent

    def read(role: str, path: str = "/v1/alerts", team: str = "vision") -> httpx.Response:
        token = mint(home, subject="ann", tenant="acme", roles=[role], ttl_s=600, team=team)
        return api.get(path, headers={"Authorization": f"Bearer {token}"})

    alert = {
        "alert": "alert-1",
        "rule": "budget-spent",
        "series": "budget/vision-month",
        "severity": "critical",
        "title": "Spent",
        "text": "All of it.",
        "links": ["/v1/budgets/vision-month"],
        "team": "vision",
        "shared": False,
        "at": AT,
        "deliveries": [
            {"route": "pager", "state": "sent", "attempts": 1, "reason": "", "at": AT},
            {"route": "mail", "state": "not-delivered", "attempts": 12, "reason": "answered 503", "at": AT},
            {"route": "chat", "state": "waiting", "attempts": 0, "reason": "", "at": None},
        ],
    }
    assert read("submitter").json() == {"items": [alert], "next_page_token": None}
    assert read("submitter", team="other").json() == {"items": [], "next_page_token": None}
    shared, own = read("operator").json()["items"]
    assert (shared["alert"], shared["shared"], shared["deliveries"], own) == ("alert-2", True, [], alert)
    [route] = read("operator", "/v1/alert-routes").json()["items"]
    assert (route["name"], route["severity"], route["teams"]) == ("pager", "warning", ["vision"])
