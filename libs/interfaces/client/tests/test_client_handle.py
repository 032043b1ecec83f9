"""A job as a future: waiting, results, time-outs."""

from __future__ import annotations

import pytest
from muster.client.errors import JobDidNotSucceed, WaitTimeout
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import FAILED, QUEUED, SUCCEEDED, Answer, Api, event, job_json, problem

ID = "job-aaaaaaaaaaaaaaaaaaaa"
PATH = f"/v1/jobs/{ID}"


@pytest.mark.slow
def test_wait_tells_each_change_once_and_ends_when_the_job_does(api: Api, client: Client) -> None:
    states = [job_json(**QUEUED), job_json(**QUEUED), job_json(), job_json(**SUCCEEDED)]
    api.on("GET", PATH, *(Answer(200, state) for state in states))
    seen: list[str] = []
    job = client.handle(ID).wait(on_change=lambda j: seen.append(j.state))
    assert seen == ["QUEUED", "RUNNING", "SUCCEEDED"]
    assert job.succeeded


@pytest.mark.slow
def test_waiting_goes_on_through_a_restart_of_the_service(api: Api, client: Client) -> None:
    down = problem(503, "unavailable", "restarting")
    api.on("GET", PATH, Answer(200, job_json()), *[down] * 5, Answer(200, job_json(**SUCCEEDED)))
    assert client.handle(ID).wait().succeeded


@pytest.mark.slow
def test_a_job_that_goes_on_too_long_is_a_time_out(api: Api, client: Client) -> None:
    api.on("GET", PATH, Answer(200, job_json()))
    with pytest.raises(WaitTimeout, match=r"has not finished after 0\.3 s"):
        client.handle(ID).wait(timeout_s=0.3)


def test_result_raises_unless_it_succeeded(api: Api, client: Client) -> None:
    api.on("GET", PATH, Answer(200, job_json(**FAILED)))
    with pytest.raises(JobDidNotSucceed, match=r"FAILED \(exit code 3\): rank 1 on node-b failed"):
        client.handle(ID).result()


def test_a_job_just_submitted_is_waited_for_before_its_logs_are_read(api: Api, client: Client) -> None:
    taken = {"job_id": ID, "command_id": "cmd-1", "position": "job-commands/0/7"}
    api.on("POST", "/v1/jobs", Answer(202, taken))
    api.on("GET", PATH, Answer(200, job_json()))
    api.on("GET", f"{PATH}/logs", Answer(chunks=(event({"state": "RUNNING"}, name="end"),)))
    assert list(client.submit({"name": "x", "run": "true"}).logs()) == []
    assert [a.path for a in api.asked] == ["/v1/jobs", PATH, f"{PATH}/logs"]
    assert api.asked[1].query == {"after": ["cmd-1"]}


def test_logs_go_on_after_a_loss_and_end_with_the_job(api: Api, client: Client) -> None:
    def line(n: int) -> str:
        return event(
            {"rank": 0, "stream": "STDOUT", "text": f"step {n}"}, name="line", id=f"log-events/0/{n}"
        )

    end = event({"state": "SUCCEEDED", "exit_code": 0}, name="end")
    api.on(
        "GET",
        f"{PATH}/logs",
        Answer(chunks=(line(1), line(2)), broken=True),
        Answer(chunks=(line(3), end)),
    )
    assert [x.text for x in client.handle(ID).logs(follow=True, rank=0)] == ["step 1", "step 2", "step 3"]
    assert api.asked[1].headers["last-event-id"] == "log-events/0/2"
    assert api.asked[0].query == {"follow": ["true"], "rank": ["0"]}
