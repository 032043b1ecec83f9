"""Map facts about versions and their content to table rows. PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.events.registry_events import (
    ContentScanned,
    DriftEnded,
    GatesAwaited,
    GatesUndecided,
    RepositoryQuarantined,
    RepositoryReleased,
    ScanPolicySet,
    VersionDrifts,
    VersionGated,
    VersionPromoted,
    VersionScored,
    VersionWithdrawn,
)
from muster.views.rows import Upsert

AboutVersions = (
    ContentScanned
    | DriftEnded
    | GatesAwaited
    | GatesUndecided
    | RepositoryQuarantined
    | RepositoryReleased
    | ScanPolicySet
    | VersionDrifts
    | VersionGated
    | VersionPromoted
    | VersionScored
    | VersionWithdrawn
)

POINTER: Final = "POINTER"
"""Kind of pointers in the table of branches and tags; only their names there begin with @."""

DDL: Final = """
CREATE TABLE IF NOT EXISTS verdicts (
    object         text PRIMARY KEY,  -- KIND/HASH
    verdict        text,
    reason         text,
    findings       int,
    scan           text,
    rules_version  text,
    content_sha256 text,
    at_ms          bigint
);
CREATE TABLE IF NOT EXISTS closed_contents (
    repository    text,
    object        text,     -- KIND/HASH; empty: all files
    reason        text,
    verdict       text,     -- by which; NULL: a reviewer has closed it
    path          text,
    closed        boolean,
    by            text,     -- who closed or released it last: ORGANISATION/USER, or the scanner
    at_ms         bigint,
    rules_version text,
    PRIMARY KEY (repository, object)
);
CREATE TABLE IF NOT EXISTS scores (
    repository    text,
    commit        text,
    run           text,
    task          text,
    metric        text,
    value         double precision,
    lower         double precision,
    upper         double precision,
    cases         int,
    judge         text,
    config_digest text,
    at_ms         bigint,
    PRIMARY KEY (repository, commit, run, task, metric)
);
CREATE TABLE IF NOT EXISTS gates (
    repository text,
    commit     text,
    gate       text,
    run        text,
    verdict    text,
    blocking   boolean,
    reason     text,
    baseline   text,
    at_ms      bigint,
    PRIMARY KEY (repository, commit, gate)
);
CREATE TABLE IF NOT EXISTS awaited_gates (
    repository text,
    commit     text,
    gate       text,
    run        text,
    state      text,     -- PENDING, DECIDED or UNDECIDED
    blocking   boolean,
    reason     text,     -- of an undecided one
    at_ms      bigint,
    PRIMARY KEY (repository, commit, gate, run)
);
CREATE TABLE IF NOT EXISTS drifts (
    repository text,
    commit     text,
    alarm      text,
    measure    text,
    text       text,
    since_ms   bigint,   -- estimated begin of the change
    rollback   boolean,  -- the monitor asks for one
    ended      text,     -- why; NULL: it is open
    PRIMARY KEY (repository, commit, alarm)
);
CREATE TABLE IF NOT EXISTS promotions (
    repository text,
    number     bigint,   -- where its fact is on registry-events
    pointer    text,
    commit     text,     -- empty: it leads to nothing since
    former     text,
    by         text,     -- ORGANISATION/USER
    reason     text,
    gates      jsonb,    -- blocking ones that had passed it
    refusal    text,     -- what was gone past; empty: nothing
    at_ms      bigint,
    PRIMARY KEY (repository, number)
);
CREATE TABLE IF NOT EXISTS scan_policies (
    tenant text PRIMARY KEY,
    policy text
);
"""


def version_rows(fact: AboutVersions, at_ms: int, number: int) -> Sequence[Upsert]:
    """Return the rows of a fact about versions.

    Args:
        fact: The fact.
        at_ms: When it happened, in milliseconds since 1970 UTC.
        number: Its offset on the topic.
    """
    match fact:
        case ContentScanned():
            return [_verdict(fact, at_ms)]
        case RepositoryQuarantined() | RepositoryReleased():
            return _closed(fact, at_ms)
        case VersionScored():
            return _scores(fact, at_ms)
        case VersionGated():
            return [_gate(fact, at_ms), _awaited(fact, fact.gate, {"state": "DECIDED", "at_ms": at_ms})]
        case GatesAwaited():
            columns = {"state": "PENDING", "reason": "", "at_ms": at_ms}
            return [
                _awaited(fact, gate, {**columns, "blocking": gate in fact.gates})
                for gate in (*fact.gates, *fact.advisory)
            ]
        case GatesUndecided():
            reason = f"{fact.code}: {fact.reason}" if fact.reason else fact.code
            columns = {"state": "UNDECIDED", "reason": reason, "at_ms": at_ms}
            return [_awaited(fact, gate, columns) for gate in fact.gates]
        case VersionDrifts() | DriftEnded():
            return [_drift(fact)]
        case VersionPromoted() | VersionWithdrawn():
            return _promoted(fact, at_ms, number)
        case ScanPolicySet():
            return [Upsert("scan_policies", {"tenant": fact.organisation}, {"policy": fact.policy.value})]


def _verdict(fact: ContentScanned, at_ms: int) -> Upsert:
    columns = {
        "verdict": fact.verdict.value,
        "reason": fact.reason,
        "findings": fact.findings,
        "scan": fact.scan,
        "rules_version": fact.rules_version,
        "content_sha256": fact.content_sha256,
        "at_ms": at_ms,
    }
    return Upsert("verdicts", {"object": fact.object}, columns)


def _closed(fact: RepositoryQuarantined | RepositoryReleased, at_ms: int) -> Sequence[Upsert]:
    is_closed = isinstance(fact, RepositoryQuarantined)
    columns: dict[str, object] = {
        "reason": fact.reason,
        "path": fact.path,
        "closed": is_closed,
        "by": fact.requested_by,
        "at_ms": at_ms,
        "rules_version": fact.rules_version,
    }
    if isinstance(fact, RepositoryQuarantined):
        columns["verdict"] = None if fact.verdict is None else fact.verdict.value
    rows = [Upsert("closed_contents", {"repository": fact.repository, "object": fact.object}, columns)]
    if not fact.object:
        reason = fact.reason if is_closed else None
        rows.append(Upsert("repositories", {"repository": fact.repository}, {"quarantine": reason}))
    return rows


def _scores(fact: VersionScored, at_ms: int) -> Sequence[Upsert]:
    about = {"repository": fact.repository, "commit": fact.commit, "run": fact.run}
    common = {"judge": fact.judge, "config_digest": fact.config_digest, "at_ms": at_ms}
    return [
        Upsert(
            "scores",
            {**about, "task": each.task, "metric": each.metric},
            {"value": each.value, "lower": each.lower, "upper": each.upper, "cases": each.cases, **common},
        )
        for each in fact.scores
    ]


def _gate(fact: VersionGated, at_ms: int) -> Upsert:
    columns = {
        "run": fact.run,
        "verdict": fact.verdict.value,
        "blocking": fact.blocking,
        "reason": fact.reason,
        "baseline": fact.baseline,
        "at_ms": at_ms,
    }
    return Upsert("gates", {"repository": fact.repository, "commit": fact.commit, "gate": fact.gate}, columns)


def _awaited(
    fact: GatesAwaited | VersionGated | GatesUndecided, gate: str, columns: Mapping[str, object]
) -> Upsert:
    key = {"repository": fact.repository, "commit": fact.commit, "gate": gate, "run": fact.run}
    return Upsert("awaited_gates", key, columns)


def _drift(fact: VersionDrifts | DriftEnded) -> Upsert:
    key = {"repository": fact.repository, "commit": fact.commit, "alarm": fact.alarm}
    if isinstance(fact, DriftEnded):
        return Upsert("drifts", key, {"ended": fact.reason})
    columns = {
        "measure": fact.measure,
        "text": fact.text,
        "since_ms": fact.since_ms,
        "rollback": fact.rollback,
    }
    return Upsert("drifts", key, columns)


def _promoted(fact: VersionPromoted | VersionWithdrawn, at_ms: int, number: int) -> Sequence[Upsert]:
    columns: dict[str, object] = {
        "pointer": fact.pointer,
        "by": fact.requested_by,
        "reason": fact.reason,
        "at_ms": at_ms,
    }
    if isinstance(fact, VersionPromoted):
        leads = {"commit": fact.commit, "former": fact.former}
        columns |= {**leads, "gates": list(fact.gates), "refusal": fact.refusal}
    else:
        columns |= {"commit": "", "former": fact.commit, "gates": [], "refusal": ""}
    key = {"repository": fact.repository, "kind": POINTER, "name": f"@{fact.pointer}"}
    commit = fact.commit if isinstance(fact, VersionPromoted) else None
    return [
        Upsert("promotions", {"repository": fact.repository, "number": number}, columns),
        Upsert("refs", key, {"commit": commit}),
    ]
