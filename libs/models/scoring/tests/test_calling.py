"""The client against a real server on loopback: answers, retries, ends, and the key that nobody sees."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import pickle
import random
import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from muster.scoring.calling.client import Client
from muster.scoring.calling.endpoints import Endpoint, Limits, Secret
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure, FailureCode
from muster.scoring.calling.prompts import Message, Prompt, Sampling
from muster.scoring.calling.replies import retry_after_s
from muster.scoring.executing.system import SystemClock
from muster.testkit.chat_server import (
    MODEL,
    ChatServer,
    Received,
    Reply,
    Script,
    always,
    chat_server,
    completion,
    echo,
    echo_after,
    error,
)
from muster.testkit.patience import until

KEY = "sk-do-not-show-this-4711"
QUICK = Limits(timeout_s=20, attempts_max=3, first_pause_ms=1, longest_pause_ms=4)


def endpoint(server: ChatServer, limits: Limits = QUICK) -> Endpoint:
    return Endpoint(server.url, MODEL, Secret(KEY), limits=limits)


def prompts(count: int) -> list[Prompt]:
    return [Prompt(f"run/{n}/0", (Message("user", f"text {n}"),)) for n in range(count)]


def ask_all(to: Endpoint, asked: Sequence[Prompt]) -> list[Answer | Failure | EndpointEnded]:
    """Ask everything at once; ends in place of answers where the endpoint ended first."""

    async def main() -> list[Answer | Failure | EndpointEnded]:
        async with Client(to, SystemClock(), random.Random(7).random) as client:
            results = await asyncio.gather(*map(client.ask, asked), return_exceptions=True)
        kept: list[Answer | Failure | EndpointEnded] = []
        for each in results:
            if isinstance(each, BaseException) and not isinstance(each, EndpointEnded):
                raise each
            kept.append(each)
        return kept

    return asyncio.run(main())


def ask_one(to: Endpoint, prompt: Prompt | None = None) -> Answer | Failure:
    (result,) = ask_all(to, [prompt or prompts(1)[0]])
    assert not isinstance(result, EndpointEnded)
    return result


def first_replies(*replies: Reply) -> Script:
    """Send these first, then echo."""
    return lambda request: replies[request.number - 1] if request.number <= len(replies) else echo(request)


def failed(result: object) -> Failure:
    assert isinstance(result, Failure)
    return result


def ends(results: Sequence[Answer | Failure | EndpointEnded]) -> Counter[str]:
    """Count answers as ANSWERED, failures and ends by their codes."""
    codes = (
        each.failure.code if isinstance(each, EndpointEnded) else getattr(each, "code", "ANSWERED")
        for each in results
    )
    return Counter(map(str, codes))


def test_answers_hold_text_model_tokens_and_reason() -> None:
    with chat_server() as server:
        prompt = Prompt(
            "run/1/0",
            (Message("system", "Be brief."), Message("user", "Wie geht's? \ud83d")),
            Sampling(temperature=0, seed=3, max_tokens=9, stop=("\n",)),
            fields={"reasoning_effort": "low"},
        )
        answer = ask_one(endpoint(server), prompt)
        assert isinstance(answer, Answer)
        assert replace(answer, latency_ms=0) == Answer("Wie geht's? \ufffd", MODEL, 7, 3, "stop", 0, 1)
        (request,) = server.received
        assert (request.path, request.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
        expected = {"model": MODEL, "temperature": 0, "seed": 3, "max_tokens": 9, "stop": ["\n"]}
        assert request.body.items() >= (expected | {"reasoning_effort": "low"}).items()
        assert [each["role"] for each in request.body["messages"]] == ["system", "user"]


def test_retries_carry_the_same_idempotency_key_and_prompts_another() -> None:
    with chat_server(first_replies(error(500), error(502))) as server:
        assert [getattr(each, "attempts", 0) for each in ask_all(endpoint(server), prompts(1))] == [3]
        ask_all(endpoint(server), prompts(2))
        keys = [each.headers["idempotency-key"] for each in server.received]
        assert (len(set(keys[:3])), len(set(keys))) == (1, 2)


CUT = replace(completion("never seen whole"), cut_after=20)
NO_CHOICES = Reply(json.dumps({"model": MODEL, "choices": []}).encode())
NO_CONTENT = Reply(json.dumps({"model": MODEL, "choices": [{"message": {}}]}).encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (error(500), FailureCode.SERVER_ERROR),
        (error(503), FailureCode.SERVER_ERROR),
        (Reply(b"<html>bad gateway</html>", 502), FailureCode.SERVER_ERROR),
        (error(408), FailureCode.SERVER_ERROR),
        (CUT, FailureCode.CUT_OFF),
        (Reply(cut_after=-1), FailureCode.CUT_OFF),
        (Reply(b"<html>welcome</html>"), FailureCode.UNREADABLE),
        (Reply(b'"text"'), FailureCode.UNREADABLE),
        (Reply(b"\xff\xfe{}"), FailureCode.UNREADABLE),
        (Reply(b""), FailureCode.UNREADABLE),
        (Reply(b"[" * 100_000), FailureCode.UNREADABLE),
        (NO_CHOICES, FailureCode.UNREADABLE),
        (NO_CONTENT, FailureCode.UNREADABLE),
        (Reply(b"garbage", headers={"Content-Encoding": "gzip"}), FailureCode.UNREADABLE),
    ],
)
def test_passing_troubles_are_retried_and_then_are_failures_with_a_code(
    reply: Reply, code: FailureCode
) -> None:
    with chat_server(first_replies(reply, reply)) as server:
        answer = ask_one(endpoint(server))
        assert isinstance(answer, Answer)
        assert (answer.text, answer.attempts) == ("text 0", 3)
        server.script = always(reply)
        failure = failed(ask_one(endpoint(server)))
        assert (failure.code, failure.attempts) == (code, 3)
        assert failure.text
        assert (answer.unanswered, failure.unanswered) == (2, 3)


def test_attempts_that_were_refused_or_not_connected_cost_nothing() -> None:
    with chat_server(first_replies(error(429), error(500), error(429))) as server:
        answer = ask_one(endpoint(server))
        assert isinstance(answer, Answer)
        assert (answer.attempts, answer.unanswered) == (4, 1)
        server.script = always(error(404))
        assert failed(ask_one(endpoint(server))).unanswered == 0


def test_slow_replies_are_timed_out_as_a_whole() -> None:
    limits = replace(QUICK, timeout_s=0.1, attempts_max=2)
    with chat_server(echo_after(30)) as server:
        failure = failed(ask_one(endpoint(server, limits)))
        assert (failure.code, failure.attempts) == (FailureCode.TIMED_OUT, 2)
        assert failure.text == "no complete reply in 0.1 s"


def test_refused_connections_are_an_error_and_never_an_empty_answer() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening
        failure = failed(
            ask_one(Endpoint(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", MODEL, limits=QUICK))
        )
    assert (failure.code, failure.attempts) == (FailureCode.UNREACHABLE, 3)


@pytest.mark.parametrize("status", [400, 404, 413, 422])
def test_rejected_prompts_fail_alone_and_are_not_retried(status: int) -> None:
    def script(request: Received) -> Reply:
        return error(status, "context too long") if request.text == "text 1" else echo(request)

    with chat_server(script) as server:
        results = ask_all(endpoint(server), prompts(3))
        assert failed(results[1]) == Failure(FailureCode.REJECTED, f"HTTP {status}: context too long", 1)
        assert (len(server.received), ends(results)["ANSWERED"]) == (3, 2)


def test_redirects_are_not_followed() -> None:
    with chat_server() as elsewhere, chat_server() as server:
        server.script = always(Reply(status=307, headers={"Location": f"{elsewhere.url}/chat/completions"}))
        failure = failed(ask_one(endpoint(server)))
        assert (failure.code, failure.attempts) == (FailureCode.REDIRECTED, 1)
        assert elsewhere.received == []


def test_replies_over_the_limit_are_a_failure() -> None:
    with chat_server(always(completion("x" * 2_000))) as server:
        failure = failed(ask_one(endpoint(server, replace(QUICK, reply_bytes_max=1_000))))
        assert (failure.code, failure.attempts) == (FailureCode.TOO_LARGE, 1)


def test_empty_answers_of_the_model_are_answers() -> None:
    with chat_server(always(completion(None, finish_reason="length"))) as server:
        answer = ask_one(endpoint(server))
        assert isinstance(answer, Answer)
        assert (answer.text, answer.finish_reason) == ("", "length")


def check_end(code: FailureCode, *replies: Reply) -> None:
    """Check that each of these replies ends an endpoint for all prompts, soon."""
    for reply in replies:
        limits = replace(QUICK, concurrency_start=4, concurrency_max=4)
        with chat_server(always(reply)) as server:
            results = ask_all(endpoint(server, limits), prompts(30))
            assert ends(results) == {str(code): 30}
            assert len(server.received) <= 4  # those that were under way


def test_quotas_that_are_gone_end_the_endpoint() -> None:
    check_end(
        FailureCode.QUOTA_GONE,
        error(402),
        error(429, "You exceeded your current quota", code="insufficient_quota"),
        error(429, retry_after="86400"),
        error(429, retry_after=format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)),
    )


def test_missing_permission_ends_the_endpoint() -> None:
    check_end(FailureCode.UNAUTHORISED, error(401), error(403))


def test_another_model_ends_the_endpoint_and_its_answers_do_not_count() -> None:
    check_end(FailureCode.MODEL_MISMATCH, completion("right", model="model-b"))


def test_other_names_of_the_model_are_accepted_where_the_caller_states_them() -> None:
    with chat_server(always(completion("right", model="model-a-2026-11-01"))) as server:
        to = replace(endpoint(server), models_accepted=frozenset({"model-a-2026-11-01"}))
        answer = ask_one(to)
        assert isinstance(answer, Answer)
        assert answer.model == "model-a-2026-11-01"


@pytest.mark.slow
def test_prompts_survive_some_429_and_the_pause_holds_for_all_callers() -> None:
    """Field case E14, first stub, with 0.2 s for 2 s."""
    moments: list[float] = []

    def script(request: Received) -> Reply:
        if request.number % 3 == 0:
            moments.append(time.monotonic())
            return error(429, retry_after="0.2")
        return echo(request)

    with chat_server(script) as server:
        limits = replace(QUICK, concurrency_start=20, concurrency_max=20)
        results = ask_all(endpoint(server, limits), prompts(20))
        assert ends(results) == {"ANSWERED": 20}
        # Those in flight when a 429 is sent still arrive; then nothing until its pause is over.
        first = moments[0]
        later = sorted(each.at_s for each in server.received if each.at_s > first)
        assert not [at for at in later[20:] if at < first + 0.2]
        assert max(b - a for a, b in itertools.pairwise(later)) > 0.1


def test_endpoints_that_answer_only_429_end_soon_with_a_code_of_their_own() -> None:
    """Field case E14: a used-up quota is not waited for without end, even with short pauses."""
    limits = replace(QUICK, timeout_s=0.1, wait_max_s=0.1, rate_limited_max=1_000)
    with chat_server(always(error(429))) as server:
        assert ends(ask_all(endpoint(server, limits), prompts(20))) == {"QUOTA_GONE": 20}


def test_prompts_that_alone_get_429_fail_alone() -> None:
    def script(request: Received) -> Reply:
        return error(429, "too large for tokens per minute") if request.text == "text 1" else echo(request)

    with chat_server(script) as server:
        results = ask_all(endpoint(server, replace(QUICK, rate_limited_max=4)), prompts(5))
        assert ends(results) == {"ANSWERED": 4, "RATE_LIMITED": 1}
        assert failed(results[1]).attempts == 4


def test_endpoints_that_close_every_connection_end_soon() -> None:
    """Field case E14, third stub."""
    limits = replace(QUICK, concurrency_start=20, failures_in_row_max=3)
    with chat_server(always(Reply(cut_after=-1))) as server:
        results = ask_all(endpoint(server, limits), prompts(60))
        assert ends(results) == {"CUT_OFF": 60}
        assert len(server.received) < 60 * QUICK.attempts_max


@pytest.mark.slow
def test_request_rate_holds_at_the_server_with_retries() -> None:
    def script(request: Received) -> Reply:
        return error(500) if request.number % 4 == 0 else echo(request)

    with chat_server(script) as server:
        limits = replace(QUICK, requests_per_s=100, concurrency_start=50, attempts_max=9)
        assert ends(ask_all(endpoint(server, limits), prompts(40))) == {"ANSWERED": 40}
        arrivals = [each.at_s for each in server.received]
        took_s = arrivals[-1] - arrivals[0]
        assert len(arrivals) > 50
        assert len(arrivals) <= 100 * (took_s + 0.05) + 1


def test_concurrency_limit_holds_at_the_server() -> None:
    with chat_server(echo_after(0.02)) as server:
        limits = replace(QUICK, concurrency_start=3, concurrency_max=5)
        assert ends(ask_all(endpoint(server, limits), prompts(40))) == {"ANSWERED": 40}
        assert server.in_flight_max == 5


def test_callers_that_wait_can_be_told_from_those_with_a_request_in_flight() -> None:
    async def main(server: ChatServer) -> list[object]:
        limits = replace(QUICK, concurrency_start=2, concurrency_max=2)
        async with Client(endpoint(server, limits), SystemClock(), lambda: 0.5) as client:
            tasks = [asyncio.ensure_future(client.ask(each)) for each in prompts(5)]
            await asyncio.to_thread(until, lambda: len(server.received) == 2, "two requests")
            for each in tasks:
                if not client.is_sending(each):
                    each.cancel()
            return list(await asyncio.gather(*tasks, return_exceptions=True))

    with chat_server(echo_after(0.1)) as server:
        results = asyncio.run(main(server))
        assert [type(each) for each in results] == [Answer] * 2 + [asyncio.CancelledError] * 3
        assert len(server.received) == 2


def test_keys_are_in_no_text_log_or_exception(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    texts: list[str] = []
    for reply in (
        error(401, f"Incorrect API key provided: {KEY}"),
        error(400, f"{KEY}" * 40),
        Reply(f"no JSON {KEY}".encode()),
        completion("x", model=KEY),
    ):
        with chat_server(always(reply)) as server:
            to = endpoint(server)
            results = ask_all(to, prompts(1))
            texts += [repr(to), str(to), repr(to.key), *map(repr, results), *map(str, results)]
    with pytest.raises(ValueError, match="key is not sendable") as refused:
        Endpoint("http://127.0.0.1/v1", MODEL, Secret(f"{KEY}\n"))
    texts += [str(refused.value), caplog.text]
    assert "Incorrect API key provided: ***" in " ".join(texts)
    assert KEY[:8] not in " ".join(texts)
    assert pickle.loads(pickle.dumps(to)) == to


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("ftp://127.0.0.1", "must be http://HOST or https://HOST"),
        ("127.0.0.1:80", "must be http://HOST or https://HOST"),
        ("http://me:secret@127.0.0.1/v1", "must be scheme, host, port and path"),
        ("http://127.0.0.1/v1?key=secret", "must be scheme, host, port and path"),
    ],
)
def test_addresses_that_cannot_be_used_are_refused_without_their_secrets(address: str, allowed: str) -> None:
    with pytest.raises(ValueError, match=allowed) as refused:
        Endpoint(address, MODEL)
    assert "secret" not in str(refused.value)


def test_limits_and_prompts_that_cannot_work_are_refused() -> None:
    with pytest.raises(ValueError, match="timeout_s is 0; must be finite and above 0"):
        Limits(timeout_s=0)
    with pytest.raises(ValueError, match="requests_per_s is nan; must be finite and above 0"):
        Limits(requests_per_s=float("nan"))
    with pytest.raises(ValueError, match="messages is empty"):
        Prompt("1", ())
    with pytest.raises(ValueError, match="fields has model; must be other fields than"):
        Prompt("1", (Message("user", "a"),), fields={"model": "b"})


NOW_S = datetime(2026, 11, 28, 12, 0, 0, tzinfo=UTC).timestamp()
NOON, LATER = "Sat, 28 Nov 2026 12:00:00 GMT", "Sat, 28 Nov 2026 12:00:30 GMT"


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "9" * 400}, float("inf")),
        ({"retry-after": LATER}, 30.0),
        ({"retry-after": LATER, "date": "Sat, 28 Nov 2026 12:00:25 GMT"}, 5.0),
        ({"retry-after": NOON, "date": LATER}, 0.0),
        ({"retry-after": "Saturday, 28-Nov-26 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Sat, 99 Nov 2026 12:00:30 GMT"}, None),
    ],
)
def test_retry_after_is_read_in_seconds_and_as_a_date(headers: dict[str, str], wait_s: float | None) -> None:
    assert retry_after_s(headers, NOW_S) == wait_s
