"""`muster model push`, `pull` and `mirror`, as typed, against the registry of a running product."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import struct
import subprocess
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.cas.fixed import FIXED_BYTES
from muster.client.errors import InvalidRequest, NotFound
from muster.client.transfers import local
from muster.client.transfers.by_content import ByContent
from muster.client.transfers.hub import Hub
from muster.client.transfers.pushing import header
from muster.store.sealed import SealedStore
from muster.store.uses import ONCE, Operation, Use
from muster.testkit.stack.product import Product
from muster.testkit.stores.registry import registry_over
from muster.testkit.stores.seaweedfs import seaweedfs

pytestmark = [pytest.mark.e2e]


@pytest.fixture
def name() -> str:
    return f"local/tiny-{uuid.uuid4().hex[:8]}"


def hub(product: Product, name: str) -> Hub:
    token = product.home.token_file.read_text().strip()
    return Hub(product.endpoints["MUSTER_REGISTRY_URL"], token, "models", name)


def push(product: Product, *arguments: str | Path) -> dict[str, Any]:
    return json.loads(product.muster("model", "push", *map(str, arguments), "--json").stdout)


def pull(product: Product, *arguments: str | Path) -> dict[str, Any]:
    return json.loads(product.muster("model", "pull", *map(str, arguments), "--json").stdout)


def test_only_missing_bytes_are_transferred_and_transfers_resume(
    product: Product, name: str, tmp_path: Path
) -> None:
    source, to = tmp_path / "model", tmp_path / "pulled"
    (source / "weights").mkdir(parents=True)
    content = os.urandom(6_000_000)
    (source / "README.md").write_text("# tiny\n")
    (source / "weights" / "w.bin").write_bytes(content)
    with hub(product, name) as opened:  # an earlier push that died before its commit
        opened.require("main")
        ByContent(opened, "main", lambda _sent: None).send(source / "weights" / "w.bin", lambda _done: None)
    first = push(product, source, name)
    assert (first["files"], first["unchanged"], first["sent_bytes"]) == (2, 0, len("# tiny\n"))
    assert push(product, source, name)["commit"] == first["commit"], "the same again is no commit"
    changed = content[:2_000_000] + b"inserted" * 10 + content[2_000_000:]
    (source / "weights" / "w.bin").write_bytes(changed)
    second = push(product, source, name, "-r", "trial")
    assert (second["unchanged"], 0 < second["sent_bytes"] < 400_000) == (1, True)

    digest = hashlib.sha256(content).hexdigest()
    begun = to / local.PARTIAL / f"{digest}-weights_w.bin"
    begun.parent.mkdir(parents=True)
    begun.write_bytes(content[:5_000_000])  # what an earlier pull had fetched when it died
    fetched = pull(product, name, to)
    assert fetched["fetched_bytes"] == 1_000_000 + len("# tiny\n")
    assert (to / "weights" / "w.bin").read_bytes() == content
    assert not begun.parent.exists()
    assert pull(product, name, to)["unchanged"] == 2
    (to / "mine.txt").write_text("mine")
    assert pull(product, name, to, "-r", "trial")["unchanged"] == 1
    assert (to / "weights" / "w.bin").read_bytes() == changed
    assert (to / "mine.txt").exists()


def noise(size: int) -> bytes:
    """Return a file with one tensor of noise, which the scanner can read."""
    header = json.dumps({"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}).encode()
    return struct.pack("<Q", len(header)) + header + os.urandom(size)


def test_a_killed_push_publishes_nothing_and_resumes(product: Product, name: str, tmp_path: Path) -> None:
    content = noise(300_000_000)
    file = tmp_path / "w.safetensors"
    file.write_bytes(content)
    with hub(product, name) as opened:
        opened.require("main")
        before = _reserved(opened)
        # Killed when the first of five xorbs has room; then when the fourth has: a client sends at most three
        # at a time, so that one is proven.
        for room in (before, before + 3 * 2**26):
            with product.started("model", "push", str(file), name) as pushing:
                product.until(lambda room=room: _reserved(opened) > room)
                pushing.kill()
            assert pushing.returncode == -signal.SIGKILL
            assert opened.entries("main") == [], "nothing is published"
        second = push(product, file, name)
        assert 0 < second["sent_bytes"] < len(content), "what was proven is not sent again"
        assert [entry.size_bytes for entry in opened.entries("main")] == [len(content)]
    pull(product, name, tmp_path / "pulled")
    assert (tmp_path / "pulled" / file.name).read_bytes() == content


def _reserved(opened: Hub) -> int:
    return opened.json("GET", "/v1/storage")["reserved_bytes"]


@pytest.mark.long
def test_xorbs_are_uploaded_to_write_once_addresses(product: Product, name: str, tmp_path: Path) -> None:
    file = tmp_path / "w.bin"
    file.write_bytes(os.urandom(300_000))
    token, sent = product.home.token_file.read_text().strip(), list[int]()
    with (
        seaweedfs(tmp_path / "store") as settings,
        registry_over(product, settings, tmp_path / "api") as api,
        Hub(api.url, token, "models", name) as opened,
    ):
        opened.require("main")
        for _ in range(2):
            ByContent(opened, "main", sent.append).send(file, lambda _done: None)
        url = SealedStore(settings).presigned(Use(Operation.PUT_ONCE, "once"), 60)
        for content in (b"first", b"again"):
            opened.put(url, content, 5, ONCE)
        assert SealedStore(settings).get("once") == b"first", "the answer was lost, the bytes were not"
    assert len(sent) == 1


@pytest.mark.long
def test_fixed_chunks_are_ranges_of_any_stored_file(product: Product, name: str, tmp_path: Path) -> None:
    content = os.urandom(FIXED_BYTES + 3_000_000)
    file = tmp_path / "w.bin"
    file.write_bytes(content)
    push(product, file, name)
    with hub(product, name) as opened:
        kept = opened.json("GET", "/v1/storage")["unique_bytes"]
        asked = {"path": "w.bin", "revision": "main"}
        with pytest.raises(NotFound, match="has no manifest of"):
            opened.json("GET", f"{opened.own}/fixed-manifest", query=asked)

        first, second = hashlib.sha256(content[:FIXED_BYTES]), hashlib.sha256(content[FIXED_BYTES:])
        chunk = {"sha256": second.hexdigest(), "size_bytes": 3_000_000}
        (told,) = opened.json("POST", f"{opened.own}/fixed-chunks", {"chunks": [chunk]})["chunks"]
        wrong = {"sha256": first.hexdigest(), "size_bytes": len(content), "chunks": [second.hexdigest()]}
        with pytest.raises(InvalidRequest, match="must be 2"):
            list(opened.lines(f"{opened.own}/fixed-files", wrong))
        absent = {**wrong, "chunks": [first.hexdigest(), second.hexdigest()]}
        (said,) = list(opened.lines(f"{opened.own}/fixed-files", absent))
        assert (said["type"], "2 chunks are not stored" in said["message"]) == ("error", True)
        httpx.put(told["put"], content=content[FIXED_BYTES:]).raise_for_status()  # a push that died here
        opened.ask("POST", told["verify"], json={})
        lie = {"sha256": "0" * 64, "size_bytes": 3_000_000, "chunks": [second.hexdigest()]}
        *_, refused = opened.lines(f"{opened.own}/fixed-files", lie)
        assert "must be 3000000 bytes with SHA-256 0000" in refused["message"]

        other = f"{name}-fixed"
        assert push(product, file, other, "--fixed")["sent_bytes"] == FIXED_BYTES
        added = opened.json("GET", "/v1/storage")["unique_bytes"] - kept
        assert added < 100_000, "a record and a directory: no second copy of the bytes"
    with hub(product, other) as opened:
        manifest = opened.json("GET", f"{opened.own}/fixed-manifest", query=asked)
        assert manifest["chunks"] == [first.hexdigest(), second.hexdigest()]
    changed = content[:-1] + bytes([content[-1] ^ 1])
    file.write_bytes(changed)
    assert push(product, file, other, "--fixed", "-r", "next")["sent_bytes"] == 3_000_000

    to = tmp_path / "pulled"
    begun = to / local.PARTIAL / f"{hashlib.sha256(content).hexdigest()}-w.bin"
    begun.parent.mkdir(parents=True)
    begun.write_bytes(content[:FIXED_BYTES] + bytes(1_000_000))  # a disk that lost what was written last
    fetched = pull(product, other, to)
    assert fetched["fetched_bytes"] == 2_000_000 + 3_000_000, "the rest, then the chunk that was wrong"
    assert (to / "w.bin").read_bytes() == content


def test_storage_of_all_repositories_is_listed_in_one_request(
    product: Product, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "w.bin"
    file.write_bytes(os.urandom(3_000_000))

    def du(*arguments: str) -> dict[str, Any]:
        return json.loads(product.muster("model", "du", *arguments, "--json").stdout)

    before = du()
    push(product, file, name)
    push(product, file, f"{name}-copy")
    file.write_bytes(os.urandom(1_000_000))
    push(product, file, name)
    kept = du()
    added = {key: kept[key] - before[key] for key in ("versions", "counted", "logical_bytes")}
    assert added == {"versions": 2, "counted": 2, "logical_bytes": 4_000_000}
    assert kept["saved_bytes"] == max(kept["logical_bytes"] - kept["unique_bytes"], 0)
    of_each = {each["name"]: each for each in kept["repositories"]}
    copy, alone = of_each[f"{name}-copy"], du(f"{name}-copy")
    both = copy.keys() & alone.keys()
    assert {"logical_bytes", "unique_bytes", "shared_bytes", "own_bytes", "saved_bytes"} <= both
    assert {key: copy[key] for key in both} == {key: alone[key] for key in both}, "what its files add up to"
    assert (copy["logical_bytes"], copy["own_bytes"] < 10_000) == (3_000_000, True)


@pytest.mark.long
def test_a_mirror_transfers_only_differences_and_records_its_origin(
    product: Product, name: str, tmp_path: Path
) -> None:
    url, source, here = product.endpoints["MUSTER_REGISTRY_URL"], tmp_path / "model", f"{name}-mirror"
    source.mkdir()
    content = os.urandom(3_000_000)
    (source / "README.md").write_text("# tiny\n")
    (source / "w.bin").write_bytes(content)
    origin = push(product, source, name)["commit"]
    product.muster("model", "tag", name, "v1")
    token = product.home.token_file.read_text().strip()

    def mirrored(*more: str, code: int = 0, shown: str = token) -> Any:
        words = ("model", "mirror", name, here, "--from", url, *more, "--json")
        told = product.muster(*words, env={"MUSTER_MIRROR_TOKEN": shown}, check=False)
        assert told.returncode == code, told.stderr
        return told.stderr if code else json.loads(told.stdout)["items"][0]

    digest = hashlib.sha256(content).hexdigest()
    begun = product.home.root / "mirrors" / "models" / here / "main" / local.PARTIAL / f"{digest}-w.bin"
    begun.parent.mkdir(parents=True)
    begun.write_bytes(content[:2_000_000])  # what an earlier mirror had fetched when it died
    first = mirrored()
    assert (first["origin"], first["files"], first["tags"]) == (origin, 2, ["v1"])
    assert first["fetched_bytes"] == 1_000_000 + len("# tiny\n")
    assert first["sent_bytes"] == len("# tiny\n"), "the organisation has the chunks"
    assert not begun.parent.exists()
    again = mirrored("-r", "main")
    assert (again["commit"], again["unchanged"], again["fetched_bytes"]) == (first["commit"], 2, 0)

    (source / "w.bin").write_bytes(content + b"more")
    moved = push(product, source, name)["commit"]
    with hub(product, name) as opened:
        opened.commit("main", [header("less"), {"key": "deletedFile", "value": {"path": "README.md"}}])
    second = mirrored()
    assert (second["files"], second["removed"], second["tags"]) == (1, 1, [])
    assert second["origin"] != moved
    with hub(product, here) as opened:
        assert [entry.path for entry in opened.entries("main")] == ["w.bin"]
        assert opened.refs().tags == {"v1": first["commit"]}
        walk = opened.json("GET", f"/v1/lineage/models/{here}", query={"direction": "up"})
    assert f"code/{url}/{name}@{second['origin']}" in {edge["parent"] for edge in walk["edges"]}
    assert "has no branch 'absent'; its branches: main" in mirrored("-r", "absent", code=2)
    assert "set MUSTER_MIRROR_TOKEN to a token of that registry" in mirrored(code=5, shown="")


def test_a_bundle_is_accepted_only_as_signed(product: Product, name: str, tmp_path: Path) -> None:
    source, bundle, there = tmp_path / "model", tmp_path / "tiny.bundle", f"{name}-imported"
    key, public, other = (tmp_path / each for each in ("key.pem", "public.pem", "other.pem"))
    for private, shown in ((key, public), (tmp_path / "key-2.pem", other)):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
        subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", shown], check=True)
    (source / "weights").mkdir(parents=True)
    content = os.urandom(100_000)
    (source / "README.md").write_text("# tiny\n")
    (source / "weights" / "w.bin").write_bytes(content)
    commit = push(product, source, name)["commit"]
    product.muster("model", "export", name, str(bundle), "--key", str(key))

    def imported(bundle: Path, trust: Path = public, code: int = 0) -> Any:
        words = ("model", "import", str(bundle), there, "--trust", str(trust), "--json")
        told = product.muster(*words, check=False)
        assert told.returncode == code, told.stderr
        return told.stderr if code else json.loads(told.stdout)

    whole = bundle.read_bytes()
    changed, cut = tmp_path / "changed.bundle", tmp_path / "cut.bundle"
    changed.write_bytes(whole.replace(content[50_000:50_020], b"x" * 20))
    cut.write_bytes(whole[: whole.index(content)])
    assert "is not signed by the trusted key" in imported(bundle, other, code=2)
    assert "as its manifest says" in imported(changed, code=2)
    assert "not a readable tar" in imported(cut, code=2)
    assert "is not a bundle: not a readable tar" in imported(source / "README.md", code=2)
    assert "is not an Ed25519 key" in imported(bundle, source / "README.md", code=2)
    with hub(product, there) as opened, pytest.raises(NotFound):
        opened.info("main")

    told = imported(bundle)
    assert (told["files"], told["origin"]) == (2, commit)
    pull(product, there, tmp_path / "pulled")
    assert (tmp_path / "pulled" / "weights" / "w.bin").read_bytes() == content
    walk = json.loads(product.muster("model", "lineage", there, "--up", "--json").stdout)
    assert any(edge["parent"].endswith(f"/{name}@{commit}") for edge in walk["edges"])
    assert not list(tmp_path.glob(".*bundle-*")), "nothing is left beside it"


def safetensors(**tensors: list[float]) -> bytes:
    """Return a file of F32 tensors."""
    data, header = b"", {}
    for name, values in tensors.items():
        packed = struct.pack(f"<{len(values)}f", *values)
        offsets = [len(data), len(data) + len(packed)]
        header[name] = {"dtype": "F32", "shape": [len(values)], "data_offsets": offsets}
        data += packed
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + data


def test_versions_are_compared_tensor_by_tensor(product: Product, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    values = [float(number) for number in range(1, 2_001)]
    (folder / "same.safetensors").write_bytes(safetensors(head=values))
    (folder / "w.safetensors").write_bytes(safetensors(embed=values, old=values[:8], layer=values))
    push(product, folder, name)
    moved = [*values[:1_000], *(value * 2 for value in values[1_000:])]
    (folder / "w.safetensors").write_bytes(safetensors(embed=values, layer=moved, new=values[:9]))
    push(product, folder, name, "-r", "next")
    told = product.muster("model", "diff", name, "main", "next", "--tensors", "--json")
    found = {(each["after"] or each["before"])["name"]: each for each in json.loads(told.stdout)["items"]}
    assert {each: said["state"] for each, said in found.items()} == {
        "layer": "changed",
        "new": "added",
        "old": "removed",
    }
    assert found["layer"]["change"]["equal_share"] == 0.5
    said = product.muster("model", "diff", name, "main", "next", "--tensors").stderr
    assert "3 of 4 tensors differ, 1 are equal" in said
    assert "1 file of both versions is the same" in said
