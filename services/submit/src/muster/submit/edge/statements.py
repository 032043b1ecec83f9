"""The SQL of the queries. Every statement about a tenant's things names the tenant."""

from __future__ import annotations

from typing import Any, Final, LiteralString

from muster.submit.core.read_model import JobFilter
from psycopg import sql
from psycopg.types.json import Jsonb

POSITIONS: Final = 'SELECT topic, "partition", next_offset FROM positions'

_JOB: Final = """
SELECT j.*, a.placements
FROM jobs j LEFT JOIN attempts a ON a.job_id = j.job_id AND a.attempt = j.attempt
"""

JOB: Final = _JOB + "WHERE j.tenant = %(tenant)s AND j.job_id = %(job_id)s"

JOBS_BY_ID: Final = _JOB + "WHERE j.tenant = %(tenant)s AND j.job_id = ANY(%(job_ids)s)"

ATTEMPTS: Final = """
SELECT a.* FROM attempts a JOIN jobs j ON j.job_id = a.job_id
WHERE j.tenant = %(tenant)s AND a.job_id = %(job_id)s ORDER BY a.attempt
"""

CHECKPOINTS: Final = """
SELECT c.* FROM checkpoints c JOIN jobs j ON j.job_id = c.job_id
WHERE j.tenant = %(tenant)s AND c.job_id = %(job_id)s ORDER BY c.recorded_at_ms, c.attempt, c.rank, c.file
"""

EVENTS: Final = """
SELECT e."partition", e."offset", e.type, e.occurred_at_ms, e.event
FROM job_events e JOIN jobs j ON j.job_id = e.key
WHERE j.tenant = %(tenant)s AND e.key = %(job_id)s AND e."offset" > %(after)s
ORDER BY e."offset" LIMIT %(limit)s
"""

LOG_CHUNKS: Final = """
SELECT * FROM log_chunks
WHERE tenant = %(tenant)s AND job_id = %(job_id)s AND log_offset > %(after)s
  AND (%(attempt)s::int IS NULL OR attempt = %(attempt)s) AND (%(rank)s::int IS NULL OR rank = %(rank)s)
ORDER BY log_offset LIMIT %(limit)s
"""

LOG_CHUNKS_BEFORE: Final = """
SELECT * FROM log_chunks
WHERE tenant = %(tenant)s AND job_id = %(job_id)s AND log_offset < %(before)s
  AND (%(attempt)s::int IS NULL OR attempt = %(attempt)s) AND (%(rank)s::int IS NULL OR rank = %(rank)s)
  AND (%(stream)s::text IS NULL OR stream = %(stream)s)
ORDER BY log_offset DESC LIMIT %(limit)s
"""

LOG_ENDS: Final = """
SELECT * FROM log_ends WHERE tenant = %(tenant)s AND job_id = %(job_id)s ORDER BY attempt, rank
"""

NODES: Final = """
WITH used AS (
    SELECT p.node_id, count(*) AS ranks, sum(p.gpu_milli_total) AS gpu_milli,
           sum(j.rank_cpu_milli) AS cpu_milli, sum(j.rank_memory_mib) AS memory_mib
    FROM attempts a JOIN rank_places p USING (job_id, attempt) JOIN jobs j USING (job_id)
    WHERE a.ended_at_ms IS NULL GROUP BY p.node_id
), unhealthy AS (
    SELECT node_id, array_agg(gpu_index ORDER BY gpu_index) AS gpus
    FROM gpus WHERE NOT healthy GROUP BY node_id
)
SELECT n.*, coalesce(u.ranks, 0)::int AS ranks, coalesce(u.gpu_milli, 0)::bigint AS gpu_milli_used,
       coalesce(u.cpu_milli, 0)::bigint AS cpu_milli_used,
       coalesce(u.memory_mib, 0)::bigint AS memory_mib_used,
       coalesce(h.gpus, '{}'::int[]) AS gpus_unhealthy
FROM nodes n LEFT JOIN used u USING (node_id) LEFT JOIN unhealthy h USING (node_id)
WHERE n.state IS NOT NULL AND (%(node_id)s::text IS NULL OR n.node_id = %(node_id)s)
ORDER BY n.node_id
"""

