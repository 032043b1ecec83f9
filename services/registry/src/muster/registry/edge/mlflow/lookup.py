"""Lookup of experiments, runs and models named in requests; parsing of request bodies; pages of answers."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.events.registry_commands import CreateRepository, Label, RepositoryType, Visibility
from muster.registry.core.access import Level
from muster.registry.core.repositories.repositories import OfRepository
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.mlflow.errors import absent, invalid
from muster.registry.edge.mlflow.queries import RunRow, VersionRow, run_with_id, version_numbered
from muster.registry.edge.queries import RepositoryRow, repository_named
from muster.registry.edge.requests.bodies import field_of, json_object
from muster.registry.edge.requests.context import RequestContext
from muster.views.commands import CommandRow

T = TypeVar("T")

API: Final = "/api/2.0/mlflow"
DEFAULT_ID: Final = "0"
"""Id of the default experiment; each organisation has its own."""
DEFAULT_NAME: Final = "Default"
BODY_BYTES_MAX: Final = 4 * 2**20
PAGE_MAX: Final = 50_000
_SKIPPED_DIGITS_MAX: Final = 18
"""Maximum digits of a page token, so that the tables can skip that many rows."""


async def body_of(context: RequestContext) -> dict[str, Any]:
    """Return the body of a request; unknown fields are ignored.

    Raises:
        Problem: 400 it is not a JSON object, or too large.
    """
    return await json_object(context.request, BODY_BYTES_MAX)


async def submit(context: RequestContext, command: OfRepository | CreateRepository) -> CommandRow:
    """Submit a command and wait for its outcome.

    Raises:
        Problem: it was refused.
    """
    return await context.carry_out(about_repository(command, context.gateway.log.stamp()))


async def experiment_of(context: RequestContext, experiment: str, needed: Level) -> RepositoryRow:
    """Return an experiment by its id, if the caller has the needed access level.

    Raises:
        Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
    """
    if experiment == DEFAULT_ID:
        return await _default(context, needed)
    try:
        found = await context.repository_with_id(experiment, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("experiment", experiment) from None
        raise
    if found.type is not RepositoryType.EXPERIMENT:
        raise absent("experiment", experiment)
    return found


async def run_of(context: RequestContext, run: str, needed: Level) -> RunRow:
    """Return a run or logged model by its id, if the caller has the needed access level.

    Raises:
        Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
    """
    found = await run_with_id(context.gateway.tables, run)
    if found is None:
        raise absent("run", run)
    try:
        await context.repository_with_id(found.repository, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("run", run) from None
        raise
    return found


async def model_of(context: RequestContext, name: str, needed: Level) -> RepositoryRow:
    """Return a registered model by NAME in the caller's organisation, or by NAMESPACE/NAME.

    Raises:
        Problem: 404 it does not exist, or the caller may not see it; 403 the caller's level is too low.
    """
    namespace, own_name = full_name(context, name)
    found = await repository_named(context.gateway.tables, RepositoryType.MODEL, namespace, own_name)
    if found is None:
        raise absent("registered model", name)
    try:
        return await context.repository_with_id(found.repository, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("registered model", name) from None
        raise


async def version_of(context: RequestContext, repository: RepositoryRow, version: Any) -> VersionRow:
    """Return a version of a model by its number.

    Raises:
        Problem: 400 it is not a number; 404 the model has no such version.
    """
    digits = str(version)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 8:
        raise invalid("version", digits, "a number")
    found = await version_numbered(context.gateway.tables, repository.repository, int(digits))
    if found is None:
        raise absent(f"version of {repository.full_name}", digits)
    return found


def full_name(context: RequestContext, name: str) -> tuple[str, str]:
    """Return namespace and name of a registered model."""
    namespace, slash, own_name = name.partition("/")
    return (namespace, own_name) if slash else (context.caller.tenant, name)


def shown_name(context: RequestContext, repository: RepositoryRow) -> str:
    """Return a registered model's name for its caller: without namespace within the own organisation."""
    return repository.name if repository.namespace == context.caller.tenant else repository.full_name


