"""Routes for MLflow clients, and the limits of their requests."""

from __future__ import annotations

from typing import Final

from muster.registry.edge.mlflow import (
    artifacts,
    experiments,
    logged_models,
    registered_models,
    runs,
    server,
    versions,
)

ROUTERS: Final = tuple(
    each.router for each in (experiments, runs, logged_models, registered_models, versions, artifacts, server)
)
"""Routers, before those of the Hub, as /api/{types} would match their paths; `server` has the rest."""

BODY_BYTES_MAX_UNDER: Final = {f"{artifacts.ARTIFACTS}/": artifacts.SENT_BYTES_MAX}
"""Maximum size of a body, by the beginning of its path."""
