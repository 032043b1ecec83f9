"""`muster capacity` for people and for programs: bottlenecks, idle but unusable GPUs, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from muster.jobs.values.quantities import from_milli
from muster.lab.capacity.capacity import Allocation, Asked, Capacity, gpu_percent
from muster.lab.capacity.options import Tried
from muster.lab.capacity.real_use import RealUse
from muster.lab.capacity.what_if import HORIZON_MS, UNKNOWN_MS, Waits
from muster.scheduler.core.explain.wording import span
from muster.terminal.words import agrees, counted

_HOUR_MS = 3_600_000
_SECOND_MS = 1_000

Prices = Mapping[str, float]
"""Price per GPU-hour, by GPU model."""


def lines(
    found: Capacity, options: Sequence[Tried], prices: Prices, use: RealUse | None = None
) -> Iterator[str]:
    """The page, line by line, beginning with a summary sentence.

    Args:
        found: The present capacity.
        options: The options tried.
        prices: Prices of a GPU-hour.
        use: The measured use; None: there are no nodes.
    """
    yield _sentence(found)
    yield from _part("GPUs", (_allocation(model) for model in found.models))
    yield from _part("", [f"CPU {found.cpu_percent} %, memory {found.memory_percent} % allocated"])
    yield from _part("Real use", _real_use(use))
    yield from _part("What binds", map(_demand, found.bind))
    yield from _part("Queues", map(_demand, found.queues))
    yield from _part("Shapes", map(_demand, found.shapes))
    yield from _part("Unusable", _unusable(found))
    yield from _part("Would help", _options(found, options, prices))
    yield from _part("Price", _price(found, prices))


def as_json(
    found: Capacity, options: Sequence[Tried], prices: Prices, use: RealUse | None = None
) -> dict[str, Any]:
    """The same for programs: amounts in thousandths of GPUs and milliseconds."""
    return {
        **asdict(found),
        "sentence": _sentence(found),
        "real_use": use and asdict(use),
        "options": [asdict(each) | {"price_per_hour": _added(each, prices)} for each in options],
        "prices": dict(prices),
    }


def _sentence(found: Capacity) -> str:
    allocated = f"{gpu_percent(found.models)} % of the GPUs are allocated"
    backlog = found.backlog
    if not backlog.jobs:
        return f"{allocated}, and no job waits for room or a quota."
    first = found.bind[0]
    part = 100 * first.gpu_milli // max(1, backlog.gpu_milli)
    hours = found.backlog_gpu_ms // _HOUR_MS
    work = f", about {hours:,} GPU-hours" if hours else ""
    wait = f"{counted(backlog.jobs, 'job')} {agrees(backlog.jobs, 'waits', 'wait')}"
    return (
        f"{allocated}; {wait} for {from_milli(backlog.gpu_milli):,} GPUs{work}. "
        f"What binds most is {first.what}: {counted(first.jobs, 'job')}, {part} % of the GPUs asked for."
    )


def _real_use(use: RealUse | None) -> Iterator[str]:
    if use is None or not use.measured:
        yield "unknown: simulated nodes measure nothing"
        return
    yield from (
        f"{each.model}: {each.gpus:,} GPUs busy {each.busy_percent} % of the time" for each in use.gpus
    )
    if not use.gpus:
        yield "GPUs: unknown, no driver measures them"
    asked = f"{use.measured:,} of {use.nodes:,} nodes measure"
    yield f"CPU {use.cpu_percent} % busy, memory {use.memory_percent} % in use; {asked}"


def _part(title: str, entries: Any) -> Iterator[str]:
    for number, entry in enumerate(entries):
        yield f"{title if number == 0 else '':<12}{entry}"


def _allocation(model: Allocation) -> str:
    total, allocated, free, closed = (
        from_milli(milli)
        for milli in (model.total_milli, model.allocated_milli, model.free_milli, model.closed_milli)
    )
    percent = 100 * model.allocated_milli // max(1, model.total_milli)
    return (
        f"{model.model}: {allocated:,} of {total:,} allocated ({percent} %), {free:,} free, {closed:,} closed"
    )


def _demand(asked: Asked) -> str:
    return f"{asked.what}: {counted(asked.jobs, 'job')}, {from_milli(asked.gpu_milli):,} GPUs"


def _unusable(found: Capacity) -> Iterator[str]:
    for each in found.unusable:
        free, lost = from_milli(each.free_milli), from_milli(each.unusable_milli)
        wait = f"{counted(each.jobs, 'job')} {agrees(each.jobs, 'waits', 'wait')}"
        yield f"to {each.shape} ({wait}): {lost:,} of {free:,} free GPUs it accepts"


def _options(found: Capacity, options: Sequence[Tried], prices: Prices) -> Iterator[str]:
    if not found.backlog.jobs:
        yield "nothing: no job waits"
        return
    yield from (_tried(each, options[0].waits, prices) for each in options)
    yield from _assumed(options)


def _tried(each: Tried, as_is: Waits, prices: Prices) -> str:
    waits = each.waits
    figures = {"p50": waits.p50_ms, "p90": waits.p90_ms, "mean": waits.mean_ms}
    said = f"{each.what}: wait {', '.join(f'{name} {span(ms)}' for name, ms in figures.items())}"
    if waits.started < waits.jobs:
        said += f"; {waits.jobs - waits.started:,} do not start within {span(HORIZON_MS)}"
    if each.waits is not as_is and as_is.mean_ms >= _SECOND_MS:
        said += f" ({100 * (waits.mean_ms - as_is.mean_ms) / as_is.mean_ms:+.0f} %)"
    price = _added(each, prices)
    return said if price is None else f"{said}; {price:,.2f} an hour more"


def _assumed(options: Sequence[Tried]) -> Iterator[str]:
    yield "simulated from the present state on, without new jobs"
    if unknown := max(each.waits.unknown for each in options):
        yield f"{counted(unknown, 'run')} without an estimate: taken to last {span(UNKNOWN_MS)}"


def _price(found: Capacity, prices: Prices) -> Iterator[str]:
    if not prices:
        yield "not given: --price MODEL=PER_GPU_HOUR, for each model"
        return
    for model in found.models:
        if model.model in prices:
            held, idle = (
                prices[model.model] * milli / 1_000 for milli in (model.allocated_milli, model.free_milli)
            )
            yield f"{model.model}: {held:,.2f} an hour allocated, {idle:,.2f} an hour free"


def _added(each: Tried, prices: Prices) -> float | None:
    """Return the hourly cost of the GPUs that an option adds; None: it adds none, or there is no price."""
    price = prices.get(each.model)
    return None if price is None or not each.gpus else price * each.gpus
