"""SQL of the queries. Every statement about a tenant's resources filters by the tenant."""

from __future__ import annotations

from typing import Final

from muster.submit.core.read_model import JobFilter
from muster.views.reading.pages import Condition, Keyset
from psycopg.types.json import Jsonb

JOBS: Final = """
SELECT j.*, a.placements
FROM jobs j LEFT JOIN attempts a ON a.job_id = j.job_id AND a.attempt = j.attempt
"""

JOB: Final = JOBS + "WHERE j.tenant = %(tenant)s AND j.job_id = %(job_id)s"

JOBS_BY_ID: Final = JOBS + "WHERE j.tenant = %(tenant)s AND j.job_id = ANY(%(job_ids)s)"

ATTEMPTS: Final = """
SELECT a.* FROM attempts a JOIN jobs j ON j.job_id = a.job_id
WHERE j.tenant = %(tenant)s AND a.job_id = %(job_id)s ORDER BY a.attempt
"""

PLACES: Final = """
SELECT p.rank, p.node_id, j.spec->>'files_sha256' AS files_sha256
FROM rank_places p JOIN attempts a USING (job_id, attempt) JOIN jobs j USING (job_id)
WHERE p.job_id = %(job_id)s AND p.attempt = %(attempt)s
  AND (a.ended_at_ms IS NULL OR a.ended_at_ms > %(since_ms)s)
ORDER BY p.rank
"""

# A report about a checkpoint counts if it comes from the node of its rank.
CHECKPOINTS: Final = r"""
WITH recorded AS (
    SELECT c.* FROM checkpoints c JOIN jobs j USING (job_id)
    WHERE j.tenant = %(tenant)s AND job_id = %(job_id)s
), uses AS (
    SELECT u.saved_by AS attempt, u.file, max(u.attempt) FILTER (WHERE u.problem IS NULL) AS restored_by,
           min(u.problem) AS problem
    FROM checkpoint_uses u JOIN rank_places USING (job_id, attempt, rank, node_id)
    WHERE u.tenant = %(tenant)s AND job_id = %(job_id)s GROUP BY u.saved_by, u.file
)
SELECT attempt, file, coalesce(r.step, substring(file FROM '^step-([0-9]{9,18})\.json$')::bigint) AS step,
       r.rank, r.sha256, r.recorded_at_ms, u.restored_by, u.problem,
       coalesce(r.files, 0) AS files, coalesce(r.size_bytes, 0) AS size_bytes,
       coalesce(r.new_bytes, 0) AS new_bytes, r.expired_at_ms, r.deleted_at_ms
FROM recorded r FULL JOIN uses u USING (attempt, file)
"""

EVENTS: Final = """
SELECT e."partition", e."offset", e.type, e.occurred_at_ms, e.event
FROM job_events e JOIN jobs j ON j.job_id = e.key
WHERE j.tenant = %(tenant)s AND e.key = %(job_id)s AND e."offset" > %(after)s
ORDER BY e."offset" LIMIT %(limit)s
"""

# A report about a rank's output counts if it comes from the node of the rank.
_CHUNKS: Final = """
SELECT c.* FROM log_chunks c JOIN rank_places USING (job_id, attempt, rank, node_id)
"""

LOG_CHUNKS: Final = (
    _CHUNKS
    + """
WHERE tenant = %(tenant)s AND job_id = %(job_id)s AND log_offset > %(after)s
  AND (%(attempt)s::int IS NULL OR attempt = %(attempt)s) AND (%(rank)s::int IS NULL OR rank = %(rank)s)
ORDER BY log_offset LIMIT %(limit)s
"""
)

LOG_CHUNKS_BEFORE: Final = (
    _CHUNKS
    + """
WHERE tenant = %(tenant)s AND job_id = %(job_id)s AND log_offset < %(before)s
  AND (%(attempt)s::int IS NULL OR attempt = %(attempt)s) AND (%(rank)s::int IS NULL OR rank = %(rank)s)
  AND (%(stream)s::text IS NULL OR stream = %(stream)s)
ORDER BY log_offset DESC LIMIT %(limit)s
"""
)

LOG_ENDS: Final = """
SELECT e.* FROM log_ends e JOIN rank_places USING (job_id, attempt, rank, node_id)
WHERE tenant = %(tenant)s AND job_id = %(job_id)s ORDER BY attempt, rank
"""

