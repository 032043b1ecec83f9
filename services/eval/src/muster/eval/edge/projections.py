"""The tables of this service."""

from __future__ import annotations

from typing import Final

from muster.eval.core.rows import eval_rows, registry_rows, result_rows
from muster.events.topics import EVAL_COMMANDS, EVAL_EVENTS, EVAL_RESULTS, REGISTRY_EVENTS
from muster.views.declared import decided_tables

DDL: Final = """
CREATE TABLE IF NOT EXISTS golden_sets (
    tenant       text,
    name         text,
    digest       text,
    tasks        jsonb,   -- GoldenTask records
    source       text,
    requested_by text,
    at_ms        bigint,
    held_out       text,   -- keyed digest of held-out cases; empty: none
    held_out_tasks jsonb,  -- GoldenTask records of these
    PRIMARY KEY (tenant, name)
);
CREATE TABLE IF NOT EXISTS golden_set_versions (   -- sets that are or were in force
    tenant text,
    digest text,
    name   text,      -- one digest may have several
    tasks  jsonb,     -- GoldenTask records
    held_out_tasks jsonb,  -- the same of held-out cases
    comparable     text,   -- digest without live cases; empty: there are none
    PRIMARY KEY (tenant, digest, name)
);
CREATE TABLE IF NOT EXISTS proposals (
    tenant         text,
    golden_set     text,
    proposal       text,      -- the first digits of the digest
    digest         text,      -- of the case's line, which lies in the store
    case_id        text,
    task           text,
    source         text,
    proposed_by    text,
    proposed_at_ms bigint,
    accepted       boolean,   -- NULL: nobody has decided
    reason         text,
    decided_by     text,
    decided_at_ms  bigint,
    PRIMARY KEY (tenant, golden_set, proposal)
);
CREATE TABLE IF NOT EXISTS configs (
    tenant       text,
    name         text,
    digest       text,
    document     text,    -- canonical JSON
    requested_by text,
    at_ms        bigint,
    PRIMARY KEY (tenant, name)
);
CREATE TABLE IF NOT EXISTS runs (
    run           text PRIMARY KEY,
    tenant        text,
    repository    text,
    commit        text,
    baseline      text,    -- empty: none
    config        text,
    config_digest text,
    cases         integer,
    requested_by  text,
    started_at_ms bigint,
    scores        jsonb,   -- EvalScore records
    gate          text,
    verdict       text,    -- NULL: not decided
    blocking      boolean,
    reason        text,
    tasks         jsonb,   -- GateTask records
    outcome       text,    -- NULL: it has not ended
    code          text,
    why_ended     text,
    ended_at_ms   bigint,
    judge_hash    text,    -- empty: no judge
    warnings      jsonb,   -- sentences
    spent_micros  bigint,  -- NULL: it has not ended
    unsettled_micros bigint,
    cap_micros    bigint,  -- NULL: no limit
    priced        boolean,
    trigger       text,    -- ref whose new version started it; empty: somebody asked
    job_id        text,    -- that serves the version; empty: an endpoint does
    url           text,    -- of that job's server; NULL: not known yet, or there is no job
    golden_set    text,    -- SHA-256 of the golden set; empty: started before this was recorded
    held_out       text,    -- keyed digest of held-out cases that it asks; empty: none
    held_out_cases integer, -- of its tasks, asked or not
    held_out_use   integer  -- number of final gates that have asked these, with this one; 0: none
);
CREATE TABLE IF NOT EXISTS probes (   -- of judges, and kept answers scored; results are beside those of runs
    run           text PRIMARY KEY,
    tenant        text,
    repository    text,
    commit        text,    -- whose answers were changed
    config        text,
    golden_set    text,    -- SHA-256
    judge         text,    -- model and version; NULL: not measured
    judge_hash    text,
    cases         integer, -- at most
    spots         jsonb,   -- BlindSpot records; NULL: not measured
    anchors       integer, -- most cases whose answers are scored as in production; 0: it is a probe
    fresh         boolean, -- whether kept verdicts do not count
    answers       jsonb,   -- AnswerScore records; NULL: none are scored
    answer_tasks  jsonb,   -- AnchorTask records
    outcome       text,    -- NULL: it has not ended
    code          text,
    why_ended     text,
    requested_by  text,
    started_at_ms bigint,
    ended_at_ms   bigint,
    cap_micros    bigint,  -- NULL: no limit
    spent_micros  bigint,  -- NULL: it has not ended
    unsettled_micros bigint,
    priced        boolean
);
CREATE INDEX IF NOT EXISTS probes_newest ON probes (tenant, config, started_at_ms DESC, run);
CREATE INDEX IF NOT EXISTS runs_newest ON runs (tenant, started_at_ms DESC, run);
CREATE INDEX IF NOT EXISTS runs_of_version ON runs (repository, commit, config_digest, ended_at_ms);
CREATE TABLE IF NOT EXISTS results (
    run        text,
    case_id    text,
    batch      integer,
    place      integer,   -- in the batch
    task       text,
    cluster    text,
    score      double precision,  -- NULL: it could not be scored
    code       text,
    reason     text,
    answer     text,      -- SHA-256
    cached     boolean,
    tokens_in  integer,
    tokens_out integer,
    latency_ms integer,
    judged     jsonb,     -- a Judged record; NULL: checks decided
    key        text,      -- of the answer, among those that are used again
    cost_picos bigint,    -- 10^-12 dollars
    subset     text,      -- LOCKED, LIVE or HELD_OUT
    PRIMARY KEY (run, case_id)
);
CREATE INDEX IF NOT EXISTS results_in_order ON results (run, batch, place);
CREATE TABLE IF NOT EXISTS batches (   -- sums of results: how far a run is, without reading them all
    run        text,
    batch      integer,
    done       integer,
    scored     integer,
    cached     integer,
    tokens_in  integer,   -- of cases that were asked
    tokens_out integer,
    judged     integer,
    judge_unread     integer,
    judge_tokens_in  integer,
    judge_tokens_out integer,
    cost_picos bigint,
    PRIMARY KEY (run, batch)
);
CREATE TABLE IF NOT EXISTS prices (
    tenant       text,
    endpoint     text,    -- empty: wherever no other price holds
    model        text,
    price        jsonb,   -- TokenPrice; NULL: none
    requested_by text,
    at_ms        bigint,
    PRIMARY KEY (tenant, endpoint, model)
);
CREATE TABLE IF NOT EXISTS budgets (
    tenant        text PRIMARY KEY,
    day_micros    bigint,  -- NULL: the default
    paused_day_ms bigint   -- NULL: not paused
);
CREATE TABLE IF NOT EXISTS repositories (
    repository text PRIMARY KEY,
    full_name  text,
    tenant     text,
    deleted    boolean
);
CREATE TABLE IF NOT EXISTS refs (
    repository text,
    name       text,      -- of a branch, tag or pointer
    commit     text,      -- empty: it is gone
    PRIMARY KEY (repository, name)
);
CREATE TABLE IF NOT EXISTS labels (
    tenant  text,
    key     text,      -- of the answer, among those that are used again
    answer  text,      -- SHA-256
    person  text,
    run     text,      -- that the label names; others have the same answer
    case_id text,
    score   integer,   -- 1 to 5; NULL: the label was removed
    comment text,
    at_ms   bigint,
    PRIMARY KEY (tenant, key, answer, person)
);
CREATE INDEX IF NOT EXISTS results_by_key ON results (key);
CREATE INDEX IF NOT EXISTS repositories_named ON repositories (tenant, lower(full_name));
"""

TABLES: Final = decided_tables(
    "eval",
    facts=EVAL_EVENTS,
    commands=(EVAL_COMMANDS,),
    rows={EVAL_EVENTS: eval_rows, EVAL_RESULTS: result_rows, REGISTRY_EVENTS: registry_rows},
    ddl=DDL,
)
