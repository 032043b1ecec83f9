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
CREATE INDEX IF NOT EXISTS usage_by_day ON usage (day_ms);

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

CREATE TABLE IF NOT EXISTS token_work (
    tenant        text,
    job_id        text,   -- a replica
    hour_ms       bigint,
    consumer      text,
    prompt_tokens bigint,
    output_tokens bigint,
    work          numeric, -- what they count by the card of that hour
    PRIMARY KEY (tenant, job_id, hour_ms, consumer)
);

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

-- What an attempt's row is lost of: what it did since lost_from_ms, as a part of its time in the row, 0 to 1.
CREATE OR REPLACE FUNCTION lost_part(opened_ms bigint, ended_ms bigint, lost_from_ms bigint, from_ms bigint, until_ms bigint)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN lost_from_ms IS NULL THEN 0 ELSE coalesce(
        greatest(0, least(ended_ms, until_ms) - greatest(lost_from_ms, from_ms))::numeric
        / nullif(greatest(0, least(ended_ms, until_ms) - greatest(opened_ms, from_ms)), 0), 0) END
$$;

-- Recorded hours in cents, not rounded, and whether their days are charged.
CREATE OR REPLACE VIEW hour_rows AS
    SELECT r.hour_ms, r.day_ms, r.node_id, r.gpu_model, r.tenant, r.team, r.project, r.user_name, r.queue, r.tier, r.model_name,
           r.labels, r.kind, r.reason, r.job_id, r.attempt, r.reservation, r.currency, r.gpu_us,
           r.gpu_us::numeric * r.gpu_hour_micros / 36000000000000 AS cost,
           r.gpu_us::numeric * r.gpu_hour_micros * r.charged_percent / 3600000000000000 AS charged,
           coalesce(lost_part(a.opened_ms, a.ended_ms, a.lost_from_ms, r.hour_ms, r.hour_ms + 3600000), 0) AS lost,
           EXISTS (SELECT FROM days d WHERE d.day_ms = r.day_ms AND d.node_id = r.node_id) AS settled
    FROM usage r LEFT JOIN attempts a
         ON r.kind = 'JOB' AND a.job_id = r.job_id AND a.attempt = r.attempt AND a.lost_from_ms IS NOT NULL;

-- Charges of days that are charged; of the others, recorded hours.
CREATE OR REPLACE VIEW day_rows AS
    SELECT r.day_ms, r.node_id, r.gpu_model, r.tenant, r.team, r.project, r.user_name, r.queue, r.tier, r.model_name,
           r.labels, r.kind, r.reason, r.job_id, r.attempt, r.reservation, r.currency, r.gpu_us,
           r.cost_cents::numeric AS cost, r.charged_cents::numeric AS charged,
           coalesce(lost_part(a.opened_ms, a.ended_ms, a.lost_from_ms, r.day_ms, r.day_ms + 86400000), 0) AS lost,
           true AS settled
    FROM charges r LEFT JOIN attempts a
         ON r.kind = 'JOB' AND a.job_id = r.job_id AND a.attempt = r.attempt AND a.lost_from_ms IS NOT NULL
    UNION ALL
    SELECT day_ms, node_id, gpu_model, tenant, team, project, user_name, queue, tier, model_name,
           labels, kind, reason, job_id, attempt, reservation, currency, gpu_us, cost, charged, lost, settled
    FROM hour_rows WHERE NOT settled;

-- Sums of days and of months, so that a year is read at once. A day is summed when the charges of a later one come, a month when
-- all its days are and a later one has begun. A sum whose rows changed since then is computed again, and until then read day
-- by day, or row by row. So the sums follow from the rows, even if rows are written twice or rebuilt; how much is summed depends
-- on when batches were written.
CREATE TABLE IF NOT EXISTS summed_days (
    day_ms   bigint PRIMARY KEY,
    month_ms bigint,
    summed   boolean,
    in_month boolean -- its month is also summed
);
COMMENT ON TABLE summed_days IS 'not compared';

CREATE TABLE IF NOT EXISTS day_sums (
    day_ms       bigint,
    gpu_model    text,
    tenant       text,
    team         text,
    project      text,
    user_name    text,
    queue        text,
    tier         text,
    model_name   text,
    kind         text,
    reason       text,
    reservation  text,
    currency     text,
    gpu_us       bigint,
    cost         numeric,
    charged      numeric,
    lost_gpu_us  numeric,
    lost_charged numeric,
    settled      boolean
);
CREATE INDEX IF NOT EXISTS day_sums_by_day ON day_sums (day_ms);
COMMENT ON TABLE day_sums IS 'not compared';

