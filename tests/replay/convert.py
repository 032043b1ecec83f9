"""Recorded batches as they would be written today: newer fields are added, and messages reworded.

    GangBound.tenant    the job's, from its JobQueued
    GangBound.queue     likewise
    GangBound.each      the shape of each rank: CPU, memory and accepted GPU models from the job's spec; the
                        sharing key from how its placements share, with the job's tenant and team
    StartTask.ranks     the CPU and memory that each rank may use, from the job's spec

    reason, message     sentences that are worded differently today (MESSAGES)

Nothing else in a batch is changed. Today's decisions of the core must equal the result, so a field that is
added here is checked by every recorded log.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from muster.jobs.values.quantities import format_duration

WAYS_OF_SHARING = {"MPS": "mps", "TIME_SLICING": "turns"}

MESSAGES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (
        re.compile(r"^wall time limit of (\d+) ms reached: .*$"),
        lambda found: f"Exceeded wall-time limit ({format_duration(int(found[1]))})",
    ),
    (
        re.compile(r"has (\d+) queues below it; delete or move those first$"),
        lambda found: f"has {_counted(found[1], 'queue')} below it; delete or move what is below it first",
    ),
    (re.compile(r"has 1 jobs that have not ended$"), lambda _: "has 1 job that has not ended"),
)
"""Sentences in `reason` and `message` as they were, and as they are."""


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
            elif fact["type"] == "StartTask":
                self._allow(fact)
            for name in ("reason", "message"):
                if isinstance(fact.get(name), str):
                    fact[name] = worded(fact[name])
        return batch

    def _allow(self, order: dict[str, Any]) -> None:
        asked = self._queued[order["job_id"]]["spec"]["resources"]
        allowed = {"cpu_milli": asked["cpu_milli"], "memory_mib": asked["memory_mib"]}
        order["ranks"] = [{**allowed, **rank} for rank in order["ranks"]]

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


def worded(sentence: str) -> str:
    """A sentence of a recorded fact as it is worded today."""
    for former, today in MESSAGES:
        sentence = former.sub(today, sentence)
    return sentence


def _counted(count: str, noun: str) -> str:
    return f"1 {noun}" if count == "1" else f"{count} {noun}s"
