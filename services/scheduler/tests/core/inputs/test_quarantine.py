"""A job that kills its nodes is quarantined, and retries can be switched off."""

from __future__ import annotations

from dataclasses import replace

from muster.events.job_events import AttemptEnded, JobFailed, JobRequeued, JobSuspended, NodeLost
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.task_events import TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.limits import POISON_MS_MAX
from muster.scheduler.core.replay import snapshot
from muster.scheduler.core.state.state import NEW_CELL_POLICY
from muster.testkit.cores.build import exited, job_spec, node, resume, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
POISON = replace(QUIET_POLICY, nodes_lost_per_job_max=3)
NODES = [f"n{number}" for number in range(6)]


def cell(policy: object = POISON, ranks: int = 1) -> Scenario:
    """Create six nodes of one GPU, and a job on the first of them."""
    activated = ActivatePolicy(policy=policy, requested_by="op")  # pyright: ignore[reportArgumentType]
    scenario = given(RULES, activated, *[node(node_id, gpus=1) for node_id in NODES])
    return scenario.when(submit("job-a", job_spec(gpus=1, ranks=ranks, attempts=9)))


def lose(scenario: Scenario, after_ms: int = 60_000) -> Scenario:
    """Let the node of rank 0 fall silent."""
    attempt = scenario.state.jobs["job-a"].attempt
    assert attempt is not None
    return scenario.when(NodeLost(node_id=next(iter(attempt.tasks)), silent_ms=30_000), after_ms=after_ms)


def kinds(scenario: Scenario) -> set[type]:
    return {type(fact) for fact in scenario.decided}


def test_a_new_cell_quarantines_and_the_default_does_not() -> None:
    assert (NEW_CELL_POLICY.nodes_lost_per_job_max, QUIET_POLICY.nodes_lost_per_job_max) == (3, 0)
    scenario = cell(QUIET_POLICY)
    for _ in range(5):
        assert JobRequeued in kinds(lose(scenario))
    assert scenario.state.jobs["job-a"].nodes_lost == ()


def test_a_job_that_loses_node_after_node_is_suspended_with_advice() -> None:
    scenario = cell()
    for _ in range(2):
        assert JobRequeued in kinds(lose(scenario))
    copy = snapshot.forked(scenario.state)
    assert copy.jobs["job-a"].nodes_lost == ("n0", "n1")
    lose(scenario)
    assert kinds(scenario) >= {AttemptEnded, JobSuspended}
    [suspended] = [fact for fact in scenario.decided if isinstance(fact, JobSuspended)]
    assert "quarantined: 3 nodes were lost soon after the job started there (n0, n1, n2)" in suspended.reason
    assert "`muster resume job-a`" in suspended.reason
    scenario.when(resume("job-a"))
    assert scenario.state.jobs["job-a"].nodes_lost == ()
    assert scenario.state.jobs["job-a"].attempt is not None
    assert JobRequeued in kinds(lose(scenario))


def test_a_long_attempt_clears_the_job_of_suspicion() -> None:
    scenario = cell()
    lose(scenario)
    lose(scenario)
    lose(scenario, after_ms=POISON_MS_MAX)
    assert scenario.state.jobs["job-a"].nodes_lost == ()
    assert JobRequeued in kinds(lose(scenario))


def test_a_power_loss_of_a_rack_does_not_count_against_its_gangs() -> None:
    scenario = cell(ranks=3)
    scenario.when(*[NodeLost(node_id=node_id, silent_ms=30_000) for node_id in NODES[:3]], after_ms=60_000)
    assert len(scenario.state.jobs["job-a"].nodes_lost) == 1
    assert JobRequeued in kinds(scenario)


def test_retries_can_be_disabled_for_failed_attempts_but_not_for_lost_ones() -> None:
    scenario = cell(replace(QUIET_POLICY, retries_off=True))
    assert JobRequeued in kinds(lose(scenario))
    attempt = scenario.state.jobs["job-a"].attempt
    assert attempt is not None
    [node_id] = attempt.tasks
    scenario.when(exited(node_id, "job-a", 2, outcome=TaskOutcome.FAILED, exit_code=1))
    [failed] = [fact for fact in scenario.decided if isinstance(fact, JobFailed)]
    assert failed.reason.endswith("(retries are off in this cell: policy default)")
