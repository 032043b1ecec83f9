"""Scans of content and their results.

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
    """A scan of some content has started.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: Scanned content, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: the combined result of its files. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty:
            unknown, or it is a directory.
        repository: Id of the repository in which it was found; empty: unknown.
        commit: Commit in which it was found; empty: unknown.
        path: Path in that commit; empty: unknown.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        attempt: Number of the attempt, from 1.
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
    """Subject of a finding; LIMIT: the content was not read to the end."""

    CODE = "CODE"
    FORMAT = "FORMAT"
    CREDENTIAL = "CREDENTIAL"
    LICENCE = "LICENCE"
    FINGERPRINT = "FINGERPRINT"
    LIMIT = "LIMIT"


class FindingSeverity(StrEnum):
    """Severity of a finding, the lowest first."""

    INFO = "INFO"
    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"
    CRITICAL = "CRITICAL"


@final
@record
class FindingRaised(ContentFact):
    """A problem in some content.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: Scanned content, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: the combined result of its files. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty:
            unknown, or it is a directory.
        repository: Id of the repository in which it was found; empty: unknown.
        commit: Commit in which it was found; empty: unknown.
        path: Path in that commit; empty: unknown.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        rule: Id of the rule; its meaning never changes.
        kind: Subject of the finding.
        severity: Severity.
        message: One sentence for its owner: the problem, and why it is dangerous.
        member: Path inside an archive, the outermost first with ! between; empty: the content
            itself.
        offset: First byte, counted in the member; null: it has no position.
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
    """Verdict of a scan. INCONCLUSIVE: the content was not understood, or not read."""

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
        object: Scanned content, as registry-events names it: KIND/HASH. A directory, tree/HASH,
            stands for a version as a whole: the combined result of its files. Empty: it is not the
            registry's.
        content_sha256: SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty:
            unknown, or it is a directory.
        repository: Id of the repository in which it was found; empty: unknown.
        commit: Commit in which it was found; empty: unknown.
        path: Path in that commit; empty: unknown.
        rules_version: Version of the rules by which it was judged.
        tenant: Organisation of the repository; empty: none.
        verdict: The verdict.
        reason: One sentence that readers see; empty: there is nothing to say.
        findings: Number of findings.
        size_bytes: Bytes read.
        names: Paths under which it was read: how programs treat a file depends on its name.
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
    """The content could not be read now; it is tried again later.

    Attributes:
        scan: Id of the scan; the same in all its facts.
        object: The content: KIND/HASH.
        attempt: Number of postponements in a row, from 1.
        until_ms: Earliest next attempt, milliseconds since 1970 UTC.
        reason: Reason, in words.
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
    """Content will be scanned again, whatever is known about it.

    Attributes:
        repository: Id of the repository that has it.
        objects: Contents to scan: KIND/HASH.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: Sender: ORGANISATION/USER.
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
    """These rules judge content from now on.

    Attributes:
        rules_version: Version of the rules.
        former: Former rules; empty: none.
        reason: Reason, 1 to 1,000 characters.
        tenant: Organisation of the sender.
        requested_by: Sender: ORGANISATION/USER.
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
    """A reviewer decided about content.

    Attributes:
        object: The content: KIND/HASH.
        decision: The decision.
        reason: Reason.
        scan: Scan whose verdict was reviewed; empty: there was none.
        verdict: The reviewed verdict.
        rules_version: Rules of that verdict; empty: there was none.
        repositories: Ids of the repositories in which the registry was asked to apply it.
        tenant: Organisation of the sender.
        requested_by: Sender: ORGANISATION/USER.
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
    """An operator replaced a verdict, until other rules judge.

    Attributes:
        object: The content: KIND/HASH.
        verdict: The new verdict.
        former: The scanner's verdict.
        rules_version: Rules of that verdict.
        reason: Reason.
        tenant: Organisation of the sender.
        requested_by: Sender: ORGANISATION/USER.
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
    """Mark of one tensor: which of its numbers at fixed places are above their median.

    Attributes:
        shape: Dimensions, the slowest first.
        bits: One bit for each of 1,024 numbers, or for all if there are fewer.
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
    """Weight fingerprint of a version, which changes to its files do not affect.

    Attributes:
        scan: Id of the scan.
        object: The version: tree/HASH of its root directory.
        repository: Id of the repository in which it was found.
        commit: Commit in which it was found.
        version: Version of the algorithm for marks; marks of different versions are not compared.
        marks: Marks of its largest tensors, at most 64.
        as_numbers: Whether most of its numbers are in data types that are read as numbers;
            otherwise dissimilar marks mean nothing.
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
    '{"type":"record","name":"Envelope","namespace":"muster.scan_events","doc":"S'
    'cans of content and their results.","fields":[{"name":"event_id","type":"str'
    'ing","doc":"Unique for ever; the deduplication key."},{"name":"key","type":"'
    'string","doc":"Kafka key; records with the same key keep their order."},{"na'
    'me":"occurred_at_ms","type":"long","doc":"Time of the event according to the'
    ' producer, milliseconds since 1970 UTC."},{"name":"producer","type":"string"'
    ',"doc":"Service and instance that wrote the record."},{"name":"correlation_i'
    'd","type":"string","doc":"Shared by everything that follows from one request'
    '."},{"name":"causation_id","type":["null","string"],"doc":"event_id of the r'
    'ecord this one follows from.","default":null},{"name":"seq","type":["null","'
    'long"],"doc":"seq of the input it follows from; facts of all partitions are '
    'ordered by seq, then index. Null: the writer assigns no order.","default":nu'
    'll},{"name":"index","type":["null","int"],"doc":"Index among the consequence'
    's of that input, from 0; orders count as well.","default":null},{"name":"ten'
    'ant","type":["null","string"],"doc":"The tenant it belongs to; null: no tena'
    'nt.","default":null},{"name":"sender","type":["null","string"],"doc":"Authen'
    "ticated sender of the command it follows from, as TENANT/USER; null: it foll"
    'ows from no command, or is older than this field.","default":null},{"name":"'
    'payload","type":[{"type":"record","name":"CommandRejected","aliases":["muste'
    'r.job_events.CommandRejected"],"doc":"A command that is not carried out, and'
    ' the reason.","subject":"command","fields":[{"name":"command_id","type":"str'
    'ing","doc":"event_id of the command."},{"name":"command","type":"string","do'
    'c":"Record name of the command."},{"name":"subject","type":"string","doc":"I'
    'ts subject: a job, queue, node or other entity of the service."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum",'
    '"name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"'
    'Kinds of rejection, common to all services; each has its HTTP status.","symb'
    'ols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUE'
    'ST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE'
    '"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind o'
    'f rejection."},{"name":"detail_code","type":"string","doc":"More specific co'
    'de of the service; its README lists them. Empty: `code` is specific enough."'
    ',"default":""},{"name":"message","type":"string","doc":"Message for people."'
    '},{"name":"violations","type":{"type":"array","items":{"type":"record","name'
    '":"Violation","aliases":["muster.job_events.Violation"],"doc":"One violation'
    ' in a request.","fields":[{"name":"field","type":"string","doc":"Path of the'
    ' field."},{"name":"value","type":"string","doc":"The value as sent, shortene'
    'd."},{"name":"allowed","type":"string","doc":"What is allowed."}],"namespace'
    '":"muster.command_answers"}},"doc":"Violations by field.","default":[]}],"na'
    'mespace":"muster.command_answers"},{"type":"record","name":"CommandRepeated"'
    ',"aliases":["muster.job_events.CommandRepeated"],"doc":"A command that was a'
    'lready carried out came again; nothing changed.","subject":"command","fields'
    '":[{"name":"command_id","type":"string","doc":"event_id of the command."},{"'
    'name":"command","type":"string","doc":"Record name of the command."},{"name"'
    ':"subject","type":"string","doc":"Its subject."}],"namespace":"muster.comman'
    'd_answers"},{"type":"record","name":"ScanStarted","subject":"content","doc":'
    '"A scan of some content has started.","fields":[{"name":"scan","type":"strin'
    'g","doc":"Id of the scan; the same in all its facts."},{"name":"object","typ'
    'e":"string","doc":"Scanned content, as registry-events names it: KIND/HASH. '
    "A directory, tree/HASH, stands for a version as a whole: the combined result"
    ' of its files. Empty: it is not the registry\'s.","default":""},{"name":"cont'
    'ent_sha256","type":"string","doc":"SHA-256 of the bytes as they were read, 6'
    '4 hexadecimal digits; empty: unknown, or it is a directory.","default":""},{'
    '"name":"repository","type":"string","doc":"Id of the repository in which it '
    'was found; empty: unknown.","default":""},{"name":"commit","type":"string","'
    'doc":"Commit in which it was found; empty: unknown.","default":""},{"name":"'
    'path","type":"string","doc":"Path in that commit; empty: unknown.","default"'
    ':""},{"name":"rules_version","type":"string","doc":"Version of the rules by '
    'which it was judged."},{"name":"tenant","type":"string","doc":"Organisation '
    'of the repository; empty: none.","default":""},{"name":"attempt","type":"int'
    '","doc":"Number of the attempt, from 1.","default":1}],"namespace":"muster.s'
    'can_events"},{"type":"record","name":"FindingRaised","subject":"content","do'
    'c":"A problem in some content.","fields":[{"name":"scan","type":"string","do'
    'c":"Id of the scan; the same in all its facts."},{"name":"object","type":"st'
    'ring","doc":"Scanned content, as registry-events names it: KIND/HASH. A dire'
    "ctory, tree/HASH, stands for a version as a whole: the combined result of it"
    's files. Empty: it is not the registry\'s.","default":""},{"name":"content_sh'
    'a256","type":"string","doc":"SHA-256 of the bytes as they were read, 64 hexa'
    'decimal digits; empty: unknown, or it is a directory.","default":""},{"name"'
    ':"repository","type":"string","doc":"Id of the repository in which it was fo'
    'und; empty: unknown.","default":""},{"name":"commit","type":"string","doc":"'
    'Commit in which it was found; empty: unknown.","default":""},{"name":"path",'
    '"type":"string","doc":"Path in that commit; empty: unknown.","default":""},{'
    '"name":"rules_version","type":"string","doc":"Version of the rules by which '
    'it was judged."},{"name":"tenant","type":"string","doc":"Organisation of the'
    ' repository; empty: none.","default":""},{"name":"rule","type":"string","doc'
    '":"Id of the rule; its meaning never changes."},{"name":"kind","type":{"type'
    '":"enum","name":"FindingKind","doc":"Subject of a finding; LIMIT: the conten'
    't was not read to the end.","symbols":["CODE","FORMAT","CREDENTIAL","LICENCE'
    '","FINGERPRINT","LIMIT"],"namespace":"muster.scan_events"},"doc":"Subject of'
    ' the finding."},{"name":"severity","type":{"type":"enum","name":"FindingSeve'
    'rity","doc":"Severity of a finding, the lowest first.","symbols":["INFO","LO'
    'W","MEDIUM","HIGH","CRITICAL"],"namespace":"muster.scan_events"},"doc":"Seve'
    'rity."},{"name":"message","type":"string","doc":"One sentence for its owner:'
    ' the problem, and why it is dangerous."},{"name":"member","type":"string","d'
    'oc":"Path inside an archive, the outermost first with ! between; empty: the '
    'content itself.","default":""},{"name":"offset","type":["null","long"],"doc"'
    ':"First byte, counted in the member; null: it has no position.","default":nu'
    'll}],"namespace":"muster.scan_events"},{"type":"record","name":"ScanComplete'
    'd","subject":"content","doc":"The verdict about some content, until the rule'
    's change.","fields":[{"name":"scan","type":"string","doc":"Id of the scan; t'
    'he same in all its facts."},{"name":"object","type":"string","doc":"Scanned '
    "content, as registry-events names it: KIND/HASH. A directory, tree/HASH, sta"
    "nds for a version as a whole: the combined result of its files. Empty: it is"
    ' not the registry\'s.","default":""},{"name":"content_sha256","type":"string"'
    ',"doc":"SHA-256 of the bytes as they were read, 64 hexadecimal digits; empty'
    ': unknown, or it is a directory.","default":""},{"name":"repository","type":'
    '"string","doc":"Id of the repository in which it was found; empty: unknown."'
    ',"default":""},{"name":"commit","type":"string","doc":"Commit in which it wa'
    's found; empty: unknown.","default":""},{"name":"path","type":"string","doc"'
    ':"Path in that commit; empty: unknown.","default":""},{"name":"rules_version'
    '","type":"string","doc":"Version of the rules by which it was judged."},{"na'
    'me":"tenant","type":"string","doc":"Organisation of the repository; empty: n'
    'one.","default":""},{"name":"verdict","type":{"type":"enum","name":"ScanVerd'
    'ict","doc":"Verdict of a scan. INCONCLUSIVE: the content was not understood,'
    ' or not read.","symbols":["CLEAN","SUSPICIOUS","MALICIOUS","INCONCLUSIVE"],"'
    'namespace":"muster.scan_events"},"doc":"The verdict."},{"name":"reason","typ'
    'e":"string","doc":"One sentence that readers see; empty: there is nothing to'
    ' say.","default":""},{"name":"findings","type":"int","doc":"Number of findin'
    'gs.","default":0},{"name":"size_bytes","type":"long","doc":"Bytes read.","de'
    'fault":0},{"name":"names","type":{"type":"array","items":"string"},"doc":"Pa'
    'ths under which it was read: how programs treat a file depends on its name."'
    ',"default":[]}],"namespace":"muster.scan_events"},{"type":"record","name":"S'
    'canPostponed","subject":"content","doc":"The content could not be read now; '
    'it is tried again later.","fields":[{"name":"scan","type":"string","doc":"Id'
    ' of the scan; the same in all its facts."},{"name":"object","type":"string",'
    '"doc":"The content: KIND/HASH."},{"name":"attempt","type":"int","doc":"Numbe'
    'r of postponements in a row, from 1."},{"name":"until_ms","type":"long","doc'
    '":"Earliest next attempt, milliseconds since 1970 UTC."},{"name":"reason","t'
    'ype":"string","doc":"Reason, in words."},{"name":"tenant","type":"string","d'
    'oc":"Organisation of the repository; empty: none.","default":""}],"namespace'
    '":"muster.scan_events"},{"type":"record","name":"RescanRequested","subject":'
    '"content","doc":"Content will be scanned again, whatever is known about it."'
    ',"fields":[{"name":"repository","type":"string","doc":"Id of the repository '
    'that has it."},{"name":"objects","type":{"type":"array","items":"string"},"d'
    'oc":"Contents to scan: KIND/HASH."},{"name":"reason","type":"string","doc":"'
    'Reason, 1 to 1,000 characters."},{"name":"tenant","type":"string","doc":"Org'
    'anisation of the sender."},{"name":"requested_by","type":"string","doc":"Sen'
    'der: ORGANISATION/USER."}],"namespace":"muster.scan_events"},{"type":"record'
    '","name":"RulesActivated","subject":"rules","doc":"These rules judge content'
    ' from now on.","fields":[{"name":"rules_version","type":"string","doc":"Vers'
    'ion of the rules."},{"name":"former","type":"string","doc":"Former rules; em'
    'pty: none."},{"name":"reason","type":"string","doc":"Reason, 1 to 1,000 char'
    'acters."},{"name":"tenant","type":"string","doc":"Organisation of the sender'
    '."},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER.'
    '"}],"namespace":"muster.scan_events"},{"type":"record","name":"ContentReview'
    'ed","subject":"content","doc":"A reviewer decided about content.","fields":['
    '{"name":"object","type":"string","doc":"The content: KIND/HASH."},{"name":"d'
    'ecision","type":{"type":"enum","name":"ReviewDecision","doc":"Decision of a '
    'review: the content\'s files can be read again, or only with a grant.","symbo'
    'ls":["RELEASE","CLOSE"],"namespace":"muster.scan_commands"},"doc":"The decis'
    'ion."},{"name":"reason","type":"string","doc":"Reason."},{"name":"scan","typ'
    'e":"string","doc":"Scan whose verdict was reviewed; empty: there was none."}'
    ',{"name":"verdict","type":["null","muster.scan_events.ScanVerdict"],"doc":"T'
    'he reviewed verdict."},{"name":"rules_version","type":"string","doc":"Rules '
    'of that verdict; empty: there was none."},{"name":"repositories","type":{"ty'
    'pe":"array","items":"string"},"doc":"Ids of the repositories in which the re'
    'gistry was asked to apply it."},{"name":"tenant","type":"string","doc":"Orga'
    'nisation of the sender."},{"name":"requested_by","type":"string","doc":"Send'
    'er: ORGANISATION/USER."}],"namespace":"muster.scan_events"},{"type":"record"'
    ',"name":"VerdictOverridden","subject":"content","doc":"An operator replaced '
    'a verdict, until other rules judge.","fields":[{"name":"object","type":"stri'
    'ng","doc":"The content: KIND/HASH."},{"name":"verdict","type":"muster.scan_e'
    'vents.ScanVerdict","doc":"The new verdict."},{"name":"former","type":"muster'
    '.scan_events.ScanVerdict","doc":"The scanner\'s verdict."},{"name":"rules_ver'
    'sion","type":"string","doc":"Rules of that verdict."},{"name":"reason","type'
    '":"string","doc":"Reason."},{"name":"tenant","type":"string","doc":"Organisa'
    'tion of the sender."},{"name":"requested_by","type":"string","doc":"Sender: '
    'ORGANISATION/USER."}],"namespace":"muster.scan_events"},{"type":"record","na'
    'me":"Watermark","doc":"Every fact of the topic with this seq or a lower one '
    'precedes this record, in every partition.","subject":"log","fields":[{"name"'
    ':"seq","type":"long","doc":"seq of the newest input whose consequences are a'
    'll written."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends'
    ', milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"},{"type":"'
    'record","name":"WeightsFingerprinted","subject":"content","doc":"Weight fing'
    'erprint of a version, which changes to its files do not affect.","fields":[{'
    '"name":"scan","type":"string","doc":"Id of the scan."},{"name":"object","typ'
    'e":"string","doc":"The version: tree/HASH of its root directory."},{"name":"'
    'repository","type":"string","doc":"Id of the repository in which it was foun'
    'd."},{"name":"commit","type":"string","doc":"Commit in which it was found."}'
    ',{"name":"version","type":"int","doc":"Version of the algorithm for marks; m'
    'arks of different versions are not compared."},{"name":"marks","type":{"type'
    '":"array","items":{"type":"record","name":"WeightMark","doc":"Mark of one te'
    'nsor: which of its numbers at fixed places are above their median.","fields"'
    ':[{"name":"shape","type":{"type":"array","items":"long"},"doc":"Dimensions, '
    'the slowest first."},{"name":"bits","type":"bytes","doc":"One bit for each o'
    'f 1,024 numbers, or for all if there are fewer."}],"namespace":"muster.scan_'
    'events"}},"doc":"Marks of its largest tensors, at most 64."},{"name":"as_num'
    'bers","type":"boolean","doc":"Whether most of its numbers are in data types '
    'that are read as numbers; otherwise dissimilar marks mean nothing."},{"name"'
    ':"tenant","type":"string","doc":"Organisation of the repository; empty: none'
    '.","default":""}],"namespace":"muster.scan_events"}],"doc":"What happened."}'
    "]}"
)
