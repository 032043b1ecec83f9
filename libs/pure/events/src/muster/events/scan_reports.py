"""Reports of scan workers.

Generated from schemas/scan-reports.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.events.shared.work_orders import WorkerReported, WorkReported
from muster.events.wire.datum import Table, table_of

ScanReport: TypeAlias = WorkerReported | WorkReported

Payload: TypeAlias = ScanReport

PAYLOADS: Final[Table] = table_of(WorkerReported, WorkReported)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scan_reports","doc":"'
    'Reports of scan workers.","fields":[{"name":"event_id","type":"string","doc"'
    ':"Unique for ever; the deduplication key."},{"name":"key","type":"string","d'
    'oc":"Kafka key; records with the same key keep their order."},{"name":"occur'
    'red_at_ms","type":"long","doc":"Time of the event according to the producer,'
    ' milliseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"Se'
    'rvice and instance that wrote the record."},{"name":"correlation_id","type":'
    '"string","doc":"Shared by everything that follows from one request."},{"name'
    '":"causation_id","type":["null","string"],"doc":"event_id of the record this'
    ' one follows from.","default":null},{"name":"payload","type":[{"type":"recor'
    'd","name":"WorkerReported","doc":"A worker reports that it is alive.","subje'
    'ct":"work","fields":[{"name":"worker_id","type":"string","doc":"Worker."},{"'
    'name":"incarnation","type":"long","doc":"Incarnation of the worker; grows wi'
    'th every start."},{"name":"slots","type":"int","doc":"Number of items that i'
    't does at a time; 0: it takes no more."}],"namespace":"muster.work_orders"},'
    '{"type":"record","name":"WorkReported","doc":"A worker reports how an attemp'
    't ended.","subject":"work","fields":[{"name":"work_id","type":"string","doc"'
    ':"Item of work."},{"name":"attempt","type":"int","doc":"Which attempt, from '
    '1."},{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarnati'
    'on","type":"long","doc":"Incarnation of the worker; grows with every start."'
    '},{"name":"died","type":"boolean","doc":"Whether it ended without a result."'
    '},{"name":"result","type":"bytes","doc":"Result; empty if it died."},{"name"'
    ':"reason","type":"string","doc":"Reason why it died; empty if it did not."}]'
    ',"namespace":"muster.work_orders"}],"doc":"The report."}]}'
)
