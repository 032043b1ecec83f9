"""Queries of the tables, limited to what a caller may see.

Reviewers and operators see all content of their organisation; others see that of repositories which the
organisation may read, and of their own. Callers with further grants learn it from the registry, by version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from muster.api.cursors import ListAnswer, Order, PageRequest
from muster.identity import Principal
from muster.identity.principal import CLUSTER_WRITE, REVIEWS_WRITE
from muster.scanner.edge.routes.answers import ActivationAnswer, FindingAnswer, ReviewAnswer, ScanAnswer
from muster.views.reading.tables import Tables

LISTED_MAX: Final = 1_000
"""Most rows of one answer."""


class _ScanRow(ScanAnswer):
    moment: int


class _PendingRow(ScanAnswer):
    urgency: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """Number of contents that some rules have judged."""

    rules_version: str
    contents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _ObjectRow:
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RepositoryRow:
    repository: str


def _seen_by(caller: Principal) -> dict[str, Any]:
    return {
        "tenant": caller.tenant,
        "whole": caller.allows(REVIEWS_WRITE) or caller.allows(CLUSTER_WRITE),
        "me": f"{caller.tenant}/{caller.subject}",
        "own": f"{caller.tenant}.{caller.subject}",
    }


async def scans(  # noqa: PLR0917  (filters)
    tables: Tables, caller: Principal, repository: str, verdict: str, state: str, paging: PageRequest
) -> ListAnswer[ScanAnswer]:
    """Content, the newest scan first, including directories of versions; unscanned content before all."""
    filters = {"name": repository.lower(), "verdict": verdict, "state": state}
    found = await paging.read(tables, _ScanRow, _SCANS, {**_seen_by(caller), **filters}, _NEWEST)
    return cast("ListAnswer[ScanAnswer]", found)


async def waiting(tables: Tables, caller: Principal, paging: PageRequest) -> ListAnswer[ScanAnswer]:
    """Content pending review: not clean, and not reviewed in the organisation under the same rules."""
    found = await paging.read(tables, _PendingRow, _WAITING, _seen_by(caller), _WORST)
    return cast("ListAnswer[ScanAnswer]", found)


async def content(tables: Tables, caller: Principal, object_: str) -> list[ScanAnswer]:
    """One content, in each repository that has it."""
    return await tables.rows(
        ScanAnswer, _CONTENT, {**_seen_by(caller), "object": object_, "limit": LISTED_MAX}
    )


async def findings(tables: Tables, scan: str) -> list[FindingAnswer]:
    """Findings of a scan, the worst first."""
    return await tables.rows(FindingAnswer, _FINDINGS, {"scan": scan})


async def reviews(tables: Tables, tenant: str, object_: str) -> list[ReviewAnswer]:
    """Reviews of content in the organisation, and overrides for all; the newest first."""
    return await tables.rows(ReviewAnswer, _REVIEWS, {"tenant": tenant, "object": object_})


async def repository_named(tables: Tables, caller: Principal, full_name: str) -> str | None:
    """The id of a repository of the organisation that the caller may see."""
    row = await tables.row(_RepositoryRow, _NAMED, {**_seen_by(caller), "name": full_name.lower()})
    return None if row is None else row.repository


async def objects_of(tables: Tables, repository: str, path: str, most: int) -> list[str]:
    """Live content of a repository, or the content at a path in it."""
    given = {"repository": repository, "path": path, "limit": most}
    return [row.object for row in await tables.rows(_ObjectRow, _OBJECTS, given)]


async def repositories_with(
    tables: Tables, tenant: str, object_: str, *, closed: bool, most: int
) -> list[str]:
    """Repositories of the organisation in which content is closed, or which have it."""
    given = {"tenant": tenant, "object": object_, "limit": most}
    rows = await tables.rows(_RepositoryRow, _CLOSED if closed else _HOLDERS, given)
    return [row.repository for row in rows]


async def activations(tables: Tables) -> list[ActivationAnswer]:
    """Activations of rules, the newest first."""
    return await tables.rows(ActivationAnswer, _ACTIVATIONS, {})


async def judged_by(tables: Tables) -> list[CountRow]:
    """Number of contents that each version of the rules has judged."""
    return await tables.rows(CountRow, _JUDGED, {})


_NEVER: Final = "4611686018427387904"
"""Time of a scan that has not happened, milliseconds since 1970 UTC: after all others, 2^62."""

_MAY_SEE: Final = """
h.tenant = %(tenant)s AND NOT h.released AND NOT r.deleted
AND (%(whole)s OR r.visibility IN ('PUBLIC', 'INTERNAL') OR r.created_by = %(me)s OR r.namespace = %(own)s)
"""
_SELECT: Final = """
h.object, r.namespace || '/' || r.name AS repository, h.path, h.commit,
coalesce(s.state, 'waiting') AS state, coalesce(s.waits_for, '') AS waits_for,
lower(s.verdict) AS verdict, coalesce(s.reason, '') AS reason, coalesce(s.findings, 0) AS findings,
coalesce(s.rules_version, '') AS rules_version, coalesce(s.size_bytes, 0) AS size_bytes,
coalesce(s.content_sha256, '') AS content_sha256, coalesce(s.scan, '') AS scan,
s.changed_at_ms AS at, coalesce(c.closed, false) AS closed
FROM held h JOIN repositories r USING (repository) LEFT JOIN scans s USING (object)
     LEFT JOIN closed c USING (object, repository)
