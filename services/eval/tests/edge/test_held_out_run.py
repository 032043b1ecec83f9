"""Runs that ask held-out cases, with Ray, Postgres and S3: nothing that outlives them has their texts."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Generator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import pytest
from muster.client.cli import main
from muster.eval.config import Settings
from muster.eval.core.configs.documents import canonical, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.judges import hash_of
from muster.eval.core.runs.orders import Order, Result, batches, read_order, result_bytes
from muster.eval.edge.http import API
from muster.eval.edge.running.executing import Evaluation, asked_cases
from muster.eval.edge.running.held_out import KEY_MISSING, UNREADABLE, HeldOut
from muster.eval.edge.running.judging import Judging
from muster.eval.edge.running.results import Results
from muster.eval.edge.stored import GoldenSets
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, StartEval
from muster.events.eval_results import CasesScored, Subset
from muster.events.registry_commands import RepositoryType, Visibility
from muster.events.registry_events import CommitMade, RepositoryCreated, StoredBytes, VersionPromoted
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.events.topics import (
    EVAL_COMMANDS,
    EVAL_EVENTS,
    EVAL_REPORTS,
    EVAL_RESULTS,
    EVAL_WORK,
    REGISTRY_EVENTS,
)
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.journal import Outgoing, SystemClock
from muster.journal.memory import MemoryJournal
from muster.scoring.calling.allowed import NotUsable
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.leases import SharedRay, lease
from muster.scoring.kept_answers import Answers
from muster.store import ObjectStore
from muster.store.sealed.recipients import Sealer, make_key_pair
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion, error
from muster.testkit.cores.deciding import given
from muster.testkit.offline import offline
from psycopg import sql

pytestmark = [pytest.mark.slow, pytest.mark.stack, pytest.mark.xdist_group("ray")]

MARKER: Final = f"zq{uuid.uuid4().hex}"
"""Stands in every text of held-out cases, and so in what models say about them."""

LOCKED, HELD_OUT = 30, 12
REPOSITORY: Final = "repo-k3m5q7aa"
VERSIONS: Final = ("1f" * 20, "2e" * 20)
QUICK: Final = Limits(timeout_s=20, attempts_max=2, first_pause_ms=1, longest_pause_ms=4)


def case(number: int, *, held_out: bool) -> dict[str, Any]:
    """A case; every text of a held-out one has the marker."""
    mark = MARKER if held_out else "plain"
    found: dict[str, Any] = {
        "id": f"{'held' if held_out else 'open'}-{number}",
        "task": "talk" if number % 2 else "facts",
        "prompt": f"question {number} {mark}",
        "expected": f"answer {number} {mark}",
        "sources": {f"{mark}-source": f"source {mark}"},
        "metadata": {"canary": f"canary of {mark} {number}"},
        "provenance": {"origin": "written", "source": mark, "author": mark},
    }
    if number % 4 == 0:
        found["checks"] = [{"kind": "pattern", "pattern": f"{mark} never", "match": "anywhere"}]
    if held_out:
        found |= {"subset": "held_out", "cluster": f"{mark}-{number // 3}", "id": f"{mark}-{number}"}
    return found


SET: Final = "\n".join(
    json.dumps(case(n, held_out=held_out))
    for held_out, count in ((False, LOCKED), (True, HELD_OUT))
    for n in range(count)
).encode()


def talker(request: Received) -> Reply:
    """A model that says what it was asked; for some cases in an error."""
    number = int(request.text.split()[1])
    if number % 6 == 5:
        return error(400, f"cannot answer {request.text}")
    return completion(f"answer {request.text.partition(' ')[2]}", model="talker")


def worse(request: Received) -> Reply:
    """The same, wrong about every third case."""
    if int(request.text.split()[1]) % 3:
        return talker(request)
    return completion(f"not {request.text}", model="talker")


def grader(request: Received) -> Reply:
    """A judge that quotes what it judges, sometimes in a form that cannot be read."""
    quoted = request.text[-400:]
    if request.body["seed"] % 3 == 0:
        return completion(f"hm: {quoted}", model="grader")
    return completion(json.dumps({"reason": quoted, "score": 4}), model="grader")


class Place:
    """A golden set with held-out cases and a config, the log, and a worker.

    Attributes:
        tenant: The organisation.
        log: Everything on topics, in its order.
        settings: Of the API, which can seal.
        key_file: Of the worker, which can open.
    """

    def __init__(self, endpoints: Mapping[str, str], folder: Path, engine: Engine) -> None:
        self.tenant = f"t{uuid.uuid4().hex[:8]}"
        self.key_file, public = folder / "key.pem", folder / "key.pub.pem"
        make_key_pair(self.key_file, public)
        values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
        self.settings = offline(Settings, **values, eval_held_out_public_key_file=public)
        self.stored = GoldenSets(self.settings.store(), Sealer.from_file(public))
        self.log: list[Outgoing] = []
        self.decisions, self._engine = given(DECIDER), engine
        self._by: dict[str, Any] = {"tenant": self.tenant, "requested_by": "ann"}
        self.tell(REGISTRY_EVENTS, _created(self.tenant), *(_made(self.tenant, each) for each in VERSIONS))
        self.tell(EVAL_REPORTS, WorkerReported(worker_id="w", incarnation=1, slots=4))

    def activate(self, model: ChatServer, judge: ChatServer, *, blocking: bool = True) -> None:
        """Put the golden set and a config in force."""
        golden = self.stored.put_set(self.tenant, parse_cases(SET))
        command = ActivateGoldenSet(
            name="chats",
            digest=golden.digest,
            tasks=golden.tasks,
            source="",
            comparable=golden.comparable,
            held_out=golden.held_out,
            held_out_tasks=golden.held_out_tasks,
            **self._by,
        )
        config = {
            "golden_set": "chats",
            "endpoint": {"model": "talker", "url": model.url},
            "tasks": {
                "talk": {"threshold": 0.1, "margin": 0.9},
                "facts": {"checks": [{"kind": "exact"}], "threshold": 0.1, "margin": 0.9},
            },
            "gate": {"kind": "creative", "blocking": blocking, "coverage": 0.5},
            "judge": {"endpoint": {"model": "grader", "url": judge.url}},
        }
        document = canonical(parse_config(config))
        self.tell(EVAL_COMMANDS, command, ActivateEvalConfig(name="release", document=document, **self._by))

    def tell(self, topic: Topic, *payloads: Any) -> None:
        """Decide inputs; keep them and what follows."""
        for payload in payloads:
            self._keep(topic, payload)
            self.decisions.when(payload)
            for fact in self.decisions.decided:
                is_event = type(fact).__module__ == "muster.events.eval_events"
                self._keep(EVAL_EVENTS if is_event else EVAL_WORK, fact)

    def start(self, run: str, commit: str) -> Order:
        """Start a run; its order."""
        self.tell(
            EVAL_COMMANDS,
            StartEval(run=run, repository=REPOSITORY, commit=commit, config="release", **self._by),
        )
        [ordered] = [each for each in self.decisions.decided if isinstance(each, WorkOrdered)]
        return read_order(ordered.body)

    def work(self, order: Order) -> list[CasesScored]:
        """Carry out an order as a worker does; what it sends."""
        held_out = HeldOut.from_file(self.key_file)
        cases = asked_cases(self.stored, order, held_out)
        journal = MemoryJournal([EVAL_RESULTS])
        judge = order.config.judge
        assert judge is not None
        assert judge.endpoint.url is not None
        with psycopg.connect(self.settings.postgres_dsn, autocommit=True) as connection:
            answers = Answers(connection, self.tenant)
            grading = Endpoint(judge.endpoint.url, "grader", limits=QUICK)
            evaluation = Evaluation(
                order,
                None if order.stored else Endpoint(order.url, "talker", limits=QUICK),
                lambda: nullcontext(self._engine),
                answers,
                Results(journal.producer("w"), SystemClock(), order.run, self.tenant),
                judging=Judging(order, grading, answers, held_out=held_out),
                held_out=held_out,
            )
            told = evaluation.run(batches(order.run, cases, order.config))
        assert told == Result(batches=len(batches(order.run, cases, order.config)))
        sent = [each.envelope.payload for each in journal.reader([EVAL_RESULTS], name="t").read_to_end()]
        return [each for each in sent if isinstance(each, CasesScored)]

    def evaluate(self, run: str, commit: str) -> list[CasesScored]:
        """Evaluate a version to its verdict."""
        sent = self.work(self.start(run, commit))
        self.tell(EVAL_RESULTS, *sent)
        self.tell(
            EVAL_REPORTS,
            WorkReported(
                work_id=run,
                attempt=1,
                worker_id="w",
                incarnation=1,
                died=False,
                result=result_bytes(Result(batches=len(sent))),
                reason="",
            ),
        )
        return sent

    def promote(self, commit: str) -> None:
        """Have `production` lead to a version."""
        promoted = VersionPromoted(
            repository=REPOSITORY,
            commit=commit,
            pointer="production",
            former="",
            reason="",
            gates=("release",),
            overridden=False,
            refusal="",
            full_name="acme/talker",
            tenant=self.tenant,
            requested_by="ann",
        )
        self.tell(REGISTRY_EVENTS, promoted)

    def objects(self) -> dict[str, bytes]:
        """All objects of the organisation."""
        store = ObjectStore(self.settings.store())
        return {key: store.get(key) for key in store.keys(f"eval/{self.tenant}/")}

    def rows(self, text: str) -> Generator[str]:
        """All rows of all tables of the database that have a text."""
        with psycopg.connect(self.settings.postgres_dsn, autocommit=True) as connection:
            tables = connection.execute(
                "SELECT table_schema, table_name FROM information_schema.tables"
                " WHERE table_type = 'BASE TABLE' AND table_schema !~ '^(pg_|information_schema)'"
            ).fetchall()
            for schema, table in tables:
                name = sql.Identifier(schema, table)
                found = connection.execute(
                    sql.SQL("SELECT t::text FROM {} t WHERE t::text LIKE {}").format(
                        name, sql.Literal(f"%{text}%")
                    )
                )
                yield from (f"{schema}.{table}: {row[0]}" for row in found)

    def _keep(self, topic: Topic, payload: Any) -> None:
        envelope = Envelope(
            event_id=f"e{len(self.log)}",
            key=getattr(payload, "run", REPOSITORY),
            occurred_at_ms=self.decisions.now_ms,
            producer="test",
            correlation_id="c",
            payload=payload,
            tenant=self.tenant,
        )
        self.log.append(Outgoing(topic, envelope))


def _created(tenant: str) -> RepositoryCreated:
    return RepositoryCreated(
        repository=REPOSITORY,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="talker",
        visibility=Visibility.INTERNAL,
        tenant=tenant,
        requested_by="ann",
        commit="00" * 20,
        root="0" * 64,
    )


def _made(tenant: str, commit: str) -> CommitMade:
    return CommitMade(
        repository=REPOSITORY,
        branch="main",
        commit=commit,
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant=tenant,
        requested_by="ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


@pytest.fixture(scope="module")
def ray() -> Generator[SharedRay]:
    """One Ray for all tests: its start takes seconds."""
    with SharedRay() as ray:
        yield ray


@pytest.fixture
def place(endpoints: Mapping[str, str], ray: SharedRay, tmp_path: Path) -> Generator[Place]:
    with lease(ray.leases) as cluster, Engine(cluster) as engine:
        yield Place(endpoints, tmp_path, engine)


@pytest.fixture
def token(endpoints: Mapping[str, str], place: Place) -> str:
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    return mint(home, subject="ann", tenant=place.tenant, roles=["submitter"], ttl_s=600)


PATHS: Final = (
    "/v1/golden-sets",
    "/v1/golden-sets/chats",
    "/v1/golden-sets/chats/history",
    "/v1/golden-sets/chats/proposals",
    "/v1/eval-configs/release",
    "/v1/eval-configs/release/labelling?limit=50",
    "/v1/eval-configs/release/calibration",
    "/v1/eval-configs/release/series",
    "/v1/evals",
    "/v1/evals/second",
    "/v1/evals/second/cases?limit=1000",
    "/v1/evals/second/cases?which=flipped",
    "/v1/evals/second/comparison?limit=1000",
    *(f"/v1/evals/second/report?format={form}" for form in ("text", "markdown", "junit", "sarif", "json")),
    "/v1/evals/second/report?format=html",
)

COMMANDS: Final = (
    "eval show second",
    "eval show second --format html",
    "eval cases second -n 1000 -o json",
    "eval compare second -n 1000",
    "eval history chats",
    "eval golden-set chats",
    "eval label --next release -n 50 -o json",
)


def test_no_text_of_a_held_out_case_leaves_the_run_that_asks_it(  # noqa: PLR0917 - fixtures
    place: Place,
    token: str,
    ray: SharedRay,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO)
    with chat_server(talker) as model, chat_server(grader) as judge:
        place.activate(model, judge)
        place.evaluate("first", VERSIONS[0])
        place.promote(VERSIONS[0])
        model.script = worse
        sent = place.evaluate("second", VERSIONS[1])
        assert sum(MARKER in each.text for each in model.received) >= 2 * HELD_OUT, "they are really asked"
        assert sum(MARKER in each.text for each in judge.received) > 0
        asked = len(model.received), len(judge.received)
        order = replace(place.start("third", VERSIONS[1]), run="second")
        again = place.work(order)
        failed = sum(each.code != "" for batch in sent for each in batch.results)
        assert len(model.received) - asked[0] == failed, "what has no answer is asked again, nothing else"
        assert len(judge.received) == asked[1]
        assert [_plain(each) for each in again] == [_plain(each) for each in sent]
    results = [each for batch in sent for each in batch.results if each.subset.value == "HELD_OUT"]
    assert len(results) == HELD_OUT
    assert {each.reason for each in results} == {""}
    assert {each.score for each in results} > {None, 0.0, 0.75}
    assert all(each.case.startswith("held-out-") and each.key and each.latency_ms >= 0 for each in results)
    assert sum(each.tokens_out for each in results) > 0
    with serve_declared(API, place.settings, place.log) as url:
        seen = _answers(url, token)
        seen |= {each: _ran(each, url, token, monkeypatch, capfd) for each in COMMANDS}
        seen |= {"rows": "\n".join(place.rows(MARKER))}
        assert list(place.rows("answer 1 plain")), "answers to other cases are kept as they are"
    seen["topics"] = "\n".join(str(each.envelope.payload) for each in place.log)
    seen["logs"] = caplog.text + "".join(capfd.readouterr())
    for key, data in place.objects().items():
        seen[key] = data.decode(errors="replace")
    for file in ray.leases.parent.rglob("*"):
        if file.is_file():
            seen[str(file)] = file.read_text(errors="replace")
    found = [name for name, text in seen.items() if MARKER in text]
    assert not found, found
    assert {name.split("/")[2] for name in seen if name.startswith(f"eval/{place.tenant}")} == {
        "golden",
        "held-out",
    }
    assert "question 1 plain" in "".join(seen.values()), "other cases are readable where they were"


def _answers(url: str, token: str) -> dict[str, str]:
    """Return the answers of the API by path, uploads included."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, trust_env=False, timeout=60) as client:
        found = {path: client.get(path) for path in PATHS}
        assert [path for path, answer in found.items() if answer.status_code != 200] == []
        found["upload"] = client.put("/v1/golden-sets/chats", content=SET)
        found["wrong"] = client.put("/v1/golden-sets/chats", content=SET.replace(b'"sources"', b'"source"'))
        assert [found[name].status_code for name in ("upload", "wrong")] == [202, 422]
    used = found["/v1/golden-sets/chats"].json()
    assert (used["held_out_uses"], sum(each["cases"] for each in used["held_out_tasks"])) == (3, 12)
    shown = found["/v1/evals/second"].json()
    assert (shown["cases"], shown["held_out_cases"], shown["held_out_use"]) == (42, 12, 2)
    assert "12 of them are held out; final gates that have used these: 2" in found[PATHS[-1]].text
    return {path: answer.text for path, answer in found.items()}


