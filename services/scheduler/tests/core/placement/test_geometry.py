"""Enabling and disabling MIG: only on empty GPUs, only for waiting jobs, and not again too soon."""

from dataclasses import replace

from hypothesis import given as with_
from hypothesis import strategies as st
from muster.events.job_commands import Isolation, SubmitJob
from muster.events.job_events import GpuGeometryChanged
from muster.events.operator_commands import ActivatePolicy, MigGeometry, MigInstance, Policy
from muster.events.scheduler_log import ClockTicked
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.state.gpu_sharing import geometry_violations
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import START_MS, Scenario, given
from muster.testkit.laws import examples

INTERVAL_MS = DEFAULT_POLICY.mig_change_interval_ms


def fraction(job_id: str, gpus: float, ranks: int = 1) -> SubmitJob:
    return submit(job_id, job_spec(gpus=gpus, ranks=ranks, isolation=Isolation.MIG))


def whole(job_id: str, gpus: int = 1) -> SubmitJob:
    return submit(job_id, job_spec(gpus=gpus))


def activate(policy: Policy) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, requested_by="op")


def test_mig_is_enabled_for_the_first_fraction_and_the_next_ones_fill_the_card() -> None:
    scenario = (
        given(node("n1", gpus=2, model="A100-40GB"))
        .when(fraction("job-a", 0.5))
        .then(
            "JobQueued job-a",
            "GpuGeometryChanged n1[0] cut",
            "GangBound job-a/1 n1[0:3g.20gb@4]",
            "StartTask n1 job-a/1",
        )
    )
    scenario.when(fraction("job-b", 0.25), fraction("job-c", 0.125), fraction("job-d", 0.125)).then(
        "JobQueued job-b",
        "JobQueued job-c",
        "JobQueued job-d",
        "GangBound job-b/1 n1[0:2g.10gb@0]",
        "StartTask n1 job-b/1",
        "GangBound job-c/1 n1[0:1g.5gb@2]",
        "StartTask n1 job-c/1",
        "GangBound job-d/1 n1[0:1g.5gb@3]",
        "StartTask n1 job-d/1",
    )
    scenario.when(whole("job-e"))
    assert scenario.state.jobs["job-e"].state == "BOUND", "MIG stayed disabled on the other card"


def test_a_gang_of_instances_enables_mig_on_as_many_cards_as_it_needs() -> None:
    given(node("n1", gpus=4, model="A30")).when(fraction("job-a", 0.5, ranks=3)).then(
        "JobQueued job-a",
        "GpuGeometryChanged n1[0] cut",
        "GpuGeometryChanged n1[1] cut",
        "GangBound job-a/1 n1[0:2g.12gb@0] n1[0:2g.12gb@2] n1[1:2g.12gb@0]",
        "StartTask n1 job-a/1",
    )


def test_a_gang_that_would_not_fit_anyway_changes_no_card() -> None:
    given(node("n1", gpus=1, model="A30"), node("n2", gpus=2)).when(
        whole("job-w"), fraction("job-a", 0.5, ranks=3)
    ).then(
        "JobQueued job-w",
        "JobQueued job-a",
        "GangBound job-w/1 n1[0]",
        "StartTask n1 job-w/1",
        "JobPending job-a CLUSTER_TOO_SMALL",
    )


def test_mig_is_never_enabled_on_a_card_in_use() -> None:
    scenario = given(node("n1", gpus=1, model="A30")).when(whole("job-w"))
    scenario.when(fraction("job-a", 0.25)).then("JobQueued job-a", "JobPending job-a GPUS_BUSY")
    scenario.when(exited("n1", "job-w")).then(
        "AttemptEnded job-w/1 SUCCEEDED",
        "JobSucceeded job-w/1",
        "GpuGeometryChanged n1[0] cut",
        "GangBound job-a/1 n1[0:1g.6gb@0]",
        "StartTask n1 job-a/1",
    )


def emptied_cut_card() -> Scenario:
    """Create a card with MIG enabled for a job that has ended."""
    scenario = given(node("n1", gpus=1, model="A30")).when(fraction("job-a", 0.25))
    return scenario.when(exited("n1", "job-a"))


def test_a_card_keeps_its_geometry_for_an_interval() -> None:
    scenario = emptied_cut_card()
    cut_ms = START_MS + 2
    scenario.when(whole("job-w")).then("JobQueued job-w", "JobPending job-w GEOMETRY_FROZEN")
    assert scenario.decided[-1].counts["thaws_at_ms"] == cut_ms + INTERVAL_MS
    assert (next_deadline_ms(scenario.state) or 0) <= cut_ms + INTERVAL_MS
    while scenario.now_ms < cut_ms + INTERVAL_MS:
        assert scenario.state.jobs["job-w"].state == "QUEUED"
        kept = scenario.state.reservation
        assert kept is None or kept.starts_at_ms == cut_ms + INTERVAL_MS, (
            "the head learns when the geometry may change"
        )
        scenario.when_time_comes()
    assert scenario.now_ms == cut_ms + INTERVAL_MS
    scenario.then(
        "GpuGeometryChanged n1[0] whole",
        "GangBound job-w/1 n1[0]",
        "StartTask n1 job-w/1",
        "ReservationReleased job-w",
    )


