"""A request about scans and their rules.

Generated from schemas/scan-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class RescanContent:
    """Scan content again, whatever is known about it.

    Attributes:
        repository: Id of the repository that has it.
        objects: Contents to scan: KIND/HASH; 1 to 5,000.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: User.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_commands.RescanContent"

    repository: str
    objects: tuple[str, ...]
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "objects": list(self.objects),
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RescanContent:
        """The inverse."""
        return cls(
            repository=d["repository"],
            objects=tuple(d["objects"]),
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ActivateRules:
    """Judge content by these rules from now on; content judged by others is scanned again.

    Attributes:
        rules_version: Version of the rules, as in the workers.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: User.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_commands.ActivateRules"

    rules_version: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rules_version": self.rules_version,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivateRules:
        """The inverse."""
        return cls(
            rules_version=d["rules_version"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class ReviewDecision(StrEnum):
    """Decision of a review: the content's files can be read again, or only with a grant."""

    RELEASE = "RELEASE"
    CLOSE = "CLOSE"


@final
@record
class ReviewContent:
    """Record a review of content that the organisation has.

    Attributes:
        object: The content: KIND/HASH.
        decision: The decision.
        repositories: Ids of the repositories to which it applies; empty: nothing has to be released
            or quarantined.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: User.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_commands.ReviewContent"

    object: str
    decision: ReviewDecision
    repositories: tuple[str, ...]
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "decision": self.decision,
            "repositories": list(self.repositories),
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReviewContent:
        """The inverse."""
        return cls(
            object=d["object"],
            decision=ReviewDecision(d["decision"]),
            repositories=tuple(d["repositories"]),
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class GivenVerdict(StrEnum):
    """Verdict that an operator may set."""

    CLEAN = "CLEAN"
    SUSPICIOUS = "SUSPICIOUS"
    MALICIOUS = "MALICIOUS"


@final
@record
class OverrideVerdict:
    """Replace a verdict, for all organisations, until other rules judge.

    Attributes:
        object: The content: KIND/HASH.
        verdict: The new verdict.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: User.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_commands.OverrideVerdict"

    object: str
    verdict: GivenVerdict
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "verdict": self.verdict,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OverrideVerdict:
        """The inverse."""
        return cls(
            object=d["object"],
            verdict=GivenVerdict(d["verdict"]),
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


ScanCommand: TypeAlias = RescanContent | ActivateRules | ReviewContent | OverrideVerdict

Payload: TypeAlias = ScanCommand

PAYLOADS: Final[Table] = table_of(RescanContent, ActivateRules, ReviewContent, OverrideVerdict)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scan_commands","doc":'
    '"A request about scans and their rules.","fields":[{"name":"event_id","type"'
    ':"string","doc":"Unique for ever; the deduplication key."},{"name":"key","ty'
    'pe":"string","doc":"Kafka key; records with the same key keep their order."}'
    ',{"name":"occurred_at_ms","type":"long","doc":"Time of the event according t'
    'o the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"st'
    'ring","doc":"Service and instance that wrote the record."},{"name":"correlat'
    'ion_id","type":"string","doc":"Shared by everything that follows from one re'
    'quest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of '
    'the record this one follows from.","default":null},{"name":"payload","type":'
    '[{"type":"record","name":"RescanContent","doc":"Scan content again, whatever'
    ' is known about it.","fields":[{"name":"repository","type":"string","doc":"I'
    'd of the repository that has it."},{"name":"objects","type":{"type":"array",'
    '"items":"string"},"doc":"Contents to scan: KIND/HASH; 1 to 5,000."},{"name":'
    '"reason","type":"string","doc":"Reason, 1 to 1,000 characters."},{"name":"te'
    'nant","type":"string","doc":"Organisation of the sender."},{"name":"requeste'
    'd_by","type":"string","doc":"User."}],"namespace":"muster.scan_commands"},{"'
    'type":"record","name":"ActivateRules","doc":"Judge content by these rules fr'
    'om now on; content judged by others is scanned again.","fields":[{"name":"ru'
    'les_version","type":"string","doc":"Version of the rules, as in the workers.'
    '"},{"name":"reason","type":"string","doc":"Reason, 1 to 1,000 characters."},'
    '{"name":"tenant","type":"string","doc":"Organisation of the sender."},{"name'
    '":"requested_by","type":"string","doc":"User."}],"namespace":"muster.scan_co'
    'mmands"},{"type":"record","name":"ReviewContent","doc":"Record a review of c'
    'ontent that the organisation has.","fields":[{"name":"object","type":"string'
    '","doc":"The content: KIND/HASH."},{"name":"decision","type":{"type":"enum",'
    '"name":"ReviewDecision","doc":"Decision of a review: the content\'s files can'
    ' be read again, or only with a grant.","symbols":["RELEASE","CLOSE"],"namesp'
    'ace":"muster.scan_commands"},"doc":"The decision."},{"name":"repositories","'
    'type":{"type":"array","items":"string"},"doc":"Ids of the repositories to wh'
    'ich it applies; empty: nothing has to be released or quarantined."},{"name":'
    '"reason","type":"string","doc":"Reason, 1 to 1,000 characters."},{"name":"te'
    'nant","type":"string","doc":"Organisation of the sender."},{"name":"requeste'
    'd_by","type":"string","doc":"User."}],"namespace":"muster.scan_commands"},{"'
    'type":"record","name":"OverrideVerdict","doc":"Replace a verdict, for all or'
    'ganisations, until other rules judge.","fields":[{"name":"object","type":"st'
    'ring","doc":"The content: KIND/HASH."},{"name":"verdict","type":{"type":"enu'
    'm","name":"GivenVerdict","doc":"Verdict that an operator may set.","symbols"'
    ':["CLEAN","SUSPICIOUS","MALICIOUS"],"namespace":"muster.scan_commands"},"doc'
    '":"The new verdict."},{"name":"reason","type":"string","doc":"Reason, 1 to 1'
    ',000 characters."},{"name":"tenant","type":"string","doc":"Organisation of t'
    'he sender."},{"name":"requested_by","type":"string","doc":"User."}],"namespa'
    'ce":"muster.scan_commands"}],"doc":"The request."}]}'
)
