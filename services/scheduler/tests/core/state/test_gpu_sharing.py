"""Sharing of GPUs: strangers share only as MIG instances, and no card is filled beyond its capacity."""

from dataclasses import replace

import pytest
from hypothesis import given as with_
from hypothesis import strategies as st
from muster.cluster.occupancy import sharing_key
from muster.events.job_commands import Isolation, JobSpec, SubmitJob, Tier
from muster.events.job_events import GangBound
from muster.events.node_commands import Sharing, StartTask
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.scheduler.core.state.gpu_sharing import sharing_of
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import TENANT, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given
from muster.testkit.laws import examples

WARY = replace(DEFAULT_POLICY, name="wary", tenants_untrusted=("rival",))
MIG_NODE = node("n1", gpus=2, model="A100-40GB")


def activate(policy: Policy) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, requested_by="op")


def half(
    job_id: str, *, team: str = "vision", tenant: str = TENANT, tier: Tier = Tier.BATCH_INFERENCE
) -> SubmitJob:
    return submit(job_id, job_spec(gpus=0.5, team=team, tier=tier), tenant=tenant)


@pytest.mark.parametrize(
    ("tenant", "spec", "sharing"),
    [
        (TENANT, job_spec(gpus=0.5), Sharing.MPS),
        (TENANT, job_spec(gpus=0.5, tier=Tier.INTERACTIVE), Sharing.TIME_SLICING),
        (TENANT, job_spec(gpus=0.5, tier=Tier.INTERACTIVE, isolation=Isolation.MPS), Sharing.MPS),
        (TENANT, job_spec(gpus=0.5, isolation=Isolation.MIG), Sharing.MIG),
        ("rival", job_spec(gpus=0.5), Sharing.MIG),
        ("rival", job_spec(gpus=0.5, tier=Tier.INTERACTIVE), Sharing.MIG),
        ("rival", job_spec(gpus=1), Sharing.EXCLUSIVE),
        (TENANT, job_spec(gpus=0), Sharing.EXCLUSIVE),
    ],
)
def test_isolation_follows_trust(tenant: str, spec: JobSpec, sharing: Sharing) -> None:
    assert sharing_of(sharing_key(tenant, spec, WARY)) is sharing


def test_a_team_shares_a_card_and_another_team_gets_its_own() -> None:
    given(node("n1", gpus=2)).when(half("job-a"), half("job-b", team="speech"), half("job-c")).then(
        "JobQueued job-a",
        "JobQueued job-b",
        "JobQueued job-c",
        "GangBound job-a/1 n1[0]",
        "StartTask n1 job-a/1",
        "GangBound job-b/1 n1[1]",
        "StartTask n1 job-b/1",
        "GangBound job-c/1 n1[0]",
        "StartTask n1 job-c/1",
    )


def test_the_same_team_of_another_tenant_is_a_stranger() -> None:
    scenario = given(node("n1", gpus=1)).when(half("job-a"), half("job-b", tenant="other"))
    assert scenario.state.jobs["job-b"].state == "QUEUED"
    scenario.when(exited("n1", "job-a"))
    assert scenario.state.jobs["job-b"].state == "BOUND"


def test_time_slicing_and_mps_do_not_mix_on_a_card() -> None:
    scenario = given(node("n1", gpus=1)).when(half("job-a"), half("job-b", tier=Tier.INTERACTIVE))
    assert scenario.state.jobs["job-b"].state == "QUEUED"


def test_four_halves_at_once_fill_two_cards_and_leave_the_others_free() -> None:
    scenario = given(node("n1", gpus=4)).when(*(half(f"job-{name}") for name in "abcd"))
    bound = [p for p in scenario.decided if isinstance(p, GangBound)]
    assert [place.gpu_indices for gang in bound for place in gang.placements] == [(0,), (0,), (1,), (1,)]
    scenario.when(submit("job-whole", job_spec(gpus=2)))
    assert scenario.state.jobs["job-whole"].state == "BOUND"


def test_orders_carry_the_sharing_of_a_rank() -> None:
    scenario = given(MIG_NODE).when(
        submit("job-a", job_spec(gpus=0.5)), submit("job-b", job_spec(gpus=0.25, isolation=Isolation.MIG))
    )
    ranks = [p.ranks[0] for p in scenario.decided if isinstance(p, StartTask)]
    assert [(r.sharing, r.gpu_indices, r.mig_profile, r.mig_start) for r in ranks] == [
        (Sharing.MPS, (0,), None, None),
        (Sharing.MIG, (1,), "2g.10gb", 4),
    ]