"""
_SCANS: Final = f"""
SELECT found.*, coalesce(at, {_NEVER}) AS moment FROM (
    SELECT DISTINCT ON (h.object, h.repository) {_SELECT}
    WHERE {_MAY_SEE} AND (%(name)s = '' OR lower(r.namespace || '/' || r.name) = %(name)s)
      AND (%(verdict)s = '' OR s.verdict = %(verdict)s)
      AND (%(state)s = '' OR coalesce(s.state, 'waiting') = %(state)s)
    ORDER BY h.object, h.repository, h.commit
) found
"""  # noqa: S608  (of its own text)
_NEWEST: Final = Order({"moment": int, "object": str, "repository": str}, descending=True)
_WAITING: Final = f"""
SELECT found.*, CASE verdict WHEN 'malicious' THEN 0 WHEN 'inconclusive' THEN 1 ELSE 2 END AS urgency FROM (
    SELECT DISTINCT ON (h.object, h.repository) {_SELECT}
    WHERE {_MAY_SEE} AND s.verdict <> 'CLEAN' AND NOT EXISTS (
        SELECT 1 FROM reviews v WHERE v.object = h.object AND v.rules_version = s.rules_version
               AND (v.decision = 'OVERRIDE' OR v.tenant = %(tenant)s AND v.verdict = s.verdict))
    ORDER BY h.object, h.repository, h.commit
) found
"""  # noqa: S608  (of its own text)
_WORST: Final = Order({"urgency": int, "at": int, "object": str, "repository": str})
_CONTENT: Final = f"""
SELECT DISTINCT ON (h.repository) {_SELECT} WHERE {_MAY_SEE} AND h.object = %(object)s
ORDER BY h.repository, h.commit LIMIT %(limit)s
"""
_FINDINGS: Final = """
SELECT rule, lower(kind) AS kind, lower(severity) AS severity, message, member, place AS "offset"
FROM findings WHERE scan = %(scan)s
ORDER BY array_position(ARRAY['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'], findings.severity),
         rule, member, place
"""
_REVIEWS: Final = """
SELECT lower(decision) AS decision, lower(verdict) AS verdict, reason, by, rules_version, at_ms AS at
FROM reviews
WHERE object = %(object)s AND (tenant = %(tenant)s OR decision = 'OVERRIDE') ORDER BY at_ms DESC, event_id
"""
_NAMED: Final = """
SELECT r.repository FROM repositories r
WHERE r.tenant = %(tenant)s AND NOT r.deleted AND lower(r.namespace || '/' || r.name) = %(name)s
  AND (%(whole)s OR r.visibility IN ('PUBLIC', 'INTERNAL') OR r.created_by = %(me)s OR r.namespace = %(own)s)
"""
_OBJECTS: Final = """
SELECT DISTINCT object FROM held
WHERE repository = %(repository)s AND NOT released AND (%(path)s = '' OR path = %(path)s)
ORDER BY object LIMIT %(limit)s
"""
_HOLDERS: Final = """
SELECT DISTINCT h.repository FROM held h JOIN repositories r USING (repository)
WHERE h.object = %(object)s AND h.tenant = %(tenant)s AND NOT h.released AND NOT r.deleted
ORDER BY h.repository LIMIT %(limit)s
"""
_CLOSED: Final = """
SELECT c.repository FROM closed c JOIN repositories r USING (repository)
WHERE c.object = %(object)s AND c.closed AND r.tenant = %(tenant)s AND NOT r.deleted
ORDER BY c.repository LIMIT %(limit)s
"""
_ACTIVATIONS: Final = """
SELECT rules_version, former, reason, by, at_ms AS at FROM activations ORDER BY at_ms DESC, event_id LIMIT 100
"""
_JUDGED: Final = """
SELECT rules_version, count(*) AS contents FROM scans WHERE verdict IS NOT NULL
GROUP BY rules_version ORDER BY rules_version
"""
