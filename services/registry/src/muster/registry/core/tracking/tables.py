"""Tables of runs, metrics, params, tags, and versions of registered models."""

from __future__ import annotations

from typing import Final, LiteralString

DDL: Final[LiteralString] = """
CREATE TABLE IF NOT EXISTS described (
    repository    text PRIMARY KEY,
    description   text,
    archived      boolean,
    changed_at_ms bigint
);
CREATE TABLE IF NOT EXISTS labels (
    about text,   -- a run, a repository, or REPOSITORY/VERSION
    name  text,
    value text,   -- NULL: taken away
    PRIMARY KEY (about, name)
);
CREATE TABLE IF NOT EXISTS runs (
    run           text PRIMARY KEY,
    repository    text,
    kind          text,   -- RUN | MODEL: what a run has logged as a model
    name          text,
    model_type    text,
    source_run    text,   -- of a model; empty: none
    status        text,
    started_at_ms bigint,
    ended_at_ms   bigint,
    created_by    text,   -- ORGANISATION/USER
    changed_at_ms bigint,
    removed       boolean
);
CREATE INDEX IF NOT EXISTS runs_newest ON runs (repository, kind, started_at_ms DESC, run);
CREATE INDEX IF NOT EXISTS runs_by_source ON runs (source_run) WHERE source_run <> '';
CREATE TABLE IF NOT EXISTS params (
    run   text,
    name  text,
    value text,
    PRIMARY KEY (run, name)
);
CREATE TABLE IF NOT EXISTS run_datasets (
    run     text,
    name    text,
    digest  text,
    dataset jsonb,   -- the DatasetUse record
    PRIMARY KEY (run, name, digest)
);
CREATE TABLE IF NOT EXISTS metrics (
    run            text,
    name           text,
    step           bigint,
    at_ms          bigint,
    value          double precision,
    model          text,   -- empty: none is named
    dataset        text,
    dataset_digest text,
    PRIMARY KEY (run, name, step, at_ms, value, model, dataset, dataset_digest)
);
CREATE INDEX IF NOT EXISTS metrics_of_models ON metrics (model, name) WHERE model <> '';
CREATE TABLE IF NOT EXISTS model_versions (
    repository    text,
    version       integer,
    commit        text,
    source        text,   -- as the client says
    run           text,
    model         text,
    run_link      text,
    description   text,
    stage         text,
    created_by    text,   -- ORGANISATION/USER
    created_at_ms bigint,
    changed_at_ms bigint,
    removed       boolean,
    PRIMARY KEY (repository, version)
);
CREATE INDEX IF NOT EXISTS model_versions_by_run ON model_versions (run) WHERE run <> '';
CREATE TABLE IF NOT EXISTS aliases (
    repository text,
    alias      text,
    version    integer,   -- NULL: leads nowhere
    PRIMARY KEY (repository, alias)
);
"""
