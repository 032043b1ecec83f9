"""Retries: permanent failures are never retried, and no job gets more attempts than granted.

Only what the platform itself states spares an attempt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    FailureRulesActivated,
    FailureVerdict,
    JobQueued,
    JobRequeued,
    PolicyActivated,
)
from muster.events.scheduler_log import Batch
from muster.failures.parsing import parse_rules
from muster.failures.rules import Action, Persistence, RuleSet
from muster.testkit.checker.breach import Breaches

PERMANENT: Final = "what is permanent is never tried again"
GRANTED: Final = "no job is tried more often than its owner and the policy grant"
CAPPED: Final = "no cause is tried again more often than its rule allows"
SPARED: Final = "only what the platform states spares an attempt"
OFF: Final = "nothing that failed is tried again while retries are off"
MEMORY: Final = "memory grows only where a rule demands it, and never beyond what the job allows"
KNOWN: Final = "a verdict names a rule of the version in effect"

_FORGED: Final = ("a line of the output", "exit code ", "signal ", "no sign ")
"""Prefixes of the signs that a job itself can produce."""


@dataclass(slots=True)
class _Tries:
    """One job so far: attempts that count, others, the last end; its memory and its maximum, MiB."""

    granted: int
    memory_mib: int
    memory_max_mib: int
    failed: int = 0
    lost: int = 0
    last: AttemptEnded | None = None


class Retries:
    """Tracks why attempts ended."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._jobs: dict[str, _Tries] = {}
        self._by_rule: dict[tuple[str, str], int] = {}
        self._rules: RuleSet | None = None
        self._lost_max: int | None = None
        self._off = False

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        for decision in batch.decisions:
            self.note(decision.event_id, decision.payload)

    def note(self, at: str, fact: Any) -> None:
        """Check one fact."""
        match fact:
            case FailureRulesActivated():
                self._rules = _parsed(fact.rules)
            case PolicyActivated():
                self._lost_max, self._off = fact.policy.attempts_lost_max, fact.policy.retries_off
            case JobQueued():
                retry, memory_mib = fact.spec.retry, fact.spec.resources.memory_mib
                self._jobs[fact.job_id] = _Tries(retry.attempts_max, memory_mib, retry.memory_max_mib or 0)
            case AttemptEnded():
                self._ended(at, fact)
            case JobRequeued():
                self._requeued(at, fact)
            case _:
                pass

    def _ended(self, at: str, ended: AttemptEnded) -> None:
        tries, verdict = self._jobs.get(ended.job_id), ended.verdict
        if tries is None:
            return  # a job that was never queued breaks another rule
        tries.last = ended
        spared = verdict is not None and verdict.spared
        failed = ended.outcome is AttemptOutcome.FAILED
        tries.failed += failed and not spared
        tries.lost += ended.outcome in (AttemptOutcome.LOST, AttemptOutcome.REFUSED) or (failed and spared)
        if verdict is None:
            return
        if failed:
            key = ended.job_id, verdict.rule
            self._by_rule[key] = self._by_rule.get(key, 0) + 1
        self._judged(at, verdict)

    def _judged(self, at: str, verdict: FailureVerdict) -> None:
        rules = self._rules
        version = rules.version if rules else None
        known = rules is not None and verdict.rule in {rule.id for rule in rules}
        known = known and version == verdict.rules_version
        self._breaches.expect(known, KNOWN, at, f"{verdict.rule} of {verdict.rules_version}")
        if verdict.spared and rules is not None and known:
            rule = rules.rule(verdict.rule)
            forged = verdict.sign.startswith(_FORGED) or bool(rule.signs.output)
            self._breaches.expect(rule.spares_budget and not forged, SPARED, at, verdict)

    def _requeued(self, at: str, requeued: JobRequeued) -> None:
        tries = self._jobs.get(requeued.job_id)
        ended = tries.last if tries else None
        if tries is not None and requeued.memory_mib is not None:
            self._grown(at, tries, requeued.memory_mib)
        if tries is None or ended is None or ended.outcome is AttemptOutcome.STOPPED:
            return
        lost_max = self._lost_max or tries.lost + 1
        within = tries.failed < tries.granted and tries.lost < lost_max
        self._breaches.expect(within, GRANTED, at, f"{tries.failed} failed, {tries.lost} lost")
        if ended.outcome is not AttemptOutcome.FAILED:
            return
        self._breaches.expect(not self._off, OFF, at, ended.message)
        verdict = ended.verdict
        if verdict is None or self._rules is None:
            return
        if verdict.rules_version != self._rules.version:
            return  # that breaks another rule
        permanent = verdict.persistence == Persistence.PERMANENT or verdict.action == Action.FAIL
        grows = requeued.memory_mib is not None
        self._breaches.expect(grows or not permanent, PERMANENT, at, verdict.rule)
        most = self._rules.rule(verdict.rule).retries_max
        times = self._by_rule[requeued.job_id, verdict.rule]
        few = most is None or times <= most
        self._breaches.expect(few, CAPPED, at, f"{verdict.rule}, {times} times")

    def _grown(self, at: str, tries: _Tries, memory_mib: int) -> None:
        """Check that a rank may have this much from now on."""
        verdict = tries.last.verdict if tries.last else None
        rule = self._rules.rule(verdict.rule) if verdict and self._rules else None
        demanded = rule is not None and rule.memory_percent is not None
        within = tries.memory_mib < memory_mib <= tries.memory_max_mib
        self._breaches.expect(
            demanded and within, MEMORY, at, f"{memory_mib} MiB after {tries.memory_mib} MiB"
        )
        tries.memory_mib = memory_mib


@cache
def _parsed(rules: str) -> RuleSet:
    """A thousand histories that begin with the same rules parse them once."""
    return parse_rules(rules)
