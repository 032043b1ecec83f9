"""Requests about one repository of a registry with the Hugging Face Hub's protocol: Muster's, or another.

The protocol follows huggingface.co/docs/hub/api and the public source of huggingface_hub; xet follows
huggingface.co/docs/xet.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from time import sleep
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote

import httpx
from muster.client.errors import Conflict, InvalidRequest, NotFound, Unavailable
from muster.client.exchange import (
    RETRYABLE,
    TRIES_MAX,
    error_of,
    is_local,
    pauses,
    retry_after_s,
    trust,
    unreachable,
)

T = TypeVar("T")

TYPES: Final = {"model": "models", "dataset": "datasets", "space": "spaces"}
TIMEOUT: Final = httpx.Timeout(connect=5.0, read=300.0, write=300.0, pool=300.0)
"""Long, because a xorb is read back and verified before the registry answers."""

_WEB_PREFIX: Final = {"models": "", "datasets": "datasets/", "spaces": "spaces/"}
_REDIRECTS_MAX: Final = 5
_PAGES_MAX: Final = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a version.

    Attributes:
        path: Path in the repository.
        size_bytes: Size in bytes.
        oid: Git object id of the file, or of its pointer.
        sha256: SHA-256 of a large file; empty for a small file, whose hash is `oid`.
    """

    path: str
    size_bytes: int
    oid: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Refs:
    """Commits that branches and tags name.

    Attributes:
        branches: Commits by branch name.
        tags: Commits by tag name.
    """

    branches: Mapping[str, str]
    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cas:
    """Address of the chunk store, with a token for it."""

    url: str
    token: str


