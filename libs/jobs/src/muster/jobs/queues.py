"""What a queue's settings may say, by themselves; how they fit the tree is the core's to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from muster.events.job_events import Violation
from muster.events.queue_commands import QueueSettings, Quota
from muster.jobs.ids import id_violations
from muster.jobs.refusal import invalid
from muster.jobs.rules import GPU_MODEL_ALLOWED, GPU_MODEL_PATTERN, matches

AMOUNT_MAX: Final = 10**12
"""Of any resource in a quota: a thousand million GPUs, as many MiB as 10,000 nodes of 100 TiB have."""

WEIGHT_MAX: Final = 1_000_000
JOBS_MAX: Final = 10_000_000
MODELS_MAX: Final = 64
"""GPU models in one map."""

_RANGES: Final = {
    "weight": (1, WEIGHT_MAX),
    "over_quota_weight": (0, WEIGHT_MAX),
    "jobs_running_max": (0, JOBS_MAX),
    "jobs_pending_max": (0, JOBS_MAX),
    "user_jobs_running_max": (0, JOBS_MAX),
    "user_jobs_pending_max": (0, JOBS_MAX),
}
_AMOUNTS: Final = ("gpu_milli", "cpu_milli", "memory_mib")


def settings_violations(settings: QueueSettings) -> tuple[Violation, ...]:
    """Everything wrong with a queue's settings."""
    return tuple(_settings_violations(settings))


def map_violations(field: str, amounts: Mapping[str, int], low: int, high: int) -> tuple[Violation, ...]:
    """What is wrong with numbers kept per GPU model."""
    if len(amounts) > MODELS_MAX:
        return (invalid(field, f"{len(amounts)} models", f"at most {MODELS_MAX} models"),)
    return tuple(_map_violations(field, amounts, low, high))


def _settings_violations(settings: QueueSettings) -> Iterator[Violation]:
    if settings.parent is not None:
        yield from (
            Violation(field="settings.parent", value=wrong.value, allowed=wrong.allowed)
            for wrong in id_violations(queue=settings.parent)
        )
    for name, (low, high) in _RANGES.items():
        value = getattr(settings, name)
        if value is not None and not low <= value <= high:
            yield invalid(f"settings.{name}", value, f"a whole number from {low} to {high}")
    for name in ("guarantee", "maximum"):
        quota = getattr(settings, name)
        if quota is not None:
            yield from _quota_violations(f"settings.{name}", quota)
    if settings.guarantee and settings.maximum:
        yield from _order_violations(settings.guarantee, settings.maximum)


def _quota_violations(field: str, quota: Quota) -> Iterator[Violation]:
    for name in _AMOUNTS:
        value = getattr(quota, name)
        if value is not None and not 0 <= value <= AMOUNT_MAX:
            yield invalid(f"{field}.{name}", value, f"a whole number from 0 to {AMOUNT_MAX}")
    yield from map_violations(f"{field}.gpu_milli_by_model", quota.gpu_milli_by_model, 0, AMOUNT_MAX)


def _order_violations(guarantee: Quota, maximum: Quota) -> Iterator[Violation]:
    """A guarantee above the maximum could never be used."""
    pairs = [(name, getattr(guarantee, name), getattr(maximum, name)) for name in _AMOUNTS]
    pairs += [
        (f"gpu_milli_by_model.{model}", amount, maximum.gpu_milli_by_model.get(model))
        for model, amount in sorted(guarantee.gpu_milli_by_model.items())
    ]
    for name, due, most in pairs:
        if due is not None and most is not None and due > most:
            yield invalid(f"settings.guarantee.{name}", due, f"at most the maximum, {most}")


def _map_violations(field: str, amounts: Mapping[str, int], low: int, high: int) -> Iterator[Violation]:
    for model, amount in sorted(amounts.items()):
        if not matches(GPU_MODEL_PATTERN, model):
            yield invalid(field, model, GPU_MODEL_ALLOWED)
        if not low <= amount <= high:
            yield invalid(f"{field}.{model}", amount, f"a whole number from {low} to {high}")
