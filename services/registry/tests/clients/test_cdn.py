"""A real nginx as CDN before the store: clients read through it; its hook gets the most downloaded files."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.testkit.stack.hub import Hub, caller, large
from muster.testkit.stack.product import Product
from muster.testkit.stack.receiver import Receiver, receiving
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.stock_client import stock_client
from muster.testkit.stores.cdn import Nginx, nginx

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Scene:
    """An API that sends its readers to a CDN.

    Attributes:
        hub: Asks it.
        cdn: Stands before the product's store.
        hook: Takes what the role tells.
        settings: Of the processes that know of the CDN.
    """

    product: Product
    hub: Hub
    cdn: Nginx
    hook: Receiver
    settings: dict[str, str]


@pytest.fixture
def scene(product: Product, tmp_path: Path) -> Generator[Scene]:
    secret = uuid.uuid4().hex
    (tmp_path / "secret").write_text(f"{secret}\n")
    with ExitStack() as opened:
        cdn = opened.enter_context(nginx(tmp_path / "cdn", product.endpoints["MUSTER_S3_ENDPOINT"], secret))
        hook = opened.enter_context(receiving())
        settings = {
            "MUSTER_REGISTRY_CDN_URL": cdn.url,
            "MUSTER_REGISTRY_CDN_SECRET_FILE": str(tmp_path / "secret"),
            "MUSTER_REGISTRY_CDN_HOOK": f"{hook.url}/prewarm",
        }
        given = {**product.endpoints, **settings}
        api = opened.enter_context(closing(RoleProcess("muster.registry", tmp_path / "api", "http", **given)))
        api.until("/readyz", lambda answer: answer.is_success)
        hub = caller(product, url=api.url)
        opened.enter_context(hub.http)
        yield Scene(product, hub, cdn, hook, settings)


@pytest.fixture
def role(scene: Scene, tmp_path: Path) -> Generator[RoleProcess]:
    """The role that calls the hook."""
    given = {**scene.product.endpoints, **scene.settings}
    given["MUSTER_REGISTRY_TOKEN_FILE"] = str(scene.product.home.registry_token_file)
    with closing(RoleProcess("muster.registry", tmp_path / "role", "tiering", **given)) as process:
        process.until("/readyz", lambda answer: answer.is_success)
        yield process


def pushed(hub: Hub, content: bytes) -> str:
    repo = hub.create()
    hub.commit(repo, large("w.bin", hub.upload(repo, content), len(content))).raise_for_status()
    return repo


def test_only_readers_with_a_signed_address_are_served_by_the_cdn(scene: Scene) -> None:
    content = os.urandom(300_000)
    repo = pushed(scene.hub, content)
    reads = [scene.hub.http.get(f"/{repo}/resolve/main/w.bin", follow_redirects=True) for _ in range(2)]
    assert [each.content for each in reads] == [content] * 2
    read = reads[-1]
    assert str(read.url).startswith(f"{scene.cdn.url}/")
    part = httpx.get(str(read.url), headers={"Range": "bytes=5-9"})
    assert (part.status_code, part.content) == (206, content[5:10])
    assert [kept for kept, *_ in scene.cdn.answered()] == ["MISS", "HIT", "HIT"]
    token, rest = str(read.url).removeprefix(f"{scene.cdn.url}/").split("/", 1)
    expires, path = rest.split("/", 1)
    for wrong, status in (
        (f"{'AB'[token[0] == 'A']}{token[1:]}/{expires}/{path}", 403),
        (f"{token}/{int(expires) + 9}/{path}", 403),
        (path, 404),
    ):
        assert httpx.get(f"{scene.cdn.url}/{wrong}").status_code == status


@pytest.mark.parametrize("is_xet", [True, False])
def test_a_stock_client_reads_through_the_cdn(scene: Scene, tmp_path: Path, is_xet: bool) -> None:
    content = os.urandom(2_000_000)
    (tmp_path / "w.bin").write_bytes(content)
    repo = scene.hub.create()
    token = mint(scene.product.home.root, subject="ann", tenant="acme", roles=["submitter"], ttl_s=3_600)

    def played(script: str, *arguments: str, home: Path) -> str:
        url, is_off = scene.hub.url, "0" if is_xet else "1"
        lock = HERE / "hub-2.lock"
        return stock_client(
            lock, HERE / script, *arguments, url=url, token=token, home=home, HF_HUB_DISABLE_XET=is_off
        )

    played("xet_upload.py", repo, str(tmp_path / "w.bin"), home=tmp_path / "up")
    for number in range(2):
        found = played("xet_download.py", repo, home=tmp_path / str(number))
        assert Path(found.strip()).read_bytes() == content
    answered = [kept for kept, _, path in scene.cdn.answered() if ".chunks" not in path]
    assert {"MISS", "HIT"} <= set(answered), scene.cdn.answered()


@pytest.mark.long
def test_the_most_downloaded_files_reach_the_hook_and_the_cdn_before_any_read(
    scene: Scene, role: RoleProcess
) -> None:
    content, product = os.urandom(300_000), scene.product
    repo, path = pushed(scene.hub, content), "resolve/main/w.bin"
    with caller(product).http as elsewhere:
        assert elsewhere.get(f"/{repo}/{path}", follow_redirects=True).content == content
    product.until(lambda: scene.hub.http.get(f"/api/models/{repo}").json()["downloads"] == 1)
    address = scene.hub.http.get(f"/{repo}/{path}").headers["location"]
    key = urlsplit(address).path.split("/", 3)[3]
    try:
        product.muster("model", "tiers", "--prewarm", "1000")
        product.until(lambda: any(key in each["url"] for each in received(scene)), told=lambda: str(role.log))
    finally:
        product.muster("model", "tiers", "--prewarm", "0")
    (one,) = (each for each in received(scene) if key in each["url"])
    assert (one["size_bytes"], httpx.get(one["url"]).content) == (len(content), content)
    read = scene.hub.http.get(f"/{repo}/{path}", follow_redirects=True)
    assert read.content == content
    assert [kept for kept, _, path in scene.cdn.answered() if key in path] == ["MISS", "HIT"]


def received(scene: Scene) -> list[dict[str, Any]]:
    """Return the objects that the hook received."""
    bodies = [json.loads(each.body) for each in scene.hook.received]
    return [each for body in bodies for each in body["objects"]]
