"""What `muster model push` and `lineage` say of origins, as a user types them, in a running product."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]


def push(product: Product, source: Path, name: str, **env: str) -> str:
    """A folder becomes a version; its commit."""
    done = product.muster("model", "push", str(source), name, "--json", env=env)
    return json.loads(done.stdout)["commit"]


def model(folder: Path, content: bytes, card: str) -> Path:
    folder.mkdir()
    (folder / "README.md").write_text(card)
    (folder / "w.bin").write_bytes(content)
    return folder


@pytest.fixture
def name() -> str:
    return f"local/origin-{uuid.uuid4().hex[:8]}"


def test_a_push_from_a_job_is_linked_to_the_attempt_that_runs(
    product: Product, name: str, tmp_path: Path
) -> None:
    waits = {"name": "pushes", "command": ["sleep", "300"], "resources": {"gpus": 0}}
    job_id = product.http.post("/v1/jobs", json=waits).raise_for_status().json()["job_id"]
    try:
        product.wait_for_state(job_id, "RUNNING")
        source = model(tmp_path / "a", b"a" * 2_000_000, "# a\n")
        version = push(product, source, name, HF_HUB_USER_AGENT_ORIGIN=f"muster/{job_id}/1")
        tree = product.muster("model", "lineage", name, "--up").stdout
        assert f"attempt/{job_id}/1  made by, seen" in tree
        (source / "w.bin").write_bytes(b"b" * 2_000_000)
        push(product, source, name, HF_HUB_USER_AGENT_ORIGIN=f"muster/{job_id}/2")
    finally:
        product.cancel(job_id)
    walk = lineage(product, name, "--up")
    made = {edge["child"].rpartition("/")[2] for edge in walk["edges"] if edge["relation"] == "made_by"}
    assert made == {version}, "an attempt that does not run makes nothing"


def test_doubts_name_repositories_and_what_is_only_suggested_is_no_edge(
    product: Product, name: str, tmp_path: Path
) -> None:
    content = os.urandom(3_000_000)
    base, other, tuned = f"{name}-base", f"{name}-other", f"{name}-tuned"
    base_is = push(product, model(tmp_path / "base", content, "# base\n"), base)
    other_is = push(product, model(tmp_path / "other", os.urandom(2_000_000), "# other\n"), other)
    card = f"---\nbase_model: {other}\n---\n# tuned\n"
    tuned_is = push(product, model(tmp_path / "tuned", content[:-5] + b"tuned", card), tuned)

    up = lineage(product, tuned, "--up")
    assert {edge["standing"] for edge in up["edges"]} == {"declared", "seen"}
    assert {(each["standing"], each["content"]) for each in up["doubts"]} == {
        ("suggested", "shared"),
        ("declared", "nothing_shared"),
    }
    assert [(each["repository"], each["revision"]) for each in up["doubtful"]] == [(base, base_is)]
    lines = product.muster("model", "lineage", tuned, "--up").stdout.splitlines()
    assert f"  doubt: {base} {base_is[:7]}  shares content, suggested, 2.86MiB shared" in lines
    assert f"  doubt: {other} {other_is[:7]}  fine tune, declared, nothing shared" in lines

    kept = json.loads(product.muster("model", "du", tuned, "--json").stdout)
    assert kept["shared_bytes"] + kept["own_bytes"] == kept["unique_bytes"]
    assert (kept["own_bytes"] < 400_000, kept["saved_bytes"]) == (
        True,
        kept["logical_bytes"] - kept["own_bytes"],
    )

    down = product.muster("model", "lineage", base, "--down").stdout.splitlines()
    assert f"  doubt: {tuned} {tuned_is[:7]}  shares content, suggested, 2.86MiB shared" in down
    assert not [line for line in down if "──" in line], "nobody has said that it comes from it"


def lineage(product: Product, name: str, way: str) -> dict[str, Any]:
    return json.loads(product.muster("model", "lineage", name, way, "--json").stdout)
