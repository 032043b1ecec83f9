"""Queues and the policy through the API: created, configured, shown as a tree with their usage."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast

import httpx
import pytest
from muster.events.job_commands import SubmitJob
from muster.events.job_events import (
    FailureRulesActivated,
    JobQueued,
    PolicyActivated,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
)
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy, Policy
from muster.events.queue_commands import ConfigureQueue, CreateQueue, DeleteQueue, QueueSettings, Quota
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.failures.parsing import parse_rules
from muster.failures.shipped import shipped_rules, shipped_text
from muster.journal import Start
from muster.testkit.api.submit_cell import SubmitCell, a_spec

pytestmark = [pytest.mark.stack]

WAIT: dict[str, Any] = {"wait_s": 20}
VISION: dict[str, Any] = {
    "name": "vision",
    "description": "cats",
    "parent": "acme",
    "guarantee": {"gpus": 64, "gpus_by_model": {"H100": 32}, "cpus": 512, "memory": "4TiB"},
    "maximum": {"gpus": 96},
    "weight": 2,
    "order": "drf",
    "limits": {"user_jobs_running": 4},
}
SETTINGS = QueueSettings.from_datum(
    {
        "parent": "acme",
        "guarantee": Quota(
            gpu_milli=64_000, gpu_milli_by_model={"H100": 32_000}, cpu_milli=512_000, memory_mib=4 << 20
        ).to_datum(),
        "maximum": Quota(gpu_milli=96_000).to_datum(),
        "weight": 2,
        "order": "DRF",
        "user_jobs_running_max": 4,
    }
)
POLICY = Policy(
    name="default",
    head_patience_ms=300_000,
    head_hold_ms=600_000,
    attempts_lost_max=10,
    workload_shapes_max=64,
    jobs_ended_kept_max=9_000,
)


def problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    body = response.json()
    assert body["type"] == f"/problems/{code}"
    return body


def carry_out(command: Envelope[Any]) -> Any:
    """Return the fact that carries out a command."""
    asked = command.payload
    match asked:
        case CreateQueue():
            return QueueCreated(
                queue=asked.queue,
                tenant=asked.tenant,
                description=asked.description,
                settings=asked.settings,
                requested_by=asked.requested_by,
            )
        case ConfigureQueue():
            return QueueConfigured(
                queue=asked.queue,
                tenant=asked.tenant,
                settings=asked.settings,
                requested_by=asked.requested_by,
            )
        case DeleteQueue():
            return QueueDeleted(queue=asked.queue, tenant=asked.tenant, requested_by=asked.requested_by)
        case ActivatePolicy():
            return PolicyActivated(policy=asked.policy, requested_by=asked.requested_by)
        case ActivateFailureRules():
            return activated(asked.rules, asked.requested_by)
        case _:
            raise AssertionError(f"nobody asks {asked} here")


def activated(rules: str, requested_by: str) -> FailureRulesActivated:
    digest = sha256(rules.encode()).hexdigest()
    version = parse_rules(rules).version
    return FailureRulesActivated(version=version, sha256=digest, rules=rules, requested_by=requested_by)


def create(ann: httpx.Client, *queues: dict[str, Any]) -> None:
    for queue in queues:
        made = ann.post("/v1/queues", json=queue, params=WAIT)
        assert (made.status_code, made.json()["outcome"]) == (200, "accepted"), made.text


def test_a_created_queue_is_on_the_log(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant) as ann:
        receipts = [
            ann.post("/v1/queues", json=VISION).json(),
            ann.put("/v1/queues/vision", json={"weight": 3}).json(),
            ann.delete("/v1/queues/vision").json(),
        ]
    created, configured, deleted = (c.payload for c in cell.commands(QUEUE_COMMANDS, receipts))
    assert created == CreateQueue(
        queue="vision", tenant=tenant, description="cats", settings=SETTINGS, requested_by="ann"
    )
    assert configured.settings == QueueSettings(weight=3), "absent settings get the defaults"
    assert deleted == DeleteQueue(queue="vision", tenant=tenant, requested_by="ann")


def test_a_queue_is_read_back_as_requested(cell: SubmitCell, tenant: str) -> None:
    shared = QueueCreated(queue="default", tenant="", description="", requested_by="scheduler-1")
    position = str(cell.fact("default", shared))
    with cell.client(tenant) as ann:
        with cell.scheduler(tenant, carry_out):
            create(ann, {"name": "acme"}, VISION)
        read = ann.get("/v1/queues/vision")
        queue = read.json()
        assert {name: queue[name] for name in VISION} == VISION | {
            "maximum": {"gpus": 96, "gpus_by_model": {}, "cpus": None, "memory": None},
            "limits": {name: None for name in queue["limits"]} | {"user_jobs_running": 4},
        }
        assert (queue["measure"], queue["etag"]) == (None, read.headers["etag"])
        listed = ann.get("/v1/queues", params={"after": position}).json()["items"]
        assert [q["name"] for q in listed] == ["acme", "default", "vision"]
        problem(ann.get("/v1/queues/nowhere"), 404, "not-found")
    with cell.client("other-" + tenant[:20]) as bob:
        assert [q["name"] for q in bob.get("/v1/queues").json()["items"]] == ["default"]
        problem(bob.get("/v1/queues/vision"), 404, "not-found")


def test_the_tree_shows_usage(cell: SubmitCell, tenant: str) -> None:
    measured = QueueMeasured(
        queue="vision",
        tenant=tenant,
        gpu_milli_used=70_500,
        gpu_milli_used_by_model={"H100": 70_500},
        cpu_milli_used=96_000,
        memory_mib_used=1 << 20,
        gpu_milli_borrowed=6_500,
        gpu_milli_lent=0,
        share_ppm=312_500,
        share_due_ppm=250_000,
        usage_gpu_ms=5_400_000,
        credit_gpu_ms=0,
        jobs_running=9,
        jobs_pending=3,
    )
    with cell.client(tenant) as ann:
        with cell.scheduler(tenant, carry_out):
            create(ann, {"name": "acme", "guarantee": {"gpus": 64}}, VISION)
        tag = ann.get("/v1/queues/vision").json()["etag"]
        position = str(cell.fact("vision", measured))
        tree = ann.get("/v1/queues:tree", params={"after": position}).json()["items"]
        acme = next(top for top in tree if top["name"] == "acme")
        [vision] = acme["queues"]
        assert (vision["measure"]["used"]["gpus"], vision["measure"]["borrowed_gpus"]) == (70.5, 6.5)
        assert (vision["measure"]["share"], vision["measure"]["share_due"]) == (0.3125, 0.25)
        assert (vision["queues"], acme["measure"]) == ([], None)
        assert vision["etag"] == tag, "a measurement does not change the settings' version"


def test_a_patch_changes_only_some_settings(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant) as ann, cell.scheduler(tenant, carry_out):
        create(ann, {"name": "acme"}, VISION)
        tag = ann.get("/v1/queues/vision").headers["etag"]
        patch = {"guarantee": {"gpus": 80, "gpus_by_model": None}, "maximum": None}
        changed = ann.patch("/v1/queues/vision", json=patch, params=WAIT, headers={"If-Match": tag})
        assert changed.status_code == 200, changed.text
        now = ann.get("/v1/queues/vision").json()
        assert now["guarantee"] == {"gpus": 80, "gpus_by_model": {}, "cpus": 512, "memory": "4TiB"}
        assert (now["maximum"], now["weight"]) == (None, 2)
        for method in ("put", "patch", "delete"):
            body = {} if method == "delete" else {"json": {"weight": 5}}
            late = getattr(ann, method)("/v1/queues/vision", headers={"If-Match": tag}, **body)
            problem(late, 412, "precondition-failed")


@pytest.mark.parametrize(
    ("request_line", "body", "field"),
    [
        ("POST /v1/queues", {"name": "No Good"}, "name"),
        ("POST /v1/queues", {"name": "x", "guarantee": {"gpus": -1}}, "guarantee.gpus"),
        ("POST /v1/queues", {"name": "x", "gpus": 1}, "gpus"),
        ("POST /v1/queues", [], "(document)"),
        ("PUT /v1/queues/x", {"name": "x"}, "name"),
        ("PUT /v1/queues/x", {"guarantee": {"gpus": 2}, "maximum": {"gpus": 1}}, "guarantee.gpus"),
    ],
)
def test_invalid_settings_of_a_queue_are_rejected(
    cell: SubmitCell, tenant: str, request_line: str, body: Any, field: str
) -> None:
    method, path = request_line.split()
    with cell.client(tenant) as ann:
        found = problem(ann.request(method, path, json=body), 422, "invalid-request")
    assert [v["field"] for v in found["violations"]] == [field]


def test_invalid_and_unknown_queue_names_are_not_found(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant) as ann:
        problem(ann.put("/v1/queues/No%20Good", json={}), 404, "not-found")
        problem(ann.patch("/v1/queues/nowhere", json={}), 404, "not-found")
        problem(ann.delete("/v1/queues/No%20Good"), 404, "not-found")


def test_an_overcommitted_tree_is_rejected(cell: SubmitCell, tenant: str) -> None:
    def refuse(command: Envelope[Any]) -> CommandRejected:
        allowed = "at most 4000: what the guarantee of 'acme' leaves"
        bad = Violation(field="settings.guarantee.gpu_milli", value="64000", allowed=allowed)
        return CommandRejected(
            command_id=command.event_id,
            command="CreateQueue",
            subject=command.key,
            tenant=tenant,
            code=RejectionCode.BAD_TREE,
            message="settings.guarantee.gpu_milli is 64000",
            violations=(bad,),
        )

    with cell.client(tenant) as ann, cell.scheduler(tenant, refuse):
        refused = problem(ann.post("/v1/queues", json=VISION, params=WAIT), 422, "bad-tree")
    assert refused["detail"] == "guarantee.gpus is 64; must be at most 4: what the guarantee of 'acme' leaves"


def test_operators_change_the_policy_and_every_role_reads_it(cell: SubmitCell, tenant: str) -> None:
    """OWASP API5."""
    position = str(cell.fact("policy", PolicyActivated(policy=POLICY, requested_by="scheduler-1")))
    with cell.client(tenant, "viewer") as eve:
        active = eve.get("/v1/policy", params={"after": position})
        assert (active.json()["head_patience"], active.json()["activated_by"]) == ("5m", "scheduler-1")
    with cell.client(tenant) as ann:
        problem(ann.patch("/v1/policy", json={"share_half_life": "1d"}), 403, "forbidden")
        problem(ann.put("/v1/policy", json={}), 403, "forbidden")
    with cell.client(tenant, "operator", subject="ops") as ops:
        tag = {"If-Match": active.headers["etag"]}
        body = problem(ops.patch("/v1/policy", json={"share_half_life": "0s"}), 422, "invalid-request")
        assert body["violations"][0]["field"] == "share_half_life"
        problem(ops.put("/v1/policy", json={"name": "x"}), 422, "invalid-request")
        patch = {"share_half_life": "1d", "model_price": {"H100": 2.5}}
        asked = ops.patch("/v1/policy", json=patch, headers=tag)
        assert asked.status_code == 202, asked.text
        [command] = cell.commands(OPERATOR_COMMANDS, [asked.json()])
        changes = {"share_half_life_ms": 86_400_000, "model_price_milli": {"H100": 2500}}
        assert command.payload.policy == Policy.from_datum(POLICY.to_datum() | changes)
        with cell.scheduler(tenant, carry_out):
            whole = {k: v for k, v in active.json().items() if not k.startswith(("activated", "etag"))}
            put = ops.put("/v1/policy", json=whole | {"name": "calm"}, params=WAIT, headers=tag)
        assert put.json()["outcome"] == "accepted"
        assert ops.get("/v1/policy").json()["name"] == "calm"
        problem(ops.patch("/v1/policy", json={}, headers=tag), 412, "precondition-failed")


def test_operators_activate_failure_rules_and_every_role_reads_them(cell: SubmitCell, tenant: str) -> None:
    fact = activated(shipped_text(), "scheduler-1")
    position = str(cell.fact("failure-rules", fact))
    version = shipped_rules().version
    newer = shipped_text().replace(f"version: {version}\n", f"version: {version + 1}\n", 1)
    with cell.client(tenant, "viewer") as eve:
        active = eve.get("/v1/failure-rules", params={"after": position}).json()
        assert (active["version"], active["rules"]) == (version, shipped_text())
        assert (active["sha256"], active["activated_by"]) == (fact.sha256, "scheduler-1")
        problem(eve.put("/v1/failure-rules", json={"rules": newer}), 403, "forbidden")
        problem(eve.get(f"/v1/node-failure-rules/{fact.sha256}"), 401, "unauthorized")
    with cell.client(tenant, "operator", subject="ops") as ops, cell.scheduler(tenant, carry_out):
        wrong = newer.replace("action: resume", "action: hope", 1)
        body = problem(ops.put("/v1/failure-rules", json={"rules": wrong}), 422, "invalid-request")
        assert body["violations"][0]["field"] == "rules[eviction.reclaimed].action"
        assert ops.get("/v1/failure-rules").json()["version"] == version
        done = ops.put("/v1/failure-rules", json={"rules": newer}, params=WAIT)
        assert done.json()["outcome"] == "accepted", done.text
        assert ops.get("/v1/failure-rules").json()["version"] == version + 1


def test_a_job_that_its_queue_would_refuse_never_reaches_the_log(cell: SubmitCell, tenant: str) -> None:
    job = {"name": "train", "run": "true"}
    small = {"name": "small", "maximum": {"gpus": 2}}
    ends = cell.journal.reader([JOB_COMMANDS], start=Start.END, name="test")
    with closing(ends) as sent, cell.client(tenant) as ann:
        with cell.scheduler(tenant, carry_out):
            create(ann, small)
        unknown = problem(ann.post("/v1/jobs", json=job | {"queue": "smal"}), 422, "unknown-queue")
        assert unknown["detail"].startswith("queue is smal; must be one of ")
        assert unknown["detail"].endswith("(did you mean 'small'?)")
        large = job | {"queue": "small", "ranks": 3, "resources": {"gpus": 1}}
        assert "at most 2" in problem(ann.post("/v1/jobs", json=large), 409, "quota-exceeded")["detail"]
        both = problem(ann.post("/v1/jobs:batch", json={"jobs": [large, large]}), 422, "invalid-request")
        assert [each["field"] for each in both["violations"]] == ["jobs[0].GPUs", "jobs[1].GPUs"]
        fits = job | {"queue": "small", "resources": {"gpus": 1}}
        batch = ann.post("/v1/jobs:batch", json={"jobs": [large, fits]})
        first, second = batch.json()["results"]
        assert (batch.status_code, first["problem"]["type"]) == (202, "/problems/quota-exceeded")
        commands = [cast("Envelope[SubmitJob]", each.envelope) for each in sent.read_to_end(20)]
        [command] = [each for each in commands if each.payload.tenant == tenant]
        assert command.event_id == second["command_id"], "no record of the others stays"


def test_a_job_follows_the_creation_of_its_queue_without_waiting_for_it(
    cell: SubmitCell, tenant: str
) -> None:
    def answer(command: Envelope[Any]) -> Any:
        asked = command.payload
        if isinstance(asked, SubmitJob):
            return JobQueued(job_id=asked.job_id, tenant=asked.tenant, spec=asked.spec)
        return carry_out(command)

    job = {"name": "train", "run": "true", "queue": "vision"}
    with cell.client(tenant) as ann, cell.scheduler(tenant, answer):
        create(ann, {"name": "other"})
        assert ann.post("/v1/queues", json={"name": "vision"}).status_code == 202
        assert ann.post("/v1/jobs", json=job, params=WAIT).status_code == 201


def test_a_job_sent_again_is_the_same_job_although_its_queue_is_gone(cell: SubmitCell, tenant: str) -> None:
    key = {"Idempotency-Key": "nightly-1"}
    job = {"name": "train", "run": "true", "queue": "vision"}
    with cell.client(tenant) as ann:
        with cell.scheduler(tenant, carry_out):
            create(ann, {"name": "vision"}, {"name": "other"})
        first = ann.post("/v1/jobs", json=job, headers=key).json()
        spec = replace(a_spec(**job), user="ann")
        queued = JobQueued(job_id=first["job_id"], tenant=tenant, spec=spec)
        cell.fact(first["job_id"], queued, first["command_id"])
        gone = QueueDeleted(queue="vision", tenant=tenant, requested_by="ann")
        position = str(cell.fact("vision", gone))
        ann.get("/v1/queues", params={"after": position})
        again = ann.post("/v1/jobs", json=job, headers=key)
        assert (again.status_code, again.json()["job_id"]) == (202, first["job_id"])
