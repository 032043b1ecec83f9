"""The tables of this service."""

from __future__ import annotations

from typing import Final

from muster.events.topics import REGISTRY_EVENTS, SCAN_COMMANDS, SCAN_EVENTS
from muster.scanner.core.rows import registry_rows, scan_rows
from muster.views.declared import decided_tables

DDL: Final = """
CREATE TABLE IF NOT EXISTS scans (
    object         text PRIMARY KEY,  -- KIND/HASH
    scan           text,
    state          text,     -- running | postponed | completed
    waits_for      text,     -- why it is postponed
    attempt        integer,
    verdict        text,     -- the last; NULL: none yet
    reason         text,
    findings       integer,
    judged_by      text,     -- the scan of the verdict
    rules_version  text,
    size_bytes     bigint,
    content_sha256 text,
    names          text[],
    changed_at_ms  bigint,
    judged_at_ms   bigint
);
CREATE INDEX IF NOT EXISTS scans_newest ON scans (changed_at_ms DESC, object);
CREATE TABLE IF NOT EXISTS findings (
    scan     text,
    event_id text,
    object   text,
    rule     text,
    kind     text,
    severity text,
    message  text,
    member   text,
    place    bigint,  -- first byte, in the member
    PRIMARY KEY (scan, event_id)
);
CREATE TABLE IF NOT EXISTS reviews (
    event_id      text PRIMARY KEY,
    object        text,
    rules_version text,
    tenant        text,
    decision      text,   -- RELEASE | CLOSE | OVERRIDE
    verdict       text,   -- what was looked at; of an override, what holds
    scan          text,
    reason        text,
    by            text,
    at_ms         bigint
);
CREATE INDEX IF NOT EXISTS reviews_of ON reviews (object, tenant);
CREATE TABLE IF NOT EXISTS activations (
    event_id      text PRIMARY KEY,
    rules_version text,
    former        text,
    reason        text,
    by            text,
    at_ms         bigint
);
CREATE TABLE IF NOT EXISTS held (
    object     text,
    repository text,
    commit     text,
    path       text,     -- empty: the root directory
    tenant     text,
    released   boolean,
    PRIMARY KEY (object, repository, commit)
);
CREATE INDEX IF NOT EXISTS held_by ON held (repository);
CREATE INDEX IF NOT EXISTS held_of ON held (tenant);
CREATE TABLE IF NOT EXISTS repositories (
    repository text PRIMARY KEY,
    namespace  text,
    name       text,
    tenant     text,
    visibility text,
    created_by text,     -- ORGANISATION/USER
    deleted    boolean,
    licence    text,     -- as the card of main says; NULL: it has none
    bases      jsonb     -- names of the models that it comes from, by that card
);
CREATE INDEX IF NOT EXISTS repositories_named ON repositories (lower(namespace), lower(name));
CREATE TABLE IF NOT EXISTS closed (
    object     text,
    repository text,
    closed     boolean,
    by         text,     -- `scanner`, or the reviewer
    reason     text,
    at_ms      bigint,
    PRIMARY KEY (object, repository)
);
CREATE TABLE IF NOT EXISTS objects (
    object     text PRIMARY KEY,
    object_key text,     -- where in the store it lies
    there      boolean
);
CREATE TABLE IF NOT EXISTS differences (
    object    text PRIMARY KEY,  -- xorb/HASH
    delta_key text,   -- where its difference lies; NULL: the xorb is gone
    bases     jsonb   -- what it is from: hashes of xorbs, and where each lies
);
CREATE TABLE IF NOT EXISTS repacked (
    object text PRIMARY KEY,  -- lfs/HASH
    record text               -- SHA-256 of the record that says where its chunks lie
);
"""

TABLES: Final = decided_tables(
    "scanner",
    facts=SCAN_EVENTS,
    commands=(SCAN_COMMANDS,),
    rows={SCAN_EVENTS: scan_rows, REGISTRY_EVENTS: registry_rows},
    ddl=DDL,
)
