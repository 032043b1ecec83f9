"""Early check whether any node could ever hold a rank of a job, before its command is sent.

A projection may lag behind, so this rejects only what exceeds every known node in one resource; the
scheduler, with its current state, checks every job again.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.events.shared.command_answers import Violation
from muster.jobs import JobRequest
from muster.jobs.values.quantities import format_memory, from_milli, to_milli
from muster.submit.core.read_model import LargestNodeRow


def capacity_violations(request: JobRequest, largest: LargestNodeRow | None) -> tuple[Violation, ...]:
    """Return the resources that no known node can provide; none if no node is known."""
    if largest is None:
        return ()
    asked = request.resources
    checks = (
        ("gpus", asked.gpus > largest.gpu_count, str(asked.gpus), str(largest.gpu_count)),
        ("cpu", to_milli(asked.cpu) > largest.cpu_milli, str(asked.cpu), str(from_milli(largest.cpu_milli))),
        (
            "memory",
            asked.memory > largest.memory_mib,
            format_memory(asked.memory),
            format_memory(largest.memory_mib),
        ),
    )
    too_much = [
        Violation(
            field=f"resources.{field}", value=value, allowed=f"at most {most}, what the largest node has"
        )
        for field, exceeds, value, most in checks
        if exceeds
    ]
    return (*too_much, *_models_unknown(asked.gpu_models, largest.gpu_models))


def _models_unknown(wanted: Sequence[str], known: Sequence[str]) -> list[Violation]:
    if not wanted or not set(wanted).isdisjoint(known):
        return []
    allowed = f"at least one of the models there are: {', '.join(known) or 'none'}"
    return [Violation(field="resources.gpu_models", value=", ".join(wanted)[:80], allowed=allowed)]
