"""Bandwidth of checkpoints during a run: all jobs together stay within the policy's total (ADR 100)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivatePolicy
from muster.testkit.cores.build import exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given

GB = 10**9


def cell(*gpus: int, total: int, job: int = 100 * GB) -> Scenario:
    """Create nodes n0, n1, ... with these numbers of GPUs and 64 cores each."""
    scenario = given(*(node(f"n{number}", gpus=count) for number, count in enumerate(gpus)))
    policy = replace(scenario.state.policy, background_upload_bytes_per_s=total, job_upload_bytes_per_s=job)
    return scenario.when(ActivatePolicy(policy=policy, requested_by="op"))


def rates(scenario: Scenario) -> dict[str, int | None]:
    return {
        each.job_id: each.checkpoint_bytes_per_s for each in scenario.decided if isinstance(each, StartTask)
    }


def test_a_job_gets_bandwidth_in_proportion_to_its_part_of_the_cell() -> None:
    scenario = cell(4, 4, total=8 * GB)
    cores = scenario.state.cluster.totals().cpu_milli_total
    half = job_spec(checkpoint=True, gpus=4, cpu_milli=cores // 8)
    found = rates(scenario.when(submit("job-a", half), submit("job-b", job_spec(checkpoint=True, gpus=0))))
    assert found["job-a"] == (8 * GB // 2 + 8 * GB // 8) // 2, "half of the GPUs, an eighth of the CPUs"
    rest = found["job-b"]
    assert rest is not None
    assert 0 < rest < GB, "without GPUs, only its part of the CPUs counts"


def test_a_cell_without_gpus_divides_bandwidth_by_cpus() -> None:
    scenario = cell(0, total=8 * GB)
    cores = scenario.state.cluster.totals().cpu_milli_total
    whole = job_spec(checkpoint=True, gpus=0, cpu_milli=cores)
    assert rates(scenario.when(submit("job-a", whole))) == {"job-a": 8 * GB}


@pytest.mark.parametrize("total", [0, 10**15])
def test_a_job_has_its_own_rate_if_the_total_is_absent_or_large(total: int) -> None:
    scenario = cell(4, total=total, job=2 * GB)
    assert rates(scenario.when(submit("job-a", job_spec(checkpoint=True)))) == {"job-a": 2 * GB}


@settings(max_examples=60)
@for_all(
    st.lists(st.integers(0, 8), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 8), st.integers(1, 64_000), st.booleans()), max_size=25),
)
def test_running_jobs_together_never_exceed_the_total(
    nodes: list[int], jobs: list[tuple[int, int, bool]]
) -> None:
    """Jobs of all sizes start, and some end; the sum of the running jobs' rates never exceeds the total."""
    total = 10 * GB
    scenario = cell(*nodes, total=total)
    has: dict[str, int] = {}
    for number, (gpus, cpu_milli, ends) in enumerate(jobs):
        job_id = f"job-{number}"
        scenario.when(submit(job_id, job_spec(checkpoint=True, gpus=gpus, cpu_milli=cpu_milli)))
        has |= {job_id: rate or 0 for job_id, rate in rates(scenario).items()}
        running = [each for each, job in scenario.state.jobs.items() if job.attempt is not None]
        assert sum(has[each] for each in running) <= total + len(running)
        job = scenario.state.jobs.get(job_id)
        if ends and job is not None and job.attempt is not None:
            place = job.attempt.master_node_id
            scenario.when(started(place, job_id)).when(exited(place, job_id, 1))
            has |= {job_id: rate or 0 for job_id, rate in rates(scenario).items()}
