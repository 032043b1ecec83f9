"""Every bound of the core, each with the reason for its size. Replay depends on all of them.

`ORDERS_BYTES_MAX` may only grow: a job that was accepted under it must always fit into one pass.
"""

from __future__ import annotations

from typing import Final

ORDERS_BYTES_MAX: Final = 3 * 1024 * 1024
"""Estimated bytes of orders of one job, and of one pass. A batch is one record of at most 8 MiB: 3 MiB for
orders, 2 MiB for inputs (edge), which facts repeat once, the rest for placements."""

ORDER_BYTES_OVERHEAD: Final = 512
"""Estimated bytes of an order without its command and environment."""

RANK_BYTES: Final = 96
"""Estimated bytes of one rank's placement in a fact and in an order."""

BINDS_PER_PASS_MAX: Final = 1_000
"""Jobs bound in one batch; the rest follow at once in the next. A leader that is silent for a second is
replaced even if it is busy."""

INPUTS_OF_FULL_BATCH: Final = 256
"""From so many inputs on, a batch is one of a leader to which inputs come faster than it decides."""

INPUTS_PER_PASS_MAX: Final = 1_500
"""Inputs after which a pass follows, however much waits: three full batches."""

REASONS_PER_PASS_MAX: Final = 1_000
"""Waiting jobs whose changed reason is reported in one batch; the others follow after REASON_INTERVAL_MS."""

RANKS_PER_WORK: Final = 8
"""A search for a gang, or its reason, costs as much as one job's for every so many ranks (12 us a rank)."""

REASON_WORK_PER_PASS_MAX: Final = 16
"""Placement classes whose lack of room is worked out in one pass, a gang counted by its ranks; those told
longest ago come first. One takes 0.1 ms, and in an overloaded cell every batch changes it for hundreds."""

REASON_INTERVAL_MS: Final = 1_000
"""Minimum interval between two computations of a group's reason: under load every batch changes it."""

COUNTS_INTERVAL_MS: Final = 10_000
"""Minimum interval between two reports of changed counts for an unchanged reason, to a group's first job."""

COMMANDS_RECENT_MAX: Final = 4_096
"""Commands remembered by sender and event_id, so that a duplicate is carried out once. Submissions are
recognised by job_id instead, for as long as the job is remembered."""

ID_AHEAD_MS_MAX: Final = 5 * 60_000
"""How far the time in a job id may be ahead of the cell's: clocks differ. Ids up to the time in a forgotten
one are closed, so this is also for how long a wrong clock could close the ids of others."""

BACKOFF_MS_MAX: Final = 24 * 3_600_000
"""Upper bound of the exponential backoff before a retry."""

POISON_MS_MAX: Final = 3_600_000
"""A node lost so soon after an attempt began there may have been lost by it; an attempt that ran longer is
taken to be harmless. The lease of the node is part of the time."""

RECLAIM_AHEAD_MS_MAX: Final = 7 * 24 * 3_600_000
"""The longest notice that is believed."""

RECLAIM_EARLIER_MS: Final = 1_000
"""A repeated notice changes the deadline if it comes so much earlier: by less, reports vary in transit."""

LEFT_MS_LEAST: Final = 1_000
"""Ranks have at least so long to end, however soon their node is taken away."""

SAVES_TOGETHER_MS: Final = 1_000
"""Drains that are due within so long start together, so that a notice costs some hundred batches at most."""

DRAIN_ORDERS_MAX: Final = 4_000
"""Stop orders of drains in one batch, because of the size of its record; the next batch goes on."""

MTBF_MAX_MS: Final = 24 * 3_600_000
"""No job is told that it runs longer without an interruption: jobs also yield, and nodes are maintained."""

SPOT_INTERVAL_MS_UNKNOWN: Final = 30 * 60_000
"""Believed time between two checkpoints of a job that saves and does not state how often."""

CACHES_MAX: Final = 1_024
"""Names of caches remembered; the least recently used is dropped first."""

CACHE_NODES_MAX: Final = 32
"""Nodes remembered for one cache; the node with the oldest placement is dropped first."""

ANSWER_MS: Final = 60_000
"""Time in which an agent answers an order to stop, beyond the time that the order gives the ranks."""

GRACE_MS_UNKNOWN: Final = 30_000
"""Time between SIGTERM and SIGKILL for ranks of a job that the scheduler does not know."""

HEAD_INTERVAL_MS: Final = 5_000
"""Minimum interval between two choices of the head of queue, or of its nodes: both examine all groups."""

GAPS_INTERVAL_MS: Final = 5_000
"""Minimum interval between two looks for jobs that could fill gaps: each examines all groups."""

GAP_CLASSES_TRIED_MAX: Final = 16
"""Placement classes without room after which a look at one gap ends."""

CAPACITY_RESERVATIONS_MAX: Final = 256
"""Capacity reservations at a time: the kernel is queried for each of them."""

AHEAD_TRIED_MAX: Final = 64
"""Jobs of one group examined for backfill where only wall-time limits are trusted."""

DURATION_GROUPS_MAX: Final = 4_096
"""Groups of attempts with a run-time history, about 5 KB each: the users and shapes of some weeks."""

DURATION_ATTEMPTS_MAX: Final = 512
"""Attempts after which a group's older history counts half, because workloads change."""

PREDICTION_INTERVAL_MS: Final = 15_000
"""Minimum interval between two predictions of starts that are learned from: one takes
some tens of milliseconds in a large cell."""

JOBS_PER_PREDICTION: Final = 4
"""And so many jobs have to arrive between them: people ask most when most is submitted."""

PREDICTIONS_PER_JOB_MAX: Final = 8
"""Predictions that one waiting job can have, so that none that waits for ever is most of what is learned."""

CHECKPOINTS_ARRIVING_MAX: Final = 4
"""Checkpoints of a job that are being stored at a time; of more, the oldest steps never count as whole."""

CHECKPOINTS_EARLIER_MAX: Final = 3
"""Checkpoints before the newest that a start order names, in case that one is damaged."""

CHECKPOINTS_EXPIRED_MAX: Final = 10_000
"""Expired checkpoints that are not removed yet; of more, removal does not keep up, and none expires."""

CHECKPOINTS_KNOWN_MAX: Final = 128
"""Checkpoints of one job that are known at a time; of more, the oldest stays in the store for ever."""

CHECKPOINT_PARTS_MAX: Final = 131_072
"""Parts of one checkpoint: ranks of the largest job."""

OUTPUT_BYTES_MAX: Final = 2**50
"""Output of one attempt on one node; more is no node's word, and would not add up in 64 bits."""