class Hub:
    """A connection to one repository. Thread-safe.

    Args:
        url: URL of the registry.
        token: Bearer token; empty: none is sent.
        types: "models", "datasets" or "spaces".
        name: NAMESPACE/NAME.
        client: Creates the HTTP client for a host; default: one that can reach any address.
        origin: Origin reported to the registry, such as the attempt of a job that runs this.
    """

    def __init__(
        self,
        url: str,
        token: str,
        types: str,
        name: str,
        client: Callable[[str], httpx.Client] | None = None,
        *,
        origin: str = "",
    ) -> None:
        self.url, self.types, self.name = url.rstrip("/"), types, name
        self._own_headers = {"User-Agent": f"muster; origin/{origin}"} if origin else {}
        if token:
            self._own_headers["Authorization"] = f"Bearer {token}"
        self._client = client or _client
        self._clients: dict[str, httpx.Client] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for each in self._clients.values():
            each.close()

    def json(self, method: str, path: str, body: Any = None, query: Mapping[str, str] | None = None) -> Any:
        """Send a request and return the JSON answer.

        Raises:
            MusterError: the registry refuses the request.
        """
        return _read(self.ask(method, path, json=body, params=query))

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Send a request and return the complete response; retry while the registry is unavailable.

        Raises:
            MusterError: the registry refuses the request.
        """
        return _tried(lambda: self._ask_once(method, path, **sent))

    @property
    def api(self) -> str:
        """Path of the repository in the Hub's API."""
        return f"/api/{self.types}/{self.name}"

    @property
    def own(self) -> str:
        """Path of the repository in Muster's API."""
        return f"/v1/repositories/{self.types}/{self.name}"

    # --- versions -------------------------------------------------------------------------------------------

    def info(self, revision: str = "main") -> dict[str, Any]:
        """Return the repository's metadata at a revision."""
        return self.json("GET", f"{self.api}/revision/{quote(revision, safe='')}")

    def require(self, branch: str) -> None:
        """Create the repository and the branch if they do not exist."""
        namespace, _, name = self.name.partition("/")
        kind = next(kind for kind, types in TYPES.items() if types == self.types)
        try:
            branches = set(self.refs().branches)
        except NotFound:
            self.json("POST", "/api/repos/create", {"name": name, "organization": namespace, "type": kind})
            branches = {"main"}
        if branch not in branches:
            self.json("POST", f"{self.api}/branch/{quote(branch, safe='')}", {})

    def refs(self) -> Refs:
        """Return the branches and tags with their commits."""
        said = self.json("GET", f"{self.api}/refs")
        branches, tags = (
            {each["name"]: each["targetCommit"] for each in said.get(kind) or ()}
            for kind in ("branches", "tags")
        )
        return Refs(branches, tags)

    def entries(self, revision: str) -> list[Entry]:
        """List all files of a revision."""
        url = f"{self.api}/tree/{quote(revision, safe='')}?recursive=true"
        found: list[Entry] = []
        for _ in range(_PAGES_MAX):
            answer = self.ask("GET", url)
            for each in answer.json():
                if each["type"] == "file":
                    sha256 = str(each["lfs"]["oid"]) if each.get("lfs") else ""
                    found.append(Entry(each["path"], each["size"], each["oid"], sha256))
            url = answer.links.get("next", {}).get("url", "")
            if not url:
                break
        return found

    def modes(self, branch: str, files: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Ask how to send files and which of them the branch has, by path."""
        path = f"{self.api}/preupload/{quote(branch, safe='')}"
        return {each["path"]: each for each in self.json("POST", path, {"files": list(files)})["files"]}

    def commit(self, branch: str, lines: Sequence[Mapping[str, Any]]) -> str:
        """Commit to a branch and return the commit's id. Repeating it returns the same commit."""
        content = "\n".join(json.dumps(line) for line in lines).encode()
        headers = {"Content-Type": "application/x-ndjson"}
        path = f"{self.api}/commit/{quote(branch, safe='')}"
        return str(_read(self.ask("POST", path, content=content, headers=headers))["commitOid"])

    # --- bytes ----------------------------------------------------------------------------------------------

    def head(self, revision: str, path: str) -> httpx.Headers:
        """Return the headers with a file's hashes and size. Some registries send them in a redirect."""
        plain = {"Accept-Encoding": "identity"}
        return self.ask("HEAD", self._resolve(revision, path), headers=plain).headers

    def pieces(self, revision: str, path: str, first: int, end: int) -> Iterator[bytes]:
        """Yield bytes `first` up to but excluding `end` of a file, following the registry's redirects.

        Raises:
            Unavailable: the response ends early.
        """
        return self._pieces(f"{self.url}{self._resolve(revision, path)}", first, end)

    def cas(self, revision: str, *, to_write: bool = False) -> Cas:
        """Return the address of the chunk store."""
        kind = "write" if to_write else "read"
        said = self.json("GET", f"{self.api}/xet-{kind}-token/{quote(revision, safe='')}")
        return Cas(str(said["casUrl"]).rstrip("/"), str(said["accessToken"]))

    def put(
        self,
        url: str,
        content: bytes | Callable[[], Iterator[bytes]],
        size_bytes: int,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Upload bytes to an address of a store, with the headers that came with the address."""

        def once() -> httpx.Response:
            # Plain bytes would be copied again for each piece that the socket accepts.
            body = BytesIO(content) if isinstance(content, bytes) else content()
            sent = {"Content-Length": str(size_bytes), **(headers or {})}
            return self._at(url).put(url, content=body, headers=sent)

        try:
            _tried(once)
        except Conflict:  # a write-once store has them: its answer to an earlier try was lost
            if not headers:
                raise

    def stored(self, url: str, first: int, end: int) -> Iterator[bytes]:
        """Yield bytes `first` up to but excluding `end` of an object at an address of a store."""
        return self._pieces(url, first, end)

    def lines(self, path: str, body: Any) -> Iterator[dict[str, Any]]:
        """Yield the lines of a response as they arrive; the last one holds the result."""
        with self._opened("POST", f"{self.url}{path}", json=body) as response:
            for line in response.iter_lines():
                if line.strip():
                    yield json.loads(line)

    def _resolve(self, revision: str, path: str) -> str:
        return f"/{_WEB_PREFIX[self.types]}{self.name}/resolve/{quote(revision, safe='')}/{quote(path)}"

    def _pieces(self, url: str, first: int, end: int) -> Iterator[bytes]:
        asked = {"Range": f"bytes={first}-{end - 1}", "Accept-Encoding": "identity"}
        left = end - first
        with self._opened("GET", url, headers=asked) as response:
            # rclone's S3 answers 200 to a range that ends with the object, but still names the range.
            if first and not response.headers.get("Content-Range", "").startswith(f"bytes {first}-"):
                raise Unavailable(f"{response.url.host} sent the whole file, not the range from byte {first}")
            for piece in response.iter_bytes():
                yield piece[:left]
                left -= len(piece[:left])
                if not left:
                    return
        if left:
            raise Unavailable(f"the response ended {left} bytes early")

    @contextmanager
    def _opened(self, method: str, url: str, **sent: Any) -> Generator[httpx.Response]:
        """Open a streaming response, following redirects; another host never receives the token."""
        response = None
        try:
            for _ in range(_REDIRECTS_MAX):
                client = self._at(url)
                response = client.send(self._request(client, method, url, **sent), stream=True)
                if not response.is_redirect:
                    break
                url = str(response.url.join(response.headers["Location"]))
                response.close()
            else:
                raise Unavailable(f"{url}: more than {_REDIRECTS_MAX} redirects")
            if not response.is_success:
                response.read()
                raise error_of(response)
            yield response
        except httpx.TransportError as error:
            raise unreachable(url, error) from None
        finally:
            if response is not None:
                response.close()

    def _ask_once(self, method: str, path: str, **sent: Any) -> httpx.Response:
        url = path if path.startswith(("http://", "https://")) else f"{self.url}{path}"
        client = self._at(url)
        return client.send(self._request(client, method, url, **sent))

    def _request(self, client: httpx.Client, method: str, url: str, **sent: Any) -> httpx.Request:
        headers = dict(sent.pop("headers", None) or {})
        if httpx.URL(url).netloc == httpx.URL(self.url).netloc:
            headers = self._own_headers | headers
        return client.build_request(method, url, headers=headers, **sent)

    def _at(self, url: str) -> httpx.Client:
        """Return the connections to the host of an address."""
        at = httpx.URL(url)
        origin = f"{at.scheme}://{at.netloc.decode()}"
        with self._lock:
            if origin not in self._clients:
                self._clients[origin] = self._client(origin)
            return self._clients[origin]


def again(work: Callable[[], T], tries: int = TRIES_MAX) -> T:
    """Run `work`, and retry it while it raises Unavailable.

    Raises:
        Unavailable: the last try failed.
    """
    for pause_s in pauses(tries):
        try:
            return work()
        except Unavailable:
            if pause_s is None:
                raise
            sleep(pause_s)
    raise AssertionError("pauses() ends with None")


def _client(origin: str) -> httpx.Client:
    return httpx.Client(timeout=TIMEOUT, trust_env=not is_local(origin), verify=trust(origin))


def _tried(once: Callable[[], httpx.Response]) -> httpx.Response:
    for pause_s in pauses(TRIES_MAX):
        try:
            response = once()
        except httpx.TransportError as error:
            if pause_s is None:
                raise unreachable(str(error.request.url.copy_with(query=None)), error) from None
            sleep(pause_s)
            continue
        if response.status_code in RETRYABLE and pause_s is not None:
            sleep(max(pause_s, retry_after_s(response)))
            continue
        if response.is_success or (response.is_redirect and response.request.method == "HEAD"):
            return response
        raise error_of(response)
    raise AssertionError("pauses() ends with None")


def _read(response: httpx.Response) -> Any:
    try:
        return response.json() if response.content else None
    except ValueError:
        text = f"{response.url} answered {response.text[:80]!r}, which is not JSON; is it a registry?"
        raise InvalidRequest(text) from None
