"""Expected time until a gang loses a node: learned from the log, sent in start orders."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.job_events import NodeLost
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivatePolicy, CordonNode
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.limits import MTBF_MAX_MS
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import cancel, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

HOUR_MS = 3_600_000
SPOT = {"capacity-type": "spot"}


def cell(prior_h: int = 10, spot_prior_h: int = 2, nodes: int = 2) -> Scenario:
    """Create empty nodes n0, n1, ... with one GPU each."""
    scenario = given(*(node(f"n{number}", gpus=1) for number in range(nodes)))
    policy = replace(
        scenario.state.policy,
        node_loss_prior_ms=prior_h * HOUR_MS,
        spot_reclaim_prior_ms=spot_prior_h * HOUR_MS,
    )
    return scenario.when(ActivatePolicy(policy=policy, requested_by="op"))


def mtbf_h(scenario: Scenario, name: str, ranks: int = 1, **spec: object) -> float | None:
    """Return the MTBF in the start orders of a new job, in hours; then cancel the job."""
    scenario.when(submit(name, job_spec(ranks=ranks, checkpoint=True, **spec)))  # pyright: ignore[reportArgumentType]
    orders = [each for each in scenario.decided if isinstance(each, StartTask)]
    values = {each.mtbf_ms for each in orders}
    assert len(values) == 1, "all nodes get the same value"
    scenario.when(cancel(name))
    scenario.when(*(exited(each.node_id, name, outcome=TaskOutcome.STOPPED) for each in orders))
    ms = values.pop()
    return ms and ms / HOUR_MS


def close_to(found: float | None, hours: float) -> bool:
    return found is not None and abs(found - hours) < 0.01


def test_the_prior_counts_while_little_is_known() -> None:
    assert close_to(mtbf_h(cell(), "job-a"), 10)


def test_the_mtbf_of_a_gang_shrinks_with_its_nodes() -> None:
    assert close_to(mtbf_h(cell(nodes=4), "job-a", ranks=4), 2.5)


def test_the_mtbf_grows_without_losses_and_shrinks_with_them() -> None:
    scenario = cell().when(ClockTicked(), after_ms=5 * HOUR_MS)
    assert close_to(mtbf_h(scenario, "job-a"), 20), "two nodes have run for 5 hours each, and the prior is 10"
    scenario.when(NodeLost(node_id="n1", silent_ms=30_000))
    assert close_to(mtbf_h(scenario, "job-b"), 10)


def test_spot_nodes_are_counted_separately() -> None:
    scenario = cell().when(node("s1", gpus=1, model="H100", labels=SPOT))
    assert close_to(mtbf_h(scenario, "job-spot", models=("H100",)), 2)
    scenario.when(NodeLost(node_id="s1", silent_ms=30_000))
    assert close_to(mtbf_h(scenario, "job-other"), 10)


def test_a_gang_on_both_kinds_of_nodes_counts_both() -> None:
    scenario = given(node("n1", gpus=1), node("s1", gpus=1, labels=SPOT))
    policy = replace(
        scenario.state.policy, node_loss_prior_ms=10 * HOUR_MS, spot_reclaim_prior_ms=10 * HOUR_MS
    )
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    assert close_to(mtbf_h(scenario, "job-a", ranks=2), 5)


def test_a_closed_node_that_is_switched_off_counts_as_no_loss() -> None:
    scenario = cell().when(CordonNode(node_id="n1", requested_by="op", reason="moves"))
    scenario.when(ClockTicked(), after_ms=HOUR_MS).when(NodeLost(node_id="n1", silent_ms=30_000))
    assert close_to(mtbf_h(scenario, "job-a"), 11), "neither its loss nor its time counts"


def test_start_orders_name_at_most_a_day_and_none_without_checkpoints() -> None:
    scenario = cell(prior_h=24 * 365)
    assert close_to(mtbf_h(scenario, "job-a"), MTBF_MAX_MS / HOUR_MS)
    scenario.when(submit("job-b"))
    assert [each.mtbf_ms for each in scenario.decided if isinstance(each, StartTask)] == [None]


def test_learned_losses_are_in_snapshots() -> None:
    scenario = cell().when(ClockTicked(), after_ms=HOUR_MS).when(NodeLost(node_id="n1", silent_ms=30_000))
    assert forked(scenario.state).steady == scenario.state.steady


@for_all(st.lists(st.integers(1, 20), min_size=1, max_size=8))
def test_the_prior_no_longer_counts_after_many_losses(lifetimes_h: list[int]) -> None:
    """For a node that dies again and again, the MTBF converges to its mean lifetime."""
    scenario = cell(prior_h=1, nodes=1)
    for number, lifetime_h in enumerate(lifetimes_h * 10):
        scenario.when(NodeLost(node_id="n0", silent_ms=30_000), after_ms=lifetime_h * HOUR_MS)
        scenario.when(node("n0", gpus=1, boot_id=f"boot-{number + 2}"))
    mean_h = sum(lifetimes_h) / len(lifetimes_h)
    told = mtbf_h(scenario, "job-a")
    assert told is not None
    assert abs(told - mean_h) <= 0.35 * mean_h + 0.5
