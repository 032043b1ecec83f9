"""The application."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from muster.api import ApiSettings, Description, create_app
from muster.api.commands import routes as commands
from muster.identity import MembershipFeed
from muster.scanner.config import Settings
from muster.scanner.edge.routes import reviews, rules, scans
from muster.scanner.edge.routes.installed import Installed
from muster.service.starting.api import Connect

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


def build(
    settings: Settings, memberships: MembershipFeed | None = None, connect: Connect | None = None
) -> FastAPI:
    """The application; it connects when it starts, not before."""
    api = ApiSettings(auth=settings.auth(), memberships=memberships)
    routers = [scans.router, reviews.router, rules.router, commands.router]
    app = create_app("scanner", api, routers, lifespan=connect, description=DESCRIPTION)
    app.state.installed = Installed(settings)
    return app
