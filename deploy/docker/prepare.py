"""Run once before the services, in their image: topics, schemas, the developer's key and token. Repeatable.

The container's counterpart of muster.local.seed. Settings are the shared MUSTER_* variables; MUSTER_HOME is a
volume that all services mount.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from muster.identity.devkeys import ensure_keys, mint
from muster.journal.admin import create_topics, register_schemas

TOKEN_TTL_S = 30 * 86_400


def main() -> None:
    """Prepare everything that every service expects to find."""
    home = Path(os.environ["MUSTER_HOME"])
    ensure_keys(home)
    token = mint(
        home,
        subject="developer",
        tenant="local",
        roles=("viewer", "submitter", "operator"),
        ttl_s=TOKEN_TTL_S,
        issuer=os.environ["MUSTER_JWT_ISSUER"],
        audience=os.environ["MUSTER_JWT_AUDIENCE"],
    )
    file = home / "token"
    file.touch(mode=0o600)
    file.write_text(token + "\n")
    create_topics(os.environ["MUSTER_KAFKA_BOOTSTRAP"])
    register_schemas(os.environ["MUSTER_SCHEMA_REGISTRY_URL"])
    sys.stderr.write(f"topics and schemas are in place; the developer's token is in {file}\n")


if __name__ == "__main__":
    main()
