"""All limits of the core, each with the reason for its value. Replay depends on all of them.

`ORDERS_BYTES_MAX` may only grow: a job that was accepted under it must always fit into one pass.
"""

from __future__ import annotations

from typing import Final

ORDERS_BYTES_MAX: Final = 3 * 1024 * 1024
"""Maximum estimated bytes of orders of one job, and of one pass. A batch is one record of at most 8 MiB:
3 MiB for orders, 2 MiB for inputs (edge), which facts repeat once, the rest for placements."""

ORDER_BYTES_OVERHEAD: Final = 512
"""Estimated bytes of an order without its command and environment."""

RANK_BYTES: Final = 96
"""Estimated bytes of one rank's placement in a fact and in an order."""

BINDS_PER_PASS_MAX: Final = 1_000
"""Maximum number of jobs bound in one batch; the rest follow immediately in the next. A leader that is silent
for a second is replaced even if it is busy."""

INPUTS_OF_FULL_BATCH: Final = 256
"""Number of inputs from which a batch counts as full: inputs arrive faster than the leader decides."""

INPUTS_PER_PASS_MAX: Final = 1_500
"""Number of inputs after which a pass runs even if more are pending: three full batches of 500."""

DEPENDENTS_CANCELLED_MAX: Final = 1_000
"""Maximum number of jobs cancelled in one batch because others ended otherwise than they require; the rest
follow immediately in the next."""

REASONS_PER_PASS_MAX: Final = 1_000
"""Maximum number of waiting jobs whose changed reason is reported in one batch; the others follow after
REASON_INTERVAL_MS."""

RANKS_PER_WORK: Final = 8
"""Ranks of a gang that cost as much as one single-rank job, when searching or finding a reason (12 us a
rank)."""

REASON_WORK_PER_PASS_MAX: Final = 16
"""Maximum number of placement classes whose lack of room is computed in one pass, gangs counted by ranks;
those reported longest ago come first. One takes 0.1 ms; in an overloaded cell each batch affects hundreds."""

REASON_INTERVAL_MS: Final = 1_000
"""Minimum interval between two computations of a group's reason: under load every batch changes it."""

COUNTS_INTERVAL_MS: Final = 10_000
"""Minimum interval between two reports of changed counts for an unchanged reason, to a group's first job."""

COMMANDS_RECENT_MAX: Final = 4_096
"""Number of commands remembered by sender and event_id, so that duplicates are carried out only once.
Submissions are recognised by job_id instead, for as long as the job is remembered."""

ID_AHEAD_MS_MAX: Final = 5 * 60_000
"""Maximum by which the time in a job id may be ahead of the cell's time, since clocks differ. Once a job is
forgotten, all ids up to its time are closed, so this also bounds how long a wrong clock can block others'
ids."""

BACKOFF_MS_MAX: Final = 24 * 3_600_000
"""Upper bound of the exponential backoff before a retry."""

POISON_MS_MAX: Final = 3_600_000
"""Time after the start of an attempt within which the loss of its node is attributed to the attempt; an
attempt that ran longer counts as harmless. Includes the node's lease."""

RECLAIM_AHEAD_MS_MAX: Final = 7 * 24 * 3_600_000
"""Longest reclaim notice that is believed; longer ones are shortened to this."""

RECLAIM_EARLIER_MS: Final = 1_000
"""Minimum by which a repeated notice must bring the deadline forward to change it; smaller differences are
transit jitter."""

LEFT_MS_LEAST: Final = 1_000
"""Minimum time that ranks get to end, however soon their node is reclaimed."""

SAVES_TOGETHER_MS: Final = 1_000
"""Drains due within this interval start together, so that a notice costs a few hundred batches at most."""

DRAIN_ORDERS_MAX: Final = 4_000
"""Maximum number of stop orders of drains in one batch, because of its record size; the rest follow next."""

MTBF_MAX_MS: Final = 24 * 3_600_000
"""Longest expected time without interruption that is reported to a job: jobs also yield, and nodes are
maintained."""

SPOT_INTERVAL_MS_UNKNOWN: Final = 30 * 60_000
"""Assumed checkpoint interval of a job that saves but does not state its interval."""

CACHES_MAX: Final = 1_024
"""Names of caches remembered; the least recently used is dropped first."""

CACHE_NODES_MAX: Final = 32
"""Nodes remembered for one cache; the node with the oldest placement is dropped first."""

ANSWER_MS: Final = 60_000
"""Time for an agent to answer a stop order, in addition to the time that the order gives the ranks."""

ORDER_STORED_MS: Final = 60_000
"""Time for an agent to store an order, once one of its heartbeats has shown that it had not."""

GRACE_MS_UNKNOWN: Final = 30_000
"""Time between SIGTERM and SIGKILL for ranks of a job that the scheduler does not know."""

HEAD_INTERVAL_MS: Final = 5_000
"""Minimum interval between two choices of the head of queue or of its nodes: both examine all groups."""

HEADS_TRIED_MAX: Final = 16
"""Groups that usable nodes could not hold and that are passed over in one choice of the head of queue."""

GAPS_INTERVAL_MS: Final = 5_000
"""Minimum interval between two searches for jobs to fill backfill windows: each examines all groups."""

GAP_CLASSES_TRIED_MAX: Final = 16
"""Number of placement classes without room after which the search for one backfill window ends."""

CAPACITY_RESERVATIONS_MAX: Final = 256
"""Maximum number of capacity reservations at a time: the kernel is queried for each of them."""

AHEAD_TRIED_MAX: Final = 64
"""Maximum number of jobs of one group examined for backfill when only wall-time limits are trusted."""

DURATION_GROUPS_MAX: Final = 4_096
"""Maximum number of groups with a run-time history, about 5 KB each: the users and shapes of some weeks."""

DURATION_ATTEMPTS_MAX: Final = 512
"""Attempts after which a group's older history counts half, because workloads change."""

PREDICTION_INTERVAL_MS: Final = 15_000
"""Minimum interval between two predictions of starts that are learned from: one takes
some tens of milliseconds in a large cell."""

JOBS_PER_PREDICTION: Final = 4
"""Minimum number of jobs that must also arrive between two predictions: people ask most when most jobs are
submitted."""

PREDICTIONS_PER_JOB_MAX: Final = 8
"""Maximum number of predictions for one waiting job, so that a job that never starts cannot dominate what is
learned."""

CHECKPOINTS_ARRIVING_MAX: Final = 4
"""Maximum number of a job's checkpoints being stored at once; beyond it, the oldest steps never complete."""

CHECKPOINTS_EARLIER_MAX: Final = 3
"""Number of checkpoints before the newest that a start order names, in case the newest is damaged."""

CHECKPOINTS_EXPIRED_MAX: Final = 10_000
"""Maximum number of expired checkpoints not removed yet; at this backlog no more checkpoints expire."""

CHECKPOINTS_KNOWN_MAX: Final = 128
"""Maximum number of checkpoints tracked per job; beyond that, the oldest stays in the store for ever."""

CHECKPOINT_PARTS_MAX: Final = 131_072
"""Maximum number of parts of one checkpoint: ranks of the largest job."""

OUTPUT_BYTES_MAX: Final = 2**50
"""Maximum plausible output of one attempt on one node, bytes; larger reports are ignored: sums would overflow
64 bits."""
