"""The tables of this service."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from muster.events.topics import MEASUREMENT_EVENTS, METERING_COMMANDS, USAGE_EVENTS
from muster.metering.core.rows import table_rows
from muster.views import commands
from muster.views.declared import tables

DDL: Final = commands.DDL + files("muster.metering.edge").joinpath("tables.sql").read_text()

TABLES: Final = tables("metering", [USAGE_EVENTS, METERING_COMMANDS, MEASUREMENT_EVENTS], table_rows, ddl=DDL)
