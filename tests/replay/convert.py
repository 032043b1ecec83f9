"""Recorded batches as today's schema has them: only fields are added unknown when they were written.

    GangBound.tenant    the job's, from its JobQueued
    GangBound.queue     likewise
    GangBound.each      what each rank holds: CPU, memory and accepted GPU models from the job's spec; the
                        sharing key from how its placements share, with the job's tenant and team

Nothing that a batch says is changed. What the core decides today must equal the result, so a field that is
added here is checked by every recorded log.
"""

from __future__ import annotations

from typing import Any

WAYS_OF_SHARING = {"MPS": "mps", "TIME_SLICING": "turns"}


class Converter:
    """Takes the batches of one log in order; remembers the jobs that were queued."""

    def __init__(self) -> None:
        self._queued: dict[str, dict[str, Any]] = {}

    def convert(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The batch with the fields that it lacks; the same object, changed."""
        for decision in batch["decisions"]:
            fact = decision["payload"]
            if fact["type"] == "JobQueued":
                self._queued[fact["job_id"]] = fact
            elif fact["type"] == "GangBound" and "each" not in fact:
                fact.update(self._held_by(fact))
        return batch

    def _held_by(self, bound: dict[str, Any]) -> dict[str, Any]:
        queued = self._queued[bound["job_id"]]
        spec, asked = queued["spec"], queued["spec"]["resources"]
        sharing = bound["placements"][0]["sharing"]
        way = WAYS_OF_SHARING.get(sharing)
        key = f"{way}:{queued['tenant']}/{spec['team']}" if way else ("mig" if sharing == "MIG" else "")
        each = {
            "cpu_milli": asked["cpu_milli"],
            "memory_mib": asked["memory_mib"],
            "gpu_models": asked["gpu_models"],
            "sharing_key": key,
        }
        return {"tenant": queued["tenant"], "queue": spec["queue"], "each": each}
