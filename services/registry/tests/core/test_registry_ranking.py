"""Daily ranking of the most downloaded repositories, if an operator sets their number; given, when, then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.registry_commands import (
    CreateRepository,
    Download,
    RecordDownloads,
    RepositoryType,
    SetTierRule,
    Visibility,
)
from muster.events.registry_events import DownloadsRanked, DownloadsRecorded, RankedRepository, TierRuleSet
from muster.events.shared.command_answers import CommandRejected
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import DAY_MS, DAYS_KEPT
from muster.testkit.cores.deciding import START_MS, Decisions, given

ANN: Final[dict[str, Any]] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
OPS: Final[dict[str, Any]] = {"tenant": "ops", "requested_by": "ops", "teams": (), "roles": ("operator",)}
REPOS: Final = ("repo-aaaa", "repo-bbbb", "repo-cccc")
RULE: Final = SetTierRule(warm_after_days=7, cold_after_days=90, prewarmed_max=2, **OPS)
TODAY: Final = START_MS // DAY_MS


def three() -> Decisions:
    core = given(DECIDER)
    for each in REPOS:
        core.when(
            CreateRepository(
                repository=each,
                repository_type=RepositoryType.MODEL,
                namespace="acme",
                name=each,
                visibility=Visibility.PUBLIC,
                **ANN,
            )
        )
    return core


def read(**downloads: int) -> RecordDownloads:
    found = (Download(repository=f"repo-{each}", downloads=n, read_bytes=1) for each, n in downloads.items())
    return RecordDownloads(downloads=tuple(found), tenant="globex", requested_by="registry")


def ranked(day: int, **downloads: int) -> DownloadsRanked:
    found = (RankedRepository(repository=f"repo-{each}", month_downloads=n) for each, n in downloads.items())
    return DownloadsRanked(day=day, repositories=tuple(found))


def test_each_day_is_ranked_by_downloads_of_30_days_once_the_rule_is_set() -> None:
    core = three().when(read(aaaa=1, bbbb=3, cccc=1))
    set_ = TierRuleSet(
        warm_after_days=7, cold_after_days=90, prewarmed_max=2, tenant="ops", requested_by="ops/ops"
    )
    core.when(RULE).then(set_, ranked(TODAY, bbbb=3, aaaa=1))
    core.when(read(cccc=4)).then(*core.decided[:1])
    core.when_time_comes().then(ranked(TODAY + 1, cccc=5, bbbb=3))
    core.when(after_ms=DAY_MS // 2).then()
    core.when(after_ms=(DAYS_KEPT + 5) * DAY_MS).then(ranked(TODAY + DAYS_KEPT + 6))


def test_ranking_needs_a_rule_and_ends_when_the_rule_is_withdrawn() -> None:
    core = three().when(read(aaaa=1)).when(after_ms=3 * DAY_MS).then()
    core.when(RULE)
    core.when(replace(RULE, prewarmed_max=0))
    core.when(after_ms=3 * DAY_MS).then()


@pytest.mark.parametrize("count", [-1, 1_001])
def test_a_rule_for_more_than_1000_repositories_is_rejected(count: int) -> None:
    (refused,) = three().when(replace(RULE, prewarmed_max=count)).decided
    assert isinstance(refused, CommandRejected)
    assert refused.message == f"prewarmed_max is {count}; must be 0 to 1000"


@for_all(st.lists(st.tuples(st.sampled_from(REPOS), st.integers(1, 5), st.integers(0, 12)), max_size=12))
def test_the_ranking_equals_an_independent_count(steps: list[tuple[str, int, int]]) -> None:
    core, told = three(), list[tuple[int, str, int]]()
    for repository, downloads, days in steps:
        core.when(read(**{repository.removeprefix("repo-"): downloads}), after_ms=1 + days * DAY_MS)
        assert isinstance(core.decided[0], DownloadsRecorded)
        told.append((core.now_ms // DAY_MS, repository, downloads))
    core.when(replace(RULE, prewarmed_max=3))
    day = core.now_ms // DAY_MS
    by_hand = {each: sum(n for of, r, n in told if r == each and of > day - DAYS_KEPT) for each in REPOS}
    found = {each.repository: each.month_downloads for each in core.decided[1].repositories}
    assert found == {each: downloads for each, downloads in by_hand.items() if downloads}
    assert list(found) == sorted(found, key=lambda each: (-found[each], each))
