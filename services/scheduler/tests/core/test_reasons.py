"""Reasons of waiting jobs: reported once and after changes, never in a flood."""

from muster.events.job_commands import Tier
from muster.events.job_events import JobPending
from muster.scheduler.core import limits
from muster.scheduler.core.decide import next_deadline_ms
from muster.testkit.cores.build import cancel, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given
from muster.testkit.cores.story import line


def test_an_unchanged_reason_is_reported_once() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-a")).when(submit("job-b"))
    scenario.when(submit("job-c"), after_ms=5_000).then("JobQueued job-c", "JobPending job-c GPUS_BUSY")


def test_the_message_and_the_counts_name_the_shortage() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=3)))
    [_, pending] = scenario.when(submit("job-b", job_spec(gpus=2))).decided
    assert isinstance(pending, JobPending)
    assert pending.counts["gpu_block_max"] == 1
    assert pending.counts["ranks_wanted"] == 1
    assert pending.message


def test_a_changed_reason_reaches_every_job_of_the_line() -> None:
    scenario = given().when(submit("job-a"), submit("job-b"), submit("job-c"))
    assert [line(fact) for fact in scenario.decided[3:]] == [
        "JobPending job-a NO_NODES",
        "JobPending job-b NO_NODES",
        "JobPending job-c NO_NODES",
    ]
    scenario.when(node("n1", gpus=1), after_ms=limits.REASON_INTERVAL_MS).then(
        "NodeJoined n1",
        "GangBound job-a/1 n1[0]",
        "StartTask n1 job-a/1",
        "JobPending job-b GPUS_BUSY",
        "JobPending job-c GPUS_BUSY",
    )


def test_a_reason_that_changes_too_fast_is_computed_after_the_interval() -> None:
    scenario = given().when(submit("job-a"), submit("job-b")).when(node("n1", gpus=1), after_ms=10)
    assert "JobPending" not in " ".join(line(fact) for fact in scenario.decided)
    scenario.when_time_comes().then("JobPending job-b GPUS_BUSY")


def test_a_pass_computes_a_limited_number_of_reasons_and_the_next_pass_the_rest() -> None:
    count = limits.REASON_WORK_PER_PASS_MAX + 4
    cell = given(node("n1", gpus=1)).when(submit("job-a"))
    shapes = [job_spec(gpus=1, cpu_milli=1_000 + index) for index in range(count)]
    cell.when(*(submit(f"job-{index:02d}", spec) for index, spec in enumerate(shapes)))
    assert len(reasons(cell)) == limits.REASON_WORK_PER_PASS_MAX
    due_ms = next_deadline_ms(cell.state)
    assert due_ms is not None
    assert due_ms <= cell.now_ms, "the next batch follows at once"
    cell.when_time_comes()
    assert len(reasons(cell)) == 4


def test_a_job_equal_to_waiting_ones_gets_their_reason_and_counts() -> None:
    cell = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=3)))
    [first] = reasons(cell.when(submit("job-b", job_spec(gpus=2))))
    cell.when(submit("job-c", job_spec(gpus=1)), after_ms=10)
    [second] = reasons(cell.when(submit("job-d", job_spec(gpus=2, tier=Tier.INTERACTIVE)), after_ms=10))
    assert (second.job_id, second.counts) == ("job-d", first.counts)
    cell.when_time_comes()
    assert reasons(cell) == []


def reasons(cell: Scenario) -> list[JobPending]:
    return [fact for fact in cell.decided if isinstance(fact, JobPending)]


def test_a_flood_of_waiting_jobs_gets_reasons_in_portions() -> None:
    count = limits.REASONS_PER_PASS_MAX + 5
    scenario = given().when(*(submit(f"job-{i:05d}") for i in range(count)))
    told = sum(isinstance(fact, JobPending) for fact in scenario.decided)
    assert told == limits.REASONS_PER_PASS_MAX
    scenario.when_time_comes()
    assert [type(fact) for fact in scenario.decided] == [JobPending] * 5


def test_changed_numbers_are_reported_only_to_the_first_of_the_line() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=2)), submit("job-b"))
    scenario.when(submit("job-c", job_spec(gpus=4)), submit("job-d", job_spec(gpus=4)))
    scenario.when(exited("n1", "job-b"), after_ms=limits.COUNTS_INTERVAL_MS).then(
        "AttemptEnded job-b/1 SUCCEEDED",
        "JobSucceeded job-b/1",
        "JobPending job-c GPUS_BUSY",
    )


def test_a_steady_state_makes_no_decisions() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-a")).when(submit("job-b"))
    scenario.when_time_comes()
    for _ in range(20):
        scenario.when(cancel("job-none"), after_ms=700)
        assert [line(fact) for fact in scenario.decided] == ["CommandRejected CancelJob job-none NOT_FOUND"]
