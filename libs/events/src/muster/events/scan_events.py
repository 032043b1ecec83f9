"""What became of content that was scanned.

Generated from schemas/scan-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.scan_commands import ReviewDecision
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class ContentFact:
    """Base of the facts whose subject is 'content'; as a pattern it matches all of them."""

    __slots__ = ()


class RulesFact:
    """Base of the facts whose subject is 'rules'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class ScanStarted(ContentFact):
    """Some content is being read.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: What was read, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: what its files say together. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty: they
            are not known, or it is a directory.
        repository: Id of the repository in which it was found; empty: it is not known.
        commit: Commit in which it was found; empty: it is not known.
        path: Where it lies in that commit; empty: it is not known.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        attempt: The how many-th time, from 1.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.ScanStarted"

    scan: str
    object: str = ""
    content_sha256: str = ""
    repository: str = ""
    commit: str = ""
    path: str = ""
    rules_version: str
    tenant: str = ""
    attempt: int = 1

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scan": self.scan,
            "object": self.object,
            "content_sha256": self.content_sha256,
            "repository": self.repository,
            "commit": self.commit,
            "path": self.path,
            "rules_version": self.rules_version,
            "tenant": self.tenant,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScanStarted:
        """The inverse."""
        return cls(
            scan=d["scan"],
            object=d.get("object", ""),
            content_sha256=d.get("content_sha256", ""),
            repository=d.get("repository", ""),
            commit=d.get("commit", ""),
            path=d.get("path", ""),
            rules_version=d["rules_version"],
            tenant=d.get("tenant", ""),
            attempt=d.get("attempt", 1),
        )


class FindingKind(StrEnum):
    """What a finding is about; LIMIT: that it was not read to the end."""

    CODE = "CODE"
    FORMAT = "FORMAT"
    CREDENTIAL = "CREDENTIAL"
    LICENCE = "LICENCE"
    FINGERPRINT = "FINGERPRINT"
    LIMIT = "LIMIT"


class FindingSeverity(StrEnum):
    """How bad it is, the least first."""

    INFO = "INFO"
    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"
    CRITICAL = "CRITICAL"


@final
@record
class FindingRaised(ContentFact):
    """Something in it is not as it should be.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: What was read, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: what its files say together. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty: they
            are not known, or it is a directory.
        repository: Id of the repository in which it was found; empty: it is not known.
        commit: Commit in which it was found; empty: it is not known.
        path: Where it lies in that commit; empty: it is not known.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        rule: Id of the rule; it never changes its meaning.
        kind: What it is about.
        severity: How bad it is.
        message: One sentence for its owner: what, and why that is dangerous.
        member: Path inside of it, when it is an archive, the outermost first with ! between; empty:
            the content itself.
        offset: First byte, counted in the member; null: it has no place.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.FindingRaised"

    scan: str
    object: str = ""
    content_sha256: str = ""
    repository: str = ""
    commit: str = ""
    path: str = ""
    rules_version: str
    tenant: str = ""
    rule: str
    kind: FindingKind
    severity: FindingSeverity
    message: str
    member: str = ""
    offset: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scan": self.scan,
            "object": self.object,
            "content_sha256": self.content_sha256,
            "repository": self.repository,
            "commit": self.commit,
            "path": self.path,
            "rules_version": self.rules_version,
            "tenant": self.tenant,
            "rule": self.rule,
            "kind": self.kind,
            "severity": self.severity,
            "message": self.message,
            "member": self.member,
            "offset": self.offset,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FindingRaised:
        """The inverse."""
        return cls(
            scan=d["scan"],
            object=d.get("object", ""),
            content_sha256=d.get("content_sha256", ""),
            repository=d.get("repository", ""),
            commit=d.get("commit", ""),
            path=d.get("path", ""),
            rules_version=d["rules_version"],
            tenant=d.get("tenant", ""),
            rule=d["rule"],
            kind=FindingKind(d["kind"]),
            severity=FindingSeverity(d["severity"]),
            message=d["message"],
            member=d.get("member", ""),
            offset=d.get("offset"),
        )


