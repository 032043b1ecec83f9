"""Facts and commands as rows of the tables. PURE.

Facts of the registry and of the scanner are in separate tables: only within a topic are they ordered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    FilesRegistered,
    ObjectDeleted,
    ObjectRepacked,
    ProvenObject,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    RepositoryQuarantined,
    RepositoryReleased,
    UploadProven,
    VisibilitySet,
    XorbRepacked,
)
from muster.events.registry_events import Payload as RegistryPayload
from muster.events.scan_events import (
    ContentReviewed,
    FindingRaised,
    RescanRequested,
    RulesActivated,
    ScanCompleted,
    ScanEvent,
    ScanPostponed,
    ScanStarted,
    VerdictOverridden,
    WeightsFingerprinted,
)
from muster.journal import Delivery
from muster.scanner.core.contents import contents_of
from muster.views.commands import accepted
from muster.views.rows import Upsert

RUNNING: Final = "running"
POSTPONED: Final = "postponed"
COMPLETED: Final = "completed"
"""States of a scan."""


_MAIN: Final = "main"
"""The branch whose card counts for a repository."""


def scan_rows(delivery: Delivery[ScanEvent]) -> Iterable[Upsert]:
    """The rows of one fact of this service."""
    fact, at_ms = delivery.envelope.payload, delivery.envelope.occurred_at_ms
    event_id = delivery.envelope.event_id
    match fact:
        case RescanRequested() | RulesActivated() | ContentReviewed() | VerdictOverridden():
            rows = _request_rows(fact, at_ms, event_id)
            return [*rows, *accepted(delivery, delivery.envelope.key, fact.tenant)]
        case ScanStarted():
            row = {"scan": fact.scan, "state": RUNNING, "attempt": fact.attempt, "changed_at_ms": at_ms}
            return [Upsert("scans", {"object": fact.object}, {**row, "waits_for": ""})]
        case ScanPostponed():
            row = {"state": POSTPONED, "waits_for": fact.reason, "changed_at_ms": at_ms}
            return [Upsert("scans", {"object": fact.object}, row)]
        case FindingRaised():
            return [_finding(fact, event_id)]
        case ScanCompleted():
            return [_completed(fact, at_ms)] if fact.object else []
        case WeightsFingerprinted():
            return []  # the registry keeps them
        case _:
            assert_never(fact)


def registry_rows(delivery: Delivery[RegistryPayload]) -> Sequence[Upsert]:
    """Rows of one fact of the registry: which content exists, its location, and its holders."""
    fact, at_ms = delivery.envelope.payload, delivery.envelope.occurred_at_ms
    match fact:
        case CommitMade():
            return [*_content_rows(fact), *_proven(fact.proven), *_card(fact)]
        case CommitReleased():
            return [
                Upsert(
                    "held",
                    {"object": object_, "repository": fact.repository, "commit": fact.commit},
                    {"released": True},
                )
                for object_ in fact.objects
                if not object_.startswith("xorb/")
            ]
        case UploadProven():
            proven = {"object_key": fact.object_key, "there": True}
            return [Upsert("objects", {"object": fact.object}, proven)]
        case FilesRegistered():
            return _proven(fact.proven)
        case ObjectRepacked():
            repacked = Upsert("repacked", {"object": fact.object}, {"record": fact.file.record})
            return [repacked, *_proven(fact.proven)]
        case XorbRepacked():
            told = {
                "delta_key": fact.proven.object_key,
                "bases": {base.xorb: base.object_key for base in fact.bases},
            }
            return [Upsert("differences", {"object": fact.object}, told)]
        case ObjectDeleted():
            return [Upsert("objects", {"object": fact.object}, {"there": False}), *_no_difference(fact)]
        case RepositoryCreated() | RepositoryMoved() | VisibilitySet() | RepositoryDeleted():
            return [Upsert("repositories", {"repository": fact.repository}, _repository(fact))]
        case RepositoryQuarantined() | RepositoryReleased() if fact.object:
            closed = isinstance(fact, RepositoryQuarantined)
            key = {"object": fact.object, "repository": fact.repository}
            said = {"closed": closed, "by": fact.requested_by, "reason": fact.reason, "at_ms": at_ms}
            return [Upsert("closed", key, said)]
        case _:
            return []


def _no_difference(gone: ObjectDeleted) -> Iterator[Upsert]:
    """Clear the delta of a deleted xorb: one stored again is stored as uploaded."""
    if gone.object.startswith("xorb/"):
        yield Upsert("differences", {"object": gone.object}, {"delta_key": None})


def _repository(
    fact: RepositoryCreated | RepositoryMoved | VisibilitySet | RepositoryDeleted,
) -> dict[str, object]:
    match fact:
        case RepositoryCreated():
            said = {"tenant": fact.tenant, "created_by": fact.requested_by, "deleted": False}
            seen = {"visibility": fact.visibility.value}
            return {"namespace": fact.namespace, "name": fact.name, **said, **seen}
        case RepositoryMoved():
            return {"namespace": fact.namespace, "name": fact.name}
        case VisibilitySet():
            return {"visibility": fact.visibility.value}
        case RepositoryDeleted():
            return {"deleted": True}


def _card(made: CommitMade) -> Iterator[Upsert]:
    """Licence and bases of a repository, as stated on the card of its main branch."""
    if made.branch == _MAIN and made.card is not None:
        said: dict[str, object] = {"licence": made.card.licence, "bases": list(made.card.base_models)}
        yield Upsert("repositories", {"repository": made.repository}, said)


def _content_rows(made: CommitMade) -> Iterable[Upsert]:
    for content in contents_of(made):
        key = {"object": content.object, "repository": made.repository, "commit": made.commit}
        row = {"path": content.path, "tenant": made.tenant, "released": False}
        yield Upsert("held", key, row)


def _proven(proven: Iterable[ProvenObject]) -> Sequence[Upsert]:
    return [
        Upsert("objects", {"object": each.object}, {"object_key": each.object_key, "there": True})
        for each in proven
    ]


def _request_rows(
    fact: RescanRequested | RulesActivated | ContentReviewed | VerdictOverridden, at_ms: int, event_id: str
) -> Sequence[Upsert]:
    who = {"reason": fact.reason, "by": fact.requested_by, "at_ms": at_ms}
    match fact:
        case RulesActivated():
            columns = {"rules_version": fact.rules_version, "former": fact.former, **who}
            return [Upsert("activations", {"event_id": event_id}, columns)]
        case ContentReviewed():
            verdict = None if fact.verdict is None else fact.verdict.value
            columns = {"decision": fact.decision.value, "verdict": verdict, "scan": fact.scan}
            return [_review(event_id, fact.object, fact.rules_version, fact.tenant, {**columns, **who})]
        case VerdictOverridden():
            columns = {"decision": "OVERRIDE", "verdict": fact.verdict.value, "scan": ""}
            return [_review(event_id, fact.object, fact.rules_version, fact.tenant, {**columns, **who})]
        case RescanRequested():
            return []


def _review(
    event_id: str, object_: str, rules_version: str, tenant: str, columns: dict[str, object]
) -> Upsert:
    about = {"object": object_, "rules_version": rules_version, "tenant": tenant}
    return Upsert("reviews", {"event_id": event_id}, {**about, **columns})


def _finding(fact: FindingRaised, event_id: str) -> Upsert:
    row = {
        "object": fact.object,
        "rule": fact.rule,
        "kind": fact.kind.value,
        "severity": fact.severity.value,
        "message": fact.message,
        "member": fact.member,
        "place": fact.offset,
    }
    return Upsert("findings", {"scan": fact.scan, "event_id": event_id}, row)


def _completed(fact: ScanCompleted, at_ms: int) -> Upsert:
    row = {
        "scan": fact.scan,
        "state": COMPLETED,
        "waits_for": "",
        "verdict": fact.verdict.value,
        "reason": fact.reason,
        "findings": fact.findings,
        "judged_by": fact.scan,
        "rules_version": fact.rules_version,
        "size_bytes": fact.size_bytes,
        "content_sha256": fact.content_sha256,
        "names": list(fact.names),
        "changed_at_ms": at_ms,
        "judged_at_ms": at_ms,
    }
    return Upsert("scans", {"object": fact.object}, row)
