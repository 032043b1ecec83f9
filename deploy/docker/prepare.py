"""Run once before the services, in their image: topics, schemas, the developer's key and token. Repeatable.

The container's counterpart of muster.local.seed. Settings are the shared MUSTER_* variables. MUSTER_HOME,
with the private key and the token, is a volume that no other container mounts; the public keys go to the file
MUSTER_JWT_JWKS_FILE, which all services that check tokens read.
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
    keys = ensure_keys(home)
    public = Path(os.environ["MUSTER_JWT_JWKS_FILE"])
    public.parent.mkdir(parents=True, exist_ok=True)
    replacement = public.with_suffix(".new")
    replacement.write_bytes(keys.jwks_file.read_bytes())
    replacement.replace(public)
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
