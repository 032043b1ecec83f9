"""Queries of other registries: requests, and their answers.

Redirects are not followed. Outcomes contain neither tokens nor addresses.
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
from muster.registry.core.documents import Facets, Found
from muster.registry.core.federation.answers import NotUnderstood, from_hub, from_muster, with_tags
from muster.registry.core.federation.door import merge
from muster.registry.edge.searching import Criteria

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


class Queries:
    """Queries single registries, over connections that it keeps.

    Args:
        timeout_s: Time limit for each answer, in seconds.
    """

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._http: dict[str, httpx.AsyncClient] = {}
        self._opened = AsyncExitStack()

    async def close(self) -> None:
        """Close all connections."""
        await self._opened.aclose()

    async def answer(
        self, registry: OtherRegistry, criteria: Criteria, limit: int, *, with_facets: bool
    ) -> Answered:
        """Query one registry; the outcome says why it has not answered, if so."""
        try:
            async with asyncio.timeout(self._timeout_s):
                if registry.kind == "hub":
                    return Answered(name=registry.name, found=await self._of_hub(registry, criteria, limit))
                query = _query_of_muster(criteria, limit, with_facets=with_facets)
                body = await self._get(registry, "/v1/search", query)
                found, facets = from_muster(body, limit)
                return Answered(name=registry.name, found=found, facets=facets)
        except TimeoutError:
            problem = f"no answer within {self._timeout_s:g} s"
        except NotUnderstood as error:
            problem = f"invalid answer: {error}"
        except NoAnswer as error:
            problem = str(error)
        _log.warning("federation: %s: %s", registry.name, problem)
        return Answered(name=registry.name, problem=problem)

    async def _of_hub(self, registry: OtherRegistry, criteria: Criteria, limit: int) -> list[Found]:
        """Search models and datasets, or one type; criteria that the Hub lacks are applied to its answer."""
        types = _TYPES[:2] if criteria.type is None else (criteria.type.value.lower(),)
        query = _query_of_hub(criteria, limit)
        bodies = await asyncio.gather(*(self._get(registry, f"/api/{type_}s", query) for type_ in types))
        lists = [(type_, from_hub(body, type_, limit)) for type_, body in zip(types, bodies, strict=True)]
        found = [each for _, each in merge(lists, criteria.sort, limit)]
        licences = [f"license:{licence}" for licence in criteria.licences]
        return with_tags(found, licences, criteria.libraries, criteria.pipelines)

    async def _get(self, registry: OtherRegistry, path: str, query: Mapping[str, Any]) -> Any:
        """Return an answer, parsed from JSON.

        Raises:
            NoAnswer: there is none, or it is not usable.
        """
        headers = {"Accept": "application/json", **_authorization(registry)}
        read = bytearray()
        try:
            async with self._client(registry).stream("GET", path, params=query, headers=headers) as answer:
                if answer.status_code != HTTPStatus.OK:
                    raise NoAnswer(f"it answers with status {answer.status_code}")
                async for part in answer.aiter_bytes():
                    read += part
                    if len(read) > ANSWER_BYTES_MAX:
                        raise NoAnswer(f"its answer exceeds {ANSWER_BYTES_MAX} bytes")
        except httpx.HTTPError as error:
            raise NoAnswer(f"cannot connect: {type(error).__name__}") from None
        try:
            return json.loads(read)
        except (ValueError, RecursionError):
            raise NoAnswer("its answer is not JSON") from None

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
        raise NoAnswer("its token is invalid")
    return {"Authorization": f"Bearer {token}"}


def _query_of_muster(criteria: Criteria, limit: int, *, with_facets: bool) -> dict[str, Any]:
    query: dict[str, Any] = {
        "text": criteria.text,
        "type": "" if criteria.type is None else criteria.type.value.lower(),
        "author": criteria.author,
        "tag": list(criteria.tags),
        "licence": list(criteria.licences),
        "library": list(criteria.libraries),
        "pipeline": list(criteria.pipelines),
        "sort": criteria.sort,
        "limit": limit,
        "with_facets": "true" if with_facets else "",
    }
    return {name: value for name, value in query.items() if value}


def _query_of_hub(criteria: Criteria, limit: int) -> dict[str, Any]:
    """Return the Hub's query; its tags must all match, so alternatives, e.g. two licences, are left out."""
    alone = [values[0] for values in (criteria.libraries,) if len(values) == 1]
    licence = [f"license:{criteria.licences[0]}"] if len(criteria.licences) == 1 else []
    query: dict[str, Any] = {
        "search": criteria.text,
        "author": criteria.author,
        "filter": [*criteria.tags, *licence, *alone],
        "pipeline_tag": criteria.pipelines[0] if len(criteria.pipelines) == 1 else "",
        "sort": _SORTS.get(criteria.sort, ""),
        "limit": limit,
    }
    return {name: value for name, value in query.items() if value}
