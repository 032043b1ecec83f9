"""Verdicts, gates and pointers in a running product; the test plays the services that send them."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import uuid
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.cas import shards, xorbs
from muster.cas.chunking import chunks_of
from muster.cas.hashing import Tree, file_hash, to_hex
from muster.cas.shards import File, Shard, Term
from muster.events.drift_events import DriftAlarmEnded, DriftAlarmRaised, RollbackAsked, Side
from muster.events.eval_events import EvalScore, GateDecided, GateVerdict, ScoresMeasured
from muster.events.scan_events import ScanCompleted, ScanVerdict
from muster.events.topics import DRIFT_EVENTS, EVAL_EVENTS, SCAN_EVENTS
from muster.events.wire.envelope import Topic
from muster.events.wire.stamp import Stamp, stamped
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.testkit.stack.hub import create_repository
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
WAITED = {"wait_s": 30}
WHY = "os.system is called when it is loaded"


@dataclass
class Caller:
    """A caller with a token."""

    product: Product
    user: str
    tenant: str
    role: str
    token: str = field(init=False)
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        home = self.product.home.root
        self.token = mint(home, subject=self.user, tenant=self.tenant, roles=[self.role], ttl_s=3_600)
        self.http = httpx.Client(
            base_url=self.product.endpoints["MUSTER_REGISTRY_URL"],
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=60,
            trust_env=False,
        )

    def create(self) -> str:
        """Create a repository and return its full name."""
        return create_repository(self.http, name=f"tiny-{uuid.uuid4().hex[:8]}", organization=self.tenant)

    def commit(self, repo: str, path: str, content: bytes) -> str:
        """Commit a small file and return the commit."""
        said = {"path": path, "content": base64.b64encode(content).decode(), "encoding": "base64"}
        lines = [{"key": "header", "value": {"summary": "a file"}}, {"key": "file", "value": said}]
        return self.commit_lines(repo, lines)

    def commit_lines(self, repo: str, lines: list[dict[str, Any]]) -> str:
        """Make a commit and return its id."""
        body = "\n".join(map(json.dumps, lines))
        answer = self.http.post(f"/api/models/{repo}/commit/main", content=body).raise_for_status()
        return answer.json()["commitOid"]

    def read(self, repo: str, path: str, revision: str = "main") -> httpx.Response:
        """Download a file."""
        return self.http.get(f"/{repo}/resolve/{revision}/{path}", follow_redirects=True)

    def version(self, repo: str, revision: str = "main") -> dict[str, Any]:
        """Return the API's answer about a version."""
        return self.http.get(f"/v1/repositories/models/{repo}/versions/{revision}").raise_for_status().json()

    def plays(self, client: str, home: Path, *arguments: str) -> list[list[str] | None]:
        """Return the errors of a stock client of this version."""
        said = stock_client(
            HERE / f"{client}.lock",
            HERE / "closed_read.py",
            *arguments,
            url=self.product.endpoints["MUSTER_REGISTRY_URL"],
            token=self.token,
            home=home / client,
        )
        return json.loads(said)


@dataclass
class Others:
    """Stand-ins for the scanner and the evaluation harness."""

    product: Product
    journal: KafkaJournal

    def judge(self, object_: str, verdict: ScanVerdict, reason: str = "", rules: str = "1") -> str:
        """Send a verdict about content, and return the id of its scan."""
        scan = f"scan-{uuid.uuid4().hex[:8]}"
        fact = ScanCompleted(scan=scan, object=object_, rules_version=rules, verdict=verdict, reason=reason)
        self.tell(SCAN_EVENTS, fact, object_)
        return scan

    def tell(self, topic: Topic, fact: Any, key: str) -> None:
        """Append a fact to its topic."""
        stamp = Stamp(command_id=f"test-{uuid.uuid4().hex}", now_ms=1_795_233_600_000, producer="test")
        with closing(self.journal.producer("test")) as producer:
            producer.send(Outgoing(topic, stamped(fact, key, stamp))).result(60)

    def repository_of(self, repo: str) -> str:
        """Return the id of a repository."""
        owner = Caller(self.product, "ops", repo.partition("/")[0], "operator")
        with owner.http as http:
            return http.get(f"/api/models/{repo}").raise_for_status().json()["_id"]


