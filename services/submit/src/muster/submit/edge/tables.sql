-- The tables of the projection, in whatever schema the search path names. Filled by core/rows.
-- Those of commands come before these, see muster.views.commands.
-- Only keys are NOT NULL: a row says what its event says, and one event rarely says everything.
-- A change of this file makes a deployed projection Outdated: `muster projections rebuild submit/tables`.

CREATE TABLE IF NOT EXISTS jobs (
    job_id          text PRIMARY KEY,
    tenant          text,
    name            text,
    team            text,
    project         text,
    user_name       text,
    queue           text,
    tier            text,     -- as people write it: standard-training
    state           text,     -- muster.jobs.lifecycle JobState
    reason_code     text,     -- why it waits, or was rejected
    reason_message  text,
    reason_counts   jsonb,
    attempt         int,      -- 0: never placed
    ranks           int,
    gpu_milli       bigint,   -- thousandths of GPUs, all ranks together
    rank_cpu_milli  bigint,   -- of one rank
    rank_memory_mib bigint,   -- of one rank
    labels          jsonb,
    spec            jsonb,    -- the JobSpec record
    submitted_at_ms bigint,
    queued_at_ms    bigint,
    bound_at_ms     bigint,
    started_at_ms   bigint,
    ended_at_ms     bigint,
    exit_code       int,
    message         text,
    event_partition int,      -- where the newest fact is that changed this row
    event_offset    bigint
);
CREATE INDEX IF NOT EXISTS jobs_newest ON jobs (tenant, submitted_at_ms DESC, job_id DESC);
CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (tenant, state, submitted_at_ms DESC, job_id DESC);
CREATE INDEX IF NOT EXISTS jobs_by_user ON jobs (tenant, user_name, submitted_at_ms DESC, job_id DESC);
CREATE INDEX IF NOT EXISTS jobs_not_over ON jobs (tenant, queue, state) WHERE ended_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS jobs_by_id ON jobs (tenant, job_id text_pattern_ops);
CREATE INDEX IF NOT EXISTS jobs_by_other ON jobs USING gin ((spec->'after')) WHERE spec->'after' <> '{}';
CREATE INDEX IF NOT EXISTS jobs_by_label ON jobs USING gin (labels jsonb_path_ops);

CREATE TABLE IF NOT EXISTS attempts (
    job_id         text,
    attempt        int,
    placements     jsonb,     -- [{rank, node_id, gpu_indices, gpu_milli}]
    master_address text,
    master_port    int,
    waited_ms      bigint,
    reason         text,      -- why there
    outcome        text,      -- NULL: not over
    exit_code      int,
    signal         int,
    failed_rank    int,
    failed_node_id text,
    message        text,
    verdict        jsonb,     -- why it failed; NULL: nothing failed, or no rules of failures were in effect
    ran_ms         bigint,
    bound_at_ms    bigint,
    started_at_ms  bigint,
    ended_at_ms    bigint,
    PRIMARY KEY (job_id, attempt)
);
CREATE INDEX IF NOT EXISTS attempts_not_over ON attempts (job_id, attempt) WHERE ended_at_ms IS NULL;

CREATE TABLE IF NOT EXISTS rank_places (
    job_id          text,
    attempt         int,
    rank            int,
    node_id         text,
    gpu_milli_total bigint,
    PRIMARY KEY (job_id, attempt, rank)
);

CREATE TABLE IF NOT EXISTS checkpoints (
    job_id         text,
    attempt        int,
    rank           int,
    file           text,
    uri            text,
    sha256         text,
    step           bigint,    -- NULL: it is one file, which does not say
    files          int,       -- of all ranks together
    size_bytes     bigint,    -- of these files
    new_bytes      bigint,    -- of files that were not in the store before
    recorded_at_ms bigint,
    expired_at_ms  bigint,    -- it is not kept any longer
    deleted_at_ms  bigint,    -- it is removed from the store
    PRIMARY KEY (job_id, attempt, rank, file)
);

CREATE TABLE IF NOT EXISTS nodes (
    node_id       text PRIMARY KEY,
    state         text,       -- core/states.py NodeState; NULL: it never joined, or was forgotten
    silence       text,       -- why it is suspected or lost: silent | stop_unanswered | order_not_stored
    refusal       text,       -- why the newest refused heartbeat or report in its name was refused
    refused_at_ms bigint,
    cordoned      boolean,
    cordoned_by   text,
    cordon_reason text,
    draining      boolean,
    drained_by    text,
    drain_reason  text,
    maintenance   jsonb,      -- {starts_at_ms, ends_at_ms, requested_by, reason}: the window ahead or under way
    in_maintenance boolean,   -- it is under way
    reclaim       jsonb,      -- {source, deadline_ms, requested_by, reason}: it will be taken away
    note          text,       -- what is wrong with it by its own account
    boot_id       text,
    address       text,
    executor      text,       -- process | simulated
    sandbox       text,       -- what keeps jobs apart: none | namespaces | bubblewrap
    enforces      jsonb,      -- what it holds jobs to: memory, cpu, ...
    gpu_model     text,
    gpu_count     int,
    cpu_milli     bigint,
    memory_mib    bigint,
    lease_ms      bigint,
    labels        jsonb,
    taints        jsonb,      -- what a job must tolerate to be placed there
    labels_set    jsonb,      -- by operators, beside labels
    taints_set    jsonb,      -- by operators, beside taints
    location      jsonb,      -- {nvlink_domain, leaf, spine, cell}; empty names are unknown
    changed_at_ms bigint
);

