"""Searches over several registries: a separate API queries a product, and a server with bad answers."""

from __future__ import annotations

import json
import socket
import threading
import uuid
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.testkit.stack.hub import Hub, caller, file
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess

pytestmark = [pytest.mark.e2e]

CARD = "---\nlicense: {licence}\n---\n{word}\n"
SECRET = "a-token-that-nobody-is-told"


@dataclass
class Scene:
    """Models of two organisations with a common word in their cards, and an API that searches both.

    Attributes:
        product: Is the other registry, with a token of the organisation zeta.
        word: In the cards.
        own: Of acme, with an MIT licence.
        theirs: Of zeta, private, with an MIT licence.
        url: Of the API that asks.
        log: The lines of its log.
        asked: What the registry that answers badly was asked.
    """

    product: Product
    word: str
    own: str
    theirs: str
    url: str
    log: list[str]
    asked: list[str] = field(default_factory=list[str])

    def search(self, user: str = "ann", tenant: str = "acme", **wanted: Any) -> httpx.Response:
        hub = caller(self.product, user, tenant, url=self.url)
        with hub.http:
            return hub.http.get("/v1/search", params={"text": self.word, **wanted})


@pytest.fixture(scope="module")
def scene(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Generator[Scene]:
    folder, word, zeta = tmp_path_factory.mktemp("federation"), f"w{uuid.uuid4().hex[:10]}", "zeta"
    with ExitStack() as opened:
        ann, zoe = caller(product), caller(product, "zoe", zeta)
        opened.enter_context(ann.http)
        opened.enter_context(zoe.http)
        own = ann.create()
        theirs = zoe.create(organization=zeta, visibility="private")
        for hub, repo in ((ann, own), (zoe, theirs)):
            card = CARD.format(licence="mit", word=word).encode()
            hub.commit(repo, file("README.md", card)).raise_for_status()
        product.until(lambda: found(zoe, word) == [theirs] and found(ann, word) == [own])
        asked: list[str] = []
        bad = answering_badly(asked)
        opened.callback(bad.server_close)
        opened.callback(bad.shutdown)
        silent = opened.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        (folder / "zeta").write_text(
            mint(product.home.root, subject="zoe", tenant=zeta, roles=["viewer"], ttl_s=3_600) + "\n"
        )
        (folder / "secret").write_text(SECRET)
        there = product.endpoints["MUSTER_REGISTRY_URL"]
        badly, secret = f"http://127.0.0.1:{bad.server_port}", str(folder / "secret")
        registries: list[dict[str, Any]] = [
            {"name": "twin", "url": there, "token_file": str(folder / "zeta")},
            {"name": "hub", "url": there, "kind": "hub", "token_file": str(folder / "zeta")},
            {"name": "silent", "url": f"http://127.0.0.1:{silent.getsockname()[1]}", "token_file": secret},
            {"name": "away", "url": "http://127.0.0.1:9", "token_file": secret},
            {"name": "moved", "url": f"{badly}/moved", "token_file": secret},
            {"name": "endless", "url": f"{badly}/endless", "kind": "hub"},
            {"name": "odd", "url": f"{badly}/odd"},
            {"name": "unknown", "url": there, "token_file": secret},
            {"name": "keyless", "url": there, "token_file": str(folder / "absent")},
            {"name": "others", "url": there, "organisations": ["globex"]},
        ]
        given = {
            **product.endpoints,
            "MUSTER_REGISTRY_FEDERATION": json.dumps(registries),
            "MUSTER_REGISTRY_FEDERATION_TIMEOUT_S": "10",
        }
        process = opened.enter_context(
            closing(RoleProcess("muster.registry", tmp_path_factory.mktemp("api"), "http", **given))
        )
        process.line("registry:http runs")
        process.until("/readyz", lambda answer: answer.is_success)
        yield Scene(product, word, own, theirs, process.url, process.log, asked)


def found(hub: Hub, word: str) -> list[str]:
    answer = hub.http.get("/v1/search", params={"text": word}).raise_for_status().json()
    return [each["name"] for each in answer["items"]]


def answering_badly(asked: list[str]) -> ThreadingHTTPServer:
    """A server that redirects, hangs, or sends malformed answers, and records its requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            if self.path.startswith("/moved"):
                self.send_response(302)
                self.send_header("Location", "/secret")
                self.end_headers()
                return
            self.send_response(200)
            self.end_headers()
            if self.path.startswith("/odd"):
                self.wfile.write(b'{"items": [{"name": 7}]}')
                return
            try:
                while True:
                    self.wfile.write(b" " * 65_536)
            except OSError:
                return  # the other side has had enough

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_results_of_several_registries_are_one_list(scene: Scene) -> None:
    asked: dict[str, Any] = {"registries": ["twin", "hub"], "with_facets": True, "sort": "changed"}
    answer = scene.search(**asked).raise_for_status().json()
    names = [(each["registry"], each["name"], each["visibility"]) for each in answer["items"]]
    assert sorted(names, key=str) == sorted(
        [
            (None, scene.own, "internal"),
            ("twin", scene.theirs, "private"),
            ("hub", scene.theirs, "private"),
        ],
        key=str,
    )
    assert [each["licence"] for each in answer["items"]] == ["mit"] * 3
    changed = [each["changed_at"] for each in answer["items"]]
    assert changed == sorted(changed, reverse=True)
    assert answer["facets"]["licence"] == {"mit": 2}, "the Hub's routes count nothing"
    assert answer["registries"] == [
        {"name": "twin", "found": 1, "problem": None},
        {"name": "hub", "found": 1, "problem": None},
    ]
    nothing = scene.search(**asked, licence=["gpl", "bsd"]).raise_for_status().json()
    assert nothing["items"] == []
    alone = scene.search().raise_for_status().json()
    assert ([each["name"] for each in alone["items"]], alone["registries"]) == ([scene.own], [])


def test_silent_registries_are_named_and_do_not_affect_the_others(scene: Scene) -> None:
    answer = scene.search(federated=True).raise_for_status()
    said = answer.json()
    problems = {each["name"]: each["problem"] for each in said["registries"]}
    assert problems == {
        "twin": None,
        "hub": None,
        "silent": "no answer within 10 s",
        "away": "cannot connect: ConnectError",
        "moved": "it answers with status 302",
        "endless": "its answer exceeds 8388608 bytes",
        "odd": "invalid answer: None is not a single line of text",
        "unknown": "it answers with status 401",
        "keyless": "its token cannot be read",
    }
    assert {each["name"] for each in said["items"]} == {scene.own, scene.theirs}
    assert "/secret" not in scene.asked, "nobody is led anywhere"
    assert not any(word in answer.text for word in (SECRET, "127.0.0.1", "token_file"))
    assert not any(SECRET in line for line in scene.log)


def test_only_registries_configured_for_the_organisation_are_queried(scene: Scene) -> None:
    for name in ("others", "http://127.0.0.1:9", ""):
        refused = scene.search(registries=[name])
        assert refused.status_code == 422, name
        assert refused.json()["violations"][0]["allowed"].startswith("twin, hub, silent")
    of_globex = scene.search("cat", "globex", registries=["others"]).raise_for_status().json()
    assert [each["name"] for each in of_globex["registries"]] == ["others"]
    page = scene.search(registries=["twin"], page_token="x", sort="changed")
    assert page.status_code == 422
    mine = mint(
        scene.product.home.root,
        subject="ci",
        tenant="acme",
        roles=["submitter"],
        ttl_s=600,
        repositories=[scene.own],
    )
    shown = {"Authorization": f"Bearer {mine}"}
    asked = {"text": scene.word, "federated": "true"}
    refused = httpx.get(f"{scene.url}/v1/search", params=asked, headers=shown, timeout=60, trust_env=False)
    assert refused.status_code == 403
