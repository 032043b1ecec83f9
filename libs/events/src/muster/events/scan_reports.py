"""What workers of the scanner report.

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
    'What workers of the scanner report.","fields":[{"name":"event_id","type":"st'
    'ring","doc":"Unique for ever; the deduplication key."},{"name":"key","type":'
    '"string","doc":"The Kafka key: what this topic is ordered by."},{"name":"occ'
    'urred_at_ms","type":"long","doc":"When the producer says it happened, millis'
    'econds since 1970 UTC."},{"name":"producer","type":"string","doc":"Service a'
    'nd instance that wrote the record."},{"name":"correlation_id","type":"string'
    '","doc":"Shared by everything that follows from one request."},{"name":"caus'
    'ation_id","type":["null","string"],"doc":"event_id of the record this one fo'
    'llows from.","default":null},{"name":"payload","type":[{"type":"record","nam'
    'e":"WorkerReported","doc":"A worker says that it lives.","subject":"work","f'
    'ields":[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarn'
    'ation","type":"long","doc":"Which start of the worker; grows with every star'
    't."},{"name":"slots","type":"int","doc":"Items that it does at a time; 0: it'
    ' takes no more."}],"namespace":"muster.work_orders"},{"type":"record","name"'
    ':"WorkReported","doc":"A worker says how an attempt ended.","subject":"work"'
    ',"fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":'
    '"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"worker_id","'
    'type":"string","doc":"Worker."},{"name":"incarnation","type":"long","doc":"W'
    'hich start of the worker; grows with every start."},{"name":"died","type":"b'
    'oolean","doc":"Whether it ended without a result."},{"name":"result","type":'
    '"bytes","doc":"What came of it; empty when it died."},{"name":"reason","type'
    '":"string","doc":"Why it died; empty when it did not."}],"namespace":"muster'
    '.work_orders"}],"doc":"What is reported."}]}'
)