PROGRESS: Final = """
SELECT p.* FROM progress p JOIN rank_places USING (job_id, attempt, rank, node_id)
JOIN jobs j USING (job_id, attempt)
WHERE j.tenant = %(tenant)s AND p.tenant = j.tenant AND job_id = %(job_id)s
"""

NODES: Final = """
WITH known AS (
    SELECT n.*, CASE WHEN n.refused_at_ms > %(since_ms)s AND n.refusal IS NOT NULL THEN n.refusal
                     ELSE o.message END AS refused
    FROM nodes n LEFT JOIN LATERAL (
        SELECT message FROM output_refusals o
        WHERE o.node_id = n.node_id AND o.refused_at_ms > %(since_ms)s
        ORDER BY o.refused_at_ms DESC, o.log_partition LIMIT 1
    ) o ON true
), used AS (
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
FROM known n LEFT JOIN used u USING (node_id) LEFT JOIN unhealthy h USING (node_id)
WHERE coalesce(n.state, n.refused) IS NOT NULL AND (%(node_id)s::text IS NULL OR n.node_id = %(node_id)s)
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
), restricted AS (
    SELECT tenant, queue, jsonb_agg(jsonb_build_object(
        'name', restriction, 'tiers', tiers, 'until_ms', until_ms, 'reason', reason,
        'requested_by', requested_by, 'restricted_at_ms', restricted_at_ms
    ) ORDER BY restriction) AS restrictions
    FROM queue_restrictions WHERE ended_at_ms IS NULL AND restricted_at_ms IS NOT NULL GROUP BY tenant, queue
)
SELECT q.tenant, q.queue, q.description, q.settings, q.created_at_ms, q.measure, q.measured_at_ms,
       q.event_partition, q.event_offset, coalesce(i.jobs, '{}'::jsonb) AS jobs,
       coalesce(r.restrictions, '[]'::jsonb) AS restrictions
FROM queues q LEFT JOIN inside i USING (queue)
     LEFT JOIN restricted r ON (r.tenant, r.queue) = (q.tenant, q.queue)
WHERE q.tenant IN (%(tenant)s, '') AND q.deleted_at_ms IS NULL AND q.created_at_ms IS NOT NULL
  AND (%(queue)s::text IS NULL OR q.queue = %(queue)s)
ORDER BY q.queue
"""

QUEUE_SETTINGS: Final = """
SELECT tenant, queue, settings FROM queues
WHERE tenant IN (%(tenant)s, '') AND deleted_at_ms IS NULL AND created_at_ms IS NOT NULL
ORDER BY tenant, queue
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
FAILURE_RULES: Final = """SELECT version, sha256, rules, activated_by, activated_at_ms FROM failure_rules
WHERE %(sha256)s::text IS NULL OR sha256 = %(sha256)s::text ORDER BY event_offset DESC LIMIT 1"""

JOBS_NEWEST: Final = Keyset(("j.submitted_at_ms", "j.job_id"), descending=True)


_STARTS_AFTER: Final = "j.spec->'after' <> '{}' AND j.spec->'after' ? %(other)s"
"""The first half is the condition of the index jobs_by_other."""


def job_conditions(tenant: str, job_filter: JobFilter) -> list[Condition]:
    """Return the conditions of a list of jobs."""
    begins = job_filter.id_prefix
    labels = Jsonb(dict(job_filter.labels)) if job_filter.labels else None
    return [
        Condition("tenant", "j.tenant = %(tenant)s", tenant),
        Condition("states", "j.state = ANY(%(states)s)", [s.value for s in job_filter.states] or None),
        Condition("team", "j.team = %(team)s", job_filter.team),
        Condition("user", "j.user_name = %(user)s", job_filter.user),
        Condition("queue", "j.queue = %(queue)s", job_filter.queue),
        Condition("project", "j.project = %(project)s", job_filter.project),
        Condition("labels", "j.labels @> %(labels)s", labels),
        Condition("other", _STARTS_AFTER, job_filter.starts_after),
        Condition("since_ms", "j.submitted_at_ms >= %(since_ms)s", job_filter.since_ms),
        Condition("until_ms", "j.submitted_at_ms < %(until_ms)s", job_filter.until_ms),
        # Byte order, whatever the database's collation is: the index jobs_by_id has it.
        Condition("id_from", "j.job_id ~>=~ %(id_from)s", begins),
        Condition("id_below", "j.job_id ~<~ %(id_below)s", begins and _behind_all_that_begin_so(begins)),
    ]


def _behind_all_that_begin_so(prefix: str) -> str:
    """Return the first text, in byte order, after all that begin with a prefix of ASCII."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)
