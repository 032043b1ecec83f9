-- The tables of the projection. Filled by core/rows.
-- Those of commands come before these, see muster.views.commands.
-- A change of this file makes a deployed projection Outdated: `muster projections rebuild metering/tables`.

CREATE TABLE IF NOT EXISTS cards (
    "partition"   int,
    "offset"      bigint,
    starts_at_ms  bigint,
    ends_at_ms    bigint,  -- NULL: until the next begins
    rerated       boolean, -- for days that were over
    card          jsonb,   -- the RateCard record
    requested_by  text,
    decided_at_ms bigint,
    PRIMARY KEY ("partition", "offset")
);

CREATE TABLE IF NOT EXISTS usage (
    "partition"     int,
    "offset"        bigint,
    n               int,     -- which share of the fact
    hour_ms         bigint,
    day_ms          bigint,
    node_id         text,
    gpu_model       text,
    tenant          text,    -- empty: the platform
    team            text,
    project         text,
    user_name       text,
    queue           text,
    tier            text,
    model_name      text,
    labels          jsonb,
    kind            text,
    reason          text,
    job_id          text,
    attempt         int,
    reservation     text,
    currency        text,    -- empty: no card was in force
    gpu_us          bigint,  -- of a correction, the difference
    gpu_hour_micros bigint,
    charged_percent int,
    PRIMARY KEY ("partition", "offset", n)
);
CREATE INDEX IF NOT EXISTS usage_by_hour ON usage (tenant, hour_ms);
CREATE INDEX IF NOT EXISTS usage_by_job ON usage (job_id) WHERE job_id <> '';

CREATE TABLE IF NOT EXISTS charges (
    "partition"   int,
    "offset"      bigint,
    n             int,     -- which charge of the fact
    charge_id     text,
    day_ms        bigint,
    node_id       text,
    gpu_model     text,
    tenant        text,    -- empty: the platform
    team          text,
    project       text,
    user_name     text,
    queue         text,
    tier          text,
    model_name    text,
    labels        jsonb,
    kind          text,
    reason        text,
    job_id        text,
    attempt       int,
    reservation   text,
    currency      text,
    gpu_us        bigint,  -- of a correction, the difference; so what follows
    byte_ms       numeric, -- STORAGE: bytes x milliseconds in the store
    cost_cents    bigint,
    charged_cents bigint,
    rate          jsonb,   -- RateApplied; NULL: several prices on that day
    cause         text,    -- of a correction
    PRIMARY KEY ("partition", "offset", n)
);
CREATE INDEX IF NOT EXISTS charges_by_day ON charges (tenant, day_ms);
CREATE INDEX IF NOT EXISTS charges_in_order ON charges (day_ms, "partition", "offset", n);
CREATE INDEX IF NOT EXISTS charges_by_job ON charges (job_id) WHERE job_id <> '';

CREATE TABLE IF NOT EXISTS attempts (
    job_id       text,
    attempt      int,
    outcome      text,   -- of one that is over and held GPUs
    opened_ms    bigint, -- when it had them
    ended_ms     bigint,
    lost_from_ms bigint, -- what it did since then is lost; NULL: nothing is
    loss         text,   -- why
    PRIMARY KEY (job_id, attempt)
);

CREATE TABLE IF NOT EXISTS days (
    day_ms  bigint,
    node_id text,
    rates   jsonb,  -- [RateApplied]
    PRIMARY KEY (day_ms, node_id)
);

CREATE TABLE IF NOT EXISTS measured (
    job_id             text,
    attempt            int,
    node_id            text,
    starts_at_ms       bigint, -- of five minutes
    gpus               int[],  -- that it held
    gpus_busy          int[],  -- of them busy for at least 5 % of that time
    gpu_milli          int,    -- thousandths that it held of each
    measured_ms        bigint, -- time, not GPU time
    kernel_measured_ms bigint, -- GPU time; NULL: not measured
    kernel_busy_ms     bigint,
    sm_measured_ms     bigint,
    sm_busy_ms         bigint,
    cpu_busy_milli     bigint,
    memory_mib         bigint, -- 0: without limit
    memory_used_mib    bigint,
    PRIMARY KEY (job_id, attempt, node_id, starts_at_ms)
);
CREATE INDEX IF NOT EXISTS measured_by_time ON measured (starts_at_ms);

CREATE TABLE IF NOT EXISTS budgets (
    tenant            text,
    budget            text,
    terms             jsonb,   -- the BudgetTerms record
    requested_by      text,
    starts_at_ms      bigint,  -- of the period that was measured; NULL: none was
    ends_at_ms        bigint,
    spent_micros      bigint,
    measured_until_ms bigint,
    removed           boolean,
    PRIMARY KEY (tenant, budget)
);

CREATE TABLE IF NOT EXISTS budget_thresholds (
    "partition"       int,
    "offset"          bigint,
    tenant            text,
    budget            text,
    threshold_percent int,
    reached           boolean, -- false: eased
    spent_micros      bigint,
    measured_until_ms bigint,
    PRIMARY KEY ("partition", "offset")
);
CREATE INDEX IF NOT EXISTS budget_thresholds_by_budget ON budget_thresholds (tenant, budget);

CREATE TABLE IF NOT EXISTS placed (
    tenant text,
    queue  text,
    parent text,  -- NULL: none
    PRIMARY KEY (tenant, queue)
);
