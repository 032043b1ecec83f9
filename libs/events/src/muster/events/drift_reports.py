"""What workers of drift report: that they live, and what came of an order.

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
    '"What workers of drift report: that they live, and what came of an order.","'
    'fields":[{"name":"event_id","type":"string","doc":"Unique for ever; the dedu'
    'plication key."},{"name":"key","type":"string","doc":"The Kafka key: what th'
    'is topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When'
    ' the producer says it happened, milliseconds since 1970 UTC."},{"name":"prod'
    'ucer","type":"string","doc":"Service and instance that wrote the record."},{'
    '"name":"correlation_id","type":"string","doc":"Shared by everything that fol'
    'lows from one request."},{"name":"causation_id","type":["null","string"],"do'
    'c":"event_id of the record this one follows from.","default":null},{"name":"'
    'payload","type":[{"type":"record","name":"WorkerReported","doc":"A worker sa'
    'ys that it lives.","subject":"work","fields":[{"name":"worker_id","type":"st'
    'ring","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which star'
    't of the worker; grows with every start."},{"name":"slots","type":"int","doc'
    '":"Items that it does at a time; 0: it takes no more."}],"namespace":"muster'
    '.work_orders"},{"type":"record","name":"WorkReported","doc":"A worker says h'
    'ow an attempt ended.","subject":"work","fields":[{"name":"work_id","type":"s'
    'tring","doc":"Item of work."},{"name":"attempt","type":"int","doc":"Which at'
    'tempt, from 1."},{"name":"worker_id","type":"string","doc":"Worker."},{"name'
    '":"incarnation","type":"long","doc":"Which start of the worker; grows with e'
    'very start."},{"name":"died","type":"boolean","doc":"Whether it ended withou'
    't a result."},{"name":"result","type":"bytes","doc":"What came of it; empty '
    'when it died."},{"name":"reason","type":"string","doc":"Why it died; empty w'
    'hen it did not."}],"namespace":"muster.work_orders"}],"doc":"What is reporte'
    'd."}]}'
)
