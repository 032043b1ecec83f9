"""The API."""

from __future__ import annotations

from typing import Final

from muster.api import Description
from muster.drift.edge.projections import TABLES
from muster.drift.edge.routes import alarms, charts, monitors, users
from muster.service import Api

DESCRIPTION: Final = Description(
    text="Whether the quality of models in production has moved. A monitor says how a model is watched; each "
    "series of its traffic has a chart for each measure; a chart beyond its limits raises an alarm.",
    tags={
        "monitors": "How models are watched, and their charts.",
        "alarms": "What has moved, and who knows of it.",
        "users": "Users whose samples are forgotten.",
        "commands": "What became of a request.",
    },
)

API: Final = Api(
    tables=TABLES,
    routers=(monitors.router, charts.router, alarms.router, users.router),
    description=DESCRIPTION,
)
