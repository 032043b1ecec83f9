"""Services that the routes use besides the command gateway."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Final

from muster.api.rate_limit import RateLimit
from muster.identity import Principal
from muster.journal import SystemClock
from muster.registry.edge.addresses.links import Links
from muster.registry.edge.chunked.located import Locator
from muster.registry.edge.chunked.whole_copies import WholeCopies
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.commands import in_turn
from muster.registry.edge.content import Content
from muster.registry.edge.downloads import Downloads
from muster.registry.edge.federation.door import Federation
from muster.registry.edge.keyed_lock import KeyedLocks
from muster.registry.edge.lru import LruCache
from muster.registry.edge.recent_xorbs import Recent
from muster.registry.edge.tiering.hot import HotFolder
from muster.store.trees import Entry
from muster.views.reading.graph import Graph
from muster.views.reading.search import Search

LISTED_MAX: Final = 250_000
"""Maximum number of cached entries, about 100 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Services that the routes use besides the command gateway.

    Attributes:
        content: The bytes of all objects.
        xorb_store: Xorbs and the records of files in chunks.
        recent: Lists of the xorbs that repositories got lately.
        locator: Finds the bytes of xorbs, however they are stored.
        links: Signs addresses that work without a token.
        search: Finds repositories.
        graph: Finds paths between artifacts.
        proxies: Networks of trusted proxies, whose headers say at which address clients reach the API.
        turns: Queues of commits to the same branch, and of xorbs of the same repository.
        waiting: Requests queued for their commit, by repository, branch and caller.
        listed: Cache of long listings, for their next pages.
        rate: Rate limit per principal.
        downloads: Counts downloads of callers.
        federation: Queries other registries.
        hot: Local cache of recently read chunks.
        whole: Whole copies of files stored in chunks.
    """

    content: Content
    xorb_store: XorbStore
    recent: Recent
    locator: Locator
    links: Links
    search: Search
    graph: Graph
    proxies: Sequence[IPv4Network | IPv6Network]
    turns: KeyedLocks
    waiting: dict[Hashable, list[Any]]
    listed: LruCache[Sequence[tuple[str, Entry]]]
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
