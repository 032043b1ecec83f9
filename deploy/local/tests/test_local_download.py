"""Downloads against a real HTTP server: resumed when cut off, fetched again when wrong, verified always."""

from __future__ import annotations

import hashlib
import tarfile
import threading
import zipfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from muster.local.artifacts.download import fetch
from muster.local.artifacts.locks import Pin, read_lock
from muster.local.artifacts.unpack import unpack
from muster.local.errors import UnavailableError
from muster.local.home import move_into_place

CONTENT = bytes(range(256)) * 1000


class Repository:
    """A Maven repository of one file whose manners a test can spoil.

    Attributes:
        served: what it serves, one after the other; the last one for ever.
        cut_after: bytes after which it hangs up, one per answer; none: never.
        ranges: the Range header of every request.
    """

    def __init__(self) -> None:
        self.served = [CONTENT]
        self.cut_after: list[int] = []
        self.ranges: list[str | None] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        repository = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                wanted = self.headers.get("Range")
                repository.ranges.append(wanted)
                content = repository.served.pop(0) if len(repository.served) > 1 else repository.served[0]
                start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
                self.send_response(206 if wanted else 200)
                self.send_header("Content-Length", str(len(content) - start))
                self.end_headers()
                end = start + repository.cut_after.pop(0) if repository.cut_after else len(content)
                self.wfile.write(content[start:end])

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Repository]:
    served = Repository()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("MUSTER_MAVEN_REPOSITORY", served.url)
    yield served
    served.close()


@pytest.fixture
def pin() -> Pin:
    return Pin(hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), "org/example/thing/1/thing-1.jar")


def _fetch(pin: Pin) -> int:
    arrived: list[int] = []
    fetch([pin], arrived.append)
    return sum(arrived)


@pytest.mark.usefixtures("repository")
def test_a_file_comes_whole(pin: Pin) -> None:
    assert not pin.present
    assert _fetch(pin) == len(CONTENT)
    assert pin.present
    assert pin.cached.read_bytes() == CONTENT


def test_a_file_that_is_here_is_not_asked_for(repository: Repository, pin: Pin) -> None:
    _fetch(pin)
    _fetch(pin)
    assert repository.ranges == [None]


@pytest.mark.slow
def test_a_cut_off_download_is_resumed(repository: Repository, pin: Pin) -> None:
    repository.cut_after = [100_000, 50_000]
    assert _fetch(pin) == len(CONTENT)
    assert repository.ranges == [None, "bytes=100000-", "bytes=150000-"]
    assert pin.cached.read_bytes() == CONTENT


@pytest.mark.slow
def test_a_line_that_breaks_often_gets_there_in_the_end(repository: Repository, pin: Pin) -> None:
    repository.cut_after = [40_000] * 6
    assert _fetch(pin) == len(CONTENT)
    assert len(repository.ranges) == 7


@pytest.mark.usefixtures("repository")
def test_a_cache_that_cannot_be_written_is_an_error(tmp_path: Path, pin: Pin) -> None:
    (tmp_path / "muster").mkdir()
    (tmp_path / "muster" / "maven").write_text("in the way")
    with pytest.raises(UnavailableError, match=r"cannot store downloads in .*: Not a directory"):
        _fetch(pin)


def test_an_interrupted_download_is_resumed(repository: Repository, pin: Pin) -> None:
    pin.cached.parent.mkdir(parents=True)
    pin.cached.with_name("thing-1.jar.part").write_bytes(CONTENT[:1000])
    assert _fetch(pin) == len(CONTENT) - 1000
    assert repository.ranges == ["bytes=1000-"]


def test_wrong_bytes_are_fetched_again(repository: Repository, pin: Pin) -> None:
    repository.served = [bytes(len(CONTENT)), CONTENT]
    _fetch(pin)
    assert repository.ranges == [None, None]
    assert pin.cached.read_bytes() == CONTENT


def test_a_resumed_file_that_turns_out_wrong_is_fetched_from_the_start(
    repository: Repository, pin: Pin
) -> None:
    pin.cached.parent.mkdir(parents=True)
    pin.cached.with_name("thing-1.jar.part").write_bytes(b"rubbish")
    _fetch(pin)
    assert repository.ranges == ["bytes=7-", None]
    assert pin.cached.read_bytes() == CONTENT


def test_bytes_that_stay_wrong_never_enter_the_cache(repository: Repository, pin: Pin) -> None:
    repository.served = [bytes(len(CONTENT))]
    with pytest.raises(UnavailableError, match=r"thing-1\.jar after 4 attempts: SHA-256 is .*; must be"):
        _fetch(pin)
    assert not pin.present
    assert not pin.cached.exists()


@pytest.mark.slow
def test_a_repository_that_is_away_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pin: Pin
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("MUSTER_MAVEN_REPOSITORY", "http://127.0.0.1:1")
    with pytest.raises(UnavailableError, match="after 4 attempts: ConnectError"):
        _fetch(pin)


@pytest.mark.usefixtures("repository")
def test_a_truncated_file_in_the_cache_is_fetched_again(pin: Pin) -> None:
    _fetch(pin)
    pin.cached.write_bytes(CONTENT[:10])
    _fetch(pin)
    assert pin.cached.read_bytes() == CONTENT


def test_two_at_once_download_once(repository: Repository, pin: Pin) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(_fetch, [pin, pin])) == len(CONTENT)
    assert repository.ranges == [None]


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_is_unpacked_once_without_its_top_folder(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("inside")
    archive = tmp_path / f"thing.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(archive, "w") as zipped:
            zipped.write(tmp_path / "file", "thing-1/file")
    else:
        with tarfile.open(archive, "w:gz") as tarred:
            tarred.add(tmp_path / "file", "thing-1/file")
    folder = unpack(archive, tmp_path / "unpacked" / "thing")
    assert (folder / "file").read_text() == "inside"
    archive.unlink()
    assert unpack(archive, folder) == folder
    assert [entry.name for entry in folder.parent.iterdir()] == ["thing"]


@pytest.mark.parametrize("name", ["kafka", "schema-registry", "elasticsearch", "neo4j"])
def test_every_lock_pins_files_by_their_hash(name: str) -> None:
    pins = read_lock(name)
    assert pins
    assert all(len(pin.sha256) == 64 and pin.size_bytes > 0 for pin in pins)
    assert len({pin.path for pin in pins}) == len(pins)


def test_a_server_that_is_a_python_package_has_no_lock() -> None:
    assert read_lock("postgres") == ()


def test_a_folder_that_another_process_put_in_place_first_stays(tmp_path: Path) -> None:
    ours, place = tmp_path / "ours", tmp_path / "place"
    for folder in (ours, place):
        folder.mkdir()
        (folder / "file").write_text(folder.name)
    move_into_place(ours, place)
    assert (place / "file").read_text() == "place"
    assert not ours.exists()
    with pytest.raises(FileNotFoundError):
        move_into_place(ours, tmp_path / "other")