def test_a_job_that_would_not_fit_anyway_does_not_wait_for_a_geometry_change() -> None:
    scenario = (
        given(node("n1", gpus=1, model="A30"), node("n2", gpus=1))
        .when(fraction("job-a", 0.25))
        .when(submit("job-b", job_spec(gpus=1, models=("A100",))))
    )
    scenario.when(exited("n1", "job-a"))
    scenario.when(submit("job-w", job_spec(gpus=1, ranks=2)))
    assert scenario.decided[-1].code == "GPUS_BUSY"


def test_a_policy_with_a_shorter_interval_applies_at_once() -> None:
    scenario = emptied_cut_card().when(whole("job-w"))
    assert scenario.state.jobs["job-w"].state == "QUEUED"
    scenario.when(activate(replace(DEFAULT_POLICY, mig_change_interval_ms=1)), after_ms=1_000)
    assert scenario.state.jobs["job-w"].state == "BOUND"


def test_a_gang_enables_mig_on_no_more_cards_than_the_nodes_cpu_supports() -> None:
    """n1 has the CPU for two ranks, on eight cards: the third goes to n2."""
    given(
        node("n1", gpus=8, model="A30", cpu_milli=2_000), node("n2", gpus=8, model="A30", cpu_milli=2_000)
    ).when(submit("job-a", job_spec(gpus=1 / 2, ranks=3, isolation=Isolation.MIG))).then(
        "JobQueued job-a",
        "GpuGeometryChanged n1[0] cut",
        "GpuGeometryChanged n2[0] cut",
        "GangBound job-a/1 n1[0:2g.12gb@0] n1[0:2g.12gb@2] n2[0:2g.12gb@0]",
        "StartTask n1 job-a/1",
        "StartTask n2 job-a/1",
    )


def test_a_frozen_card_does_not_hide_instances_of_other_cards() -> None:
    """MIG was just disabled on card 0, which is empty; the instances of card 1 are still available."""
    scenario = given(node("n1", gpus=2, model="A30"), activate(replace(DEFAULT_POLICY, name="p")))
    scenario.when(fraction("job-a", 0.75, ranks=2)).when(exited("n1", "job-a"))
    scenario.when(whole("job-w"), after_ms=INTERVAL_MS).when(exited("n1", "job-w"))
    assert scenario.state.frozen.keys() == {("n1", 0)}
    scenario.when(fraction("job-b", 0.75))
    assert [str(place.gpu_indices) for place in scenario.state.jobs["job-b"].placements] == ["(1,)"]
    scenario.when(fraction("job-c", 0.75))
    assert scenario.decided[-1].code == "GEOMETRY_FROZEN"


def test_an_empty_card_keeps_mig_enabled_until_a_job_needs_it_otherwise() -> None:
    scenario = emptied_cut_card()
    scenario.when(ClockTicked(), after_ms=INTERVAL_MS).then()
    scenario.when(fraction("job-b", 0.5))
    assert scenario.state.jobs["job-b"].state == "BOUND"
    assert not any(isinstance(p, GpuGeometryChanged) for p in scenario.decided)


def test_mig_is_disabled_only_on_the_cards_that_are_needed() -> None:
    scenario = (
        given(node("n1", gpus=3, model="A30"))
        .when(fraction("job-a", 0.75, ranks=3))
        .when(exited("n1", "job-a"))
    )
    scenario.when(whole("job-w", gpus=2), after_ms=INTERVAL_MS).then(
        "JobQueued job-w",
        "GpuGeometryChanged n1[0] whole",
        "GpuGeometryChanged n1[1] whole",
        "GangBound job-w/1 n1[0,1]",
        "StartTask n1 job-w/1",
    )


def test_a_fraction_that_shares_by_trust_disables_mig_as_well() -> None:
    scenario = emptied_cut_card()
    scenario.when(submit("job-m", job_spec(gpus=0.5)), after_ms=INTERVAL_MS).then(
        "JobQueued job-m",
        "GpuGeometryChanged n1[0] whole",
        "GangBound job-m/1 n1[0]",
        "StartTask n1 job-m/1",
    )


