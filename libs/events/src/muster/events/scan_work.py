"""What waits for a worker, who does it, and how it ended; orders to workers.

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
    """Content, and where it lies.

    Attributes:
        object: KIND/HASH.
        path: In the commit; empty: the root directory.
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
    """A commit brings content, or gives it another name.

    Attributes:
        repository: Id of a repository.
        commit: The commit.
        contents: What it brings.
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
    """Its bytes were removed before they were read; it is not known any longer.

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
    """Content that other rules have judged waits to be scanned again, up to a place.

    Attributes:
        rules_version: Rules that are active.
        last: The last content that was looked at; the next follow.
        ended: All of it was.
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
    """A repository is downloaded twice as often as was known, or half as often.

    Attributes:
        repository: Id of the repository.
        month_downloads: By anybody, within 30 days.
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
    '{"type":"record","name":"Envelope","namespace":"muster.scan_work","doc":"Wha'
    't waits for a worker, who does it, and how it ended; orders to workers.","fi'
    'elds":[{"name":"event_id","type":"string","doc":"Unique for ever; the dedupl'
    'ication key."},{"name":"key","type":"string","doc":"The Kafka key: what this'
    ' topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When t'
    'he producer says it happened, milliseconds since 1970 UTC."},{"name":"produc'
    'er","type":"string","doc":"Service and instance that wrote the record."},{"n'
    'ame":"correlation_id","type":"string","doc":"Shared by everything that follo'
    'ws from one request."},{"name":"causation_id","type":["null","string"],"doc"'
    ':"event_id of the record this one follows from.","default":null},{"name":"se'
    'q","type":["null","long"],"doc":"seq of the input it follows from: facts of '
    "all partitions are ordered by seq, then index. Null: its writer has no such "
    'order.","default":null},{"name":"index","type":["null","int"],"doc":"Which o'
    'f that input\'s consequences it is, rising from 0; orders count, too.","defau'
    'lt":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it bel'
    'ongs to; null: no tenant.","default":null},{"name":"payload","type":[{"type"'
    ':"record","name":"WorkQueued","doc":"Work waits for a worker.","subject":"wo'
    'rk","fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"nam'
    'e":"priority","type":"int","doc":"Larger goes first; 0 to 999."},{"name":"bo'
    'dy","type":"bytes","doc":"What to do, as the service and its workers have ag'
    'reed."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkOrde'
    'red","doc":"A worker is to do this, once; the order itself.","subject":"work'
    '","fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"name"'
    ':"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"epoch","typ'
    'e":"long","doc":"Epoch of the leader that ordered it; a worker refuses an ol'
    'der one than it has seen."},{"name":"worker_id","type":"string","doc":"Worke'
    'r."},{"name":"incarnation","type":"long","doc":"Which start of the worker; g'
    'rows with every start."},{"name":"priority","type":"int","doc":"Larger goes '
    'first."},{"name":"body","type":"bytes","doc":"What to do."}],"namespace":"mu'
    'ster.work_orders"},{"type":"record","name":"WorkLost","doc":"An attempt ende'
    'd without a result; the work waits again, unless it is parked.","subject":"w'
    'ork","fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"na'
    'me":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"worker_i'
    'd","type":"string","doc":"Worker."},{"name":"reason","type":"string","doc":"'
    'Why, in words."},{"name":"died","type":"boolean","default":true,"doc":"Its o'
    'wn process died; false: its worker was lost, which need not be its fault."}]'
    ',"namespace":"muster.work_orders"},{"type":"record","name":"WorkEnded","doc"'
    ':"The work is done.","subject":"work","fields":[{"name":"work_id","type":"st'
    'ring","doc":"Item of work."},{"name":"attempt","type":"int","doc":"Which att'
    'empt, from 1."},{"name":"worker_id","type":"string","doc":"Worker."},{"name"'
    ':"result","type":"bytes","doc":"What came of it, as the service and its work'
    'ers have agreed."}],"namespace":"muster.work_orders"},{"type":"record","name'
    '":"WorkParked","doc":"Too many attempts died; the work waits for a person.",'
    '"subject":"work","fields":[{"name":"work_id","type":"string","doc":"Item of '
    'work."},{"name":"attempt","type":"int","doc":"Which attempt, from 1."},{"nam'
    'e":"reason","type":"string","doc":"Why the last attempt died."}],"namespace"'
    ':"muster.work_orders"},{"type":"record","name":"WorkReturned","doc":"Parked '
    'work waits for a worker again, as new.","subject":"work","fields":[{"name":"'
    'work_id","type":"string","doc":"Item of work."}],"namespace":"muster.work_or'
    'ders"},{"type":"record","name":"WorkerRenewed","doc":"A worker lives and tak'
    'es orders.","subject":"work","fields":[{"name":"worker_id","type":"string","'
    'doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which start of th'
    'e worker; grows with every start."},{"name":"slots","type":"int","doc":"Item'
    's that it does at a time; 0: it takes no more."},{"name":"until_ms","type":"'
    'long","doc":"Its lease ends then, milliseconds since 1970 UTC."}],"namespace'
    '":"muster.work_orders"},{"type":"record","name":"WorkerLost","doc":"A worker'
    '\'s lease ended, or it started again.","subject":"work","fields":[{"name":"wo'
    'rker_id","type":"string","doc":"Worker."},{"name":"incarnation","type":"long'
    '","doc":"Which start of the worker; grows with every start."},{"name":"reaso'
    'n","type":"string","doc":"Why, in words."}],"namespace":"muster.work_orders"'
    '},{"type":"record","name":"ContentsMet","doc":"A commit brings content, or g'
    'ives it another name.","fields":[{"name":"repository","type":"string","doc":'
    '"Id of a repository."},{"name":"commit","type":"string","doc":"The commit."}'
    ',{"name":"contents","type":{"type":"array","items":{"type":"record","name":"'
    'NamedContent","doc":"Content, and where it lies.","fields":[{"name":"object"'
    ',"type":"string","doc":"KIND/HASH."},{"name":"path","type":"string","doc":"I'
    'n the commit; empty: the root directory."}],"namespace":"muster.scan_work"}}'
    ',"doc":"What it brings."},{"name":"tenant","type":"string","doc":"The organi'
    'sation of the repository."}],"namespace":"muster.scan_work"},{"type":"record'
    '","name":"ContentGone","doc":"Its bytes were removed before they were read; '
    'it is not known any longer.","fields":[{"name":"object","type":"string","doc'
    '":"KIND/HASH."},{"name":"scan","type":"string","doc":"The scan that found no'
    'thing."}],"namespace":"muster.scan_work"},{"type":"record","name":"RescanAdv'
    'anced","doc":"Content that other rules have judged waits to be scanned again'
    ', up to a place.","fields":[{"name":"rules_version","type":"string","doc":"R'
    'ules that are active."},{"name":"last","type":"string","doc":"The last conte'
    'nt that was looked at; the next follow."},{"name":"ended","type":"boolean","'
    'doc":"All of it was."}],"namespace":"muster.scan_work"},{"type":"record","na'
    'me":"Watermark","doc":"Every fact of the topic with this seq or a lower one '
    'precedes this record, in every partition.","subject":"log","fields":[{"name"'
    ':"seq","type":"long","doc":"Of the newest input whose consequences are all w'
    'ritten."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, mi'
    'lliseconds since 1970 UTC."}],"namespace":"muster.watermarks"},{"type":"reco'
    'rd","name":"DownloadsMet","doc":"A repository is downloaded twice as often a'
    's was known, or half as often.","fields":[{"name":"repository","type":"strin'
    'g","doc":"Id of the repository."},{"name":"month_downloads","type":"long","d'
    'oc":"By anybody, within 30 days."}],"namespace":"muster.scan_work"}],"doc":"'
    'What happened, or is to be done."}]}'
)
