"""Decide and evolve. PURE.

1  a fact of another service raises an alert by the first rule that matches it (rules.toml)
2  the alert names every route it goes by at that time: the sender needs nothing else
3  a command sets a route, removes one, or raises a test alert
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias, assert_never, get_args

from muster.alerts.core.rules import SEVERITIES, Rule, rule_for, shipped_rules
from muster.alerts.core.state import ROUTES, TOLD, route_key, told_key
from muster.alerts.core.wording import holds, value_at, worded
from muster.deciding import About, Changes, Decider, Entities, Fact, Facts, Happened, Input, refuse
from muster.events.alerts_commands import (
    AlertsCommand,
    AlertSeverity,
    RemoveAlertRoute,
    SetAlertRoute,
    TryAlertRoutes,
)
from muster.events.alerts_events import (
    AlertDestination,
    AlertRaised,
    AlertRouteRemoved,
    AlertRouteSet,
    AlertsEvent,
)
from muster.events.refusal import must_be
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.wire.datum import Record
from muster.jobs import alert_route_violations

TEST: Final = "test"
"""Rule name of test alerts."""

ROUTES_MAX: Final = 100
"""Maximum number of routes of a tenant."""

STALE_MS: Final = 24 * 3_600_000
"""Events older than 24 h raise no alert: a service that starts on an old log would report its past."""

CONCERNS: Final = frozenset({*shipped_rules(), *get_args(AlertsCommand)})
"""Input records that this core decides on."""

Inputs: TypeAlias = AlertsCommand | Record
"""A command, or any record named in rules.toml: since that is data, no type can list them."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[AlertsEvent]:
    """Decide on a command, or a fact of another service."""
    payload = given.payload
    if isinstance(payload, AlertsCommand):
        yield from _commanded(state, given, payload, at_ms)
        return
    rule = rule_for(payload)
    if rule is not None and given.occurred_at_ms > at_ms - STALE_MS:
        yield from _raised(state, given, payload, rule)


def _commanded(
    state: Entities, given: Input[Inputs], command: AlertsCommand, at_ms: int
) -> Facts[AlertsEvent]:
    match command:
        case SetAlertRoute():
            yield from _set(state, given, command)
        case RemoveAlertRoute():
            yield from _removed(state, given, command)
        case TryAlertRoutes():
            yield from _tested(state, given, command, at_ms)
        case _:
            assert_never(command)


def evolve(state: Changes, fact: Happened[AlertsEvent]) -> None:
    """Update the state with a fact."""
    match fact.payload:
        case AlertRouteSet() as route:
            state.put(ROUTES, route_key(route.tenant, route.route), route)
        case AlertRouteRemoved() as removed:
            state.delete(ROUTES, route_key(removed.tenant, removed.route))
        case AlertRaised() as alert:
            _note(state, alert)
        case _:
            assert_never(fact.payload)


def about(payload: Inputs) -> About | None:
    """Return the route of a command, and its tenant; None for facts of other services."""
    if not isinstance(payload, AlertsCommand):
        return None
    return About(payload.route or "", payload.tenant, entity=payload.route or payload.tenant)


def _raised(state: Entities, given: Input[Inputs], fact: Record, rule: Rule) -> Iterator[Fact[AlertRaised]]:
    series = worded(rule.series, fact)
    told_ms = state.get(TOLD, told_key(rule.name, series))
    if told_ms is not None and given.occurred_at_ms < told_ms + rule.again_after_ms:
        return
    tenant = value_at(fact, rule.tenant) if rule.tenant else ""
    team = value_at(fact, rule.team) if rule.team and holds(rule.team_when, fact) else ""
    alert = AlertRaised(
        alert=_alert_id(rule.name, given.event_id),
        rule=rule.name,
        series=series,
        severity=rule.urgency,
        title=worded(rule.title, fact),
        text=worded(rule.text, fact),
        links=tuple(worded(link, fact) for link in rule.links),
        tenant=tenant,
        team=team,
        at_ms=given.occurred_at_ms,
        routes=tuple(_destinations(state, rule, tenant, team)),
    )
    yield Fact(alert, alert.alert, tenant)


