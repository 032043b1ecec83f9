"""Declarations of a service: its settings and its roles.

A role is one kind of work that a process can do: answer HTTP, decide, project, carry out. Its `start` makes
the parts and says how they run; everything around them (arguments, signals, readiness, restarts, exit codes)
is the shell's.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from muster.service.settings import ServiceSettings

if TYPE_CHECKING:  # what a role needs is imported when it starts: `--check` needs none of it
    from fastapi import FastAPI
    from muster.events.wire.envelope import Topic
    from muster.identity import MembershipFeed
    from muster.journal import Failpoints, SharedLease
    from muster.journal.kafka import KafkaJournal
    from muster.service.shared import ProcessShared

ENTRY_POINTS = "muster.services"
"""The group by which services are found: NAME = "muster.NAME.main:SERVICE"."""

Kind: TypeAlias = Literal["api", "decider", "projector", "reactor", "worker", "window", "agent"]
"""Kind of a role, for people. A decider leads or stands by, as the log decides."""

Missing: TypeAlias = Callable[[], str | Awaitable[str | None] | None]
"""Returns None when a role can work, otherwise what it lacks. Must not block: HTTP waits meanwhile."""

Remedies: TypeAlias = Callable[[], Sequence[str]]
"""Returns the commands that a person has to run before a role can work; none: no person is needed."""

Progress: TypeAlias = Callable[[], Mapping[str, Any]]
"""Returns the progress of a role, as JSON."""

S = TypeVar("S", bound=ServiceSettings)
T = TypeVar("T", bound="Closable")


class Closable(Protocol):
    """Something that must be closed."""

    def close(self) -> object:
        """Give it back."""
        ...


def _nothing() -> None:
    """Do nothing."""


def _never_missing() -> str | None:
    """Lack nothing."""
    return None


def no_remedies() -> Sequence[str]:
    """Wait for no command."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A role that was started.

    Attributes:
        run: Does the work until the context's `stop` is set; raises what ends it early. None: it only serves
            `app`.
        stop: Called when `stop` was set, for what does not look at it.
        missing: What the role lacks to work, for /readyz.
        remedies: Commands that a person has to run before it can work, for /readyz.
        progress: Progress and other details, for /readyz.
        app: Its HTTP API, served by the process while it runs.
    """

    run: Callable[[], object] | None = None
    stop: Callable[[], object] = _nothing
    missing: Missing = _never_missing
    remedies: Remedies = no_remedies
    progress: Progress | None = None
    app: FastAPI | None = None


@dataclass(frozen=True, slots=True)
class Context(Generic[S]):
    """Context in which a role is started.

    Attributes:
        name: `submit:projector`, for client ids and log lines.
        settings: Settings of the service.
        arguments: The role's own arguments from the command line.
        stop: Set when the role has to end.
    """

    name: str
    settings: S
    arguments: argparse.Namespace
    stop: threading.Event
    _kept: ExitStack
    _shared: ProcessShared

    def keep(self, thing: T) -> T:
        """Close this when the role has ended; the latest is closed first."""
        return self._kept.enter_context(closing(thing))

    def at_end(self, action: Callable[[], object]) -> None:
        """Do this when the role has ended, the last first."""
        self._kept.callback(action)

    def journal(
        self, *topics: Topic, client_id: str | None = None, failpoints: Failpoints | None = None
    ) -> KafkaJournal:
        """The log on Kafka, closed when the role has ended.

        Args:
            topics: Those whose schemas must be there already; of others they are looked up when first used.
            client_id: Name of the client; default: the role's name.
            failpoints: Points at which a test kills the process.

        Raises:
            Unavailable: the registry does not answer.
            SchemaMissing: a topic has no schema yet.
        """
        from muster.journal.kafka import KafkaJournal  # noqa: PLC0415  (see above)

        settings = self.settings
        return self.keep(
            KafkaJournal(
                settings.kafka_bootstrap,
                settings.schema_registry_url,
                client_id or self.name.replace(":", "-"),
                topics=topics,
                failpoints=failpoints,
            )
        )

    def memberships(self) -> MembershipFeed:
        """Return ended memberships and revoked tokens: one fold for the whole process.

        Raises:
            Unavailable: the registry does not answer.
            SchemaMissing: the topic has no schema yet.
        """
        return self._kept.enter_context(self._shared.memberships.used())

    def lease(self) -> SharedLease:
        """The sign of life of leaders that may be silent for seconds: one for the process.

        Raises:
            Unavailable: the registry does not answer.
            SchemaMissing: the topic has no schema yet.
        """
        return self._kept.enter_context(self._shared.lease.used())


Start: TypeAlias = Callable[[Context[Any]], Work]


@dataclass(frozen=True, slots=True)
class _Declared:
    """A kind of role that a declaration is enough for.

    Attributes:
        role: Name of the role.
        place: Module and name of the declaration in the package `edge` of a service.
        start: Function that starts it.
    """

    role: str
    place: str
    start: str


_DECLARED: Final[Mapping[Kind, _Declared]] = {
    "api": _Declared("http", "http:API", "muster.service.starting.api:answer"),
    "decider": _Declared("decider", "roles:DECIDING", "muster.service.starting.decider:decide"),
    "projector": _Declared("projector", "projections:TABLES", "muster.service.starting.projector:project"),
    "reactor": _Declared("reactor", "roles:REACTOR", "muster.service.starting.reactor:post"),
    "worker": _Declared("worker", "roles:WORKER", "muster.service.starting.worker:work"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """One kind of work of a service.

    Attributes:
        name: Name on the command line.
        kind: Kind of the role.
        start: `package.module:name` of a function that takes a Context and returns Work, or of a declaration
            from which `starting/` makes it: an Api, a DecidingService, one or several DeclaredProjection,
            a WebhookPosts or a Workers for a role of kind api, decider, projector, reactor or worker.
            Imported when it starts.
        alone: Whether it never shares a process, so that crashes or pauses of others do not affect it.
        options: Adds the role's own arguments to its parser.
    """

    name: str
    kind: Kind
    start: str
    alone: bool = False
    options: Callable[[argparse.ArgumentParser], None] | None = None

    def load(self) -> Start:
        """The function that starts it, imported now.

        Raises:
            TypeError: `start` names a declaration of a kind that nothing starts.
        """
        found = resolve_name(self.start)
        if callable(found):
            return cast("Start", found)
        if self.kind not in _DECLARED:
            allowed = ", ".join(_DECLARED)
            raise TypeError(f"{self.start} is no function; must be one, unless the role's kind is {allowed}")
        start = resolve_name(_DECLARED[self.kind].start)
        return lambda context: start(context, found)


def declared_roles(edge: str, *kinds: Kind) -> tuple[Role, ...]:
    """Name the roles that a service declares in the usual places of its package `edge`.

    API in `http.py`; DECIDING, REACTOR and WORKER in `roles.py`; TABLES in `projections.py`.

    Args:
        edge: Full name of the package.
        kinds: Those that there are.

    Raises:
        KeyError: roles of such a kind start with a function.
    """

    def role(kind: Kind) -> Role:
        declared = _DECLARED[kind]
        return Role(name=declared.role, kind=kind, start=f"{edge}.{declared.place}")

    return tuple(map(role, kinds))


@dataclass(frozen=True, slots=True)
class Service(Generic[S]):
    """One service, declared.

    Attributes:
        name: Name, as in `python -m muster.NAME`.
        purpose: Purpose, in one line.
        settings: Class of the settings.
        roles: Roles of its processes; the first is the default.
        api: `package.module:function` that makes its API of settings alone, for its document; empty: what a
            role of kind api declares, if there is one.
    """

    name: str
    purpose: str
    settings: type[S]
    roles: Sequence[Role] = field(default_factory=tuple[Role, ...])
    api: str = ""

    def role(self, name: str) -> Role:
        """The role of that name.

        Raises:
            LookupError: there is none; names those there are.
        """
        for role in self.roles:
            if role.name == name:
                return role
        allowed = ", ".join(f"{self.name}:{role.name}" for role in self.roles)
        raise LookupError(f"{self.name}:{name}: no such role; allowed: {allowed}")

    def build_api(self, settings: S) -> FastAPI | None:
        """Import its API and make it of settings alone; None: it has none."""
        if self.api:
            return cast("FastAPI", resolve_name(self.api)(settings))
        declared = [resolve_name(role.start) for role in self.roles if role.kind == "api"]
        return next((cast("FastAPI", each.build(settings)) for each in declared if not callable(each)), None)


def installed() -> Mapping[str, Service[Any]]:
    """Every installed service, by name."""
    found = [cast("Service[Any]", entry.load()) for entry in entry_points(group=ENTRY_POINTS)]
    return {service.name: service for service in sorted(found, key=lambda service: service.name)}
