"""Scan work: pending, assigned and ended tasks, and orders to workers.

Generated from schemas/scan-work.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.shared.watermarks import Watermark
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerLost,
    WorkerRenewed,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReturned,
)
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class NamedContent:
    """Content and its path.

    Attributes:
        object: KIND/HASH.
        path: Path in the commit; empty: the root directory.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_work.NamedContent"

    object: str
    path: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "path": self.path,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NamedContent:
        """The inverse."""
        return cls(
            object=d["object"],
            path=d["path"],
        )


@final
@record
class ContentsMet:
    """A commit adds content, or gives it another name.

    Attributes:
        repository: Id of a repository.
        commit: The commit.
        contents: Contents that it adds.
        tenant: The organisation of the repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_work.ContentsMet"

    repository: str
    commit: str
    contents: tuple[NamedContent, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "contents": [x.to_datum() for x in self.contents],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ContentsMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            contents=tuple(NamedContent.from_datum(x) for x in d["contents"]),
            tenant=d["tenant"],
        )


@final
@record
class ContentGone:
    """The bytes of some content were removed before they were read; it is forgotten.

    Attributes:
        object: KIND/HASH.
        scan: The scan that found nothing.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_work.ContentGone"

    object: str
    scan: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "scan": self.scan,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ContentGone:
        """The inverse."""
        return cls(
            object=d["object"],
            scan=d["scan"],
        )


