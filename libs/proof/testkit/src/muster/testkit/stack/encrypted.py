"""An organisation of a running product whose objects are encrypted with a key of its own."""

from __future__ import annotations

import secrets
import uuid
from base64 import b64encode
from collections.abc import Generator
from contextlib import contextmanager

from muster.identity.devkeys import mint
from muster.testkit.stack.product import Product


@contextmanager
def encrypted_organisation(product: Product) -> Generator[str]:
    """Create one and yield its name, also that of its key; the stack's key ring has the key meanwhile."""
    name, ring = f"t{uuid.uuid4().hex[:8]}", product.home.key_ring_file
    ring.parent.mkdir(exist_ok=True)
    before = ring.read_text() if ring.exists() else ""
    ring.write_text(f'{before}[keys.{name}]\nsecret = "{b64encode(secrets.token_bytes(32)).decode()}"\n')
    token = mint(product.home.root, subject="ann", tenant=name, roles=["operator"], ttl_s=3_600)
    said = product.muster("model", "encrypt", name, "--key", name, env={"MUSTER_TOKEN": token})
    assert "is encrypted" in said.stdout + said.stderr
    try:
        yield name
    finally:
        ring.write_text(before)
