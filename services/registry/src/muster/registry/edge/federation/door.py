"""Federated search: queries other registries in parallel, within a time limit.

Addresses and tokens come from settings only. The outcome of each registry is reported under its name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from muster.registry.config import OtherRegistry
from muster.registry.edge.federation.queries import Answered, Queries
from muster.registry.edge.searching import Criteria


class Federation:
    """Queries other registries.

    Args:
        registries: The configured registries.
        timeout_s: Time limit for each answer, in seconds.
    """

    def __init__(self, registries: Sequence[OtherRegistry], timeout_s: float) -> None:
        self._registries = registries
        self._queries = Queries(timeout_s)

    def names(self, tenant: str) -> list[str]:
        """Return the names of the registries that members of an organisation may query."""
        return [each.name for each in self._of(tenant)]

    async def ask(
        self, tenant: str, names: Sequence[str], criteria: Criteria, limit: int, *, with_facets: bool
    ) -> list[Answered]:
        """Query these registries; one that does not answer does not affect the others.

        Args:
            tenant: Organisation of the caller.
            names: Names out of those that `names` returns.
            criteria: The search.
            limit: Maximum number of repositories from each.
            with_facets: Whether to request facets.
        """
        return await asyncio.gather(
            *(
                self._queries.answer(each, criteria, limit, with_facets=with_facets)
                for each in self._of(tenant)
                if each.name in names
            )
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._queries.close()

    def _of(self, tenant: str) -> list[OtherRegistry]:
        return [
            each for each in self._registries if each.organisations is None or tenant in each.organisations
        ]
