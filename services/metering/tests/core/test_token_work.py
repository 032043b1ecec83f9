"""Cost of a shared replica, split by its work for each consumer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.metering_commands import ActivateRates, RateCard, RecordTokenWork, TokenWork
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import TokenWorkRecorded
from muster.metering.core.costs.token_work import NOBODY, RATIO_UNITS, Hour, Part, split_by_work
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores.metered import MeteredCell
from muster.testkit.laws import examples

HOUR_MS = 3_600_000
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(),
    tier_percent={},
    prompt_token_weight=1,
    output_token_weight=3,
)


@pytest.fixture
def cell() -> MeteredCell:
    """Priced, from midnight; its first hour is open."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill"))
    cell.tell(2, Watermark(seq=1, at_ms=0))
    return cell


def report(cell: MeteredCell, *consumers: TokenWork, starts_in: int = 0) -> RecordTokenWork:
    return RecordTokenWork(
        job_id="job-aaaa",
        tenant="acme",
        starts_at_ms=cell.start_ms + starts_in,
        consumers=consumers,
        requested_by="bill",
    )


SEARCH = TokenWork(consumer="search", prompt_tokens=1_000, output_tokens=0)
CHAT = TokenWork(consumer="chat", prompt_tokens=0, output_tokens=1_000)


def test_tokens_count_by_the_card_in_force_in_their_hour(cell: MeteredCell) -> None:
    cell.tell(5, report(cell, SEARCH, CHAT))
    [recorded] = [each for each in cell.decided if isinstance(each, TokenWorkRecorded)]
    assert recorded == TokenWorkRecorded(
        job_id="job-aaaa",
        tenant="acme",
        starts_at_ms=cell.start_ms,
        consumers=(SEARCH, CHAT),
        prompt_weight=1,
        output_weight=3,
        requested_by="bill",
    )


def test_rejections_name_field_value_and_allowed_values(cell: MeteredCell) -> None:
    wrong = {
        "consumers[0].prompt_tokens": report(cell, replace(SEARCH, prompt_tokens=-1)),
        "consumers[1].consumer": report(cell, SEARCH, SEARCH),
        "consumers": report(cell),
        "consumers[0].consumer": report(cell, replace(SEARCH, consumer="<b>")),
        "starts_at_ms": report(cell, SEARCH, starts_in=HOUR_MS),
        "job_id": replace(report(cell, SEARCH), job_id="x"),
    }
    for field, command in wrong.items():
        cell.tell(5, command)
        refusal = [each for each in cell.decided if isinstance(each, CommandRejected)][-1]
        assert [each.field for each in refusal.violations] == [field]
        assert all(each.allowed for each in refusal.violations)
    cell.tell(5, report(cell, SEARCH, starts_in=HOUR_MS // 2))
    assert any("a full hour" in getattr(each, "message", "") for each in cell.decided)


def test_an_hour_is_split_by_what_tokens_count_and_an_untold_one_is_nobodys() -> None:
    hours = [Hour(100, {"search": 1_000, "chat": 3_000}), Hour(100)]
    assert split_by_work(1_01, hours) == [
        Part(NOBODY, 500_000, 50),
        Part("chat", 375_000, 38),
        Part("search", 125_000, 13),
    ]


def test_a_free_replica_has_no_parts() -> None:
    assert split_by_work(0, [Hour(0, {"search": 1})]) == []


WORK = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 10**12), max_size=5)
HOURS = st.lists(st.builds(Hour, st.integers(0, 10**18), WORK), min_size=1, max_size=20)


@examples(200)
@given(st.integers(-(10**6), 10**9), HOURS)
def test_the_parts_add_up_to_the_cent_and_the_ratios_to_one(cents: int, hours: list[Hour]) -> None:
    parts = split_by_work(cents, hours)
    if any(hour.cost for hour in hours):
        assert sum(part.cents for part in parts) == cents
        assert sum(part.ratio for part in parts) == RATIO_UNITS
        assert len({part.consumer for part in parts}) == len(parts)
