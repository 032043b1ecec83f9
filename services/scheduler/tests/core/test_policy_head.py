"""The head of line that does not fit: first passed by, then held for, then let go, and so on."""

from muster.events.job_commands import Tier
from muster.scheduler.core.state import DEFAULT_POLICY
from muster.testkit.build import cancel, exited, job_spec, node, submit
from muster.testkit.scenario import Scenario, given

PATIENCE_MS = DEFAULT_POLICY.head_patience_ms
HOLD_MS = DEFAULT_POLICY.head_hold_ms


def blocked_head() -> Scenario:
    """Two nodes of two GPUs, one GPU of each in use; a job that needs a whole node heads the line."""
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-1", job_spec(gpus=1, models=("A100",))))
    scenario.when(submit("job-2", job_spec(gpus=2)))
    scenario.when(submit("job-3", job_spec(gpus=1)))
    scenario.when(exited("n2", "job-2"))
    scenario.when(submit("job-4"))
    scenario.when(submit("job-head", job_spec(gpus=2)))
    assert scenario.state.jobs["job-head"].state == "QUEUED"
    return scenario


def small(number: int) -> object:
    return submit(f"job-small-{number}", job_spec(tier=Tier.INTERACTIVE))


def test_within_its_patience_the_head_is_passed_by() -> None:
    scenario = blocked_head().when(small(1), after_ms=PATIENCE_MS - 10)
    assert scenario.state.jobs["job-small-1"].state == "BOUND"


def test_then_a_node_is_held_for_it_and_it_starts_when_the_node_has_drained() -> None:
    scenario = blocked_head().when_time_comes()
    hold = scenario.state.hold
    assert hold is not None
    assert len(hold.node_ids) == 1, "one node is enough for a gang of one"
    scenario.when(small(1), small(2)).then(
        "JobQueued job-small-1",
        "JobQueued job-small-2",
        "JobPending job-small-1 HELD_FOR_HEAD",
        "JobPending job-small-2 HELD_FOR_HEAD",
    )
    [held] = hold.node_ids
    neighbour = next(iter(scenario.state.nodes[held].job_ids))
    scenario.when(exited(held, neighbour))
    assert scenario.state.jobs["job-head"].state == "BOUND"
    assert scenario.state.hold is None


def test_the_hold_ends_and_comes_again() -> None:
    scenario = blocked_head().when_time_comes()
    begun_ms = scenario.now_ms
    scenario.when(small(1)).when_time_comes()
    assert scenario.now_ms == begun_ms + HOLD_MS
    assert scenario.state.jobs["job-small-1"].state == "BOUND", "in the pause the node is everybody's"
    assert scenario.state.hold is not None
    assert scenario.state.hold.node_ids == ()
    scenario.when_time_comes()
    assert scenario.now_ms == begun_ms + 2 * HOLD_MS
    assert scenario.state.hold.node_ids != ()


def test_a_head_that_goes_away_lets_go_of_its_nodes() -> None:
    scenario = blocked_head().when_time_comes().when(small(1)).when(cancel("job-head"))
    assert scenario.state.jobs["job-small-1"].state == "BOUND"
    assert scenario.state.hold is None
    assert not any(node.held for node in scenario.state.nodes.values())


def test_nothing_is_held_for_what_no_draining_can_cure() -> None:
    scenario = given().when(submit("job-large", job_spec(gpus=8))).when(node("n1", gpus=4))
    scenario.when(small(1), after_ms=PATIENCE_MS + HOLD_MS)
    assert scenario.state.hold is None
    assert scenario.state.jobs["job-small-1"].state == "BOUND"
