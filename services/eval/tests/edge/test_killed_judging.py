"""Runs whose process is killed (kill -9) while a judge scores their answers: nothing is paid twice."""

from __future__ import annotations

import json
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
from judging_process import answer_of, body_of, evaluate
from muster.deciding.work.worker import ChildProcess
from muster.eval.core import judges, verdicts
from muster.eval.core.configs.documents import canonical, parse_config
from muster.eval.core.runs.orders import BATCH, Order, Result
from muster.eval.core.state import Run
from muster.events.eval_commands import TokenPrice
from muster.events.eval_results import CaseScore, Subset
from muster.scoring.calling.costs import PICOS, cost
from muster.scoring.executing.leases import SharedRay
from muster.store.sealed.recipients import make_key_pair
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow, pytest.mark.stack, pytest.mark.xdist_group("ray")]

CASES = 120
VERDICTS = 2 * CASES + CASES // 2
"""Each second answer has a third verdict, since its first two differ."""

UNDER_WAY = 3 * BATCH
"""Requests of as many batches as the engine has at a concurrency of 16."""

PRICE = TokenPrice(input_micros=1_000_000, output_micros=4_000_000)
LINES = b"\n".join(
    json.dumps({"id": f"chat-{n}", "task": "chat", "prompt": f"context {n}"}).encode() for n in range(CASES)
)


@pytest.fixture(scope="module")
def ray() -> Generator[SharedRay]:
    """One Ray for all tests: its start takes seconds."""
    with SharedRay() as ray:
        yield ray


@pytest.fixture
def evaluated(endpoints: Mapping[str, str], ray: SharedRay) -> Callable[[bytes], bytes]:
    """Evaluates the body of an order, in this process or another."""
    return partial(evaluate, endpoints["MUSTER_POSTGRES_DSN"], ray.leases)


def usage_of(request: Received) -> tuple[int, int]:
    """Return tokens in and out of a request: as many as its texts and its `max_tokens` allow."""
    return len(json.dumps(request.body["messages"])), request.body["max_tokens"]


def dear(request: Received, text: str, model: str) -> Reply:
    """Return a reply that costs nearly what was reserved for it."""
    body = json.loads(completion(text, model=model).body)
    body["usage"]["prompt_tokens"], body["usage"]["completion_tokens"] = usage_of(request)
    return Reply(json.dumps(body).encode())


def billed(*servers: ChatServer) -> int:
    """Return the servers' charge for every request that has arrived, 10^-12 dollars."""
    return sum(cost(PRICE, *usage_of(each)) for server in servers for each in server.received)


def talker(request: Received) -> Reply:
    return dear(request, f"response to {request.text}", "talker")