LARGEST_NODE: Final = """
SELECT max(gpu_count) AS gpu_count, max(cpu_milli) AS cpu_milli, max(memory_mib) AS memory_mib,
       coalesce(array_agg(DISTINCT gpu_model ORDER BY gpu_model) FILTER (WHERE gpu_count > 0), '{}')
           AS gpu_models
FROM nodes WHERE state IS NOT NULL HAVING count(*) > 0
"""

QUEUES: Final = """
WITH inside AS (
    SELECT queue, jsonb_object_agg(state, n) AS jobs
    FROM (
        SELECT queue, state, count(*) AS n FROM jobs
        WHERE tenant = %(tenant)s AND ended_at_ms IS NULL AND queue IS NOT NULL GROUP BY queue, state
    ) counted GROUP BY queue
)
SELECT q.tenant, q.queue, q.description, q.settings, q.created_at_ms, q.measure, q.measured_at_ms,
       q.event_partition, q.event_offset, coalesce(i.jobs, '{}'::jsonb) AS jobs
FROM queues q LEFT JOIN inside i USING (queue)
WHERE q.tenant IN (%(tenant)s, '') AND q.deleted_at_ms IS NULL AND q.created_at_ms IS NOT NULL
  AND (%(queue)s::text IS NULL OR q.queue = %(queue)s)
ORDER BY q.queue
"""

RESERVATIONS: Final = """
SELECT reservation, queue, gpu_model, gpu_count, node_ids, starts_at_ms, ends_at_ms, state, requested_by,
       reserved_at_ms
FROM reservations
WHERE tenant = %(tenant)s AND ended_at_ms IS NULL AND reserved_at_ms IS NOT NULL
  AND (%(reservation)s::text IS NULL OR reservation = %(reservation)s)
ORDER BY reservation
"""

POLICY: Final = "SELECT * FROM policies ORDER BY event_offset DESC LIMIT 1"

_COMMAND: Final = """
SELECT c.command_id, c.outcome, c.subject, c.problem, coalesce(c.tenant, j.tenant) AS tenant
FROM commands c LEFT JOIN jobs j ON j.job_id = c.subject
"""

COMMAND: Final = (
    _COMMAND + "WHERE c.command_id = %(command_id)s AND coalesce(c.tenant, j.tenant, %(tenant)s) = %(tenant)s"
)

ANSWERS: Final = _COMMAND + "WHERE c.command_id = ANY(%(command_ids)s)"


def jobs(job_filter: JobFilter, parameters: dict[str, Any]) -> sql.Composed:
    """The statement of a list of jobs, newest first; the conditions' values are added to `parameters`.

    `parameters` has tenant and limit, and, behind the first page, before_ms and before_id: the key of the row
    that the page before ended with.
    """
    conditions = [sql.SQL("j.tenant = %(tenant)s")]
    for name, condition, value in _conditions(job_filter):
        conditions.append(sql.SQL(condition))
        parameters[name] = value
    if "before_id" in parameters:
        conditions.append(sql.SQL("(j.submitted_at_ms, j.job_id) < (%(before_ms)s, %(before_id)s)"))
    where = sql.SQL("WHERE ") + sql.SQL(" AND ").join(conditions)
    order = sql.SQL(" ORDER BY j.submitted_at_ms DESC, j.job_id DESC LIMIT %(limit)s")
    return sql.SQL(_JOB) + where + order


def _conditions(job_filter: JobFilter) -> list[tuple[str, LiteralString, Any]]:
    """Name of the parameter, condition, value; only those that are given."""
    labels = Jsonb(dict(job_filter.labels)) if job_filter.labels else None
    possible: list[tuple[str, LiteralString, Any]] = [
        ("states", "j.state = ANY(%(states)s)", [s.value for s in job_filter.states] or None),
        ("team", "j.team = %(team)s", job_filter.team),
        ("user", "j.user_name = %(user)s", job_filter.user),
        ("queue", "j.queue = %(queue)s", job_filter.queue),
        ("project", "j.project = %(project)s", job_filter.project),
        ("labels", "j.labels @> %(labels)s", labels),
        ("since_ms", "j.submitted_at_ms >= %(since_ms)s", job_filter.since_ms),
        ("until_ms", "j.submitted_at_ms < %(until_ms)s", job_filter.until_ms),
    ]
    return [condition for condition in possible if condition[2] is not None]
