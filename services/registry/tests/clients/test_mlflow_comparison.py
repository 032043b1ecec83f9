"""The registry answers a stock mlflow like MLflow's own server: the same steps against both."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.testkit.environments import environment
from muster.testkit.patience import until
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.long]

HERE: Final = Path(__file__).parent
_PATIENCE_S: Final = 300
_OWN: Final = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "0"}


@contextmanager
def mlflow_server(folder: Path) -> Generator[str]:
    """Run an `mlflow server` with its data in a folder, and yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    programs = environment(HERE / "mlflow-3.lock") / "bin"
    command = [programs / "mlflow", "server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    command += [
        "--backend-store-uri",
        f"sqlite:///{folder / 'db'}",
        "--artifacts-destination",
        folder / "files",
    ]
    path = f"{programs}:{os.environ['PATH']}"
    with (folder / "log").open("wb") as log:
        given = {"PATH": path, "HOME": str(folder), **_OWN}
        process = subprocess.Popen(command, env=given, stdout=log, stderr=log)
    try:
        until(lambda: _answers(f"http://127.0.0.1:{port}/health"), "mlflow server runs")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


def steps_at(url: str, **settings: str) -> dict[str, Any]:
    """Run the steps against a server and return their outcomes by name."""
    done = subprocess.run(
        [
            environment(HERE / "mlflow-3.lock") / "bin/python",
            HERE / "mlflow_comparison.py",
            uuid.uuid4().hex[:8],
        ],
        env={"PATH": os.environ["PATH"], "MLFLOW_TRACKING_URI": url, **_OWN, **settings},
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


def test_searches_deletion_and_names_match_mlflows_server(product: Product, tmp_path: Path) -> None:
    token = mint(
        product.home.root, subject="ann", tenant="acme", roles=["submitter"], ttl_s=3_600, team="vision"
    )
    ours = steps_at(product.endpoints["MUSTER_REGISTRY_URL"], MLFLOW_TRACKING_TOKEN=token)
    with mlflow_server(tmp_path) as url:
        assert ours == steps_at(url)
