"""A checkpoint counts once all of it is in the store, with its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from muster.events.job_events import CheckpointRecorded
from muster.events.node_commands import StartTask
from muster.events.task_events import TaskOutcome
from muster.scheduler.core import limits
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import (
    cancel,
    checkpoint_saved,
    exited,
    job_spec,
    node,
    part_stored,
    started,
    submit,
)
from muster.testkit.cores.scenario import Scenario, given

GB = 10**9


def gang(attempts: int = 3) -> Scenario:
    """Create a scenario with two ranks on two nodes."""
    spec = job_spec(ranks=2, attempts=attempts, checkpoint=True)
    scenario = given(node("n1", gpus=1), node("n2", gpus=1), submit("job-a", spec))
    return scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))


def saving(step: int, attempt: int = 1) -> list[Any]:
    """Return the reports about a checkpoint: both parts, then the record."""
    parts = [part_stored(f"n{rank + 1}", "job-a", attempt, step=step, part=rank) for rank in range(2)]
    return [*parts, checkpoint_saved("n1", "job-a", attempt, step=step, parts=parts)]


def recorded(scenario: Scenario) -> Sequence[CheckpointRecorded]:
    return [each for each in scenario.decided if isinstance(each, CheckpointRecorded)]


def fails(scenario: Scenario, attempt: int = 1) -> StartTask:
    """Let the attempt fail; return the first start order of the next one."""
    failed: dict[str, Any] = {"outcome": TaskOutcome.FAILED, "exit_code": 1}
    scenario.when(*(exited(f"n{rank + 1}", "job-a", attempt, rank=rank, **failed) for rank in range(2)))
    scenario.when_time_comes()
    return next(each for each in scenario.decided if isinstance(each, StartTask))


def test_one_file_counts_with_its_size() -> None:
    [found] = recorded(gang().when(checkpoint_saved("n1", "job-a", size_bytes=5 * GB)))
    assert (found.files, found.size_bytes, found.unchanged_bytes, found.step) == (1, 5 * GB, 0, None)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_many_files_count_once_all_are_stored_in_whatever_order_they_are_reported(
    order: Sequence[int],
) -> None:
    told = saving(100)
    scenario = gang()
    for number in order[:-1]:
        assert not recorded(scenario.when(told[number]))
    [found] = recorded(scenario.when(told[order[-1]]))
    assert (found.files, found.size_bytes, found.step) == (6, 2 * GB, 100)
    assert found.unchanged_bytes == 2 * GB * 9 // 10
    assert found.file == "step-000000100.json"
    assert not scenario.state.jobs["job-a"].arriving


def test_the_next_attempt_does_not_resume_from_a_checkpoint_with_a_missing_part() -> None:
    first, second = saving(100), saving(200)
    scenario = gang().when(*first, second[0], second[2])
    assert fails(scenario).checkpoint_file == "step-000000100.json"


def test_a_step_saved_twice_counts_once_the_parts_match_the_record() -> None:
    """The ranks restarted from an earlier step within the attempt, and one node is slow."""
    one, other = saving(100)[:2]
    again = [replace(each, sha256=f"{each.part}" * 64) for each in (one, other)]
    record = checkpoint_saved("n1", "job-a", step=100, parts=again)
    scenario = gang().when(one, other, again[0], record)
    assert not recorded(scenario)
    assert len(recorded(scenario.when(again[1]))) == 1


def test_late_parts_are_ignored_once_a_newer_checkpoint_is_complete() -> None:
    first, second = saving(100), saving(200)
    scenario = gang().when(first[0], *second)
    assert [each.step for each in recorded(scenario)] == [200]
    assert not recorded(scenario.when(*first[1:]))
    assert fails(scenario).checkpoint_file == "step-000000200.json"


def test_an_ended_attempt_can_complete_a_checkpoint_until_a_later_attempt_has_saved() -> None:
    first, second = saving(100), saving(200)
    scenario = gang().when(*first[:2])
    fails(scenario)
    assert [each.step for each in recorded(scenario.when(first[2]))] == [100]
    scenario.when(*saving(150, attempt=2))
    assert not recorded(scenario.when(*second))


def test_the_number_of_incomplete_checkpoints_of_a_job_is_limited() -> None:
    scenario = gang()
    for step in range(1, 2 * limits.CHECKPOINTS_ARRIVING_MAX):
        scenario.when(saving(step)[0])
    assert len(scenario.state.jobs["job-a"].arriving) == limits.CHECKPOINTS_ARRIVING_MAX


def test_the_newest_checkpoints_count_after_an_outage_of_the_store_in_any_order() -> None:
    most = limits.CHECKPOINTS_ARRIVING_MAX
    told = [saving(step) for step in range(1, most + 3)]
    parts = [part for step in told for part in step[:2]]
    scenario = gang().when(*parts, *(step[2] for step in told))
    assert [each.step for each in recorded(scenario)] == list(range(3, most + 3))
    assert not scenario.state.jobs["job-a"].arriving


def test_a_part_of_an_unknown_rank_is_ignored() -> None:
    part = saving(1)[0]
    scenario = gang().when(*(replace(part, part=number) for number in (-1, limits.CHECKPOINT_PARTS_MAX)))
    assert not scenario.state.jobs["job-a"].arriving


def test_a_report_about_an_ended_or_unknown_job_has_no_effect() -> None:
    given().when(*saving(1)).then()
    scenario = gang().when(cancel("job-a"))
    scenario.when(*(exited(f"n{rank + 1}", "job-a", rank=rank) for rank in range(2)))
    assert "job-a" not in scenario.state.jobs
    scenario.when(*saving(1)).then()


def test_a_fork_and_the_original_hash_and_continue_alike() -> None:
    told = saving(100)
    scenario = gang().when(told[0], told[2])
    fork = forked(scenario.state)
    assert StateHash().refresh_all(fork) == StateHash().refresh_all(scenario.state)
    copy = Scenario()
    copy.state, copy.now_ms = fork, scenario.now_ms
    assert recorded(copy.when(told[1])) == recorded(scenario.when(told[1]))


def test_the_next_attempt_gets_older_checkpoints_in_case_the_newest_is_damaged() -> None:
    scenario = gang()
    for step in range(100, 600, 100):
        scenario.when(*saving(step))
    order = fails(scenario)
    assert order.checkpoint_file == "step-000000500.json"
    earlier = [each.file for each in order.checkpoints_earlier]
    assert earlier == [f"step-000000{step}.json" for step in (400, 300, 200)]


def test_a_repeated_report_is_one_checkpoint() -> None:
    one, other = (checkpoint_saved("n1", "job-a", file=name) for name in ("one", "other"))
    scenario = gang().when(one, one, other, one)
    order = fails(scenario)
    assert order.checkpoint_file == "other"
    assert [each.file for each in order.checkpoints_earlier] == ["one"]
