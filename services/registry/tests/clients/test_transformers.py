"""Stock transformers and safetensors: `push_to_hub` and `from_pretrained`, against a running product."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.stack.hub import caller
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

HERE = Path(__file__).parent


def play(product: Product, client: str, act: str, repo: str, home: Path) -> dict[str, Any]:
    """Run one command of the scenario with one version and an empty cache."""
    with caller(product).http as http:
        token = http.headers["authorization"].partition(" ")[2]
    said = stock_client(
        HERE / f"{client}.lock",
        HERE / "pretrained.py",
        act,
        repo,
        url=product.endpoints["MUSTER_REGISTRY_URL"],
        token=token,
        home=home,
        timeout_s=240,
        JAX_PLATFORMS="cpu",
    )
    return json.loads(said)


@pytest.mark.long
def test_a_pushed_model_computes_the_same_after_download(product: Product, tmp_path: Path) -> None:
    repo = f"acme/bert-{uuid.uuid4().hex[:8]}"
    pushed = play(product, "transformers-4", "push", repo, tmp_path / "push")
    assert pushed["ids"] == [2, 5, 6, 7, 9, 3]
    by_4 = play(product, "transformers-4", "read", repo, tmp_path / "4")
    by_5 = play(product, "transformers-5", "read", repo, tmp_path / "5")
    assert by_4.pop("sum") == pushed["sum"], "bit for bit"
    assert by_4 == by_5
    assert (by_4["ids"], by_4["tensors"] > 30) == (pushed["ids"], True)