def test_new_hardware_has_mig_disabled() -> None:
    scenario = emptied_cut_card().when(node("n1", gpus=2, model="A30"))
    scenario.when(whole("job-w", gpus=2))
    assert scenario.state.jobs["job-w"].state == "BOUND"


def test_a_policy_can_fix_the_geometry_of_a_model() -> None:
    halves = MigGeometry(
        gpu_model="A30",
        instances=(MigInstance(profile="2g.12gb", start=0), MigInstance(profile="2g.12gb", start=2)),
    )
    scenario = given(
        node("n1", gpus=1, model="A30"), activate(replace(DEFAULT_POLICY, mig_geometries=(halves,)))
    )
    scenario.when(fraction("job-a", 0.25), fraction("job-b", 0.25), fraction("job-c", 0.25)).then(
        "JobQueued job-a",
        "JobQueued job-b",
        "JobQueued job-c",
        "GpuGeometryChanged n1[0] cut",
        "GangBound job-a/1 n1[0:2g.12gb@0]",
        "StartTask n1 job-a/1",
        "GangBound job-b/1 n1[0:2g.12gb@2]",
        "StartTask n1 job-b/1",
        "JobPending job-c GPUS_BUSY",
    )


def test_an_impossible_geometry_is_rejected_with_field_value_and_allowed_values() -> None:
    def refused(model: str, *instances: tuple[str, int]) -> list[tuple[str, str, str]]:
        geometry = MigGeometry(
            gpu_model=model, instances=tuple(MigInstance(profile=p, start=s) for p, s in instances)
        )
        found = geometry_violations(replace(DEFAULT_POLICY, mig_geometries=(geometry,)))
        return [(v.field.removeprefix("policy.mig_geometries[0]."), v.value, v.allowed) for v in found]

    assert refused("A30", ("2g.12gb", 0), ("1g.6gb", 2)) == []
    [(field, value, allowed)] = refused("T4", ("1g.5gb", 0))
    assert (field, value) == ("gpu_model", "T4")
    assert allowed.startswith("one of A100-40GB, A100-80GB, ")
    assert refused("A30", ("3g.18gb", 0)) == [
        ("instances", "profile of A30-24GB is '3g.18gb'", "4g.24gb, 2g.12gb, 1g.6gb")
    ]
    assert refused("A30", ("2g.12gb", 1)) == [("instances", "start of 2g.12gb on A30-24GB is 1", "0, 2")]
    assert refused("A30") == [("instances", "instances of A30-24GB are none", "at least one")]
    [(field, value, allowed)] = refused("A30", ("2g.12gb", 0), ("1g.6gb", 1))
    assert (field, value) == ("instances", "instances of A30-24GB are 2g.12gb@0 1g.6gb@1")
    assert allowed == (
        "part of one of 4g.24gb@0 | 2g.12gb@0 2g.12gb@2 | 2g.12gb@0 1g.6gb@2 1g.6gb@3 | "
        "1g.6gb@0 1g.6gb@1 2g.12gb@2 | 1g.6gb@0 1g.6gb@1 1g.6gb@2 1g.6gb@3"
    )


@examples(60)
@with_(
    st.lists(
        st.tuples(st.sampled_from([0.125, 0.5, 0.75, 1, 2]), st.integers(0, 3), st.integers(0, 4_000)),
        min_size=1,
        max_size=40,
    )
)
def test_fluctuating_demand_does_not_flip_the_geometry(steps: list[tuple[float, int, int]]) -> None:
    """Each card changes at most once an interval, only while empty; and in the end all jobs are served."""
    policy = replace(DEFAULT_POLICY, name="swift", mig_change_interval_ms=5_000)
    scenario = given(node("n1", gpus=2, model="H200", cpu_milli=10**6), activate(policy))
    changed_ms: dict[int, int] = {}

    def watch() -> None:
        for fact in scenario.decided:
            if isinstance(fact, GpuGeometryChanged):
                last_ms = changed_ms.get(fact.gpu_index)
                assert last_ms is None or scenario.now_ms - last_ms >= 5_000
                changed_ms[fact.gpu_index] = scenario.now_ms

    for number, (gpus, ending, after_ms) in enumerate(steps):
        job = fraction if gpus < 1 else whole
        scenario.when(job(f"job-{number:02}", gpus), after_ms=after_ms)  # pyright: ignore[reportArgumentType]
        watch()
        bound = sorted(job_id for job_id, job in scenario.state.jobs.items() if job.attempt)
        for job_id in bound[:ending]:
            scenario.when(exited("n1", job_id))
            watch()
    while scenario.state.jobs:
        bound = sorted(job_id for job_id, job in scenario.state.jobs.items() if job.attempt)
        if bound:
            scenario.when(exited("n1", bound[0]))
        else:
            scenario.when_time_comes()
        watch()
