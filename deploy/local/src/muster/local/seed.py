"""Set up what services need: topics, schemas, keys, tokens, an enrolment. Each step can be repeated."""

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
"""The agent that `muster up` starts on this machine."""
ROLES = ("viewer", "submitter", "operator", "billing", "reviewer")
METERING = "metering"
"""Subject of metering's token for commands to the scheduler."""
REGISTRY = "registry"
"""Subject of the registry's token to have stored files cut into chunks."""
SCANNER = "scanner"
"""Subject of the scanner's token to open and close files in the registry after reviews."""
EVAL: Final = "eval"
"""Subject of eval's token to submit and cancel jobs that serve versions."""
DRIFT: Final = "drift"
"""Subject of drift's token to have sampled answers scored and to propose golden cases."""
JOBS: Final = "jobs"
"""Subject of the token with which jobs on this machine push models."""
_TOKEN_TTL_S = 30 * 86_400
_STEP = "topics and schemas"


def seed(home: Home, where: Endpoints, progress: Progress) -> None:
    """Create the topics, schemas, keys, the developer's token and the agent's enrolment.

    Raises:
        UnavailableError: Kafka or the schema registry refused, e.g. an incompatible schema.
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
    """Enrol an agent of this machine for nodes, given as ids or patterns; return its credential file.

    If the stack uses node keys from elsewhere, enrolments come from there and the file is left unchanged.
    """
    keys, file = ensure_node_keys(home.root), home.enrolment_file(name)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    if where.node_jwks_file == str(keys.jwks_file):
        enrolment = NodeIssuer(keys.private_key_file, where.cell).enrol(name, nodes, ENROLMENT_S_MAX)
        write_atomically(file, enrolment + "\n", mode=0o600)
    return file


def _mint_token(home: Home, where: Endpoints) -> None:
    """Mint new tokens for this user and for services; anyone who can read this home has full access."""
    keys = ensure_keys(home.root)
    if where.jwt_jwks_file != str(keys.jwks_file):
        return  # the services trust other keys, so tokens come from elsewhere
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
    """Write a token and the registry's address to a folder of its own, which the agent shares with jobs.

    If the agent runs as root, jobs run as separate users, so everyone who can reach the folder can read it.
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
