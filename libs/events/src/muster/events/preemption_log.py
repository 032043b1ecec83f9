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
    'ngs to; null: no tenant.","default":null},{"name":"sender","type":["null","s'
    'tring"],"doc":"The judged sender of the command that it follows from, as TEN'
    "ANT/USER; null: it follows from none, or the record is older than this field"
    '.","default":null},{"name":"payload","type":[{"type":"record","name":"Decide'
    'dBatch","namespace":"muster.deciding_log","doc":"Inputs taken together and t'
    'he facts that followed; one Kafka transaction.","fields":[{"name":"cell","ty'
    'pe":"string","doc":"Cell."},{"name":"epoch","type":"long","doc":"Leader\'s ep'
    'och; never falls."},{"name":"number","type":"long","doc":"Batch number, from'
    ' 0 without a gap."},{"name":"at_ms","type":"long","doc":"Time of the decisio'
    'ns, milliseconds since 1970 UTC; never falls."},{"name":"seq_first","type":"'
    'long","doc":"seq of the first fact; facts are numbered from 0 without a gap.'
    '"},{"name":"elected","type":["null","string"],"doc":"Leader\'s id in the firs'
    't batch of an epoch, else None."},{"name":"positions","type":{"type":"array"'
    ',"items":{"type":"record","name":"InputPosition","namespace":"muster.decidin'
    'g_log","doc":"How far one partition of an input was read.","fields":[{"name"'
    ':"topic","type":"string","doc":"Topic."},{"name":"partition","type":"int","d'
    'oc":"Partition."},{"name":"next_offset","type":"long","doc":"The first offse'
    't that is not part of this batch or an earlier one."}]}},"doc":"Every input '
    'partition, by topic and partition."},{"name":"facts","type":{"type":"array",'
    '"items":{"type":"record","name":"RecordedFact","namespace":"muster.deciding_'
    'log","doc":"One fact as it was decided; its seq is the batch\'s seq_first plu'
    's its index.","fields":[{"name":"event_id","type":"string","doc":"Of its env'
    'elope."},{"name":"key","type":"string","doc":"What it is about; its Kafka ke'
    'y."},{"name":"tenant","type":"string","doc":"The tenant it belongs to; empty'
    ': no tenant."},{"name":"cause","type":["null","string"],"doc":"event_id of t'
    "he input it follows from; None when it follows from time or the log's start."
    '"},{"name":"correlation_id","type":"string","doc":"Of its envelope."},{"name'
    '":"sender","type":["null","string"],"doc":"Judged sender of the command it f'
    'ollows from, as TENANT/USER; empty: none. None: not recorded.","default":nul'
    'l},{"name":"payload","type":[{"type":"record","name":"CommandRejected","alia'
    'ses":["muster.job_events.CommandRejected"],"doc":"A command that will not be'
    ' carried out, and why.","subject":"command","fields":[{"name":"command_id","'
    'type":"string","doc":"event_id of the command."},{"name":"command","type":"s'
    'tring","doc":"Its record name."},{"name":"subject","type":"string","doc":"Wh'
    'at it was about: a job, queue, node, or another entity of the service."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type"'
    ':"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCode"]'
    ',"doc":"Kinds of refusal, the same for all services; each has its HTTP statu'
    's.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSI'
    'BLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED",'
    '"BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc'
    '":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The servi'
    'ce\'s own, finer code; its README lists them. Empty: `code` says all.","defau'
    'lt":""},{"name":"message","type":"string","doc":"For people."},{"name":"viol'
    'ations","type":{"type":"array","items":{"type":"record","name":"Violation","'
    'aliases":["muster.job_events.Violation"],"doc":"One thing wrong with a reque'
    'st.","fields":[{"name":"field","type":"string","doc":"Path of the field."},{'
    '"name":"value","type":"string","doc":"What was given, shortened."},{"name":"'
    'allowed","type":"string","doc":"What is allowed."}],"namespace":"muster.comm'
    'and_answers"}},"doc":"Field by field.","default":[]}],"namespace":"muster.co'
    'mmand_answers"},{"type":"record","name":"CommandRepeated","aliases":["muster'
    '.job_events.CommandRepeated"],"doc":"A command that was carried out before c'
    'ame again; nothing changed.","subject":"command","fields":[{"name":"command_'
    'id","type":"string","doc":"event_id of the command."},{"name":"command","typ'
    'e":"string","doc":"Its record name."},{"name":"subject","type":"string","doc'
    '":"What it was about."}],"namespace":"muster.command_answers"},{"type":"reco'
    'rd","name":"PreemptionPolicyActivated","subject":"policy","doc":"Plans follo'
    'w this policy from here on.","fields":[{"name":"policy","type":{"type":"reco'
    'rd","name":"PreemptionPolicy","doc":"Knobs of who yields; a change is a comm'
    'and, so it replays.","fields":[{"name":"name","type":"string","doc":"For peo'
    'ple."},{"name":"ran_ms_min","type":"long","doc":"A job that was bound more r'
    'ecently does not yield.","default":300000},{"name":"evictions_per_job_day_ma'
    'x","type":"int","doc":"How often a job may be evicted within 24 hours.","def'
    'ault":3},{"name":"evictions_per_queue_hour_max","type":"int","doc":"How many'
    ' jobs of a queue may be evicted within an hour.","default":64},{"name":"evic'
    'tions_per_user_hour_max","type":"int","doc":"How many jobs of a user may be '
    'evicted within an hour.","default":32},{"name":"restart_ms","type":"long","d'
    'oc":"What a restart costs a job at least; as long as its last start took whe'
    're that was longer.","default":120000},{"name":"delay_ms","type":"long","doc'
    '":"How long an evicted job is expected to wait; counted by its priority: not'
    " at all at -1000, twice at 1000. One that avoids nodes is expected to wait l"
    'onger.","default":600000},{"name":"wait_spared_ms","type":"long","doc":"The '
    "wait that a plan is expected to spare the job it is made for, counted by its"
    ' priority as delay_ms is.","default":3600000},{"name":"gain_percent_min","ty'
    'pe":"int","doc":"A plan is made only when its gain is at least this part of '
    'its price.","default":100},{"name":"plan_valid_ms","type":"long","doc":"A pl'
    'an that is not carried out within this time is void.","default":30000},{"nam'
    'e":"plans_per_request_max","type":"int","doc":"Most plans made for the equal'
    ' jobs of one request.","default":64},{"name":"pair_remembered_ms","type":"lo'
    'ng","doc":"Two jobs of which one was evicted for the other are left alone by'
    ' each other for so long.","default":604800000}],"namespace":"muster.preempti'
    'on_commands"},"doc":"The whole policy."},{"name":"requested_by","type":"stri'
    'ng","doc":"Who."}],"namespace":"muster.preemption_events"},{"type":"record",'
    '"name":"PreemptionPlanned","subject":"plan","doc":"These jobs would yield, t'
    'hen the job that asks fits; the scheduler checks it first.","fields":[{"name'
    '":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string",'
    '"doc":"Job that asks; empty where a reservation does."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."'
    '},{"name":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What'
    ' entitles it.","symbols":["GUARANTEE","TIER","RESERVATION","TIME_SHARED","FA'
    'IRNESS"],"default":"TIER","namespace":"muster.job_events"},"doc":"What entit'
    'les it."},{"name":"reservation","type":"string","doc":"Reservation that has '
    'begun; empty where a job asks.","default":""},{"name":"victims","type":{"typ'
    'e":"array","items":{"type":"record","name":"PlannedVictim","doc":"A job that'
    ' would yield, whole or down to fewer ranks.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt '
    'that would stop."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"queue","type":"string","doc":"Queue."},{"name":"user","type":"string","doc'
    '":"Who submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks it goe'
    's on with; 0: it is evicted and waits again."},{"name":"gpu_milli_freed","ty'
    'pe":"long","doc":"Thousandths of GPU that it would free."},{"name":"cost_gpu'
    '_ms","type":"long","doc":"Its part of the price, GPU milliseconds: its work '
    'since the last checkpoint, its drain, a restart, and its delay by priority."'
    '},{"name":"lost_gpu_ms","type":"long","doc":"What it itself loses, GPU milli'
    "seconds: its work since the last checkpoint, or since its bind. 0: it saves "
    'before, or the planner did not say.","default":0},{"name":"reason","type":{"'
    'type":"enum","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS'
    '","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE'
    '"],"default":"BORROWS","namespace":"muster.preemption_events"},"doc":"Why th'
    'is job."},{"name":"message","type":"string","doc":"One sentence for its owne'
    'r."}],"namespace":"muster.preemption_events"}},"doc":"By job id."},{"name":"'
    'placements","type":{"type":"array","items":{"type":"record","name":"PlannedR'
    'ank","doc":"Where one rank of the job would go.","fields":[{"name":"rank","t'
    'ype":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"'
    'namespace":"muster.preemption_events"}},"doc":"Where the job fits once they '
    'have yielded, in rank order; none for a reservation."},{"name":"cost_gpu_ms"'
    ',"type":"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_m'
    's_min","type":"long","doc":"No set of victims of the same rank costs less th'
    'an this."},{"name":"exact","type":"boolean","doc":"No other set of victims i'
    's better; false: the price is within the bound above, but not proven best."}'
    ',{"name":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the job ha'
    's sooner."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\''
    's log that this is true of."},{"name":"expires_at_ms","type":"long","doc":"V'
    'oid from then on, milliseconds since 1970 UTC."}],"namespace":"muster.preemp'
    'tion_events"},{"type":"record","name":"PreemptionDeclined","subject":"plan",'
    '"doc":"No plan is made, and why.","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job that asks; empty where a reservation does."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue.'
    '"},{"name":"cause","type":"muster.job_events.PreemptionCause","doc":"What en'
    'titles it."},{"name":"reservation","type":"string","doc":"Reservation that h'
    'as begun; empty where a job asks.","default":""},{"name":"reason","type":{"t'
    'ype":"enum","name":"DeclineReason","doc":"Why.","symbols":["NOTHING_SUFFICES'
    '","NOT_WAITING","FITS_ALREADY","NO_GAIN","BUDGET","HYSTERESIS","TOO_YOUNG","'
    'BUSY","STALE"],"default":"NOTHING_SUFFICES","namespace":"muster.preemption_e'
    'vents"},"doc":"Why."},{"name":"message","type":"string","doc":"One sentence.'
    '"},{"name":"cost_gpu_ms","type":"long","doc":"Price of the plan that was not'
    ' worth it; 0: there was none.","default":0},{"name":"gain_gpu_ms","type":"lo'
    'ng","doc":"Its gain.","default":0},{"name":"as_of_seq","type":"long","doc":"'
    'State of the scheduler\'s log that this is true of."}],"namespace":"muster.pr'
    'eemption_events"},{"type":"record","name":"PreemptionSettled","subject":"pla'
    'n","doc":"A plan is no longer open.","fields":[{"name":"plan_id","type":"str'
    'ing","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job it was made '
    'for; empty for a reservation."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"outcome","type":{"type":"enum","name":"PlanOutcome","doc":"Ho'
    'w.","symbols":["SERVED","VICTIM_ENDED","MOOT","EXPIRED","ACCEPTED","REFUSED"'
    '],"default":"SERVED","namespace":"muster.preemption_events"},"doc":"ACCEPTED'
    ": the scheduler carries it out. REFUSED: the scheduler does not, and says wh"
    "y. SERVED: the job was bound before. VICTIM_ENDED: a victim's attempt was ov"
    "er before. MOOT: the job no longer waits. EXPIRED: the scheduler did not jud"
    'ge it in time."}],"namespace":"muster.preemption_events"},{"type":"record","'
    'name":"Watermark","doc":"Every fact of the topic with this seq or a lower on'
    'e precedes this record, in every partition.","subject":"log","fields":[{"nam'
    'e":"seq","type":"long","doc":"Of the newest input whose consequences are all'
    ' written."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, '
    'milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"}],"doc":"Wha'
    't happened."}]}},"doc":"In the order in which they were decided."},{"name":"'
    'refused","type":{"type":"array","items":{"type":"record","name":"RefusedInpu'
    't","namespace":"muster.deciding_log","doc":"An input whose sender may not se'
    'nd it: it was turned away before the core saw it (ADR 55).","fields":[{"name'
    '":"topic","type":"string","doc":"Topic."},{"name":"partition","type":"int","'
    'doc":"Partition."},{"name":"offset","type":"long","doc":"Offset."},{"name":"'
    'tenant","type":"string","doc":"The tenant that its token proves; empty: none'
    '."},{"name":"reasons","type":{"type":"array","items":{"type":"record","name"'
    ':"RefusalReason","namespace":"muster.deciding_log","doc":"One thing for whic'
    'h an input was turned away.","fields":[{"name":"field","type":"string","doc"'
    ':"Path of the field, or the header."},{"name":"value","type":"string","doc":'
    '"What was given, shortened."},{"name":"allowed","type":"string","doc":"What '
    'is allowed."}]}},"doc":"What is wrong."}]}},"doc":"Inputs of this batch that'
    ' were turned away, in the order in which they were taken.","default":[]},{"n'
    'ame":"decisions_version","type":"int","doc":"Version of the rules that decid'
    'ed; another may decide otherwise. 0: not recorded.","default":0}]}],"doc":"W'
    'hat was decided."}]}'
)
