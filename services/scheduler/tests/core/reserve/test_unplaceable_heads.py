"""Jobs that no usable nodes could hold are passed over; they keep no reservation from jobs behind them."""

from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import event
from hypothesis import given as drawn
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import StartPredicted
from muster.events.operator_commands import ActivatePolicy, CordonNode, UncordonNode
from muster.events.scheduler_log import ClockTicked
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.limits import HEAD_INTERVAL_MS
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given
from muster.testkit.cores.story import line
from muster.testkit.laws import examples

HOUR_MS = 3_600_000
PATIENCE_MS = DEFAULT_POLICY.head_patience_ms
CLOSE, OPEN = CordonNode(node_id="n2", requested_by="op"), UncordonNode(node_id="n2", requested_by="op")


def later(scenario: Scenario, after_ms: int, *inputs: Any) -> list[str]:
    """Take inputs and let time pass, and return the lines of all facts, but for predicted starts."""
    scenario.when(*(inputs or (ClockTicked(),)))
    decided = lines(scenario)
    until_ms = scenario.now_ms + after_ms
    while scenario.now_ms < until_ms:
        due_ms = next_deadline_ms(scenario.state)
        wait_ms = until_ms - scenario.now_ms if due_ms is None else due_ms - scenario.now_ms
        scenario.when(ClockTicked(), after_ms=min(max(1, wait_ms), until_ms - scenario.now_ms))
        decided += lines(scenario)
    return decided


def lines(scenario: Scenario) -> list[str]:
    """The lines of the last batch's facts, but for predicted starts."""
    return [line(fact) for fact in scenario.decided if not isinstance(fact, StartPredicted)]


def gang_before_a_pair(tier: Tier = Tier.STANDARD_TRAINING) -> Scenario:
    """Both nodes are busy for an hour and n2 is closed; the gang needs both, the pair behind it needs one."""
    scenario = given(node("n1", gpus=2), submit("job-1", job_spec(wall_time_max_ms=HOUR_MS)))
    scenario.when(node("n2", gpus=2)).when(submit("job-2", job_spec(gpus=2, wall_time_max_ms=HOUR_MS)))
    scenario.when(CLOSE)
    scenario.when(submit("job-gang", job_spec(gpus=2, ranks=2, tier=tier)))
    scenario.then("JobQueued job-gang", "JobPending job-gang GPUS_BUSY")
    scenario.when(submit("job-pair", job_spec(gpus=2)))
    return scenario.then("JobQueued job-pair", "JobPending job-pair GPUS_BUSY")


def test_an_unplaceable_job_leaves_the_reservation_to_the_job_behind_it() -> None:
    scenario = gang_before_a_pair()
    assert later(scenario, PATIENCE_MS + HEAD_INTERVAL_MS) == ["ReservationMade job-pair"]
    scenario.when(exited("n1", "job-1")).then(
        "AttemptEnded job-1/1 SUCCEEDED",
        "JobSucceeded job-1/1",
        "GangBound job-pair/1 n1[0,1]",
        "StartTask n1 job-pair/1",
        "ReservationReleased job-pair",
        "JobPending job-gang GPUS_BUSY",
    )


def test_a_job_heads_the_line_again_as_soon_as_nodes_open_for_it() -> None:
    scenario = gang_before_a_pair()
    later(scenario, PATIENCE_MS + HEAD_INTERVAL_MS)
    assert later(scenario, HEAD_INTERVAL_MS, OPEN) == [
        "NodeUncordoned n2",
        "JobPending job-gang GPUS_BUSY",
        "JobPending job-pair GPUS_BUSY",
        "ReservationReleased job-pair",
        "ReservationMade job-gang",
        "JobPending job-pair HELD_FOR_HEAD",
    ]
    kept = scenario.state.reservation
    assert kept is not None
    assert kept.node_ids == ("n1", "n2")


def test_an_unplaceable_job_of_a_higher_tier_takes_no_reservation_away() -> None:
    scenario = gang_before_a_pair(Tier.PREMIUM_TRAINING)
    assert later(scenario, PATIENCE_MS + HEAD_INTERVAL_MS) == ["ReservationMade job-pair"]
    scenario.when(submit("job-second", job_spec(gpus=2, ranks=2, tier=Tier.PREMIUM_TRAINING)))
    scenario.then("JobQueued job-second", "JobPending job-second GPUS_BUSY")
    assert later(scenario, 10 * HEAD_INTERVAL_MS) == []


def test_a_head_whose_node_closes_is_followed_by_the_next_at_once() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(*[submit(f"job-{n}", job_spec(wall_time_max_ms=HOUR_MS, gpus=2)) for n in range(2)])
    scenario.when(submit("job-gang", job_spec(gpus=2, ranks=2)), submit("job-pair", job_spec(gpus=2)))
    assert later(scenario, PATIENCE_MS + HEAD_INTERVAL_MS)[-1] == "ReservationMade job-gang"
    assert later(scenario, HEAD_INTERVAL_MS, CLOSE) == [
        "NodeCordoned n2",
        "ReservationReleased job-gang",
        "ReservationMade job-pair",
        "JobPending job-gang HELD_FOR_HEAD",
        "JobPending job-pair GPUS_BUSY",
    ]


class Change(NamedTuple):
    """Something that happens in a cell of three nodes.

    Attributes:
        closes: The node is closed; else it is opened.
        node: Number of the node.
        ranks: Ranks of a job that arrives; 0: none does.
        gpus: GPUs of each rank.
        tier: Its tier.
    """

    closes: bool
    node: int
    ranks: int
    gpus: int
    tier: Tier


changes = st.lists(
    st.builds(
        Change,
        st.booleans(),
        st.integers(0, 2),
        st.integers(0, 3),
        st.sampled_from((1, 2, 4)),
        st.sampled_from((Tier.INTERACTIVE, Tier.STANDARD_TRAINING, Tier.PREMIUM_TRAINING)),
    ),
    min_size=4,
    max_size=16,
)


def could_be_held(state: State, job_id: str) -> bool:
    """Whether the open nodes, which have four GPUs each, could hold a job if they were empty."""
    spec = state.jobs[job_id].spec
    usable = sum(each.usable for each in state.nodes.values())
    return usable * (4 // spec.resources.gpu_count) >= spec.ranks


@examples(100)
@drawn(changes)
def test_a_reservation_exists_exactly_while_a_waiting_job_could_be_held(happens: list[Change]) -> None:
    impatient = ActivatePolicy(policy=replace(QUIET_POLICY, head_patience_ms=0), requested_by="op")
    scenario = given(*[node(f"n{i}", gpus=4) for i in range(3)], impatient)
    for number, change in enumerate(happens):
        close = CordonNode if change.closes else UncordonNode
        inputs: list[Any] = [close(node_id=f"n{change.node}", requested_by="op")]
        if change.ranks:
            spec = job_spec(gpus=change.gpus, ranks=change.ranks, tier=change.tier, wall_time_max_ms=HOUR_MS)
            inputs.append(submit(f"job-{number}", spec))
        scenario.when(*inputs)
        later(scenario, 2 * HEAD_INTERVAL_MS)
        waiting = [job_id for job_id, job in scenario.state.jobs.items() if job.state == "QUEUED"]
        placeable = [job_id for job_id in waiting if could_be_held(scenario.state, job_id)]
        kept = scenario.state.reservation
        assert (kept.job_id if kept else None) in (placeable or [None])
        assert not kept or kept.node_ids
        event(f"passed over: {len(waiting) - len(placeable) > 0}, reserved: {kept is not None}")
