"""Federated search: queries other registries in parallel, within a time limit.

Addresses and tokens come from settings only, and redirects are not followed. The outcome of each registry is
reported under its name; its token and address are not.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import httpx
from muster.registry.config import OtherRegistry
from muster.registry.core.federation import (
    Facets,
    Found,
    NotUnderstood,
    from_hub,
    from_muster,
    having,
    merged,
)
from muster.registry.edge.searching import Wanted

ANSWER_BYTES_MAX: Final = 8 * 2**20

_TYPES: Final = ("model", "dataset", "space")
_SORTS: Final = {"changed": "lastModified", "created": "createdAt", "downloads": "downloads"}
"""Sort orders by their names in the Hub's API; sorting by relevance requests no order."""
_log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """A registry has not answered; the message says why and contains no secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Outcome of one registry.

    Attributes:
        name: Name of the registry.
        found: Repositories, in the registry's order.
        facets: Facet counts; empty: it has none.
        problem: Why it has not answered; empty: it has.
    """

    name: str
    found: Sequence[Found] = ()
    facets: Facets = field(default_factory=dict[str, Mapping[str, int]])
    problem: str = ""


class Federation:
    """Queries other registries.

    Args:
        registries: The configured registries.
        timeout_s: Time limit for each answer, in seconds.
    """

    def __init__(self, registries: Sequence[OtherRegistry], timeout_s: float) -> None:
        self._registries = registries
        self._timeout_s = timeout_s
        self._http: dict[str, httpx.AsyncClient] = {}
        self._opened = AsyncExitStack()

    def names(self, tenant: str) -> list[str]:
        """Return the names of the registries that members of an organisation may query."""
        return [each.name for each in self._of(tenant)]

    async def ask(
        self, tenant: str, names: Sequence[str], wanted: Wanted, limit: int, *, with_facets: bool
    ) -> list[Answered]:
        """Query these registries; one that does not answer does not affect the others.

        Args:
            tenant: Organisation of the caller.
            names: Names out of those that `names` returns.
            wanted: The search.
            limit: Maximum number of repositories from each.
            with_facets: Whether to request facets.
        """
        asked = [each for each in self._of(tenant) if each.name in names]
        return await asyncio.gather(*(self._answer(each, wanted, limit, with_facets) for each in asked))

    async def close(self) -> None:
        """Close all connections."""
        await self._opened.aclose()

    def _of(self, tenant: str) -> list[OtherRegistry]:
        return [
            each for each in self._registries if each.organisations is None or tenant in each.organisations
        ]

    async def _answer(
        self, registry: OtherRegistry, wanted: Wanted, limit: int, with_facets: bool
    ) -> Answered:
        try:
            async with asyncio.timeout(self._timeout_s):
                if registry.kind == "hub":
                    return Answered(name=registry.name, found=await self._of_hub(registry, wanted, limit))
                asked = _asked_of_muster(wanted, limit, with_facets=with_facets)
                body = await self._get(registry, "/v1/search", asked)
                found, facets = from_muster(body, limit)
                return Answered(name=registry.name, found=found, facets=facets)
        except TimeoutError:
            problem = f"no answer within {self._timeout_s:g} s"
        except NotUnderstood as error:
            problem = f"its answer is not understood: {error}"
        except NoAnswer as error:
            problem = str(error)
        _log.warning("federation: %s: %s", registry.name, problem)
        return Answered(name=registry.name, problem=problem)

    async def _of_hub(self, registry: OtherRegistry, wanted: Wanted, limit: int) -> list[Found]:
        """Search models and datasets, or one type; criteria that the Hub lacks are applied to its answer."""
        types = _TYPES[:2] if wanted.type is None else (wanted.type.value.lower(),)
        asked = _asked_of_hub(wanted, limit)
        bodies = await asyncio.gather(*(self._get(registry, f"/api/{type_}s", asked) for type_ in types))
        lists = [(type_, from_hub(body, type_, limit)) for type_, body in zip(types, bodies, strict=True)]
        found = [each for _, each in merged(lists, wanted.sort, limit)]
        licences = [f"license:{licence}" for licence in wanted.licences]
        return having(found, licences, wanted.libraries, wanted.pipelines)

    async def _get(self, registry: OtherRegistry, path: str, asked: Mapping[str, Any]) -> Any:
        """Return an answer, parsed from JSON.

        Raises:
            NoAnswer: there is none, or it is not usable.
        """
        headers = {"Accept": "application/json", **_authorization(registry)}
        read = bytearray()
        try:
            async with self._client(registry).stream("GET", path, params=asked, headers=headers) as answer:
                if answer.status_code != HTTPStatus.OK:
                    raise NoAnswer(f"it answers with status {answer.status_code}")
                async for part in answer.aiter_bytes():
                    read += part
                    if len(read) > ANSWER_BYTES_MAX:
                        raise NoAnswer(f"its answer is longer than {ANSWER_BYTES_MAX} bytes")
        except httpx.HTTPError as error:
            raise NoAnswer(f"it cannot be asked: {type(error).__name__}") from None
        try:
            return json.loads(read)
        except (ValueError, RecursionError):
            raise NoAnswer("its answer is no JSON") from None

    def _client(self, registry: OtherRegistry) -> httpx.AsyncClient:
        if registry.name not in self._http:
            client = httpx.AsyncClient(
                base_url=registry.url,
                follow_redirects=False,
                timeout=self._timeout_s,
                trust_env=registry.url.startswith("https:"),  # use the environment's proxy for https only
            )
            self._opened.push_async_callback(client.aclose)
            self._http[registry.name] = client
        return self._http[registry.name]


def _authorization(registry: OtherRegistry) -> dict[str, str]:
    if registry.token_file is None:
        return {}
    try:
        token = registry.token_file.expanduser().read_text().strip()
    except (OSError, UnicodeDecodeError):
        raise NoAnswer("its token cannot be read") from None
    if not token.isascii() or not token.isprintable():
        raise NoAnswer("its token is none")
    return {"Authorization": f"Bearer {token}"}


def _asked_of_muster(wanted: Wanted, limit: int, *, with_facets: bool) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "text": wanted.text,
        "type": "" if wanted.type is None else wanted.type.value.lower(),
        "author": wanted.author,
        "tag": list(wanted.tags),
        "licence": list(wanted.licences),
        "library": list(wanted.libraries),
        "pipeline": list(wanted.pipelines),
        "sort": wanted.sort,
        "limit": limit,
        "with_facets": "true" if with_facets else "",
    }
    return {name: value for name, value in asked.items() if value}


def _asked_of_hub(wanted: Wanted, limit: int) -> dict[str, Any]:
    """Return the Hub's query; its tags must all match, so alternatives, e.g. two licences, are left out."""
    alone = [values[0] for values in (wanted.libraries,) if len(values) == 1]
    licence = [f"license:{wanted.licences[0]}"] if len(wanted.licences) == 1 else []
    asked: dict[str, Any] = {
        "search": wanted.text,
        "author": wanted.author,
        "filter": [*wanted.tags, *licence, *alone],
        "pipeline_tag": wanted.pipelines[0] if len(wanted.pipelines) == 1 else "",
        "sort": _SORTS.get(wanted.sort, ""),
        "limit": limit,
    }
    return {name: value for name, value in asked.items() if value}
