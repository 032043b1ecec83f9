"""Origins as shown by `muster model push` and `lineage`, typed as a user would, in a running product."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.patience import until
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]


def push(product: Product, source: Path, name: str, **env: str) -> str:
    """Push a folder and return the commit."""
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


def test_a_push_from_a_job_is_linked_to_the_running_attempt(
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


def test_doubts_name_repositories_and_suggestions_are_no_edges(
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


def test_paths_common_origins_and_the_affected_lead_from_a_node_to_a_version(
    product: Product, name: str, tmp_path: Path
) -> None:
    waits = {"name": "pushes", "command": ["sleep", "300"], "resources": {"gpus": 0}}
    job_id = product.http.post("/v1/jobs", json=waits).raise_for_status().json()["job_id"]
    try:
        product.wait_for_state(job_id, "RUNNING")
        card = "---\nbase_model: meta/elsewhere\n---\n# a\n"
        one = push(
            product,
            model(tmp_path / "a", b"a" * 1_000, card),
            f"{name}-a",
            HF_HUB_USER_AGENT_ORIGIN=f"muster/{job_id}/1",
        )
        push(product, model(tmp_path / "b", b"b" * 1_000, card), f"{name}-b")
        affected = connections(product, "affected", f"job/{job_id}")
    finally:
        product.cancel(job_id)
    assert {f"attempt/{job_id}/1"} < {each["artifact"] for each in affected["items"]}
    assert (affected["counts"], affected["hidden"]) == ({"attempt": 1, "version": 1}, 0)
    assert [each["revision"] for each in affected["items"] if each["kind"] == "version"] == [one]

    ends = f"{name}-a", f"job/{job_id}"
    paths = until(lambda: connections(product, "paths", *ends)["items"], "the graph has the version")
    assert [[step["relation"] for step in path["steps"]] for path in paths] == [["made_by", "attempt_of"]]
    common = connections(product, "common", f"{name}-a", f"{name}-b")
    assert [each["artifact"] for each in common["items"] if each["is_nearest"]] == ["model/meta/elsewhere"]

    again = product.muster("model", "lineage", "paths", f"{name}-a", f"{name}-a@main", check=False)
    assert "to is model/" in again.stderr
    assert "must be another artifact than `from`" in again.stderr
    words = ("paths", f"{name}-a", f"{name}-b", "--any", "--depth", "9")
    deep = product.muster("model", "lineage", *words, check=False)
    assert "depth is 9; must be at most 4 if direction is any" in deep.stderr
    absent = product.muster("model", "lineage", "affected", "node/none", check=False)
    assert "node/none does not exist" in absent.stderr


def connections(product: Product, *words: str) -> dict[str, Any]:
    return json.loads(product.muster("model", "lineage", *words, "--json").stdout)
