"""Charts of production traffic, and their alarms.

Generated from schemas/drift-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class RepositoryFact:
    """Base of the facts whose subject is 'repository'; as a pattern it matches all of them."""

    __slots__ = ()


class AlarmFact:
    """Base of the facts whose subject is 'alarm'; as a pattern it matches all of them."""

    __slots__ = ()


class UserFact:
    """Base of the facts whose subject is 'user'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class MonitorSet(RepositoryFact):
    """A model is watched in this way from here on.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        document: The monitor as canonical JSON.
        digest: SHA-256 of the document.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.MonitorSet"

    repository: str
    document: str
    digest: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "document": self.document,
            "digest": self.digest,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MonitorSet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            document=d["document"],
            digest=d["digest"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class MonitorRemoved(RepositoryFact):
    """A model is not watched any more; its open alarms end.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.MonitorRemoved"

    repository: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MonitorRemoved:
        """The inverse."""
        return cls(
            repository=d["repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ChartDesigned(RepositoryFact):
    """A measure of a series has a chart: the first subgroups have established its centre.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        center: Mean of the samples of these subgroups.
        spread: Standard deviation of one sample, widened by how much subgroups differ beyond
            chance.
        subgroups: Subgroups that established it.
        samples: Their samples.
        smoothing: Weight of the newest subgroup.
        low_limit: Lower limit, in standard deviations of the chart's statistic.
        high_limit: Upper limit, likewise.
        run_length: Wanted number of subgroups between two false alarms of this chart.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.ChartDesigned"

    repository: str
    commit: str
    task: str
    segment: str
    measure: str
    center: float
    spread: float
    subgroups: int
    samples: int
    smoothing: float
    low_limit: float
    high_limit: float
    run_length: float
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "measure": self.measure,
            "center": self.center,
            "spread": self.spread,
            "subgroups": self.subgroups,
            "samples": self.samples,
            "smoothing": self.smoothing,
            "low_limit": self.low_limit,
            "high_limit": self.high_limit,
            "run_length": self.run_length,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChartDesigned:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            measure=d["measure"],
            center=d["center"],
            spread=d["spread"],
            subgroups=d["subgroups"],
            samples=d["samples"],
            smoothing=d["smoothing"],
            low_limit=d["low_limit"],
            high_limit=d["high_limit"],
            run_length=d["run_length"],
            tenant=d["tenant"],
        )


class PointState(StrEnum):
    """LEARNING: the centre is being established. WATCHED: compared with the limits. TOO_FEW: not compared."""

    LEARNING = "LEARNING"
    WATCHED = "WATCHED"
    TOO_FEW = "TOO_FEW"


@final
@record
class ChartPoint:
    """One measure of a subgroup.

    Attributes:
        measure: The measure.
        state: What the chart makes of it.
        count: Values that it is the mean of.
        value: Mean; null: there is no value.
        deviation: Standard deviation of one value; null: there is no value.
        statistic: The chart's statistic, in standard deviations of a subgroup; null: it is not
            watched.
        low: Lower limit of the statistic; null: likewise.
        high: Upper limit of the statistic; null: likewise.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.ChartPoint"

    measure: str
    state: PointState
    count: int
    value: float | None = None
    deviation: float | None = None
    statistic: float | None = None
    low: float | None = None
    high: float | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "measure": self.measure,
            "state": self.state,
            "count": self.count,
            "value": self.value,
            "deviation": self.deviation,
            "statistic": self.statistic,
            "low": self.low,
            "high": self.high,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChartPoint:
        """The inverse."""
        return cls(
            measure=d["measure"],
            state=PointState(d["state"]),
            count=d["count"],
            value=d.get("value"),
            deviation=d.get("deviation"),
            statistic=d.get("statistic"),
            low=d.get("low"),
            high=d.get("high"),
        )


@final
@record
class SubgroupMeasured(RepositoryFact):
    """A subgroup of a series is over: its figures, and where the charts stand.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        samples: Its samples.
        seen: Requests that the servers report, sampled or not.
        dropped: Samples that servers could not send.
        points: By measure; measures without values are left out.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.SubgroupMeasured"

    repository: str
    commit: str
    task: str
    segment: str
    start_ms: int
    end_ms: int
    samples: int
    seen: int
    dropped: int
    points: tuple[ChartPoint, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "samples": self.samples,
            "seen": self.seen,
            "dropped": self.dropped,
            "points": [x.to_datum() for x in self.points],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SubgroupMeasured:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            samples=d["samples"],
            seen=d["seen"],
            dropped=d["dropped"],
            points=tuple(ChartPoint.from_datum(x) for x in d["points"]),
            tenant=d["tenant"],
        )


class Side(StrEnum):
    """Direction of a change."""

    LOW = "LOW"
    HIGH = "HIGH"


@final
@record
class DriftAlarmRaised(AlarmFact):
    """A measure has moved: one alarm for each episode.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        alarm: Id of the alarm.
        measure: The measure.
        side: Direction of the change.
        center: Centre of the chart.
        value: Mean since the change began, as estimated.
        size: The change in standard deviations of one sample.
        began_ms: Estimated begin of the change: start of a subgroup, milliseconds since 1970 UTC.
        began_after_ms: Lower end of the 90 % interval of this estimate.
        began_before_ms: Upper end of it.
        at_ms: End of the subgroup that raised it.
        run_length: Wanted number of subgroups between two false alarms of this chart.
        text: The same in one sentence.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmRaised"

    repository: str
    commit: str
    task: str
    segment: str
    alarm: str
    measure: str
    side: Side
    center: float
    value: float
    size: float
    began_ms: int
    began_after_ms: int
    began_before_ms: int
    at_ms: int
    run_length: float
    text: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "alarm": self.alarm,
            "measure": self.measure,
            "side": self.side,
            "center": self.center,
            "value": self.value,
            "size": self.size,
            "began_ms": self.began_ms,
            "began_after_ms": self.began_after_ms,
            "began_before_ms": self.began_before_ms,
            "at_ms": self.at_ms,
            "run_length": self.run_length,
            "text": self.text,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmRaised:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            alarm=d["alarm"],
            measure=d["measure"],
            side=Side(d["side"]),
            center=d["center"],
            value=d["value"],
            size=d["size"],
            began_ms=d["began_ms"],
            began_after_ms=d["began_after_ms"],
            began_before_ms=d["began_before_ms"],
            at_ms=d["at_ms"],
            run_length=d["run_length"],
            text=d["text"],
            tenant=d["tenant"],
        )


@final
@record
class DriftAlarmEnded(AlarmFact):
    """The episode is over.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: Why, in one sentence.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmEnded"

    alarm: str
    repository: str
    reason: str
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "repository": self.repository,
            "reason": self.reason,
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmEnded:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            repository=d["repository"],
            reason=d["reason"],
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class DriftAlarmAcknowledged(AlarmFact):
    """Somebody knows of an alarm.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: What they say about it; may be empty.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmAcknowledged"

    alarm: str
    repository: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "repository": self.repository,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmAcknowledged:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            repository=d["repository"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class UserForgotten(UserFact):
    """A user is forgotten in all models of the organisation.

    Attributes:
        user: Keyed hash of the user, as samples have it.
        until_ms: Samples may be left until then, milliseconds since 1970 UTC.
        tenant: Organisation whose user it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.UserForgotten"

    user: str
    until_ms: int
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "user": self.user,
            "until_ms": self.until_ms,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UserForgotten:
        """The inverse."""
        return cls(
            user=d["user"],
            until_ms=d["until_ms"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


RepositoryPayload: TypeAlias = MonitorSet | MonitorRemoved | ChartDesigned | SubgroupMeasured

AlarmPayload: TypeAlias = DriftAlarmRaised | DriftAlarmEnded | DriftAlarmAcknowledged

UserPayload: TypeAlias = UserForgotten

DriftEvent: TypeAlias = (
    MonitorSet
    | MonitorRemoved
    | ChartDesigned
    | SubgroupMeasured
    | DriftAlarmRaised
    | DriftAlarmEnded
    | DriftAlarmAcknowledged
    | UserForgotten
)

Payload: TypeAlias = DriftEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    MonitorSet,
    MonitorRemoved,
    ChartDesigned,
    SubgroupMeasured,
    DriftAlarmRaised,
    DriftAlarmEnded,
    DriftAlarmAcknowledged,
    UserForgotten,
    Watermark,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_events","doc":"'
    'Charts of production traffic, and their alarms.","fields":[{"name":"event_id'
    '","type":"string","doc":"Unique for ever; the deduplication key."},{"name":"'
    'key","type":"string","doc":"The Kafka key: what this topic is ordered by."},'
    '{"name":"occurred_at_ms","type":"long","doc":"When the producer says it happ'
    'ened, milliseconds since 1970 UTC."},{"name":"producer","type":"string","doc'
    '":"Service and instance that wrote the record."},{"name":"correlation_id","t'
    'ype":"string","doc":"Shared by everything that follows from one request."},{'
    '"name":"causation_id","type":["null","string"],"doc":"event_id of the record'
    ' this one follows from.","default":null},{"name":"seq","type":["null","long"'
    '],"doc":"seq of the input it follows from: facts of all partitions are order'
    'ed by seq, then index. Null: its writer has no such order.","default":null},'
    '{"name":"index","type":["null","int"],"doc":"Which of that input\'s consequen'
    'ces it is, rising from 0; orders count, too.","default":null},{"name":"tenan'
    't","type":["null","string"],"doc":"The tenant it belongs to; null: no tenant'
    '.","default":null},{"name":"sender","type":["null","string"],"doc":"The judg'
    "ed sender of the command that it follows from, as TENANT/USER; null: it foll"
    'ows from none, or the record is older than this field.","default":null},{"na'
    'me":"payload","type":[{"type":"record","name":"CommandRejected","aliases":["'
    'muster.job_events.CommandRejected"],"doc":"A command that will not be carrie'
    'd out, and why.","subject":"command","fields":[{"name":"command_id","type":"'
    'string","doc":"event_id of the command."},{"name":"command","type":"string",'
    '"doc":"Its record name."},{"name":"subject","type":"string","doc":"What it w'
    'as about: a job, queue, node, or another entity of the service."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum"'
    ',"name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":'
    '"Kinds of refusal, the same for all services; each has its HTTP status.","sy'
    'mbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQ'
    'UEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TR'
    'EE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind'
    ' of refusal."},{"name":"detail_code","type":"string","doc":"The service\'s ow'
    'n, finer code; its README lists them. Empty: `code` says all.","default":""}'
    ',{"name":"message","type":"string","doc":"For people."},{"name":"violations"'
    ',"type":{"type":"array","items":{"type":"record","name":"Violation","aliases'
    '":["muster.job_events.Violation"],"doc":"One thing wrong with a request.","f'
    'ields":[{"name":"field","type":"string","doc":"Path of the field."},{"name":'
    '"value","type":"string","doc":"What was given, shortened."},{"name":"allowed'
    '","type":"string","doc":"What is allowed."}],"namespace":"muster.command_ans'
    'wers"}},"doc":"Field by field.","default":[]}],"namespace":"muster.command_a'
    'nswers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_ev'
    'ents.CommandRepeated"],"doc":"A command that was carried out before came aga'
    'in; nothing changed.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Its record name."},{"name":"subject","type":"string","doc":"What'
    ' it was about."}],"namespace":"muster.command_answers"},{"type":"record","na'
    'me":"MonitorSet","subject":"repository","doc":"A model is watched in this wa'
    'y from here on.","fields":[{"name":"repository","type":"string","doc":"Model'
    ': NAMESPACE/NAME."},{"name":"document","type":"string","doc":"The monitor as'
    ' canonical JSON."},{"name":"digest","type":"string","doc":"SHA-256 of the do'
    'cument."},{"name":"tenant","type":"string","doc":"Organisation whose it is."'
    '},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISATION/USE'
    'R."}],"namespace":"muster.drift_events"},{"type":"record","name":"MonitorRem'
    'oved","subject":"repository","doc":"A model is not watched any more; its ope'
    'n alarms end.","fields":[{"name":"repository","type":"string","doc":"Model: '
    'NAMESPACE/NAME."},{"name":"tenant","type":"string","doc":"Organisation whose'
    ' it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISA'
    'TION/USER."}],"namespace":"muster.drift_events"},{"type":"record","name":"Ch'
    'artDesigned","subject":"repository","doc":"A measure of a series has a chart'
    ': the first subgroups have established its centre.","fields":[{"name":"repos'
    'itory","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","typ'
    'e":"string","doc":"Version: a commit; empty: the server does not say."},{"na'
    'me":"task","type":"string","doc":"Task of the requests; empty: none."},{"nam'
    'e":"segment","type":"string","doc":"Segment of the traffic; empty: none."},{'
    '"name":"measure","type":"string","doc":"The measure."},{"name":"center","typ'
    'e":"double","doc":"Mean of the samples of these subgroups."},{"name":"spread'
    '","type":"double","doc":"Standard deviation of one sample, widened by how mu'
    'ch subgroups differ beyond chance."},{"name":"subgroups","type":"int","doc":'
    '"Subgroups that established it."},{"name":"samples","type":"long","doc":"The'
    'ir samples."},{"name":"smoothing","type":"double","doc":"Weight of the newes'
    't subgroup."},{"name":"low_limit","type":"double","doc":"Lower limit, in sta'
    'ndard deviations of the chart\'s statistic."},{"name":"high_limit","type":"do'
    'uble","doc":"Upper limit, likewise."},{"name":"run_length","type":"double","'
    'doc":"Wanted number of subgroups between two false alarms of this chart."},{'
    '"name":"tenant","type":"string","doc":"Organisation whose it is."}],"namespa'
    'ce":"muster.drift_events"},{"type":"record","name":"SubgroupMeasured","subje'
    'ct":"repository","doc":"A subgroup of a series is over: its figures, and whe'
    're the charts stand.","fields":[{"name":"repository","type":"string","doc":"'
    'Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a '
    'commit; empty: the server does not say."},{"name":"task","type":"string","do'
    'c":"Task of the requests; empty: none."},{"name":"segment","type":"string","'
    'doc":"Segment of the traffic; empty: none."},{"name":"start_ms","type":"long'
    '","doc":"Start of the subgroup, milliseconds since 1970 UTC."},{"name":"end_'
    'ms","type":"long","doc":"Its end, exclusive."},{"name":"samples","type":"lon'
    'g","doc":"Its samples."},{"name":"seen","type":"long","doc":"Requests that t'
    'he servers report, sampled or not."},{"name":"dropped","type":"long","doc":"'
    'Samples that servers could not send."},{"name":"points","type":{"type":"arra'
    'y","items":{"type":"record","name":"ChartPoint","doc":"One measure of a subg'
    'roup.","fields":[{"name":"measure","type":"string","doc":"The measure."},{"n'
    'ame":"state","type":{"type":"enum","name":"PointState","doc":"LEARNING: the '
    "centre is being established. WATCHED: compared with the limits. TOO_FEW: not"
    ' compared.","symbols":["LEARNING","WATCHED","TOO_FEW"],"namespace":"muster.d'
    'rift_events"},"doc":"What the chart makes of it."},{"name":"count","type":"l'
    'ong","doc":"Values that it is the mean of."},{"name":"value","type":["null",'
    '"double"],"doc":"Mean; null: there is no value.","default":null},{"name":"de'
    'viation","type":["null","double"],"doc":"Standard deviation of one value; nu'
    'll: there is no value.","default":null},{"name":"statistic","type":["null","'
    'double"],"doc":"The chart\'s statistic, in standard deviations of a subgroup;'
    ' null: it is not watched.","default":null},{"name":"low","type":["null","dou'
    'ble"],"doc":"Lower limit of the statistic; null: likewise.","default":null},'
    '{"name":"high","type":["null","double"],"doc":"Upper limit of the statistic;'
    ' null: likewise.","default":null}],"namespace":"muster.drift_events"}},"doc"'
    ':"By measure; measures without values are left out."},{"name":"tenant","type'
    '":"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_eve'
    'nts"},{"type":"record","name":"DriftAlarmRaised","subject":"alarm","doc":"A '
    'measure has moved: one alarm for each episode.","fields":[{"name":"repositor'
    'y","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"'
    'string","doc":"Version: a commit; empty: the server does not say."},{"name":'
    '"task","type":"string","doc":"Task of the requests; empty: none."},{"name":"'
    'segment","type":"string","doc":"Segment of the traffic; empty: none."},{"nam'
    'e":"alarm","type":"string","doc":"Id of the alarm."},{"name":"measure","type'
    '":"string","doc":"The measure."},{"name":"side","type":{"type":"enum","name"'
    ':"Side","doc":"Direction of a change.","symbols":["LOW","HIGH"],"namespace":'
    '"muster.drift_events"},"doc":"Direction of the change."},{"name":"center","t'
    'ype":"double","doc":"Centre of the chart."},{"name":"value","type":"double",'
    '"doc":"Mean since the change began, as estimated."},{"name":"size","type":"d'
    'ouble","doc":"The change in standard deviations of one sample."},{"name":"be'
    'gan_ms","type":"long","doc":"Estimated begin of the change: start of a subgr'
    'oup, milliseconds since 1970 UTC."},{"name":"began_after_ms","type":"long","'
    'doc":"Lower end of the 90 % interval of this estimate."},{"name":"began_befo'
    're_ms","type":"long","doc":"Upper end of it."},{"name":"at_ms","type":"long"'
    ',"doc":"End of the subgroup that raised it."},{"name":"run_length","type":"d'
    'ouble","doc":"Wanted number of subgroups between two false alarms of this ch'
    'art."},{"name":"text","type":"string","doc":"The same in one sentence."},{"n'
    'ame":"tenant","type":"string","doc":"Organisation whose it is."}],"namespace'
    '":"muster.drift_events"},{"type":"record","name":"DriftAlarmEnded","subject"'
    ':"alarm","doc":"The episode is over.","fields":[{"name":"alarm","type":"stri'
    'ng","doc":"Id of the alarm."},{"name":"repository","type":"string","doc":"Mo'
    'del: NAMESPACE/NAME."},{"name":"reason","type":"string","doc":"Why, in one s'
    'entence."},{"name":"at_ms","type":"long","doc":"When, milliseconds since 197'
    '0 UTC."},{"name":"tenant","type":"string","doc":"Organisation whose it is."}'
    '],"namespace":"muster.drift_events"},{"type":"record","name":"DriftAlarmAckn'
    'owledged","subject":"alarm","doc":"Somebody knows of an alarm.","fields":[{"'
    'name":"alarm","type":"string","doc":"Id of the alarm."},{"name":"repository"'
    ',"type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"reason","type":"st'
    'ring","doc":"What they say about it; may be empty."},{"name":"tenant","type"'
    ':"string","doc":"Organisation whose it is."},{"name":"requested_by","type":"'
    'string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.drift_e'
    'vents"},{"type":"record","name":"UserForgotten","doc":"A user is forgotten i'
    'n all models of the organisation.","subject":"user","fields":[{"name":"user"'
    ',"type":"string","doc":"Keyed hash of the user, as samples have it."},{"name'
    '":"until_ms","type":"long","doc":"Samples may be left until then, millisecon'
    'ds since 1970 UTC."},{"name":"tenant","type":"string","doc":"Organisation wh'
    'ose user it is."},{"name":"requested_by","type":"string","doc":"Its sender: '
    'ORGANISATION/USER."}],"namespace":"muster.drift_events"},{"type":"record","n'
    'ame":"Watermark","doc":"Every fact of the topic with this seq or a lower one'
    ' precedes this record, in every partition.","subject":"log","fields":[{"name'
    '":"seq","type":"long","doc":"Of the newest input whose consequences are all '
    'written."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, m'
    'illiseconds since 1970 UTC."}],"namespace":"muster.watermarks"}],"doc":"What'
    ' happened."}]}'
)
