"""PURE. Answers that were paid for, as they are kept: none is paid for twice."""

from __future__ import annotations

from dataclasses import dataclass

from muster.scoring.calling.outcomes import Answer, Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAnswer:
    """An answer.

    Attributes:
        key: SHA-256 of everything that changes it.
        run: Run that paid for it.
        text: The answer.
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the answer.
        latency_ms: How long the endpoint took.
        tokens_in_cached: Tokens of the prompt that the endpoint had cached.
        cost_picos: Most that it cost the run, 10^-12 dollars.
    """

    key: str
    run: str
    text: str
    tokens_in: int
    tokens_out: int
    latency_ms: int
    tokens_in_cached: int = 0
    cost_picos: int = 0


def paid_answer(
    key: str, run: str, text: str, result: Answer | Failure, *, cost_picos: int = 0
) -> PaidAnswer:
    """Return an answer as it is kept, with this text of it; one that has failed has no tokens."""
    if isinstance(result, Failure):
        return PaidAnswer(
            key=key, run=run, text=text, tokens_in=0, tokens_out=0, latency_ms=0, cost_picos=cost_picos
        )
    return PaidAnswer(
        key=key,
        run=run,
        text=text,
        tokens_in=result.tokens_in or 0,
        tokens_out=result.tokens_out or 0,
        latency_ms=result.latency_ms,
        tokens_in_cached=result.tokens_in_cached or 0,
        cost_picos=cost_picos,
    )
