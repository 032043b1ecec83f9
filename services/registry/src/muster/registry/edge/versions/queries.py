"""Queries: verdicts, closed content, scores, gates, alarms and promotions of versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from muster.api.cursors import ListAnswer, Order, PageRequest
from muster.api.document.answers import Time
from muster.events.registry_commands import ScanPolicy
from muster.events.scan_events import ScanVerdict
from muster.registry.core.access import ContentState
from muster.registry.edge.queries import RepositoryRow
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
    def state(self) -> ContentState:
        """The same facts, as access rules take them."""
        return ContentState(
            is_file=not self.object.startswith("tree/"),
            verdict=None if self.verdict is None else ScanVerdict(self.verdict),
            is_closed=self.closed,
            closed_by=None if self.closed_by is None else ScanVerdict(self.closed_by),
            reason=self.reason or "",
            policy=ScanPolicy(self.policy_name),
        )


class ClosedAnswer(TypedDict):
    """Closed content of a repository."""

    object: Annotated[str, "Id of the content; tree/...: versions with this root; empty: all files."]
    path: Annotated[str, "Path of the content in one commit."]
    reason: str
    verdict: Annotated[str | None, "Scan verdict that closed it; null: a reviewer closed it."]
    by: str
    at: Time


class ScoreAnswer(TypedDict):
    """Score of a version in an evaluation."""

    run: str
    task: str
    metric: str
    value: float
    lower: float | None
    upper: float | None
    cases: int
    judge: str
    at: Time


class GateAnswer(TypedDict):
    """Verdict of a gate."""

    gate: str
    run: str
    verdict: str
    blocking: bool
    reason: str
    baseline: str
    at: Time


class PendingGateAnswer(TypedDict):
    """A gate without a verdict."""

    gate: str
    run: str
    state: Annotated[str, "pending: the evaluation is running; undecided: it ended without a verdict."]
    blocking: Annotated[bool, "Whether the version cannot be promoted until the gate has passed it."]
    reason: Annotated[str, "Reason why there is no verdict; empty: it is pending."]
    at: Time


class DriftAnswer(TypedDict):
    """An open alarm that quality has moved in production."""

    alarm: str
    measure: str
    text: Annotated[str, "The alarm in one sentence."]
    since: Annotated[Time, "Estimated start of the change."]
    rollback: Annotated[bool, "Whether the monitor requests a rollback."]


class PromotionAnswer(TypedDict):
    """One move of a pointer."""

    number: int
    pointer: str
    commit: Annotated[str, "New target; empty: the pointer was cleared."]
    former: str
    by: str
    reason: str
    gates: Annotated[list[str], "Blocking gates that had passed the version."]
    refusal: Annotated[str, "Refusal that an operator overrode; empty: none."]
    at: Time


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


async def closed_in(tables: Tables, repository: str, paging: PageRequest) -> ListAnswer[ClosedAnswer]:
    """Return a page of the closed content of a repository, most recently closed first."""
    return await paging.read(tables, ClosedAnswer, _CLOSED, {"repository": repository}, _LAST_CLOSED)


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


async def promotions_of(tables: Tables, repository: str, paging: PageRequest) -> ListAnswer[PromotionAnswer]:
    """Return a page of the moves of a repository's pointers, newest first."""
    return await paging.read(tables, PromotionAnswer, _PROMOTIONS, {"repository": repository}, _LAST_MOVED)


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
SELECT object, path, reason, lower(verdict) AS verdict, by, at_ms AS at FROM closed_contents
WHERE repository = %(repository)s AND closed
"""
_LAST_CLOSED: Final = Order({"at": int, "object": str}, descending=True)
_SCORES: Final = """
SELECT run, task, metric, value, lower, upper, cases, judge, at_ms AS at FROM scores
WHERE repository = %(repository)s AND commit = %(commit)s ORDER BY task, metric, at_ms, run
"""
_GATES: Final = """
SELECT gate, run, lower(verdict) AS verdict, blocking, reason, baseline, at_ms AS at FROM gates
WHERE repository = %(repository)s AND commit = %(commit)s ORDER BY gate
"""
_PENDING: Final = """
SELECT gate, run, lower(state) AS state, blocking, reason, at_ms AS at FROM awaited_gates a
WHERE repository = %(repository)s AND commit = %(commit)s
  AND (state = 'PENDING' OR state = 'UNDECIDED' AND NOT EXISTS (
      SELECT FROM gates g WHERE (g.repository, g.commit, g.gate) = (a.repository, a.commit, a.gate)))
ORDER BY gate, at_ms
"""
_DRIFT: Final = """
SELECT alarm, measure, text, since_ms AS since, rollback FROM drifts
WHERE repository = %(repository)s AND commit = %(commit)s AND ended IS NULL ORDER BY since_ms, alarm
"""
_PROMOTIONS: Final = """
SELECT number, pointer, commit, former, by, reason, gates, refusal, at_ms AS at FROM promotions
WHERE repository = %(repository)s
"""
_LAST_MOVED: Final = Order({"number": int}, descending=True)
