"""Writes through the API: a request becomes a command on the log, or is rejected with the reason."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from muster.events.job_commands import CancelJob, SubmitJob
from muster.events.job_events import JobCancelled, JobQueued
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.jobs import derive_job_id
from muster.store.keys import files_key
from muster.testkit.api.submit_cell import SubmitCell, a_spec, an_archive

pytestmark = [pytest.mark.stack]

JOB: dict[str, Any] = {"name": "hello", "run": "echo hello", "resources": {"gpus": 0.5}}


def problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["type"] == f"/problems/{code}"
    return body


def accept(command: Envelope[Any]) -> JobQueued:
    submitted: SubmitJob = command.payload
    return JobQueued(job_id=submitted.job_id, tenant=submitted.tenant, spec=submitted.spec)


def test_a_job_is_on_the_log_before_the_answer(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, subject="ann@example.org") as ann:
        response = ann.post("/v1/jobs", json=JOB)
    assert response.status_code == 202, response.text
    receipt = response.json()
    assert response.headers["location"] == f"/v1/jobs/{receipt['job_id']}"
    (delivery,) = cell.deliveries(JOB_COMMANDS, [receipt])
    assert delivery.authorization == ann.headers["authorization"], "the scheduler trusts no writer"
    command = delivery.envelope
    assert command.event_id == command.correlation_id == receipt["command_id"]
    assert command.key == receipt["job_id"]
    assert command.payload == SubmitJob(
        job_id=receipt["job_id"],
        tenant=tenant,
        spec=replace(a_spec(**JOB), user="ann@example.org"),
    )


def test_the_caller_is_taken_from_the_token_only(cell: SubmitCell, tenant: str) -> None:
    """OWASP API3: no field of a body sets tenant, user, state or order."""
    with cell.client(tenant) as ann:
        for field in ("tenant", "user", "job_id", "state", "attempt", "epoch"):
            body = problem(ann.post("/v1/jobs", json=JOB | {field: "x"}), 422, "invalid-request")
            assert body["violations"][0]["field"] == field


def test_all_violations_are_reported_at_once(cell: SubmitCell, tenant: str) -> None:
    bad = {"name": "a b", "ranks": 0, "run": "x", "resources": {"gpu": 1}, "image": "python:3.14"}
    with cell.client(tenant) as ann:
        body = problem(ann.post("/v1/jobs", json=bad), 422, "invalid-request")
    assert [v["field"] for v in body["violations"]] == ["name", "ranks", "resources.gpu", "image"]
    assert body["violations"][3]["allowed"] == "absent: no node runs container images"
    assert body["violations"][2]["allowed"] == "absent: unknown field; did you mean 'gpus'?"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"name": "x", "run": "y", "resources": {"gpus": NaN}}', 400),
        (b'{"name": "x", "name": "y", "run": "z"}', 400),
        (b"\xff", 400),
        (b"[" * 50_000, 400),
        (b"", 422),
        (b"[]", 422),
        (b"null", 422),
        (b'"name: x"', 422),
    ],
    ids=lambda v: repr(v)[:20],
)
def test_a_body_that_is_no_job_is_rejected(cell: SubmitCell, tenant: str, body: bytes, status: int) -> None:
    with cell.client(tenant) as ann:
        found = problem(ann.post("/v1/jobs", content=body), status, "invalid-request")
    assert found["violations"][0]["field"] == "(document)"


def test_ten_megabytes_of_environment_are_rejected_however_they_are_sent(
    cell: SubmitCell, tenant: str
) -> None:
    with cell.client(tenant) as ann:
        problem(ann.post("/v1/jobs", json=JOB | {"env": {"BIG": "x" * 10_000_000}}), 413, "content-too-large")
        body = problem(
            ann.post("/v1/jobs", json=JOB | {"env": {"BIG": "x" * 900_000}}), 422, "invalid-request"
        )
    assert body["violations"][0] == {
        "field": "env",
        "value": "900005 bytes in all",
        "allowed": body["violations"][0]["allowed"],
    }


def test_a_body_of_100_mb_is_rejected_and_the_service_continues(cell: SubmitCell, tenant: str) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * (1 << 20)

    with cell.client(tenant) as ann:
        with suppress(
            httpx.WriteError, httpx.RemoteProtocolError
        ):  # the server closes the connection of a sender that does not stop
            problem(ann.post("/v1/jobs", content=endless()), 413, "content-too-large")
        declared = ann.post("/v1/jobs", content=b" " * (2 << 20))
        problem(declared, 413, "content-too-large")
        assert ann.post("/v1/jobs", json=JOB).status_code == 202


def test_a_repeated_key_returns_the_same_job(cell: SubmitCell, tenant: str) -> None:
    key = {"Idempotency-Key": "pipeline-4711"}
    with cell.client(tenant) as ann:
        first = ann.post("/v1/jobs", json=JOB, headers=key).json()
        again = ann.post("/v1/jobs", json=JOB, headers=key).json()
    assert first["job_id"] == again["job_id"] == derive_job_id(tenant, "pipeline-4711")
    assert first["command_id"] != again["command_id"]
    with cell.client("other-" + tenant[:20]) as bob:
        assert bob.post("/v1/jobs", json=JOB, headers=key).json()["job_id"] != first["job_id"]


def test_another_job_under_a_used_key_is_rejected(cell: SubmitCell, tenant: str) -> None:
    key = {"Idempotency-Key": "pipeline-4712"}
    with cell.client(tenant) as ann, cell.scheduler(tenant, accept):
        first = ann.post("/v1/jobs", json=JOB, headers=key, params={"wait_s": 20})
        assert first.status_code == 201, first.text
        assert ann.post("/v1/jobs", json=JOB, headers=key).status_code == 202
        other = ann.post("/v1/jobs", json=JOB | {"ranks": 2}, headers=key)
        problem(other, 422, "idempotency-key-reused")
        batch = ann.post("/v1/jobs:batch", json={"jobs": [JOB]}, headers=key).json()["results"]
        assert batch[0]["job_id"] != first.json()["job_id"]


@pytest.mark.parametrize("key", ["", "x" * 129, "a b", "ü"])
def test_invalid_keys_are_rejected(cell: SubmitCell, tenant: str, key: str) -> None:
    with cell.client(tenant) as ann:
        response = ann.post("/v1/jobs", json=JOB, headers=[(b"Idempotency-Key", key.encode())])
    assert problem(response, 422, "invalid-request")["violations"][0]["field"] == "idempotency-key"


def test_waiting_returns_the_job(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant) as ann, cell.scheduler(tenant, accept):
        response = ann.post("/v1/jobs", json=JOB, params={"wait_s": 20})
    assert response.status_code == 201, response.text
    job = response.json()
    assert (job["state"], job["tenant"], job["user"], job["team"]) == ("QUEUED", tenant, "ann", "research")
    assert job["spec"]["run"] == "echo hello"
    assert response.headers["etag"]


def test_waiting_for_a_repeated_submission_returns_the_existing_job(cell: SubmitCell, tenant: str) -> None:
    seen: list[str] = []

    def answer(command: Envelope[Any]) -> JobQueued | CommandRepeated:
        seen.append(command.key)
        if seen.count(command.key) == 1:
            return accept(command)
        return CommandRepeated(command_id=command.event_id, command="SubmitJob", subject=command.key)

    with cell.client(tenant) as ann, cell.scheduler(tenant, answer):
        options: dict[str, Any] = {"headers": {"Idempotency-Key": "twice"}, "params": {"wait_s": 20}}
        first = ann.post("/v1/jobs", json=JOB, **options)
        again = ann.post("/v1/jobs", json=JOB, **options)
    assert (first.status_code, again.status_code) == (201, 200), again.text
    assert first.json()["job_id"] == again.json()["job_id"]


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (RejectionCode.UNKNOWN_QUEUE, 422),
        (RejectionCode.IMPOSSIBLE_REQUEST, 422),
        (RejectionCode.ALREADY_EXISTS, 409),
        (RejectionCode.FORBIDDEN, 403),
    ],
)
def test_waiting_returns_the_schedulers_rejection(
    cell: SubmitCell, tenant: str, code: RejectionCode, status: int
) -> None:
    def reject(command: Envelope[Any]) -> CommandRejected:
        return CommandRejected(
            command_id=command.event_id,
            command="SubmitJob",
            subject=command.key,
            tenant=tenant,
            code=code,
            message="the queue nowhere does not exist",
            violations=(Violation(field="queue", value="nowhere", allowed="default"),),
        )

    with cell.client(tenant) as ann, cell.scheduler(tenant, reject):
        response = ann.post("/v1/jobs", json=JOB, params={"wait_s": 20})
        body = problem(response, status, code.value.lower().replace("_", "-"))
        assert body["detail"] == "the queue nowhere does not exist"
        assert body["violations"] == [{"field": "queue", "value": "nowhere", "allowed": "default"}]
        told = ann.get(f"/v1/commands/{body['command_id']}").json()
        assert (told["outcome"], told["problem"]["status"]) == ("rejected", status)


def test_waiting_in_vain_returns_a_receipt(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant) as ann:
        response = ann.post("/v1/jobs", json=JOB, params={"wait_s": 0.05})
        assert response.status_code == 202
        pending = ann.get(f"/v1/commands/{response.json()['command_id']}")
    assert (pending.status_code, pending.json()["outcome"]) == (202, "pending")


@pytest.mark.parametrize("wait_s", ["-1", "31", "nan", "inf", "soon"])
def test_waiting_has_a_limit(cell: SubmitCell, tenant: str, wait_s: str) -> None:
    with cell.client(tenant) as ann:
        response = ann.post("/v1/jobs", json=JOB, params={"wait_s": wait_s})
    assert problem(response, 422, "invalid-request")["violations"][0]["field"] == "wait_s"


def test_a_batch_accepts_valid_jobs_and_names_invalid_ones(cell: SubmitCell, tenant: str) -> None:
    jobs = [JOB, JOB | {"ranks": 0}, JOB | {"name": "third"}, 7]
    with cell.client(tenant) as ann:
        response = ann.post("/v1/jobs:batch", json={"jobs": jobs})
    assert response.status_code == 202, response.text
    first, second, third, fourth = response.json()["results"]
    commands = cell.commands(JOB_COMMANDS, [first, third])
    assert [c.payload.spec.name for c in commands] == ["hello", "third"]
    assert second["problem"]["violations"][0]["field"] == "jobs[1].ranks"
    assert fourth["problem"]["violations"][0]["field"] == "jobs[3]"


@pytest.mark.parametrize(
    "body", [{}, [], {"jobs": {}}, {"jobs": []}, {"jobs": [1] * 501}, {"jobs": [], "x": 1}]
)
def test_a_malformed_batch_is_rejected(cell: SubmitCell, tenant: str, body: Any) -> None:
    with cell.client(tenant) as ann:
        problem(ann.post("/v1/jobs:batch", json=body), 422, "invalid-request")


def test_a_batch_of_500_is_answered_in_order(cell: SubmitCell, tenant: str) -> None:
    jobs = [JOB | {"name": f"n{i}"} for i in range(500)]
    with cell.client(tenant) as ann:
        results = ann.post("/v1/jobs:batch", json={"jobs": jobs}).json()["results"]
    commands = cell.commands(JOB_COMMANDS, results)
    assert [c.payload.spec.name for c in commands] == [f"n{i}" for i in range(500)]


def test_a_job_can_be_cancelled_suspended_and_resumed(cell: SubmitCell, tenant: str) -> None:
    job_id, position = cell.queued(tenant)
    with cell.client(tenant) as ann:
        tag = ann.get(f"/v1/jobs/{job_id}", params={"after": str(position)}).headers["etag"]
        receipts = [
            ann.post(f"/v1/jobs/{job_id}:{verb}", json={"reason": "why"}).json()
            for verb in ("cancel", "suspend", "resume")
        ]
        no_body = ann.post(f"/v1/jobs/{job_id}:cancel", headers={"If-Match": tag})
        assert no_body.status_code == 202, no_body.text
    commands = cell.commands(JOB_COMMANDS, receipts)
    assert [type(c.payload).__name__ for c in commands] == ["CancelJob", "SuspendJob", "ResumeJob"]
    assert commands[0].payload == CancelJob(job_id=job_id, tenant=tenant, requested_by="ann", reason="why")


def test_waiting_for_a_cancellation_returns_the_cancelled_job(cell: SubmitCell, tenant: str) -> None:
    job_id, _ = cell.queued(tenant)

    def cancel(command: Envelope[Any]) -> JobCancelled:
        return JobCancelled(job_id=job_id, requested_by="ann", reason=command.payload.reason)

    with cell.client(tenant) as ann, cell.scheduler(tenant, cancel):
        response = ann.post(f"/v1/jobs/{job_id}:cancel", json={"reason": "enough"}, params={"wait_s": 20})
    assert (response.status_code, response.json()["state"]) == (200, "CANCELLED")


def test_invalid_changes_of_a_job_are_rejected(cell: SubmitCell, tenant: str) -> None:
    job_id, position = cell.queued(tenant)
    with cell.client(tenant) as ann:
        assert ann.get(f"/v1/jobs/{job_id}", params={"after": str(position)}).is_success
        url = f"/v1/jobs/{job_id}:cancel"
        problem(ann.post(url, headers={"If-Match": '"0-0"'}), 412, "precondition-failed")
        bodies: list[Any] = [[], {"why": "x"}, {"reason": 7}, {"reason": "x" * 2000}, {"reason": "\x1b[31m"}]
        for body in bodies:
            problem(ann.post(url, json=body), 422, "invalid-request")
        problem(ann.post(f"/v1/jobs/{job_id}:delete"), 422, "invalid-request")
        problem(ann.post("/v1/jobs/job-unknown:cancel"), 404, "not-found")


def test_only_operators_change_nodes(cell: SubmitCell, tenant: str) -> None:
    """OWASP API5."""
    with cell.client(tenant) as ann:
        problem(ann.post("/v1/nodes/node-1:cordon", json={"reason": "fan"}), 403, "forbidden")
    with cell.client(tenant, "operator", subject="ops") as ops:
        receipts = [
            ops.post("/v1/nodes/node-1:cordon", json={"reason": "fan"}).json(),
            ops.post("/v1/nodes/node-1:uncordon").json(),
            ops.post("/v1/nodes/node-1:forget").json(),
        ]
        commands = [c.payload for c in cell.commands(OPERATOR_COMMANDS, receipts)]
        assert [type(c).__name__ for c in commands] == ["CordonNode", "UncordonNode", "ForgetNode"]
        assert (commands[0].node_id, commands[0].requested_by) == ("node-1", "ops")
        problem(ops.post("/v1/nodes/..%5c:cordon"), 404, "not-found")


def test_viewers_cannot_write(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, "viewer") as eve:
        problem(eve.post("/v1/jobs", json=JOB), 403, "forbidden")
        problem(eve.post("/v1/jobs:batch", json={"jobs": [JOB]}), 403, "forbidden")
        problem(eve.post("/v1/jobs/job-abcd:cancel"), 403, "forbidden")
        problem(eve.post("/v1/queues", json={"name": "x"}), 403, "forbidden")
        problem(eve.put(f"/v1/files/{'0' * 64}", content=b"x"), 403, "forbidden")
        assert eve.get("/v1/jobs").is_success


def test_working_files_are_stored_under_their_hash(cell: SubmitCell, tenant: str) -> None:
    sha256, archive = an_archive()
    with cell.client(tenant) as ann:
        for _ in range(2):
            stored = ann.put(f"/v1/files/{sha256}", content=archive)
            assert stored.status_code == 201, stored.text
        assert cell.store.get(files_key(sha256)) == archive
        assert ann.post("/v1/jobs", json=JOB | {"files_sha256": sha256}).status_code == 202


def test_a_job_with_missing_files_is_rejected(cell: SubmitCell, tenant: str) -> None:
    sha256, _ = an_archive()
    absent = JOB | {"files_sha256": sha256}
    with cell.client(tenant) as ann:
        body = problem(ann.post("/v1/jobs", json=absent), 422, "invalid-request")
        assert [(v["field"], v["value"]) for v in body["violations"]] == [("files_sha256", sha256)]
        taken, refused = ann.post("/v1/jobs:batch", json={"jobs": [JOB, absent]}).json()["results"]
    assert taken["job_id"]
    assert refused["problem"]["violations"][0]["field"] == "jobs[1].files_sha256"


@pytest.mark.parametrize(
    ("archive", "says"),
    [
        (b"\x1f\x8b" + b"garbage" * 10, "Unknown compression method"),
        (gzip.compress(b"no tar"), "truncated header"),
        (an_archive()[1][:-9], "Compressed file ended before the end-of-stream marker was reached"),
        (an_archive("../escape")[1], "'../escape' leads outside the working folder"),
    ],
    ids=["garbage", "no tar", "cut off", "outside"],
)
def test_an_archive_that_no_agent_could_unpack_is_rejected(
    cell: SubmitCell, tenant: str, archive: bytes, says: str
) -> None:
    sha256 = hashlib.sha256(archive).hexdigest()
    with cell.client(tenant) as ann:
        body = problem(ann.put(f"/v1/files/{sha256}", content=archive), 422, "invalid-request")
    (violation,) = body["violations"]
    assert (violation["field"], violation["value"]) == ("(body)", says)
    assert not cell.store.exists(files_key(sha256))


def test_invalid_working_files_are_rejected(cell: SubmitCell, tenant: str) -> None:
    plain = b"not a tar.gz"
    with cell.client(tenant) as ann:
        body = problem(ann.put(f"/v1/files/{'0' * 64}", content=plain), 422, "invalid-request")
        assert hashlib.sha256(plain).hexdigest() in body["violations"][0]["allowed"]
        not_packed = ann.put(f"/v1/files/{hashlib.sha256(plain).hexdigest()}", content=plain)
        problem(not_packed, 422, "invalid-request")
        problem(ann.put("/v1/files/..%2Fescape", content=plain), 404, "not-found")
        problem(ann.put(f"/v1/files/{'g' * 64}", content=plain), 422, "invalid-request")
        too_large = ann.put(f"/v1/files/{'0' * 64}", content=bytes((64 << 20) + 1))
        problem(too_large, 413, "content-too-large")
