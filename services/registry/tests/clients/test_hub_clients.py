"""Stock clients of the Hugging Face Hub, from their packages, against the registry of a running product."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from pathlib import Path

import pytest
from muster.identity.devkeys import mint
from muster.testkit.environments import environment
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

HERE = Path(__file__).parent
_PATIENCE_S = 120


def token(product: Product, user: str = "ann", tenant: str = "acme", role: str = "submitter") -> str:
    return mint(product.home.root, subject=user, tenant=tenant, roles=[role], ttl_s=3_600, team="vision")


def play(product: Product, client: str, folder: Path, **settings: str) -> dict[str, object]:
    """The story, told by one version of the client."""
    python = environment(HERE / f"{client}.lock") / "bin/python"
    repo = f"acme/tiny-{uuid.uuid4().hex[:8]}"
    own = {
        "HF_ENDPOINT": product.endpoints["MUSTER_REGISTRY_URL"],
        "HF_TOKEN": token(product),
        "HF_HOME": str(folder / "home"),
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        **settings,
    }
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "TMPDIR"}}
    done = subprocess.run(
        [python, HERE / "story.py", repo, folder],
        env=kept | own,
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("client", "is_xet"),
    [("hub-0.36", False), ("hub-0.36", True), ("hub-1", True), ("hub-2", False), ("hub-2", True)],
)
def test_a_stock_client(product: Product, client: str, is_xet: bool, tmp_path: Path) -> None:
    saw = play(product, client, tmp_path, HF_HUB_DISABLE_XET="0" if is_xet else "1")
    assert saw == {"user": "acme.ann", "tags": ["tiny", "license:apache-2.0", "base_model:acme/base"]}
