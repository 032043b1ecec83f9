"""Projections of this service: its tables, and its search documents."""

from __future__ import annotations

from typing import Final

from muster.events.topics import JOB_EVENTS, REGISTRY_COMMANDS, REGISTRY_EVENTS, RUN_EVENTS
from muster.registry.core import documents
from muster.registry.core.lineage import rows as lineage
from muster.registry.core.rows import registry_rows
from muster.registry.core.tracking import door as tracking
from muster.registry.core.versions import rows as versions
from muster.views.declared import decided_tables, search

DDL: Final = (
    """
CREATE TABLE IF NOT EXISTS repositories (
    repository    text PRIMARY KEY,
    type          text,
    namespace     text,
    name          text,
    visibility    text,
    tenant        text,
    created_by    text,   -- ORGANISATION/USER
    created_at_ms bigint,
    changed_at_ms bigint,
    card          jsonb,  -- the ModelCard record of main; NULL: it has none
    quarantine    text,   -- why its files are closed; NULL: they are not
    deleted       boolean,
    total_downloads bigint  -- of all time
);
CREATE INDEX IF NOT EXISTS repositories_named ON repositories (lower(namespace), lower(name), type);
CREATE INDEX IF NOT EXISTS repositories_newest ON repositories (type, changed_at_ms DESC, repository);
CREATE INDEX IF NOT EXISTS repositories_of ON repositories (tenant, repository);
CREATE TABLE IF NOT EXISTS former_names (
    name       text,    -- NAMESPACE/NAME in lower case, which a repository had until it was moved
    repository text,
    at_ms      bigint,
    PRIMARY KEY (name, repository)
);
CREATE TABLE IF NOT EXISTS refs (
    repository text,
    kind       text,
    name       text,
    commit     text,   -- NULL: deleted
    PRIMARY KEY (repository, kind, name)
);
CREATE TABLE IF NOT EXISTS commits (
    repository  text,
    commit      text,
    parent      text,   -- empty: it is the first
    root        text,
    author      text,   -- ORGANISATION/USER
    at_ms       bigint,
    title       text,
    description text,
    released    boolean,
    logical_bytes bigint,  -- of its files, each as a whole copy; NULL: it was not said
    PRIMARY KEY (repository, commit)
);
CREATE TABLE IF NOT EXISTS grants (
    repository text,
    kind       text,
    grantee    text,
    level      text,   -- NULL: taken back
    PRIMARY KEY (repository, kind, grantee)
);
CREATE INDEX IF NOT EXISTS grants_to ON grants ((kind || '/' || grantee)) WHERE level IS NOT NULL;
CREATE TABLE IF NOT EXISTS objects (
    object     text PRIMARY KEY,  -- KIND/HASH
    size_bytes bigint,
    object_key text,
    there      boolean,
    tier       text,     -- HOT | WARM | COLD; NULL: it has not changed yet, so it is hot
    storage_class text,  -- of the store, as it said last; empty: it knows none; NULL: it was not asked yet
    damage     text      -- why its stored bytes are not to be read; NULL: nothing is known against them
);
CREATE INDEX IF NOT EXISTS objects_damaged ON objects (object) WHERE damage IS NOT NULL;
CREATE TABLE IF NOT EXISTS tier_rules (
    rule            text PRIMARY KEY,  -- empty: there is one
    warm_after_days integer,
    cold_after_days integer,
    prewarmed_max   integer
);
CREATE TABLE IF NOT EXISTS referred (
    repository text,
    object     text,
    PRIMARY KEY (repository, object)
);
CREATE INDEX IF NOT EXISTS referred_from ON referred (object);
CREATE TABLE IF NOT EXISTS uploads (
    upload        text PRIMARY KEY,
    tenant        text,
    object        text,
    size_bytes    bigint,
    expires_at_ms bigint,
    state         text   -- open | proven | ended
);
CREATE INDEX IF NOT EXISTS uploads_of ON uploads (object);
CREATE TABLE IF NOT EXISTS xet_files (
    repository text,
    file       text,    -- its hash in xet
    record     text,    -- file/RECORD is the object that says where its chunks lie
    sha256     text,    -- as the client says; empty: it does not say
    size_bytes bigint,
    PRIMARY KEY (repository, file, record)
);
CREATE INDEX IF NOT EXISTS xet_files_by_digest ON xet_files (repository, sha256);
CREATE TABLE IF NOT EXISTS key_chunks (
    tenant text,
    chunk  text,
    xorb   text,
    record text,
    PRIMARY KEY (tenant, chunk, record)
);
CREATE TABLE IF NOT EXISTS fixed_chunks (
    tenant     text,
    record     text,     -- of the file that it is a range of
    place      integer,  -- which 64 MiB of the file
    sha256     text,
    size_bytes bigint,   -- of the file
    PRIMARY KEY (tenant, record, place)
);
CREATE INDEX IF NOT EXISTS fixed_chunks_by_digest ON fixed_chunks (tenant, sha256);
CREATE TABLE IF NOT EXISTS xet_uses (
    record     text,
    repository text,
    commit     text,
    tenant     text,
    PRIMARY KEY (record, repository, commit)
);
CREATE TABLE IF NOT EXISTS repacked (
    tenant     text,
    object     text,    -- lfs/HASH of what came whole
    record     text,    -- file/RECORD says where its chunks lie; NULL: the organisation holds it no longer
    file       text,    -- its hash in xet
    size_bytes bigint,
    PRIMARY KEY (tenant, object)
);
CREATE INDEX IF NOT EXISTS repacked_by_file ON repacked (file);
CREATE INDEX IF NOT EXISTS repacked_by_record ON repacked (record);
CREATE TABLE IF NOT EXISTS lfs_uses (
    object     text,
    repository text,
    commit     text,
    tenant     text,
    PRIMARY KEY (object, repository, commit)
);
CREATE TABLE IF NOT EXISTS tenant_xorbs (
    tenant text,
    object text,   -- xorb/HASH
    PRIMARY KEY (tenant, object)
);
CREATE TABLE IF NOT EXISTS differences (
    object          text PRIMARY KEY,  -- xorb/HASH
    delta_key       text,    -- where its difference lies; NULL: the xorb is gone
    delta_bytes     bigint,
    bases           jsonb,   -- what it is from: hashes of xorbs, and where each lies
    plain_until_ms  bigint,  -- until then its own bytes are read
    repository      text,    -- in a version of which it was found
    base_repository text,
    tenant          text     -- whose both are
);
CREATE INDEX IF NOT EXISTS differences_of ON differences (tenant, base_repository);
CREATE INDEX IF NOT EXISTS differences_from ON differences USING gin (bases);
CREATE TABLE IF NOT EXISTS organisations (
    tenant         text PRIMARY KEY,
    unique_bytes   bigint,
    reserved_bytes bigint,
    quota_bytes    bigint,
    download_quota_bytes bigint, -- of 30 days; NULL: no limit
    encryption_key       text    -- name of the key that all of it is encrypted with; empty or NULL: none
);
CREATE TABLE IF NOT EXISTS downloaded_days (
    tenant     text,    -- whose members have downloaded
    day        integer, -- UTC, since 1970
    read_bytes bigint,
    PRIMARY KEY (tenant, day)
);
CREATE TABLE IF NOT EXISTS read_days (
    repository text,
    day        integer,
    downloads  bigint,  -- by anybody
    PRIMARY KEY (repository, day)
);
"""
    + versions.DDL
    + lineage.DDL
    + tracking.DDL
)

TABLES: Final = decided_tables(
    "registry",
    facts=REGISTRY_EVENTS,
    commands=(REGISTRY_COMMANDS,),
    rows={REGISTRY_EVENTS: registry_rows, JOB_EVENTS: lineage.job_rows, RUN_EVENTS: tracking.metric_rows},
    ddl=DDL,
)

SEARCH: Final = search(
    "registry",
    [REGISTRY_EVENTS],
    documents.repository_documents,
    collections={documents.REPOSITORIES: documents.MAPPING},
)
