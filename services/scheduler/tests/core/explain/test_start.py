"""Expected start of a waiting job: the basis of the range, and unknown starts."""

from __future__ import annotations

from typing import Any

import pytest
from muster.events.job_commands import JobSpec
from muster.events.job_events import PendingCode
from muster.events.queue_commands import Quota
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.start import STRETCH, Start
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.starts.releases import NODES_FOLLOWED_MAX
from muster.scheduler.core.starts.wave import Waiting, Wave
from muster.scheduler.core.state.job import NEVER_MS, Job
from muster.scheduler.core.state.state import State
from muster.testkit.cores.build import exited, job_spec, node, queue, submit, suspend
from muster.testkit.cores.scenario import Scenario, given

MINUTE_MS = 60_000


def start(scenario: Scenario, job_id: str) -> Start:
    found = explain(scenario.state, job_id)
    assert found is not None
    assert found.start is not None
    return found.start


def bound_min(scenario: Scenario, job_id: str) -> int:
    """Return the minutes until it starts if all jobs keep their bounds."""
    latest_ms = start(scenario, job_id).latest_ms
    assert latest_ms is not None
    return round((latest_ms - scenario.state.now_ms) / STRETCH / MINUTE_MS)


def limited(minutes: int, **rest: Any) -> JobSpec:
    return job_spec(wall_time_max_ms=minutes * MINUTE_MS, **rest)


# --- the wave -----------------------------------------------------------------------------------------------


def test_released_parts_are_taken_in_order() -> None:
    waiting = [
        Waiting("a", 2, 10),
        Waiting("b", 3, 5),
        Waiting("c", 1, None),
        Waiting("d", 1, 1),
        Waiting("e", 3, 1),
    ]
    wave = Wave(100, 1, [(130, 1), (110, 1)], waiting)
    assert [wave.start_ms(job_id) for job_id in "dabce"] == [135, 110, 130, 135, NEVER_MS]


def test_no_job_overtakes_another_and_started_jobs_end() -> None:
    waiting = [Waiting("a", 2, 10), Waiting("b", 2, 5), Waiting("c", 1, 3), Waiting("d", 1, 1)]
    wave = Wave(100, 2, [], waiting)
    assert [wave.start_ms(job_id) for job_id in "abcd"] == [100, 110, 115, 115]
    assert wave.start_ms("nobody") == NEVER_MS


# --- the basis of the range----------------------------------------------------------------------------------


def test_the_bound_follows_from_those_of_running_and_earlier_jobs() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-runs", limited(30, gpus=4)))
    scenario.when(submit("job-first", limited(20, gpus=4)), submit("job-a", limited(5, gpus=4)))
    assert bound_min(scenario, "job-first") == 30
    assert bound_min(scenario, "job-a") == 50
    found = start(scenario, "job-a")
    assert found.confidence_percent is None, "no range has been checked yet"
    assert found.earliest_ms is not None


def test_the_head_of_line_starts_at_the_time_of_its_reservation() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4))
    scenario.when(submit("job-0", limited(30, gpus=4)), submit("job-1", limited(60, gpus=4)))
    scenario.when(submit("job-head", limited(5, gpus=4, ranks=2)))
    scenario.when_time_comes().when_time_comes()
    assert scenario.state.reservation is not None
    assert start(scenario, "job-head").because.startswith("from when the jobs on its reserved nodes")
    kept_ms = scenario.state.reservation.starts_at_ms
    assert kept_ms is not None
    assert bound_min(scenario, "job-head") == round((kept_ms - scenario.state.now_ms) / MINUTE_MS) == 59


def test_a_job_held_back_for_the_head_waits_for_it_and_then_for_its_gpus() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4))
    scenario.when(submit("job-0", limited(30, gpus=4)))
    scenario.when(submit("job-head", limited(5, gpus=4, ranks=2)), submit("job-a", limited(60, gpus=4)))
    scenario.when(exited("n2", "job-a"), submit("job-b", limited(50, gpus=4)), after_ms=MINUTE_MS)
    found = explain(scenario.state, "job-b")
    assert found is not None
    assert found.reason is not None
    assert found.reason.code is PendingCode.HELD_FOR_HEAD
    assert bound_min(scenario, "job-b") == 34