class ScanVerdict(StrEnum):
    """What became of a scan. INCONCLUSIVE: nobody knows; it was not understood, or not read."""

    CLEAN = "CLEAN"
    SUSPICIOUS = "SUSPICIOUS"
    MALICIOUS = "MALICIOUS"
    INCONCLUSIVE = "INCONCLUSIVE"


@final
@record
class ScanCompleted(ContentFact):
    """The verdict about some content, until the rules change.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: What was read, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: what its files say together. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty: they
            are not known, or it is a directory.
        repository: Id of the repository in which it was found; empty: it is not known.
        commit: Commit in which it was found; empty: it is not known.
        path: Where it lies in that commit; empty: it is not known.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        verdict: The verdict.
        reason: One sentence that readers are shown; empty: there is nothing to say.
        findings: How many there are.
        size_bytes: How much was read.
        names: Paths as which it was read: what a reader does with a file depends on what it is
            called.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.ScanCompleted"

    scan: str
    object: str = ""
    content_sha256: str = ""
    repository: str = ""
    commit: str = ""
    path: str = ""
    rules_version: str
    tenant: str = ""
    verdict: ScanVerdict
    reason: str = ""
    findings: int = 0
    size_bytes: int = 0
    names: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scan": self.scan,
            "object": self.object,
            "content_sha256": self.content_sha256,
            "repository": self.repository,
            "commit": self.commit,
            "path": self.path,
            "rules_version": self.rules_version,
            "tenant": self.tenant,
            "verdict": self.verdict,
            "reason": self.reason,
            "findings": self.findings,
            "size_bytes": self.size_bytes,
            "names": list(self.names),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScanCompleted:
        """The inverse."""
        return cls(
            scan=d["scan"],
            object=d.get("object", ""),
            content_sha256=d.get("content_sha256", ""),
            repository=d.get("repository", ""),
            commit=d.get("commit", ""),
            path=d.get("path", ""),
            rules_version=d["rules_version"],
            tenant=d.get("tenant", ""),
            verdict=ScanVerdict(d["verdict"]),
            reason=d.get("reason", ""),
            findings=d.get("findings", 0),
            size_bytes=d.get("size_bytes", 0),
            names=tuple(d.get("names", [])),
        )


@final
@record
class ScanPostponed(ContentFact):
    """It could not be read now, and is tried again later.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: The content: KIND/HASH.
        attempt: How many times in a row, from 1.
        until_ms: Not before, milliseconds since 1970 UTC.
        reason: Why, in words.
        tenant: Organisation of the repository; empty: none.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.ScanPostponed"

    scan: str
    object: str
    attempt: int
    until_ms: int
    reason: str
    tenant: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scan": self.scan,
            "object": self.object,
            "attempt": self.attempt,
            "until_ms": self.until_ms,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScanPostponed:
        """The inverse."""
        return cls(
            scan=d["scan"],
            object=d["object"],
            attempt=d["attempt"],
            until_ms=d["until_ms"],
            reason=d["reason"],
            tenant=d.get("tenant", ""),
        )


