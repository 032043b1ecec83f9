"""What workers of eval report.

Generated from schemas/eval-reports.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.events.shared.work_orders import WorkerReported, WorkReported
from muster.events.wire.datum import Table, table_of

EvalReport: TypeAlias = WorkerReported | WorkReported

Payload: TypeAlias = EvalReport

PAYLOADS: Final[Table] = table_of(WorkerReported, WorkReported)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_reports","doc":"'
    'What workers of eval report.","fields":[{"name":"event_id","type":"string","'
    'doc":"Unique for ever; the deduplication key."},{"name":"key","type":"string'
    '","doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_a'
    't_ms","type":"long","doc":"When the producer says it happened, milliseconds '
    'since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and inst'
    'ance that wrote the record."},{"name":"correlation_id","type":"string","doc"'
    ':"Shared by everything that follows from one request."},{"name":"causation_i'
    'd","type":["null","string"],"doc":"event_id of the record this one follows f'
    'rom.","default":null},{"name":"payload","type":[{"type":"record","name":"Wor'
    'kerReported","doc":"A worker says that it lives.","subject":"work","fields":'
    '[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarnation",'
    '"type":"long","doc":"Which start of the worker; grows with every start."},{"'
    'name":"slots","type":"int","doc":"Items that it does at a time; 0: it takes '
    'no more."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkR'
    'eported","doc":"A worker says how an attempt ended.","subject":"work","field'
    's":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"attemp'
    't","type":"int","doc":"Which attempt, from 1."},{"name":"worker_id","type":"'
    'string","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which st'
    'art of the worker; grows with every start."},{"name":"died","type":"boolean"'
    ',"doc":"Whether it ended without a result."},{"name":"result","type":"bytes"'
    ',"doc":"What came of it; empty when it died."},{"name":"reason","type":"stri'
    'ng","doc":"Why it died; empty when it did not."}],"namespace":"muster.work_o'
    'rders"}],"doc":"What is reported."}]}'
)
