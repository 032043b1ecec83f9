"""The service as real processes on the real log: asked, killed, taken over; each request is answered once."""

from __future__ import annotations

import signal
import socket
import threading
import time
import uuid
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobQueued,
    PreemptionCause,
    PreemptionRequested,
    QueueCreated,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.preemption_commands import ActivatePreemptionPolicy, PreemptionPolicy
from muster.events.preemption_events import (
    PlanOutcome,
    PreemptionDeclined,
    PreemptionPlanned,
    PreemptionPolicyActivated,
    PreemptionSettled,
)
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.shared.command_answers import CommandRejected
from muster.events.topics import PREEMPTION_COMMANDS, PREEMPTION_EVENTS, PREEMPTION_LOG
from muster.identity.devkeys import mint
from muster.journal import Outgoing, SystemClock
from muster.preemption.edge.follower import Follower
from muster.preemption.edge.roles import deciding
from muster.testkit.cores import build
from muster.testkit.patience import Patience
from muster.testkit.stack.fed_cell import FedCell, envelope

pytestmark = [pytest.mark.stack, pytest.mark.faults]

MINUTE_MS = 60_000
NODES = 6
LONG_AGO_MS = 20 * MINUTE_MS
PATIENT_MS = 10 * MINUTE_MS
"""How long plans hold on a busy machine, whose requests are answered late."""


class Arena(FedCell):
    """A cell whose nodes are held by jobs that borrow."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        super().__init__(endpoints, "preemption", PREEMPTION_LOG)
        self.home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        self._commands = self.log.producer("commands")
        self.seq = 0
        self.asked: list[str] = []
        self.publish(*self._cell_facts(), ago_ms=LONG_AGO_MS)

    def publish(self, *facts: Any, ago_ms: int = 0, event_id: str = "") -> None:
        """Facts of one batch of the scheduler, with watermarks, in one transaction."""
        self.seq += 1
        self.commit(self.seq, SystemClock().now_ms() - ago_ms, facts, event_id)

    def ask(self, job_id: str) -> None:
        """A job of the queue with a guarantee waits, and is due GPUs."""
        spec = build.job_spec(gpus=1, queue="owner", tier=Tier.PRODUCTION_INFERENCE)
        self.asked.append(job_id)
        self.publish(JobQueued(job_id=job_id, tenant="acme", spec=spec))
        self.publish(_request(job_id, self.seq + 1))

    def command(
        self, policy: PreemptionPolicy, tenant: str = "acme", roles: tuple[str, ...] = ("operator",)
    ) -> str:
        """An operator changes the policy; the command's id."""
        token = mint(self.home, subject="op", tenant=tenant, roles=roles, ttl_s=600)
        event_id = uuid.uuid4().hex
        asked = ActivatePreemptionPolicy(policy=policy, requested_by="op")
        command = envelope(event_id, SystemClock().now_ms(), asked)
        shown = f"Bearer {token}"
        self._commands.send(Outgoing(PREEMPTION_COMMANDS, command, authorization=shown)).result(10)
        return event_id

    def answers(self) -> list[Any]:
        """Plans and refusals on the log so far."""
        return [fact for fact in self.facts if isinstance(fact, PreemptionPlanned | PreemptionDeclined)]

    def wait_until_answered(self) -> None:
        """Read the log until every request has an answer."""
        self.wait_for(lambda: {each.job_id for each in self.answers()} >= {*self.asked}, "every answer")

    def check(self) -> None:
        """Each request was answered once; the log decides again to the same; what is logged is published."""
        assert Counter(each.job_id for each in self.answers()) == Counter(self.asked)
        with closing(Follower(self.log, threading.Event(), SystemClock())) as follower:
            self.check_log(deciding(follower.world_as_of), PREEMPTION_EVENTS)

    def close(self) -> None:
        self._commands.close()
        super().close()

    def _cell_facts(self) -> list[Any]:
        guarantee = QueueSettings(guarantee=Quota(gpu_milli=NODES * 1_000))
        queues = [
            QueueCreated(queue=name, tenant="acme", description="", requested_by="op", settings=settings)
            for name, settings in (("owner", guarantee), ("lender", None))
        ]
        nodes = [build.node(f"n{i}", gpus=1) for i in range(NODES)]
        jobs = [fact for i in range(NODES) for fact in _running(f"job-lent-{i}", f"n{i}")]
        return [*queues, *nodes, *jobs]


