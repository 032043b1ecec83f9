"""Every metric: name, unit, help. A service imports the ones it updates; /metrics shows them all.

Names follow Prometheus' conventions: muster_<part>_<what>_<unit>, `_total` for counters. Labels never carry
ids of jobs, nodes or users, because their number is unbounded.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

EXPOSITION_MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
"""Media type of `exposition`."""

_FAST_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_AGE_S: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0, 600.0, 3600.0)
_COUNT: Final = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)

# --- the log -----------------------------------------------------------------------------------------------

RECORDS_READ: Final = Counter(
    "muster_journal_records_read_total", "Records read, by reader and topic.", ["reader", "topic"]
)
RECORD_AGE: Final = Histogram(
    "muster_journal_record_age_seconds",
    "From a record's append at the broker to its handling; alert on this, not on offsets.",
    ["reader"],
    buckets=_AGE_S,
)
DEAD_LETTERS: Final = Counter(
    "muster_journal_dead_letters_total",
    "Unreadable records that were passed, by reader, topic and reason; each is in <topic>-dlq.",
    ["reader", "topic", "reason"],
)
PARTITIONS_WAITING: Final = Gauge(
    "muster_journal_partitions_waiting",
    "Partitions whose next record waits for the schema registry or for its dead letter to be written.",
    ["reader"],
)
COMMIT: Final = Histogram(
    "muster_journal_commit_seconds", "Duration of a sequencer's transaction.", buckets=_FAST_S
)
COMMITS_UNKNOWN: Final = Counter(
    "muster_journal_commits_unknown_total",
    "Transactions with an unknown outcome; after each the log is read again.",
)
RUNNER_FAILURES: Final = Counter(
    "muster_journal_runner_failures_total", "Batches that failed and were retried, by runner.", ["runner"]
)

ROLE_RESTARTS: Final = Counter(
    "muster_process_role_restarts_total", "Times a role failed and was started again.", ["role"]
)

REPORTS_REFUSED: Final = Counter(
    "muster_reports_refused_total",
    "Heartbeats, reports and events about output turned away because of their sender.",
    ["topic"],
)
REACTOR_EFFECTS: Final = Counter(
    "muster_reactor_effects_total",
    "Attempts to carry out an effect, by reactor and outcome: delivered, failed, parked.",
    ["reactor", "outcome"],
)

WINDOWS_LATE: Final = Counter(
    "muster_windows_late_total", "Windows that had closed before one of their events came.", ["series"]
)
WINDOWS_CLOSED: Final = Counter(
    "muster_windows_closed_total", "Windows that closed with all their events.", ["series"]
)
WINDOWS_INCOMPLETE: Final = Counter(
    "muster_windows_incomplete_total",
    "Windows that closed, but not as a record: retention had removed events before they were read.",
    ["series"],
)
WINDOWS_MOVED: Final = Counter(
    "muster_windows_moved_total",
    "Events moved to the nearest allowed time: their clock was ahead of the broker's, or too far behind.",
    ["series", "clock"],
)
WINDOWS_OVERFLOWED: Final = Counter(
    "muster_windows_overflowed_total",
    "Events counted under the overflow key because their window had too many keys.",
    ["series"],
)

# --- leadership --------------------------------------------------------------------------------------------

LEADING: Final = Gauge("muster_leader_leading", "1 while this process leads, 0 while it stands by.", ["cell"])
TAKEOVERS: Final = Counter("muster_leader_takeovers_total", "Times this process began to lead.", ["cell"])
BATCH_INPUTS: Final = Histogram(
    "muster_leader_batch_inputs", "Records that the leader read at once.", ["cell"], buckets=_COUNT
)
SNAPSHOTS: Final = Counter(
    "muster_leader_snapshots_total",
    "Snapshots of a service's state, by outcome: stored, failed, skipped.",
    ["outcome"],
)

# --- scheduler ---------------------------------------------------------------------------------------------

DECISION: Final = Histogram(
    "muster_scheduler_decision_seconds",
    "From a command's append at the broker to the commit of the decision on it.",
    buckets=_FAST_S,
)
BINDS: Final = Counter("muster_scheduler_binds_total", "Gangs bound.")
JOBS_PENDING: Final = Gauge("muster_scheduler_jobs_pending", "Waiting jobs, also those before a retry.")
JOBS_PENDING_BY_REASON: Final = Gauge(
    "muster_scheduler_jobs_pending_by_reason",
    "Waiting jobs by reason code; counted once a second at most.",
    ["code"],
)
JOBS_LIVE: Final = Gauge("muster_scheduler_jobs_live", "Jobs that have not ended.")
EPOCH: Final = Gauge("muster_scheduler_epoch", "Epoch of the leader, as this process has read it.")
GPU_MILLI: Final = Gauge(
    "muster_scheduler_gpu_milli", "Thousandths of GPUs: allocated, free, unavailable.", ["state"]
)

# --- metering ----------------------------------------------------------------------------------------------

BURN_RATE: Final = Gauge(
    "muster_metering_burn_rate",
    "What is charged for an hour of the GPUs that are held now, in the currency; no team: nobody's.",
    ["currency", "team", "tier"],
)
CHARGED_TODAY: Final = Gauge(
    "muster_metering_charged_today",
    "What would be charged since midnight, UTC, if the day ended now, in the currency.",
    ["currency", "team", "tier"],
)
LIVE_FAILURES: Final = Counter(
    "muster_metering_live_failures_total", "Times these could not be brought up to date: the log was away."
)

# --- registry ----------------------------------------------------------------------------------------------

OBJECTS_CHECKED: Final = Counter(
    "muster_registry_objects_checked_total",
    "Stored objects that were read back, by state: sound, damaged, absent; restored ones are sound.",
    ["state"],
)
OBJECTS_DAMAGED: Final = Gauge(
    "muster_registry_objects_damaged", "Stored objects that are damaged or missing, and so not served."
)
OBJECTS_CHECKED_AT: Final = Gauge(
    "muster_registry_objects_checked_timestamp_seconds",
    "End of the last check of all stored objects, seconds since 1970; 0: none since the process started.",
)

# --- HTTP --------------------------------------------------------------------------------------------------

HTTP_ANSWER: Final = Histogram(
    "muster_http_answer_seconds",
    "From a request's arrival to the first byte of its answer, for streams and other requests alike.",
    ["service", "method", "route", "status"],
    buckets=_FAST_S,
)

# --- agents ------------------------------------------------------------------------------------------------

AGENT_TASKS: Final = Gauge("muster_agent_tasks", "Tasks accepted on this node that have not ended.")
AGENT_ORDERS: Final = Counter(
    "muster_agent_orders_total",
    "Orders for this node, by the action taken: start, stop, forestall, refuse, ignore.",
    ["done"],
)
AGENT_OUTPUT: Final = Counter("muster_agent_output_bytes_total", "Output of ranks put into S3.")
AGENT_CHECKPOINTS: Final = Counter("muster_agent_checkpoint_bytes_total", "Checkpoints put into S3.")
AGENT_STORE_WAITS: Final = Counter(
    "muster_agent_store_waits_total",
    "Times an upload had to wait because S3 did not answer, by kind: output, checkpoints.",
    ["what"],
)


def exposition() -> bytes:
    """Every metric of this process in Prometheus' text format."""
    return generate_latest()
