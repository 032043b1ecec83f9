"""The API."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from muster.api import Description
from muster.drift.config import Settings
from muster.drift.edge.projections import TABLES
from muster.drift.edge.routes import alarms, charts, monitors, samples, users
from muster.service import Api
from muster.store import ObjectStore

DESCRIPTION: Final = Description(
    text="Whether the quality of models in production has moved. A monitor says how a model is watched; each "
    "series of its traffic has a chart for each measure; a chart beyond its limits raises an alarm.",
    tags={
        "monitors": "How models are watched, and their charts.",
        "alarms": "What has moved, the worst samples, and who knows of it.",
        "users": "Users whose samples are forgotten.",
        "commands": "What became of a request.",
    },
)


def equip(app: FastAPI, settings: Settings) -> None:
    """Give the routes the store that has large texts of samples."""
    app.state.bodies = ObjectStore(settings.store())


API: Final = Api(
    tables=TABLES,
    routers=(monitors.router, charts.router, alarms.router, samples.router, users.router),
    description=DESCRIPTION,
    equip=equip,
)
