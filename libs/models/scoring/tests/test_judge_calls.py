"""Verdicts on many answers without Ray, from a real server on loopback: nothing paid twice, caps kept."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import pytest
from muster.scoring.calling.client import Client
from muster.scoring.calling.costs import Allowance, cost
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.calling.outcomes import EndpointEnded
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.calling.prompts import Message
from muster.scoring.executing.system import SystemClock
from muster.scoring.judge_calls import JudgeCalls, JudgedAnswer
from muster.scoring.judging.judges import Judge
from muster.scoring.judging.progress import Judged
from muster.scoring.judging.prompts import Material
from muster.testkit.chat_server import ChatServer, Received, Reply, always, chat_server, completion, error

MODEL = "grader"
JUDGE = Judge(model=MODEL, max_tokens=20)
QUICK = Limits(timeout_s=20, attempts_max=2, first_pause_ms=1, longest_pause_ms=4, concurrency_max=16)
TOKENS_IN, TOKENS_OUT = 7, 3
"""Tokens of each prompt and reply of the scripted server."""


@dataclass(frozen=True)
class Price:
    """Price of the judge's tokens."""

    input_micros: int = 1_000_000
    output_micros: int = 4_000_000
    cached_micros: int | None = None


PRICE = Price()


@dataclass
class MemoryReplies:
    """Replies in memory, as a worker's table keeps them.

    Attributes:
        kept: By key.
        calls: Names of threads that called: never the event loop's.
    """

    kept: dict[str, PaidAnswer] = field(default_factory=dict[str, PaidAnswer])
    calls: set[int] = field(default_factory=set[int])

    def find(self, keys: Sequence[str]) -> Mapping[str, PaidAnswer]:
        self.calls.add(threading.get_ident())
        return {key: self.kept[key] for key in keys if key in self.kept}

    def keep(self, replies: Iterable[PaidAnswer]) -> None:
        for each in replies:
            self.kept.setdefault(each.key, each)


@dataclass
class Spending:
    """Reservations in memory.

    Attributes:
        allowance: The cap with what is held and used.
        most: Largest sum of both so far.
    """

    allowance: Allowance
    most: int = 0

    def reserve(self, worst: Sequence[int]) -> int:
        count = self.allowance.affordable(worst)
        self.allowance = self.allowance.reserved(sum(worst[:count]))
        self.most = max(self.most, self.allowance.held + self.allowance.used)
        return count

    def settle(self, amount: int, used: int) -> None:
        self.allowance = self.allowance.settled(amount, used)


def answers(count: int) -> list[JudgedAnswer]:
    """Answers with a number each."""
    asked = (Message("user", "How are you?"),)
    return [JudgedAnswer(f"s-{n}", Material(asked, f"fine {n}")) for n in range(count)]


def number_of(request: Received) -> int:
    return int(json.loads(request.text.split("\n")[1])["answer"].rpartition(" ")[2])


def sample_of(request: Received) -> int:
    return (request.body["seed"] - 1) // 2


def verdict(score: int) -> Reply:
    return completion(json.dumps({"reason": "because", "score": score}), model=MODEL)


def unsure(request: Received) -> Reply:
    """A judge whose first two verdicts on each second answer differ."""
    number = number_of(request)
    return verdict(1 + (number + (number % 2) * sample_of(request)) % 5)


def judged(
    server: ChatServer,
    count: int,
    *,
    run: str = "drift-7",
    replies: MemoryReplies | None = None,
    spending: Spending | None = None,
    fresh: bool = False,
    limits: Limits = QUICK,
    until: int | None = None,
) -> tuple[dict[str, Judged], bool, EndpointEnded | None]:
    """Judge answers; results by subject, whether the cap was reached, and the end of the endpoint."""
    found: dict[str, Judged] = {}

    async def main() -> tuple[bool, EndpointEnded | None]:
        async with Client(
            Endpoint(server.url, MODEL, limits=limits), SystemClock(), random.Random(7).random
        ) as client:
            calls = JudgeCalls(
                JUDGE,
                client,
                run=run,
                replies=MemoryReplies() if replies is None else replies,
                allowance=spending,
                price=None if spending is None else PRICE,
                fresh=fresh,
            )
            try:
                async with aclosing(calls.judged(answers(count))) as results:
                    async for subject, each in results:
                        assert subject not in found
                        found[subject] = each
                        if len(found) == until:
                            break
            except EndpointEnded as end:
                return calls.capped, end
            return calls.capped, None

    capped, end = asyncio.run(main())
    return found, capped, end


def test_each_answer_has_the_median_and_the_third_verdict_is_asked_for_where_the_first_two_differ() -> None:
    with chat_server(unsure) as server:
        found, capped, end = judged(server, 40)
        asked = Counter(map(number_of, server.received))
    assert (capped, end, len(found)) == (False, None, 40)
    assert asked == {n: 3 if n % 2 else 2 for n in range(40)}
    for n in range(40):
        verdicts = [1 + (n + (n % 2) * sample) % 5 for sample in range(3)]
        each = found[f"s-{n}"]
        assert each.score == (sorted(verdicts)[1] - 1) / 4
        assert each.scores == tuple(verdicts[: asked[n]])
        tokens = (TOKENS_IN * asked[n], TOKENS_OUT * asked[n])
        assert (each.paid, each.tokens_in, each.tokens_out) == (asked[n], *tokens)
        assert len(each.replies) == asked[n]
        assert (each.unread, each.code) == (0, "")


