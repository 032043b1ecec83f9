"""Run once before the services, in their image: topics, schemas, keys, the developer's token. Repeatable.

The container's counterpart of muster.local.seed. Settings are the shared MUSTER_* variables. MUSTER_HOME,
with the private key and the token, is a volume that no other container mounts; the public keys go to the
files MUSTER_JWT_JWKS_FILE and MUSTER_NODE_JWKS_FILE, which all services that check tokens read. The key that
signs nodes' tokens is for submit alone, and the enrolment for the agent alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from muster.identity.devkeys import ensure_keys, mint
from muster.identity.nodes import ENROLMENT_S_MAX, NodeIssuer
from muster.identity.principal import (
    DOWNLOADS_RECORD,
    EVALS_WRITE,
    JOBS_WRITE,
    OBJECTS_PLACE,
    OBJECTS_REPACK,
    QUEUES_RESTRICT,
    REVIEWS_WRITE,
    SERVICE_ROLE,
)
from muster.identity.signing import ensure_key_pair
from muster.journal.admin import create_topics, register_schemas

NODE = "local"
"""The node of the one agent in docker-compose.yml."""
TOKEN_TTL_S = 30 * 86_400
SERVICES = (
    ("MUSTER_METERING_TOKEN_FILE", "metering", QUEUES_RESTRICT),
    ("MUSTER_REGISTRY_TOKEN_FILE", "registry", OBJECTS_REPACK, OBJECTS_PLACE, DOWNLOADS_RECORD),
    ("MUSTER_SCANNER_TOKEN_FILE", "scanner", REVIEWS_WRITE),
    ("MUSTER_EVAL_TOKEN_FILE", "eval", JOBS_WRITE),
    ("MUSTER_DRIFT_TOKEN_FILE", "drift", EVALS_WRITE),
)
"""Services that command others: where the token goes, whose it is, what it is for."""


def main() -> None:
    """Prepare everything that every service expects to find."""
    home = Path(os.environ["MUSTER_HOME"])
    _publish(ensure_keys(home).jwks_file, Path(os.environ["MUSTER_JWT_JWKS_FILE"]))
    node_key, public = Path(os.environ["MUSTER_NODE_KEY_FILE"]), Path(os.environ["MUSTER_NODE_JWKS_FILE"])
    _publish(ensure_key_pair(node_key, node_key.with_suffix(".json")).jwks_file, public)
    enrolment = NodeIssuer(node_key, os.environ["MUSTER_CELL"]).enrol(NODE, [NODE], ENROLMENT_S_MAX)
    _write_secret(Path(os.environ["MUSTER_AGENT_ENROLMENT_FILE"]), enrolment)
    token = mint(
        home,
        subject="developer",
        tenant="local",
        roles=("viewer", "submitter", "operator", "billing", "reviewer"),
        ttl_s=TOKEN_TTL_S,
        issuer=os.environ["MUSTER_JWT_ISSUER"],
        audience=os.environ["MUSTER_JWT_AUDIENCE"],
    )
    file = home / "token"
    _write_secret(file, token)
    for variable, subject, *scopes in SERVICES:
        service = mint(
            home,
            subject=subject,
            tenant="local",
            roles=(SERVICE_ROLE,),
            scopes=scopes,
            ttl_s=TOKEN_TTL_S,
            issuer=os.environ["MUSTER_JWT_ISSUER"],
            audience=os.environ["MUSTER_JWT_AUDIENCE"],
        )
        _write_secret(Path(os.environ[variable]), service)
    create_topics(os.environ["MUSTER_KAFKA_BOOTSTRAP"])
    register_schemas(os.environ["MUSTER_SCHEMA_REGISTRY_URL"])
    sys.stderr.write(f"topics and schemas are in place; the developer's token is in {file}\n")


def _publish(jwks_file: Path, public: Path) -> None:
    public.parent.mkdir(parents=True, exist_ok=True)
    replacement = public.with_suffix(".new")
    replacement.write_bytes(jwks_file.read_bytes())
    replacement.chmod(0o644)
    replacement.replace(public)


def _write_secret(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file.touch(mode=0o600)
    file.write_text(text + "\n")


if __name__ == "__main__":
    main()
