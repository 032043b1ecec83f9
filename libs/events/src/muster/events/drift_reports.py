"""What workers of drift report.

Generated from schemas/drift-reports.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.events.shared.work_orders import WorkerReported, WorkReported
from muster.events.wire.datum import Table, table_of

DriftReport: TypeAlias = WorkerReported | WorkReported

Payload: TypeAlias = DriftReport

PAYLOADS: Final[Table] = table_of(WorkerReported, WorkReported)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_reports","doc":'
    '"What workers of drift report.","fields":[{"name":"event_id","type":"string"'
    ',"doc":"Unique for ever; the deduplication key."},{"name":"key","type":"stri'
    'ng","doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred'
    '_at_ms","type":"long","doc":"When the producer says it happened, millisecond'
    's since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and in'
    'stance that wrote the record."},{"name":"correlation_id","type":"string","do'
    'c":"Shared by everything that follows from one request."},{"name":"causation'
    '_id","type":["null","string"],"doc":"event_id of the record this one follows'
    ' from.","default":null},{"name":"payload","type":[{"type":"record","name":"W'
    'orkerReported","doc":"A worker says that it lives.","subject":"work","fields'
    '":[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarnation'
    '","type":"long","doc":"Which start of the worker; grows with every start."},'
    '{"name":"slots","type":"int","doc":"Items that it does at a time; 0: it take'
    's no more."}],"namespace":"muster.work_orders"},{"type":"record","name":"Wor'
    'kReported","doc":"A worker says how an attempt ended.","subject":"work","fie'
    'lds":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"atte'
    'mpt","type":"int","doc":"Which attempt, from 1."},{"name":"worker_id","type"'
    ':"string","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which '
    'start of the worker; grows with every start."},{"name":"died","type":"boolea'
    'n","doc":"Whether it ended without a result."},{"name":"result","type":"byte'
    's","doc":"What came of it; empty when it died."},{"name":"reason","type":"st'
    'ring","doc":"Why it died; empty when it did not."}],"namespace":"muster.work'
    '_orders"}],"doc":"What is reported."}]}'
)
