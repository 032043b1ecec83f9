"""The HTTP API of submit, wired from settings."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from muster.api import ApiSettings, Description, create_app
from muster.api.commands import routes as commands
from muster.api.commands.bodies import REASON
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.identity import MembershipFeed
from muster.identity.nodes import NodeIssuer
from muster.jobs import (
    JobRequest,
    MaintenanceRequest,
    PolicyRequest,
    QueueRequest,
    QueueSettingsRequest,
    ReclaimRequest,
    ReservationRequest,
    RestrictionRequest,
    TagRequest,
)
from muster.service import Context, InvalidSettings, Work
from muster.service.starting.api import open_gateway, serve
from muster.store import ObjectStore
from muster.store.archives import ARCHIVE_BYTES_MAX
from muster.submit.config import Settings
from muster.submit.edge.enrolments import Enrolments
from muster.submit.edge.projections import TABLES
from muster.submit.edge.reads.queries import Queries
from muster.submit.edge.reads.use import LiveUse
from muster.submit.edge.routes import (
    addresses,
    directory,
    enrolments,
    failure_rules,
    files,
    jobs,
    nodes,
    policy,
    queues,
    reservations,
    streams,
    use,
)
from muster.submit.edge.service import Service, as_written
from muster.submit.edge.working_files import Indexes

COMMAND_TOPICS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)
BATCH_BYTES_MAX: Final = 16 << 20
ROUTERS: Final = (
    jobs.router,
    streams.router,
    queues.router,
    reservations.router,
    nodes.router,
    use.router,
    enrolments.router,
    addresses.router,
    policy.router,
    failure_rules.router,
    commands.router,
    files.router,
    directory.router,
)
DESCRIPTION: Final = Description(
    text="Submit and watch jobs; manage queues, nodes, reservations and the policy. Every change is a "
    "command on the log: the answer carries its `command_id`, and `wait_s` waits for the decision. "
    "Errors are problems (RFC 9457).",
    tags={
        "jobs": "Submit, list, read, cancel, suspend and resume jobs; their events and output.",
        "queues": "Queues of jobs, and how they share the cluster.",
        "reservations": "Nodes reserved for a queue for a time window.",
        "nodes": "Nodes that run jobs, their measured use, and their credentials.",
        "policy": "The settings that change the scheduler's decisions, and the failure rules.",
        "commands": "Outcomes of requests.",
        "files": "Working files of jobs.",
        "schemas": "JSON Schemas for editors.",
        "services": "Where the services are.",
    },
    forms=(
        enrolments.EnrolmentRequest,
        addresses.AddressesRequest,
        addresses.TestRequest,
        files.FilesNamed,
        JobRequest,
        QueueRequest,
        QueueSettingsRequest,
        ReservationRequest,
        RestrictionRequest,
        TagRequest,
        MaintenanceRequest,
        ReclaimRequest,
        PolicyRequest,
        failure_rules.FailureRulesRequest,
    ),
    schemas={"JobBatch": jobs.JOB_BATCH, "ReasonRequest": REASON},
)


def start(context: Context[Settings]) -> Work:
    """Return the work of the role `http`.

    Raises:
        InvalidSettings: The key for nodes' credentials is not set or unusable.
    """
    _node_issuer(context.settings)
    memberships = context.memberships()
    return serve(build(context.settings, memberships=memberships), memberships)


def build(
    settings: Settings, *, view: str = TABLES.view_name, memberships: MembershipFeed | None = None
) -> FastAPI:
    """Build the application; it connects only when it starts."""
    limits = {"/v1/files/": ARCHIVE_BYTES_MAX, "/v1/jobs:batch": BATCH_BYTES_MAX}

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with (
            Queries.connected(settings, view=view) as queries,
            open_gateway(
                settings,
                "submit",
                commands=COMMAND_TOPICS,
                facts=JOB_EVENTS,
                tables=queries.tables,
                decider="scheduler",
                as_written=as_written,
            ) as gateway,
            Enrolments.connected(settings, memberships) as enrolled,
            LiveUse.connected(settings, memberships) as live_use,
        ):
            store = object_store(settings)
            app.state.gateway = gateway
            app.state.service = Service(
                gateway,
                queries,
                live_use,
                store,
                Indexes(store),
                _node_issuer(settings),
                enrolled,
                settings.cell,
                settings.addresses(),
            )
            yield

    app = create_app(
        "submit",
        ApiSettings(auth=settings.auth(), memberships=memberships, body_bytes_max_under=limits),
        ROUTERS,
        lifespan=lifespan,
        description=DESCRIPTION,
    )
    app.state.node_verifier = settings.node_verifier(memberships)
    return app


def _node_issuer(settings: Settings) -> NodeIssuer:
    if settings.node_key_file is None:
        raise InvalidSettings("MUSTER_NODE_KEY_FILE is required and not set")
    try:
        return NodeIssuer(settings.node_key_file, settings.cell)
    except (OSError, ValueError) as error:
        raise InvalidSettings(f"MUSTER_NODE_KEY_FILE={settings.node_key_file}: {error}") from error


def object_store(settings: Settings) -> ObjectStore:
    """Return the store of the bucket."""
    return ObjectStore(settings.store())
