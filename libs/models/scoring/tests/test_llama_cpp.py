"""The client and a real llama.cpp server, with a random model."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Generator, Sequence

import pytest
from muster.scoring.calling.client import Client
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure, FailureCode
from muster.scoring.calling.prompts import Message, Prompt, Sampling
from muster.scoring.calling.readiness import wait_until_ready
from muster.scoring.executing.system import SystemClock
from muster.testkit.llama.server import CONTEXT_TOKENS, NAME, llama_server

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("llama.cpp")]

LIMITS = Limits(timeout_s=60, attempts_max=2, first_pause_ms=1, longest_pause_ms=4)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with llama_server(tmp_path_factory.mktemp("llama")) as url:
        yield url


def prompt(number: int, text: str = "The quick brown fox") -> Prompt:
    sampling = Sampling(temperature=0, seed=1, max_tokens=6)
    return Prompt(f"run/{number}/0", (Message("user", f"{text} {number}"),), sampling)


def ask_all(url: str, prompts: Sequence[Prompt], model: str = NAME) -> list[Answer | Failure]:
    """Ask for all of these at once."""

    async def main() -> list[Answer | Failure]:
        async with Client(
            Endpoint(url, model, limits=LIMITS), SystemClock(), random.Random(7).random
        ) as client:
            return await asyncio.gather(*map(client.ask, prompts))

    return asyncio.run(main())


def test_llama_cpp_lists_its_model_and_no_other(url: str) -> None:
    def problem(model: str) -> str:
        return wait_until_ready(
            Endpoint(url, model, limits=LIMITS), 0.0, now_s=time.monotonic, pause=time.sleep
        )

    assert problem(NAME) == ""
    assert NAME in problem("another")


def test_llama_cpp_answers_the_same_again_and_counts_what_it_had_cached(url: str) -> None:
    [first] = ask_all(url, [prompt(0)])
    [again] = ask_all(url, [prompt(0)])
    assert isinstance(first, Answer)
    assert isinstance(again, Answer)
    assert (first.text, first.model, first.finish_reason) == (again.text, NAME, "length")
    assert (first.tokens_in, first.tokens_out) == (again.tokens_in, 6)
    assert first.tokens_in is not None
    assert again.tokens_in_cached is not None
    assert 0 < again.tokens_in_cached <= first.tokens_in


def test_llama_cpp_answers_more_requests_than_it_has_slots_for(url: str) -> None:
    found = ask_all(url, [prompt(number) for number in range(40)])
    assert {(type(each), each.attempts) for each in found} == {(Answer, 1)}


def test_a_prompt_beyond_the_context_of_llama_cpp_is_rejected_once(url: str) -> None:
    [found] = ask_all(url, [prompt(0, "fox" * CONTEXT_TOKENS)])
    assert isinstance(found, Failure)
    assert (found.code, found.attempts) == (FailureCode.REJECTED, 1)
    assert "context" in found.text


def test_a_name_that_llama_cpp_does_not_serve_ends_the_endpoint(url: str) -> None:
    with pytest.raises(EndpointEnded) as ended:
        ask_all(url, [prompt(0)], model="another")
    assert ended.value.failure.code is FailureCode.MODEL_MISMATCH
