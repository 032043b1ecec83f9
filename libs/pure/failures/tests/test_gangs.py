"""The first rank to fail is found by its cause, then by the scheduler's word, then by time."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.failures.evidence import Verdict
from muster.failures.gangs import Part, RankFailure, first_failing
from muster.failures.lag import Progress, lagging, progress_in
from muster.failures.rules import Blame
from muster.failures.shipped import shipped_rules
from muster.testkit.laws import examples

RULES = shipped_rules()


def failed(rank: int | None, rule_id: str, at_ms: int | None = None, *, named: bool = False) -> RankFailure:
    rule = RULES.rule(rule_id)
    return RankFailure(Verdict(rules_version=1, rule=rule, sign="", rank=rank, at_ms=at_ms), named=named)


def parts_of(*failures: RankFailure) -> dict[int | None, Part]:
    return {failure.verdict.rank: part for failure, part in first_failing(failures).parts}


def test_the_rank_with_a_cause_of_its_own_goes_first_whatever_the_clocks_say() -> None:
    """Rank 0 was reaped first and its clock is behind; rank 3 is why."""
    found = parts_of(
        failed(0, "nccl.peer-exited", 1_000, named=True),
        failed(1, "nccl.timeout", 2_000),
        failed(3, "memory.gpu", 9_000),
    )
    assert found == {3: Part.FIRST, 0: Part.PEER_EXITED, 1: Part.PEER_EXITED}


def test_among_equals_the_named_rank_goes_first_then_the_earlier() -> None:
    early, late = failed(2, "memory.gpu", 1_000), failed(5, "memory.gpu", 2_000)
    assert parts_of(late, early) == {2: Part.FIRST, 5: Part.ALSO}
    assert parts_of(early, failed(5, "memory.gpu", 2_000, named=True)) == {5: Part.FIRST, 2: Part.ALSO}


def test_where_all_only_waited_no_cause_was_seen() -> None:
    found = first_failing([failed(1, "nccl.timeout", 5), failed(0, "nccl.peer-exited", 4)])
    assert (found.first.verdict.rank, found.cause_seen) == (1, False)


def test_no_failure_is_an_error() -> None:
    with pytest.raises(ValueError, match="one or more"):
        first_failing([])


FAILURES = st.builds(
    failed,
    st.integers(0, 5),
    st.sampled_from(["memory.gpu", "nccl.timeout", "nccl.peer-exited", "unknown"]),
    st.none() | st.integers(0, 3),
    named=st.booleans(),
)


@given(
    st.lists(FAILURES, min_size=1, max_size=6, unique_by=lambda f: f.verdict.rank),
    st.randoms(use_true_random=False),
)
@examples(200)
def test_order_of_arrival_changes_nothing_and_a_victim_is_never_blamed_before_a_cause(
    failures: list[RankFailure], chance: random.Random
) -> None:
    shuffled = list(failures)
    chance.shuffle(shuffled)
    found = first_failing(failures)
    assert found == first_failing(shuffled)
    assert [part for _, part in found.parts].count(Part.FIRST) == 1
    assert {f.verdict.rank for f, _ in found.parts} == {f.verdict.rank for f in failures}
    assert found.cause_seen == any(f.verdict.rule.blame is Blame.OWN for f in failures)


def test_the_watchdog_s_line_says_how_far_a_rank_came() -> None:
    line = b"[PG 1 Rank 0] Timeout at: 1580, last enqueued NCCL work: 1582, last completed NCCL work: 1579."
    assert progress_in(line) == Progress(enqueued=1582, completed=1579)
    assert progress_in(b"last enqueued NCCL work: -1, last completed") is None


def test_ranks_wait_for_the_one_that_enqueued_least_or_was_silent() -> None:
    ahead, behind = Progress(1582, 1579), Progress(1580, 1579)
    assert lagging({0: ahead, 1: behind, 2: ahead}, range(3)) == (1,)
    assert lagging({0: ahead, 2: ahead}, range(3)) == (1,)
    assert lagging({0: ahead, 1: ahead}, range(2)) == ()
    assert lagging({}, range(2)) == ()
