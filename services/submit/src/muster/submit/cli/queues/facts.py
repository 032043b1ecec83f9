"""Format a queue in full, fact by fact: its settings, then its usage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import cast

from muster.client.cli import texts
from muster.client.resources import Measure, Queue


def facts(queue: Queue, now: datetime) -> Iterator[str]:
    """Yield one line per fact."""
    settings = queue.settings
    yield _fact("Queue", queue.name)
    if queue.description:
        yield _fact("About", queue.description)
    if queue.suspended is not None:
        why = f": {queue.suspended}" if queue.suspended else ""
        yield _fact("Suspended", f"no job in it or in the queues below it starts{why}")
    for each in queue.restrictions:
        tiers, until = ", ".join(each["tiers"]), each["until"]
        ends = f"until {until[:16]}Z" if until else "until it is lifted"
        why = f": {each['reason']}" if each["reason"] else ""
        yield _fact(
            "Restricted", f"no {tiers} jobs start {ends}{why} ({each['name']}, by {each['requested_by']})"
        )
    yield _fact("Parent", queue.parent or "none: it is at the top of the tree")
    yield _fact("Guarantee", texts.quota(queue.guarantee))
    yield _fact("Maximum", texts.quota(queue.maximum))
    beyond = f"{settings.get('over_quota_weight')} beyond the guarantee"
    yield _fact("Weight", f"{settings.get('weight')}; {beyond}")
    yield _fact("Order", str(settings.get("order")))
    limits = cast("Mapping[str, int | None]", settings.get("limits") or {})
    said = [f"{name} {most}" for name, most in limits.items() if most is not None]
    yield _fact("Limits", ", ".join(said) or "-")
    if (spot := settings.get("spot_percent")) is not None:
        yield _fact("Spot", f"at most {spot} % of its GPUs on spot nodes")
    yield _fact("Your jobs", ", ".join(f"{n} {state}" for state, n in sorted(queue.jobs.items())) or "-")
    if queue.measure is None:
        yield _fact("Measured", "not yet")
    else:
        yield from _measured(queue.measure, now)


def _measured(measure: Measure, now: datetime) -> Iterator[str]:
    yield _fact("Measured", f"{texts.age(measure.measured_at, now)} ago")
    yield _fact("Uses", texts.quota(measure.used))
    yield _fact("Borrows", f"{texts.number(measure.gpus_borrowed)} GPUs")
    yield _fact("Lends", f"{texts.number(measure.gpus_lent)} GPUs")
    share, due = texts.percent(measure.share), texts.percent(measure.share_due)
    yield _fact("Share", f"{share} of the cluster; fair share {due}")
    yield _fact(
        "Usage",
        f"{texts.gpu_hours(measure.usage_gpu_hours)} of GPU weighted by model price; older use counts less",
    )
    if measure.credit_gpu_hours:
        yield _fact("Credit", f"{texts.gpu_hours(measure.credit_gpu_hours)} of GPU beyond the guarantee")
    yield _fact("Jobs", f"{measure.jobs_running} running, {measure.jobs_pending} waiting")


def _fact(name: str, value: str) -> str:
    return f"{name + ':':<11}{value}"
