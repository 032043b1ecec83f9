"""Compute how much of its GPUs' peak performance a job uses, if its ranks report FLOPs. Pure.

Model FLOPs utilisation (MFU; Chowdhery et al., PaLM, arXiv 2204.02311, appendix B): the FLOPs that the model
needs for a step, times steps per second, divided by the peak rate of the GPUs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.client.cli import texts
from muster.client.resources import RankProgress

FLOPS: Final = "flops_per_step"
"""Metric in which a rank reports the FLOPs its part of the model needs for a step."""

PEAK_TFLOPS: Final[Mapping[str, float]] = {
    "V100": 125,
    "T4": 65,
    "A100": 312,
    "A10": 125,
    "A30": 165,
    "A40": 149.7,
    "L4": 121,
    "L40S": 362,
    "H100": 989,
    "H800": 989,
    "H200": 989,
    "B200": 2_250,
    "MI300X": 1_307,
}
"""Peak of one GPU in 10^12 FLOP/s: dense BF16 (FP16 if it has no BF16), SXM or OAM, from data sheets."""

_PREFIXES: Final = ((1e15, "PFLOP/s"), (1e12, "TFLOP/s"), (1e9, "GFLOP/s"))


def utilisation(ranks: Sequence[RankProgress], gpus_per_rank: float, models: Mapping[int, str]) -> str:
    """Return the rate of the ranks and its share of their GPUs' peak; empty if none reports FLOPs and steps.

    Args:
        ranks: Ranks that have reported.
        gpus_per_rank: GPUs of each rank.
        models: GPU model by rank.
    """
    said = [each for each in ranks if FLOPS in each.metrics and each.steps_per_s]
    does = sum(each.metrics[FLOPS] * (each.steps_per_s or 0.0) for each in said)
    if not 0 < does < float("inf"):
        return ""
    unit, name = next((pair for pair in _PREFIXES if does >= pair[0]), (1.0, "FLOP/s"))
    rate = f"{does / unit:.3g} {name}"
    peaks = [PEAK_TFLOPS.get(models.get(each.rank, ""), 0.0) for each in said]
    if not gpus_per_rank or not all(peaks):
        return rate
    part = does / (sum(peaks) * 1e12 * gpus_per_rank)
    kinds = " and ".join(sorted({models[each.rank] for each in said}))
    gpus = texts.number(gpus_per_rank * len(said))
    return f"{rate}, {texts.percent(part)} of the peak of {gpus} {kinds} (MFU, dense BF16)"
