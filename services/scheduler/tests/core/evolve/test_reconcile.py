"""Reconciliation with a restarted agent: attempts are found, lost, left alone, or unknown."""

from muster.events.task_events import AgentStarted, AttemptRef
from muster.testkit.cores.build import exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given


def agent_started(
    node_id: str = "n1", *running: tuple[str, int], fresh: bool = False, last: int = -1
) -> AgentStarted:
    refs = tuple(AttemptRef(job_id=job_id, attempt=attempt) for job_id, attempt in running)
    return AgentStarted(node_id=node_id, boot_id="boot-2", fresh=fresh, order_seq_last=last, running=refs)


def bound(job_id: str = "job-a") -> tuple[Scenario, int]:
    """Return a scenario with a job bound on n1, and the seq of its order."""
    scenario = given(node("n1")).when(submit(job_id))
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    return scenario, attempt.order_seq


def test_a_running_attempt_is_found_even_if_its_start_was_never_reported() -> None:
    scenario, seq = bound()
    scenario.when(agent_started("n1", ("job-a", 1), last=seq)).then("JobStarted job-a/1")
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")


def test_an_ordered_attempt_that_does_not_run_is_lost_and_retried() -> None:
    scenario, seq = bound()
    scenario.when(agent_started("n1", last=seq)).then(
        "StopTask n1 job-a/1",
        "AttemptEnded job-a/1 LOST",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n1[0]",
        "StartTask n1 job-a/2",
    )


def test_an_order_that_the_agent_has_yet_to_read_stays_open() -> None:
    scenario, seq = bound()
    scenario.when(agent_started("n1", last=seq - 1)).then()
    scenario.when(started("n1", "job-a")).then("JobStarted job-a/1")


def test_a_fresh_agent_has_lost_everything() -> None:
    scenario, _ = bound()
    scenario.when(agent_started("n1", fresh=True))
    assert scenario.decided[1].outcome == "LOST"
    assert scenario.state.jobs["job-a"].attempts == 2


def test_an_unknown_attempt_is_ordered_to_stop() -> None:
    scenario, seq = bound()
    scenario.when(agent_started("n1", ("job-a", 1), ("job-a", 7), ("job-z", 1), last=seq)).then(
        "StopTask n1 job-a/7",
        "StopTask n1 job-z/1",
        "JobStarted job-a/1",
    )


def test_a_gang_loses_one_node_and_stops_on_the_other() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", job_spec(ranks=2)))
    scenario.when(started("n1", "job-a"), started("n2", "job-a"))
    scenario.when(agent_started("n1", fresh=True)).then(
        "StopTask n1 job-a/1",
        "JobStopping job-a/1",
        "StopTask n2 job-a/1",
    )


def test_reports_about_an_abandoned_attempt_are_ignored() -> None:
    scenario, _ = bound()
    scenario.when(agent_started("n1", fresh=True))
    scenario.when(exited("n1", "job-a", attempt=1), started("n1", "job-a", attempt=1)).then()


def test_reports_of_an_unknown_node_are_accepted() -> None:
    given().when(agent_started("n9", ("job-a", 1))).then("StopTask n9 job-a/1")
