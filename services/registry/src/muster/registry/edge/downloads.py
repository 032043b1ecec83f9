"""Download counts: reported to the decider every few seconds, and checked against quotas.

A range of a file counts once per token and hour, however often it is requested: clients retry, and request
every part of a file. One download of a repository is one token reading any of its files within an hour.
Counts that a killed process had not reported are lost (ADR 131).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from http import HTTPStatus
from typing import Final

from muster.api.commands.gateway import CommandGateway
from muster.api.problems import Problem
from muster.events.registry_commands import Download
from muster.events.topics import REGISTRY_COMMANDS
from muster.identity import Principal
from muster.journal import Clock
from muster.registry.core.requests import record_downloads
from muster.registry.core.state import DAY_MS, DAYS_KEPT
from muster.registry.core.storage.downloading import CONTENTS_MAX, REPOSITORIES_MAX
from muster.registry.edge.commands import SUBJECT, as_service
from muster.registry.edge.queries import DownloadsRow, downloads_of
from muster.registry.edge.refusals import refusal
from muster.views.reading.tables import Tables

REPORT_S: Final = 5.0
HOUR_MS: Final = 3_600_000
SEEN_MAX: Final = 500_000
"""Maximum number of ranges and repositories remembered per hour, 40 MB; beyond it every request counts."""
KNOWN_S: Final = 5.0
"""Time that an organisation's download total is cached, in seconds."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Count:
    """Downloads of one repository since the last report to the decider."""

    downloads: int = 0
    read_bytes: int = 0
    contents: set[str] = field(default_factory=set[str])


class Downloads:
    """Counts downloads. For one event loop.

    Args:
        token: Returns the service's token; empty: there is none, and downloads are not reported.
        clock: The clock.
    """

    def __init__(self, token: Callable[[], str], clock: Clock) -> None:
        self._token = token
        self._clock = clock
        self._counts: dict[tuple[str, str], _Count] = {}
        self._hour = 0
        self._seen: set[bytes] = set()
        self._known: dict[str, tuple[int, DownloadsRow]] = {}
        self._warned = False
        self._contents = 0

    def note(self, caller: Principal, repository: str, content: str, first: int, end: int) -> None:
        """Count a download of the bytes from `first` up to, excluding, `end` of a file of a repository."""
        count = self._counts.setdefault((caller.tenant, repository), _Count())
        if self._is_new(caller.token, repository):
            count.downloads += 1
        if self._is_new(caller.token, content, str(first), str(end)):
            count.read_bytes += end - first
        if self._contents < CONTENTS_MAX and self._is_new(content):
            count.contents.add(content)
            self._contents += 1

    async def admit(self, tables: Tables, caller: Principal) -> None:
        """Check a caller's organisation against its download quota.

        Raises:
            Problem: 403 the quota is used up.
        """
        row = await self._row(tables, caller.tenant)
        if row.quota_bytes is None:
            return
        mine = (each for (tenant, _), each in self._counts.items() if tenant == caller.tenant)
        unreported = sum(each.read_bytes for each in mine)
        used_bytes = row.read_bytes + unreported
        if used_bytes >= row.quota_bytes:
            text = (
                f"{caller.tenant} has downloaded {used_bytes} bytes within {DAYS_KEPT} days; "
                f"must be less than {row.quota_bytes}: wait until the earliest days no longer count, or ask "
                "an operator to raise the quota (muster model quota)"
            )
            raise refusal(HTTPStatus.FORBIDDEN, text)

    async def report_regularly(self, gateway: CommandGateway) -> None:
        """Report counts every TELL_S seconds until cancelled, and once more then."""
        try:
            while True:
                await asyncio.sleep(REPORT_S)
                await self.report(gateway)
        finally:
            await self.report(gateway)

    async def report(self, gateway: CommandGateway) -> None:
        """Report counts to the decider; those of failed reports are kept for the next one."""
        token = self._token() if self._counts else ""
        counts, self._counts, self._contents = self._counts, {}, 0
        if counts and not token and not self._warned:
            _log.warning("downloads are not reported: the file of MUSTER_REGISTRY_TOKEN_FILE does not exist")
            self._warned = True
        for tenant, of_tenant in _by_tenant(counts if token else {}).items():
            sender = as_service(tenant, token)
            counted = list(of_tenant.items())
            for first in range(0, len(counted), REPOSITORIES_MAX):
                some = counted[first : first + REPOSITORIES_MAX]
                reports = [
                    Download(
                        repository=id_,
                        downloads=each.downloads,
                        read_bytes=each.read_bytes,
                        contents=tuple(sorted(each.contents)),
                    )
                    for id_, each in some
                ]
                command = record_downloads(tenant, reports, SUBJECT, gateway.log.stamp())
                try:
                    await gateway.append(sender, REGISTRY_COMMANDS, command, admitted=True)
                except Problem as problem:
                    _log.warning("downloads of %s will be reported later: %s", tenant, problem.detail)
                    self._keep(tenant, dict(some))

    def _keep(self, tenant: str, counts: Mapping[str, _Count]) -> None:
        for repository, each in counts.items():
            count = self._counts.setdefault((tenant, repository), _Count())
            count.downloads += each.downloads
            count.read_bytes += each.read_bytes
            if self._contents + len(each.contents) <= CONTENTS_MAX:  # others count at their next read
                count.contents |= each.contents
                self._contents += len(each.contents)

    def _is_new(self, *what: str) -> bool:
        """Whether this is the first time within the current hour."""
        hour = self._clock.now_ms() // HOUR_MS
        if hour != self._hour:
            self._hour, self._seen = hour, set()
        digest = blake2b("\n".join(what).encode(), digest_size=16).digest()
        if digest in self._seen:
            return False
        if len(self._seen) < SEEN_MAX:
            self._seen.add(digest)
        return True

    async def _row(self, tables: Tables, tenant: str) -> DownloadsRow:
        now_ms = self._clock.monotonic_ms()
        known = self._known.get(tenant)
        if known is None or now_ms - known[0] > KNOWN_S * 1_000:
            day = self._clock.now_ms() // DAY_MS
            known = now_ms, await downloads_of(tables, tenant, day)
            self._known[tenant] = known
        return known[1]


def _by_tenant(counts: Mapping[tuple[str, str], _Count]) -> dict[str, dict[str, _Count]]:
    found: dict[str, dict[str, _Count]] = {}
    for (tenant, repository), each in counts.items():
        found.setdefault(tenant, {})[repository] = each
    return found