def grader(request: Received) -> Reply:
    """A judge whose scores differ by case and, of each second case, by sample."""
    number = int(json.loads(request.text.split("\n")[1])["answer"].rpartition(" ")[2])
    score = 3 + (number + (request.body["seed"] // 2) * (number % 2)) % 3
    return dear(request, json.dumps({"reason": "because", "score": score}), "grader")


def question_of(request: Received) -> tuple[str, int]:
    """Identity of a verdict: the prompt and the sample's seed."""
    return request.text, request.body["seed"]


def order_of(model: ChatServer, judge: ChatServer, cap_micros: int | None = None) -> Order:
    """A run of an organisation that has no answers yet."""
    config = parse_config(
        {
            "golden_set": "chats",
            "endpoint": {"model": "talker", "url": model.url},
            "sampling": {"max_tokens": 8},
            "tasks": {"chat": {}},
            "gate": {"kind": "creative"},
            "judge": {"endpoint": {"model": "grader", "url": judge.url}},
        }
    )
    return Order(
        run="ci-1",
        tenant=f"t{uuid.uuid4().hex[:8]}",
        repository="repo-chat",
        commit="1f" * 20,
        golden_set="0" * 64,
        url=model.url,
        config=config,
        judge=judges.hash_of(config),
        price=None if cap_micros is None else PRICE,
        judge_price=None if cap_micros is None else PRICE,
        cap_micros=cap_micros,
    )


def kill_at(verdicts: int, judge: ChatServer, evaluated: Callable[[bytes], bytes], body: bytes) -> None:
    """Evaluate in a process, and kill it when the judge has been asked for this many different verdicts.

    What a killed process had under way is still asked for until Ray has noticed its death, after 2 s.
    """
    reached = threading.Event()
    asked = set(map(question_of, judge.received))

    def script(request: Received) -> Reply:
        asked.add(question_of(request))
        if len(asked) < verdicts:
            return grader(request)
        reached.set()
        return replace(grader(request), delay_s=0.3)

    judge.script = script
    child = ChildProcess(evaluated, body)
    until(lambda: reached.is_set() or child.ended() is not None, "the judge is asked")
    assert child.ended() is None
    child.kill()
    judge.script = grader


def plain(results: Sequence[CaseScore]) -> list[CaseScore]:
    """Results without times."""
    return [replace(each, latency_ms=0) for each in results]


def gate(order: Order, results: Sequence[CaseScore]) -> Sequence[object]:
    """Facts that a run with these results ends with."""
    run = Run(
        tenant="acme",
        repository=order.repository,
        commit=order.commit,
        baseline="",
        config="chats",
        config_digest="",
        document=canonical(order.config),
        cases=CASES,
        judge=order.judge,
    )
    return [each.payload for each in verdicts.decided(order.run, run, results, None)]


def test_a_run_killed_amid_judging_pays_for_no_verdict_twice_and_comes_to_the_same_gate(
    evaluated: Callable[[bytes], bytes],
) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        order = order_of(model, judge)
        kill_at(VERDICTS // 2, judge, evaluated, body_of(order, LINES))
        told, results = answer_of(evaluated(body_of(order, LINES)))
        asked = Counter(map(question_of, judge.received))
        assert len(model.received) == CASES
        assert len(asked) == VERDICTS
        assert 0 < asked.total() - len(asked) <= UNDER_WAY
        assert max(asked.values()) == 2
        whole = order_of(model, judge)
        expected, undisturbed = answer_of(evaluated(body_of(whole, LINES)))
    assert told == expected == Result(batches=5)
    assert plain(results) == plain(undisturbed)
    assert gate(order, results) == gate(whole, undisturbed)
    assert len({each.score for each in results}) == 3


@pytest.mark.long
def test_a_run_killed_amid_held_out_cases_keeps_them_sealed_and_pays_for_none_twice(
    evaluated: Callable[[bytes], bytes], endpoints: Mapping[str, str], tmp_path: Path
) -> None:
    key, marker = tmp_path / "key.pem", f"zq{uuid.uuid4().hex}"
    make_key_pair(key, tmp_path / "key.pub.pem")
    hidden = [{**json.loads(line), "subset": "held_out"} for line in LINES.split(b"\n")[::2]]
    lines = [*LINES.split(b"\n")[1::2], *(json.dumps(each).encode() for each in hidden)]

    def marked(request: Received) -> Reply:
        return dear(request, f"{marker} {request.text}", "talker")

    with chat_server(marked) as model, chat_server(grader) as judge:
        order = replace(order_of(model, judge), held_out="0" * 64)
        body = body_of(order, b"\n".join(lines), key)
        kill_at(VERDICTS // 2, judge, evaluated, body)
        told, results = answer_of(evaluated(body))
        asked = Counter(map(question_of, judge.received))
        assert (told, len(model.received), len(asked)) == (Result(batches=5), CASES, VERDICTS)
        assert 0 < asked.total() - len(asked) <= UNDER_WAY
    assert Counter(each.subset for each in results) == dict.fromkeys(
        (Subset.LOCKED, Subset.HELD_OUT), CASES // 2
    )
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"]) as connection:
        kept = connection.execute("SELECT text FROM eval_answers.answers WHERE tenant = %s", (order.tenant,))
        texts = [text for (text,) in kept]
    assert len(texts) == CASES + VERDICTS
    assert sum(marker in text for text in texts) == CASES // 2, "answers to other cases are kept as they are"


@pytest.mark.long
def test_a_fresh_run_over_kept_answers_killed_amid_judging_pays_for_its_own_verdicts_once(
    evaluated: Callable[[bytes], bytes],
) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        order = order_of(model, judge)
        evaluated(body_of(order, LINES))
        anchored = replace(order, run="s-1", anchors=CASES, fresh=True, stored=True)
        judge.received.clear()
        kill_at(VERDICTS // 2, judge, evaluated, body_of(anchored, LINES))
        told, results = answer_of(evaluated(body_of(anchored, LINES)))
        asked = Counter(map(question_of, judge.received))
        assert (told, len(asked)) == (Result(batches=5), VERDICTS)
        assert 0 < asked.total() - len(asked) <= UNDER_WAY
        assert len(model.received) == CASES
        other, again = answer_of(evaluated(body_of(replace(anchored, run="s-2"), LINES)))
        assert len(judge.received) - asked.total() == VERDICTS, "another fresh run pays for every verdict"
    assert (other, plain(again)) == (told, plain(results))
    assert {each.judged.paid for each in results if each.judged} == {2, 3}


@pytest.mark.long
def test_a_run_killed_twice_amid_judging_never_costs_more_than_its_cap(
    evaluated: Callable[[bytes], bytes],
) -> None:
    with chat_server(talker) as model, chat_server(grader) as judge:
        whole = order_of(model, judge, 1_000 * PICOS)
        told, undisturbed = answer_of(evaluated(body_of(whole, LINES)))
        assert told == Result(batches=5)
        enough = billed(model, judge) * 5 // 4
    with chat_server(talker) as model, chat_server(grader) as judge:
        order = order_of(model, judge, enough // PICOS)
        body = body_of(order, LINES)
        kill_at(80, judge, evaluated, body)
        kill_at(200, judge, evaluated, body)
        told, results = answer_of(evaluated(body))
        assert told.code == "CAP_REACHED", "what the killed had sent was paid, and asked once more"
        spent = sum(each.cost_picos for each in results)
        assert billed(model, judge) <= spent + told.unsettled_micros * PICOS <= enough
        assert len(model.received) == CASES
        assert max(Counter(map(question_of, judge.received)).values()) <= 3
    assert CASES // 4 < len(results) < CASES
    assert plain(results) == plain(undisturbed)[: len(results)]


@pytest.mark.long
@pytest.mark.parametrize("part", ["raylet", "gcs_server"])
def test_a_run_whose_ray_is_killed_amid_judging_goes_on_with_another_and_pays_for_nothing_twice(
    part: str, evaluated: Callable[[bytes], bytes]
) -> None:
    reached = threading.Event()

    def script(request: Received) -> Reply:
        if request.number < CASES:
            return grader(request)
        reached.set()
        return replace(grader(request), delay_s=0.3)

    with chat_server(talker) as model, chat_server(script) as judge:
        body = body_of(order_of(model, judge), LINES)
        child = ChildProcess(evaluated, body)
        until(reached.is_set, "the judge is asked")
        [vital] = [each for each in psutil.Process().children(recursive=True) if each.name() == part]
        vital.kill()
        assert until(child.ended, "the process of the run ends") == (True, b"its process ended with 71")
        child.kill()
        judge.script = grader
        second = ChildProcess(evaluated, body)
        died, answer = until(second.ended, "the next attempt ends")
        second.kill()
        assert not died
        asked = Counter(map(question_of, judge.received))
        assert len(model.received) == CASES
        assert len(asked) == VERDICTS
        assert asked.total() - len(asked) <= UNDER_WAY
    told, results = answer_of(answer)
    assert (told, len(results)) == (Result(batches=5), CASES)
