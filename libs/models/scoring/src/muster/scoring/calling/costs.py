"""PURE. Costs of requests: reserved at their worst before they are sent, settled by what was used.

Amounts are integers of 10^-12 dollars: a price in millionths of a dollar for 10^6 tokens, times tokens. So no
amount is rounded before it is a sum. A cap holds under any concurrency since

    held + used <= cap      whenever something is reserved
    used <= held            of each request, if its tokens are within `max_tokens` and the bound of the prompt

Requests of a worker that died are never settled: their worst case stays held until the run ends.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from muster.scoring.calling.outcomes import Answer, Failure
from muster.scoring.calling.prompts import Prompt

PICOS: Final = 1_000_000
"""Units in a millionth of a dollar."""

TOKENS_OF_MESSAGE: Final = 16
TOKENS_OF_REQUEST: Final = 256
"""Most tokens that a chat template adds: role and separators of a message, a standing system prompt."""


class Price(Protocol):
    """Price of a model's tokens, millionths of a dollar for 10^6 of them."""

    @property
    def input_micros(self) -> int:
        """Tokens of prompts."""
        ...

    @property
    def output_micros(self) -> int:
        """Generated tokens."""
        ...

    @property
    def cached_micros(self) -> int | None:
        """Tokens of prompts that the endpoint had cached; None: as other tokens of prompts."""
        ...


@dataclass(frozen=True, slots=True)
class Allowance:
    """Cap of a run with its reservations and its use.

    Attributes:
        cap: Most that it may cost.
        held: Worst cases of requests that are not settled.
        used: Cost of those that are.
    """

    cap: int
    held: int = 0
    used: int = 0

    @property
    def remaining(self) -> int:
        """Amount that may be reserved; below 0 if an endpoint counted more tokens than it may."""
        return self.cap - self.held - self.used

    def affordable(self, worst: Iterable[int]) -> int:
        """Return how many requests from the first on may be sent; none is passed over for a cheaper one."""
        count, left = 0, self.remaining
        for each in worst:
            if each > left:
                break
            count, left = count + 1, left - each
        return count

    def reserved(self, amount: int) -> Allowance:
        """Return this with an amount reserved.

        Raises:
            ValueError: It is more than is left.
        """
        if not 0 <= amount <= self.remaining:
            raise ValueError(f"amount is {amount}; must be 0 to {self.remaining}, which remains")
        return replace(self, held=self.held + amount)

    def settled(self, amount: int, used: int) -> Allowance:
        """Return this with a reservation replaced by what was really used.

        Raises:
            ValueError: Less is reserved.
        """
        if not 0 <= amount <= self.held:
            raise ValueError(f"amount is {amount}; must be 0 to {self.held}, which is reserved")
        return replace(self, held=self.held - amount, used=self.used + used)


def cost(price: Price, tokens_in: int, tokens_out: int, tokens_in_cached: int = 0) -> int:
    """Return the cost of one request.

    Args:
        price: Of the model's tokens.
        tokens_in: Tokens of the prompt, all of them.
        tokens_out: Generated tokens.
        tokens_in_cached: Those of the prompt that the endpoint had cached.
    """
    cached = min(tokens_in_cached, tokens_in)
    return (
        (tokens_in - cached) * price.input_micros
        + cached * _cached_micros(price)
        + tokens_out * price.output_micros
    )


def worst_cost(price: Price, texts: Sequence[str], max_tokens: int) -> int:
    """Return the most that one request can cost.

    Args:
        price: Of the model's tokens.
        texts: Of the messages.
        max_tokens: Most generated tokens, sent with the request.
    """
    dearest = max(price.input_micros, _cached_micros(price))
    return tokens_bound(texts) * dearest + max_tokens * price.output_micros


def tokens_bound(texts: Sequence[str]) -> int:
    """Return a number that the tokens of a prompt do not exceed.

    A token of a byte-level vocabulary stands for one byte of UTF-8 at least, one of SentencePiece for one of
    the normalised text (NFKC), and a blank may be put before it.
    """
    return TOKENS_OF_REQUEST + sum(TOKENS_OF_MESSAGE + 1 + _bytes_bound(text) for text in texts)


def micros(amount: int) -> int:
    """Return an amount in millionths of a dollar, rounded up."""
    return -(-amount // PICOS)


def worst_attempt(price: Price | None, prompt: Prompt) -> int:
    """Return the most that one attempt at a prompt can cost; without a price nothing."""
    if price is None:
        return 0
    return worst_cost(price, [each.content for each in prompt.messages], prompt.sampling.max_tokens or 0)


def cost_at_most(price: Price | None, prompt: Prompt, result: Answer | Failure) -> int:
    """Return the most that a request has cost: attempts without an answer count at their worst."""
    if price is None:
        return 0
    amount = result.unanswered * worst_attempt(price, prompt)
    if isinstance(result, Failure):
        return amount
    if result.tokens_in is None or result.tokens_out is None:
        return amount + worst_attempt(price, prompt)
    return amount + cost(price, result.tokens_in, result.tokens_out, result.tokens_in_cached or 0)


def _cached_micros(price: Price) -> int:
    return price.input_micros if price.cached_micros is None else price.cached_micros


def _bytes_bound(text: str) -> int:
    return max(_bytes(text), _bytes(unicodedata.normalize("NFKC", text)))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
