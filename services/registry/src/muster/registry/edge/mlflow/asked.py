"""Experiments, runs and models, as requests name them; what requests have in common."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.events.registry_commands import CreateRepository, Label, RepositoryType, Visibility
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.repositories import OfRepository
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.hub.asked import Asked
from muster.registry.edge.hub.bodies import field_of, json_object
from muster.registry.edge.mlflow.errors import absent, invalid
from muster.registry.edge.mlflow.reading import RunRow, VersionRow, run_with_id, version_numbered
from muster.registry.edge.reading import RepositoryRow, repository_named
from muster.views.commands import CommandRow

T = TypeVar("T")

API: Final = "/api/2.0/mlflow"
DEFAULT_ID: Final = "0"
"""The experiment of who names none; each organisation has its own."""
DEFAULT_NAME: Final = "Default"
BODY_BYTES_MAX: Final = 4 * 2**20
PAGE_MAX: Final = 50_000
_SKIPPED_DIGITS_MAX: Final = 18
"""Digits of a number of rows that the tables can skip."""


async def body_of(ask: Asked) -> dict[str, Any]:
    """The body of a request; fields that nobody reads are no mistake.

    Raises:
        Problem: 400 it is no JSON object, or too large.
    """
    return await json_object(ask.request, BODY_BYTES_MAX)


async def told(ask: Asked, command: OfRepository | CreateRepository) -> CommandRow:
    """Have a command carried out.

    Raises:
        Problem: it was refused.
    """
    return await ask.carry_out(about_repository(command, ask.gateway.log.stamp()))


async def experiment_of(ask: Asked, experiment: str, needed: Level) -> RepositoryRow:
    """An experiment by its id.

    Raises:
        Problem: 404 there is none, or none that the caller may see; 403 it may do less.
    """
    if experiment == DEFAULT_ID:
        return await _default(ask, needed)
    try:
        found = await ask.repository_with_id(experiment, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("experiment", experiment) from None
        raise
    if found.type is not RepositoryType.EXPERIMENT:
        raise absent("experiment", experiment)
    return found


async def run_of(ask: Asked, run: str, needed: Level) -> RunRow:
    """A run, or a model that one logged, by its id.

    Raises:
        Problem: 404 there is none, or none that the caller may see; 403 it may do less.
    """
    found = await run_with_id(ask.gateway.tables, run)
    if found is None:
        raise absent("run", run)
    try:
        await ask.repository_with_id(found.repository, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("run", run) from None
        raise
    return found


async def model_of(ask: Asked, name: str, needed: Level) -> RepositoryRow:
    """A registered model by its name: of the caller's organisation, or NAMESPACE/NAME.

    Raises:
        Problem: 404 there is none, or none that the caller may see; 403 it may do less.
    """
    namespace, own_name = full_name(ask, name)
    found = await repository_named(ask.gateway.tables, RepositoryType.MODEL, namespace, own_name)
    if found is None:
        raise absent("registered model", name)
    try:
        return await ask.repository_with_id(found.repository, needed)
    except Problem as problem:
        if problem.status == 404:
            raise absent("registered model", name) from None
        raise


async def version_of(ask: Asked, repository: RepositoryRow, version: Any) -> VersionRow:
    """A version by its number.

    Raises:
        Problem: 400 that is no number; 404 the model has none with it.
    """
    digits = str(version)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 8:
        raise invalid("version", digits, "a number")
    found = await version_numbered(ask.gateway.tables, repository.repository, int(digits))
    if found is None:
        raise absent(f"version of {repository.full_name}", digits)
    return found


def full_name(ask: Asked, name: str) -> tuple[str, str]:
    """Namespace and name of a registered model."""
    namespace, slash, own_name = name.partition("/")
    return (namespace, own_name) if slash else (ask.caller.tenant, name)


def shown_name(ask: Asked, repository: RepositoryRow) -> str:
    """A registered model's name as its caller says it."""
    return repository.name if repository.namespace == ask.caller.tenant else repository.full_name


def labels_of(body: Mapping[str, Any], field: str) -> tuple[Label, ...]:
    """A field that is a list of keys with values; the last one of a key counts.

    Raises:
        Problem: 400 it is none.
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
    """A field that is a list; absent: it is empty.

    Raises:
        Problem: 400 it is none.
    """
    value = body.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise invalid(field, str(value), "a list")
    return cast("list[Any]", value)


def whole(body: Mapping[str, Any], field: str, otherwise: int | None = None) -> int:
    """A field that is a whole number, perhaps as text: 64-bit numbers come so.

    Raises:
        Problem: 400 it is none.
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
    """A field that is text.

    Raises:
        Problem: 400 it is absent, or something else.
    """
    return field_of(dict(body), field, str, otherwise)


def page_of(body: Mapping[str, Any], otherwise: int) -> tuple[int, int]:
    """How many items are asked for, and how many stand before them.

    Raises:
        Problem: 400 one of them is wrong.
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


def page_said(field: str, found: Sequence[Any], size: int, skipped: int) -> dict[str, Any]:
    """A page of an answer: of `size` + 1 items that were looked for, the last says that there are more."""
    answer: dict[str, Any] = {field: list(found[:size])}
    if len(found) > size:
        answer["next_page_token"] = base64.urlsafe_b64encode(str(skipped + size).encode()).decode()
    return answer


async def _default(ask: Asked, needed: Level) -> RepositoryRow:
    """The experiment of who names none; it is made when it is first asked for."""
    tenant, tables = ask.caller.tenant, ask.gateway.tables
    found = await repository_named(tables, RepositoryType.EXPERIMENT, tenant, DEFAULT_NAME)
    if found is None:
        command = CreateRepository(
            repository=minted("repo"),
            repository_type=RepositoryType.EXPERIMENT,
            namespace=tenant,
            name=DEFAULT_NAME,
            visibility=Visibility.INTERNAL,
            **signature(ask.who),
        )
        try:
            await told(ask, command)
        except Problem as problem:
            if problem.code != "already-exists":
                raise
        found = await repository_named(tables, RepositoryType.EXPERIMENT, tenant, DEFAULT_NAME)
    if found is None:
        raise absent("experiment", DEFAULT_ID)
    return await ask.repository_with_id(found.repository, needed)
