"""Recorded output of jobs: only reports of nodes about their own attempts count."""

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
    """Create a job of two ranks, each on a node of its own, and a third node without any."""
    spec = job_spec(ranks=2, attempts=2)
    nodes = [node(name, gpus=1) for name in ("n1", "n2", "n3")]
    scenario = given(*nodes, submit("job-a", spec))
    return scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))


def output_report(size_bytes: int, node_id: str = "n1", attempt: int = 1) -> OutputStored:
    return OutputStored(node_id=node_id, job_id="job-a", attempt=attempt, size_bytes=size_bytes)


def recorded(scenario: Scenario) -> list[tuple[int, str, int]]:
    found = [each for each in scenario.decided if isinstance(each, OutputRecorded)]
    return [(each.attempt, each.node_id, each.size_bytes) for each in found]


def test_output_is_recorded_while_ranks_run_and_in_full_at_their_end() -> None:
    scenario = running()
    scenario.when(output_report(64), output_report(128, "n2"))
    assert recorded(scenario) == [(1, "n1", 64), (1, "n2", 128)]
    scenario.when(replace(exited("n1", "job-a"), output_bytes=70))
    assert recorded(scenario) == [(1, "n1", 70)]
    scenario.when(replace(exited("n2", "job-a", rank=1), output_bytes=130))
    kinds = [type(each) for each in scenario.decided if isinstance(each, OutputRecorded | AttemptEnded)]
    assert kinds == [OutputRecorded, AttemptEnded], "before the job ends, so that its payer is known"


@pytest.mark.parametrize(
    "report",
    [
        output_report(64, "n3"),
        output_report(64, attempt=2),
        output_report(0),
        output_report(-1),
        output_report(OUTPUT_BYTES_MAX + 1),
        replace(output_report(64), job_id="job-x"),
        replace(exited("n3", "job-a"), output_bytes=64),
        exited("n1", "job-a"),
    ],
)
def test_reports_about_foreign_or_impossible_output_are_not_recorded(report: Any) -> None:
    scenario = running()
    scenario.when(report)
    assert recorded(scenario) == []


def test_output_of_an_ended_attempt_is_not_recorded() -> None:
    scenario = running()
    for name, rank in (("n1", 0), ("n2", 1)):
        scenario.when(exited(name, "job-a", rank=rank, outcome=TaskOutcome.FAILED, exit_code=1))
    scenario.when(output_report(64), replace(exited("n1", "job-a"), output_bytes=64))
    assert recorded(scenario) == []


def test_no_decision_depends_on_output() -> None:
    told, silent = running(), running()
    told.when(output_report(64))
    silent.when(output_report(0))
    assert StateHash().refresh(told.state) == StateHash().refresh(silent.state)


def test_removed_output_is_recorded_only_for_ended_jobs() -> None:
    scenario = running()
    gone = OutputRemoved(job_id="job-a", tenant="acme", objects=3)
    scenario.when(gone)
    assert not [each for each in scenario.decided if isinstance(each, OutputDeleted)], "the job still runs"
    scenario.when(exited("n1", "job-a"), exited("n2", "job-a", rank=1))
    scenario.when(gone)
    [deleted] = [each for each in scenario.decided if isinstance(each, OutputDeleted)]
    assert deleted == OutputDeleted(job_id="job-a", tenant="acme", objects=3)
    scenario.when(OutputRemoved(job_id="", tenant="acme", objects=3))
    assert scenario.decided == [], "the job is unknown"
