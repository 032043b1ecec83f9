"""Two versions of a model in production, judged as they were evaluated: the worse one is noticed, and so is a
judge that has become stricter."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import uuid
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
from muster.events.topics import DRIFT_EVENTS
from muster.journal.kafka import KafkaJournal
from muster.sampling.middleware import Receive, SampledInference, Scope, Send
from muster.sampling.polling import PolicyPoller
from muster.sampling.sending import Sender
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

PROBLEMS: Final[list[dict[str, Any]]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "eval/tests/data/gsm8k.jsonl").read_text().splitlines()
]
CASES: Final = 60
MODEL: Final = "solver"
JUDGE: Final = "judge-1"
TASK: Final = "word-problems"
HARD: Final = [each for each in PROBLEMS if each["worse"] != each["expected"]]
"""Problems that the worse version does not solve."""
BY_QUESTION: Final = {each["question"]: each for each in PROBLEMS}
PAUSE_S: Final = 0.05
MONITOR: Final = {
    "subgroup": "2s",
    "measures": ["errors"],
    "learning_subgroups": 10,
    "series_max": 1,
    "smoothing": 0.3,
    "false_alarm_every": "1d",
    "sampling": {"one_in": 1, "per_second_max": 1_000, "bodies": True},
    "judge": {"samples": 20, "baseline": CASES, "anchors": CASES, "gap": 3, "propose": True},
    "rollback": True,
}


class Judging:
    """A judge that knows the right numbers.

    Attributes:
        strict: Whether it takes two points off.
    """

    def __init__(self) -> None:
        self.strict = False

    def __call__(self, request: Received) -> Reply:
        """Score an answer: 5 if its number is right, else 2."""
        text = request.text
        data = json.loads(text.partition("<data>\n")[2].partition("\n</data>")[0])
        problem = BY_QUESTION[data["conversation"][-1]["content"]]
        number = data["answer"].rpartition("A:")[2].strip().rstrip(".").replace(",", "")
        score = 5 if number == problem["expected"] else 2
        score = max(score - 2, 1) if self.strict else score
        return completion(json.dumps({"reason": "the number", "score": score}), model=JUDGE)


class Traffic:
    """Requests to a server that samples as the drift service says, until it is closed.

    Attributes:
        who: Version of the model that answers.
    """

    def __init__(self, product: Product, repository: str, token_file: Path) -> None:
        self.who = "better"
        self._chance = random.Random(5)
        servers = product.endpoints["MUSTER_KAFKA_BOOTSTRAP"], product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        self._journal = KafkaJournal(*servers, "server")
        self._sender = Sender(self._journal, report_every_s=1.0)
        url = product.endpoints["MUSTER_DRIFT_URL"]
        self.policy = PolicyPoller(url, repository, token_file, every_s=0.5)
        self._app = SampledInference(
            self._answer, repository=repository, commit="", sender=self._sender, policy=self.policy
        )
        self._closing = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._ask()))
        self.policy.start()

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def close(self) -> None:
        """Ask no more."""
        self._closing.set()
        self._thread.join()
        self._sender.close(60)
        self.policy.close()
        self._journal.close()

    async def _ask(self) -> None:
        transport = httpx.ASGITransport(app=cast("Any", self._app))
        async with httpx.AsyncClient(transport=transport, base_url="http://model") as client:
            while not await asyncio.to_thread(self._closing.wait, PAUSE_S):
                question = self._chance.choice(HARD if self.who == "worse" else PROBLEMS)["question"]
                asked = {"model": MODEL, "messages": [{"role": "user", "content": question}]}
                headers = {"x-muster-task": TASK}
                answer = await client.post("/v1/chat/completions", json=asked, headers=headers)
                assert answer.is_success

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        asked = json.loads((await receive())["body"])
        text = f"A: {BY_QUESTION[asked['messages'][-1]['content']][self.who]}"
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        body = json.dumps({"model": MODEL, "choices": [choice]}).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Place:
    """A model of its own in the product, evaluated with a judge and in production.

    Attributes:
        name: NAMESPACE/NAME of the model; the golden set and the config have the same second part.
    """

    def __init__(self, product: Product, folder: Path, judge: ChatServer) -> None:
        self.product = product
        self.suffix = f"watched-{uuid.uuid4().hex[:8]}"
        self.name = f"local/{self.suffix}"
        golden = folder / "golden.jsonl"
        lines = [
            {
                "id": f"gsm-{n}",
                "task": TASK,
                "prompt": each["question"],
                "expected": each["expected"],
            }
            for n, each in enumerate(PROBLEMS[:CASES])
        ]
        golden.write_text("".join(json.dumps(each) + "\n" for each in lines))
        config = {
            "golden_set": self.suffix,
            "endpoint": {"model": MODEL, "concurrency": 16},
            "tasks": {TASK: {"threshold": 0.4}},
            "judge": {"endpoint": {"url": judge.url, "model": JUDGE, "concurrency": 16}, "samples": 1},
        }
        written, weights, monitor = folder / "config.yaml", folder / "weights.txt", folder / "monitor.yaml"
        written.write_text(json.dumps(config))
        weights.write_text(self.suffix)
        monitor.write_text(
            json.dumps({**MONITOR, "judge": {**cast("Any", MONITOR["judge"]), "config": self.suffix}})
        )
        product.muster("eval", "golden-set", self.suffix, str(golden))
        product.muster("eval", "config", self.suffix, str(written))
        product.muster("model", "push", str(weights), self.name)
        with chat_server(
            lambda request: completion(f"A: {BY_QUESTION[request.text]['better']}", model=MODEL)
        ) as server:
            done = product.muster(
                "eval", "run", self.name, "-c", self.suffix, "--url", server.url, "--wait", check=False
            )
            assert done.returncode in (0, 1), done.stderr
        product.muster("model", "promote", self.name, "--reason", "the first")
        product.muster("drift", "watch", self.name, str(monitor))

    def wait_for_fact(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """Wait for a fact of the model, and return it."""
        found: list[Any] = []

        def is_told() -> bool:
            found[:] = [each for each in self.facts(kind) if wanted.items() <= each.items()]
            return bool(found)

        self.product.until(is_told, told=lambda: str([each["type"] for each in self.facts()][-6:]))
        return found[0]

    def facts(self, kind: str = "") -> list[dict[str, Any]]:
        """Facts of the model, of one kind."""
        payloads = (each["payload"] for each in self.product.records(DRIFT_EVENTS))
        mine = (each for each in payloads if each.get("repository") == self.name)
        return [each for each in mine if not kind or each["type"] == kind]


@pytest.fixture
def judging() -> Generator[tuple[Judging, ChatServer]]:
    judge = Judging()
    with chat_server(judge) as server:
        yield judge, server


@pytest.fixture
def traffic_of(product: Product, tmp_path: Path) -> Generator[Callable[[Place], Traffic]]:
    """Starts the traffic of a model once its server samples as the monitor says."""
    (tmp_path / "token").write_text(product.home.token_file.read_text())
    with ExitStack() as closing_up:

        def started(place: Place) -> Traffic:
            traffic = Traffic(product, place.name, tmp_path / "token")
            closing_up.callback(traffic.close)
            product.until(lambda: traffic.policy.policy.bodies, told=lambda: str(traffic.policy.policy))
            traffic.start()
            return traffic

        yield started


def test_production_is_judged_as_it_was_evaluated(
    product: Product,
    judging: tuple[Judging, ChatServer],
    traffic_of: Callable[[Place], Traffic],
    tmp_path: Path,
) -> None:
    place = Place(product, tmp_path, judging[1])
    traffic_of(place)
    baseline = place.wait_for_fact("BaselineScored")
    assert len(baseline["scores"]) == CASES
    measured = place.wait_for_fact("QualityMeasured", judged=20)
    assert measured["judge_hash"] == baseline["judge_hash"]
    assert {each["measure"] for each in measured["points"]} == {
        "quality",
        "failed-checks",
        "unread-verdicts",
    }


@pytest.mark.long  # minutes of judged traffic
def test_a_worse_model_is_noticed_and_a_stricter_judge_is_not_taken_for_one(
    product: Product,
    judging: tuple[Judging, ChatServer],
    traffic_of: Callable[[Place], Traffic],
    tmp_path: Path,
) -> None:
    judge, server = judging
    place = Place(product, tmp_path, server)
    traffic = traffic_of(place)
    baseline = place.wait_for_fact("BaselineScored")
    place.wait_for_fact("ChartDesigned", measure="quality")
    gap = place.wait_for_fact("GapMeasured")
    assert gap["baseline"] == baseline["mean"]

    traffic.who = "worse"
    alarm = place.wait_for_fact("DriftAlarmRaised", measure="quality")
    assert alarm["side"] == "LOW"
    assert alarm["worst"]
    place.wait_for_fact("AnchorsCompared", moved=False)
    place.wait_for_fact("RollbackAsked", alarm=alarm["alarm"])
    product.until(lambda: bool(proposals(product, place.suffix)), told=lambda: "no proposals")

    traffic.who = "better"
    place.wait_for_fact("DriftAlarmEnded", alarm=alarm["alarm"])
    judge.strict = True
    moved = place.wait_for_fact("DriftAlarmRaised", measure="judge")
    assert "the judge has become stricter" in moved["text"]
    place.wait_for_fact("AnchorsCompared", moved=True)
    raised = [each["measure"] for each in place.facts("DriftAlarmRaised")]
    assert raised.count("quality") == 1


def proposals(product: Product, golden_set: str) -> list[Any]:
    """Cases that are proposed for a golden set."""
    shown = product.muster("eval", "proposals", golden_set, "-o", "jsonl").stdout
    return [json.loads(line) for line in shown.splitlines()]
