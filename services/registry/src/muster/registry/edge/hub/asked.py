"""Request context: the caller, the repository and revision of a request, and the caller's permissions."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from http import HTTPMethod, HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar, cast
from urllib.parse import unquote

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials
from muster.api.auth import verified
from muster.api.commands.gateway import CommandGateway
from muster.api.prefixes import prefix_of
from muster.api.problems import Problem, unavailable
from muster.api.rate_limit import RateLimit
from muster.cas.reconstructions import RangeNotSatisfiable, parse_range
from muster.events.registry_commands import ObjectKind, RepositoryType
from muster.events.wire.envelope import Envelope
from muster.identity import Principal, Verifier
from muster.identity.principal import MODELS_WRITE, READ
from muster.journal import SystemClock
from muster.registry.core.repositories import access
from muster.registry.core.repositories.access import Level, Who
from muster.registry.core.state import object_id
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.asking import carried_out, in_turn, who_is
from muster.registry.edge.content import READ_S, WRITE_S, Content
from muster.registry.edge.downloads import Downloads
from muster.registry.edge.federation import Federation
from muster.registry.edge.hub.errors import (
    INVALID_CREDENTIALS,
    as_the_hub_says,
    disabled,
    gated,
    no_entry,
    no_repository,
    no_revision,
    refusal,
)
from muster.registry.edge.links import Links
from muster.registry.edge.reading import (
    CommitRow,
    RepositoryRow,
    commit_at,
    objects_there,
    repository_formerly_named,
    repository_named,
    repository_with_id,
)
from muster.registry.edge.remembered import Remembered
from muster.registry.edge.sealed import addresses
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.turns import Turns
from muster.registry.edge.xet.kept import Kept
from muster.registry.edge.xet.plain import Plain
from muster.registry.edge.xet.whole_copies import WholeCopies
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.sealed import NoAddress
from muster.store.trees import Entry, NoSuchPath, Read, entry_at, walk
from muster.views.commands import CommandRow
from muster.views.reading.search import Search

T = TypeVar("T")
K = TypeVar("K")
P = ParamSpec("P")

TYPES: Final = {
    "models": RepositoryType.MODEL,
    "datasets": RepositoryType.DATASET,
    "spaces": RepositoryType.SPACE,
}
WEB_PREFIX: Final = {
    RepositoryType.MODEL: "",
    RepositoryType.DATASET: "datasets/",
    RepositoryType.SPACE: "spaces/",
}
"""Prefix of a repository's name in web addresses, by repository type."""

Types = Literal["models", "datasets", "spaces"]
PAGE: Final = 10_000
"""Maximum number of entries of one answer."""

LISTED_MAX: Final = 250_000
"""Maximum number of cached entries, about 100 MB."""

_THREADS: Final = ThreadPoolExecutor(32, "store")
"""Threads for store calls, so that proving a large upload does not block other requests."""

_SCHEME: Final = re.compile(r"https?")
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_PREFIX: Final = re.compile(r"(/[A-Za-z0-9._~-]+)+/?")

