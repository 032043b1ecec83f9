"""GET /v1/jobs/{id}/explanation over HTTP, on a leader and a standby with one log in memory."""

from __future__ import annotations

import random
import threading
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.api.questions import TooManyQuestions
from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import JOB_COMMANDS, NODE_HEARTBEATS
from muster.events.wire.envelope import Envelope
from muster.identity.devkeys import ISSUER, ensure_keys, mint
from muster.journal import Leader, ManualClock, MemoryJournal, Outgoing, SystemClock
from muster.scheduler.config import Settings
from muster.scheduler.core.explain.explain import Explainer
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import http, questions
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.service import leader_settings
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.testkit.api.serving import Served
from muster.testkit.cores import build
from muster.testkit.offline import offline
from muster.testkit.patience import until
from muster.testkit.simulation import MemoryObjects
from muster.testkit.tokens import Tokens

PATIENCE_S = 120.0


class Process:
    """One scheduler with its HTTP server, wired like service.serve."""

    def __init__(self, journal: MemoryJournal, name: str, home: Path) -> None:
        keys = ensure_keys(home).jwks_file
        self.settings = offline(Settings, scheduler_id=name, jwt_jwks_file=keys, jwt_issuer=ISSUER)
        self.questions, self.stop = Questions(SystemClock()), threading.Event()
        self.machine = SchedulerMachine(
            cell="default",
            producer=name,
            snapshots=SnapshotStore(MemoryObjects(), "default"),
            clock=SystemClock(),
            questions=self.questions,
            sender_check=Tokens(home).sender_check(),
            report_check=Tokens(home).report_check(),
        )
        self.leader = Leader(
            journal,
            self.machine,
            leader_settings(self.settings),
            leader_id=name,
            stop=self.stop,
            clock=SystemClock(),
            chance=random.Random(name).random,
        )
        self.home = home
        api = http.connect(http.build(self.settings), self.settings, self.questions, self.leader)
        self.served = Served(api, lambda: self.leader.problem)
        self.thread = threading.Thread(target=self.leader.run, name=name)

    def get(self, path: str, *, tenant: str = "acme") -> httpx.Response:
        token = mint(self.home, subject="ann", tenant=tenant, roles=("viewer",), ttl_s=60)
        url = f"{self.served.url}{path}"
        return httpx.get(url, headers={"Authorization": f"Bearer {token}"}, trust_env=False, timeout=30)

    def post(self, path: str, body: Any) -> httpx.Response:
        token = mint(self.home, subject="ann", tenant="acme", roles=("viewer",), ttl_s=60)
        shown = {"Authorization": f"Bearer {token}"}
        return httpx.post(f"{self.served.url}{path}", json=body, headers=shown, trust_env=False, timeout=30)

    def explained(self, job_id: str) -> dict[str, Any]:
        return self.get(f"/v1/jobs/{job_id}/explanation").raise_for_status().json()

    def close(self) -> None:
        self.stop.set()
        if self.thread.is_alive():
            self.thread.join(PATIENCE_S)
        self.served.close()


class Cell:
    """A leader and a standby on one log, and a client that writes commands."""

    def __init__(self, home: Path) -> None:
        self.journal = MemoryJournal()
        self.leader, self.standby = (Process(self.journal, name, home) for name in ("first", "second"))
        self._sent = 0
        self._tokens = Tokens(home)

    def start(self) -> None:
        self.leader.thread.start()
        until(lambda: self.leader.leader.leading, "the first leads")
        self.standby.thread.start()

    def send(self, *payloads: Any) -> None:
        with closing(self.journal.producer("test")) as producer:
            for payload in payloads:
                self._sent += 1
                name = f"sent-{self._sent}"
                topic = NODE_HEARTBEATS if isinstance(payload, NodeHeartbeat) else JOB_COMMANDS
                envelope = Envelope(
                    event_id=name,
                    key=getattr(payload, "job_id", "k"),
                    occurred_at_ms=0,
                    producer="t",
                    correlation_id=name,
                    payload=payload,
                )
                shown = self._tokens.of(payload)
                producer.send(Outgoing(topic, envelope, authorization=shown)).result(PATIENCE_S)


@contextmanager
def running(home: Path) -> Generator[Cell]:
    with ExitStack() as stack:
        cell = Cell(home)
        for process in (cell.leader, cell.standby):
            stack.callback(process.close)
        cell.start()
        yield cell


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Generator[Cell]:
    """A cell of four GPUs, of which job-runs holds three; job-waits needs two."""
    with running(tmp_path_factory.mktemp("home")) as made:
        made.send(build.beat(build.node("n1", gpus=4)))
        until(lambda: "n1" in made.leader.machine.state.nodes, "n1 has joined")
        made.send(
            build.submit("job-runs", build.job_spec(gpus=3)),
            build.submit("job-waits", build.job_spec(gpus=2)),
            build.submit("job-rival", build.job_spec(gpus=4), tenant="rival"),
        )
        for process in (made.leader, made.standby):
            until(lambda p=process: "job-rival" in p.machine.state.jobs, "all have read everything")
        yield made


