"""Estimates of run times: before the first run, by what was learned, and the laws that always hold."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import JobQueued
from muster.events.operator_commands import ActivatePolicy
from muster.events.task_events import CheckpointSaved, RefusalReason, TaskOutcome, TaskRefused
from muster.scheduler.core import limits
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import Basis, Features, features_of, learn, predict
from muster.scheduler.core.durations.histogram import LEAF_BITS, position_of
from muster.scheduler.core.durations.history import DurationHistory
from muster.scheduler.core.replay import snapshot
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build
from muster.testkit.cores.scenario import Scenario
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

HOUR_MS = 3_600_000
MINUTE_MS = 60_000


def of(**spec: Any) -> Features:
    return features_of(build.TENANT, build.job_spec(**spec))


def taught(
    features: Features, runs_ms: Iterable[int], history: DurationHistory | None = None
) -> DurationHistory:
    history = history or DurationHistory()
    for ran_ms in runs_ms:
        learn(history, features, ran_ms, whole=True)
    return history


def between(low_ms: int, high_ms: int, count: int = 90) -> list[int]:
    """Run times spread evenly, in an order without a trend."""
    return [low_ms + (high_ms - low_ms) * (i * 37 % count) // count for i in range(count)]


def test_the_limit_is_the_only_bound_before_the_first_run() -> None:
    nothing = DurationHistory()
    assert predict(nothing, of()) == estimator.Prediction(None, None, 0, Basis.NOTHING)
    known = predict(nothing, of(wall_time_max_ms=HOUR_MS, duration_expected_ms=2 * HOUR_MS))
    assert (known.p50_ms, known.p90_ms) == (HOUR_MS, HOUR_MS)


def test_eight_runs_state_no_bound_and_nine_do() -> None:
    history = taught(of(), [MINUTE_MS] * 8)
    assert predict(history, of()).p90_ms is None
    assert predict(taught(of(), [MINUTE_MS], history), of()).p90_ms is not None


def test_a_user_is_estimated_from_own_runs_and_a_new_one_from_all_runs() -> None:
    history = taught(of(user="short"), between(MINUTE_MS, 3 * MINUTE_MS))
    taught(of(user="long"), between(HOUR_MS, 3 * HOUR_MS), history)
    short, long, new = (predict(history, of(user=user)) for user in ("short", "long", "new"))
    assert short.group is long.group is Basis.EXACT
    assert MINUTE_MS < (short.p50_ms or 0) < (short.p90_ms or 0) < 5 * MINUTE_MS
    assert HOUR_MS < (long.p50_ms or 0) < (long.p90_ms or 0) < 5 * HOUR_MS
    assert new.group is Basis.PROJECT
    assert (short.p90_ms or 0) < (new.p90_ms or 0) < 5 * HOUR_MS


@pytest.mark.parametrize(
    ("other", "basis"),
    [
        ({"project": "another"}, Basis.USER_SHAPE),
        ({"user": "another"}, Basis.PROJECT),
        ({"user": "another", "project": "another"}, Basis.TIER_RANKS),
        ({"user": "another", "project": "another", "ranks": 7}, Basis.EVERYTHING),
    ],
)
def test_a_job_that_is_new_in_part_is_estimated_by_what_it_shares(
    other: dict[str, Any], basis: Basis
) -> None:
    estimate = predict(taught(of(), between(HOUR_MS, 2 * HOUR_MS)), of(**other))
    assert (estimate.group, estimate.samples) == (basis, 90)


def test_a_job_that_has_run_for_long_is_expected_to_run_for_long() -> None:
    short, long = between(MINUTE_MS, 2 * MINUTE_MS), between(HOUR_MS, 9 * HOUR_MS)
    history = taught(of(), [long[i] if i % 3 == 0 else short[i] for i in range(90)])
    fresh, old = predict(history, of()), predict(history, of(), elapsed_ms=HOUR_MS)
    assert (fresh.p50_ms or 0) < 3 * MINUTE_MS
    assert HOUR_MS < (old.p50_ms or 0) < 9 * HOUR_MS
    assert (old.p90_ms or 0) > (old.p50_ms or 0)


def test_an_estimate_never_exceeds_the_limit() -> None:
    history = taught(of(), between(HOUR_MS, 9 * HOUR_MS))
    limited = of(wall_time_max_ms=2 * HOUR_MS)
    assert predict(history, limited).p90_ms == 2 * HOUR_MS
    assert predict(history, limited, elapsed_ms=HOUR_MS).p90_ms == HOUR_MS
    assert predict(history, limited, elapsed_ms=3 * HOUR_MS).p90_ms == 0


def test_a_users_estimate_counts_as_much_as_the_earlier_ones_were_accurate() -> None:
    """One user is right, one asks for a tenth, one writes anything; they have nothing else in common."""
    history = DurationHistory()
    for i, ran_ms in enumerate(between(MINUTE_MS, 20 * HOUR_MS, 200)):
        for user, estimate_ms in (
            ("right", ran_ms),
            ("liar", ran_ms // 10),
            ("any", (i % 50 + 1) * MINUTE_MS),
        ):
            learn(history, of(user=user, duration_expected_ms=estimate_ms), ran_ms, whole=True)
    right, liar, anything = (
        predict(history, of(user=user, duration_expected_ms=HOUR_MS)) for user in ("right", "liar", "any")
    )
    assert right.group is liar.group is Basis.ESTIMATE
    assert anything.group is Basis.EXACT
    assert 0.9 * HOUR_MS < (right.p50_ms or 0) <= (right.p90_ms or 0) < 1.5 * HOUR_MS
    assert 9 * HOUR_MS < (liar.p50_ms or 0) <= (liar.p90_ms or 0) < 15 * HOUR_MS


def test_a_run_cut_short_counts_as_longer_than_a_completed_one() -> None:
    cut, ended = taught(of(), between(HOUR_MS, 9 * HOUR_MS)), taught(of(), between(HOUR_MS, 9 * HOUR_MS))
    before = predict(cut, of())
    for _ in range(30):
        learn(cut, of(), 5 * HOUR_MS, whole=False)
        learn(ended, of(), 5 * HOUR_MS, whole=True)
    assert (predict(cut, of()).p50_ms or 0) > (before.p50_ms or 0)
    assert (predict(cut, of()).p90_ms or 0) > (predict(ended, of()).p90_ms or 0)


# --- learning from the log ----------------------------------------------------------------------------------


def cell() -> Scenario:
    return given_cell(build.node("n1", gpus=8))


def ran(
    scenario: Scenario, job_id: str, for_ms: int, outcome: TaskOutcome = TaskOutcome.SUCCEEDED
) -> Scenario:
    scenario.when(build.submit(job_id)).when(build.started("n1", job_id))
    code = 0 if outcome is TaskOutcome.SUCCEEDED else 1
    return scenario.when(build.exited("n1", job_id, outcome=outcome, exit_code=code), after_ms=for_ms)


def test_a_queued_job_carries_its_expected_run_time() -> None:
    scenario = cell()
    for i in range(20):
        ran(scenario, f"job-{i}", HOUR_MS)
    scenario.when(build.submit("job-next"))
    queued = scenario.decided[0]
    assert isinstance(queued, JobQueued)
    estimate = predict(scenario.state.durations, features_of(build.TENANT, queued.spec))
    assert (queued.predicted_p50_ms, queued.predicted_p90_ms) == (estimate.p50_ms, estimate.p90_ms)
    assert 0.9 * HOUR_MS < (queued.predicted_p50_ms or 0) <= (queued.predicted_p90_ms or 0) < 2 * HOUR_MS


@pytest.mark.parametrize(
    ("outcome", "whole"),
    [
        (TaskOutcome.SUCCEEDED, True),
        (TaskOutcome.FAILED, True),
        (TaskOutcome.TIMED_OUT, False),
        (TaskOutcome.LOST, False),
        (TaskOutcome.STOPPED, False),
    ],
)
def test_the_end_of_an_attempt_decides_whether_it_counts_as_complete(
    outcome: TaskOutcome, whole: bool
) -> None:
    points = ran(cell(), "job-a", HOUR_MS, outcome).state.durations.groups["all"].histogram.counts()
    assert sum(count for _, count in points) == 16
    assert (len(points) == 1) is whole


def test_an_attempt_that_resumed_from_a_checkpoint_is_not_a_complete_run() -> None:
    scenario = cell().when(build.submit("job-a", build.job_spec(attempts=2, backoff_ms=0)))
    file = {"rank": 0, "file": "f", "uri": "s3://f", "sha256": "0", "size_bytes": 1}
    scenario.when(
        CheckpointSaved.from_datum({"node_id": "n1", "job_id": "job-a", "attempt": 1, **file}),
        build.exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1),
        after_ms=HOUR_MS,
    )
    everything = scenario.state.durations.groups["all"].histogram
    assert len(everything.counts()) == 1
    scenario.when(build.exited("n1", "job-a", 2), after_ms=MINUTE_MS)
    assert min(everything.counts())[0] >= position_of(HOUR_MS) >> LEAF_BITS, (
        "it counts as longer than its minute"
    )


def test_a_run_cut_short_beyond_all_others_counts_as_little_more_than_its_own_time() -> None:
    history = taught(of(), between(100, 5_000))
    learn(history, of(gpus=2), 7_000, whole=False)
    assert (predict(history, of(gpus=2)).p90_ms or 0) <= 8 * 7_000


def test_a_run_cut_short_counts_like_the_longer_runs_if_any_exist() -> None:
    history = taught(of(), between(HOUR_MS, 2 * HOUR_MS))
    learn(history, of(gpus=2), 7_000, whole=False)
    assert HOUR_MS < (predict(history, of(gpus=2)).p50_ms or 0) < 3 * HOUR_MS


def test_no_bound_exceeds_the_tiers_limit() -> None:
    scenario = cell()
    for number in range(9):
        ran(scenario, f"job-{number}", 20 * MINUTE_MS + number * MINUTE_MS)
    tier_ms = {Tier.STANDARD_TRAINING.value: 25 * MINUTE_MS}
    policy = replace(scenario.state.policy, wall_time_max_ms=tier_ms)
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    scenario.when(build.submit("job-next", build.job_spec(user="new", project="new")))
    queued = scenario.decided[0]
    assert isinstance(queued, JobQueued)
    assert queued.predicted_p90_ms == 25 * MINUTE_MS


def test_a_refused_attempt_teaches_nothing() -> None:
    scenario = cell().when(build.submit("job-a"))
    scenario.when(
        TaskRefused(
            node_id="n1",
            job_id="job-a",
            attempt=1,
            epoch=1,
            order_seq=scenario.state.seq_next - 1,
            reason=RefusalReason.GPU_BUSY,
            message="busy",
        )
    )
    assert scenario.state.durations.groups == {}


# --- laws ---------------------------------------------------------------------------------------------------

LAWS = examples(60)


def some_job(user: int, project: int, gpus: float, estimate_ms: int | None, limit_ms: int | None) -> Features:
    return features_of(
        build.TENANT,
        build.job_spec(
            user=f"u{user}",
            project=f"p{project}",
            gpus=gpus,
            duration_expected_ms=estimate_ms,
            wall_time_max_ms=limit_ms,
        ),
    )


maybe_ms = st.none() | st.integers(1, 1 << 42)
features = st.builds(
    some_job, st.integers(0, 5), st.integers(0, 2), st.sampled_from((0, 0.5, 1, 8)), maybe_ms, maybe_ms
)
lessons = st.lists(st.tuples(features, st.integers(0, 1 << 42), st.booleans()), max_size=60)


def dumped(history: DurationHistory) -> list[object]:
    """Return all its contents, in order."""
    return [(name, g.news, g.lead, g.histogram.counts()) for name, g in history.groups.items()]


def history_of(runs: list[tuple[Features, int, bool]]) -> DurationHistory:
    history = DurationHistory()
    for job, ran_ms, whole in runs:
        learn(history, job, ran_ms, whole=whole)
    return history


@LAWS
@given(lessons, features, st.integers(0, 1 << 42))
def test_quantiles_are_in_order_and_within_the_limit(
    runs: list[tuple[Features, int, bool]], job: Features, elapsed_ms: int
) -> None:
    history = history_of(runs)
    estimate = predict(history, job, elapsed_ms)
    if estimate.p90_ms is not None and estimate.p50_ms is not None:
        assert 0 <= estimate.p50_ms <= estimate.p90_ms
        assert job.limit_ms is None or estimate.p90_ms <= max(0, job.limit_ms - elapsed_ms)
    several = estimator.quantiles_ms(history, job, (1, 250, 500, 750, 900, 950, 999))
    assert list(several) == sorted(several)


@LAWS
@given(lessons, features)
def test_predictions_do_not_change_the_history(runs: list[tuple[Features, int, bool]], job: Features) -> None:
    asked, silent = history_of(runs), history_of(runs)
    predict(asked, job)
    assert dumped(asked) == dumped(silent)


@LAWS
@given(lessons, lessons)
def test_a_dumped_and_loaded_history_learns_and_predicts_the_same(
    before: list[tuple[Features, int, bool]], after: list[tuple[Features, int, bool]]
) -> None:
    state = State()
    state.durations = history_of(before)
    digest = StateHash()
    digest.refresh_all(state)
    copy = snapshot.load(digest.entities, {})
    for history in (state.durations, copy.durations):
        for job, ran_ms, whole in after:
            learn(history, job, ran_ms, whole=whole)
    assert dumped(copy.durations) == dumped(state.durations)


@pytest.mark.plain
def test_memory_is_bounded_and_the_oldest_runs_are_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DURATION_GROUPS_MAX", 20)
    history = DurationHistory()
    for i in range(100):
        changed = learn(history, of(user=f"u{i}", project=f"p{i}"), HOUR_MS, whole=True)
        assert len(history.groups) <= 20
        assert {"all", f"project/acme/p{i}"} <= set(changed)
    assert history.attempts("all") == 100
    assert history.attempts("project/acme/p99") == 1
    assert history.attempts("project/acme/p80") == 0
    assert "project/acme/p80" not in history.groups


def test_older_runs_weigh_less() -> None:
    history = taught(of(), [HOUR_MS] * 3 * limits.DURATION_ATTEMPTS_MAX)
    assert history.attempts("all") < limits.DURATION_ATTEMPTS_MAX
    taught(of(), [MINUTE_MS] * 2 * limits.DURATION_ATTEMPTS_MAX, history)
    assert (predict(history, of()).p50_ms or 0) < 2 * MINUTE_MS


@examples(30)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2), st.sampled_from((None, HOUR_MS)), st.integers(0, 1 << 40), st.booleans()
        ),
        max_size=60,
    ),
    st.integers(0, 60),
)
def test_a_large_cell_learns_and_predicts_the_same(
    runs: list[tuple[int, int | None, int, bool]], switched_after: int
) -> None:
    small, large = DurationHistory(), DurationHistory()
    for number, (user, estimate_ms, ran_ms, whole) in enumerate(runs):
        if number == switched_after:
            large.use_machine_code()
        features = of(user=f"user-{user}", duration_expected_ms=estimate_ms)
        assert predict(large, features) == predict(small, features)
        assert predict(large, features, ran_ms) == predict(small, features, ran_ms)
        assert learn(large, features, ran_ms, whole=whole) == learn(small, features, ran_ms, whole=whole)
    for name, group in small.groups.items():
        other = large.groups[name]
        assert (other.histogram.counts(), other.news, other.lead) == (
            group.histogram.counts(),
            group.news,
            group.lead,
        )
