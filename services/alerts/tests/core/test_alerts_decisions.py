"""Alerts from facts, their routes, and the results of commands."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st
from muster.alerts.core.decisions import CONCERNS, DECIDER, ROUTES_MAX, STALE_MS
from muster.alerts.core.rules import Rule, followed, parse_rules, shipped_rules
from muster.alerts.core.state import ROUTES, TOLD
from muster.alerts.core.wording import value_at, worded
from muster.events.alerts_commands import (
    AlertChannel,
    AlertRouteTerms,
    AlertSeverity,
    RemoveAlertRoute,
    SetAlertRoute,
    TryAlertRoutes,
)
from muster.events.alerts_events import AlertDestination, AlertRaised, AlertRouteRemoved, AlertRouteSet
from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.job_events import JobWarned, NodeLost, Watchdog, WatchdogAction
from muster.events.metering_commands import BudgetScope, BudgetTerms
from muster.events.registry_commands import ObjectState
from muster.events.registry_events import ObjectsChecked
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.events.topics import DEAD_LETTERS, TOPICS
from muster.events.usage_events import BudgetReached, QuotaReached
from muster.testkit.cores.deciding import Decisions, given

MINUTE_MS = 60_000
EXAMPLES = Path(__file__).parents[4] / "schemas" / "examples"

TERMS = AlertRouteTerms(
    channel=AlertChannel.WEBHOOK,
    url="https://hooks.example.org/x",
    secret="pager",
    severity_min=AlertSeverity.WARNING,
    teams=(),
    rules=(),
    platform=False,
)
LOST = NodeLost(node_id="n1", silent_ms=30_000)
SCHEDULER = "scheduler-default-inputs"


def reached(percent: int = 80, scope: BudgetScope = BudgetScope.TEAM, of: str = "vision") -> BudgetReached:
    terms = BudgetTerms(
        scope=scope, of=of, currency="USD", amount_micros=5_000_000_000, rolling_days=None, warn_percent=80
    )
    return BudgetReached(
        budget="vision-month",
        tenant="acme",
        terms=terms,
        starts_at_ms=0,
        ends_at_ms=0,
        threshold_percent=percent,
        spent_micros=4_012_400_000,
        amount_micros=5_000_000_000,
        measured_until_ms=1_795_233_600_000,
    )


def set_route(route: str = "pager", tenant: str = "acme", **changed: Any) -> SetAlertRoute:
    return SetAlertRoute(route=route, tenant=tenant, terms=replace(TERMS, **changed), requested_by="ann")


def alerts_of(decisions: Decisions) -> list[AlertRaised]:
    return [fact for fact in decisions.decided if isinstance(fact, AlertRaised)]


def routes_of(decisions: Decisions) -> list[tuple[str, str]]:
    [alert] = alerts_of(decisions)
    return [(each.tenant, each.route) for each in alert.routes]


def test_a_fact_becomes_an_alert_with_everything_that_sending_it_needs() -> None:
    decisions = given(DECIDER).when(set_route()).when(reached(), event_ids=["fact-1"])
    decisions.then(
        AlertRaised(
            alert="alert-73b2df379ebde750",
            rule="budget-warning",
            series="budget/vision-month",
            severity=AlertSeverity.WARNING,
            title="Budget vision-month: 80 % is spent",
            text="4012.40 of 5000.00 USD is spent, counted until 2026-11-21T04:00:00.000Z.\n"
            "muster budget show vision-month",
            links=("/v1/budgets/vision-month",),
            tenant="acme",
            team="vision",
            at_ms=decisions.now_ms,
            routes=(
                AlertDestination(
                    route="pager",
                    tenant="acme",
                    channel=AlertChannel.WEBHOOK,
                    url="https://hooks.example.org/x",
                    secret="pager",
                ),
            ),
        )
    )


@pytest.mark.parametrize(
    ("changed", "goes"),
    [
        ({}, True),
        ({"severity_min": AlertSeverity.CRITICAL}, False),
        ({"severity_min": AlertSeverity.INFO}, True),
        ({"teams": ("audio",)}, False),
        ({"teams": ("audio", "vision")}, True),
        ({"rules": ("node-lost",)}, False),
        ({"rules": ("budget-warning",)}, True),
        ({"tenant": "rival"}, False),
        ({"tenant": "rival", "platform": True}, False),
    ],
)
def test_a_route_takes_what_it_asks_for_and_never_another_tenants(
    changed: dict[str, Any], goes: bool
) -> None:
    decisions = given(DECIDER).when(set_route(**changed)).when(reached())
    assert bool(routes_of(decisions)) is goes


def test_alerts_about_shared_resources_go_to_routes_that_request_them() -> None:
    decisions = given(DECIDER).when(
        set_route("a"), set_route("b", platform=True), set_route("c", "rival", platform=True, teams=("x",))
    )
    assert routes_of(decisions.when(LOST)) == [("acme", "b"), ("rival", "c")]
    assert alerts_of(decisions)[0].tenant == ""


def test_the_first_rule_that_holds_counts() -> None:
    assert alerts_of(given(DECIDER).when(reached(100)))[0].rule == "budget-spent"
    ended = JobWarned(
        job_id="job-a",
        attempt=1,
        watchdog=Watchdog.HANG,
        action=WatchdogAction.ENDED,
        message="silent",
        tenant="acme",
        team="vision",
    )
    assert alerts_of(given(DECIDER).when(ended))[0].rule == "job-ended-by-watchdog"
    whole = alerts_of(given(DECIDER).when(reached(scope=BudgetScope.QUEUE, of="research")))[0]
    assert whole.team == "", "a queue is no team"


def test_a_quota_is_told_in_gpus_once_a_day_for_each_tenant() -> None:
    reached = QuotaReached(
        queue="research",
        tenant="acme",
        threshold_percent=80,
        held_gpu_milli=6_500,
        maximum_gpu_milli=8_000,
        at_ms=0,
    )
    decisions = given(DECIDER)
    [alert] = alerts_of(decisions.when(reached))
    assert (alert.series, alert.title) == (
        "quota/acme/research",
        "Queue research holds 80 % of its maximum",
    )
    assert alert.text.startswith("It and those below it hold 6.5 of 8 GPUs;")
    assert alerts_of(decisions.when(reached, after_ms=3_600_000)) == []
    assert len(alerts_of(decisions.when(replace(reached, tenant="rival")))) == 1


def test_a_series_is_told_again_only_after_its_pause() -> None:
    decisions = given(DECIDER).when(LOST)
    assert len(alerts_of(decisions)) == 1
    assert alerts_of(decisions.when(LOST, after_ms=9 * MINUTE_MS)) == []
    assert len(alerts_of(decisions.when(replace(LOST, node_id="n2")))) == 1, "another series"
    assert len(alerts_of(decisions.when(LOST, after_ms=MINUTE_MS))) == 1


def test_remembered_series_are_bounded_by_time() -> None:
    decisions = given(DECIDER)
    for number in range(50):
        decisions.when(replace(LOST, node_id=f"n{number}"))
    decisions.when(LOST, after_ms=2 * STALE_MS)
    assert len(list(decisions.state.scan(TOLD))) == 1


def unreadable(
    offset: int, topic: str = "job-commands", reader: str = "scheduler-default-inputs"
) -> DeadLetter:
    return DeadLetter(
        topic=topic,
        partition=2,
        offset=offset,
        reader=reader,
        reason=DeadLetterReason.NOT_AVRO,
        message="the first byte is 0x01",
        record_value=b"\x01",
    )


def test_operators_are_told_of_unreadable_records_once_an_hour_for_each_topic_and_reader() -> None:
    decisions = given(DECIDER).when(set_route("mine"), set_route("ops", platform=True))
    decisions.when(*(unreadable(offset) for offset in range(7, 1_007)), event_ids=["letter-7"])
    first = AlertRaised(
        alert="alert-dd5c83207eed201a",
        rule="records-unreadable",
        series="dead-letters/job-commands/scheduler-default-inputs",
        severity=AlertSeverity.WARNING,
        title="scheduler-default-inputs has found an unreadable record on job-commands",
        text="job-commands/2/7 is unreadable (not-avro): the first byte is 0x01.\nIts bytes are kept and "
        "scheduler-default-inputs reads on. Further unreadable records raise no alert for an hour.\n"
        "muster events tail job-commands-dlq",
        links=(),
        tenant="",
        team="",
        at_ms=decisions.now_ms,
        routes=(
            AlertDestination(
                route="ops",
                tenant="acme",
                channel=AlertChannel.WEBHOOK,
                url="https://hooks.example.org/x",
                secret="pager",
            ),
        ),
    )
    decisions.then(first)
    decisions.when(unreadable(2_000), after_ms=60 * MINUTE_MS - 1).then()
    decisions.when(
        unreadable(2_001), unreadable(0, "scan-commands"), unreadable(3_000, reader="submit/tables")
    )
    assert [alert.series.removeprefix("dead-letters/") for alert in alerts_of(decisions)] == [
        "job-commands/scheduler-default-inputs",
        "scan-commands/scheduler-default-inputs",
        "job-commands/submit/tables",
    ]


def checked(state: ObjectState | None, summary: str = "lfs/ab: other bytes") -> ObjectsChecked:
    return ObjectsChecked(findings=(), tenant="muster", requested_by="registry", state=state, summary=summary)


def test_damaged_objects_and_their_repair_alert_operators() -> None:
    decisions = given(DECIDER).when(
        set_route("mine"), set_route("ops", platform=True, severity_min=AlertSeverity.INFO)
    )
    assert routes_of(decisions.when(checked(ObjectState.DAMAGED))) == [("acme", "ops")]
    [alert] = alerts_of(decisions)
    assert (alert.rule, alert.severity, alert.tenant) == ("objects-damaged", AlertSeverity.CRITICAL, "")
    assert alert.text.startswith("lfs/ab: other bytes.\nNobody gets them")
    assert alerts_of(decisions.when(checked(ObjectState.DAMAGED, "lfs/cd: other bytes"))) == []
    assert [each.rule for each in alerts_of(decisions.when(checked(ObjectState.ABSENT)))] == [
        "objects-missing"
    ]
    assert [each.rule for each in alerts_of(decisions.when(checked(ObjectState.SOUND)))] == [
        "objects-restored"
    ]
    assert alerts_of(decisions.when(checked(ObjectState.DAMAGED), after_ms=10 * MINUTE_MS)) != []
    assert alerts_of(decisions.when(checked(None))) == [], "a fact from before states were recorded"


def test_dead_letters_of_every_topic_are_followed() -> None:
    names = {topic.name for topic in followed()}
    assert {topic.dead_letters for topic in TOPICS if topic != DEAD_LETTERS} <= names
    assert DEAD_LETTERS.name not in names, "it is the template of the others, and no topic"


def test_old_events_raise_no_alert() -> None:
    decisions = given(DECIDER)
    decisions.when(LOST, occurred_at_ms=decisions.now_ms - STALE_MS)
    assert alerts_of(decisions) == []


def test_routes_are_set_replaced_and_removed() -> None:
    remove = RemoveAlertRoute(route="pager", tenant="acme", requested_by="ann")
    again = set_route(secret="other")
    given(DECIDER).when(set_route()).then(
        AlertRouteSet(route="pager", tenant="acme", terms=TERMS, requested_by="ann")
    ).when(again, event_ids=["x"]).then(
        AlertRouteSet(route="pager", tenant="acme", terms=again.terms, requested_by="ann")
    ).when(again, event_ids=["x"]).then(
        CommandRepeated(command_id="x", command="SetAlertRoute", subject="pager")
    ).when(remove).then(AlertRouteRemoved(route="pager", tenant="acme", requested_by="ann")).when(
        remove, event_ids=["y"]
    ).then(_unknown("y", "RemoveAlertRoute", "pager", "pager"))


def test_routes_are_tried_by_an_alert_that_means_nothing() -> None:
    attempt = TryAlertRoutes(tenant="acme", route=None, requested_by="ann")
    decisions = given(DECIDER).when(attempt, event_ids=["x"])
    decisions.then(_unknown("x", "TryAlertRoutes", "", "(any)"))
    decisions.when(
        set_route("a", severity_min=AlertSeverity.CRITICAL), set_route("b"), set_route("c", "rival")
    )
    assert routes_of(decisions.when(attempt)) == [("acme", "a"), ("acme", "b")]
    assert routes_of(decisions.when(replace(attempt, route="b"))) == [("acme", "b")]
    decisions.when(replace(attempt, route="c"), event_ids=["z"])
    decisions.then(_unknown("z", "TryAlertRoutes", "c", "c"))


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"url": "ftp://x"}, "terms.url"),
        ({"secret": "../other/pager"}, "terms.secret"),
        ({"teams": ("",)}, "terms.teams[0]"),
        ({"channel": AlertChannel.APPRISE}, "terms.url"),
    ],
)
def test_a_route_that_is_wrong_is_refused_by_field(changed: dict[str, Any], field: str) -> None:
    [refused] = given(DECIDER).when(set_route(**changed)).decided
    assert isinstance(refused, CommandRejected)
    assert refused.code is RejectionCode.INVALID
    assert [each.field for each in refused.violations] == [field]


def test_a_tenant_has_so_many_routes_and_no_more() -> None:
    decisions = given(DECIDER).when(*(set_route(f"r{number}") for number in range(ROUTES_MAX)))
    [refused] = decisions.when(set_route("one-more")).decided
    assert isinstance(refused, CommandRejected)
    decisions.when(set_route("r7"), set_route("first", "rival"))
    assert len(list(decisions.state.scan(ROUTES))) == ROUTES_MAX + 1


EVERY = [rule for rules in shipped_rules().values() for rule in rules]


@pytest.mark.parametrize("rule", EVERY, ids=[rule.name for rule in EVERY])
def test_every_rule_names_fields_that_its_fact_has(rule: Rule) -> None:
    topic, _, record = rule.fact.partition("/")
    datum = json.loads((EXAMPLES / topic / f"{record}.json").read_text())["payload"]
    fact = rule.record.from_datum(datum)
    for template in (rule.series, rule.title, rule.text, *rule.links):
        assert "{" not in worded(template, fact)
    for path in (*rule.when, *rule.team_when, *filter(None, (rule.tenant, rule.team))):
        value_at(fact, path)
    assert rule.record in CONCERNS
    assert set(rule.topics) <= set(followed())


@pytest.mark.parametrize(
    "text",
    [
        "[[rule]]\nname = 'x'",
        "[[rule]]\nname='x'\nfact='job-events/Nothing'\nseverity='info'\nseries='s'\ntitle='t'\ntext='x'",
        "[[rule]]\nname='x'\nfact='job-events/NodeLost'\nseverity='loud'\nseries='s'\ntitle='t'\ntext='x'",
        "[[rule]]\nname='x'\nfact='job-events/NodeLost'\nseverity='info'\nseries='s'\ntitle='t'\ntext='x'\n"
        "colour='red'",
    ],
)
def test_a_rule_that_is_wrong_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"rule|fact|colour"):
        parse_rules(text)


def test_a_field_that_is_empty_is_told_in_words() -> None:
    fact = replace(reached(), terms=replace(reached().terms, currency=""))
    assert worded("{amount_micros} {terms.currency|GPU hours}", fact) == "5000.00 GPU hours"
    assert worded("{silent_ms}", LOST) == "30s"


@examples(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 15 * MINUTE_MS)), min_size=1, max_size=30))
def test_between_two_alerts_of_a_series_lies_its_pause(lost: list[tuple[int, int]]) -> None:
    decisions, found = given(DECIDER), dict[str, list[int]]()
    for node, after_ms in lost:
        decisions.when(replace(LOST, node_id=f"n{node}"), after_ms=after_ms)
        for alert in alerts_of(decisions):
            found.setdefault(alert.series, []).append(alert.at_ms)
    for times in found.values():
        assert all(later - earlier >= 10 * MINUTE_MS for earlier, later in itertools.pairwise(times))
    assert {f"node/n{node}" for node, _ in lost} == set(found), "each was reported at least once"


def _unknown(command_id: str, command: str, subject: str, named: str) -> CommandRejected:
    return CommandRejected(
        command_id=command_id,
        command=command,
        subject=subject,
        tenant="acme",
        code=RejectionCode.NOT_FOUND,
        message=f"route is {named}; must be a route that is set",
        violations=(),
    )
