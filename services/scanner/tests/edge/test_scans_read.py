"""Scans as callers read them: real Postgres, facts in memory."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from muster.events.topics import REGISTRY_EVENTS, SCAN_EVENTS
from muster.events.wire.envelope import Topic, envelope_from_datum
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.scanner.config import Settings
from muster.scanner.edge.http import API
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline

pytestmark = [pytest.mark.stack]

EXAMPLES: Final = Path(__file__).parents[4] / "schemas" / "examples"
AT: Final = "2026-11-21T04:00:00.123Z"
LFS: Final = f"lfs/{'4f9a1a3c' * 8}"
TREE: Final = f"tree/{'4f9a1a3c' * 8}"


def outgoing(topic: Topic, record: str, **changes: Any) -> Outgoing:
    """The example of a record, changed."""
    written = json.loads((EXAMPLES / topic.name / f"{record}.json").read_text())
    written["payload"] |= changes
    return Outgoing(topic, envelope_from_datum(topic, written))


FACTS: Final = (
    outgoing(REGISTRY_EVENTS, "RepositoryCreated"),
    outgoing(REGISTRY_EVENTS, "CommitMade"),
    outgoing(SCAN_EVENTS, "ScanStarted", object=LFS, scan="scan-1"),
    outgoing(SCAN_EVENTS, "FindingRaised", object=LFS, scan="scan-1"),
    outgoing(SCAN_EVENTS, "ScanCompleted", object=LFS, scan="scan-1"),
    outgoing(SCAN_EVENTS, "VerdictOverridden", object=LFS),
    outgoing(SCAN_EVENTS, "RulesActivated"),
)


@pytest.fixture
def api(endpoints: Mapping[str, str]) -> Generator[httpx.Client]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    token = mint(home, subject="ann", tenant="acme", roles=["submitter", "reviewer"], ttl_s=600)
    with (
        serve_declared(API, offline(Settings, **values), FACTS) as url,
        httpx.Client(base_url=url, trust_env=False, timeout=60) as client,
    ):
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def test_content_is_read_with_its_verdict_findings_and_reviews(api: httpx.Client) -> None:
    judged = {
        "object": LFS,
        "repository": "acme/llama-tiny",
        "path": "model.safetensors",
        "commit": "1b7d5c0e" * 5,
        "state": "completed",
        "waits_for": "",
        "verdict": "malicious",
        "reason": "os.system is called when model.pkl is loaded",
        "findings": 1,
        "rules_version": "2026.11.2",
        "size_bytes": 2048,
        "content_sha256": "9f" * 32,
        "scan": "scan-1",
        "at": AT,
        "closed": False,
    }
    waiting = {
        "object": TREE,
        "repository": "acme/llama-tiny",
        "path": "",
        "commit": "1b7d5c0e" * 5,
        "state": "waiting",
        "waits_for": "",
        "verdict": None,
        "reason": "",
        "findings": 0,
        "rules_version": "",
        "size_bytes": 0,
        "content_sha256": "",
        "scan": "",
        "at": None,
        "closed": False,
    }
    assert api.get("/v1/scans").json() == {"items": [waiting, judged], "next_page_token": None}
    assert api.get("/v1/scans", params={"verdict": "malicious"}).json() == {
        "items": [judged],
        "next_page_token": None,
    }
    assert api.get(f"/v1/scans/{LFS}").json() == {
        "scan": judged,
        "held": [judged],
        "findings": [
            {
                "rule": "PICKLE-GLOBAL",
                "kind": "code",
                "severity": "critical",
                "message": "os.system is called when the file is loaded: it runs a program.",
                "member": "archive/data.pkl",
                "offset": 23,
            }
        ],
        "reviews": [
            {
                "decision": "override",
                "verdict": "clean",
                "reason": "its owner has replaced the file",
                "by": "acme/rev",
                "rules_version": "1",
                "at": AT,
            }
        ],
    }


def test_unreviewed_content_waits_and_rules_are_listed(api: httpx.Client) -> None:
    assert [each["object"] for each in api.get("/v1/scan-reviews").json()["items"]] == [LFS]
    found = api.get("/v1/scan-rules").json()
    assert found["judged"] == {"2026.11.2": 1}
    assert [each["at"] for each in found["activations"]] == [AT]
    assert found["active"] == found["activations"][0]["rules_version"]
