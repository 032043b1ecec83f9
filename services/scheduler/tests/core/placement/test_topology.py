"""Placement of gangs in the network, and its reasons (ADR 17)."""

from dataclasses import replace

import pytest
from muster.events.job_commands import JobSpec, Strictness, Topology, TopologyLevel
from muster.events.job_events import GangBound, NodeRelocated, PendingCode
from muster.events.node_heartbeats import Location
from muster.events.operator_commands import ActivatePolicy, TopologyWeights
from muster.events.shared.command_answers import CommandRejected
from muster.scheduler.core.state.job import placement_class_of
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given

LEAF, NODE = TopologyLevel.LEAF, TopologyLevel.NODE
REQUIRED, PREFERRED = Strictness.REQUIRED, Strictness.PREFERRED


def gang(
    ranks: int,
    within: TopologyLevel | None = None,
    strictness: Strictness = Strictness.BEST_EFFORT,
    tensor_parallel_ranks: int = 1,
    spread: TopologyLevel | None = None,
) -> JobSpec:
    """Return a gang with ranks of one GPU each."""
    topology = Topology(within=within, strictness=strictness, tensor_parallel_ranks=tensor_parallel_ranks)
    return replace(job_spec(ranks=ranks), topology=topology, spread=spread)


def two_leaves(gpus: int = 2) -> Scenario:
    """Create two leaves of two nodes each."""
    places = [(f"n{leaf}{i}", f"leaf-{leaf}") for leaf in (1, 2) for i in (1, 2)]
    return given(*(node(name, gpus=gpus, leaf=leaf, spine="spine-1") for name, leaf in places))


def test_a_gang_stays_in_one_leaf_which_the_reason_names() -> None:
    scenario = two_leaves().when(submit("job-a", gang(4)))
    scenario.then(
        "JobQueued job-a",
        "GangBound job-a/1 n11[0] n11[1] n12[0] n12[1]",
        "StartTask n11 job-a/1",
        "StartTask n12 job-a/1",
    )
    bound = scenario.decided[1]
    assert bound.reason == "all ranks in leaf leaf-1: the smallest unit with room, and the fullest of those"


def test_the_layout_is_not_the_reason_if_too_few_gpus_are_free() -> None:
    scenario = two_leaves().when(submit("job-a", gang(6)))
    scenario.when(submit("job-gang", gang(4, LEAF, REQUIRED))).then(
        "JobQueued job-gang", "JobPending job-gang GANG_SHORT"
    )


def test_a_gang_waits_for_a_leaf_and_the_reason_names_it_with_its_counts() -> None:
    scenario = two_leaves(gpus=4)
    scenario.when(submit("job-a", gang(5, LEAF, REQUIRED)), submit("job-b", gang(5, LEAF, REQUIRED)))
    scenario.when(submit("job-gang", gang(6, LEAF, REQUIRED))).then(
        "JobQueued job-gang", "JobPending job-gang TOPOLOGY_SHORT"
    )
    pending = scenario.decided[-1]
    assert pending.message == "needs 6 GPUs within one leaf; largest leaf has 3 free"
    assert pending.counts == {"ranks_wanted": 6, "ranks_fit": 3, "ranks_fit_when_empty": 8}
    scenario.when(exited("n11", "job-a"), exited("n12", "job-a")).then(
        "AttemptEnded job-a/1 SUCCEEDED",
        "JobSucceeded job-a/1",
        "GangBound job-gang/1 n11[0] n11[1] n11[2] n11[3] n12[0] n12[1]",
        "StartTask n11 job-gang/1",
        "StartTask n12 job-gang/1",
    )


def test_a_leaf_that_can_never_hold_the_gang_is_reported_as_too_small() -> None:
    scenario = two_leaves().when(submit("job-gang", gang(5, LEAF, REQUIRED, 1)))
    assert scenario.decided[-1].message == (
        "needs 5 GPUs within one leaf; largest leaf has 4 free, and 4 when empty"
    )
    scenario.when(node("n13", gpus=2, leaf="leaf-1", spine="spine-1"))
    assert any(isinstance(fact, GangBound) for fact in scenario.decided)


def test_a_preferred_leaf_is_not_waited_for() -> None:
    scenario = two_leaves().when(submit("job-gang", gang(5, LEAF, PREFERRED)))
    [bound] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert bound.reason.startswith("all ranks in spine spine-1")


