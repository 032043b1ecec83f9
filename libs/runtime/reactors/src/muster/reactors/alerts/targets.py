"""Permitted targets of alerts, and the secrets of routes: both set by the operator of the sender.

A secret is a file FOLDER/TENANT/NAME of one line; no tenant can name another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import httpx
from muster.reactors.alerts.written import Target, parse_target
from muster.reactors.origins import origin_of
from muster.reactors.reactor import Undeliverable, Undelivered

_FOLDER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,127}")


class Targets:
    """Allowed targets.

    Args:
        public: Targets that must have public addresses.
        private: Targets that may have any.

    Raises:
        ValueError: a target is not written as `written.py` says.
    """

    def __init__(self, public: Iterable[str] = (), private: Iterable[str] = ()) -> None:
        found = [(written, False) for written in public] + [(written, True) for written in private]
        self._targets: Mapping[str, Target] = {
            key: target for key, target in (parse_target(written, private=each) for written, each in found)
        }

    def __repr__(self) -> str:
        return f"Targets({', '.join(sorted(self._targets))})"

    def webhook(self, url: str) -> Target:
        """The target of a webhook.

        Raises:
            Undeliverable: it is not allowed.
        """
        try:
            origin = origin_of(httpx.URL(url))
        except httpx.InvalidURL as error:
            raise Undeliverable(f"{url}: {error}") from error
        return self._allowed(origin)

    def service(self, scheme: str, server: str) -> Target:
        """The target of an Apprise address.

        Args:
            scheme: Scheme of the service.
            server: HOST[:PORT] of the address; where the service has its own, `scheme://` is allowed at all.

        Raises:
            Undeliverable: it is not allowed. The server is not named: it may be a part of the secret.
        """
        target = self._targets.get(f"{scheme}://") or self._targets.get(f"{scheme}://{server}")
        if target is None:
            raise Undeliverable(f"the {scheme}:// address of this route is not an allowed target")
        return target

    def _allowed(self, origin: str) -> Target:
        target = self._targets.get(origin)
        if target is None:
            raise Undeliverable(f"{origin} is not an allowed target")
        return target


class Secrets:
    """Secrets of routes, read when they are used: a new value counts from then on.

    Args:
        folder: Folder of the secrets; None: there are none.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def value(self, tenant: str, name: str) -> str:
        """The value of a tenant's secret.

        Raises:
            Undelivered: there is none yet, or it cannot be read.
        """
        if self._folder is None:
            raise Undelivered("the sender has no folder of secrets")
        if not _FOLDER.fullmatch(tenant) or not _FOLDER.fullmatch(name):
            raise Undelivered(f"secret {name} of {tenant}: no file can be named so")
        try:
            return (self._folder / tenant / name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise Undelivered(f"secret {name} of {tenant} cannot be read: {type(error).__name__}") from None
