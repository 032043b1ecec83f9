"""Queries: verdicts, closed content, scores, gates, alarms and promotions of versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from muster.events.registry_commands import ScanPolicy
from muster.events.scan_events import ScanVerdict
from muster.registry.core.versions.readers import Known
from muster.registry.edge.reading import RepositoryRow
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRow:
    """Verdict, closure, scan policy and damage of one object of a repository."""

    object: str
    verdict: str | None
    said: str | None
    closed: bool
    closed_by: str | None
    reason: str | None
    policy_name: str
    damage: str | None

    @property
    def policy(self) -> ScanPolicy:
        """Read policy of the organisation for content that is not scanned yet."""
        return ScanPolicy(self.policy_name)

    @property
    def known(self) -> Known:
        """The same facts, as the rules take them."""
        return Known(
            is_file=not self.object.startswith("tree/"),
            verdict=None if self.verdict is None else ScanVerdict(self.verdict),
            is_closed=self.closed,
            closed_by=None if self.closed_by is None else ScanVerdict(self.closed_by),
            reason=self.reason or "",
        )


class ClosedAnswer(TypedDict):
    """Something that is closed."""

    object: Annotated[str, "The content; tree/...: versions with this root; empty: all files."]
    path: Annotated[str, "Where it lies, in one commit."]
    reason: str
    verdict: Annotated[str | None, "By which it is closed; null: a reviewer has closed it."]
    by: str
    at_ms: int


class ScoreAnswer(TypedDict):
    """A score."""

    run: str
    task: str
    metric: str
    value: float
    lower: float | None
    upper: float | None
    cases: int
    judge: str
    at_ms: int


class GateAnswer(TypedDict):
    """Verdict of a gate."""

    gate: str
    run: str
    verdict: str
    blocking: bool
    reason: str
    baseline: str
    at_ms: int


class PendingGateAnswer(TypedDict):
    """A gate without a verdict."""

    gate: str
    run: str
    state: Annotated[str, "pending: its evaluation runs; undecided: that ended without a verdict."]
    blocking: Annotated[bool, "It holds the version until it has a verdict."]
    reason: Annotated[str, "Why there is no verdict; empty: it is pending."]
    at_ms: int


class DriftAnswer(TypedDict):
    """An open alarm that quality has moved in production."""

    alarm: str
    measure: str
    text: Annotated[str, "The alarm in one sentence."]
    since_ms: Annotated[int, "Estimated begin of the change."]
    rollback: Annotated[bool, "The monitor asks for a rollback."]


class PromotionAnswer(TypedDict):
    """A pointer that was moved."""

    number: int
    pointer: str
    commit: Annotated[str, "Empty: it leads to nothing since."]
    former: str
    by: str
    reason: str
    gates: Annotated[list[str], "Blocking ones that had passed it."]
    refusal: Annotated[str, "What an operator went past; empty: nothing."]
    at_ms: int


@dataclass(frozen=True, slots=True)
class _PolicyRow:
    policy: str


async def policy_of(tables: Tables, tenant: str) -> ScanPolicy:
    """Return an organisation's read policy for content without a verdict."""
    row = await tables.row(_PolicyRow, _POLICY, {"tenant": tenant})
    return ScanPolicy.ALLOW if row is None else ScanPolicy(row.policy)


async def known_about(
    tables: Tables, repository: RepositoryRow, objects: Sequence[str]
) -> Sequence[KnownRow]:
    """Return verdict, closure, policy and damage of objects of a repository, one row for each."""
    of = {"repository": repository.repository, "tenant": repository.tenant}
    return await tables.rows(KnownRow, _KNOWN, {**of, "objects": list(objects)})


async def closed_in(tables: Tables, repository: str) -> list[ClosedAnswer]:
    """Return the closed content of a repository, most recently closed first; at most CLOSED_MAX."""
    return await tables.rows(ClosedAnswer, _CLOSED, {"repository": repository, "most": CLOSED_MAX})


async def scores_of(tables: Tables, repository: str, commit: str) -> list[ScoreAnswer]:
    """Return the scores of a version, ordered by task, metric and time."""
    return await tables.rows(ScoreAnswer, _SCORES, {"repository": repository, "commit": commit})


async def gates_of(tables: Tables, repository: str, commit: str) -> list[GateAnswer]:
    """Return the gate verdicts of a version, ordered by gate."""
    return await tables.rows(GateAnswer, _GATES, {"repository": repository, "commit": commit})


async def pending_of(tables: Tables, repository: str, commit: str) -> list[PendingGateAnswer]:
    """Return the gates of a version that are pending, or whose only evaluations ended without a verdict."""
    return await tables.rows(PendingGateAnswer, _PENDING, {"repository": repository, "commit": commit})


async def drift_of(tables: Tables, repository: str, commit: str) -> list[DriftAnswer]:
    """Return the open alarms about a version's quality in production, oldest first."""
    return await tables.rows(DriftAnswer, _DRIFT, {"repository": repository, "commit": commit})


async def promotions_of(tables: Tables, repository: str, limit: int) -> list[PromotionAnswer]:
    """Return the moves of a repository's pointers, newest first."""
    return await tables.rows(PromotionAnswer, _PROMOTIONS, {"repository": repository, "limit": limit})


CLOSED_MAX: Final = 1_000

_POLICY: Final = "SELECT policy FROM scan_policies WHERE tenant = %(tenant)s"
_KNOWN: Final = """
SELECT o.object, v.verdict, v.reason AS said, coalesce(c.closed, FALSE) AS closed, c.verdict AS closed_by,
       c.reason, coalesce(p.policy, 'ALLOW') AS policy_name, s.damage
FROM unnest(%(objects)s::text[]) AS o (object)
     LEFT JOIN verdicts v ON v.object = o.object
     LEFT JOIN closed_contents c ON c.repository = %(repository)s AND c.object = o.object
     LEFT JOIN scan_policies p ON p.tenant = %(tenant)s
     LEFT JOIN objects s ON s.object = o.object
"""
_CLOSED: Final = """
SELECT object, path, reason, lower(verdict) AS verdict, by, at_ms FROM closed_contents
WHERE repository = %(repository)s AND closed ORDER BY at_ms DESC, object LIMIT %(most)s
"""
_SCORES: Final = """
SELECT run, task, metric, value, lower, upper, cases, judge, at_ms FROM scores
WHERE repository = %(repository)s AND commit = %(commit)s ORDER BY task, metric, at_ms, run
"""
_GATES: Final = """
SELECT gate, run, lower(verdict) AS verdict, blocking, reason, baseline, at_ms FROM gates
WHERE repository = %(repository)s AND commit = %(commit)s ORDER BY gate
"""
_PENDING: Final = """
SELECT gate, run, lower(state) AS state, blocking, reason, at_ms FROM awaited_gates a
WHERE repository = %(repository)s AND commit = %(commit)s
  AND (state = 'PENDING' OR state = 'UNDECIDED' AND NOT EXISTS (
      SELECT FROM gates g WHERE (g.repository, g.commit, g.gate) = (a.repository, a.commit, a.gate)))
ORDER BY gate, at_ms
"""
_DRIFT: Final = """
SELECT alarm, measure, text, since_ms, rollback FROM drifts
WHERE repository = %(repository)s AND commit = %(commit)s AND ended IS NULL ORDER BY since_ms, alarm
"""
_PROMOTIONS: Final = """
SELECT number, pointer, commit, former, by, reason, gates, refusal, at_ms FROM promotions
WHERE repository = %(repository)s ORDER BY number DESC LIMIT %(limit)s
"""