def test_groups_never_span_nodes_and_a_shortage_of_them_is_reported() -> None:
    scenario = given(*(node(f"n{i}", gpus=6) for i in range(3)))
    scenario.when(submit("job-a", gang(12, tensor_parallel_ranks=4)))
    [bound] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert [place.node_id for place in bound.placements] == ["n0"] * 4 + ["n1"] * 4 + ["n2"] * 4
    scenario.when(submit("job-b", gang(4, tensor_parallel_ranks=4)))
    assert scenario.decided[-1].code is PendingCode.TOPOLOGY_SHORT
    assert scenario.decided[-1].message == (
        "needs 4 GPUs, by 4 in one NVLink domain; 0 are free in that layout"
    )


def test_a_gang_that_no_domain_could_ever_hold_is_rejected() -> None:
    scenario = two_leaves(gpus=4)
    scenario.when(submit("job-a", gang(8, tensor_parallel_ranks=8)))
    refused = scenario.decided[-1]
    assert isinstance(refused, CommandRejected)
    [violation] = refused.violations
    assert (violation.field, violation.value) == ("topology.tensor_parallel_ranks", "8")
    assert violation.allowed == (
        "at most 4: the largest known NVLink domain, when empty, has room for 4 such ranks"
    )
    scenario.when(submit("job-b", gang(5, NODE, REQUIRED)))
    assert scenario.decided[-1].violations[0].field == "topology.within"
    scenario.when(submit("job-c", gang(4, NODE, REQUIRED)))
    assert isinstance(scenario.decided[1], GangBound)


def test_every_layout_is_possible_before_the_first_node() -> None:
    given().when(submit("job-a", gang(8, tensor_parallel_ranks=8))).then(
        "JobQueued job-a", "JobPending job-a NO_NODES"
    )


def test_a_node_that_moves_into_the_leaf_lets_the_gang_start() -> None:
    scenario = given(node("n1", gpus=1, leaf="leaf-1"), node("n2", gpus=1, leaf="leaf-2"))
    scenario.when(submit("job-a", gang(2, LEAF, REQUIRED))).then(
        "JobQueued job-a", "JobPending job-a TOPOLOGY_SHORT"
    )
    scenario.when(NodeRelocated(node_id="n2", location=Location(leaf="leaf-1"))).then(
        "NodeRelocated n2",
        "GangBound job-a/1 n1[0] n2[0]",
        "StartTask n1 job-a/1",
        "StartTask n2 job-a/1",
    )
    scenario.when(started("n1", "job-a"), started("n2", "job-a"))
    scenario.when(NodeRelocated(node_id="n2", location=Location())).then("NodeRelocated n2")
    assert scenario.state.jobs["job-a"].state == "RUNNING"


def test_replicas_are_spread_over_nodes() -> None:
    scenario = two_leaves().when(submit("job-a", gang(4, spread=NODE)))
    [bound] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert sorted(place.node_id for place in bound.placements) == ["n11", "n12", "n21", "n22"]


def test_rank_0_is_placed_where_a_port_is_free() -> None:
    full = replace(node("n1", gpus=2), port_count=0)
    scenario = given(full, node("n2", gpus=2)).when(submit("job-a", gang(4, tensor_parallel_ranks=2)))
    [bound] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert [place.node_id for place in bound.placements] == ["n2", "n2", "n1", "n1"]


def test_the_policys_weights_decide_between_layouts() -> None:
    """Four nodes in one leaf strand three GPUs each; two elsewhere strand none."""

    def bound_under(weights: TopologyWeights) -> set[str]:
        poor = [node(f"p{i}", gpus=8, cpu_milli=31_000, leaf="leaf-1") for i in range(4)]
        good = [node(f"g{i}", gpus=2, cpu_milli=31_000, leaf=f"leaf-{2 + i}") for i in range(2)]
        policy = replace(DEFAULT_POLICY, topology=weights)
        scenario = given(*poor, *good, ActivatePolicy(policy=policy, requested_by="op"))
        scenario.when(submit("job-a", replace(job_spec(ranks=4, cpu_milli=15_000))))
        [fact] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
        return {place.node_id[0] for place in fact.placements}

    assert bound_under(TopologyWeights(stranded_gpu=0)) == {"p"}
    assert bound_under(TopologyWeights(leaf=0)) == {"g"}


@pytest.mark.parametrize("spec", [gang(1, LEAF, REQUIRED), gang(1, spread=NODE), job_spec()])
def test_single_ranks_share_a_placement_class_whatever_they_require_of_the_network(spec: JobSpec) -> None:
    alone = placement_class_of("acme", job_spec(), DEFAULT_POLICY)
    assert placement_class_of("acme", spec, DEFAULT_POLICY) == alone