@pytest.fixture
def others(product: Product) -> Generator[Others]:
    servers = product.endpoints
    journal = KafkaJournal(servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"], "test")
    with closing(journal):
        yield Others(product, journal)


@dataclass
class People:
    """Callers of an organisation that no other test uses."""

    ann: Caller
    bob: Caller
    rev: Caller
    ops: Caller

    def until(self, repo: str, **expected: Any) -> None:
        """Wait until the newest version has this state."""

        def holds() -> bool:
            scan = self.ann.version(repo)["scan"]
            return all(scan[name] == value for name, value in expected.items())

        self.ann.product.until(holds, told=lambda: str(self.ann.version(repo)))


@pytest.fixture
def people(product: Product) -> Generator[People]:
    tenant = f"t{uuid.uuid4().hex[:8]}"
    ann, bob = Caller(product, "ann", tenant, "submitter"), Caller(product, "bob", tenant, "submitter")
    rev, ops = Caller(product, "rev", tenant, "reviewer"), Caller(product, "ops", tenant, "operator")
    with ExitStack() as stack:
        for each in (ann, bob, rev, ops):
            stack.enter_context(each.http)
        yield People(ann, bob, rev, ops)


def inline(content: bytes) -> str:
    return f"inline/{hashlib.sha256(content).hexdigest()}"


def test_malicious_content_is_closed_everywhere_and_stock_clients_show_why(
    people: People, others: Others, tmp_path: Path
) -> None:
    ann, bob, rev = people.ann, people.bob, people.rev
    repo, other, content = ann.create(), bob.create(), b"cos\nsystem\n" + os.urandom(8)
    first = ann.commit(repo, "fine.txt", b"fine")
    ann.commit(repo, "model.pkl", content)
    bob.commit(other, "renamed.bin", content)
    others.judge(inline(content), ScanVerdict.MALICIOUS, WHY)
    for each in (repo, other):
        people.until(each, verdict="malicious")
    for client in ("hub-0.36", "hub-1", "hub-2"):
        one, all_ = ann.plays(client, tmp_path, repo, "model.pkl")
        assert one is not None
        assert (one[0], f"model.pkl of {repo} is in quarantine: {WHY}" in one[1]) == ("GatedRepoError", True)
        assert all_ is not None
        assert WHY in all_[1], all_
    assert ann.plays("hub-2", tmp_path, repo, "fine.txt", first) == [None, None], "versions without it"
    refused = bob.read(other, "renamed.bin")
    assert (refused.status_code, WHY in refused.json()["error"]) == (403, True)
    assert refused.headers["X-Error-Message"] == "Access to this resource is disabled."
    late = ann.create()
    ann.commit(late, "again.pkl", content)
    assert ann.read(late, "again.pkl").status_code == 403, "it comes closed"

    grant = {"kind": "user", "grantee": f"{bob.tenant}/bob", "level": "read"}
    path = f"/v1/repositories/models/{repo}"
    ann.http.put(f"{path}/grants", json=grant, params=WAITED).raise_for_status()
    assert bob.read(repo, "model.pkl").content == content
    [closed] = ann.http.get(f"{path}/quarantine").json()["items"]
    assert (closed["path"], closed["verdict"], closed["by"]) == ("model.pkl", "malicious", "scanner")
    told = alerts_of(
        Caller(ann.product, "bill", ann.tenant, "billing"), f"repository/{others.repository_of(repo)}"
    )
    assert f"{ann.tenant}/ann has created it" in told["text"]
    assert WHY in told["text"]

    release = {"object": closed["object"], "reason": "it is a test", **WAITED}
    assert ann.http.delete(f"{path}/quarantine", params=release).status_code == 403
    rev.http.delete(f"{path}/quarantine", params=release).raise_for_status()
    assert ann.read(repo, "model.pkl").content == content
    assert bob.read(other, "renamed.bin").status_code == 403, "each repository is released by itself"


def alerts_of(caller: Caller, series: str) -> dict[str, Any]:
    """Return the alert of a series, once it is raised."""
    found: list[dict[str, Any]] = []
    url = caller.product.endpoints["MUSTER_ALERTS_URL"]

    def raised() -> bool:
        with httpx.Client(headers=dict(caller.http.headers), trust_env=False) as http:
            items = http.get(f"{url}/v1/alerts").raise_for_status().json()["items"]
        found[:] = [each for each in items if each["series"] == series]
        return bool(found)

    caller.product.until(raised)
    return found[0]


def test_the_scan_policy_applies_before_a_verdict_and_inconclusive_needs_a_reviewer(
    people: People, others: Others
) -> None:
    ann, bob, rev = people.ann, people.bob, people.rev
    repo, content = ann.create(), os.urandom(16)
    ann.commit(repo, "w.bin", content)
    for role, policy, status in (("submitter", "block", 403), ("reviewer", "x", 422)):
        asker = rev if role == "reviewer" else ann
        assert asker.http.put("/v1/scan-policy", json={"policy": policy}).status_code == status
    for policy, of_ann, of_bob in (("allow", 200, 200), ("block", 403, 403), ("owner-only", 200, 403)):
        rev.http.put("/v1/scan-policy", json={"policy": policy}, params=WAITED).raise_for_status()
        assert ann.http.get("/v1/scan-policy").json() == {"policy": policy}
        answers = [each.read(repo, "w.bin") for each in (ann, bob)]
        assert [each.status_code for each in answers] == [of_ann, of_bob], policy
        assert of_bob == 200 or "is not scanned yet" in answers[1].json()["error"]

    others.judge(inline(content), ScanVerdict.INCONCLUSIVE, "it is encrypted")
    people.until(repo, verdict="inconclusive")
    assert ann.read(repo, "w.bin").content == content
    refused = bob.http.head(f"/{repo}/resolve/main/w.bin")
    words = "in quarantine until a reviewer decides: it is encrypted"
    assert (refused.headers["X-Error-Code"], words in refused.headers["X-Error-Message"]) == (
        "GatedRepo",
        True,
    )
    others.judge(inline(content), ScanVerdict.SUSPICIOUS, "odd names", rules="2")
    people.until(repo, verdict="suspicious")
    assert "odd names" in bob.http.head(f"/{repo}/resolve/main/w.bin").headers["X-HF-Warning"]
    others.judge(inline(content), ScanVerdict.CLEAN, rules="3")
    people.until(repo, verdict="clean", files={"clean": 1}, policy="owner-only")
    [entry] = bob.http.get(f"/api/models/{repo}/tree/main", params={"expand": True}).json()
    assert entry["securityFileStatus"]["status"] == "safe"


def test_production_needs_a_passed_gate_or_an_operator_s_override(
    people: People, others: Others, tmp_path: Path
) -> None:
    ann, ops = people.ann, people.ops
    repo = ann.create()
    first = ann.commit(repo, "w.bin", b"one")
    second = ann.commit(repo, "w.bin", b"two")
    id_ = others.repository_of(repo)
    path = f"/v1/repositories/models/{repo}"
    at = f"{path}/pointers/production"
    asked = {"revision": first, "reason": "release 1"}
    refused = ann.http.put(at, json=asked, params=WAITED)
    assert (refused.status_code, "no gate has passed" in refused.text) == (409, True)

    about: dict[str, Any] = {"run": "eval-1", "repository": id_, "commit": first, "config_digest": "d"}
    score = EvalScore(task="qa", metric="exact", value=0.9, cases=10)
    measured = ScoresMeasured(**about, scores=(score,), tenant=ann.tenant)
    others.tell(EVAL_EVENTS, measured, id_)
    gate = GateDecided(**about, gate="release", verdict=GateVerdict.PASSED, reason="", tenant=ann.tenant)
    others.tell(EVAL_EVENTS, gate, id_)
    ann.product.until(lambda: bool(ann.version(repo, first)["gates"]))
    assert [each["value"] for each in ann.version(repo, first)["scores"]] == [0.9]
    ann.http.put(at, json=asked, params=WAITED).raise_for_status()
    assert ann.version(repo, "@production")["pointers"] == ["production"]
    assert ann.plays("hub-2", tmp_path, repo, "w.bin", "@production") == [None, None]
    assert ann.read(repo, "w.bin", "%40production").content == b"one"

    asked = {"revision": second, "reason": "the gate is broken"}
    past = {"override": True, **WAITED}
    assert ann.http.put(at, json=asked, params=past).status_code == 409
    ops.http.put(at, json=asked, params=past).raise_for_status()
    record = ann.http.get(f"{path}/promotions").json()
    assert record["pointers"] == {"production": second}
    assert [each["by"] for each in record["items"]] == [f"{ann.tenant}/ops", f"{ann.tenant}/ann"]
    assert record["items"][0]["refusal"].startswith("no gate has passed")
    assert record["items"][0]["former"] == first
    gone = {"reason": "no model any longer", **WAITED}
    ann.http.delete(at, params=gone).raise_for_status()
    assert ann.read(repo, "w.bin", "%40production").status_code == 404


def test_drift_marks_are_visible_only_to_the_organisation(people: People, others: Others) -> None:
    ann, repo = people.ann, people.ann.create()
    first = ann.commit(repo, "w.bin", b"one")
    ann.http.put(f"/api/models/{repo}/settings", json={"visibility": "public"}).raise_for_status()
    alarm = f"drift-{uuid.uuid4().hex[:12]}"
    about: dict[str, Any] = {"repository": repo, "alarm": alarm, "tenant": ann.tenant}
    text = f"{repo}: mean score of the judge fell from 0.80 to 0.55"
    raised = DriftAlarmRaised(
        **about,
        commit=first,
        task="chat",
        segment="",
        measure="quality",
        side=Side.LOW,
        center=0.8,
        value=0.55,
        size=-1.2,
        began_ms=1_795_231_200_000,
        began_after_ms=1_795_230_600_000,
        began_before_ms=1_795_231_200_000,
        at_ms=1_795_233_600_000,
        run_length=45_360.0,
        text=text,
    )
    others.tell(DRIFT_EVENTS, raised, repo)
    others.tell(DRIFT_EVENTS, RollbackAsked(**about, commit=first, reason=text), repo)
    ann.product.until(lambda: any(each["rollback"] for each in ann.version(repo, first)["drift"]))
    mark = {"alarm": alarm, "measure": "quality", "text": text, "since": "2026-11-21T03:20:00.000Z"}
    assert ann.version(repo, first)["drift"] == [{**mark, "rollback": True}]
    guest = Caller(ann.product, "eve", "globex", "submitter")
    with guest.http:
        assert guest.version(repo, first)["drift"] == []
    others.tell(DRIFT_EVENTS, DriftAlarmEnded(**about, reason="it is calm", at_ms=1_795_240_800_000), repo)
    ann.product.until(lambda: not ann.version(repo, first)["drift"])


def test_chunks_of_closed_files_require_a_grant(people: People, others: Others) -> None:
    ann, rev = people.ann, people.rev
    repo, content = ann.create(), os.urandom(200_000)
    given = ann.http.get(f"/api/models/{repo}/xet-write-token/main").raise_for_status().json()
    cas, (file, data, chunk) = given["casUrl"], packed(content)
    ann.http.post(f"{cas}/v1/xorbs/default/{to_hex(file.terms[0].xorb)}", content=data).raise_for_status()
    ann.http.post(f"{cas}/v1/shards", content=shards.encode(Shard((file,)))).raise_for_status()
    said = {"path": "w.bin", "algo": "sha256", "oid": file.sha256, "size": len(content)}
    lines = [{"key": "header", "value": {"summary": "w"}}, {"key": "lfsFile", "value": said}]
    ann.commit_lines(repo, lines)
    digits = to_hex(file.hash)
    bytes_at = [
        f"{cas}/v1/reconstructions/{digits}",
        f"{cas}/v2/reconstructions/{digits}",
        f"{cas}/files/{digits}",
    ]
    batch = {"operation": "download", "objects": [{"oid": file.sha256, "size": len(content)}]}

    def closed(words: str, *places: str) -> None:
        for place in places:
            answer = ann.http.get(place)
            assert (answer.status_code, words in answer.json()["error"]) == (403, True), place

    path = f"/v1/repositories/models/{repo}/quarantine"
    one = {"reason": "a backdoor", "path": "w.bin"}
    rev.http.put(path, json=one, params=WAITED).raise_for_status()
    closed("a backdoor", *bytes_at, f"/{repo}/resolve/main/w.bin")
    [told] = ann.http.post(f"/{repo}.git/info/lfs/objects/batch", json=batch).json()["objects"]
    assert (told["error"]["code"], "a backdoor" in told["error"]["message"]) == (403, True)
    [row] = ann.http.get(path).json()["items"]
    rev.http.delete(path, params={"reason": "no", "object": row["object"], **WAITED}).raise_for_status()
    assert ann.read(repo, "w.bin").content == content

    rev.http.put(path, json={"reason": "all of it"}, params=WAITED).raise_for_status()
    closed(
        "all of it",
        *bytes_at,
        f"{cas}/v1/chunks/default/{to_hex(chunk)}",
        f"/api/models/{repo}/xet-read-token/main",
        f"/api/models/{repo}/tree/main",
    )
    refused = ann.http.post(f"/{repo}.git/info/lfs/objects/batch", json=batch)
    assert (refused.status_code, "all of it" in refused.text) == (403, True)
    assert ann.http.get(f"/api/models/{repo}/xet-write-token/main").status_code == 200, "who writes may write"


def packed(content: bytes) -> tuple[File, bytes, bytes]:
    """Return a file of one xorb, the xorb, and the first chunk's hash."""
    data, held = xorbs.encode(list(chunks_of([content])))
    tree = Tree()
    for place in range(len(held)):
        tree.add(held.chunk(place), held.raw_length(place, place + 1))
    term = Term(held.xorb, 0, len(held), held.raw_bytes)
    digest = hashlib.sha256(content).hexdigest()
    file = File(file_hash(tree.root()), (term,), (held.range_hash(0, len(held)),), digest)
    return file, data, held.chunk(0)