@final
@record
class RescanRequested(ContentFact):
    """Content is to be scanned again, whatever is known about it.

    Attributes:
        repository: Id of the repository that has it.
        objects: What is scanned: KIND/HASH.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
        requested_by: Who asked: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.RescanRequested"

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
    def from_datum(cls, d: Mapping[str, Any]) -> RescanRequested:
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
class RulesActivated(RulesFact):
    """These rules judge from now on.

    Attributes:
        rules_version: Version of the rules.
        former: Those before; empty: none.
        reason: Why, 1 to 1,000 characters.
        tenant: The organisation of who asks.
        requested_by: Who asked: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.RulesActivated"

    rules_version: str
    former: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rules_version": self.rules_version,
            "former": self.former,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RulesActivated:
        """The inverse."""
        return cls(
            rules_version=d["rules_version"],
            former=d["former"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ContentReviewed(ContentFact):
    """A reviewer has looked at content, and said what follows.

    Attributes:
        object: The content: KIND/HASH.
        decision: What follows.
        reason: Why.
        scan: The scan whose verdict was looked at; empty: there was none.
        verdict: That verdict.
        rules_version: Rules of that verdict; empty: there was none.
        repositories: Ids of the repositories in which the registry was asked to do so.
        tenant: The organisation of who asks.
        requested_by: Who asked: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.ContentReviewed"

    object: str
    decision: ReviewDecision
    reason: str
    scan: str
    verdict: ScanVerdict | None
    rules_version: str
    repositories: tuple[str, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "decision": self.decision,
            "reason": self.reason,
            "scan": self.scan,
            "verdict": self.verdict,
            "rules_version": self.rules_version,
            "repositories": list(self.repositories),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ContentReviewed:
        """The inverse."""
        return cls(
            object=d["object"],
            decision=ReviewDecision(d["decision"]),
            reason=d["reason"],
            scan=d["scan"],
            verdict=None if d["verdict"] is None else ScanVerdict(d["verdict"]),
            rules_version=d["rules_version"],
            repositories=tuple(d["repositories"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class VerdictOverridden(ContentFact):
    """An operator has replaced a verdict, until other rules judge.

    Attributes:
        object: The content: KIND/HASH.
        verdict: The verdict that holds instead.
        former: What the scanner had said.
        rules_version: Rules of that verdict.
        reason: Why.
        tenant: The organisation of who asks.
        requested_by: Who asked: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.VerdictOverridden"

    object: str
    verdict: ScanVerdict
    former: ScanVerdict
    rules_version: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "verdict": self.verdict,
            "former": self.former,
            "rules_version": self.rules_version,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VerdictOverridden:
        """The inverse."""
        return cls(
            object=d["object"],
            verdict=ScanVerdict(d["verdict"]),
            former=ScanVerdict(d["former"]),
            rules_version=d["rules_version"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class WeightMark:
    """What one tensor is known by: which of its numbers at fixed places are above their median.

    Attributes:
        shape: The slowest dimension first.
        bits: A bit for each of 1,024 numbers, or of as many as it has.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.WeightMark"

    shape: tuple[int, ...]
    bits: bytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "shape": list(self.shape),
            "bits": self.bits,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WeightMark:
        """The inverse."""
        return cls(
            shape=tuple(d["shape"]),
            bits=d["bits"],
        )


@final
@record
class WeightsFingerprinted(ContentFact):
    """What the weights of a version are known by, whatever is done to their files.

    Attributes:
        scan: Id of the scan.
        object: The version: tree/HASH of its root directory.
        repository: Id of the repository in which it was found.
        commit: Commit in which it was found.
        version: Of how marks are made; those of other versions are not compared.
        marks: Of its largest tensors, at most 64.
        as_numbers: Most of its numbers are in data types that are read as numbers; otherwise that
            its marks are unlike others says nothing.
        tenant: Organisation of the repository; empty: none.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_events.WeightsFingerprinted"

    scan: str
    object: str
    repository: str
    commit: str
    version: int
    marks: tuple[WeightMark, ...]
    as_numbers: bool
    tenant: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scan": self.scan,
            "object": self.object,
            "repository": self.repository,
            "commit": self.commit,
            "version": self.version,
            "marks": [x.to_datum() for x in self.marks],
            "as_numbers": self.as_numbers,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WeightsFingerprinted:
        """The inverse."""
        return cls(
            scan=d["scan"],
            object=d["object"],
            repository=d["repository"],
            commit=d["commit"],
            version=d["version"],
            marks=tuple(WeightMark.from_datum(x) for x in d["marks"]),
            as_numbers=d["as_numbers"],
            tenant=d.get("tenant", ""),
        )


ContentPayload: TypeAlias = (
    ScanStarted
    | FindingRaised
    | ScanCompleted
    | ScanPostponed
    | RescanRequested
    | ContentReviewed
    | VerdictOverridden
    | WeightsFingerprinted
)

RulesPayload: TypeAlias = RulesActivated

ScanEvent: TypeAlias = (
    ScanStarted
    | FindingRaised
    | ScanCompleted
    | ScanPostponed
    | RescanRequested
    | RulesActivated
    | ContentReviewed
    | VerdictOverridden
    | WeightsFingerprinted
)

Payload: TypeAlias = ScanEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    ScanStarted,
    FindingRaised,
    ScanCompleted,
    ScanPostponed,
    RescanRequested,
    RulesActivated,
    ContentReviewed,
    VerdictOverridden,
    Watermark,
    WeightsFingerprinted,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scan_events","doc":"W'
    'hat became of content that was scanned.","fields":[{"name":"event_id","type"'
    ':"string","doc":"Unique for ever; the deduplication key."},{"name":"key","ty'
    'pe":"string","doc":"The Kafka key: what this topic is ordered by."},{"name":'
    '"occurred_at_ms","type":"long","doc":"When the producer says it happened, mi'
    'lliseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"Servi'
    'ce and instance that wrote the record."},{"name":"correlation_id","type":"st'
    'ring","doc":"Shared by everything that follows from one request."},{"name":"'
    'causation_id","type":["null","string"],"doc":"event_id of the record this on'
    'e follows from.","default":null},{"name":"seq","type":["null","long"],"doc":'
    '"seq of the input it follows from: facts of all partitions are ordered by se'
    'q, then index. Null: its writer has no such order.","default":null},{"name":'
    '"index","type":["null","int"],"doc":"Which of that input\'s consequences it i'
    's, rising from 0; orders count, too.","default":null},{"name":"tenant","type'
    '":["null","string"],"doc":"The tenant it belongs to; null: no tenant.","defa'
    'ult":null},{"name":"sender","type":["null","string"],"doc":"The judged sende'
    "r of the command that it follows from, as TENANT/USER; null: it follows from"
    ' none, or the record is older than this field.","default":null},{"name":"pay'
    'load","type":[{"type":"record","name":"CommandRejected","aliases":["muster.j'
    'ob_events.CommandRejected"],"doc":"A command that will not be carried out, a'
    'nd why.","subject":"command","fields":[{"name":"command_id","type":"string",'
    '"doc":"event_id of the command."},{"name":"command","type":"string","doc":"I'
    'ts record name."},{"name":"subject","type":"string","doc":"What it was about'
    ': a job, queue, node, or another entity of the service."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":'
    '"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds o'
    'f refusal, the same for all services; each has its HTTP status.","symbols":['
    '"INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","U'
    'NKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"de'
    'fault":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of refu'
    'sal."},{"name":"detail_code","type":"string","doc":"The service\'s own, finer'
    ' code; its README lists them. Empty: `code` says all.","default":""},{"name"'
    ':"message","type":"string","doc":"For people."},{"name":"violations","type":'
    '{"type":"array","items":{"type":"record","name":"Violation","aliases":["must'
    'er.job_events.Violation"],"doc":"One thing wrong with a request.","fields":['
    '{"name":"field","type":"string","doc":"Path of the field."},{"name":"value",'
    '"type":"string","doc":"What was given, shortened."},{"name":"allowed","type"'
    ':"string","doc":"What is allowed."}],"namespace":"muster.command_answers"}},'
    '"doc":"Field by field.","default":[]}],"namespace":"muster.command_answers"}'
    ',{"type":"record","name":"CommandRepeated","aliases":["muster.job_events.Com'
    'mandRepeated"],"doc":"A command that was carried out before came again; noth'
    'ing changed.","subject":"command","fields":[{"name":"command_id","type":"str'
    'ing","doc":"event_id of the command."},{"name":"command","type":"string","do'
    'c":"Its record name."},{"name":"subject","type":"string","doc":"What it was '
    'about."}],"namespace":"muster.command_answers"},{"type":"record","name":"Sca'
    'nStarted","subject":"content","doc":"Some content is being read.","fields":['
    '{"name":"scan","type":"string","doc":"Id of the scan; the same in all its fa'
    'cts."},{"name":"object","type":"string","doc":"What was read, as registry-ev'
    "ents names it: KIND/HASH. A directory, tree/HASH, stands for a version as a "
    'whole: what its files say together. Empty: it is not the registry\'s.","defau'
    'lt":""},{"name":"content_sha256","type":"string","doc":"SHA-256 of the bytes'
    " as they were read, 64 hexadecimal digits; empty: they are not known, or it "
    'is a directory.","default":""},{"name":"repository","type":"string","doc":"I'
    'd of the repository in which it was found; empty: it is not known.","default'
    '":""},{"name":"commit","type":"string","doc":"Commit in which it was found; '
    'empty: it is not known.","default":""},{"name":"path","type":"string","doc":'
    '"Where it lies in that commit; empty: it is not known.","default":""},{"name'
    '":"rules_version","type":"string","doc":"Version of the rules by which it wa'
    's judged."},{"name":"tenant","type":"string","doc":"Organisation of the repo'
    'sitory; empty: none.","default":""},{"name":"attempt","type":"int","doc":"Th'
    'e how many-th time, from 1.","default":1}],"namespace":"muster.scan_events"}'
    ',{"type":"record","name":"FindingRaised","subject":"content","doc":"Somethin'
    'g in it is not as it should be.","fields":[{"name":"scan","type":"string","d'
    'oc":"Id of the scan; the same in all its facts."},{"name":"object","type":"s'
    'tring","doc":"What was read, as registry-events names it: KIND/HASH. A direc'
    "tory, tree/HASH, stands for a version as a whole: what its files say togethe"
    'r. Empty: it is not the registry\'s.","default":""},{"name":"content_sha256",'
    '"type":"string","doc":"SHA-256 of the bytes as they were read, 64 hexadecima'
    'l digits; empty: they are not known, or it is a directory.","default":""},{"'
    'name":"repository","type":"string","doc":"Id of the repository in which it w'
    'as found; empty: it is not known.","default":""},{"name":"commit","type":"st'
    'ring","doc":"Commit in which it was found; empty: it is not known.","default'
    '":""},{"name":"path","type":"string","doc":"Where it lies in that commit; em'
    'pty: it is not known.","default":""},{"name":"rules_version","type":"string"'
    ',"doc":"Version of the rules by which it was judged."},{"name":"tenant","typ'
    'e":"string","doc":"Organisation of the repository; empty: none.","default":"'
    '"},{"name":"rule","type":"string","doc":"Id of the rule; it never changes it'
    's meaning."},{"name":"kind","type":{"type":"enum","name":"FindingKind","doc"'
    ':"What a finding is about; LIMIT: that it was not read to the end.","symbols'
    '":["CODE","FORMAT","CREDENTIAL","LICENCE","FINGERPRINT","LIMIT"],"namespace"'
    ':"muster.scan_events"},"doc":"What it is about."},{"name":"severity","type":'
    '{"type":"enum","name":"FindingSeverity","doc":"How bad it is, the least firs'
    't.","symbols":["INFO","LOW","MEDIUM","HIGH","CRITICAL"],"namespace":"muster.'
    'scan_events"},"doc":"How bad it is."},{"name":"message","type":"string","doc'
    '":"One sentence for its owner: what, and why that is dangerous."},{"name":"m'
    'ember","type":"string","doc":"Path inside of it, when it is an archive, the '
    'outermost first with ! between; empty: the content itself.","default":""},{"'
    'name":"offset","type":["null","long"],"doc":"First byte, counted in the memb'
    'er; null: it has no place.","default":null}],"namespace":"muster.scan_events'
    '"},{"type":"record","name":"ScanCompleted","subject":"content","doc":"The ve'
    'rdict about some content, until the rules change.","fields":[{"name":"scan",'
    '"type":"string","doc":"Id of the scan; the same in all its facts."},{"name":'
    '"object","type":"string","doc":"What was read, as registry-events names it: '
    "KIND/HASH. A directory, tree/HASH, stands for a version as a whole: what its"
    ' files say together. Empty: it is not the registry\'s.","default":""},{"name"'
    ':"content_sha256","type":"string","doc":"SHA-256 of the bytes as they were r'
    "ead, 64 hexadecimal digits; empty: they are not known, or it is a directory."
    '","default":""},{"name":"repository","type":"string","doc":"Id of the reposi'
    'tory in which it was found; empty: it is not known.","default":""},{"name":"'
    'commit","type":"string","doc":"Commit in which it was found; empty: it is no'
    't known.","default":""},{"name":"path","type":"string","doc":"Where it lies '
    'in that commit; empty: it is not known.","default":""},{"name":"rules_versio'
    'n","type":"string","doc":"Version of the rules by which it was judged."},{"n'
    'ame":"tenant","type":"string","doc":"Organisation of the repository; empty: '
    'none.","default":""},{"name":"verdict","type":{"type":"enum","name":"ScanVer'
    'dict","doc":"What became of a scan. INCONCLUSIVE: nobody knows; it was not u'
    'nderstood, or not read.","symbols":["CLEAN","SUSPICIOUS","MALICIOUS","INCONC'
    'LUSIVE"],"namespace":"muster.scan_events"},"doc":"The verdict."},{"name":"re'
    'ason","type":"string","doc":"One sentence that readers are shown; empty: the'
    're is nothing to say.","default":""},{"name":"findings","type":"int","doc":"'
    'How many there are.","default":0},{"name":"size_bytes","type":"long","doc":"'
    'How much was read.","default":0},{"name":"names","type":{"type":"array","ite'
    'ms":"string"},"doc":"Paths as which it was read: what a reader does with a f'
    'ile depends on what it is called.","default":[]}],"namespace":"muster.scan_e'
    'vents"},{"type":"record","name":"ScanPostponed","subject":"content","doc":"I'
    't could not be read now, and is tried again later.","fields":[{"name":"scan"'
    ',"type":"string","doc":"Id of the scan; the same in all its facts."},{"name"'
    ':"object","type":"string","doc":"The content: KIND/HASH."},{"name":"attempt"'
    ',"type":"int","doc":"How many times in a row, from 1."},{"name":"until_ms","'
    'type":"long","doc":"Not before, milliseconds since 1970 UTC."},{"name":"reas'
    'on","type":"string","doc":"Why, in words."},{"name":"tenant","type":"string"'
    ',"doc":"Organisation of the repository; empty: none.","default":""}],"namesp'
    'ace":"muster.scan_events"},{"type":"record","name":"RescanRequested","subjec'
    't":"content","doc":"Content is to be scanned again, whatever is known about '
    'it.","fields":[{"name":"repository","type":"string","doc":"Id of the reposit'
    'ory that has it."},{"name":"objects","type":{"type":"array","items":"string"'
    '},"doc":"What is scanned: KIND/HASH."},{"name":"reason","type":"string","doc'
    '":"Why, 1 to 1,000 characters."},{"name":"tenant","type":"string","doc":"The'
    ' organisation of who asks."},{"name":"requested_by","type":"string","doc":"W'
    'ho asked: ORGANISATION/USER."}],"namespace":"muster.scan_events"},{"type":"r'
    'ecord","name":"RulesActivated","subject":"rules","doc":"These rules judge fr'
    'om now on.","fields":[{"name":"rules_version","type":"string","doc":"Version'
    ' of the rules."},{"name":"former","type":"string","doc":"Those before; empty'
    ': none."},{"name":"reason","type":"string","doc":"Why, 1 to 1,000 characters'
    '."},{"name":"tenant","type":"string","doc":"The organisation of who asks."},'
    '{"name":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."'
    '}],"namespace":"muster.scan_events"},{"type":"record","name":"ContentReviewe'
    'd","subject":"content","doc":"A reviewer has looked at content, and said wha'
    't follows.","fields":[{"name":"object","type":"string","doc":"The content: K'
    'IND/HASH."},{"name":"decision","type":{"type":"enum","name":"ReviewDecision"'
    ',"doc":"What follows: its files are read again, or nobody reads them without'
    ' a grant.","symbols":["RELEASE","CLOSE"],"namespace":"muster.scan_commands"}'
    ',"doc":"What follows."},{"name":"reason","type":"string","doc":"Why."},{"nam'
    'e":"scan","type":"string","doc":"The scan whose verdict was looked at; empty'
    ': there was none."},{"name":"verdict","type":["null","muster.scan_events.Sca'
    'nVerdict"],"doc":"That verdict."},{"name":"rules_version","type":"string","d'
    'oc":"Rules of that verdict; empty: there was none."},{"name":"repositories",'
    '"type":{"type":"array","items":"string"},"doc":"Ids of the repositories in w'
    'hich the registry was asked to do so."},{"name":"tenant","type":"string","do'
    'c":"The organisation of who asks."},{"name":"requested_by","type":"string","'
    'doc":"Who asked: ORGANISATION/USER."}],"namespace":"muster.scan_events"},{"t'
    'ype":"record","name":"VerdictOverridden","subject":"content","doc":"An opera'
    'tor has replaced a verdict, until other rules judge.","fields":[{"name":"obj'
    'ect","type":"string","doc":"The content: KIND/HASH."},{"name":"verdict","typ'
    'e":"muster.scan_events.ScanVerdict","doc":"The verdict that holds instead."}'
    ',{"name":"former","type":"muster.scan_events.ScanVerdict","doc":"What the sc'
    'anner had said."},{"name":"rules_version","type":"string","doc":"Rules of th'
    'at verdict."},{"name":"reason","type":"string","doc":"Why."},{"name":"tenant'
    '","type":"string","doc":"The organisation of who asks."},{"name":"requested_'
    'by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"namespace":"mus'
    'ter.scan_events"},{"type":"record","name":"Watermark","doc":"Every fact of t'
    "he topic with this seq or a lower one precedes this record, in every partiti"
    'on.","subject":"log","fields":[{"name":"seq","type":"long","doc":"Of the new'
    'est input whose consequences are all written."},{"name":"at_ms","type":"long'
    '","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"namespa'
    'ce":"muster.watermarks"},{"type":"record","name":"WeightsFingerprinted","sub'
    'ject":"content","doc":"What the weights of a version are known by, whatever '
    'is done to their files.","fields":[{"name":"scan","type":"string","doc":"Id '
    'of the scan."},{"name":"object","type":"string","doc":"The version: tree/HAS'
    'H of its root directory."},{"name":"repository","type":"string","doc":"Id of'
    ' the repository in which it was found."},{"name":"commit","type":"string","d'
    'oc":"Commit in which it was found."},{"name":"version","type":"int","doc":"O'
    'f how marks are made; those of other versions are not compared."},{"name":"m'
    'arks","type":{"type":"array","items":{"type":"record","name":"WeightMark","d'
    'oc":"What one tensor is known by: which of its numbers at fixed places are a'
    'bove their median.","fields":[{"name":"shape","type":{"type":"array","items"'
    ':"long"},"doc":"The slowest dimension first."},{"name":"bits","type":"bytes"'
    ',"doc":"A bit for each of 1,024 numbers, or of as many as it has."}],"namesp'
    'ace":"muster.scan_events"}},"doc":"Of its largest tensors, at most 64."},{"n'
    'ame":"as_numbers","type":"boolean","doc":"Most of its numbers are in data ty'
    "pes that are read as numbers; otherwise that its marks are unlike others say"
    's nothing."},{"name":"tenant","type":"string","doc":"Organisation of the rep'
    'ository; empty: none.","default":""}],"namespace":"muster.scan_events"}],"do'
    'c":"What happened."}]}'
)
