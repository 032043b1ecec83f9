"""Between servers and services: topics, schemas, keys, tokens, an enrolment. Each step may be repeated."""

from __future__ import annotations

import getpass
import os
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from muster.identity.devkeys import ensure_keys, ensure_node_keys, mint
from muster.identity.nodes import ENROLMENT_S_MAX, NodeIssuer
from muster.identity.principal import (
    DOWNLOADS_RECORD,
    EVALS_WRITE,
    JOBS_WRITE,
    MODELS_WRITE,
    OBJECTS_PLACE,
    OBJECTS_REPACK,
    QUEUES_RESTRICT,
    READ,
    REVIEWS_WRITE,
    SERVICE_ROLE,
)
from muster.journal.admin import create_topics, register_schemas
from muster.journal.errors import JournalError
from muster.local.endpoints import Endpoints
from muster.local.errors import UnavailableError
from muster.local.home import Home, write_atomically
from muster.local.progress import Progress
from muster.store.sealed.recipients import make_key_pair

TENANT = "local"
AGENT = "agent"
"""The agent of this machine, which `muster up` starts."""
ROLES = ("viewer", "submitter", "operator", "billing", "reviewer")
METERING = "metering"
"""The subject of the token with which metering commands the scheduler."""
REGISTRY = "registry"
"""The subject of the token with which the registry has stored files cut into chunks."""
SCANNER = "scanner"
"""The subject of the token with which reviews open and close files in the registry."""
EVAL: Final = "eval"
"""The subject of the token with which eval submits and cancels jobs that serve versions."""
DRIFT: Final = "drift"
"""The subject of the token with which drift has kept answers scored and proposes golden cases."""
JOBS: Final = "jobs"
"""The subject of the token with which jobs of this machine push models."""
_TOKEN_TTL_S = 30 * 86_400
_STEP = "topics and schemas"


def seed(home: Home, where: Endpoints, progress: Progress) -> None:
    """Create what every service expects: topics, schemas, keys, the developer's token, the agent's enrolment.

    Raises:
        UnavailableError: Kafka or the registry refused: a schema that this version would break, for example.
    """
    progress.starting(_STEP)
    begun = time.monotonic()
    _mint_token(home, where)
    make_key_pair(home.held_out_key_file, home.held_out_public_key_file)
    enrol(home, where, AGENT, [os.environ.get("MUSTER_AGENT_NODE_ID") or socket.gethostname()])
    try:
        create_topics(where.kafka_bootstrap)
        register_schemas(where.schema_registry_url)
    except JournalError as error:
        progress.failed(_STEP)
        raise UnavailableError(f"{_STEP}: {error}") from error
    progress.ready(_STEP, time.monotonic() - begun)


def enrol(home: Home, where: Endpoints, name: str, nodes: Sequence[str]) -> Path:
    """Let an agent of this machine speak for these nodes, ids or patterns; the file that it shows.

    A stack whose nodes' keys are elsewhere gets its enrolments there: the file stays as it is.
    """
    keys, file = ensure_node_keys(home.root), home.enrolment_file(name)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    if where.node_jwks_file == str(keys.jwks_file):
        enrolment = NodeIssuer(keys.private_key_file, where.cell).enrol(name, nodes, ENROLMENT_S_MAX)
        write_atomically(file, enrolment + "\n", mode=0o600)
    return file


def _mint_token(home: Home, where: Endpoints) -> None:
    """New tokens for this user and for services at every `up`: who can read this home may do all in it."""
    keys = ensure_keys(home.root)
    if where.jwt_jwks_file != str(keys.jwks_file):
        return  # the services trust keys from elsewhere: tokens come from there
    token = mint(
        home.root,
        subject=getpass.getuser(),
        tenant=TENANT,
        roles=ROLES,
        ttl_s=_TOKEN_TTL_S,
        issuer=where.jwt_issuer,
        audience=where.jwt_audience,
    )
    write_atomically(home.token_file, token + "\n", mode=0o600)
    _let_jobs_push(home, where)
    for file, subject, *scopes in (
        (home.metering_token_file, METERING, QUEUES_RESTRICT),
        (home.registry_token_file, REGISTRY, OBJECTS_REPACK, OBJECTS_PLACE, DOWNLOADS_RECORD),
        (home.scanner_token_file, SCANNER, REVIEWS_WRITE),
        (home.eval_token_file, EVAL, JOBS_WRITE),
        (home.drift_token_file, DRIFT, EVALS_WRITE),
    ):
        service = mint(
            home.root,
            subject=subject,
            tenant=TENANT,
            roles=[SERVICE_ROLE],
            scopes=scopes,
            ttl_s=_TOKEN_TTL_S,
            issuer=where.jwt_issuer,
            audience=where.jwt_audience,
        )
        file.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomically(file, service + "\n", mode=0o600)


def _let_jobs_push(home: Home, where: Endpoints) -> None:
    """A token and the registry's address in a folder of their own, which the agent shows to jobs.

    Where the agent is root, jobs run as users of their own: whoever gets as far as the folder then reads it.
    """
    token = mint(
        home.root,
        subject=JOBS,
        tenant=TENANT,
        roles=("submitter",),
        scopes=(READ, MODELS_WRITE),
        ttl_s=_TOKEN_TTL_S,
        issuer=where.jwt_issuer,
        audience=where.jwt_audience,
    )
    shown, is_root = home.for_jobs, os.geteuid() == 0
    shown.root.mkdir(exist_ok=True)
    shown.root.chmod(0o755 if is_root else 0o700)
    for file, text in {
        shown.endpoints_file: f"MUSTER_REGISTRY_URL={where.registry_url}\n",
        shown.token_file: f"{token}\n",
    }.items():
        write_atomically(file, text, mode=0o600)
        file.chmod(0o644 if is_root else 0o600)
