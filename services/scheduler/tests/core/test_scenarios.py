"""The main stories of the core, each on one screen: what comes in, and everything that is decided."""

from muster.testkit.build import job_spec, node, submit
from muster.testkit.scenario import given


def test_a_job_is_bound_the_moment_it_is_submitted() -> None:
    given(node("n1", gpus=2)).when(submit("job-a", job_spec(gpus=2))).then(
        "JobQueued job-a",
        "GangBound job-a/1 n1[0,1]",
        "StartTask n1 job-a/1",
    ).when(submit("job-b")).then(
        "JobQueued job-b",
        "JobPending job-b GPUS_BUSY",
    )
