"""A request about what is scanned, and by which rules.

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
    """Scan it again, whatever is known about it.

    Attributes:
        repository: Id of the repository that has it.
        objects: Which contents of it: KIND/HASH; 1 to 5,000.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
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
    """From now on these rules judge: what others have judged is scanned again.

    Attributes:
        rules_version: Version of the rules, as the workers have them.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
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
    """What follows: its files are read again, or nobody reads them without a grant."""

    RELEASE = "RELEASE"
    CLOSE = "CLOSE"


@final
@record
class ReviewContent:
    """A reviewer has looked at content that the organisation has.

    Attributes:
        object: The content: KIND/HASH.
        decision: What follows.
        repositories: Ids of the repositories in which it follows; none: nothing has to be opened or
            closed.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
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
    """What an operator may say of content."""

    CLEAN = "CLEAN"
    SUSPICIOUS = "SUSPICIOUS"
    MALICIOUS = "MALICIOUS"


@final
@record
class OverrideVerdict:
    """Replace a verdict, for all organisations, until other rules judge.

    Attributes:
        object: The content: KIND/HASH.
        verdict: The verdict that holds instead.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
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
    '"A request about what is scanned, and by which rules.","fields":[{"name":"ev'
    'ent_id","type":"string","doc":"Unique for ever; the deduplication key."},{"n'
    'ame":"key","type":"string","doc":"The Kafka key: what this topic is ordered '
    'by."},{"name":"occurred_at_ms","type":"long","doc":"When the producer says i'
    't happened, milliseconds since 1970 UTC."},{"name":"producer","type":"string'
    '","doc":"Service and instance that wrote the record."},{"name":"correlation_'
    'id","type":"string","doc":"Shared by everything that follows from one reques'
    't."},{"name":"causation_id","type":["null","string"],"doc":"event_id of the '
    'record this one follows from.","default":null},{"name":"payload","type":[{"t'
    'ype":"record","name":"RescanContent","doc":"Scan it again, whatever is known'
    ' about it.","fields":[{"name":"repository","type":"string","doc":"Id of the '
    'repository that has it."},{"name":"objects","type":{"type":"array","items":"'
    'string"},"doc":"Which contents of it: KIND/HASH; 1 to 5,000."},{"name":"reas'
    'on","type":"string","doc":"Why, 1 to 1,000 characters."},{"name":"tenant","t'
    'ype":"string","doc":"The organisation of who asks."},{"name":"requested_by",'
    '"type":"string","doc":"User."}],"namespace":"muster.scan_commands"},{"type":'
    '"record","name":"ActivateRules","doc":"From now on these rules judge: what o'
    'thers have judged is scanned again.","fields":[{"name":"rules_version","type'
    '":"string","doc":"Version of the rules, as the workers have them."},{"name":'
    '"reason","type":"string","doc":"Why, 1 to 1,000 characters."},{"name":"tenan'
    't","type":"string","doc":"The organisation of who asks."},{"name":"requested'
    '_by","type":"string","doc":"User."}],"namespace":"muster.scan_commands"},{"t'
    'ype":"record","name":"ReviewContent","doc":"A reviewer has looked at content'
    ' that the organisation has.","fields":[{"name":"object","type":"string","doc'
    '":"The content: KIND/HASH."},{"name":"decision","type":{"type":"enum","name"'
    ':"ReviewDecision","doc":"What follows: its files are read again, or nobody r'
    'eads them without a grant.","symbols":["RELEASE","CLOSE"],"namespace":"muste'
    'r.scan_commands"},"doc":"What follows."},{"name":"repositories","type":{"typ'
    'e":"array","items":"string"},"doc":"Ids of the repositories in which it foll'
    'ows; none: nothing has to be opened or closed."},{"name":"reason","type":"st'
    'ring","doc":"Why, 1 to 1,000 characters."},{"name":"tenant","type":"string",'
    '"doc":"The organisation of who asks."},{"name":"requested_by","type":"string'
    '","doc":"User."}],"namespace":"muster.scan_commands"},{"type":"record","name'
    '":"OverrideVerdict","doc":"Replace a verdict, for all organisations, until o'
    'ther rules judge.","fields":[{"name":"object","type":"string","doc":"The con'
    'tent: KIND/HASH."},{"name":"verdict","type":{"type":"enum","name":"GivenVerd'
    'ict","doc":"What an operator may say of content.","symbols":["CLEAN","SUSPIC'
    'IOUS","MALICIOUS"],"namespace":"muster.scan_commands"},"doc":"The verdict th'
    'at holds instead."},{"name":"reason","type":"string","doc":"Why, 1 to 1,000 '
    'characters."},{"name":"tenant","type":"string","doc":"The organisation of wh'
    'o asks."},{"name":"requested_by","type":"string","doc":"User."}],"namespace"'
    ':"muster.scan_commands"}],"doc":"What is asked."}]}'
)
