"""Prices of models' tokens. PURE.

SetTokenPrice -> TokenPriceSet

A run has the price that is set where the log has its start, until its end. One without a price runs, and says
that its cost is not known; but a cap that somebody names needs a price.
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.eval.core.configs.documents import EvalConfig
from muster.eval.core.state import PRICES, Inputs, Outputs, price_key
from muster.events.eval_commands import SetTokenPrice, TokenPrice
from muster.events.eval_events import TokenPriceSet
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.rules import matches
from muster.scoring.calling.endpoints import place_of

ENDPOINT: Final = r"^https?://[^\s@/]+:[0-9]+$"
ENDPOINT_ALLOWED: Final = "SCHEME://HOST:PORT, or empty for any"
MODEL_CHARACTERS_MAX: Final = 300
MICROS_MAX: Final = 1_000_000_000_000
"""Largest price of 10^6 tokens: a million dollars."""


def set_price(given: Input[Inputs], command: SetTokenPrice) -> Facts[Outputs]:
    """Price a model's tokens, or say why not."""
    if found := _violations(command):
        yield refuse(given, RejectionCode.INVALID, tuple(found))
        return
    priced = TokenPriceSet(
        model=command.model,
        endpoint=command.endpoint,
        price=command.price,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(priced, price_key(command.tenant, command.endpoint, command.model), command.tenant)


def evolve(state: Changes, fact: TokenPriceSet) -> None:
    """Put a price in place of the former one."""
    key = price_key(fact.tenant, fact.endpoint, fact.model)
    if fact.price is None:
        state.delete(PRICES, key)
    else:
        state.put(PRICES, key, fact.price)


def price_of(state: Entities, tenant: str, url: str, model: str) -> TokenPrice | None:
    """Return the price of a model at an endpoint: its own, else the model's; None: there is none.

    Without a URL, as where a run's own job serves the version, only the model's can hold.
    """
    own = state.get(PRICES, price_key(tenant, place_of(url), model)) if url else None
    return own if own is not None else state.get(PRICES, price_key(tenant, "", model))


def judge_price_of(state: Entities, tenant: str, config: EvalConfig) -> TokenPrice | None:
    """Return the price of a config's judge; None: it has no judge, or its judge no price."""
    if config.judge is None:
        return None
    endpoint = config.judge.endpoint
    return price_of(state, tenant, endpoint.url or "", endpoint.model)


def are_complete(
    price: TokenPrice | None, judge_price: TokenPrice | None, *, judge: str, rejudge: bool
) -> bool:
    """Return whether all that a run pays for has a price, so that its cost is known.

    Args:
        price: Of the version's tokens.
        judge_price: Of the judge's.
        judge: Hash of the judge; empty: there is none.
        rejudge: Whether kept answers are judged, and the version is not asked.
    """
    return (rejudge or price is not None) and (not judge or judge_price is not None)


def _violations(command: SetTokenPrice) -> list[Violation]:
    found: list[Violation] = []
    if not 0 < len(command.model) <= MODEL_CHARACTERS_MAX:
        found.append(invalid("model", command.model[:80], f"1 to {MODEL_CHARACTERS_MAX} characters"))
    if command.endpoint and not matches(ENDPOINT, command.endpoint):
        found.append(invalid("endpoint", command.endpoint[:80], ENDPOINT_ALLOWED))
    if (price := command.price) is not None:
        named = {"input": price.input_micros, "output": price.output_micros, "cached": price.cached_micros}
        found.extend(
            invalid(f"price.{name}_micros", micros, f"0 to {MICROS_MAX}")
            for name, micros in named.items()
            if micros is not None and not 0 <= micros <= MICROS_MAX
        )
    return found
