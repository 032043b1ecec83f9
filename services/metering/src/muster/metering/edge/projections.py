"""The tables of this service."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from muster.events.topics import MEASUREMENT_EVENTS, METERING_COMMANDS, USAGE_EVENTS
from muster.metering.core.measurement.rows import measured_rows
from muster.metering.core.rows import usage_rows
from muster.views.declared import decided_tables

DDL: Final = files("muster.metering.edge").joinpath("tables.sql").read_text()

TABLES: Final = decided_tables(
    "metering",
    facts=USAGE_EVENTS,
    commands=(METERING_COMMANDS,),
    rows={USAGE_EVENTS: usage_rows, MEASUREMENT_EVENTS: measured_rows},
    ddl=DDL,
)
