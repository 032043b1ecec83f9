"""Every bound of the core in one place, each with the reason for its size. All are part of what replays.

`ORDERS_BYTES_MAX` may only grow: a job that was accepted under it must fit a pass for ever.
"""

from __future__ import annotations

from typing import Final

ORDERS_BYTES_MAX: Final = 3 * 1024 * 1024
"""Orders of one job, and of one pass, by estimate. A batch is one record, and the journal takes 8 MiB: this
much for orders, 2 MiB for inputs (edge) repeated once in facts, the rest for placements."""

ORDER_BYTES_OVERHEAD: Final = 512
"""Estimate of an order beyond its command and environment."""

RANK_BYTES: Final = 96
"""Estimate of one rank's placement in a fact and in an order."""

BINDS_PER_PASS_MAX: Final = 500
"""Jobs bound in one batch. The rest follows in the next, at once: a leader that is silent for a second is
replaced, however busy it was."""

REASONS_PER_PASS_MAX: Final = 1_000
"""Waiting jobs told of a changed reason in one batch; the others follow at REASON_INTERVAL_MS."""

REASON_INTERVAL_MS: Final = 1_000
"""A reason is worked out again at most this often for one kind of job: under load every batch changes it."""

COUNTS_INTERVAL_MS: Final = 10_000
"""Numbers behind an unchanged reason are told again at most this often, and only to the first of its kind."""

COMMANDS_RECENT_MAX: Final = 4_096
"""Commands remembered by event_id, so that one delivered twice is carried out once. Submissions are known by
their job_id instead, for as long as the job is remembered."""

BACKOFF_MS_MAX: Final = 24 * 3_600_000
"""Longest wait before a retry, however often it was doubled."""

NODES_AVOIDED_MAX: Final = 8
"""Nodes that a job avoids because attempts failed there; the oldest is forgotten first."""

CACHES_MAX: Final = 1_024
"""Names of caches remembered; the one unused for longest is forgotten first."""

CACHE_NODES_MAX: Final = 32
"""Nodes remembered for one cache; the one placed on longest ago is forgotten first."""

GRACE_MS_UNKNOWN: Final = 30_000
"""Between SIGTERM and SIGKILL for ranks of a job the scheduler does not know."""

HEAD_INTERVAL_MS: Final = 5_000
"""The head of line is looked for, and nodes are kept for it, at most this often: both look at everything."""

CAPACITY_RESERVATIONS_MAX: Final = 256
"""Reservations for queues at a time: each is asked of the kernel by itself."""

AHEAD_TRIED_MAX: Final = 64
"""Jobs of one line looked at for one that may run ahead where only wall time limits are believed."""

DURATION_GROUPS_MAX: Final = 4_096
"""Groups of attempts whose run times are remembered, about 5 KB each: the users and shapes of some weeks."""

DURATION_ATTEMPTS_MAX: Final = 512
"""Attempts after which what a group has learned so far weighs half: what people run changes."""