CREATE TABLE IF NOT EXISTS gpus (
    node_id       text,
    gpu_index     int,
    healthy       boolean,    -- a GPU without a row is healthy
    reason        text,
    changed_at_ms bigint,
    PRIMARY KEY (node_id, gpu_index)
);

CREATE TABLE IF NOT EXISTS queues (
    tenant          text,     -- '': shared by all tenants
    queue           text,
    description     text,
    settings        jsonb,    -- the QueueSettings record
    created_at_ms   bigint,
    deleted_at_ms   bigint,
    measure         jsonb,    -- the newest QueueMeasured
    measured_at_ms  bigint,
    event_partition int,      -- where the newest fact about the settings is: their version
    event_offset    bigint,
    PRIMARY KEY (tenant, queue)
);

CREATE TABLE IF NOT EXISTS queue_restrictions (
    tenant           text,
    queue            text,
    restriction      text,
    tiers            jsonb,    -- jobs of these do not start
    until_ms         bigint,   -- NULL: until it is lifted
    reason           text,
    requested_by     text,
    restricted_at_ms bigint,
    ended_at_ms      bigint,   -- NULL: it holds
    lifted_by        text,     -- NULL: nobody did; its time was over
    PRIMARY KEY (tenant, queue, restriction)
);

CREATE TABLE IF NOT EXISTS reservations (
    tenant         text,
    reservation    text,
    queue          text,
    gpu_model      text,
    gpu_count      int,
    node_ids       jsonb,
    starts_at_ms   bigint,
    ends_at_ms     bigint,
    state          text,      -- core/states.py ReservationState
    requested_by   text,
    reserved_at_ms bigint,
    ended_at_ms    bigint,    -- NULL: it is to come, or active
    PRIMARY KEY (tenant, reservation)
);

CREATE TABLE IF NOT EXISTS policies (
    event_partition int,
    event_offset    bigint,   -- the last one decides
    policy          jsonb,    -- the Policy record
    activated_by    text,
    activated_at_ms bigint,
    PRIMARY KEY (event_partition, event_offset)
);

CREATE TABLE IF NOT EXISTS failure_rules (
    event_partition int,
    event_offset    bigint,   -- the last one decides
    version         int,
    sha256          text,
    rules           text,     -- the rules file
    activated_by    text,
    activated_at_ms bigint,
    PRIMARY KEY (event_partition, event_offset)
);

CREATE TABLE IF NOT EXISTS job_events (
    "partition"    int,
    "offset"       bigint,
    key            text,
    type           text,
    occurred_at_ms bigint,
    event          jsonb,
    PRIMARY KEY ("partition", "offset")
);
CREATE INDEX IF NOT EXISTS job_events_by_key ON job_events (key, "offset");

CREATE TABLE IF NOT EXISTS log_chunks (
    job_id        text,
    attempt       int,
    rank          int,
    stream        text,       -- stdout | stderr
    chunk         int,
    node_id       text,       -- which said so; queries show what the rank's own node said
    tenant        text,
    first_byte    bigint,
    size_bytes    bigint,
    written_at_ms bigint,
    uri           text,
    sha256        text,
    log_partition int,
    log_offset    bigint,
    PRIMARY KEY (job_id, attempt, rank, stream, chunk, node_id)
);
CREATE INDEX IF NOT EXISTS log_chunks_in_order ON log_chunks (job_id, log_offset);

CREATE TABLE IF NOT EXISTS log_ends (
    job_id     text,
    attempt    int,
    rank       int,
    node_id    text,          -- which said so
    tenant     text,
    bytes_lost bigint,        -- of all ranks that its LogClosed names
    log_offset bigint,
    PRIMARY KEY (job_id, attempt, rank, node_id)
);

CREATE TABLE IF NOT EXISTS checkpoint_uses (
    job_id     text,
    attempt    int,           -- which began from it, or could not
    saved_by   int,           -- the attempt that saved it
    file       text,
    node_id    text,          -- which said so
    tenant     text,
    rank       int,           -- of that node
    problem    text,          -- why it is not stored or cannot be brought back; NULL: the attempt began from it
    used_at_ms bigint,
    PRIMARY KEY (job_id, attempt, saved_by, file, node_id)
);

CREATE TABLE IF NOT EXISTS progress (
    job_id         text,
    attempt        int,
    rank           int,
    node_id        text,      -- which said so; queries show what the rank's own node said
    tenant         text,
    step           bigint,
    total          bigint,    -- NULL: the job does not know
    metrics        jsonb,     -- what is not a number is text: nan, inf, -inf
    steps_per_s    float8,
    eta_ms         bigint,
    reported_at_ms bigint,
    problem        text,      -- why what it says cannot be read; NULL: it can
    PRIMARY KEY (job_id, attempt, rank, node_id)
);

CREATE TABLE IF NOT EXISTS output_refusals (
    log_partition int,    -- of log-events, whose order holds within a partition only
    slot          int,    -- of the node's name: names that nobody checked have a fixed number of rows
    node_id       text,
    message       text,
    refused_at_ms bigint,
    PRIMARY KEY (log_partition, slot)
);