def _plain(sent: CasesScored) -> CasesScored:
    """Results without times."""
    return replace(sent, results=tuple(replace(each, latency_ms=0) for each in sent.results))


def _ran(
    command: str, url: str, token: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> str:
    """Return what a command prints."""
    monkeypatch.setenv("MUSTER_EVAL_URL", url)
    monkeypatch.setenv("MUSTER_TOKEN", token)
    before = "".join(capfd.readouterr())
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    printed = "".join(capfd.readouterr())
    assert not ended.value.code, printed
    return before + printed


def test_kept_answers_to_held_out_cases_are_judged_again_without_asking_the_version(place: Place) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        place.activate(model, judge)
        order = place.start("first", VERSIONS[0])
        first = place.work(order)
        asked = len(model.received), len(judge.received)
        assert order.config.judge is not None
        shorter = order.config.judge.model_copy(update={"criteria": "Is it short?"})
        config = order.config.model_copy(update={"judge": shorter})
        again = place.work(replace(order, run="again", config=config, judge=hash_of(config), stored=True))
        judged = [each for each in judge.received[asked[1] :] if MARKER in each.text]
        assert (len(model.received), len(judged) > 0) == (asked[0], True)
    assert _held_out_scores(again) == _held_out_scores(first)
    assert MARKER not in "".join(each.reason for batch in again for each in batch.results)


def _held_out_scores(sent: Sequence[CasesScored]) -> dict[str, float | None]:
    results = [each for batch in sent for each in batch.results]
    return {each.case: each.score for each in results if each.subset is Subset.HELD_OUT}


def test_a_run_whose_gate_only_advises_asks_no_held_out_case(place: Place) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        place.activate(model, judge, blocking=False)
        sent = place.evaluate("first", VERSIONS[0])
        assert sum(len(each.results) for each in sent) == LOCKED
        assert not any(MARKER in each.text for each in [*model.received, *judge.received])


def test_a_worker_without_the_key_ends_the_run_with_a_code(place: Place, tmp_path: Path) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        place.activate(model, judge)
        order = place.start("first", VERSIONS[0])
    with pytest.raises(NotUsable) as raised:
        asked_cases(place.stored, order, HeldOut())
    assert raised.value.code == KEY_MISSING
    other = tmp_path / "other.pem"
    make_key_pair(other, tmp_path / "other.pub.pem")
    with pytest.raises(NotUsable) as raised:
        asked_cases(place.stored, order, HeldOut.from_file(other))
    assert raised.value.code == UNREADABLE
    with pytest.raises(NotUsable):
        HeldOut.from_file(tmp_path / "none.pem")