def _request(job_id: str, seq: int) -> PreemptionRequested:
    return PreemptionRequested(
        job_id=job_id,
        cause=PreemptionCause.GUARANTEE,
        queue="owner",
        tenant="acme",
        jobs=1,
        gpu_milli_missing=1_000,
        as_of_seq=seq,
    )


def _running(job_id: str, node_id: str) -> list[Any]:
    spec: JobSpec = build.job_spec(gpus=1, queue="lender")
    place = RankPlacement(
        rank=0, node_id=node_id, gpu_indices=(0,), gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
    )
    bound = GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant="acme",
        queue="lender",
        each=RankShape(cpu_milli=1_000, memory_mib=1_024),
    )
    return [JobQueued(job_id=job_id, tenant="acme", spec=spec), bound]


@pytest.fixture
def arena(endpoints: Mapping[str, str]) -> Generator[Arena]:
    arena = Arena(endpoints)
    try:
        yield arena
    finally:
        arena.close()


def test_a_request_is_answered_by_a_plan_and_a_dry_run_writes_nothing(arena: Arena, tmp_path: Path) -> None:
    port = _free_port()
    arena.contend(tmp_path, port=port)
    arena.command(PreemptionPolicy(name="patient", plan_valid_ms=PATIENT_MS))
    arena.wait_for_fact(PreemptionPolicyActivated, lambda fact: fact.policy.name == "patient")
    arena.ask("job-asks")
    arena.wait_until_answered()
    (plan,) = arena.answers()
    assert isinstance(plan, PreemptionPlanned)
    assert [each.job_id for each in plan.victims] == ["job-lent-0"]
    assert (plan.as_of_seq, plan.exact) == (arena.seq, True)

    with (
        _client(arena, port, "acme", ("submitter",)) as mine,
        _client(arena, port, "other", ("submitter",)) as theirs,
    ):
        shown = _answered(mine, "GET", "/v1/preemption/plans?job=job-asks")["items"]
        assert [each["plan_id"] for each in shown] == [plan.plan_id]
        assert _answered(theirs, "GET", "/v1/preemption/plans")["items"] == []
        spec = build.job_spec(gpus=1, queue="owner", tier=Tier.PRODUCTION_INFERENCE)
        arena.publish(JobQueued(job_id="job-wonders", tenant="acme", spec=spec))
        body = {"job": "job-wonders"}
        answer = mine.post("/v1/preemption/dry-run", json=body)
        assert answer.status_code == 200, f"it waits for what was written before: {answer.text}"
        tried = answer.json()
        assert [each["job_id"] for each in tried["victims"]] == ["job-lent-1"], (
            "the first is claimed by a plan"
        )
        assert tried["price_gpu_hours"] > 0
        assert tried["state"] == "DRY_RUN"
        assert theirs.post("/v1/preemption/dry-run", json=body).status_code == 404
    arena.publish(JobCancelled(job_id="job-asks", requested_by="ann", reason=""))
    ended = arena.wait_for_fact(PreemptionSettled, lambda fact: fact.plan_id == plan.plan_id)
    assert ended.outcome is PlanOutcome.MOOT
    arena.check()


