"""Request context: the caller, the repository and revision of a request, and the caller's permissions."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPMethod, HTTPStatus
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar, cast
from urllib.parse import unquote

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials
from muster.api.auth import verified
from muster.api.commands.gateway import CommandGateway
from muster.api.prefixes import prefix_of
from muster.api.problems import Problem
from muster.cas.reconstructions import RangeNotSatisfiable, parse_range
from muster.events.registry_commands import ObjectKind, RepositoryType
from muster.events.wire.envelope import Envelope
from muster.identity import Principal, Verifier
from muster.identity.principal import MODELS_WRITE, READ
from muster.registry.core.access import Access, Denial, Level, Who, access_to
from muster.registry.core.state import object_id
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.addresses import sealed
from muster.registry.edge.commands import carry_out, who_is
from muster.registry.edge.content import READ_S, WRITE_S
from muster.registry.edge.queries import (
    CommitRow,
    RepositoryRow,
    commit_at,
    objects_there,
    repository_formerly_named,
    repository_named,
    repository_with_id,
)
from muster.registry.edge.refusals import (
    INVALID_CREDENTIALS,
    disabled,
    gated,
    in_hub_format,
    no_entry,
    no_repository,
    no_revision,
    refusal,
)
from muster.registry.edge.requests.base_url import base_url
from muster.registry.edge.requests.services import Services
from muster.registry.edge.requests.threads import in_thread
from muster.store import NoSuchObject
from muster.store.sealed import NoAddress
from muster.store.trees import Entry, NoSuchPath, Read, entry_at, walk
from muster.views.commands import CommandRow

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

REPOSITORY: Final = "/api/{types}/{namespace}/{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """Context of one request.

    Attributes:
        request: The request.
        caller: The authenticated caller.
        services: Services that the routes use.
        gateway: Gateway for commands, with the tables.
    """

    request: Request
    caller: Principal
    services: Services
    gateway: CommandGateway

    @property
    def who(self) -> Who:
        """The caller, as access rules take it."""
        return who_is(self.caller)

    @property
    def base_url(self) -> str:
        """Address at which the caller reaches this API, without a trailing slash."""
        return base_url(self.request, self.services.proxies)

    @property
    def path_parts(self) -> tuple[str, ...]:
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

    def _permitted(self, found: RepositoryRow | None, name: str, needed: Level) -> RepositoryRow:
        access = self.access_to(found, needed)
        if found is None or access.denial is Denial.HIDDEN:
            raise no_repository(name)
        if access.denial is Denial.LEVEL and needed is Level.READ:
            raise gated(found.full_name)
        if access.denial is Denial.LEVEL:
            text = f"{self.who.name} may {access.level.name.lower()} {found.full_name}"
            raise refusal(403, f"{text}; required is {needed.name.lower()}")
        if access.denial is not None:
            why = f"{found.full_name} is {access.reason}"
            raise disabled(why, has_body=self.request.method != HTTPMethod.HEAD)
        if needed > Level.READ and not self.caller.allows(MODELS_WRITE):
            text = f"the token lacks the scope {MODELS_WRITE}"
            raise refusal(403, f"{text}; required is {needed.name.lower()}")
        return found

    def access_to(self, repository: RepositoryRow | None, needed: Level) -> Access:
        """Return the caller's access to a repository, whatever the scopes of the token are."""
        if repository is None:
            return access_to(self.who, needed, None, ())
        return access_to(self.who, needed, repository, repository.grants, repository.quarantine)

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
        entries = self.services.listed.get(of)
        if entries is None:
            try:
                entries = await self.in_thread(
                    lambda: list(walk(read, commit.root, under, recursive=recursive))
                )
            except NoSuchPath:
                raise no_entry(under, commit.commit) from None
            if len(entries) > PAGE:
                self.services.listed.put(of, entries)
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
        await self.services.downloads.admit(self.gateway.tables, self.caller)
        try:
            first, end = parse_range(self.request.headers.get("range"), size_bytes)
        except RangeNotSatisfiable:
            return  # no bytes will be sent: the route answers with the error
        self.services.downloads.note(self.caller, repository.repository, content, first, end)

    async def whole_copy(self, record: str, size_bytes: int) -> str | None:
        """Return an address of the whole copy of a file stored in chunks; None: it has none.

        Args:
            record: Hash of the record that lists the file's chunks.
            size_bytes: Size of the file.
        """
        key = await self.in_thread(self.services.whole.key, record, size_bytes)
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
                return self.services.content.write_address(object_, upload)
            except NoAddress:
                return sealed.to_write(
                    self.services.links, self.base_url, staging_key(upload, object_), size_bytes, WRITE_S
                )

        return await self.in_thread(address)

    def _read_address(self, key: str) -> str:
        try:
            return self.services.content.read_address(key)
        except NoAddress:
            return sealed.to_read(self.services.links, self.base_url, key, READ_S)

    def reader(self) -> Read:
        """Return a reader of directory listings, for use in a thread; it queries the tables on this loop."""
        loop, tables, content = asyncio.get_running_loop(), self.gateway.tables, self.services.content

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

    async def submit(self, command: Envelope[Any]) -> CommandRow:
        """Submit a command and wait for its outcome.

        Raises:
            Problem: it was refused, in the form that Hub clients expect.
        """
        try:
            return await self.carry_out(command)
        except Problem as problem:
            raise in_hub_format(problem) from problem

    async def carry_out(self, command: Envelope[Any]) -> CommandRow:
        """Submit a command and wait, for callers that inspect a refusal.

        Raises:
            Problem: it was refused, as the gateway reports it.
        """
        return await carry_out(self.gateway, self.caller, command)


async def context_of(request: Request) -> RequestContext:
    """FastAPI dependency: context of a request with a token as Bearer, or as the Basic password (git-lfs).

    Raises:
        Problem: 401 there is no valid token; 403 the token lacks the scope to read.
    """
    state = request.app.state
    try:
        caller = verified(cast("Verifier", state.verifier), _credentials(request))
    except Problem as problem:
        if problem.status != HTTPStatus.UNAUTHORIZED:
            raise
        raise refusal(401, problem.detail, X_Error_Message=INVALID_CREDENTIALS) from None
    if not caller.allows(READ):
        raise refusal(403, f"the token lacks the scope {READ}")
    await state.services.admit(caller)
    return RequestContext(request=request, caller=caller, services=state.services, gateway=state.gateway)


Context = Annotated[RequestContext, Depends(context_of)]


def _credentials(request: Request) -> HTTPAuthorizationCredentials | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            token = base64.b64decode(token, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return None
    elif scheme.lower() != "bearer":
        return None
    return HTTPAuthorizationCredentials(scheme="Bearer", credentials=token.strip())