def test_an_untrusted_tenant_cannot_request_weaker_isolation() -> None:
    scenario = given(MIG_NODE, activate(WARY))
    scenario.when(submit("job-a", job_spec(gpus=0.5, isolation=Isolation.MPS), tenant="rival"))
    [rejected] = scenario.decided
    assert rejected.code == "FORBIDDEN"
    assert rejected.message == (
        "resources.isolation is MPS; must be BY_TRUST or MIG: tenant rival is not trusted"
    )


def test_an_instance_is_impossible_if_no_gpu_supports_mig() -> None:
    scenario = given(node("n1")).when(submit("job-a", job_spec(gpus=0.5, isolation=Isolation.MIG)))
    [rejected] = scenario.decided
    assert rejected.code == "IMPOSSIBLE_REQUEST"
    [violation] = rejected.violations
    assert (violation.field, violation.value) == ("resources.isolation", "MIG")
    assert violation.allowed.startswith("another: no known node has a GPU model with MIG (A100-40GB, ")


def test_a_waiting_job_that_loses_trust_waits_for_an_instance() -> None:
    scenario = given(MIG_NODE)
    scenario.when(submit("job-full", job_spec(gpus=2)), half("job-r", tenant="rival"))
    scenario.when(activate(WARY)).when(exited("n1", "job-full")).then(
        "AttemptEnded job-full/1 SUCCEEDED",
        "JobSucceeded job-full/1",
        "GpuGeometryChanged n1[0] cut",
        "GangBound job-r/1 n1[0:3g.20gb@4]",
        "StartTask n1 job-r/1",
    )


def test_a_running_job_that_loses_trust_keeps_its_sharing_to_the_end() -> None:
    scenario = given(MIG_NODE).when(half("job-r", tenant="rival")).when(activate(WARY))
    scenario.when(exited("n1", "job-r")).then("AttemptEnded job-r/1 SUCCEEDED", "JobSucceeded job-r/1")
    assert scenario.state.cluster.totals().gpu.allocated_milli == 0


Arrival = tuple[str, str, int]
arrivals = st.lists(
    st.tuples(
        st.sampled_from(["acme", "rival"]),
        st.sampled_from(["red", "blue"]),
        st.sampled_from([125, 250, 500, 700]),
    ),
    min_size=1,
    max_size=30,
)


@examples(60)
@with_(arrivals, st.booleans(), st.data())
def test_a_card_holds_one_trust_domain_or_instances_within_its_capacity(
    asked: list[Arrival], wary: bool, data: st.DataObject
) -> None:
    """This holds for any order of submissions and ends, as computed from the facts alone."""
    scenario = given(node("n1", gpus=3, model="H100-80GB"), activate(WARY if wary else DEFAULT_POLICY))
    live: dict[str, tuple[str, str]] = {}
    places: dict[str, tuple[int, int, Sharing]] = {}
    for number, (tenant, team, milli) in enumerate(asked):
        spec = job_spec(gpus=milli / 1000, team=team, cpu_milli=0, memory_mib=0)
        scenario.when(submit(f"job-{number:02}", spec, tenant=tenant))
        live[f"job-{number:02}"] = (tenant, team)
        note(scenario, places)
        if places and data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(sorted(places)))
            del places[gone]
            scenario.when(exited("n1", gone))
            note(scenario, places)
        for card in range(3):
            here = {job_id: place for job_id, place in places.items() if place[0] == card}
            assert sum(milli for _, milli, _ in here.values()) <= 1000
            modes = {sharing for *_, sharing in here.values()}
            assert len(modes) <= 1
            if modes and modes != {Sharing.MIG}:
                assert len({live[job_id] for job_id in here}) == 1


def note(scenario: Scenario, places: dict[str, tuple[int, int, Sharing]]) -> None:
    for fact in scenario.decided:
        if isinstance(fact, GangBound):
            [place] = fact.placements
            places[fact.job_id] = (place.gpu_indices[0], place.gpu_milli, place.sharing)
