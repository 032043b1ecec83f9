"""Orders of the decider, carried out on real Kafka, Postgres and S3, with a judge that has a script."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

import psycopg
import pytest
from muster.deciding.work.worker import ChildProcess
from muster.drift.core.quality.orders import (
    CasesOrder,
    JudgeOrder,
    JudgeResult,
    Place,
    order_bytes,
    read_cases,
    read_judged,
)
from muster.drift.edge.judging import Means, execute
from muster.events.eval_commands import TokenPrice
from muster.events.inference_samples import InferenceSampled, SampleBody, SampleMessage
from muster.events.topics import INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope
from muster.golden.configs import ScoringConfig
from muster.journal import Outgoing, Position
from muster.journal.kafka import KafkaJournal
from muster.sampling.bodies import store_body
from muster.store import ObjectStore, StoreSettings
from muster.store.keys import proposed_case_key
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion, error
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow, pytest.mark.stack]

JUDGE = "judge-1"
PRICE = TokenPrice(input_micros=1_000_000, output_micros=4_000_000)
FORGOTTEN = "ab" * 16
DAY_MS = 86_400_000


def number_of(request: Received) -> int:
    """Number of the answer that a judge is shown."""
    return int(json.loads(request.text.split("\n")[1])["answer"].rpartition(" ")[2])


def grader(request: Received) -> Reply:
    """Score answers 1 to 5 by their number."""
    return completion(json.dumps({"reason": "because", "score": 1 + number_of(request) % 5}), model=JUDGE)


def dear(request: Received) -> Reply:
    """Score as the grader, for many tokens."""
    body = json.loads(grader(request).body)
    body["usage"] = {"prompt_tokens": 2_000, "completion_tokens": 512, "total_tokens": 2_512}
    return Reply(json.dumps(body).encode())


def unavailable(_request: Received) -> Reply:
    """Fail."""
    return error(503)


class Log:
    """Samples of a model of its own in the log.

    Attributes:
        tenant: Its organisation.
        means: Addresses for a worker.
        places: Where samples are, by id.
    """

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        self.tenant = f"t{uuid.uuid4().hex[:8]}"
        self.places: dict[str, Position] = {}
        self._journal = KafkaJournal(
            endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"], "test"
        )
        settings = StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
        )
        self.store = ObjectStore(settings)
        self.means = Means(
            kafka_bootstrap=endpoints["MUSTER_KAFKA_BOOTSTRAP"],
            schema_registry_url=endpoints["MUSTER_SCHEMA_REGISTRY_URL"],
            store=settings,
            postgres_dsn=endpoints["MUSTER_POSTGRES_DSN"],
            secrets_dir=None,
            endpoints=("http://127.0.0.1:*",),
        )

    def close(self) -> None:
        """Release the connection."""
        self._journal.close()

    def add(self, number: int, **changed: Any) -> str:
        """Append a sample with an answer of this number; return its id."""
        body = SampleBody(
            conversation=(SampleMessage(role="user", content=f"question {number}"),),
            answer=f"answer {number}",
            sources=(),
        )
        sample = InferenceSampled(
            sample=uuid.uuid4().hex,
            repository=f"{self.tenant}/answers",
            commit="",
            model="answers",
            task="chat",
            segment="",
            template="",
            one_in=1,
            status=200,
            finish_reason="stop",
            latency_ms=1,
            characters_in=1,
            characters_out=1,
            script="Latin",
            refused=False,
            subject="",
            redactions=0,
            body=body,
        )
        sample = replace(sample, **changed)
        if not sample.body and sample.body_key == "store":
            sample = replace(sample, body_key=store_body(self.store, sample, body, now_ms()))
        envelope = Envelope(
            event_id=sample.sample,
            key=sample.repository,
            occurred_at_ms=now_ms(),
            producer="test",
            correlation_id="c",
            payload=sample,
        )
        with closing(self._journal.producer("test")) as producer:
            self.places[sample.sample] = producer.send(Outgoing(INFERENCE_SAMPLES, envelope)).result(60)
        return sample.sample

    def order(self, judge: ChatServer, *samples: str, **changed: Any) -> JudgeOrder:
        """An order to judge samples."""
        config = config_of(judge)
        order = JudgeOrder(
            work=f"judge-{uuid.uuid4().hex[:8]}",
            tenant=self.tenant,
            repository=f"{self.tenant}/answers",
            partition=next(iter(self.places.values())).partition,
            start_ms=now_ms() - 60_000,
            end_ms=now_ms() + 60_000,
            samples=samples,
            forgotten=(FORGOTTEN,),
            document=json.dumps(config),
            judge_hash=ScoringConfig.model_validate(config).judge_hash,
            price=None,
            cap_micros=None,
            until_ms=now_ms() + DAY_MS,
        )
        return replace(order, **changed)

    def kept_count(self, order: JudgeOrder) -> int:
        """Replies that are kept of an order, once Postgres has ended what a killed worker began."""
        with psycopg.connect(self.means.postgres_dsn) as connection:
            connection.execute("LOCK TABLE eval_answers.answers IN SHARE MODE")
            row = connection.execute(
                "SELECT count(*) FROM eval_answers.answers WHERE tenant = %s AND run = %s",
                (order.tenant, order.work),
            ).fetchone()
            assert row is not None
            return row[0]

    def judged(self, order: JudgeOrder) -> JudgeResult:
        """Carry an order out in this process."""
        return read_judged(execute(self.means, order_bytes(order)))


def now_ms() -> int:
    """The time."""
    return time.time_ns() // 1_000_000


def config_of(judge: ChatServer) -> dict[str, Any]:
    """An eval config with a judge that is asked once for each answer."""
    return {
        "golden_set": "letters",
        "tasks": {"chat": {"checks": [{"kind": "pattern", "pattern": "answer", "match": "anywhere"}]}},
        "judge": {
            "endpoint": {"url": judge.url, "model": JUDGE, "concurrency": 4, "timeout_s": 5},
            "samples": 1,
        },
    }


@pytest.fixture
def log(endpoints: Mapping[str, str]) -> Generator[Log]:
    with closing(Log(endpoints)) as log:
        yield log


@pytest.fixture
def judge() -> Generator[ChatServer]:
    with chat_server(grader) as server:
        yield server


def test_samples_have_scores_of_checks_and_judge_and_those_without_texts_have_none(
    log: Log, judge: ChatServer
) -> None:
    plain = [log.add(number) for number in range(3)]
    large = log.add(4, body=None, body_key="store")
    failing = log.add(9, body=SampleBody(conversation=(), answer="no", sources=()))
    without = log.add(5, body=None)
    refused = log.add(6, status=500)
    forgotten = log.add(7, subject=FORGOTTEN)
    wanted = (*plain, large, failing, without, refused, forgotten, "never-sampled")
    found = log.judged(log.order(judge, *wanted))
    assert [(each.sample, each.score, each.failed_check) for each in found.scores] == [
        (plain[0], 0.0, False),
        (plain[1], 0.25, False),
        (plain[2], 0.5, False),
        (large, 1.0, False),
        (failing, 0.0, True),
    ]
    assert [each.offset for each in found.scores] == [log.places[each.sample].offset for each in found.scores]
    assert found.reason == "texts of 4 samples are gone, or their requests have failed"
    assert len(judge.received) == 4
    assert any("question 4" in each.text for each in judge.received), "the large body comes from S3"


def test_a_judge_of_another_hash_is_not_asked(log: Log, judge: ChatServer) -> None:
    found = log.judged(log.order(judge, log.add(1), judge_hash="0" * 64))
    assert found.scores == ()
    assert found.reason.startswith("the judge: judge is ")
    assert judge.received == []


def test_an_endpoint_that_is_not_listed_is_not_asked(log: Log, judge: ChatServer) -> None:
    log.means = replace(log.means, endpoints=())
    found = log.judged(log.order(judge, log.add(1)))
    assert "must be one of MUSTER_EVAL_ENDPOINTS: none" in found.reason


def test_a_judge_that_is_down_for_a_while_is_asked_again(log: Log, judge: ChatServer) -> None:
    samples = [log.add(number) for number in range(3)]
    down = threading.Event()

    def script(request: Received) -> Reply:
        if request.number > 20:
            down.set()
        return grader(request) if down.is_set() else error(503)

    judge.script = script
    found = log.judged(log.order(judge, *samples))
    assert [each.score for each in found.scores] == [0.0, 0.25, 0.5]
    assert found.reason == ""


def test_a_judge_that_stays_down_leaves_samples_without_a_score(log: Log, judge: ChatServer) -> None:
    judge.script = unavailable
    found = log.judged(log.order(judge, log.add(1), until_ms=now_ms()))
    assert [each.score for each in found.scores] == [None]
    assert found.reason.startswith("the judge does not answer: ")


def test_no_more_is_spent_than_the_order_allows(log: Log, judge: ChatServer) -> None:
    samples = [log.add(number) for number in range(8)]
    judge.script = dear
    found = log.judged(log.order(judge, *samples, price=PRICE, cap_micros=30_000))
    assert found.reason == "today's limit is reached"
    assert 0 < found.cost_micros <= 30_000
    scored = [each.score for each in found.scores if each.score is not None]
    assert 0 < len(scored) == len(judge.received) < 8


@pytest.mark.faults
def test_replies_that_a_killed_worker_has_kept_are_not_asked_for_again(log: Log, judge: ChatServer) -> None:
    samples = [log.add(number) for number in range(12)]
    order = log.order(judge, *samples)
    body = order_bytes(order)
    reached = threading.Event()

    def script(request: Received) -> Reply:
        if request.number <= 6:
            return grader(request)
        reached.set()
        return replace(grader(request), delay_s=30)

    judge.script = script
    child = ChildProcess(partial(execute, log.means), body)
    until(lambda: reached.is_set() or child.ended() is not None, "the judge is asked")
    assert child.ended() is None
    child.kill()
    judge.script = grader
    kept, before = log.kept_count(order), len(judge.received)
    assert kept >= 4, "six were answered, and the last two may have been on their way to Postgres"
    found = read_judged(execute(log.means, body))
    assert [each.score for each in found.scores] == [number % 5 / 4 for number in range(12)]
    assert len(judge.received) - before == len(samples) - kept
    assert log.kept_count(order) == 0, "they may quote users, and nothing needs them any more"


def test_samples_are_stored_as_golden_cases_but_those_of_forgotten_users(log: Log, judge: ChatServer) -> None:
    kept, forgotten = log.add(1), log.add(2, subject=FORGOTTEN)
    order = CasesOrder(
        work="cases-1",
        tenant=log.tenant,
        alarm="drift-0a1b2c3d4e5f",
        document=json.dumps(config_of(judge)),
        samples=tuple(
            Place(sample=each, partition=log.places[each].partition, offset=log.places[each].offset)
            for each in (kept, forgotten)
        ),
        forgotten=(FORGOTTEN,),
    )
    (case,) = read_cases(execute(log.means, order_bytes(order))).cases
    line = log.store.get(proposed_case_key(log.tenant, case.digest))
    assert hashlib.sha256(line).hexdigest() == case.digest
    assert json.loads(line) == {
        "id": f"drift-0a1b2c3d4e5f-{kept}",
        "task": "chat",
        "messages": [{"role": "user", "content": "question 1"}],
        "metadata": {"alarm": "drift-0a1b2c3d4e5f", "model": f"{log.tenant}/answers", "version": ""},
        "subset": "live",
    }
