"""The tables of this service."""

from __future__ import annotations

from typing import Final

from muster.alerts.core.rows import alert_rows, delivery_rows
from muster.events.topics import ALERTS_COMMANDS, ALERTS_EVENTS, DELIVERY_EVENTS
from muster.views.declared import decided_tables

DDL: Final = """
CREATE TABLE IF NOT EXISTS alerts (
    alert    text,
    tenant   text,   -- empty: what all tenants share
    team     text,
    rule     text,
    series   text,
    severity text,
    title    text,
    text     text,
    links    jsonb,
    at_ms    bigint,
    routes   jsonb,  -- AlertDestination records
    PRIMARY KEY (alert, tenant)
);
CREATE INDEX IF NOT EXISTS alerts_newest ON alerts (tenant, at_ms DESC);
CREATE TABLE IF NOT EXISTS deliveries (
    alert    text,
    tenant   text,   -- whose route it is
    route    text,
    sent     boolean,
    attempts int,
    reason   text,
    at_ms    bigint,
    PRIMARY KEY (alert, tenant, route)
);
CREATE TABLE IF NOT EXISTS routes (
    tenant       text,
    route        text,
    terms        jsonb,  -- the AlertRouteTerms record
    requested_by text,
    removed      boolean,
    PRIMARY KEY (tenant, route)
);
"""

TABLES: Final = decided_tables(
    "alerts",
    facts=ALERTS_EVENTS,
    commands=(ALERTS_COMMANDS,),
    rows={ALERTS_EVENTS: alert_rows, DELIVERY_EVENTS: delivery_rows},
    ddl=DDL,
)
