"""Objects encrypted with the key of their organisation: stock clients, on a store without encryption."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import signal
import socket
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.registry.config import Settings
from muster.store.sealed import SealedStore
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import caller, large
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
OWN = "registry/"
MIB = 2**20


@dataclass(frozen=True, slots=True)
class Organisation:
    """An encrypted organisation.

    Attributes:
        product: Where it is.
        name: Its name, and the name of its key.
    """

    product: Product
    name: str

    @property
    def ring(self) -> Path:
        """The key ring of the stack."""
        return self.product.home.key_ring_file

    def token(self, role: str = "submitter") -> str:
        """Return a token of a user with this role."""
        return mint(self.product.home.root, subject="ann", tenant=self.name, roles=[role], ttl_s=3_600)

    def play(self, script: str, *arguments: object, home: Path, is_xet: bool = True) -> str:
        """Run a script with a stock huggingface_hub and return its output."""
        return stock_client(
            HERE / "hub-2.lock",
            HERE / script,
            *map(str, arguments),
            url=self.product.endpoints["MUSTER_REGISTRY_URL"],
            token=self.token(),
            home=home,
            HF_HUB_DISABLE_XET="0" if is_xet else "1",
        )

    def push(self, repo: str, weights: Path, home: Path) -> None:
        """Create a repository and push this file with hf_xet."""
        shown = {"Authorization": f"Bearer {self.token()}"}
        url = f"{self.product.endpoints['MUSTER_REGISTRY_URL']}/api/repos/create"
        body = {"organization": self.name, "name": repo.partition("/")[2]}
        httpx.post(url, json=body, headers=shown, trust_env=False, timeout=60).raise_for_status()
        self.play("xet_upload.py", repo, weights, home=home)

    def stored(self) -> dict[str, bytes]:
        """Return the organisation's objects as the store has them, by key."""
        store = self.product.store()
        return {key: store.get(key) for key in store.keys(OWN) if self.name in key}

    def read(self, repo: str) -> httpx.Response:
        """Download a file."""
        url = f"{self.product.endpoints['MUSTER_REGISTRY_URL']}/{repo}/resolve/main/weights.bin"
        shown = {"Authorization": f"Bearer {self.token()}"}
        return httpx.get(url, headers=shown, follow_redirects=True, trust_env=False, timeout=60)


@pytest.fixture
def encrypted(product: Product) -> Generator[Organisation]:
    with encrypted_organisation(product) as name:
        yield Organisation(product, name)


def _as_operator(of: Organisation) -> dict[str, str]:
    return {"MUSTER_TOKEN": of.token("operator")}


