"""The tables that queries need."""

from __future__ import annotations

from typing import Final

from muster.drift.core.rows import drift_rows
from muster.drift.edge.roles import DECIDING
from muster.views.declared import own_tables

DDL: Final = """
CREATE TABLE IF NOT EXISTS monitors (
    tenant       text,
    repository   text,    -- NAMESPACE/NAME
    document     text,    -- canonical JSON
    digest       text,
    requested_by text,
    at_ms        bigint,
    removed      boolean,
    PRIMARY KEY (tenant, repository)
);
CREATE TABLE IF NOT EXISTS subgroups (
    tenant     text,
    repository text,
    commit     text,      -- empty: the server does not say
    task       text,
    segment    text,
    start_ms   bigint,
    end_ms     bigint,
    samples    bigint,
    seen       bigint,
    dropped    bigint,
    points     jsonb,     -- ChartPoint records
    judged          bigint,    -- samples with a score; NULL: no judge has had them yet
    unjudged        bigint,
    judged_points   jsonb,     -- ChartPoint records
    unjudged_reason text,
    cost_micros     bigint,
    PRIMARY KEY (tenant, repository, commit, task, segment, start_ms)
);
CREATE INDEX IF NOT EXISTS subgroups_newest ON subgroups (tenant, repository, end_ms DESC);
CREATE TABLE IF NOT EXISTS charts (
    tenant     text,
    repository text,
    commit     text,
    task       text,
    segment    text,
    measure    text,
    center     double precision,
    spread     double precision,
    smoothing  double precision,
    low_limit  double precision,
    high_limit double precision,
    run_length double precision,
    subgroups  integer,
    samples    bigint,
    at_ms      bigint,
    baseline        double precision,    -- of quality: mean score of the baseline
    gap             double precision,    -- standard deviations of one score
    gap_uncertainty double precision,
    PRIMARY KEY (tenant, repository, commit, task, segment, measure)
);
CREATE TABLE IF NOT EXISTS inputs (
    tenant     text,
    repository text,
    commit     text,
    task       text,
    segment    text,
    start_ms   bigint,              -- of the last period
    end_ms     bigint,
    reference_start_ms bigint,
    subgroups  integer,
    shifts     jsonb,               -- ColumnShift records
    PRIMARY KEY (tenant, repository, commit, task, segment)
);
CREATE TABLE IF NOT EXISTS baselines (
    tenant         text,
    repository     text,
    commit         text,
    config         text,
    judge_hash     text,
    mean           double precision,    -- NULL: there is none
    deviation      double precision,
    cases          integer,
    at_ms          bigint,
    missing        text,                -- why there is none
    compared_at_ms bigint,              -- NULL: the judge was not checked yet
    compared_cases integer,
    difference     double precision,
    p_value        double precision,
    moved          boolean,
    unchecked      text,                -- why the last check failed
    PRIMARY KEY (tenant, repository, commit)
);
CREATE TABLE IF NOT EXISTS alarms (
    tenant          text,
    alarm           text,
    repository      text,
    commit          text,
    task            text,
    segment         text,
    measure         text,
    side            text,
    center          double precision,
    value           double precision,
    size            double precision,
    began_ms        bigint,
    began_after_ms  bigint,
    began_before_ms bigint,
    at_ms           bigint,
    run_length      double precision,
    text            text,
    worst           jsonb,    -- WorstSample records
    rollback        boolean,  -- it asks for the version to be taken back
    ended_at_ms     bigint,   -- NULL: it is open
    ended_reason    text,
    known_to        text,     -- NULL: nobody has acknowledged it
    known_reason    text,
    known_at_ms     bigint,
    PRIMARY KEY (tenant, alarm)
);
CREATE INDEX IF NOT EXISTS alarms_newest ON alarms (tenant, at_ms DESC);
CREATE TABLE IF NOT EXISTS forgotten_users (
    tenant   text,
    subject  text,      -- keyed hash of the user, as samples have it
    until_ms bigint,    -- samples may be left until then
    PRIMARY KEY (tenant, subject)
);
"""

TABLES: Final = own_tables(DECIDING, drift_rows, ddl=DDL)
"""Monitors, subgroups, charts, inputs, alarms and forgotten users."""
