"""The API."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from muster.api import Description
from muster.scanner.config import Settings
from muster.scanner.edge.projections import TABLES
from muster.scanner.edge.routes import reviews, rules, scans
from muster.scanner.edge.routes.installed import Installed
from muster.service.starting.api import Api

DESCRIPTION: Final = Description(
    text="What was found in content of repositories, what waits for a reviewer, and which rules judge. "
    "Content is named as the registry keeps it, KIND/HASH: a verdict is about bytes, wherever they are.",
    tags={
        "scans": "Verdicts and findings.",
        "reviews": "What people say of content, on record.",
        "rules": "Which rules judge.",
        "commands": "What became of a request.",
    },
)


def equip(app: FastAPI, settings: Settings) -> None:
    """Give the routes the rules that this process was started with."""
    app.state.installed = Installed(settings)


API: Final = Api(
    tables=TABLES,
    routers=(scans.router, reviews.router, rules.router),
    description=DESCRIPTION,
    equip=equip,
)