@final
@record
class RescanAdvanced:
    """Content that other rules judged is queued for another scan, up to a position.

    Attributes:
        rules_version: Active rules.
        last: Last content that was processed; the following ones come next.
        ended: Whether all content was processed.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_work.RescanAdvanced"

    rules_version: str
    last: str
    ended: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rules_version": self.rules_version,
            "last": self.last,
            "ended": self.ended,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RescanAdvanced:
        """The inverse."""
        return cls(
            rules_version=d["rules_version"],
            last=d["last"],
            ended=d["ended"],
        )


@final
@record
class DownloadsMet:
    """The downloads of a repository have doubled or halved since they were last recorded.

    Attributes:
        repository: Id of the repository.
        month_downloads: Downloads by everybody, within 30 days.
    """

    AVRO_NAME: ClassVar[str] = "muster.scan_work.DownloadsMet"

    repository: str
    month_downloads: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "month_downloads": self.month_downloads,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DownloadsMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            month_downloads=d["month_downloads"],
        )


ScanWork: TypeAlias = (
    WorkQueued
    | WorkOrdered
    | WorkLost
    | WorkEnded
    | WorkParked
    | WorkReturned
    | WorkerRenewed
    | WorkerLost
    | ContentsMet
    | ContentGone
    | RescanAdvanced
    | DownloadsMet
)

Payload: TypeAlias = ScanWork | Watermark

PAYLOADS: Final[Table] = table_of(
    WorkQueued,
    WorkOrdered,
    WorkLost,
    WorkEnded,
    WorkParked,
    WorkReturned,
    WorkerRenewed,
    WorkerLost,
    ContentsMet,
    ContentGone,
    RescanAdvanced,
    Watermark,
    DownloadsMet,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scan_work","doc":"Sca'
    'n work: pending, assigned and ended tasks, and orders to workers.","fields":'
    '[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicatio'
    'n key."},{"name":"key","type":"string","doc":"Kafka key; records with the sa'
    'me key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Tim'
    'e of the event according to the producer, milliseconds since 1970 UTC."},{"n'
    'ame":"producer","type":"string","doc":"Service and instance that wrote the r'
    'ecord."},{"name":"correlation_id","type":"string","doc":"Shared by everythin'
    'g that follows from one request."},{"name":"causation_id","type":["null","st'
    'ring"],"doc":"event_id of the record this one follows from.","default":null}'
    ',{"name":"seq","type":["null","long"],"doc":"seq of the input it follows fro'
    "m; facts of all partitions are ordered by seq, then index. Null: the writer "
    'assigns no order.","default":null},{"name":"index","type":["null","int"],"do'
    'c":"Index among the consequences of that input, from 0; orders count as well'
    '.","default":null},{"name":"tenant","type":["null","string"],"doc":"The tena'
    'nt it belongs to; null: no tenant.","default":null},{"name":"payload","type"'
    ':[{"type":"record","name":"WorkQueued","doc":"Work waits for a worker.","sub'
    'ject":"work","fields":[{"name":"work_id","type":"string","doc":"Item of work'
    '."},{"name":"priority","type":"int","doc":"Larger goes first; 0 to 999."},{"'
    'name":"body","type":"bytes","doc":"The task, in a form agreed between the se'
    'rvice and its workers."}],"namespace":"muster.work_orders"},{"type":"record"'
    ',"name":"WorkOrdered","doc":"A worker is to do this once; this record is the'
    ' order.","subject":"work","fields":[{"name":"work_id","type":"string","doc":'
    '"Item of work."},{"name":"attempt","type":"int","doc":"Which attempt, from 1'
    '."},{"name":"epoch","type":"long","doc":"Epoch of the leader that ordered it'
    '; a worker that has seen a newer one refuses it."},{"name":"worker_id","type'
    '":"string","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Incar'
    'nation of the worker; grows with every start."},{"name":"priority","type":"i'
    'nt","doc":"Larger goes first."},{"name":"body","type":"bytes","doc":"The tas'
    'k."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkLost","'
    'doc":"An attempt ended without a result; the work waits again, unless it is '
    'set aside.","subject":"work","fields":[{"name":"work_id","type":"string","do'
    'c":"Item of work."},{"name":"attempt","type":"int","doc":"Which attempt, fro'
    'm 1."},{"name":"worker_id","type":"string","doc":"Worker."},{"name":"reason"'
    ',"type":"string","doc":"Reason, in words."},{"name":"died","type":"boolean",'
    '"default":true,"doc":"Whether its own process died; false: its worker was lo'
    'st, which need not be its fault."}],"namespace":"muster.work_orders"},{"type'
    '":"record","name":"WorkEnded","doc":"The work is done.","subject":"work","fi'
    'elds":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"att'
    'empt","type":"int","doc":"Which attempt, from 1."},{"name":"worker_id","type'
    '":"string","doc":"Worker."},{"name":"result","type":"bytes","doc":"Result, i'
    'n a form agreed between the service and its workers."}],"namespace":"muster.'
    'work_orders"},{"type":"record","name":"WorkParked","doc":"Work was set aside'
    ' after too many attempts died; it waits for a person.","subject":"work","fie'
    'lds":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"atte'
    'mpt","type":"int","doc":"Which attempt, from 1."},{"name":"reason","type":"s'
    'tring","doc":"Reason why the last attempt died."}],"namespace":"muster.work_'
    'orders"},{"type":"record","name":"WorkReturned","doc":"Work that was set asi'
    'de waits for a worker again, as new.","subject":"work","fields":[{"name":"wo'
    'rk_id","type":"string","doc":"Item of work."}],"namespace":"muster.work_orde'
    'rs"},{"type":"record","name":"WorkerRenewed","doc":"A worker is alive and ta'
    'kes orders.","subject":"work","fields":[{"name":"worker_id","type":"string",'
    '"doc":"Worker."},{"name":"incarnation","type":"long","doc":"Incarnation of t'
    'he worker; grows with every start."},{"name":"slots","type":"int","doc":"Num'
    'ber of items that it does at a time; 0: it takes no more."},{"name":"until_m'
    's","type":"long","doc":"End of its lease, milliseconds since 1970 UTC."}],"n'
    'amespace":"muster.work_orders"},{"type":"record","name":"WorkerLost","doc":"'
    'A worker\'s lease expired, or it started again.","subject":"work","fields":[{'
    '"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarnation","t'
    'ype":"long","doc":"Incarnation of the worker; grows with every start."},{"na'
    'me":"reason","type":"string","doc":"Reason, in words."}],"namespace":"muster'
    '.work_orders"},{"type":"record","name":"ContentsMet","doc":"A commit adds co'
    'ntent, or gives it another name.","fields":[{"name":"repository","type":"str'
    'ing","doc":"Id of a repository."},{"name":"commit","type":"string","doc":"Th'
    'e commit."},{"name":"contents","type":{"type":"array","items":{"type":"recor'
    'd","name":"NamedContent","doc":"Content and its path.","fields":[{"name":"ob'
    'ject","type":"string","doc":"KIND/HASH."},{"name":"path","type":"string","do'
    'c":"Path in the commit; empty: the root directory."}],"namespace":"muster.sc'
    'an_work"}},"doc":"Contents that it adds."},{"name":"tenant","type":"string",'
    '"doc":"The organisation of the repository."}],"namespace":"muster.scan_work"'
    '},{"type":"record","name":"ContentGone","doc":"The bytes of some content wer'
    'e removed before they were read; it is forgotten.","fields":[{"name":"object'
    '","type":"string","doc":"KIND/HASH."},{"name":"scan","type":"string","doc":"'
    'The scan that found nothing."}],"namespace":"muster.scan_work"},{"type":"rec'
    'ord","name":"RescanAdvanced","doc":"Content that other rules judged is queue'
    'd for another scan, up to a position.","fields":[{"name":"rules_version","ty'
    'pe":"string","doc":"Active rules."},{"name":"last","type":"string","doc":"La'
    'st content that was processed; the following ones come next."},{"name":"ende'
    'd","type":"boolean","doc":"Whether all content was processed."}],"namespace"'
    ':"muster.scan_work"},{"type":"record","name":"Watermark","doc":"Every fact o'
    "f the topic with this seq or a lower one precedes this record, in every part"
    'ition.","subject":"log","fields":[{"name":"seq","type":"long","doc":"seq of '
    'the newest input whose consequences are all written."},{"name":"at_ms","type'
    '":"long","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"'
    'namespace":"muster.watermarks"},{"type":"record","name":"DownloadsMet","doc"'
    ':"The downloads of a repository have doubled or halved since they were last '
    'recorded.","fields":[{"name":"repository","type":"string","doc":"Id of the r'
    'epository."},{"name":"month_downloads","type":"long","doc":"Downloads by eve'
    'rybody, within 30 days."}],"namespace":"muster.scan_work"}],"doc":"The event'
    ', or the task."}]}'
)
