"""Shortages of quotas and limits in words: whole GPUs, not thousandths; limits by their names in a file."""

from __future__ import annotations

from typing import Final

from muster.jobs.values.quantities import format_memory, from_milli
from muster.queues.quotas import FORECAST, PRODUCTION, RESTRICTED, SUSPENDED, Short
from muster.queues.tree import SHARED_TENANT, Queue

_LIMITS: Final = {
    "jobs_running_max": "limits.jobs_running",
    "user_jobs_running_max": "limits.user_jobs_running",
    "jobs_pending_max": "limits.jobs_pending",
    "user_jobs_pending_max": "limits.user_jobs_pending",
}
"""Names of limits in a queue's file, by field of its settings."""


def full(queue: Queue, short: Short) -> str:
    """Why a job is not admitted now, though the queue could hold it."""
    name = queue.key[1]
    if short.resource == SUSPENDED:
        why = f": {queue.settings.suspended}" if queue.settings.suspended else ""
        return f"queue {name!r} is suspended{why}"
    what, _, named = short.resource.partition(".")
    if what == RESTRICTED:
        found = next(each for each in queue.restrictions if each.name == named)
        return f"queue {name!r} is restricted, {found.sentence}"
    if short.is_job_limit:
        who = _whose(queue, short)
        jobs = "1 job" if short.most == 1 else f"{short.most} jobs"
        return f"{who} {short.used} of at most {jobs} in queue {name!r} ({_limit(queue, short)})"
    if short.is_headroom:
        return _headroom(short)
    if short.resource == PRODUCTION:
        return _production(short)
    if short.resource == FORECAST:
        return _forecast(short)
    return (
        f"queue {name!r} holds {_amount(short, short.used)} of at most {_amount(short, short.most)} "
        f"{_what(short)} ({_limit(queue, short)}); this asks for {_amount(short, short.asked)}"
    )


def _headroom(short: Short) -> str:
    """Return the sentence about the headroom for others, and what would remain of it."""
    model, asked = short.resource.partition(".")[2], from_milli(short.asked)
    left = from_milli(max(0, short.most - short.used))
    return (
        f"of {model}, {left} GPUs are free beyond the headroom that is kept for premium work, production and "
        f"guarantees (headroom_percent); this asks for {asked}"
    )


def _production(short: Short) -> str:
    """Return the sentence about production inference beyond its guarantee."""
    queue, asked, most = short.queue[1], from_milli(short.asked), from_milli(short.most)
    has = f"holds {from_milli(short.used)} of the {most} GPUs that queue {queue!r} is guaranteed"
    held = has if short.most else f"has no guaranteed GPUs in queue {queue!r}, and other queues have"
    return (
        f"production inference {held}; this asks for {asked}, and could not be asked to give back what it "
        f"borrows (production_borrows)"
    )


def _forecast(short: Short) -> str:
    """Return the sentence about best-effort work beyond what forecast demand leaves."""
    asked, used, most = (from_milli(each) for each in (short.asked, short.used, short.most))
    return (
        f"no duration can be guaranteed: forecast demand leaves {most} GPUs to best-effort work, which holds "
        f"{used} (guaranteed_duration); this asks for {asked}"
    )


def spot_filled(queue: Queue) -> str:
    """Return the sentence about why a job is kept off spot nodes."""
    there, held = from_milli(queue.used.gpu_spot_milli), from_milli(queue.used.gpu_milli)
    most = queue.settings.spot_percent_max
    return f"queue {queue.key[1]!r} has {there} of its {held} GPUs there, {most} % at most (spot_percent)"


def exceeded(queue: Queue, short: Short) -> tuple[str, str, str]:
    """Return field, value and valid values of a request that a queue cannot take."""
    name = queue.key[1]
    most = f"at most {_amount(short, short.most)} in queue {name!r} ({_limit(queue, short)})"
    held = f"; {short.used} are there" if short.is_job_limit else ""
    return _what(short), _amount(short, short.asked), most + held


def raised(short: Short, most: int) -> str:
    """A bound that is another, as a condition."""
    queue = f"queue {short.queue[1]!r}"
    if short.resource == SUSPENDED:
        return f"{queue} were resumed"
    if short.is_job_limit:
        return f"{_LIMITS[short.resource]} of {queue} were {most} instead of {short.most}"
    said = f"{_amount(short, most)} {_what(short)} instead of {_amount(short, short.most)}"
    return f"the maximum of {queue} were {said}"


def _whose(queue: Queue, short: Short) -> str:
    if not short.resource.startswith("user_"):
        return "all together run"
    return "the tenant runs" if queue.key[0] == SHARED_TENANT else "its user runs"


def _limit(queue: Queue, short: Short) -> str:
    """Return the name of the setting."""
    if short.is_job_limit:
        return _LIMITS[short.resource]
    return "its maximum" if queue.settings.over_quota_weight else "its guarantee: it never borrows"


def _what(short: Short) -> str:
    """The resource, with its unit where that is not in the amount."""
    name, _, model = short.resource.partition(".")
    return {
        "gpu_milli": "GPUs",
        "gpu_milli_by_model": f"{model} GPUs",
        "cpu_milli": "CPU cores",
        "memory_mib": "memory",
    }.get(name, "jobs that wait")


def _amount(short: Short, amount: int) -> str:
    if short.is_job_limit:
        return str(amount)
    return format_memory(amount) if short.resource == "memory_mib" else str(from_milli(amount))