def labels_of(body: Mapping[str, Any], field: str) -> tuple[Label, ...]:
    """Parse a field that is a list of key-value objects; the last value of a key wins.

    Raises:
        Problem: 400 it is malformed.
    """
    found: dict[str, str] = {}
    for each in items_of(body, field):
        match each:
            case {"key": str(key), "value": str() | int() | float() as value}:
                found[key] = str(value)
            case {"key": str(key), **others} if others.get("value") is None:
                found[key] = ""
            case _:
                raise invalid(field, str(each), "a list of objects with a key and a value, both text")
    return tuple(Label(name=name, value=value) for name, value in found.items())


def items_of(body: Mapping[str, Any], field: str) -> Sequence[Any]:
    """Return a field that is a list; empty if it is absent or null.

    Raises:
        Problem: 400 it is not a list.
    """
    value = body.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise invalid(field, str(value), "a list")
    return cast("list[Any]", value)


def whole(body: Mapping[str, Any], field: str, otherwise: int | None = None) -> int:
    """Return a field that is a whole number, or text with one, as clients send 64-bit numbers.

    Raises:
        Problem: 400 it is not a whole number of 64 bits.
    """
    value = body.get(field)
    if value is None and otherwise is not None:
        return otherwise
    try:
        number = int(value) if isinstance(value, str | int | float) else None
    except (ValueError, OverflowError):
        number = None
    if number is None or abs(number) >= 2**63:
        raise invalid(field, str(value), "a whole number of 64 bits")
    return number


def text(body: Mapping[str, Any], field: str, otherwise: str | None = None) -> str:
    """Return a field that is text; `otherwise` if it is absent or null.

    Raises:
        Problem: 400 it is absent, or not text.
    """
    return field_of(dict(body), field, str, otherwise)


def page_of(body: Mapping[str, Any], otherwise: int) -> tuple[int, int]:
    """Return the page size of a request, and the number of items before the page.

    Raises:
        Problem: 400 `max_results` or `page_token` is invalid.
    """
    size, token = whole(body, "max_results", otherwise), text(body, "page_token", "")
    if not 1 <= size <= PAGE_MAX:
        raise invalid("max_results", str(size), f"1 to {PAGE_MAX}")
    if not token:
        return size, 0
    try:
        skipped = base64.urlsafe_b64decode(token)
    except (binascii.Error, ValueError):
        skipped = b""
    if not skipped.isdigit() or len(skipped) > _SKIPPED_DIGITS_MAX:
        raise invalid("page_token", token, "the next_page_token of an answer")
    return size, int(skipped)


def page_answer(field: str, found: Sequence[Any], size: int, skipped: int) -> dict[str, Any]:
    """Build a page of an answer; `found` has up to `size` + 1 items, the last to show that more follow."""
    answer: dict[str, Any] = {field: list(found[:size])}
    if len(found) > size:
        answer["next_page_token"] = base64.urlsafe_b64encode(str(skipped + size).encode()).decode()
    return answer


async def _default(context: RequestContext, needed: Level) -> RepositoryRow:
    """Return the default experiment of the caller's organisation, creating it on first use."""
    tenant, tables = context.caller.tenant, context.gateway.tables
    found = await repository_named(tables, RepositoryType.EXPERIMENT, tenant, DEFAULT_NAME)
    if found is None:
        command = CreateRepository(
            repository=minted("repo"),
            repository_type=RepositoryType.EXPERIMENT,
            namespace=tenant,
            name=DEFAULT_NAME,
            visibility=Visibility.INTERNAL,
            **signature(context.who),
        )
        try:
            await submit(context, command)
        except Problem as problem:
            if problem.code != "already-exists":
                raise
        found = await repository_named(tables, RepositoryType.EXPERIMENT, tenant, DEFAULT_NAME)
    if found is None:
        raise absent("experiment", DEFAULT_ID)
    return await context.repository_with_id(found.repository, needed)
