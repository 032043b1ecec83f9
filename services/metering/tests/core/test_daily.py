"""Complete days beside those before them: which stand out, told once, whatever else happens."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from muster.deciding import Happened, MemoryStore
from muster.deciding.core.entities import Overlay
from muster.events.metering_commands import ActivateRates, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    Charge,
    ChargeKind,
    ChargesCorrected,
    CostDimension,
    CostSettled,
    CostSurged,
    DayCharged,
    DayCompared,
    Payer,
    WindowEnded,
)
from muster.metering.core.daily.comparing import (
    FLOOR_CENTS,
    HISTORY_DAYS,
    HISTORY_DAYS_MIN,
    compare,
    to_compare,
)
from muster.metering.core.daily.entities import SERIES, SUMS, SURGES, series_key
from muster.metering.core.decisions import evolve
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import WINDOW_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MeteredCell, bound, ended, queued

DAY = 24 * 60


class Days:
    """Feeds charges day by day, and collects the reported anomalies."""

    def __init__(self) -> None:
        self.state = Overlay(MemoryStore())
        self.told: list[tuple[int, Any]] = []
        self.compared: list[int] = []

    def apply(self, payload: Any) -> None:
        evolve(
            self.state,
            Happened(
                seq=0,
                at_ms=0,
                event_id="e",
                key="k",
                tenant="",
                cause=None,
                correlation_id="c",
                payload=payload,
            ),
        )

    def charge(self, day: int, cents: int, team: str = "vision", **changed: Any) -> None:
        """Charge a node's day to a team."""
        kind = ChargesCorrected if changed.pop("corrects", False) else DayCharged
        payer = Payer(
            tenant=changed.pop("tenant", "acme"),
            team=team,
            project=changed.pop("project", ""),
            user="ann",
            queue="q",
            tier="",
            model_name="",
            labels={},
        )
        charge = Charge(
            charge_id="c",
            kind=ChargeKind.JOB,
            reason="",
            job_id="j",
            attempt=1,
            reservation="",
            payer=payer,
            gpu_us=1,
            cost_cents=cents,
            charged_cents=cents,
        )
        cause = {"cause": "x"} if kind is ChargesCorrected else {}
        self.apply(
            kind(
                node_id=changed.pop("node", "n1"),
                starts_at_ms=day * DAY_MS,
                ends_at_ms=(day + 1) * DAY_MS,
                currency=changed.pop("currency", "USD"),
                gpu_us=1,
                cents=cents,
                rates=(),
                charges=(charge,),
                **cause,
            )
        )

    def end(self, day: int) -> None:
        """Facts pass the end of a day, and it is compared."""
        ends_at_ms = (day + 1) * DAY_MS
        self.apply(WindowEnded(starts_at_ms=ends_at_ms - WINDOW_MS, ends_at_ms=ends_at_ms))

    def compare(self) -> None:
        """Compare all complete days."""
        while to_compare(self.state):
            for fact in compare(self.state):
                self.apply(fact.payload)
                if isinstance(fact.payload, DayCompared):
                    self.compared.append(fact.payload.starts_at_ms // DAY_MS)
                else:
                    self.told.append((fact.payload.starts_at_ms // DAY_MS, fact.payload))


def anomalies(costs: list[int]) -> list[tuple[int, str]]:
    """Return the facts about a team with these daily charges, from day 1 on."""
    days = Days()
    for day, cents in enumerate(costs, 1):
        days.charge(day, cents)
        days.end(day)
        days.compare()
    return [(day, type(fact).__name__) for day, fact in days.told]


def oracle(costs: list[int]) -> list[tuple[int, str]]:
    """The rule as its words say it, over the whole list."""
    found, raised = list[tuple[int, str]](), False
    for index in range(HISTORY_DAYS_MIN, len(costs)):
        before = costs[max(0, index - HISTORY_DAYS) : index]
        cost, total, count = costs[index], sum(before), len(before)
        same = before[-7::-7]
        unusual = cost * 100 * len(same) > 130 * sum(same)
        rises = cost * 100 * count > 130 * total and cost * count >= total + FLOOR_CENTS * count
        if not raised and rises and unusual:
            raised = True
            found.append((index + 1, "CostSurged"))
        elif raised and cost * 100 * count <= 115 * total:
            raised = False
            found.append((index + 1, "CostSettled"))
    return found


COSTS = st.lists(
    st.sampled_from([0, 500, 10_000, 11_000, 12_500, 13_001, 16_000, 40_000]), min_size=20, max_size=60
)


@given(COSTS)
@settings(max_examples=40)
def test_days_stand_out_as_the_rule_says_and_at_most_once_each(costs: list[int]) -> None:
    found = anomalies([1, *costs])
    assert found == oracle([1, *costs])
    assert len({day for day, _ in found}) == len(found), "one for a series and day"
    words = [word for _, word in found]
    assert words == (["CostSurged", "CostSettled"] * len(words))[: len(words)], (
        "settled before it surges again"
    )


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    week = [10_000] * HISTORY_DAYS_MIN
    assert anomalies([*week, 13_000]) == []
    assert anomalies([*week, 13_001]) == [(8, "CostSurged")]
    assert anomalies([*week[1:], 90_000]) == [], "too young"
    assert anomalies([*[1_000] * 7, 1_999]) == [], "below the floor"
    assert anomalies([*[1_000] * 7, 2_000]) == [(8, "CostSurged")]
    month = [*[90_000] * 5, *[10_000] * 30]
    assert anomalies([*month, 13_001]) == [(36, "CostSurged")], "older days count no longer"


def test_a_week_has_its_rhythm() -> None:
    """Five days at work, two at rest: a working day is 140 % of the mean, and usual on its weekday."""
    weeks = [*[10_000] * 5, *[0] * 2] * 8
    assert anomalies([*weeks[:49], 13_000]) == []
    assert anomalies([*weeks[:49], 14_000]) == [(50, "CostSurged")]
    assert anomalies([*weeks[:47], 10_000]) == [(48, "CostSurged")], "a weekend like a Monday"


def test_an_anomaly_is_reported_with_its_figures_and_once_until_it_has_settled() -> None:
    days = Days()
    for day in range(1, 14):
        days.charge(day, 10_000 if day < 9 else 20_000 if day < 12 else 12_000)
        days.end(day)
        days.compare()
    (first, surged), (last, settled) = days.told
    assert (first, last) == (9, 12)
    assert surged == CostSurged(
        dimension=CostDimension.TEAM,
        of="vision",
        tenant="acme",
        currency="USD",
        starts_at_ms=9 * DAY_MS,
        ends_at_ms=10 * DAY_MS,
        cents=20_000,
        mean_cents=10_000,
        history_days=8,
        percent=200,
    )
    assert isinstance(settled, CostSettled)
    assert (settled.cents, settled.mean_cents, settled.history_days) == (12_000, 12_727, 11)


def test_each_team_and_project_of_each_tenant_is_a_series_of_its_own() -> None:
    days = Days()
    for day in range(1, 9):
        for tenant, team, project in (("acme", "a/b", "x"), ("acme", "a", "b/x"), ("rival", "a", "")):
            cents = 90_000 if (day, tenant, team) == (8, "acme", "a") else 10_000
            days.charge(day, cents, team, tenant=tenant, project=project, node=f"{tenant}{team}")
        days.end(day)
    days.compare()
    found = {(fact.tenant, fact.dimension.value, fact.of) for _, fact in days.told}
    assert found == {("acme", "TEAM", "a"), ("acme", "PROJECT", "b/x")}


def test_nodes_add_up_and_corrections_count_for_later_days() -> None:
    days = Days()
    for day in range(1, 8):
        for node in ("n1", "n2"):
            days.charge(day, 5_000, node=node)
        days.end(day)
        days.compare()
    days.charge(3, 70_000, corrects=True)
    days.charge(8, 20_000)
    days.end(8)
    days.compare()
    assert days.told == [], "the mean is 20,000 with the correction"


def test_state_is_bounded_and_every_day_is_compared_once() -> None:
    days = Days()
    for day in range(1, 100):
        days.charge(day, 10_000, f"team-{day // 10}")
        if day % 7 == 0:  # facts pass several days at once
            days.end(day)
            days.compare()
    assert days.compared == list(range(7, 99))
    assert len(list(days.state.scan(SERIES))) <= 5
    assert len(list(days.state.scan(SUMS))) <= HISTORY_DAYS + 8
    assert list(days.state.scan(SURGES)) == []
    assert len(series_key("a", CostDimension.TEAM, "b", "USD")) == 24


def test_from_bindings_to_a_surge_by_event_time() -> None:
    """A node of 4 GPUs at 1.00: one is used for 8 days, all on the ninth; no clock has a part in it."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    card = RateCard(name="c", currency="USD", default_gpu_hour_micros=1_000_000, rates=())
    cell.tell(0, ActivateRates(card=card, starts_at_ms=cell.start_ms, requested_by="bill"))
    cell.tell(0, build.node("n1", gpus=4), queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(8 * DAY, queued("job-b"), bound("job-b", ("n1", (1, 2, 3))))
    cell.tell(9 * DAY, ended("job-a"), ended("job-b"))
    cell.tell(9 * DAY + 2, Watermark(seq=1, at_ms=0))
    surged = [fact for fact in cell.decided if isinstance(fact, CostSurged)]
    assert {(fact.dimension, fact.cents, fact.mean_cents) for fact in surged} >= {
        (CostDimension.TEAM, 9_600, 2_400)
    }
    assert all(fact.starts_at_ms == cell.start_ms + 8 * DAY_MS for fact in surged)
    cell.tell(11 * DAY, Watermark(seq=2, at_ms=0))
    again = [fact for fact in cell.decided if isinstance(fact, CostSurged)]
    assert again == surged
    assert any(isinstance(fact, CostSettled) for fact in cell.decided)
