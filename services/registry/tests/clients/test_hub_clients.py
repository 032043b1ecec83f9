"""Stock clients of the Hugging Face Hub, from their packages, against the registry of a running product."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest
from muster.identity.devkeys import mint
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent


def token(product: Product, user: str = "ann", tenant: str = "acme", role: str = "submitter") -> str:
    return mint(product.home.root, subject=user, tenant=tenant, roles=[role], ttl_s=3_600, team="vision")


def play(product: Product, client: str, folder: Path, *, is_xet: bool) -> dict[str, object]:
    """Run the scenario with one version of the client."""
    said = stock_client(
        HERE / f"{client}.lock",
        HERE / "story.py",
        f"acme/tiny-{uuid.uuid4().hex[:8]}",
        folder,
        url=product.endpoints["MUSTER_REGISTRY_URL"],
        token=token(product),
        home=folder / "home",
        HF_HUB_DISABLE_XET="0" if is_xet else "1",
    )
    return json.loads(said)


@pytest.mark.parametrize(
    ("client", "is_xet"),
    [("hub-0.36", False), ("hub-0.36", True), ("hub-1", True), ("hub-2", False), ("hub-2", True)],
)
def test_every_supported_stock_client_works(
    product: Product, client: str, is_xet: bool, tmp_path: Path
) -> None:
    saw = play(product, client, tmp_path, is_xet=is_xet)
    assert saw == {"user": "acme.ann", "tags": ["tiny", "license:apache-2.0", "base_model:acme/base"]}
