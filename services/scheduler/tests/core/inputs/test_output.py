"""What is recorded of the output of jobs: only what a node says of an attempt that it holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.checkpoint_events import OutputRemoved
from muster.events.job_events import AttemptEnded, OutputDeleted, OutputRecorded
from muster.events.task_events import OutputStored, TaskOutcome
from muster.scheduler.core.limits import OUTPUT_BYTES_MAX
from muster.scheduler.core.replay.hashing import StateHash
from muster.testkit.cores.build import exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given


def running() -> Scenario:
    """One job of two ranks, each on a node of its own; a third node has nothing of it."""
    spec = job_spec(ranks=2, attempts=2)
    nodes = [node(name, gpus=1) for name in ("n1", "n2", "n3")]
    scenario = given(*nodes, submit("job-a", spec))
    return scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))


def wrote(size_bytes: int, node_id: str = "n1", attempt: int = 1) -> OutputStored:
    return OutputStored(node_id=node_id, job_id="job-a", attempt=attempt, size_bytes=size_bytes)


def recorded(scenario: Scenario) -> list[tuple[int, str, int]]:
    found = [each for each in scenario.decided if isinstance(each, OutputRecorded)]
    return [(each.attempt, each.node_id, each.size_bytes) for each in found]


def test_output_is_recorded_while_ranks_run_and_whole_at_their_end() -> None:
    scenario = running()
    scenario.when(wrote(64), wrote(128, "n2"))
    assert recorded(scenario) == [(1, "n1", 64), (1, "n2", 128)]
    scenario.when(replace(exited("n1", "job-a"), output_bytes=70))
    assert recorded(scenario) == [(1, "n1", 70)]
    scenario.when(replace(exited("n2", "job-a", rank=1), output_bytes=130))
    kinds = [type(each) for each in scenario.decided if isinstance(each, OutputRecorded | AttemptEnded)]
    assert kinds == [OutputRecorded, AttemptEnded], "before the job is over, so that its payer is known"


@pytest.mark.parametrize(
    "report",
    [
        wrote(64, "n3"),
        wrote(64, attempt=2),
        wrote(0),
        wrote(-1),
        wrote(OUTPUT_BYTES_MAX + 1),
        replace(wrote(64), job_id="job-x"),
        replace(exited("n3", "job-a"), output_bytes=64),
        exited("n1", "job-a"),
    ],
)
def test_what_a_node_does_not_hold_or_cannot_have_is_not_recorded(report: Any) -> None:
    scenario = running()
    scenario.when(report)
    assert recorded(scenario) == []


def test_nothing_is_recorded_of_an_attempt_that_is_over() -> None:
    scenario = running()
    for name, rank in (("n1", 0), ("n2", 1)):
        scenario.when(exited(name, "job-a", rank=rank, outcome=TaskOutcome.FAILED, exit_code=1))
    scenario.when(wrote(64), replace(exited("n1", "job-a"), output_bytes=64))
    assert recorded(scenario) == []


def test_no_decision_depends_on_output() -> None:
    told, silent = running(), running()
    told.when(wrote(64))
    silent.when(wrote(0))
    assert StateHash().refresh(told.state) == StateHash().refresh(silent.state)


def test_removed_output_of_a_job_that_is_over_is_told_and_of_no_other() -> None:
    scenario = running()
    gone = OutputRemoved(job_id="job-a", tenant="acme", objects=3)
    scenario.when(gone)
    assert not [each for each in scenario.decided if isinstance(each, OutputDeleted)], "it still runs"
    scenario.when(exited("n1", "job-a"), exited("n2", "job-a", rank=1))
    scenario.when(gone)
    [deleted] = [each for each in scenario.decided if isinstance(each, OutputDeleted)]
    assert deleted == OutputDeleted(job_id="job-a", tenant="acme", objects=3)
    scenario.when(OutputRemoved(job_id="", tenant="acme", objects=3))
    assert scenario.decided == [], "of no job"
