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
    'cation key."},{"name":"key","type":"string","doc":"The Kafka key: what this '
    'topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When th'
    'e producer says it happened, milliseconds since 1970 UTC."},{"name":"produce'
    'r","type":"string","doc":"Service and instance that wrote the record."},{"na'
    'me":"correlation_id","type":"string","doc":"Shared by everything that follow'
    's from one request."},{"name":"causation_id","type":["null","string"],"doc":'
    '"event_id of the record this one follows from.","default":null},{"name":"seq'
    '","type":["null","long"],"doc":"seq of the input it follows from: facts of a'
    "ll partitions are ordered by seq, then index. Null: its writer has no such o"
    'rder.","default":null},{"name":"index","type":["null","int"],"doc":"Which of'
    ' that input\'s consequences it is, rising from 0; orders count, too.","defaul'
    't":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it belo'
    'ngs to; null: no tenant.","default":null},{"name":"payload","type":[{"type":'
    '"record","name":"DecidedBatch","namespace":"muster.deciding_log","doc":"Inpu'
    'ts taken together and the facts that followed; one Kafka transaction.","fiel'
    'ds":[{"name":"cell","type":"string","doc":"Cell."},{"name":"epoch","type":"l'
    'ong","doc":"Leader\'s epoch; never falls."},{"name":"number","type":"long","d'
    'oc":"Batch number, from 0 without a gap."},{"name":"at_ms","type":"long","do'
    'c":"Time of the decisions, milliseconds since 1970 UTC; never falls."},{"nam'
    'e":"seq_first","type":"long","doc":"seq of the first fact; facts are numbere'
    'd from 0 without a gap."},{"name":"elected","type":["null","string"],"doc":"'
    'Leader\'s id in the first batch of an epoch, else None."},{"name":"positions"'
    ',"type":{"type":"array","items":{"type":"record","name":"InputPosition","nam'
    'espace":"muster.deciding_log","doc":"How far one partition of an input was r'
    'ead.","fields":[{"name":"topic","type":"string","doc":"Topic."},{"name":"par'
    'tition","type":"int","doc":"Partition."},{"name":"next_offset","type":"long"'
    ',"doc":"The first offset that is not part of this batch or an earlier one."}'
    ']}},"doc":"Every input partition, by topic and partition."},{"name":"facts",'
    '"type":{"type":"array","items":{"type":"record","name":"RecordedFact","names'
    'pace":"muster.deciding_log","doc":"One fact as it was decided; its seq is th'
    'e batch\'s seq_first plus its index.","fields":[{"name":"event_id","type":"st'
    'ring","doc":"Of its envelope."},{"name":"key","type":"string","doc":"What it'
    ' is about; its Kafka key."},{"name":"tenant","type":"string","doc":"The tena'
    'nt it belongs to; empty: no tenant."},{"name":"cause","type":["null","string'
    '"],"doc":"event_id of the input it follows from; None when it follows from t'
    'ime or the log\'s start."},{"name":"correlation_id","type":"string","doc":"Of'
    ' its envelope."},{"name":"payload","type":[{"type":"record","name":"CommandR'
    'ejected","aliases":["muster.job_events.CommandRejected"],"doc":"A command th'
    'at will not be carried out, and why.","subject":"command","fields":[{"name":'
    '"command_id","type":"string","doc":"event_id of the command."},{"name":"comm'
    'and","type":"string","doc":"Its record name."},{"name":"subject","type":"str'
    'ing","doc":"What it was about: a job, queue, node, or another entity of the '
    'service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code",'
    '"type":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events.R'
    'ejectionCode"],"doc":"Kinds of refusal, the same for all services; each has '
    'its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_S'
    'TATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QU'
    'OTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_'
    'answers"},"doc":"Kind of refusal."},{"name":"detail_code","type":"string","d'
    'oc":"The service\'s own, finer code; its README lists them. Empty: `code` say'
    's all.","default":""},{"name":"message","type":"string","doc":"For people."}'
    ',{"name":"violations","type":{"type":"array","items":{"type":"record","name"'
    ':"Violation","aliases":["muster.job_events.Violation"],"doc":"One thing wron'
    'g with a request.","fields":[{"name":"field","type":"string","doc":"Path of '
    'the field."},{"name":"value","type":"string","doc":"What was given, shortene'
    'd."},{"name":"allowed","type":"string","doc":"What is allowed."}],"namespace'
    '":"muster.command_answers"}},"doc":"Field by field.","default":[]}],"namespa'
    'ce":"muster.command_answers"},{"type":"record","name":"CommandRepeated","ali'
    'ases":["muster.job_events.CommandRepeated"],"doc":"A command that was carrie'
    'd out before came again; nothing changed.","subject":"command","fields":[{"n'
    'ame":"command_id","type":"string","doc":"event_id of the command."},{"name":'
    '"command","type":"string","doc":"Its record name."},{"name":"subject","type"'
    ':"string","doc":"What it was about."}],"namespace":"muster.command_answers"}'
    ',{"type":"record","name":"PreemptionPolicyActivated","subject":"policy","doc'
    '":"Plans follow this policy from here on.","fields":[{"name":"policy","type"'
    ':{"type":"record","name":"PreemptionPolicy","doc":"Knobs of who yields; a ch'
    'ange is a command, so it replays.","fields":[{"name":"name","type":"string",'
    '"doc":"For people."},{"name":"ran_ms_min","type":"long","doc":"A job that wa'
    's bound more recently does not yield.","default":300000},{"name":"evictions_'
    'per_job_day_max","type":"int","doc":"How often a job may be evicted within 2'
    '4 hours.","default":3},{"name":"evictions_per_queue_hour_max","type":"int","'
    'doc":"How many jobs of a queue may be evicted within an hour.","default":64}'
    ',{"name":"evictions_per_user_hour_max","type":"int","doc":"How many jobs of '
    'a user may be evicted within an hour.","default":32},{"name":"restart_ms","t'
    'ype":"long","doc":"What a restart costs a job at least; as long as its last '
    'start took where that was longer.","default":120000},{"name":"delay_ms","typ'
    'e":"long","doc":"How long an evicted job is expected to wait; counted by its'
    " priority: not at all at -1000, twice at 1000. One that avoids nodes is expe"
    'cted to wait longer.","default":600000},{"name":"wait_spared_ms","type":"lon'
    'g","doc":"The wait that a plan is expected to spare the job it is made for, '
    'counted by its priority as delay_ms is.","default":3600000},{"name":"gain_pe'
    'rcent_min","type":"int","doc":"A plan is made only when its gain is at least'
    ' this part of its price.","default":100},{"name":"plan_valid_ms","type":"lon'
    'g","doc":"A plan that is not carried out within this time is void.","default'
    '":30000},{"name":"plans_per_request_max","type":"int","doc":"Most plans made'
    ' for the equal jobs of one request.","default":64},{"name":"pair_remembered_'
    'ms","type":"long","doc":"Two jobs of which one was evicted for the other are'
    ' left alone by each other for so long.","default":604800000}],"namespace":"m'
    'uster.preemption_commands"},"doc":"The whole policy."},{"name":"requested_by'
    '","type":"string","doc":"Who."}],"namespace":"muster.preemption_events"},{"t'
    'ype":"record","name":"PreemptionPlanned","subject":"plan","doc":"These jobs '
    'would yield, then the job that asks fits; the scheduler checks it first.","f'
    'ields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","t'
    'ype":"string","doc":"Job that asks; empty where a reservation does."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string",'
    '"doc":"Queue."},{"name":"cause","type":{"type":"enum","name":"PreemptionCaus'
    'e","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RESERVATION","TI'
    'ME_SHARED","FAIRNESS"],"default":"TIER","namespace":"muster.job_events"},"do'
    'c":"What entitles it."},{"name":"reservation","type":"string","doc":"Reserva'
    'tion that has begun; empty where a job asks.","default":""},{"name":"victims'
    '","type":{"type":"array","items":{"type":"record","name":"PlannedVictim","do'
    'c":"A job that would yield, whole or down to fewer ranks.","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"The attempt that would stop."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"queue","type":"string","doc":"Queue."},{"name":"user","type"'
    ':"string","doc":"Who submitted it."},{"name":"ranks_kept","type":"int","doc"'
    ':"Ranks it goes on with; 0: it is evicted and waits again."},{"name":"gpu_mi'
    'lli_freed","type":"long","doc":"Thousandths of GPU that it would free."},{"n'
    'ame":"cost_gpu_ms","type":"long","doc":"Its part of the price, GPU milliseco'
    "nds: its work since the last checkpoint, its drain, a restart, and its delay"
    ' by priority."},{"name":"lost_gpu_ms","type":"long","doc":"What it itself lo'
    "ses, GPU milliseconds: its work since the last checkpoint, or since its bind"
    '. 0: it saves before, or the planner did not say.","default":0},{"name":"rea'
    'son","type":{"type":"enum","name":"VictimReason","doc":"Why this job.","symb'
    'ols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVIC'
    'E","BEYOND_DUE"],"default":"BORROWS","namespace":"muster.preemption_events"}'
    ',"doc":"Why this job."},{"name":"message","type":"string","doc":"One sentenc'
    'e for its owner."}],"namespace":"muster.preemption_events"}},"doc":"By job i'
    'd."},{"name":"placements","type":{"type":"array","items":{"type":"record","n'
    'ame":"PlannedRank","doc":"Where one rank of the job would go.","fields":[{"n'
    'ame":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"do'
    'c":"GPUs."}],"namespace":"muster.preemption_events"}},"doc":"Where the job f'
    'its once they have yielded, in rank order; none for a reservation."},{"name"'
    ':"cost_gpu_ms","type":"long","doc":"Price: the sum over the victims."},{"nam'
    'e":"cost_gpu_ms_min","type":"long","doc":"No set of victims of the same rank'
    ' costs less than this."},{"name":"exact","type":"boolean","doc":"No other se'
    "t of victims is better; false: the price is within the bound above, but not "
    'proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU milliseconds t'
    'hat the job has sooner."},{"name":"as_of_seq","type":"long","doc":"State of '
    'the scheduler\'s log that this is true of."},{"name":"expires_at_ms","type":"'
    'long","doc":"Void from then on, milliseconds since 1970 UTC."}],"namespace":'
    '"muster.preemption_events"},{"type":"record","name":"PreemptionDeclined","su'
    'bject":"plan","doc":"No plan is made, and why.","fields":[{"name":"job_id","'
    'type":"string","doc":"Job that asks; empty where a reservation does."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string"'
    ',"doc":"Queue."},{"name":"cause","type":"muster.job_events.PreemptionCause",'
    '"doc":"What entitles it."},{"name":"reservation","type":"string","doc":"Rese'
    'rvation that has begun; empty where a job asks.","default":""},{"name":"reas'
    'on","type":{"type":"enum","name":"DeclineReason","doc":"Why.","symbols":["NO'
    'THING_SUFFICES","NOT_WAITING","FITS_ALREADY","NO_GAIN","BUDGET","HYSTERESIS"'
    ',"TOO_YOUNG","BUSY","STALE"],"default":"NOTHING_SUFFICES","namespace":"muste'
    'r.preemption_events"},"doc":"Why."},{"name":"message","type":"string","doc":'
    '"One sentence."},{"name":"cost_gpu_ms","type":"long","doc":"Price of the pla'
    'n that was not worth it; 0: there was none.","default":0},{"name":"gain_gpu_'
    'ms","type":"long","doc":"Its gain.","default":0},{"name":"as_of_seq","type":'
    '"long","doc":"State of the scheduler\'s log that this is true of."}],"namespa'
    'ce":"muster.preemption_events"},{"type":"record","name":"PreemptionSettled",'
    '"subject":"plan","doc":"A plan is no longer open.","fields":[{"name":"plan_i'
    'd","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Jo'
    'b it was made for; empty for a reservation."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"outcome","type":{"type":"enum","name":"PlanOutc'
    'ome","doc":"How.","symbols":["SERVED","VICTIM_ENDED","MOOT","EXPIRED","ACCEP'
    'TED","REFUSED"],"default":"SERVED","namespace":"muster.preemption_events"},"'
    'doc":"ACCEPTED: the scheduler carries it out. REFUSED: the scheduler does no'
    "t, and says why. SERVED: the job was bound before. VICTIM_ENDED: a victim's "
    "attempt was over before. MOOT: the job no longer waits. EXPIRED: the schedul"
    'er did not judge it in time."}],"namespace":"muster.preemption_events"},{"ty'
    'pe":"record","name":"Watermark","doc":"Every fact of the topic with this seq'
    ' or a lower one precedes this record, in every partition.","subject":"log","'
    'fields":[{"name":"seq","type":"long","doc":"Of the newest input whose conseq'
    'uences are all written."},{"name":"at_ms","type":"long","doc":"Time of the b'
    'atch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.watermarks'
    '"}],"doc":"What happened."}]}},"doc":"In the order in which they were decide'
    'd."},{"name":"refused","type":{"type":"array","items":{"type":"record","name'
    '":"RefusedInput","namespace":"muster.deciding_log","doc":"An input whose sen'
    'der may not send it: it was turned away before the core saw it (ADR 55).","f'
    'ields":[{"name":"topic","type":"string","doc":"Topic."},{"name":"partition",'
    '"type":"int","doc":"Partition."},{"name":"offset","type":"long","doc":"Offse'
    't."},{"name":"tenant","type":"string","doc":"The tenant that its token prove'
    's; empty: none."},{"name":"reasons","type":{"type":"array","items":{"type":"'
    'record","name":"RefusalReason","namespace":"muster.deciding_log","doc":"One '
    'thing for which an input was turned away.","fields":[{"name":"field","type":'
    '"string","doc":"Path of the field, or the header."},{"name":"value","type":"'
    'string","doc":"What was given, shortened."},{"name":"allowed","type":"string'
    '","doc":"What is allowed."}]}},"doc":"What is wrong."}]}},"doc":"Inputs of t'
    'his batch that were turned away, in the order in which they were taken.","de'
    'fault":[]},{"name":"decisions_version","type":"int","doc":"Version of the ru'
    'les that decided; another may decide otherwise. 0: not recorded.","default":'
    '0}]}],"doc":"What was decided."}]}'
)
