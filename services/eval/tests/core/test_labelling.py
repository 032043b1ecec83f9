"""The queue of answers that people are to score."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import fmean

import pytest
from judged_runs import CONFIG
from muster.eval.core.configs.documents import canonical, parse_config
from muster.eval.core.people.calibration import Judgement
from muster.eval.core.people.labelling import Task, due_at_ms, plan, stratified
from muster.jobs import InvalidDocument

DAY_MS = 86_400_000
SIZES = {1: 10, 2: 30, 3: 60, 4: 150, 5: 250}
JUDGED = [
    Judgement(answer=f"{score}-{n}", case=f"c{score}-{n}", task="letter", cluster=f"{score}-{n}", judge=score)
    for score, size in SIZES.items()
    for n in range(size)
]


def tasks(
    labels: dict[str, dict[str, int]] | None = None,
    *,
    people: tuple[str, ...] = (),
    cases: int = 100,
    now_ms: int = 0,
) -> list[Task]:
    return plan(
        JUDGED,
        labels or {},
        cases=cases,
        people=people,
        stale_until_ms=now_ms - 90 * DAY_MS,
        seed="ci-1",
    )


def names(found: list[Task]) -> list[str]:
    return [each.judgement.answer for each in found]


def by_all(found: list[Task], *, at_ms: int, person: str = "ann") -> dict[str, dict[str, int]]:
    """Labels of as many people as each answer needs."""
    return {each.judgement.answer: {f"{person}-{n}": at_ms for n in range(each.times)} for each in found}


@pytest.mark.parametrize("count", [10, 50, 100, 250, 500])
def test_each_beginning_of_the_order_has_the_judge_s_scores_in_equal_shares(count: int) -> None:
    found = Counter(each.judge for each in stratified(JUDGED, "ci-1")[:count])
    for score, size in SIZES.items():
        assert abs(found[score] - count * size / 500) < 2


@pytest.mark.slow
def test_each_answer_is_as_likely_in_the_plan_as_any_other() -> None:
    """So a mean over the plan is that of the run, without weights."""
    drawn: Counter[str] = Counter()
    seeds = 300
    for seed in range(seeds):
        drawn.update(each.answer for each in stratified(JUDGED, f"ci-{seed}")[:100])
    for score, size in SIZES.items():
        share = fmean(drawn[f"{score}-{n}"] for n in range(size)) / seeds
        assert share == pytest.approx(0.2, abs=0.02)
    assert max(drawn.values()) < 100
    assert len(drawn) == 500


def test_the_order_depends_on_the_run_and_not_on_the_order_of_results() -> None:
    order = stratified(JUDGED, "ci-1")
    assert stratified(JUDGED[::-1], "ci-1") == order
    assert stratified(JUDGED, "ci-2") != order


def test_every_fifth_answer_is_scored_by_two_people() -> None:
    found = tasks()
    assert [each.times for each in found] == [2, 1, 1, 1, 1] * 20
    one = {names(found)[0]: {"ann": 0}, names(found)[1]: {"ann": 0}}
    first, second, third, *_ = tasks(one)
    assert (first.is_done, second.is_done, third.is_done) == (False, True, False)
    assert not first.is_open_to("ann")
    assert first.is_open_to("bea")
    assert not second.is_open_to("bea")
    assert third.is_open_to("ann")


@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_people_have_equal_shares_and_meet_each_other_in_pairs(count: int) -> None:
    people = tuple(f"p{n}" for n in range(count))
    found = tasks(people=people, cases=count * 70)
    shares = Counter(person for each in found for person in each.people)
    assert max(shares.values()) - min(shares.values()) <= 0.2 * fmean(shares.values())
    pairs = Counter(tuple(sorted(each.people)) for each in found if each.times == 2)
    assert set(pairs) == set(combinations(people, 2))
    assert all(len(set(each.people)) == each.times for each in found)
    assert not found[1].is_open_to("somebody")


def test_one_person_alone_scores_each_answer_once() -> None:
    assert {each.people for each in tasks(people=("ann",))} == {("ann",)}
    assert {each.times for each in tasks(people=("ann",))} == {1}


def test_a_whole_plan_is_due_again_when_its_first_label_is_stale() -> None:
    found = tasks()
    assert due_at_ms(found, 90 * DAY_MS) is None
    labels = by_all(found, at_ms=5 * DAY_MS)
    labels[names(found)[7]] = {"ann": 3 * DAY_MS}
    done = tasks(labels, now_ms=93 * DAY_MS - 1)
    assert due_at_ms(done, 90 * DAY_MS) == 93 * DAY_MS
    assert names(done) == names(found)
    assert names(tasks(labels, now_ms=93 * DAY_MS)) != names(found)


def test_stale_answers_leave_the_plan_to_the_next_and_nobody_scores_one_twice() -> None:
    found = tasks()
    labels = by_all(found, at_ms=0)
    later = tasks(labels, now_ms=91 * DAY_MS)
    assert not set(names(found)) & set(names(later))
    assert names(found) + names(later) == [each.answer for each in stratified(JUDGED, "ci-1")[:200]]
    for _ in range(4):
        labels |= by_all(tasks(labels, now_ms=91 * DAY_MS), at_ms=0)
    assert (tasks(labels, now_ms=91 * DAY_MS), due_at_ms([], DAY_MS)) == ([], None)


def test_a_config_s_text_and_its_judge_stay_what_they_were_without_a_plan_of_its_own() -> None:
    assert "calibration" not in canonical(parse_config(CONFIG))
    planned = {**CONFIG, "judge": {**CONFIG["judge"], "calibration": {"cases": 50, "people": ["ann", "bea"]}}}
    read = parse_config(planned)
    assert read.judge is not None
    assert '"calibration":{"cases":50,"days":90,"people":["ann","bea"]}' in canonical(read)
    assert read.judge.judge == (parse_config(CONFIG).judge or read.judge).judge


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"cases": 1}, "judge.calibration.cases is 1; must be greater than or equal to 2"),
        ({"days": 0}, "judge.calibration.days is 0; must be greater than or equal to 1"),
        ({"people": ["a b"]}, "judge.calibration.people[0] is a b; must be match pattern"),
        ({"people": ["ann", "ann"]}, "judge.calibration.people is ann, ann; must be distinct"),
        ({"share": 0.2}, "judge.calibration.share is 0.2; must be left out: there is no such field"),
    ],
)
def test_a_wrong_plan_is_named_by_its_field(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidDocument) as raised:
        parse_config({**CONFIG, "judge": {**CONFIG["judge"], "calibration": changed}})
    assert str(raised.value).startswith(sentence)