def _destinations(state: Entities, rule: Rule, tenant: str, team: str) -> Iterator[AlertDestination]:
    """Yield the destinations of an alert: routes of its tenant, or for a shared one, `platform` routes."""
    prefix = f"{tenant}/" if tenant else ""
    for _, route in state.scan(ROUTES, prefix=prefix):
        terms = route.terms
        wanted = (
            (bool(tenant) or terms.platform)
            and SEVERITIES.index(rule.urgency) >= SEVERITIES.index(terms.severity_min)
            and (not terms.rules or rule.name in terms.rules)
            and (not tenant or not terms.teams or team in terms.teams)
        )
        if wanted:
            yield _destination(route)


def _destination(route: AlertRouteSet) -> AlertDestination:
    return AlertDestination(
        route=route.route,
        tenant=route.tenant,
        channel=route.terms.channel,
        url=route.terms.url,
        secret=route.terms.secret,
    )


def _note(state: Changes, alert: AlertRaised) -> None:
    """Store when a series was reported, if its rule limits repeats; forget times that no longer matter."""
    waits_ms = {rule.name: rule.again_after_ms for rules in shipped_rules().values() for rule in rules}
    wait_ms = waits_ms.get(alert.rule, 0)
    if not wait_ms:
        return
    for key, told_ms in list(state.scan(TOLD, prefix=f"{alert.rule}/")):
        if told_ms + wait_ms <= alert.at_ms - STALE_MS:
            state.delete(TOLD, key)
    state.put(TOLD, told_key(alert.rule, alert.series), alert.at_ms)


def _set(state: Entities, given: Input[Inputs], command: SetAlertRoute) -> Facts[AlertsEvent]:
    found = alert_route_violations(command) or tuple(_too_many(state, command))
    if found:
        yield refuse(given, RejectionCode.INVALID, found)
        return
    route = AlertRouteSet(
        route=command.route, tenant=command.tenant, terms=command.terms, requested_by=command.requested_by
    )
    yield Fact(route, command.route, command.tenant)


def _too_many(state: Entities, command: SetAlertRoute) -> Iterator[Violation]:
    if state.get(ROUTES, route_key(command.tenant, command.route)) is None:
        count = sum(1 for _ in islice(state.scan(ROUTES, prefix=f"{command.tenant}/"), ROUTES_MAX))
        if count >= ROUTES_MAX:
            yield Violation(
                field="route", value=command.route, allowed=f"at most {ROUTES_MAX} routes of a tenant"
            )


def _removed(state: Entities, given: Input[Inputs], command: RemoveAlertRoute) -> Facts[AlertsEvent]:
    if state.get(ROUTES, route_key(command.tenant, command.route)) is None:
        yield _unknown(given, command)
        return
    removed = AlertRouteRemoved(route=command.route, tenant=command.tenant, requested_by=command.requested_by)
    yield Fact(removed, command.route, command.tenant)


def _tested(state: Entities, given: Input[Inputs], command: TryAlertRoutes, at_ms: int) -> Facts[AlertsEvent]:
    routes = [
        route
        for _, route in state.scan(ROUTES, prefix=f"{command.tenant}/")
        if command.route in (None, route.route)
    ]
    if not routes:
        yield _unknown(given, command)
        return
    alert = AlertRaised(
        alert=_alert_id(TEST, given.event_id),
        rule=TEST,
        series=f"test/{command.requested_by}",
        severity=AlertSeverity.INFO,
        title="This is a test",
        text=f"{command.requested_by} tries whether alerts arrive. Nothing has happened.",
        links=(),
        tenant=command.tenant,
        team="",
        at_ms=at_ms,
        routes=tuple(_destination(route) for route in routes),
    )
    yield Fact(alert, alert.alert, command.tenant)


def _unknown(given: Input[Inputs], command: RemoveAlertRoute | TryAlertRoutes) -> Fact[CommandRejected]:
    text = must_be("route", command.route or "(any)", "a route that is set")
    return refuse(given, RejectionCode.NOT_FOUND, text)


def _alert_id(rule: str, event_id: str) -> str:
    """Return the id of an alert; it is the same for every copy of a fact."""
    digest = hashlib.sha256(f"{rule}\n{event_id}".encode()).hexdigest()
    return f"alert-{digest[:16]}"


DECIDER: Final = Decider(decisions_version=1, decide=decide, evolve=evolve, about=about)
