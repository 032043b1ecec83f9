"""Questions of a run to its version, and the keys of their answers."""

from __future__ import annotations

from muster.eval.core.configs.documents import GoldenCase
from muster.eval.core.runs.orders import Order
from muster.scoring.calling.cache_keys import cache_key
from muster.scoring.calling.prompts import Message, Prompt, Sampling


def question(order: Order, case: GoldenCase) -> Prompt:
    """Return the request that asks a version a case."""
    sampling = order.config.sampling
    return Prompt(
        id=f"{order.run}/{case.id}",
        messages=tuple(Message(each.role, each.content) for each in case.conversation),
        sampling=Sampling(
            temperature=sampling.temperature,
            seed=sampling.seed,
            max_tokens=sampling.max_tokens,
            stop=sampling.stop,
        ),
    )


def answer_key(order: Order, prompt: Prompt) -> str:
    """Return the key of an answer: a version is known by its commit."""
    extra = {"model": order.config.endpoint.model}
    return cache_key(f"{order.repository}/{order.commit}", prompt, extra)
