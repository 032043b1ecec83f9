"""The repository that a route names in its path, with access checks for the caller, and commands about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Request, Response
from muster.api import not_found, require_scope
from muster.api.commands.routes import Gateway
from muster.api.problems import Problem
from muster.events.topics import REGISTRY_COMMANDS
from muster.identity import Principal
from muster.identity.principal import MODELS_WRITE, READ, REVIEWS_WRITE
from muster.registry.core.access import Level
from muster.registry.core.requests import about_repository
from muster.registry.edge.queries import RepositoryRow, repository_named
from muster.registry.edge.requests.context import TYPES, RequestContext, Types

PATH: Final = "/v1/repositories/{types}/{namespace}/{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A repository named in a path; it need not exist.

    Attributes:
        types: Repository type.
        namespace: The organisation, or ORGANISATION.USER.
        name: Name within the namespace.
        context: Context of the request.
    """

    types: Types
    namespace: str
    name: str
    context: RequestContext

    @property
    def full_name(self) -> str:
        """NAMESPACE/NAME."""
        return f"{self.namespace}/{self.name}"

    async def row(self, needed: Level) -> RepositoryRow:
        """Return the repository, if the caller has the needed access level.

        Raises:
            Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
        """
        return await self.context.repository(self.types, self.namespace, self.name, needed)

    async def visible(self) -> RepositoryRow | None:
        """Return the repository, if it exists and the caller may see it; otherwise None."""
        found = await self._found()
        return found if self.context.access_to(found, Level.SEE).denial is None else None

    async def administered(self) -> RepositoryRow:
        """Return the repository, if the caller administers it.

        Raises:
            Problem: 404 it does not exist, or the caller may not see it; 403 the caller is not its admin.
        """
        found = await self.visible()
        if found is None:
            raise not_found("repository", self.full_name)
        if self.context.access_to(found, Level.ADMIN).denial is not None:
            raise Problem(403, "forbidden", "Not allowed", "this requires admin access to the repository")
        return found

    async def of_organisation(self) -> RepositoryRow:
        """Return the repository, if it belongs to the caller's organisation.

        Raises:
            Problem: 404 the caller's organisation has no repository of this name.
        """
        found = await self._found()
        if found is None or found.tenant != self.context.caller.tenant:
            raise not_found("repository", self.full_name)
        return found

    async def command(self, command: Any, wait_s: float) -> Response:
        """Submit a command about the repository, and answer with its outcome."""
        gateway = self.context.gateway
        about = about_repository(command, gateway.log.stamp())
        return await gateway.ask(self.context.caller, REGISTRY_COMMANDS, about, wait_s)

    async def _found(self) -> RepositoryRow | None:
        return await repository_named(
            self.context.gateway.tables, TYPES[self.types], self.namespace, self.name
        )


def named_by(scope: str) -> Callable[..., Awaitable[Named]]:
    """Return a FastAPI dependency: the repository in the path, for callers with this scope."""
    may = require_scope(scope, of_repositories=True)

    async def named(
        types: Annotated[Types, Path(description="Repository type.")],
        namespace: Annotated[str, Path(max_length=96, description="The organisation, or ORGANISATION.USER.")],
        name: Annotated[str, Path(max_length=96, description="Name within the namespace.")],
        *,
        request: Request,
        gateway: Gateway,
        caller: Principal = Depends(may),  # noqa: B008  (an annotation cannot name what is local)
    ) -> Named:
        await request.app.state.services.admit(caller)
        context = RequestContext(
            request=request, caller=caller, services=request.app.state.services, gateway=gateway
        )
        return Named(types=types, namespace=namespace, name=name, context=context)

    return named


ReadAbout = Annotated[Named, Depends(named_by(READ))]
WriteAbout = Annotated[Named, Depends(named_by(MODELS_WRITE))]
ReviewAbout = Annotated[Named, Depends(named_by(REVIEWS_WRITE))]