def test_a_job_out_of_quota_waits_only_for_jobs_of_its_queue() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum=Quota(gpu_milli=2_000)))
    scenario.when(submit("job-runs", limited(10, gpus=2, queue="red")), submit("job-else", limited(90)))
    scenario.when(submit("job-a", limited(5, queue="red")))
    assert bound_min(scenario, "job-a") == 10


def test_a_job_limit_counts_jobs_rather_than_gpus() -> None:
    scenario = given(node("n1", gpus=8), queue("red", user_jobs_running_max=1))
    scenario.when(
        submit("job-ada", limited(10, queue="red", user="ada")),
        submit("job-bob", limited(40, queue="red", user="bob")),
    )
    scenario.when(submit("job-a", limited(5, queue="red", user="ada")))
    assert bound_min(scenario, "job-a") == 10


def test_a_job_waits_for_missing_cpu_where_gpus_are_free() -> None:
    scenario = given(node("n1", gpus=8, cpu_milli=8_000)).when(
        submit("job-runs", limited(10, cpu_milli=7_000))
    )
    scenario.when(submit("job-a", limited(5, cpu_milli=4_000)))
    assert bound_min(scenario, "job-a") == 10


@pytest.mark.plain
def test_only_a_part_of_a_large_cell_is_followed_and_the_answer_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = 4 * NODES_FOLLOWED_MAX
    scenario = given(*(node(f"n{number:04}", gpus=1) for number in range(count)))
    scenario.when(*(submit(f"job-runs-{number}", limited(10 + number % 21)) for number in range(count)))
    scenario.when(submit("job-a", limited(5)), submit("job-b", limited(5)))
    followed: list[str] = []
    ends_at_ms = planner.ends_at_ms

    def counted(state: State, job: Job, *, by_limits: bool) -> int:
        followed.append(job.job_id)
        return ends_at_ms(state, job, by_limits=by_limits)

    monkeypatch.setattr(planner, "ends_at_ms", counted)
    found = start(scenario, "job-a")
    assert len(followed) <= 2 * NODES_FOLLOWED_MAX, "once for releases, once for room on nodes"
    assert "based on one in 4 running jobs" in found.because
    assert bound_min(scenario, "job-a") == bound_min(scenario, "job-b") == 10


def test_all_holders_of_a_quota_are_followed_if_they_are_few() -> None:
    count = 2 * NODES_FOLLOWED_MAX
    scenario = given(
        *(node(f"n{number:04}", gpus=2) for number in range(count)), queue("red", maximum_gpus=1)
    )
    scenario.when(*(submit(f"job-runs-{number}", limited(90)) for number in range(count)))
    scenario.when(submit("job-red", limited(10, queue="red")), submit("job-a", limited(5, queue="red")))
    assert bound_min(scenario, "job-a") == 10


# --- when the start is unknown ------------------------------------------------------------------------------


def test_the_start_is_unknown_without_a_bound_on_running_jobs() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-runs", job_spec(gpus=4)))
    found = start(scenario.when(submit("job-a")), "job-a")
    assert (found.latest_ms, found.confidence_percent) == (None, None)
    assert "no time limit" in found.because


def test_never_suspended_and_backoff_are_reported_as_such() -> None:
    scenario = given(node("n1", gpus=1)).when(
        submit("job-fails", job_spec(attempts=2)), submit("job-b", job_spec(ranks=2))
    )
    assert start(scenario, "job-b") == Start(None, None, None, "never, on the current nodes")
    scenario.when(suspend("job-b")).when(exited("n1", "job-fails", outcome=TaskOutcome.FAILED, exit_code=1))
    assert start(scenario, "job-b") == Start(None, None, None, "suspended until someone resumes it")
    assert start(scenario, "job-fails").earliest_ms == scenario.state.jobs["job-fails"].not_before_ms