REPOSITORY: Final = "/api/{types}/{namespace}/{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hub:
    """Services that the routes use besides the command gateway.

    Attributes:
        content: The bytes of all objects.
        kept: Xorbs and the records of files in chunks.
        plain: Restores xorbs that are stored as deltas.
        links: Signs addresses that work without a token.
        search: Finds repositories.
        proxies: Networks of trusted proxies, whose headers say at which address clients reach the API.
        turns: Queues of commits to the same branch.
        waiting: Requests queued for their commit, by repository, branch and caller.
        listed: Cache of long listings, for their next pages.
        rate: Rate limit per principal.
        downloads: Counts downloads of callers.
        federation: Queries other registries.
        hot: Local cache of recently read chunks.
        whole: Whole copies of files stored in chunks.
    """

    content: Content
    kept: Kept
    plain: Plain
    links: Links
    search: Search
    proxies: Sequence[IPv4Network | IPv6Network]
    turns: Turns
    waiting: dict[Hashable, list[Any]]
    listed: Remembered[Sequence[tuple[str, Entry]]]
    rate: RateLimit
    downloads: Downloads
    federation: Federation
    hot: HotFolder
    whole: WholeCopies

    async def admit(self, caller: Principal) -> None:
        """Count a request against the caller's rate limit, once its turn comes.

        Raises:
            Problem: 429, with Retry-After: the caller has sent too many.
        """

        async def count() -> None:
            self.rate.admit(f"{caller.tenant}/{caller.subject}")

        await in_turn(SystemClock(), count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request: its caller, and the services that answer it."""

    request: Request
    caller: Principal
    hub: Hub
    gateway: CommandGateway

    @property
    def who(self) -> Who:
        """The caller, as access rules take it."""
        return who_is(self.caller)

    @property
    def base_url(self) -> str:
        """Address at which the caller reaches this API, without a trailing slash."""
        return base_url(self.request, self.hub.proxies)

    @property
    def behind(self) -> tuple[str, ...]:
        """Parts of the request path, each unquoted; a slash within a part arrives quoted."""
        raw = bytes(self.request.scope["raw_path"]).decode("ascii", "replace").partition("?")[0]
        return tuple(unquote(part) for part in raw.removeprefix(prefix_of(self.request.scope)).split("/"))[1:]

    async def repository(self, types: str, namespace: str, name: str, needed: Level) -> RepositoryRow:
        """Return a repository, by its current or a former name, if the caller has the needed access level.

        Raises:
            Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
        """
        named = (self.gateway.tables, TYPES[types], namespace, name)
        found = await repository_named(*named) or await repository_formerly_named(*named)
        return self._permitted(found, f"{namespace}/{name}", needed)

    async def repository_with_id(self, repository: str, needed: Level) -> RepositoryRow:
        """Return a repository by its id, if the caller has the needed access level.

        Raises:
            Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
        """
        found = await repository_with_id(self.gateway.tables, repository)
        return self._permitted(found, repository, needed)

    def dedup_within(self, repository: RepositoryRow) -> list[str] | None:
        """Return ids of the repositories whose files the caller may deduplicate against; None: all.

        A caller may refer to any file reported to it, so a token for some repositories learns of no others.
        """
        return None if self.caller.repositories is None else [repository.repository]

    def _permitted(self, found: RepositoryRow | None, asked_for: str, needed: Level) -> RepositoryRow:
        allowed = Level.NONE if found is None else access.level(self.who, found, found.grants)
        if found is None or allowed is Level.NONE:
            raise no_repository(asked_for)
        if allowed < needed and needed is Level.READ:
            raise gated(found.full_name)
        if found.quarantine is not None and needed is Level.READ and not self._is_granted(found):
            why = f"{found.full_name} is in quarantine: {found.quarantine}; those with a grant still read it"
            raise disabled(why, has_body=self.request.method != HTTPMethod.HEAD)
        writes = needed > Level.READ
        if allowed < needed or (writes and not self.caller.allows(MODELS_WRITE)):
            text = f"{self.who.name} may {allowed.name.lower()} {found.full_name}"
            if allowed >= needed:
                text = f"the token lacks the scope {MODELS_WRITE}"
            raise refusal(403, f"{text}; needed is {needed.name.lower()}")
        return found

    def _is_granted(self, repository: RepositoryRow) -> bool:
        """Whether a grant lets the caller read the repository, regardless of its visibility."""
        return access.granted(self.who, repository.grants) >= Level.READ

    async def commit(self, repository: RepositoryRow, revision: str) -> CommitRow:
        """Return a live commit by branch, tag or id.

        Raises:
            Problem: 404 there is no such commit.
        """
        found = await commit_at(self.gateway.tables, repository.repository, revision)
        if found is None:
            raise no_revision(revision)
        return found

    async def entry(self, commit: CommitRow, path: str) -> Entry:
        """Return the entry of a commit at a path.

        Raises:
            Problem: 404 there is no such entry; 503 the store does not answer.
        """
        try:
            return await self.in_thread(entry_at, self.reader(), commit.root, path)
        except NoSuchPath:
            raise no_entry(path, commit.commit) from None

    async def entries(
        self, commit: CommitRow, under: str = "", *, recursive: bool = True
    ) -> Sequence[tuple[str, Entry]]:
        """Return all entries of a commit under a directory, with their paths.

        Raises:
            Problem: 404 there is no such directory; 503 the store does not answer.
        """
        of, read = f"{commit.root} {recursive} {under}", self.reader()
        entries = self.hub.listed.get(of)
        if entries is None:
            try:
                entries = await self.in_thread(
                    lambda: list(walk(read, commit.root, under, recursive=recursive))
                )
            except NoSuchPath:
                raise no_entry(under, commit.commit) from None
            if len(entries) > PAGE:
                self.hub.listed.put(of, entries)
        return entries

    async def downloading(self, repository: RepositoryRow, content: str, size_bytes: int) -> None:
        """Count the bytes of a file that the caller is about to download: the requested range, or all.

        Args:
            repository: Repository of the file.
            content: KIND/HASH of the file.
            size_bytes: Size of the file.

        Raises:
            Problem: 403 the caller's organisation has used up its download quota.
        """
        await self.hub.downloads.admit(self.gateway.tables, self.caller)
        try:
            first, end = parse_range(self.request.headers.get("range"), size_bytes)
        except RangeNotSatisfiable:
            return  # no bytes will be sent: the route answers with the error
        self.hub.downloads.note(self.caller, repository.repository, content, first, end)

    async def whole_copy(self, record: str, size_bytes: int) -> str | None:
        """Return an address of the whole copy of a file stored in chunks; None: it has none.

        Args:
            record: Hash of the record that lists the file's chunks.
            size_bytes: Size of the file.
        """
        key = await self.in_thread(self.hub.whole.key, record, size_bytes)
        return None if key is None else await self.read_address(key)

    async def read_address(self, key: str) -> str:
        """Return a temporary address of an object: at the store or its CDN, or at this API if sealed."""
        return (await self.read_addresses({"": key}))[""]

    async def read_addresses(self, keys: Mapping[K, str]) -> dict[K, str]:
        """Return temporary addresses of several objects, under the names of their keys.

        Args:
            keys: Keys in the store, by any name.
        """
        return await self.in_thread(lambda: {name: self._read_address(key) for name, key in keys.items()})

    async def write_address(self, object_: str, upload: str, size_bytes: int) -> str:
        """Return the address for an upload: at the store, or at this API if the bytes must be encrypted.

        Args:
            object_: The object's id.
            upload: The upload's id.
            size_bytes: The announced size.
        """

        def address() -> str:
            try:
                return self.hub.content.write_address(object_, upload)
            except NoAddress:
                return addresses.to_write(
                    self.hub.links, self.base_url, staging_key(upload, object_), size_bytes, WRITE_S
                )

        return await self.in_thread(address)

    def _read_address(self, key: str) -> str:
        try:
            return self.hub.content.read_address(key)
        except NoAddress:
            return addresses.to_read(self.hub.links, self.base_url, key, READ_S)

    def reader(self) -> Read:
        """Return a reader of directory listings, for use in a thread; it queries the tables on this loop."""
        loop, tables, content = asyncio.get_running_loop(), self.gateway.tables, self.hub.content

        def key_of(hash_: str) -> str:
            object_ = object_id(ObjectKind.TREE, hash_)
            found = asyncio.run_coroutine_threadsafe(objects_there(tables, [object_]), loop).result()
            if object_ not in found:
                raise NoSuchObject(object_)
            return found[object_].object_key

        return lambda hash_: content.listing(hash_, lambda: key_of(hash_))

    async def in_thread(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run `work` in a thread, as the function `in_thread`."""
        return await in_thread(work, *arguments, **named)

    async def ask(self, command: Envelope[Any]) -> CommandRow:
        """Submit a command and wait for its outcome.

        Raises:
            Problem: it was refused, in the form that Hub clients expect.
        """
        try:
            return await self.carry_out(command)
        except Problem as problem:
            raise as_the_hub_says(problem) from problem

    async def carry_out(self, command: Envelope[Any]) -> CommandRow:
        """Submit a command and wait, for callers that inspect a refusal.

        Raises:
            Problem: it was refused, as the gateway reports it.
        """
        return await carried_out(self.gateway, self.caller, command)


async def in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run blocking work that uses the store in a thread.

    Raises:
        Problem: 503 the store does not answer, or has lost an object.
    """
    return await in_thread_of(_THREADS, work, *arguments, **named)


async def in_thread_of(
    threads: ThreadPoolExecutor, work: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> T:
    """Run blocking work that uses the store in one of these threads.

    Raises:
        Problem: 503 the store does not answer, or has lost an object.
    """
    try:
        called = partial(copy_context().run, partial(work, *arguments, **named))
        return await asyncio.get_running_loop().run_in_executor(threads, called)
    except (StoreUnavailable, NoSuchObject) as error:
        raise unavailable(f"the store: {error}") from error


async def asked(request: Request) -> Asked:
    """FastAPI dependency: context of a request with a token as Bearer, or as the Basic password (git-lfs).

    Raises:
        Problem: 401 there is no valid token; 403 the token lacks the scope to read.
    """
    state = request.app.state
    try:
        caller = verified(cast("Verifier", state.verifier), _shown(request))
    except Problem as problem:
        if problem.status != HTTPStatus.UNAUTHORIZED:
            raise
        raise refusal(401, problem.detail, X_Error_Message=INVALID_CREDENTIALS) from None
    if not caller.allows(READ):
        raise refusal(403, f"the token lacks the scope {READ}")
    await state.hub.admit(caller)
    return Asked(request=request, caller=caller, hub=state.hub, gateway=state.gateway)


Ask = Annotated[Asked, Depends(asked)]


def base_url(request: Request, proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """Return the address at which the caller reached this API, without a slash at the end.

    Args:
        request: The request; its Host header, or headers set by a trusted proxy, name the address.
        proxies: Networks of trusted proxies.
    """
    scheme, host, prefix = request.url.scheme, request.url.netloc, prefix_of(request.scope)
    if _is_proxied(request, proxies):
        scheme = _forwarded(request, "proto", _SCHEME) or scheme
        host = _forwarded(request, "host", _HOST) or host
        prefix = _forwarded(request, "prefix", _PREFIX).rstrip("/") + prefix
    return f"{scheme}://{host}{prefix}"


def _is_proxied(request: Request, proxies: Sequence[IPv4Network | IPv6Network]) -> bool:
    if request.client is None:
        return False
    try:
        peer = ip_address(request.client.host)
    except ValueError:
        return False
    return any(peer in network for network in proxies)


def _forwarded(request: Request, name: str, allowed: re.Pattern[str]) -> str:
    """Return the value set by the first of several proxies; empty: absent or malformed."""
    value = request.headers.get(f"x-forwarded-{name}", "").partition(",")[0].strip()
    return value if allowed.fullmatch(value) else ""


def _shown(request: Request) -> HTTPAuthorizationCredentials | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            token = base64.b64decode(token, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return None
    elif scheme.lower() != "bearer":
        return None
    return HTTPAuthorizationCredentials(scheme="Bearer", credentials=token.strip())
