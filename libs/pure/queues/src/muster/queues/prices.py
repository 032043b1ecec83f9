"""GPUs at model price, the unit of accounts and shares: thousandths of a GPU of a model priced 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.events.operator_commands import Policy
from muster.events.queue_commands import Quota

PRICE_MILLI_DEFAULT: Final = 1000
"""Price of an hour of a GPU model that the policy does not list."""


def priced(gpu_milli_by_model: Mapping[str, int], policy: Policy) -> int:
    """GPU at model price, thousandths."""
    prices = policy.model_price_milli
    if not prices:
        return sum(gpu_milli_by_model.values())
    return sum(
        milli * prices.get(model, PRICE_MILLI_DEFAULT) // 1000 for model, milli in gpu_milli_by_model.items()
    )


def due_milli(guarantee: Quota | None, policy: Policy) -> int:
    """A guarantee at model price; GPU guaranteed without a model counts as priced 1."""
    if guarantee is None:
        return 0
    by_model = dict(guarantee.gpu_milli_by_model)
    any_model = max(0, (guarantee.gpu_milli or 0) - sum(by_model.values()))
    return any_model + priced(by_model, policy)