def test_replies_that_cannot_be_read_count_as_1_and_a_failing_endpoint_has_a_code() -> None:
    def script(request: Received) -> Reply:
        match number_of(request):
            case 0:
                return completion("score 5", model=MODEL)
            case 1:
                return error(500, "out of memory")
            case 2:
                return completion("x" * 10_000, model=MODEL)
            case _:
                return verdict(5)

    limits = replace(QUICK, reply_bytes_max=5_000)
    with chat_server(script) as server:
        found, _, _ = judged(server, 5, limits=limits)
    assert [(found[f"s-{n}"].score, found[f"s-{n}"].unread, found[f"s-{n}"].code) for n in range(5)] == [
        (0.0, 2, ""),
        (None, 0, "SERVER_ERROR"),
        (0.0, 2, ""),
        (1.0, 0, ""),
        (1.0, 0, ""),
    ]
    assert found["s-1"].reason == "HTTP 500: out of memory"
    assert found["s-0"].reason.startswith("2 of 2 verdicts could not be read")


@pytest.mark.slow
def test_an_interrupted_run_pays_for_no_kept_reply_again_and_comes_to_the_same_scores() -> None:
    replies = MemoryReplies()
    with chat_server(unsure) as server:
        whole, _, _ = judged(server, 60)
        begun = len(server.received)
        some, _, _ = judged(server, 60, replies=replies, until=10)
        kept = len(replies.kept)
        assert 20 <= kept < 150
        found, _, _ = judged(server, 60, replies=replies)
        asked = len(server.received) - begun
        assert 0 <= asked - 150 <= QUICK.concurrency_max
        again, _, _ = judged(server, 60, run="drift-8", replies=replies)
        assert len(server.received) - begun == asked
    assert found == whole
    assert {each.paid for each in again.values()} == {0}
    assert {subject: each.score for subject, each in again.items()} == {
        subject: each.score for subject, each in whole.items()
    }
    assert len(some) == 10
    assert threading.get_ident() not in replies.calls, "the event loop waits for no table"


@pytest.mark.slow
def test_a_fresh_run_asks_for_every_verdict_once_whatever_others_have_paid_for() -> None:
    replies = MemoryReplies()
    with chat_server(unsure) as server:
        judged(server, 20, replies=replies)
        first = len(server.received)
        judged(server, 20, run="drift-8", replies=replies, fresh=True)
        assert len(server.received) == 2 * first
        judged(server, 20, run="drift-8", replies=replies, fresh=True)
        assert len(server.received) == 2 * first


@pytest.mark.parametrize("verdicts", [0, 1, 30])
def test_a_cap_is_never_exceeded_and_the_first_answers_are_judged(verdicts: int) -> None:
    """A judge that is charged the most that its requests may cost."""

    def dear(request: Received) -> Reply:
        body = json.loads(unsure(request).body)
        body["usage"] = {"prompt_tokens": len(json.dumps(request.body["messages"])), "completion_tokens": 20}
        return Reply(json.dumps(body).encode())

    with chat_server(dear) as server:
        judged(server, 1)
        each = server.received[0].body["messages"]
        charge = cost(PRICE, len(json.dumps(each)), 20)
        server.received.clear()
        spending = Spending(Allowance(charge * verdicts))
        found, capped, _ = judged(server, 40, spending=spending)
        billed = sum(cost(PRICE, len(json.dumps(each.body["messages"])), 20) for each in server.received)
    cap = spending.allowance.cap
    assert capped
    assert sum(each.cost_picos for each in found.values()) <= billed == spending.allowance.used <= cap
    assert spending.most <= cap
    assert spending.allowance.held == 0
    places = [int(subject.removeprefix("s-")) for subject in found]
    assert (len(found) > 0) == (verdicts > 1)
    assert max(places, default=-1) + 1 - len(found) <= QUICK.concurrency_max


def test_an_endpoint_that_ends_comes_after_the_results_that_are_known() -> None:
    def script(request: Received) -> Reply:
        return unsure(request) if request.number <= 30 else error(401, "no such key")

    with chat_server(script) as server:
        found, _, end = judged(server, 200, limits=replace(QUICK, concurrency_max=4))
        assert len(server.received) < 60
    assert end is not None
    assert end.failure.code == "UNAUTHORISED"
    assert 5 < len(found) < 15
    assert all(each.score is not None for each in found.values())


def test_a_run_without_answers_sends_no_request() -> None:
    with chat_server(always(verdict(5))) as server:
        assert judged(server, 0) == ({}, False, None)
        assert server.received == []


@pytest.mark.long
def test_a_thousand_answers_are_judged_at_the_pace_of_the_endpoint() -> None:
    with chat_server(unsure) as server:
        found, _, _ = judged(server, 1_000, limits=replace(QUICK, concurrency_max=50))
        assert len(found) == 1_000
        assert len(server.received) == 2_500
