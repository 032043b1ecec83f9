"""Batches of metering: how far inputs were read, and what was decided.

Generated from schemas/metering-log.yaml by `make schemas`; do not edit.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    JobAttributed,
    JobSettled,
    LateFactRefused,
    NodeChanged,
    NodesKept,
    UsageCorrected,
    UsageRecorded,
    WindowEnded,
)
from muster.events.wire.datum import Table, table_of
from muster.events.wire.deciding_log import DecidedBatch, payloads_of

Payload: TypeAlias = DecidedBatch

PAYLOADS: Final[Table] = payloads_of(
    table_of(
        Watermark,
        BindingClosed,
        BindingOpened,
        JobAttributed,
        JobSettled,
        LateFactRefused,
        NodeChanged,
        NodesKept,
        UsageCorrected,
        UsageRecorded,
        WindowEnded,
    )
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.deciding_log","doc":"'
    'Batches of metering: how far inputs were read, and what was decided.","field'
    's":[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplica'
    'tion key."},{"name":"key","type":"string","doc":"The Kafka key: what this to'
    'pic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the '
    'producer says it happened, milliseconds since 1970 UTC."},{"name":"producer"'
    ',"type":"string","doc":"Service and instance that wrote the record."},{"name'
    '":"correlation_id","type":"string","doc":"Shared by everything that follows '
    'from one request."},{"name":"causation_id","type":["null","string"],"doc":"e'
    'vent_id of the record this one follows from.","default":null},{"name":"seq",'
    '"type":["null","long"],"doc":"seq of the input it follows from: facts of all'
    " partitions are ordered by seq, then index. Null: its writer has no such ord"
    'er.","default":null},{"name":"index","type":["null","int"],"doc":"Which of t'
    'hat input\'s consequences it is, rising from 0; orders count, too.","default"'
    ':null},{"name":"tenant","type":["null","string"],"doc":"The tenant it belong'
    's to; null: no tenant.","default":null},{"name":"payload","type":[{"type":"r'
    'ecord","name":"DecidedBatch","namespace":"muster.deciding_log","doc":"Inputs'
    ' taken together and the facts that followed; one Kafka transaction.","fields'
    '":[{"name":"cell","type":"string","doc":"Cell."},{"name":"epoch","type":"lon'
    'g","doc":"Leader\'s epoch; never falls."},{"name":"number","type":"long","doc'
    '":"Batch number, from 0 without a gap."},{"name":"at_ms","type":"long","doc"'
    ':"Time of the decisions, milliseconds since 1970 UTC; never falls."},{"name"'
    ':"seq_first","type":"long","doc":"seq of the first fact; facts are numbered '
    'from 0 without a gap."},{"name":"elected","type":["null","string"],"doc":"Le'
    'ader\'s id in the first batch of an epoch, else None."},{"name":"positions","'
    'type":{"type":"array","items":{"type":"record","name":"InputPosition","names'
    'pace":"muster.deciding_log","doc":"How far one partition of an input was rea'
    'd.","fields":[{"name":"topic","type":"string","doc":"Topic."},{"name":"parti'
    'tion","type":"int","doc":"Partition."},{"name":"next_offset","type":"long","'
    'doc":"The first offset that is not part of this batch or an earlier one."}]}'
    '},"doc":"Every input partition, by topic and partition."},{"name":"facts","t'
    'ype":{"type":"array","items":{"type":"record","name":"RecordedFact","namespa'
    'ce":"muster.deciding_log","doc":"One fact as it was decided; its seq is the '
    'batch\'s seq_first plus its index.","fields":[{"name":"event_id","type":"stri'
    'ng","doc":"Of its envelope."},{"name":"key","type":"string","doc":"What it i'
    's about; its Kafka key."},{"name":"tenant","type":"string","doc":"The tenant'
    ' it belongs to; empty: no tenant."},{"name":"cause","type":["null","string"]'
    ',"doc":"event_id of the input it follows from; None when it follows from tim'
    'e or the log\'s start."},{"name":"correlation_id","type":"string","doc":"Of i'
    'ts envelope."},{"name":"payload","type":[{"type":"record","name":"JobAttribu'
    'ted","subject":"job","doc":"To whom the job\'s usage is charged.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"payer","type":{"type"'
    ':"record","name":"Payer","doc":"To whom usage is charged; empty where a fact'
    ' does not say.","fields":[{"name":"tenant","type":"string","doc":"Tenant."},'
    '{"name":"team","type":"string","doc":"Team, as the job says."},{"name":"proj'
    'ect","type":"string","doc":"Project, as the job says."},{"name":"user","type'
    '":"string","doc":"User."},{"name":"queue","type":"string","doc":"Queue."},{"'
    'name":"tier","type":"string","doc":"Tier of the job; empty: no job."},{"name'
    '":"model_name","type":"string","doc":"Model that the job trains; empty: none'
    '."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels o'
    'f the job; `experiment` is one of them."}],"namespace":"muster.usage_events"'
    '},"doc":"Who pays."}],"namespace":"muster.usage_events"},{"type":"record","n'
    'ame":"JobSettled","subject":"job","doc":"The job is over: nothing more is me'
    'tered for it.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."}],"namespace":"muster.usage_eve'
    'nts"},{"type":"record","name":"BindingOpened","subject":"binding","doc":"An '
    'attempt holds GPUs from now on.","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"paye'
    'r","type":"muster.usage_events.Payer","doc":"Who pays."},{"name":"at_ms","ty'
    'pe":"long","doc":"Since when, milliseconds since 1970 UTC."},{"name":"parts"'
    ',"type":{"type":"array","items":{"type":"record","name":"BindingPart","doc":'
    '"GPUs of one node that an attempt holds.","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items'
    '":"int"},"doc":"GPUs; the same one several times: several ranks hold parts o'
    'f it."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."}],"nam'
    'espace":"muster.usage_events"}},"doc":"What it holds."}],"namespace":"muster'
    '.usage_events"},{"type":"record","name":"BindingClosed","subject":"binding",'
    '"doc":"An attempt holds nothing any more.","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"at_ms","type":"long"'
    ',"doc":"Since when, milliseconds since 1970 UTC."},{"name":"outcome","type":'
    '{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","'
    'FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespa'
    'ce":"muster.job_events"},"doc":"How the attempt ended."}],"namespace":"muste'
    'r.usage_events"},{"type":"record","name":"NodeChanged","subject":"node","doc'
    '":"What a node has, or what its GPUs count as, changed.","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"at_ms","type":"long","doc":'
    '"From when it counts, milliseconds since 1970 UTC; SILENT: from the last hea'
    'rtbeat of a node that was lost."},{"name":"change","type":{"type":"enum","na'
    'me":"NodeChange","doc":"What changed.","symbols":["OTHER","JOINED","RECOVERE'
    'D","SUSPECTED","SILENT","LOST","FORGOTTEN","CORDONED","UNCORDONED","DRAINING'
    '","UNDRAINED","MAINTENANCE_STARTED","MAINTENANCE_ENDED","RECLAIM_ANNOUNCED",'
    '"RECLAIM_WITHDRAWN","GPU_UNHEALTHY","GPU_RECOVERED"],"default":"OTHER","name'
    'space":"muster.usage_events"},"doc":"What."},{"name":"gpu_model","type":"str'
    'ing","doc":"JOINED: its model; else empty."},{"name":"gpu_count","type":"int'
    '","doc":"JOINED: GPUs; else 0."},{"name":"gpu_index","type":"int","doc":"GPU'
    '_UNHEALTHY, GPU_RECOVERED: which; else 0."}],"namespace":"muster.usage_event'
    's"},{"type":"record","name":"NodesKept","subject":"keeping","doc":"Nodes are'
    " kept for somebody from now on; takes the place of what was kept for it befo"
    're.","fields":[{"name":"kind","type":{"type":"enum","name":"KeptKind","doc":'
    '"Why they are kept.","symbols":["RESERVED","HELD","HEAD"],"default":"HELD","'
    'namespace":"muster.usage_events"},"doc":"RESERVED: a reservation has begun. '
    "HELD: victims of a preemption plan yield there. HEAD: for the head of queue."
    '"},{"name":"name","type":"string","doc":"Reservation or job."},{"name":"paye'
    'r","type":"muster.usage_events.Payer","doc":"For whom."},{"name":"at_ms","ty'
    'pe":"long","doc":"Since when, milliseconds since 1970 UTC."},{"name":"node_i'
    'ds","type":{"type":"array","items":"string"},"doc":"Nodes; none: no longer."'
    '},{"name":"begins","type":"boolean","doc":"False: they are chosen, and count'
    ' as others do until the reservation begins."}],"namespace":"muster.usage_eve'
    'nts"},{"type":"record","name":"UsageRecorded","subject":"usage","doc":"Whose'
    ' the GPUs of a node were in one hour; final, but for corrections.","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_model","type"'
    ':"string","doc":"GPU model."},{"name":"starts_at_ms","type":"long","doc":"St'
    'art of the window, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type'
    '":"long","doc":"End of the window."},{"name":"gpu_us","type":"long","doc":"A'
    'll of the node in the window, GPU microseconds: the sum of its shares."},{"n'
    'ame":"shares","type":{"type":"array","items":{"type":"record","name":"UsageS'
    'hare","doc":"What one owner had of a node\'s GPUs in one window.","fields":[{'
    '"name":"usage_id","type":"string","doc":"Hash of owner, node and window: the'
    ' same whenever it is computed."},{"name":"kind","type":{"type":"enum","name"'
    ':"UsageKind","doc":"Whose a GPU was.","symbols":["JOB","RESERVED","HELD","ID'
    'LE","OVERHEAD"],"default":"IDLE","namespace":"muster.usage_events"},"doc":"J'
    "OB: bound to an attempt. RESERVED, HELD: kept for somebody. IDLE: free. OVER"
    'HEAD: of no use to anybody."},{"name":"reason","type":"string","doc":"OVERHE'
    "AD: UNHEALTHY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINTENANCE or REPLACE"
    'D. HELD: HELD or HEAD. Else empty."},{"name":"job_id","type":"string","doc":'
    '"JOB, HELD: job; else empty."},{"name":"attempt","type":"int","doc":"JOB: at'
    'tempt; else 0."},{"name":"reservation","type":"string","doc":"RESERVED: its '
    'name; else empty."},{"name":"payer","type":"muster.usage_events.Payer","doc"'
    ':"Who pays; the platform pays where its tenant is empty."},{"name":"gpu_us",'
    '"type":"long","doc":"GPU microseconds: thousandths of a GPU times millisecon'
    'ds. Of a correction, the difference."}],"namespace":"muster.usage_events"}},'
    '"doc":"One for each owner."}],"namespace":"muster.usage_events"},{"type":"re'
    'cord","name":"UsageCorrected","subject":"usage","doc":"What a fact that came'
    ' late changes about a recorded hour: differences, to be added.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"gpu_model","type":"s'
    'tring","doc":"GPU model."},{"name":"starts_at_ms","type":"long","doc":"Start'
    ' of the window, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"'
    'long","doc":"End of the window."},{"name":"gpu_us","type":"long","doc":"All '
    'of the node in the window, GPU microseconds: the sum of its shares."},{"name'
    '":"cause","type":"string","doc":"Event id of that fact."},{"name":"shares","'
    'type":{"type":"array","items":"muster.usage_events.UsageShare"},"doc":"One f'
    'or each owner."}],"namespace":"muster.usage_events"},{"type":"record","name"'
    ':"WindowEnded","subject":"window","doc":"Facts have reached beyond the end o'
    'f this window, by their own time.","fields":[{"name":"starts_at_ms","type":"'
    'long","doc":"Start, milliseconds since 1970 UTC."},{"name":"ends_at_ms","typ'
    'e":"long","doc":"End."}],"namespace":"muster.usage_events"},{"type":"record"'
    ',"name":"LateFactRefused","subject":"usage","doc":"A fact came so late that '
    'its hour can no longer be corrected: it counts for nothing.","fields":[{"nam'
    'e":"about","type":"string","doc":"Node or job."},{"name":"record","type":"st'
    'ring","doc":"Its record."},{"name":"event_id","type":"string","doc":"Its eve'
    'nt id."},{"name":"at_ms","type":"long","doc":"When it happened, milliseconds'
    ' since 1970 UTC."},{"name":"correctable_from_ms","type":"long","doc":"Hours '
    'that begin earlier are not corrected."}],"namespace":"muster.usage_events"},'
    '{"type":"record","name":"Watermark","doc":"Every fact of the topic with this'
    ' seq or a lower one precedes this record, in every partition.","subject":"lo'
    'g","fields":[{"name":"seq","type":"long","doc":"Of the newest input whose co'
    'nsequences are all written."},{"name":"at_ms","type":"long","doc":"Time of t'
    'he batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.waterm'
    'arks"}],"doc":"What happened."}]}},"doc":"In the order in which they were de'
    'cided."},{"name":"refused","type":{"type":"array","items":{"type":"record","'
    'name":"RefusedInput","namespace":"muster.deciding_log","doc":"An input whose'
    " sender may not send it: it was turned away before the core saw it (ADR 55)."
    '","fields":[{"name":"topic","type":"string","doc":"Topic."},{"name":"partiti'
    'on","type":"int","doc":"Partition."},{"name":"offset","type":"long","doc":"O'
    'ffset."},{"name":"tenant","type":"string","doc":"The tenant that its token p'
    'roves; empty: none."},{"name":"reasons","type":{"type":"array","items":{"typ'
    'e":"record","name":"RefusalReason","namespace":"muster.deciding_log","doc":"'
    'One thing for which an input was turned away.","fields":[{"name":"field","ty'
    'pe":"string","doc":"Path of the field, or the header."},{"name":"value","typ'
    'e":"string","doc":"What was given, shortened."},{"name":"allowed","type":"st'
    'ring","doc":"What is allowed."}]}},"doc":"What is wrong."}]}},"doc":"Inputs '
    'of this batch that were turned away, in the order in which they were taken."'
    ',"default":[]}]}],"doc":"What was decided."}]}'
)
