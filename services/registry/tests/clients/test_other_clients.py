"""The commands `hf` and `git lfs`, from their packages, as users type them, against a running product."""

from __future__ import annotations

import os
import subprocess
import uuid
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from muster.identity.devkeys import mint
from muster.testkit.environments import environment
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import Hub, caller, large
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
HF = "hub-2"
WITH_PARTS = "hub-0.36"
"""The last that has `lfs-enable-largefiles`."""


@dataclass
class Shell:
    """A user's shell in a folder, with these commands."""

    product: Product
    folder: Path
    environments: tuple[Path, ...]
    tenant: str = "acme"
    token: str = field(init=False)

    def __post_init__(self) -> None:
        home = self.product.home.root
        self.token = mint(home, subject="ann", tenant=self.tenant, roles=["submitter"], ttl_s=3_600)

    def run(self, *words: str | Path, given: bytes = b"", at: Path | None = None) -> bytes:
        """Run a command and return its output."""
        own = {
            "PATH": os.pathsep.join([*(f"{each}/bin" for each in self.environments), os.environ["PATH"]]),
            "HOME": str(self.folder),
            "HF_ENDPOINT": self.product.endpoints["MUSTER_REGISTRY_URL"],
            "HF_TOKEN": self.token,
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_COUNT": "2",
            "GIT_CONFIG_KEY_0": "user.name",
            "GIT_CONFIG_VALUE_0": "ann",
            "GIT_CONFIG_KEY_1": "user.email",
            "GIT_CONFIG_VALUE_1": "ann@acme.example",
        }
        done = subprocess.run(
            words, input=given, env=own, cwd=at or self.folder, capture_output=True, timeout=200, check=False
        )
        assert done.returncode == 0, done.stderr[-4_000:].decode()
        return done.stdout

    def clone(self, name: str, repo: str) -> Path:
        """Create a git working tree whose large files are those of a repository."""
        made = self.folder / name
        at = self.product.endpoints["MUSTER_REGISTRY_URL"].replace("://", f"://ann:{self.token}@")
        self.run("git", "init", "--quiet", made)
        self.run("git", "lfs", "install", "--local", at=made)
        self.run("git", "remote", "add", "origin", f"{at}/{repo}.git", at=made)
        return made


@pytest.fixture
def repo(product: Product) -> str:
    hub = caller(product)
    with hub.http:
        return hub.create()


def test_hf_uploads_downloads_tags_and_lists(product: Product, repo: str, tmp_path: Path) -> None:
    shell = Shell(product, tmp_path, (environment(HERE / f"{HF}.lock"),))
    content = os.urandom(2_000_000)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "w.bin").write_bytes(content)
    (tmp_path / "model" / "README.md").write_text("---\nlicense: mit\n---\n# tiny\n")
    assert b"acme.ann" in shell.run("hf", "auth", "whoami")
    shell.run("hf", "upload", repo, "model", ".")
    shell.run("hf", "repos", "tag", "create", repo, "v1")
    assert b"v1" in shell.run("hf", "repos", "tag", "list", repo)
    shell.run("hf", "repos", "delete-files", repo, "README.md")
    shell.run("hf", "download", repo, "--revision", "v1", "--local-dir", "fetched")
    assert (tmp_path / "fetched" / "w.bin").read_bytes() == content
    assert (tmp_path / "fetched" / "README.md").exists()
    assert repo.encode() in shell.run("hf", "models", "info", repo)
    other = f"acme/hf-{uuid.uuid4().hex[:8]}"
    shell.run("hf", "repos", "create", other)
    shell.run("hf", "repos", "delete", other, "--yes")


@pytest.mark.parametrize("in_parts", [pytest.param(False, marks=pytest.mark.long), True])
def test_git_lfs_pushes_and_pulls(product: Product, in_parts: bool, tmp_path: Path) -> None:
    _sent_and_fetched(product, "acme", in_parts, tmp_path)


@pytest.mark.long
def test_git_lfs_works_with_encrypted_organisations(product: Product, tmp_path: Path) -> None:
    """With or without `lfs-enable-largefiles`, sealed files are uploaded whole."""
    with encrypted_organisation(product) as tenant:
        _sent_and_fetched(product, tenant, True, tmp_path)


def _sent_and_fetched(product: Product, tenant: str, in_parts: bool, tmp_path: Path) -> None:
    commands = (
        environment(HERE / "git-lfs-3.lock", python="3.12"),
        environment(HERE / f"{WITH_PARTS}.lock"),
    )
    shell = Shell(product, tmp_path, commands, tenant)
    hub = caller(product, tenant=tenant)
    with hub.http:
        _between_two_trees(shell, hub, in_parts)


def _between_two_trees(shell: Shell, hub: Hub, in_parts: bool) -> None:
    repo = hub.create(organization=shell.tenant)
    here = shell.clone("here", repo)
    if in_parts:
        shell.run("huggingface-cli", "lfs-enable-largefiles", here)
    files = {"a.bin": os.urandom(70_000_000 if in_parts else 1_500_000), "b.bin": os.urandom(300_000)}
    shell.run("git", "lfs", "track", "*.bin", at=here)
    for name, content in files.items():
        (here / name).write_bytes(content)
    shell.run("git", "add", ".", at=here)
    shell.run("git", "commit", "--quiet", "-m", "large files", at=here)
    pointers = {name: shell.run("git", "show", f"HEAD:{name}", at=here) for name in files}
    hashes = {name: pointer.decode().partition("sha256:")[2][:64] for name, pointer in pointers.items()}
    shell.run("git", "lfs", "push", "--object-id", "origin", *hashes.values(), at=here)
    lines = (large(name, hashes[name], len(content)) for name, content in files.items())
    hub.commit(repo, *lines).raise_for_status()
    there = shell.clone("there", repo)
    for name, content in files.items():
        assert shell.run("git", "lfs", "smudge", given=pointers[name], at=there) == content
