"""Uploads and commits while a server dies or the store fails, against a running product.

The API of these tests is a separate process on the product's servers, which reaches the store by a link that
the tests can impair. The product's own API keeps running beside it.
"""

from __future__ import annotations

import hashlib
import os
import re
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from muster.events.registry_commands import MakeCommit
from muster.events.topics import REGISTRY_COMMANDS
from muster.journal import Start
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import until
from muster.testkit.stack.hub import Hub, caller, file, large
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.tcp_proxy import TcpProxy

pytestmark = [pytest.mark.e2e, pytest.mark.faults]

_FULL: Final = b"HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class StoreLink(TcpProxy):
    """The network link to S3.

    Attributes:
        asked: The first line of each request so far.
        is_failing: Every answer is an error of the server.
        is_lying: A byte of every long answer is another.
    """

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.asked: list[str] = []
        self.is_failing = self.is_lying = False

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        for chunk in chunks:
            line = re.match(rb"[A-Z]+ \S+ HTTP", chunk)
            self.asked += [line[0].decode()] if line else []
            yield chunk

    def answers(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        for chunk in chunks:
            if self.is_failing:
                yield _FULL
                return
            middle = len(chunk) // 2
            is_changed = self.is_lying and middle > 2_000
            yield chunk[:middle] + bytes([chunk[middle] ^ 1]) + chunk[middle + 1 :] if is_changed else chunk

    def restore(self) -> None:
        """Repair the link."""
        super().restore()
        self.is_failing = self.is_lying = False

    def wait_for(self, pattern: str) -> None:
        """Wait until such a request has arrived."""
        until(lambda: any(re.match(pattern, line) for line in self.asked), pattern)


@dataclass
class Api:
    """A separate API process."""

    process: RoleProcess
    link: StoreLink
    hub: Hub


@pytest.fixture(scope="module")
def api(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Generator[Api]:
    """The separate API; the last test kills it."""
    at = urlsplit(product.endpoints["MUSTER_S3_ENDPOINT"])
    assert at.hostname and at.port
    with StoreLink(at.hostname, at.port) as link:
        given = {**product.endpoints, "MUSTER_S3_ENDPOINT": f"http://127.0.0.1:{link.port}"}
        process = RoleProcess("muster.registry", tmp_path_factory.mktemp("api"), "http", **given)
        try:
            hub = caller(product, url=process.url)
            process.line("registry:http runs")
            until(lambda: process.get("/readyz").is_success, "ready")
            with hub.http:
                yield Api(process, link, hub)
        finally:
            link.restore()
            process.close()


@pytest.fixture
def ann(product: Product) -> Generator[Hub]:
    """A caller of the product's own API."""
    hub = caller(product)
    with hub.http:
        yield hub


@contextmanager
def _commands(product: Product) -> Generator[Callable[[str], bool]]:
    """Yield a check whether a commit with a title has been sent to the log since then."""
    where = product.endpoints
    titles: set[str] = set()
    with closing(
        KafkaJournal(where["MUSTER_KAFKA_BOOTSTRAP"], where["MUSTER_SCHEMA_REGISTRY_URL"], "test")
    ) as journal:
        reader = journal.reader([REGISTRY_COMMANDS], start=Start.END, name="watch")
        reader.positions()

        def has_come(title: str) -> bool:
            payloads = [delivery.envelope.payload for delivery in reader.poll(100, 0.05)]
            titles.update(each.title for each in payloads if isinstance(each, MakeCommit))
            return title in titles

        with closing(reader):
            yield has_come


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _in_background(work: Callable[[], httpx.Response]) -> Future[httpx.Response]:
    pool = ThreadPoolExecutor(1)
    asked = pool.submit(work)
    pool.shutdown(wait=False)
    return asked


def _there(hub: Hub, repo: str, path: str) -> httpx.Response:
    return hub.http.get(f"/{repo}/resolve/main/{path}", follow_redirects=True)


def _commits(hub: Hub, repo: str) -> int:
    return len(hub.http.get(f"/api/models/{repo}/commits/main").raise_for_status().json())


def test_a_failing_lying_or_slow_store_is_reported_and_does_no_harm(
    product: Product, api: Api, ann: Hub
) -> None:
    repo, data, text = ann.create(), os.urandom(300_000), os.urandom(20)
    upload = api.hub.batch(repo, data)["actions"]
    httpx.put(upload["upload"]["href"], content=data).raise_for_status()
    verify = upload["verify"]["href"]

    api.link.is_failing = True
    for refused in (api.hub.http.post(verify, json={}), api.hub.commit(repo, file("a", text))):
        assert (refused.status_code, "the store" in refused.text) == (503, True), refused.text
    api.link.restore()
    assert _commits(ann, repo) == 1

    api.link.is_lying = True
    lied = api.hub.http.post(verify, json={})
    assert (lied.status_code, "SHA-256" in lied.text) == (422, True)
    api.link.restore()
    line = large("w.bin", _hash(data), len(data))
    assert ann.commit(repo, line).status_code == 400, "it was not proven"

    api.link.slow_down(latency_ms=200, bytes_per_s=400_000)
    api.hub.http.post(verify, json={}).raise_for_status()
    api.hub.commit(repo, line, file("a", text)).raise_for_status()
    api.link.restore()
    assert _there(ann, repo, "w.bin").content == data

    api.link.cut()
    assert api.hub.commit(repo, file("b", os.urandom(20))).status_code == 503
    assert _there(ann, repo, "b").status_code == 404
    api.link.restore()


def test_kill_9_of_the_api_leaves_nothing_half_published_and_commits_happen_once(
    product: Product, api: Api, ann: Hub
) -> None:
    """At the kill, a commit is on the log but undecided, and the proving copy of another file has begun."""
    repo, data, text = ann.create(), os.urandom(200_000), os.urandom(20)
    upload = api.hub.batch(repo, data)["actions"]
    httpx.put(upload["upload"]["href"], content=data).raise_for_status()
    decider = product.holder("registry")
    with _commands(product) as has_come:
        api.link.freeze()  # not for long: the API gives up a store that does not answer
        api.link.asked.clear()  # the test before has stored contents as well
        committing = _in_background(lambda: api.hub.commit(repo, file("a", text), summary=repo))
        api.link.wait_for("PUT /muster/registry/inline/")
        product.signal(decider, signal.SIGSTOP)
        try:
            api.link.restore()
            until(lambda: has_come(repo) or committing.done(), "the command is on the log")
            assert not committing.done(), committing.result().text
            api.link.freeze()
            proving = _in_background(lambda: api.hub.http.post(upload["verify"]["href"], json={}))
            api.link.wait_for("PUT /muster/registry/lfs/")
            api.process.signal(signal.SIGKILL)
            for asked in (committing, proving):
                with pytest.raises(httpx.HTTPError):
                    asked.result(60)
            assert _there(ann, repo, "a").status_code == 404
        finally:
            product.signal(decider, signal.SIGCONT)
    api.link.restore()  # what the dead process had sent still arrives
    until(lambda: _there(ann, repo, "a").content == text, "the commit")
    ann.commit(repo, file("a", text), summary=repo).raise_for_status()
    assert _commits(ann, repo) == 2, "the first, of nothing, and this"
    line = large("w.bin", _hash(data), len(data))
    assert ann.commit(repo, line).status_code == 400, "it was not proven"
    ann.http.post(urlsplit(str(upload["verify"]["href"])).path, json={}).raise_for_status()
    ann.commit(repo, line).raise_for_status()
    assert _there(ann, repo, "w.bin").content == data