@pytest.mark.parametrize("is_xet", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_stock_client_works_with_an_encrypted_organisation(
    encrypted: Organisation, is_xet: bool, tmp_path: Path
) -> None:
    repo = f"{encrypted.name}/tiny-{uuid.uuid4().hex[:8]}"
    saw = json.loads(
        encrypted.play("story.py", repo, tmp_path, home=tmp_path / "home", is_xet=is_xet),
    )
    assert saw["user"] == f"{encrypted.name}.ann"


def test_the_store_contains_nothing_in_the_clear(encrypted: Organisation, tmp_path: Path) -> None:
    product, repo = encrypted.product, f"{encrypted.name}/tiny"
    before = set(product.store().keys(OWN))
    weights = tmp_path / "weights.bin"
    mark = secrets.token_hex(32).encode()
    weights.write_bytes(os.urandom(3_000_000) + mark + bytes(300_000) + mark + os.urandom(1_000_000))
    encrypted.push(repo, weights, tmp_path / "home")
    stored = encrypted.stored()
    new = [key for key in product.store().keys(OWN) if key not in before]
    assert all(f"~{encrypted.name}" in key for key in new if not key.startswith(f"{OWN}probes/")), new
    assert sum(map(len, stored.values())) > 4_000_000
    for key, data in stored.items():
        assert mark not in data, key
        assert bytes(4_096) not in data, key
    back = encrypted.play("xet_download.py", repo, home=tmp_path / "other")
    assert Path(back).read_bytes() == weights.read_bytes()
    plain = encrypted.play("xet_download.py", repo, home=tmp_path / "third", is_xet=False)
    assert Path(plain).read_bytes() == weights.read_bytes()


def test_content_is_readable_only_while_its_key_is_available(encrypted: Organisation, tmp_path: Path) -> None:
    repo = f"{encrypted.name}/tiny"
    weights = tmp_path / "weights.bin"
    weights.write_bytes(os.urandom(200_000))
    encrypted.push(repo, weights, tmp_path / "home")
    assert encrypted.read(repo).content == weights.read_bytes()
    kept = encrypted.ring.read_text()
    encrypted.ring.write_text("")
    refused = encrypted.read(repo)
    assert (refused.status_code, f"'{encrypted.name}' is not in the key ring" in refused.text) == (503, True)
    encrypted.ring.write_text(kept)
    assert encrypted.read(repo).content == weights.read_bytes()


def test_an_organisation_with_stored_content_cannot_be_encrypted(
    encrypted: Organisation, tmp_path: Path
) -> None:
    product, repo = encrypted.product, f"{encrypted.name}/tiny"
    weights = tmp_path / "weights.bin"
    weights.write_bytes(os.urandom(100_000))
    encrypted.push(repo, weights, tmp_path / "home")
    shown = product.muster("model", "sharing", encrypted.name, "--json", env=_as_operator(encrypted))
    told = json.loads(shown.stdout)
    assert (told["encryption_key"], told["shared_objects"]) == (encrypted.name, 0)
    words = ("model", "encrypt", encrypted.name, "--key", "none")
    refused = product.muster(*words, env=_as_operator(encrypted), check=False)
    assert refused.returncode != 0
    assert "must be an organisation that stores nothing" in refused.stderr
    unknown = product.muster(
        "model", "encrypt", f"{encrypted.name}-b", "--key", "lost", env=_as_operator(encrypted), check=False
    )
    assert "'lost' is not in the key ring" in unknown.stderr


@pytest.mark.long
def test_an_upload_interrupted_by_kill_9_is_no_file_and_can_be_repeated(
    encrypted: Organisation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts that arrived before the kill are sealed in the store, and were never joined."""
    product, data = encrypted.product, os.urandom(20 * MIB)
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    store = SealedStore(Settings.load(home=tmp_path).store())
    given = {**product.endpoints, "MUSTER_S3_KEY_RING_FILE": str(encrypted.ring)}
    api = RoleProcess("muster.registry", tmp_path / "api", "http", **given)
    try:
        api.line("registry:http runs")
        api.until("/readyz", lambda answer: answer.is_success)
        ann = caller(product, tenant=encrypted.name, url=api.url)
        with ann.http:
            repo = ann.create(organization=encrypted.name)
            href: str = ann.batch(repo, data)["actions"]["upload"]["href"]
            at = urlsplit(href)
        with socket.create_connection((str(at.hostname), at.port or 80)) as client:
            asked = (
                f"PUT {at.path}?{at.query} HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Length: {len(data)}\r\n"
            )
            client.sendall(asked.encode() + b"\r\n" + data[: 18 * MIB])
            product.until(lambda: bool(store.parts_begun(OWN)))
            api.signal(signal.SIGKILL)
    finally:
        api.close()
    ann = caller(product, tenant=encrypted.name)
    with ann.http:
        digest = hashlib.sha256(data).hexdigest()
        line = large("weights.bin", digest, len(data))
        assert ann.commit(repo, line).status_code == 400, "it was not proven"
        assert ann.upload(repo, data) == digest
        ann.commit(repo, line).raise_for_status()
    assert encrypted.read(repo).content == data
