"""Scarcity: what it costs others when a GPU of a sought-after model is taken (ADR 5).

A rank that accepts any model should leave the T4s to those who can use nothing else. The price of a model is
the demand that names it, spread over the capacity it accepts, relative to all demand over all capacity: 0
when nobody names it, GPU_MILLI when those who name it could by themselves fill it as much as the cluster is
filled.
"""

from collections.abc import Iterable, Mapping

from muster.cluster.shape import GPU_MILLI, Shape

_ROUND_TO = 10
"""Prices move in steps of a hundredth, so that one node more or less does not restart every ranking."""


def scarcity_prices(counts: Iterable[tuple[Shape, int]], capacity_milli: Mapping[str, int]) -> dict[str, int]:
    """The price of one GPU of each model, in thousandths of GPU.

    Args:
        counts: What tends to be asked and how often.
        capacity_milli: All GPUs of each model, thousandths, whatever is free.
    """
    asked_milli = 0
    prices = dict.fromkeys(sorted(capacity_milli), 0)
    named: list[tuple[Shape, int]] = []
    for shape, count in counts:
        asked_milli += shape.gpu_milli_total * count
        if shape.gpu_models:
            named.append((shape, count))
    capacity_total = sum(capacity_milli.values())
    for shape, count in named:
        accepted = [model for model in shape.gpu_models if capacity_milli.get(model)]
        accepted_milli = sum(capacity_milli[model] for model in accepted)
        for model in accepted:
            pressure = shape.gpu_milli_total * count * capacity_total
            prices[model] += GPU_MILLI * pressure // (accepted_milli * asked_milli)
    return {model: price // _ROUND_TO * _ROUND_TO for model, price in prices.items()}
