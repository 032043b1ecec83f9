"""Stock transformers and safetensors: `push_to_hub` and `from_pretrained`, against a running product."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.environments import environment
from muster.testkit.stack.hub import caller
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

HERE = Path(__file__).parent


def play(product: Product, client: str, act: str, repo: str, home: Path) -> dict[str, Any]:
    """One act, by one version, with an empty cache."""
    with caller(product).http as http:
        token = http.headers["authorization"].partition(" ")[2]
    own = {
        "HF_ENDPOINT": product.endpoints["MUSTER_REGISTRY_URL"],
        "HF_TOKEN": token,
        "HF_HOME": str(home),
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "JAX_PLATFORMS": "cpu",
    }
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "TMPDIR"}}
    done = subprocess.run(
        [environment(HERE / f"{client}.lock") / "bin/python", HERE / "pretrained.py", act, repo],
        env=kept | own,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


def test_a_model_that_is_pushed_computes_the_same_where_it_is_read(product: Product, tmp_path: Path) -> None:
    repo = f"acme/bert-{uuid.uuid4().hex[:8]}"
    pushed = play(product, "transformers-4", "push", repo, tmp_path / "push")
    assert pushed["ids"] == [2, 5, 6, 7, 9, 3]
    by_4 = play(product, "transformers-4", "read", repo, tmp_path / "4")
    by_5 = play(product, "transformers-5", "read", repo, tmp_path / "5")
    assert by_4.pop("sum") == pushed["sum"], "bit for bit"
    assert by_4 == by_5
    assert (by_4["ids"], by_4["tensors"] > 30) == (pushed["ids"], True)