@pytest.mark.slow
def test_leader_and_standby_estimate_the_run_time_of_a_job(cell: Cell) -> None:
    job = {"name": "train", "run": "true", "resources": {"gpus": 1}, "expected_duration": "2h"}
    for process in (cell.leader, cell.standby):
        answer = process.post("/v1/run-times", job).raise_for_status().json()
        assert (answer["basis"], answer["samples"]) == ("nothing yet", 0)
        assert [(each["shortest_ms"], each["middle_ms"]) for each in answer["models"]] == [(None, 7_200_000)]
    refused = cell.leader.post("/v1/run-times", {**job, "ranks": 0})
    assert refused.status_code == 422
    assert refused.json()["violations"][0]["field"] == "ranks"


@pytest.mark.slow
def test_leader_and_standby_explain_a_waiting_job_alike(cell: Cell) -> None:
    by_leader, by_standby = cell.leader.explained("job-waits"), cell.standby.explained("job-waits")
    assert by_leader.pop("answered_by") == {"scheduler_id": "first", "leading": True}
    assert by_standby.pop("answered_by") == {"scheduler_id": "second", "leading": False}
    assert by_leader["reason"] == by_standby["reason"]
    assert by_leader["reason"]["code"] == "GPUS_BUSY"
    assert by_leader["summary"] == f"job-waits waits: {by_leader['reason']['message']}"
    assert by_leader["would_start_now"]["requests"] == [
        {"change": {"resources": {"gpus": 1}}, "words": "with 1 GPU instead of 2"}
    ]
    assert by_leader["standing"]["ahead_of_yours"] == []
    assert by_leader["as_of"]["seq"] >= 4
    assert [part["title"] for part in by_leader["text"]][:3] == ["Reason", "Waits", "In line"]


def test_a_placed_job_is_explained_with_its_place_and_the_reason(cell: Cell) -> None:
    placement = cell.leader.explained("job-runs")["placement"]
    assert placement["chosen"]["node_ids"] == ["n1"]
    assert placement["chosen"]["terms"]["gpu_left_milli"] == 1_000
    assert (placement["next_best"], placement["next_best_looked_for"]) == (None, True)


@pytest.mark.slow
def test_unknown_jobs_and_those_of_other_tenants_do_not_exist(cell: Cell) -> None:
    for job_id in ("job-none", "job-rival"):
        answer = cell.leader.get(f"/v1/jobs/{job_id}/explanation")
        assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")
        assert answer.headers["content-type"] == "application/problem+json"
    assert cell.leader.get("/v1/jobs/job-rival/explanation", tenant="rival").status_code == 200


def test_only_health_and_metrics_are_available_without_a_token(cell: Cell) -> None:
    url = cell.leader.served.url
    assert httpx.get(f"{url}/v1/jobs/job-waits/explanation", trust_env=False).status_code == 401
    assert httpx.get(f"{url}/readyz", trust_env=False).json()["ready"]
    assert "muster_leader_leading" in httpx.get(f"{url}/metrics", trust_env=False).text


def test_a_process_that_has_not_read_the_log_answers_unavailable(tmp_path: Path) -> None:
    with closing(Process(MemoryJournal(), "new", tmp_path)) as process:
        answer = process.get("/v1/jobs/job-a/explanation")
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable")
        assert process.get("/readyz").status_code == 503


def test_questions_beyond_the_limit_are_rejected_and_the_others_answered_in_turn() -> None:
    asked = Questions(SystemClock())
    waiting = [asked.ask("job-none") for _ in range(questions.WAITING_MAX)]
    with pytest.raises(TooManyQuestions):
        asked.ask("job-none")
    state = State()

    def all_answered() -> bool:
        asked.answer(state)
        return all(answer.done() for answer in waiting)

    until(all_answered, "every question has its turn")
    assert {answer.result() for answer in waiting} == {None}


def test_answers_take_at_most_a_tenth_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()

    def slow(self: Explainer, job_id: str, *, foresee: bool) -> None:
        del self, job_id, foresee
        clock.advance(questions.ANSWERING_MS)

    monkeypatch.setattr(Explainer, "explain", slow)
    asked = Questions(clock)
    first, second = asked.ask("job-a"), asked.ask("job-b")
    asked.answer(State())
    assert (first.done(), second.done()) == (True, False)
    clock.advance(questions.REST * questions.ANSWERING_MS - 1)
    asked.answer(State())
    assert not second.done()
    clock.advance(1)
    asked.answer(State())
    assert second.done()


def test_a_cancelled_question_is_skipped() -> None:
    asked = Questions(SystemClock())
    gone, waited_for = asked.ask("job-none"), asked.ask("job-none")
    gone.cancel()
    asked.answer(State())
    assert waited_for.done()


def test_a_defect_in_an_answer_reaches_only_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def defect(self: Explainer, job_id: str, *, foresee: bool) -> None:
        del self, foresee
        if job_id == "job-bad":
            raise ZeroDivisionError

    monkeypatch.setattr(Explainer, "explain", defect)
    asked = Questions(SystemClock())
    bad, good = asked.ask("job-bad"), asked.ask("job-good")
    asked.answer(State())
    assert isinstance(bad.exception(), ZeroDivisionError)
    assert good.result() is None
