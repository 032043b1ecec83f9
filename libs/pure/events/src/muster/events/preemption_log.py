"""Batches of preemption: how far inputs were read, and what was decided.

Generated from schemas/preemption-log.yaml by `make schemas`; do not edit.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.events.preemption_events import (
    PreemptionDeclined,
    PreemptionPlanned,
    PreemptionPolicyActivated,
    PreemptionSettled,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.deciding_log import DecidedBatch, payloads_of

Payload: TypeAlias = DecidedBatch

PAYLOADS: Final[Table] = payloads_of(
    table_of(
        PreemptionDeclined,
        PreemptionPlanned,
        PreemptionPolicyActivated,
        PreemptionSettled,
        CommandRejected,
        CommandRepeated,
        Watermark,
    )
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.deciding_log","doc":"'
    'Batches of preemption: how far inputs were read, and what was decided.","fie'
    'lds":[{"name":"event_id","type":"string","doc":"Unique for ever; the dedupli'
    'cation key."},{"name":"key","type":"string","doc":"Kafka key; records with t'
    'he same key keep their order."},{"name":"occurred_at_ms","type":"long","doc"'
    ':"Time of the event according to the producer, milliseconds since 1970 UTC."'
    '},{"name":"producer","type":"string","doc":"Service and instance that wrote '
    'the record."},{"name":"correlation_id","type":"string","doc":"Shared by ever'
    'ything that follows from one request."},{"name":"causation_id","type":["null'
    '","string"],"doc":"event_id of the record this one follows from.","default":'
    'null},{"name":"seq","type":["null","long"],"doc":"seq of the input it follow'
    "s from; facts of all partitions are ordered by seq, then index. Null: the wr"
    'iter assigns no order.","default":null},{"name":"index","type":["null","int"'
    '],"doc":"Index among the consequences of that input, from 0; orders count as'
    ' well.","default":null},{"name":"tenant","type":["null","string"],"doc":"The'
    ' tenant it belongs to; null: no tenant.","default":null},{"name":"sender","t'
    'ype":["null","string"],"doc":"Authenticated sender of the command it follows'
    " from, as TENANT/USER; null: it follows from no command, or is older than th"
    'is field.","default":null},{"name":"payload","type":[{"type":"record","name"'
    ':"DecidedBatch","namespace":"muster.deciding_log","doc":"Inputs taken togeth'
    'er and the facts that followed; one Kafka transaction.","fields":[{"name":"c'
    'ell","type":"string","doc":"Cell."},{"name":"epoch","type":"long","doc":"Lea'
    'der\'s epoch; never falls."},{"name":"number","type":"long","doc":"Batch numb'
    'er, from 0 without a gap."},{"name":"at_ms","type":"long","doc":"Time of the'
    ' decisions, milliseconds since 1970 UTC; never falls."},{"name":"seq_first",'
    '"type":"long","doc":"seq of the first fact; facts are numbered from 0 withou'
    't a gap."},{"name":"elected","type":["null","string"],"doc":"Leader\'s id in '
    'the first batch of an epoch, else None."},{"name":"positions","type":{"type"'
    ':"array","items":{"type":"record","name":"InputPosition","namespace":"muster'
    '.deciding_log","doc":"How far one partition of an input was read.","fields":'
    '[{"name":"topic","type":"string","doc":"Topic."},{"name":"partition","type":'
    '"int","doc":"Partition."},{"name":"next_offset","type":"long","doc":"The fir'
    'st offset that is not part of this batch or an earlier one."}]}},"doc":"Ever'
    'y input partition, by topic and partition."},{"name":"facts","type":{"type":'
    '"array","items":{"type":"record","name":"RecordedFact","namespace":"muster.d'
    'eciding_log","doc":"One fact as it was decided; its seq is the batch\'s seq_f'
    'irst plus its index.","fields":[{"name":"event_id","type":"string","doc":"Of'
    ' its envelope."},{"name":"key","type":"string","doc":"What it is about; its '
    'Kafka key."},{"name":"tenant","type":"string","doc":"The tenant it belongs t'
    'o; empty: no tenant."},{"name":"cause","type":["null","string"],"doc":"event'
    "_id of the input it follows from; None when it follows from time or the log'"
    's start."},{"name":"correlation_id","type":"string","doc":"Of its envelope."'
    '},{"name":"sender","type":["null","string"],"doc":"Judged sender of the comm'
    'and it follows from, as TENANT/USER; empty: none. None: not recorded.","defa'
    'ult":null},{"name":"payload","type":[{"type":"record","name":"CommandRejecte'
    'd","aliases":["muster.job_events.CommandRejected"],"doc":"A command that is '
    'not carried out, and the reason.","subject":"command","fields":[{"name":"com'
    'mand_id","type":"string","doc":"event_id of the command."},{"name":"command"'
    ',"type":"string","doc":"Record name of the command."},{"name":"subject","typ'
    'e":"string","doc":"Its subject: a job, queue, node or other entity of the se'
    'rvice."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","t'
    'ype":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events.Rej'
    'ectionCode"],"doc":"Kinds of rejection, common to all services; each has its'
    ' HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STAT'
    'E","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA'
    '_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_ans'
    'wers"},"doc":"Kind of rejection."},{"name":"detail_code","type":"string","do'
    'c":"More specific code of the service; its README lists them. Empty: `code` '
    'is specific enough.","default":""},{"name":"message","type":"string","doc":"'
    'Message for people."},{"name":"violations","type":{"type":"array","items":{"'
    'type":"record","name":"Violation","aliases":["muster.job_events.Violation"],'
    '"doc":"One violation in a request.","fields":[{"name":"field","type":"string'
    '","doc":"Path of the field."},{"name":"value","type":"string","doc":"The val'
    'ue as sent, shortened."},{"name":"allowed","type":"string","doc":"What is al'
    'lowed."}],"namespace":"muster.command_answers"}},"doc":"Violations by field.'
    '","default":[]}],"namespace":"muster.command_answers"},{"type":"record","nam'
    'e":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"doc":"'
    'A command that was already carried out came again; nothing changed.","subjec'
    't":"command","fields":[{"name":"command_id","type":"string","doc":"event_id '
    'of the command."},{"name":"command","type":"string","doc":"Record name of th'
    'e command."},{"name":"subject","type":"string","doc":"Its subject."}],"names'
    'pace":"muster.command_answers"},{"type":"record","name":"PreemptionPolicyAct'
    'ivated","subject":"policy","doc":"Plans follow this policy from now on.","fi'
    'elds":[{"name":"policy","type":{"type":"record","name":"PreemptionPolicy","d'
    'oc":"Settings for the choice of victims; a change is a command, so it replay'
    's.","fields":[{"name":"name","type":"string","doc":"Name for people."},{"nam'
    'e":"ran_ms_min","type":"long","doc":"Minimum run time of a job before it yie'
    'lds.","default":300000},{"name":"evictions_per_job_day_max","type":"int","do'
    'c":"Maximum number of evictions of a job within 24 hours.","default":3},{"na'
    'me":"evictions_per_queue_hour_max","type":"int","doc":"Maximum number of evi'
    'cted jobs of a queue within an hour.","default":64},{"name":"evictions_per_u'
    'ser_hour_max","type":"int","doc":"Maximum number of evicted jobs of a user w'
    'ithin an hour.","default":32},{"name":"restart_ms","type":"long","doc":"Mini'
    "mum cost of a job's restart; the time of its last start, if that was longer."
    '","default":120000},{"name":"delay_ms","type":"long","doc":"Expected wait of'
    " an evicted job, weighted by its priority: zero at -1000, double at 1000. A "
    'job that avoids nodes is expected to wait longer.","default":600000},{"name"'
    ':"wait_spared_ms","type":"long","doc":"Wait that a plan is expected to save '
    'the job it is made for, weighted by its priority as delay_ms is.","default":'
    '3600000},{"name":"gain_percent_min","type":"int","doc":"Minimum gain of a pl'
    'an, as a percentage of its price.","default":100},{"name":"plan_valid_ms","t'
    'ype":"long","doc":"Time after which a plan that was not carried out is void.'
    '","default":30000},{"name":"plans_per_request_max","type":"int","doc":"Maxim'
    'um number of plans for the equal jobs of one request.","default":64},{"name"'
    ':"pair_remembered_ms","type":"long","doc":"Time for which two jobs leave eac'
    'h other alone after one was evicted for the other.","default":604800000}],"n'
    'amespace":"muster.preemption_commands"},"doc":"The whole policy."},{"name":"'
    'requested_by","type":"string","doc":"Sender of the request."}],"namespace":"'
    'muster.preemption_events"},{"type":"record","name":"PreemptionPlanned","subj'
    'ect":"plan","doc":"The requesting job fits if these jobs yield; the schedule'
    'r checks the plan first.","fields":[{"name":"plan_id","type":"string","doc":'
    '"Plan."},{"name":"job_id","type":"string","doc":"Requesting job; empty: a re'
    'servation requests it."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type'
    '":"enum","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUAR'
    'ANTEE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","name'
    'space":"muster.job_events"},"doc":"What entitles it."},{"name":"reservation"'
    ',"type":"string","doc":"Reservation that has begun; empty: a job requests it'
    '.","default":""},{"name":"victims","type":{"type":"array","items":{"type":"r'
    'ecord","name":"PlannedVictim","doc":"A job that would yield, whole or down t'
    'o fewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"The attempt that would stop."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc'
    '":"Queue."},{"name":"user","type":"string","doc":"User who submitted it."},{'
    '"name":"ranks_kept","type":"int","doc":"Ranks it continues with; 0: it is ev'
    'icted and waits again."},{"name":"gpu_milli_freed","type":"long","doc":"Thou'
    'sandths of a GPU that it would free."},{"name":"cost_gpu_ms","type":"long","'
    'doc":"Its part of the price, GPU milliseconds: its work since the last check'
    'point, its drain, a restart, and its delay by priority."},{"name":"lost_gpu_'
    'ms","type":"long","doc":"Its own loss, GPU milliseconds: its work since the '
    "last checkpoint, or since its bind. 0: it saves before, or the planner did n"
    'ot say.","default":0},{"name":"reason","type":{"type":"enum","name":"VictimR'
    'eason","doc":"Reason for choosing a victim.","symbols":["BORROWS","LOWER_TIE'
    'R","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default"'
    ':"BORROWS","namespace":"muster.preemption_events"},"doc":"Reason for choosin'
    'g this job."},{"name":"message","type":"string","doc":"One sentence for its '
    'owner."}],"namespace":"muster.preemption_events"}},"doc":"Victims, by job id'
    '."},{"name":"placements","type":{"type":"array","items":{"type":"record","na'
    'me":"PlannedRank","doc":"Placement of one rank of the job.","fields":[{"name'
    '":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":'
    '"GPUs."}],"namespace":"muster.preemption_events"}},"doc":"Placement of the j'
    'ob once they have yielded, in rank order; empty for a reservation."},{"name"'
    ':"cost_gpu_ms","type":"long","doc":"Price: the sum over the victims."},{"nam'
    'e":"cost_gpu_ms_min","type":"long","doc":"Lower bound of the price of any se'
    't of victims of the same rank."},{"name":"exact","type":"boolean","doc":"Whe'
    "ther no other set of victims is better; false: the price is within the bound"
    ' above, but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GP'
    'U milliseconds that the job gains by starting sooner."},{"name":"as_of_seq",'
    '"type":"long","doc":"State of the scheduler\'s log at which this holds."},{"n'
    'ame":"expires_at_ms","type":"long","doc":"Time from which it is void, millis'
    'econds since 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"r'
    'ecord","name":"PreemptionDeclined","subject":"plan","doc":"No plan is made, '
    'with the reason.","fields":[{"name":"job_id","type":"string","doc":"Requesti'
    'ng job; empty: a reservation requests it."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"name":"c'
    'ause","type":"muster.job_events.PreemptionCause","doc":"What entitles it."},'
    '{"name":"reservation","type":"string","doc":"Reservation that has begun; emp'
    'ty: a job requests it.","default":""},{"name":"reason","type":{"type":"enum"'
    ',"name":"DeclineReason","doc":"Reason why no plan is made.","symbols":["NOTH'
    'ING_SUFFICES","NOT_WAITING","FITS_ALREADY","NO_GAIN","BUDGET","HYSTERESIS","'
    'TOO_YOUNG","BUSY","STALE"],"default":"NOTHING_SUFFICES","namespace":"muster.'
    'preemption_events"},"doc":"Reason."},{"name":"message","type":"string","doc"'
    ':"One sentence."},{"name":"cost_gpu_ms","type":"long","doc":"Price of the pl'
    'an that was not worth it; 0: there was none.","default":0},{"name":"gain_gpu'
    '_ms","type":"long","doc":"Its gain.","default":0},{"name":"as_of_seq","type"'
    ':"long","doc":"State of the scheduler\'s log at which this holds."}],"namespa'
    'ce":"muster.preemption_events"},{"type":"record","name":"PreemptionSettled",'
    '"subject":"plan","doc":"A plan is no longer open.","fields":[{"name":"plan_i'
    'd","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Jo'
    'b that it was made for; empty: a reservation."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant."},{"name":"outcome","type":{"type":"enum","name":"PlanOu'
    'tcome","doc":"Outcome of a plan.","symbols":["SERVED","VICTIM_ENDED","MOOT",'
    '"EXPIRED","ACCEPTED","REFUSED"],"default":"SERVED","namespace":"muster.preem'
    'ption_events"},"doc":"ACCEPTED: the scheduler carries it out. REFUSED: the s'
    "cheduler does not, and gives the reason. SERVED: the job was bound before. V"
    "ICTIM_ENDED: a victim's attempt ended before. MOOT: the job no longer waits."
    ' EXPIRED: the scheduler did not decide in time."}],"namespace":"muster.preem'
    'ption_events"},{"type":"record","name":"Watermark","doc":"Every fact of the '
    "topic with this seq or a lower one precedes this record, in every partition."
    '","subject":"log","fields":[{"name":"seq","type":"long","doc":"seq of the ne'
    'west input whose consequences are all written."},{"name":"at_ms","type":"lon'
    'g","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"namesp'
    'ace":"muster.watermarks"}],"doc":"What happened."}]}},"doc":"In the order in'
    ' which they were decided."},{"name":"refused","type":{"type":"array","items"'
    ':{"type":"record","name":"RefusedInput","namespace":"muster.deciding_log","d'
    'oc":"An input whose sender may not send it: it was turned away before the co'
    're saw it (ADR 55).","fields":[{"name":"topic","type":"string","doc":"Topic.'
    '"},{"name":"partition","type":"int","doc":"Partition."},{"name":"offset","ty'
    'pe":"long","doc":"Offset."},{"name":"tenant","type":"string","doc":"The tena'
    'nt that its token proves; empty: none."},{"name":"reasons","type":{"type":"a'
    'rray","items":{"type":"record","name":"RefusalReason","namespace":"muster.de'
    'ciding_log","doc":"One thing for which an input was turned away.","fields":['
    '{"name":"field","type":"string","doc":"Path of the field, or the header."},{'
    '"name":"value","type":"string","doc":"What was given, shortened."},{"name":"'
    'allowed","type":"string","doc":"What is allowed."}]}},"doc":"What is wrong."'
    '}]}},"doc":"Inputs of this batch that were turned away, in the order in whic'
    'h they were taken.","default":[]},{"name":"decisions_version","type":"int","'
    'doc":"Version of the rules that decided; another may decide otherwise. 0: no'
    't recorded.","default":0}]}],"doc":"What was decided."}]}'
)
