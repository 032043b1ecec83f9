"""Refused and hostile requests: raw HTTP against a running product."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import uuid
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.journal import ManualClock, SystemClock
from muster.testkit.stack.hub import Hub, caller, file, large
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]


@pytest.fixture
def calling(product: Product) -> Generator[Callable[..., Hub]]:
    """Return a factory of callers whose connections are closed after the test."""
    with ExitStack() as opened:

        def call(*who: str) -> Hub:
            hub = caller(product, *who)
            opened.enter_context(hub.http)
            return hub

        yield call


@pytest.fixture
def ann(calling: Callable[..., Hub]) -> Hub:
    return calling()


@pytest.fixture(scope="module")
def tiny(product: Product) -> str:
    """A repository of acme that may have content."""
    hub = caller(product)
    with hub.http:
        return hub.create()


@pytest.fixture
def cat(calling: Callable[..., Hub]) -> Hub:
    """A caller of another organisation."""
    return calling("cat", "globex")


def test_a_lying_client_corrupts_nothing(ann: Hub) -> None:
    repo, data = ann.create(), os.urandom(1_000)
    actions = ann.batch(repo, data)["actions"]
    absent = ann.http.post(actions["verify"]["href"], json={})
    assert (absent.status_code, "nothing was uploaded" in absent.text) == (422, True)
    httpx.put(actions["upload"]["href"], content=data[::-1]).raise_for_status()
    lied = ann.http.post(actions["verify"]["href"], json={})
    assert (lied.status_code, "SHA-256" in lied.text) == (422, True)
    unproven = ann.commit(repo, large("w.bin", hashlib.sha256(data).hexdigest(), len(data)))
    assert (unproven.status_code, "not stored" in unproven.text) == (400, True)

    httpx.put(actions["upload"]["href"], content=data).raise_for_status()
    for _ in range(2):
        ann.http.post(actions["verify"]["href"], json={}).raise_for_status()
    httpx.put(
        actions["upload"]["href"], content=b"other bytes"
    ).raise_for_status()  # the address is still good
    ann.commit(repo, large("w.bin", hashlib.sha256(data).hexdigest(), len(data))).raise_for_status()
    read = ann.http.get(f"/{repo}/resolve/main/w.bin", follow_redirects=True)
    assert read.content == data


def test_files_are_copied_by_hash_within_their_repository_only(ann: Hub, cat: Hub) -> None:
    repo, data = ann.create(), os.urandom(1_000)
    hash_ = ann.upload(repo, data)
    ann.commit(repo, large("w.bin", hash_, len(data))).raise_for_status()
    copied = "lfsFile", {"path": "copy.bin", "algo": "sha256", "oid": hash_}
    ann.commit(repo, copied).raise_for_status()
    assert ann.http.get(f"/{repo}/resolve/main/copy.bin", follow_redirects=True).content == data
    theirs, nobodys = cat.create(organization="globex"), "0" * 64
    refused = cat.commit(theirs, copied)
    unknown = cat.commit(theirs, ("lfsFile", {**copied[1], "oid": nobodys}))
    assert (refused.status_code, "not stored" in refused.text) == (400, True)
    told, of_none = refused.json(), json.loads(unknown.text.replace(nobodys, hash_))
    assert {**told, "request_id": ""} == {**of_none, "request_id": ""}, "whether others have it is not told"


def test_a_hash_gives_no_access_to_bytes_of_others(ann: Hub, cat: Hub) -> None:
    repo, data = ann.create(), os.urandom(1_000)
    hash_ = ann.upload(repo, data)
    ann.commit(repo, large("w.bin", hash_, len(data))).raise_for_status()
    theirs = cat.create(organization="globex")
    assert "actions" in cat.batch(theirs, data)
    refused = cat.commit(theirs, large("stolen.bin", hash_, len(data)))
    assert not refused.is_success
    found = cat.batch(theirs, data, operation="download")
    assert found["error"]["code"] == 404


def test_parts_are_joined_once_by_holders_of_the_signed_address(ann: Hub) -> None:
    repo, data = ann.create(), os.urandom(1 << 20) * 65
    upload = ann.batch(repo, data, transfers=["basic", "multipart"])["actions"]["upload"]
    size, parts = int(upload["header"]["chunk_size"]), list[dict[str, Any]]()
    for number in range(1, len(upload["header"])):
        piece = data[(number - 1) * size : number * size]
        put = httpx.put(upload["header"][str(number)], content=piece, timeout=60).raise_for_status()
        parts.append({"partNumber": number, "etag": put.headers["etag"]})
    forged = upload["href"].replace("count=", "count=1")
    assert httpx.post(forged, json={"parts": parts}).status_code == 403
    assert httpx.post(upload["href"], json={"parts": parts[:1]}).status_code == 400
    for _ in range(2):
        httpx.post(upload["href"], json={"parts": parts}, timeout=60).raise_for_status()
    verify = ann.batch(repo, data)["actions"]["verify"]["href"]
    assert ann.http.post(verify, json={}).status_code == 422  # that is another upload: nothing was put there


PATHS = ["../x", "/etc/passwd", "a//b", "a\\b", ".git/config", "a/../../b", "x\u0000"]


@pytest.mark.parametrize("path", PATHS)
def test_paths_that_leave_the_repository_are_refused(ann: Hub, path: str) -> None:
    answer = ann.commit(ann.create(), file(path))
    assert (answer.status_code, "must be a relative path" in answer.json()["error"]) == (400, True)


def test_names_that_collide_on_some_disks_are_refused(ann: Hub) -> None:
    repo = ann.create()
    ann.commit(repo, file("a/Weights.bin")).raise_for_status()
    for path in ("a/weights.bin", "A/x", "a/Weights.bin/x"):
        assert ann.commit(repo, file(path)).status_code == 400
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert ann.commit(repo, file(composed), file(decomposed)).status_code == 400


def test_the_steps_of_a_commit_are_applied_in_order(ann: Hub) -> None:
    def gone(path: str) -> tuple[str, dict[str, Any]]:
        return ("deletedFolder" if path.endswith("/") else "deletedFile"), {"path": path}

    repo, data = ann.create(), os.urandom(1_000)
    hash_ = ann.upload(repo, data)
    steps = [file("x"), gone("x"), file("logs/a"), gone("logs/"), file("y", b"1"), gone("y"), file("y", b"2")]
    steps += [
        large("small", hash_, len(data)),
        file("small", b"3"),
        file("large"),
        large("large", hash_, 1_000),
    ]
    ann.commit(repo, *steps).raise_for_status()
    tree = ann.http.get(f"/api/models/{repo}/tree/main?recursive=true").json()
    sizes = {each["path"]: each["size"] for each in tree}
    assert sizes == {"y": 1, "small": 1, "large": 1_000}
    refused = ann.commit(repo, gone("y"), gone("y"))
    assert (refused.status_code, "y is not on the branch" in refused.json()["error"]) == (400, True)


def test_unknown_parameters_of_wire_interfaces_are_ignored(ann: Hub, tiny: str) -> None:
    for path in (f"/api/models/{tiny}/tree/main", "/api/models", "/api/2.0/mlflow/experiments/get-by-name"):
        query = {"not_known": "1", "limit": "1", "experiment_name": "Default"}
        assert ann.http.get(path, params=query).status_code in {200, 404}, path
    body = {"operation": "download", "objects": [{"oid": "0" * 64, "size": 1}], "not_known": 1}
    assert ann.http.post(f"/{tiny}.git/info/lfs/objects/batch?not_known=1", json=body).is_success


def test_answers_carry_the_host_that_the_client_used(ann: Hub) -> None:
    port, name = urlsplit(ann.url).port, f"tiny-{uuid.uuid4().hex[:8]}"
    body = {"name": name, "organization": "acme"}
    made = ann.http.post("/api/repos/create", json=body, headers={"Host": f"localhost:{port}"})
    assert made.json()["url"] == f"http://localhost:{port}/acme/{name}"
    other = ann.http.post("/api/repos/create", json=body, headers={"X-Forwarded-Host": "evil.com"})
    assert other.json()["url"] == f"{ann.url}/acme/{name}"


def test_missing_and_reserved_branches_and_tags_are_refused_by_name(ann: Hub) -> None:
    repo = ann.create()
    for kind in ("branch", "tag"):
        absent = ann.http.delete(f"/api/models/{repo}/{kind}/absent")
        assert (absent.status_code, absent.headers["X-Error-Code"]) == (404, "RevisionNotFound"), kind
    start = ann.http.post(f"/api/models/{repo}/branch/dev", json={"startingPoint": "absent"})
    assert (start.status_code, start.headers["X-Error-Code"]) == (404, "RevisionNotFound")
    for name in ("HEAD", "refs%2Fpr%2F1"):
        refused = ann.http.post(f"/api/models/{repo}/branch/{name}", json={})
        assert (refused.status_code, "must be" in refused.json()["error"]) == (400, True)
    elsewhere = ann.http.delete("/api/models/acme/absent/branch/absent")
    assert (elsewhere.status_code, elsewhere.headers["X-Error-Code"]) == (404, "RepoNotFound")


def test_a_stale_parent_is_412_and_a_repeated_commit_is_the_same(ann: Hub) -> None:
    repo = ann.create()
    first = ann.commit(repo, file("a")).json()["commitOid"]
    second = ann.commit(repo, file("b"), parentCommit=first).json()["commitOid"]
    late = ann.commit(repo, file("c"), parentCommit=first)
    assert (late.status_code, second in late.json()["error"]) == (412, True)
    again = ann.commit(repo, file("b"), parentCommit=first)  # the client had not heard of it
    assert again.json()["commitOid"] == second
    assert ann.commit(repo, file("b")).json()["commitOid"] == second  # nothing changes


def test_concurrent_commits_are_all_made(ann: Hub) -> None:
    repo = ann.create()
    names = [f"{number}.txt" for number in range(6)]
    with ThreadPoolExecutor(len(names)) as pool:
        answers = list(pool.map(partial(ann.commit, repo), [file(name) for name in names]))
    assert {answer.status_code for answer in answers} == {200}
    tree = ann.http.get(f"/api/models/{repo}/tree/main").json()
    assert [entry["path"] for entry in tree] == names
    assert len(ann.http.get(f"/api/models/{repo}/commits/main").json()) == len(names) + 1


@pytest.mark.long
@pytest.mark.faults
def test_a_commit_survives_the_death_of_decider_and_projector(ann: Hub, product: Product) -> None:
    repo = ann.create()
    for name in {product.holder(role) for role in ("registry", "registry-projector", "registry-removal")}:
        product.kill(name)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ann.commit, repo, file("a"))
        product.restart()
        said = asked.result()
    if said.status_code == 503:  # nobody knew in time whether it was made: asking again makes it once
        said = ann.commit(repo, file("a"))
    assert said.is_success, said.text
    assert ann.http.get(f"/{repo}/resolve/main/a", follow_redirects=True).content == b"text"
    assert len(ann.http.get(f"/api/models/{repo}/commits/main").json()) == 2


def test_invisible_repositories_do_not_exist_for_the_caller(
    ann: Hub, cat: Hub, calling: Callable[..., Hub]
) -> None:
    bob = calling("bob")
    for fields, sees in (({}, 404), ({"visibility": "public"}, 200), ({"gated": "manual"}, 403)):
        repo = ann.create(**fields)
        ann.commit(repo, file("a")).raise_for_status()
        assert bob.http.get(f"/{repo}/resolve/main/a", follow_redirects=True).content == b"text"
        assert cat.http.head(f"/{repo}/resolve/main/a").status_code == sees
        assert cat.commit(repo, file("b")).status_code == (404 if sees == 404 else 403)
    assert cat.http.head(f"/{repo}/resolve/main/a").headers["X-Error-Code"] == "GatedRepo"
    private = ann.create(private=True)
    for who in (bob, cat):
        answer = who.http.get(f"/api/models/{private}")
        assert (answer.status_code, answer.headers["X-Error-Code"]) == (404, "RepoNotFound")
        listed = who.http.get("/api/models", params={"search": private.split("/")[1]}).json()
        assert listed == []


def test_quarantined_files_are_readable_by_grant_only(ann: Hub, calling: Callable[..., Hub]) -> None:
    bob, rev = calling("bob"), calling("rev", "acme", "reviewer")
    repo, path = ann.create(), ""
    ann.commit(repo, file("a")).raise_for_status()
    path = f"/v1/repositories/models/{repo}"
    waited = {"wait_s": 30}
    assert ann.http.put(f"{path}/quarantine", json={"reason": "mine"}).status_code == 403
    closed = rev.http.put(f"{path}/quarantine", json={"reason": "a pickle runs a program"}, params=waited)
    assert closed.status_code == 200
    for who in (ann, bob):
        answer = who.http.get(f"/{repo}/resolve/main/a")
        assert answer.status_code == 403
        assert answer.headers["X-Error-Message"] == "Access to this resource is disabled."
        assert "a pickle runs a program" in answer.json()["error"]
    assert ann.http.get(f"/api/models/{repo}").json()["disabled"]
    grant = {"kind": "user", "grantee": "acme/bob", "level": "read"}
    assert bob.http.put(f"{path}/grants", json=grant).status_code == 403
    ann.http.put(f"{path}/grants", json=grant, params=waited).raise_for_status()
    assert ann.http.get(f"{path}/grants").json() == {"items": [grant], "next_page_token": None}
    assert bob.http.get(f"/{repo}/resolve/main/a", follow_redirects=True).content == b"text"
    revoked = {"kind": "user", "grantee": "acme/bob", **waited}
    ann.http.delete(f"{path}/grants", params=revoked).raise_for_status()
    assert bob.http.get(f"/{repo}/resolve/main/a").status_code == 403
    rev.http.delete(f"{path}/quarantine", params={"reason": "reviewed", **waited}).raise_for_status()
    assert bob.http.get(f"/{repo}/resolve/main/a", follow_redirects=True).content == b"text"


def test_requests_without_a_valid_token_learn_nothing(ann: Hub, product: Product, tmp_path: Path) -> None:
    long_ago = ManualClock(SystemClock().now_ms() - 7_200_000)
    who: Any = {"subject": "ann", "tenant": "acme", "roles": ["submitter"], "ttl_s": 3_600}
    expired, foreign = mint(product.home.root, clock=long_ago, **who), mint(tmp_path, **who)
    other_use = mint(product.home.root, audience="another", **who)
    basic = base64.b64encode(f"ann:{expired}".encode()).decode()
    tokens = ("x", "a" * 9_000, expired, foreign, other_use)
    for shown in ("", "Basic !", f"Basic {basic}", *(f"Bearer {token}" for token in tokens)):
        for path in ("/api/whoami-v2", "/xet/repo-aaaaaaaa/v2/reconstructions/" + "0" * 64):
            answer = httpx.get(f"{ann.url}{path}", headers={"Authorization": shown})
            assert answer.status_code == 401
            assert answer.headers["X-Error-Message"].startswith("Invalid credentials")


HALF: Final = "\\ud800"
"""Half of a pair: JSON can say it, and no text has it."""


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("commit/main", '{"key": "header", "value": {"summary": "HALF"}}'),
        ("commit/main", '{"key": "file", "value": {"path": "a", "content": "HALF"}}'),
        (
            "commit/main",
            f'{{"key": "lfsFile", "value": {{"path": "a", "oid": "{"0" * 64}", "size": {10**30}}}}}',
        ),
        ("preupload/main", '{"files": [{"path": "HALF", "size": 1}]}'),
        ("tag/main", '{"tag": "HALF"}'),
    ],
)
def test_values_that_the_log_cannot_hold_are_refused(ann: Hub, tiny: str, path: str, body: str) -> None:
    answer = ann.http.post(f"/api/models/{tiny}/{path}", content=body.replace("HALF", HALF))
    assert (answer.status_code, "must be" in answer.json()["error"]) == (400, True)


def test_cards_and_grants_that_the_log_cannot_hold_are_not_made(ann: Hub, tiny: str) -> None:
    ann.commit(tiny, file("README.md", b'---\nlicense: "\\ud800"\ntags: [ok]\n---\n')).raise_for_status()
    assert ann.http.get(f"/api/models/{tiny}").json()["tags"] == ["ok"]
    said = '{"kind": "user", "grantee": "HALF", "level": "read"}'.replace("HALF", HALF)
    refused = ann.http.put(f"/v1/repositories/models/{tiny}/grants", content=said)
    assert (refused.status_code, "surrogate" in refused.text) == (400, True)


def test_exploding_requests_are_refused_before_anything_is_stored(ann: Hub, tiny: str) -> None:
    before = ann.http.get("/v1/storage").json()
    deep = (file("/".join([str(number)] * 240), b"") for number in range(100, 220))
    refused = ann.commit(tiny, *deep)
    assert (refused.status_code, "several commits" in refused.text) == (413, True)
    huge = [{"oid": f"{number:064x}", "size": 5 * 2**40} for number in range(10)]
    said = {"operation": "upload", "transfers": ["multipart"], "objects": huge}
    asked = ann.http.post(f"/{tiny}.git/info/lfs/objects/batch", json=said)
    assert (asked.status_code, "in one request" in asked.text) == (413, True)
    assert ann.http.get("/v1/storage").json() == before


def test_concurrent_uploads_never_exceed_the_quota(calling: Callable[..., Hub]) -> None:
    tenant = f"t{uuid.uuid4().hex[:8]}"
    ops, eve = calling("ops", tenant, "operator"), calling("eve", tenant)
    repo = eve.create(organization=tenant)
    kept = eve.http.get("/v1/storage").json()["unique_bytes"]
    quota = {"quota_bytes": kept + 10_500}
    ops.http.put(f"/v1/storage/{tenant}/quota", json=quota, params={"wait_s": 30}).raise_for_status()

    def ask(number: int) -> int:
        """Retry like git-lfs while the registry answers that it is busy."""
        body = {"operation": "upload", "objects": [{"oid": f"{number:064x}", "size": 1_000}]}
        while True:
            said = eve.http.post(f"/{repo}.git/info/lfs/objects/batch", json=body).status_code
            if said != HTTPStatus.SERVICE_UNAVAILABLE:
                return said

    with ThreadPoolExecutor(100) as pool:
        answers = Counter(pool.map(ask, range(1, 101)))
    assert answers == {200: 10, 403: 90}
    usage = eve.http.get("/v1/storage").json()
    assert (usage["reserved_bytes"], usage["unique_bytes"]) == (10_000, kept)


def test_shared_storage_of_an_organisation_is_visible_to_operators(calling: Callable[..., Hub]) -> None:
    one, another = (f"t{uuid.uuid4().hex[:8]}" for _ in range(2))
    ops, eve, bob = calling("ops", one, "operator"), calling("eve", one), calling("bob", another)
    same, own = os.urandom(1_500), os.urandom(700)
    for hub, tenant, contents in ((eve, one, (same, own)), (bob, another, (same,))):
        repo = hub.create(organization=tenant)
        for number, content in enumerate(contents):
            hub.commit(
                repo, large(f"{number}.bin", hub.upload(repo, content), len(content))
            ).raise_for_status()
    path = f"/v1/storage/{one}/sharing"
    assert eve.http.get(path).status_code == HTTPStatus.FORBIDDEN, "what others keep is nobody's business"
    said = ops.http.get(path).raise_for_status().json()
    whole = eve.http.get("/v1/storage").json()["unique_bytes"]
    assert (said["organisation"], said["unique_bytes"] >= whole) == (one, True)
    assert said["shared_bytes"] == said["more_bytes"]
    assert 1_500 < said["shared_bytes"] < said["unique_bytes"] - 700, (
        "with the directory that has but this file"
    )


def test_an_organisation_s_quota_is_enforced(calling: Callable[..., Hub]) -> None:
    tenant = f"t{uuid.uuid4().hex[:8]}"
    ops, eve = calling("ops", tenant, "operator"), calling("eve", tenant)
    quota = {"quota_bytes": 2_000}
    ops.http.put(f"/v1/storage/{tenant}/quota", json=quota, params={"wait_s": 30}).raise_for_status()
    repo = eve.create(organization=tenant)
    hash_ = eve.upload(repo, os.urandom(1_500))
    eve.commit(repo, large("w.bin", hash_, 1_500)).raise_for_status()
    refused = eve.http.post(
        f"/{repo}.git/info/lfs/objects/batch",
        json={"operation": "upload", "objects": [{"oid": "0" * 64, "size": 1_500}]},
    )
    assert (refused.status_code, "must be at most 2000 together" in refused.json()["error"]) == (403, True)
    kept = eve.http.get("/v1/storage").json()
    assert kept["reserved_bytes"] == 0
    assert 1_500 < kept["unique_bytes"] < 2_000  # with its directory