@pytest.mark.long
@pytest.mark.parametrize("place", ["after_commit:4", "before_commit:4", "before_merge:4"])
def test_kill_9_between_reading_and_committing_leaves_one_answer(
    arena: Arena, place: str, tmp_path: Path
) -> None:
    first = arena.contend(tmp_path / "first", place)
    number = 0
    while first.poll() is None:  # request by request, until its place is reached
        arena.ask(f"job-asks-{number}")
        number += 1
        answered = len(arena.asked)
        arena.wait_for(
            lambda n=answered: first.poll() is not None or len(arena.answers()) >= n, "answer or death"
        )
    assert first.returncode == -signal.SIGKILL
    arena.contend(tmp_path / "second")
    arena.wait_until_answered()
    arena.ask("job-asks-last")
    arena.wait_until_answered()
    arena.check()


@pytest.mark.long
def test_another_takes_over_and_a_duplicate_is_answered_once(arena: Arena, tmp_path: Path) -> None:
    first = arena.contend(tmp_path / "first")
    arena.ask("job-asks")
    arena.wait_until_answered()
    arena.contend(tmp_path / "second")
    first.kill()
    arena.wait_for_epoch(2)
    arena.publish(_request("job-asks", 3), event_id="3.0")  # the event id of the request that was answered
    arena.ask("job-asks-too")
    arena.wait_until_answered()
    arena.check()


def test_a_policy_is_checked_and_needs_an_operator(arena: Arena, tmp_path: Path) -> None:
    arena.contend(tmp_path)
    wrong = arena.command(PreemptionPolicy(name="wrong", plan_valid_ms=-1))
    stranger = arena.command(PreemptionPolicy(name="mine"), roles=("submitter",))
    arena.command(PreemptionPolicy(name="calm", ran_ms_min=7_200_000, plan_valid_ms=PATIENT_MS))
    arena.wait_for_fact(PreemptionPolicyActivated, lambda fact: fact.policy.name == "calm")
    refused = {each.command_id: each for each in arena.facts if isinstance(each, CommandRejected)}
    assert "plan_valid_ms" in refused[wrong].message
    assert stranger not in refused or refused[stranger].code.value == "FORBIDDEN"
    arena.ask("job-asks")
    declined = arena.wait_for_fact(PreemptionDeclined, lambda fact: fact.job_id == "job-asks")
    assert declined.reason.value == "TOO_YOUNG"
    arena.check()


def test_the_policy_is_read_and_changed_over_http(arena: Arena, tmp_path: Path) -> None:
    port, path = _free_port(), "/v1/preemption/policy"
    arena.contend(tmp_path, port=port)
    arena.wait_for_epoch(1)
    with (
        _client(arena, port, "acme", ("operator",)) as operator,
        _client(arena, port, "acme", ("submitter",)) as submitter,
    ):
        before = _answered(submitter, "GET", path)
        assert before["ran_min"] == "5m"
        changed = operator.patch(path, params={"wait_s": 30}, json={"ran_min": "2h"})
        assert (changed.status_code, changed.json()["outcome"]) == (200, "accepted"), changed.text
        assert _answered(submitter, "GET", path) == {**before, "ran_min": "2h"}
        wrong = operator.patch(path, json={"plan_valid": "0s"})
        assert wrong.status_code == 422
        assert "plan_valid" in wrong.text
        assert "from 1s to 10m" in wrong.text
        assert submitter.patch(path, json={"ran_min": "0s"}).status_code == 403
        assert _answered(submitter, "GET", path)["ran_min"] == "2h"
    arena.wait_for_fact(PreemptionPolicyActivated, lambda fact: fact.policy.ran_ms_min == 7_200_000)
    arena.check()


def _client(arena: Arena, port: int, tenant: str, roles: tuple[str, ...]) -> httpx.Client:
    token = mint(arena.home, subject="ann", tenant=tenant, roles=roles, ttl_s=600)
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers={"authorization": f"Bearer {token}"}, timeout=30
    )


def _answered(client: httpx.Client, method: str, path: str) -> Any:
    """The answer once the process is ready to give one."""
    patience = Patience()
    while (answer := client.request(method, path)).status_code == 503:
        assert not patience.is_over(answer.text), answer.text
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
