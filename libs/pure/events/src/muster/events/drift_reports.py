"""Reports of drift workers: signs of life, and results of orders.

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
    '"Reports of drift workers: signs of life, and results of orders.","fields":['
    '{"name":"event_id","type":"string","doc":"Unique for ever; the deduplication'
    ' key."},{"name":"key","type":"string","doc":"Kafka key; records with the sam'
    'e key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time'
    ' of the event according to the producer, milliseconds since 1970 UTC."},{"na'
    'me":"producer","type":"string","doc":"Service and instance that wrote the re'
    'cord."},{"name":"correlation_id","type":"string","doc":"Shared by everything'
    ' that follows from one request."},{"name":"causation_id","type":["null","str'
    'ing"],"doc":"event_id of the record this one follows from.","default":null},'
    '{"name":"payload","type":[{"type":"record","name":"WorkerReported","doc":"A '
    'worker reports that it is alive.","subject":"work","fields":[{"name":"worker'
    '_id","type":"string","doc":"Worker."},{"name":"incarnation","type":"long","d'
    'oc":"Incarnation of the worker; grows with every start."},{"name":"slots","t'
    'ype":"int","doc":"Number of items that it does at a time; 0: it takes no mor'
    'e."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkReporte'
    'd","doc":"A worker reports how an attempt ended.","subject":"work","fields":'
    '[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"attempt",'
    '"type":"int","doc":"Which attempt, from 1."},{"name":"worker_id","type":"str'
    'ing","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Incarnation'
    ' of the worker; grows with every start."},{"name":"died","type":"boolean","d'
    'oc":"Whether it ended without a result."},{"name":"result","type":"bytes","d'
    'oc":"Result; empty if it died."},{"name":"reason","type":"string","doc":"Rea'
    'son why it died; empty if it did not."}],"namespace":"muster.work_orders"}],'
    '"doc":"The report."}]}'
)