CREATE TABLE IF NOT EXISTS month_sums (
    month_ms     bigint,
    gpu_model    text,
    tenant       text,
    team         text,
    project      text,
    user_name    text,
    queue        text,
    tier         text,
    model_name   text,
    kind         text,
    reason       text,
    reservation  text,
    currency     text,
    gpu_us       bigint,
    cost         numeric,
    charged      numeric,
    lost_gpu_us  numeric,
    lost_charged numeric,
    settled      boolean
);
CREATE INDEX IF NOT EXISTS month_sums_by_month ON month_sums (month_ms);
COMMENT ON TABLE month_sums IS 'not compared';

CREATE OR REPLACE FUNCTION month_of(at_ms bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT (extract(epoch FROM date_trunc('month', to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') * 1000)::bigint
$$;

CREATE OR REPLACE FUNCTION sum_days(before_ms bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM day_sums WHERE day_ms = ANY(ARRAY(SELECT day_ms FROM summed_days WHERE NOT summed AND day_ms < before_ms));
    INSERT INTO day_sums
        SELECT day_ms, gpu_model, tenant, team, project, user_name, queue, tier, model_name, kind, reason, reservation, currency,
               sum(gpu_us)::bigint, sum(cost), sum(charged), sum(gpu_us * lost), sum(charged * lost), bool_and(settled)
        FROM day_rows
        WHERE day_ms = ANY(ARRAY(SELECT day_ms FROM summed_days WHERE NOT summed AND day_ms < before_ms))
        GROUP BY day_ms, gpu_model, tenant, team, project, user_name, queue, tier, model_name, kind, reason, reservation, currency;
    UPDATE summed_days SET summed = true WHERE NOT summed AND day_ms < before_ms;
$$;

CREATE OR REPLACE FUNCTION sum_months(before_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE months bigint[] := ARRAY(
    SELECT month_ms FROM summed_days WHERE month_ms < month_of(before_ms)
    GROUP BY month_ms HAVING bool_and(summed) AND NOT bool_and(in_month)
);
BEGIN
    IF months = '{}' THEN RETURN; END IF;
    DELETE FROM month_sums WHERE month_ms = ANY(months);
    INSERT INTO month_sums
        SELECT d.month_ms, gpu_model, tenant, team, project, user_name, queue, tier, model_name, kind, reason, reservation, currency,
               sum(gpu_us)::bigint, sum(cost), sum(charged), sum(lost_gpu_us), sum(lost_charged), bool_and(settled)
        FROM day_sums JOIN summed_days d USING (day_ms) WHERE d.month_ms = ANY(months)
        GROUP BY d.month_ms, gpu_model, tenant, team, project, user_name, queue, tier, model_name, kind, reason, reservation, currency;
    UPDATE summed_days SET in_month = true WHERE month_ms = ANY(months);
END $$;

CREATE OR REPLACE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE summed_days SET in_month = false WHERE in_month AND month_ms = ANY(ARRAY(SELECT DISTINCT month_of(day_ms) FROM added));
    INSERT INTO summed_days SELECT DISTINCT day_ms, month_of(day_ms), false, false FROM added
        ON CONFLICT (day_ms) DO UPDATE SET summed = false WHERE summed_days.summed;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_before() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE newest_ms bigint := (SELECT max(day_ms) FROM added);
BEGIN
    PERFORM sum_days(newest_ms);
    PERFORM sum_months(newest_ms);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_lost() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE days bigint[] := ARRAY(
    SELECT DISTINCT d.day_ms FROM summed_days d JOIN added ON d.day_ms BETWEEN opened_ms - opened_ms % 86400000 AND ended_ms
    WHERE summed AND lost_from_ms IS NOT NULL
);
BEGIN
    IF days = '{}' THEN RETURN NULL; END IF;
    UPDATE summed_days SET summed = false WHERE day_ms = ANY(days);
    UPDATE summed_days SET in_month = false WHERE in_month AND month_ms IN (SELECT month_of(day_ms) FROM unnest(days) AS day_ms);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER usage_added AFTER INSERT ON usage
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added();
CREATE OR REPLACE TRIGGER charges_added AFTER INSERT ON charges
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added();
CREATE OR REPLACE TRIGGER charges_sum AFTER INSERT ON charges -- after charges_added: by name
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_before();
CREATE OR REPLACE TRIGGER day_added AFTER INSERT ON days
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added();
CREATE OR REPLACE TRIGGER attempt_added AFTER INSERT ON attempts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_lost();
CREATE OR REPLACE TRIGGER attempt_changed AFTER UPDATE ON attempts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_lost();
