"""Cap of a run: from its command, its config, or the default. PURE."""

from __future__ import annotations

from collections.abc import Iterable

from muster.eval.core.configs.documents import CAP_MICROS_MAX, EvalConfig
from muster.eval.core.money.spending import CAP_MICROS
from muster.events.eval_commands import StartEval, TokenPrice
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.jobs.values.quantities import format_money


def cap_of(
    command: StartEval, config: EvalConfig, prices: Iterable[TokenPrice | None]
) -> int | Refusal | None:
    """Return the most that a run may cost, millionths of a dollar.

    Without a price nothing can be capped: None if the request names no cap, else a refusal. A version
    that the run's own job serves has no price unless somebody sets one: its GPU time is charged.
    """
    named = _own(config) if command.cap_micros is None else command.cap_micros
    if named is not None and not 0 < named <= CAP_MICROS_MAX:
        allowed = f"above 0 and at most {CAP_MICROS_MAX // 1_000_000} USD"
        return Refusal(RejectionCode.INVALID, must_be("cap", f"{format_money(named)} USD", allowed))
    if any(price is not None for price in prices):
        return CAP_MICROS if named is None else named
    if named is None:
        return None
    message = must_be("cap", f"{format_money(named)} USD", "absent for a model without a price")
    price = f"muster eval price {config.endpoint.model[:80]} --input-tokens USD --output-tokens USD"
    return Refusal(RejectionCode.WRONG_STATE, f"{message}; {price} sets one, also of 0")


def standing_cap(config: EvalConfig) -> int:
    """Return the cap of a run whose request names none, millionths of a dollar."""
    own = _own(config)
    return CAP_MICROS if own is None else own


def _own(config: EvalConfig) -> int | None:
    return None if config.cap_usd is None else int(config.cap_usd * 1_000_000)
