"""TokenKeeper: the token for reports, renewed after half of its lifetime.

The token is also in the agent's folder, so an agent that starts while the API is away can use it.
Without a valid token nothing is sent: reports wait on disk.
"""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from muster.agent.edge.credential.node_api import (
    ApiUnavailable,
    EnrolmentRefused,
    FreshToken,
    NotForThisNode,
)
from muster.agent.edge.disk.durable import write_durably
from muster.backoff import Backoff, Pauses
from muster.client.errors import MusterError
from muster.journal import Clock

AGAIN: Final = Backoff(first_ms=500, longest_ms=10_000)
MARGIN_MS: Final = 30_000
"""A token is not used in its last moments, since the record must reach the broker before it expires."""

_log = logging.getLogger(__name__)


class Tokens(Protocol):
    """Source of tokens: the API."""

    def token(self) -> FreshToken:
        """Request a new token. Raises ApiUnavailable, EnrolmentRefused or MusterError."""
        ...


class _Held(NamedTuple):
    """A token, its last time of use, and when a new one is due, both in monotonic milliseconds."""

    token: str
    shown_until_ms: int
    renew_at_ms: int


class TokenKeeper:
    """Keeps a valid token. One thread runs it; any thread may read it.

    Args:
        tokens: Source of tokens.
        file: File with the newest token, mode 0600.
        clock: Clock for their lifetimes.
    """

    def __init__(self, tokens: Tokens, file: Path, clock: Clock) -> None:
        self._tokens = tokens
        self._file = file
        self._clock = clock
        self._held = self._load()
        self._problem = "the API was not called yet"

    def authorization(self) -> str | None:
        """Authorization of a record, "Bearer TOKEN"; None: there is no valid token now."""
        held = self._held
        if held is None or self._clock.monotonic_ms() >= held.shown_until_ms:
            return None
        return f"Bearer {held.token}"

    def missing(self) -> str | None:
        """Why there is no valid token; None: there is one."""
        return None if self.authorization() else f"the node has no valid token: {self._problem}"

    def run(self, stopping: threading.Event) -> None:
        """Renew the token in time until `stopping` is set."""
        pauses = Pauses(AGAIN)
        while not stopping.is_set():
            if self.renew():
                pauses.reset()
                stopping.wait(self._renewal_in_ms() / 1000)
            else:
                stopping.wait(pauses.next_ms() / 1000)

    def renew(self) -> bool:
        """Get a new token if one is due; return whether nothing is left to do for now."""
        if self._renewal_in_ms() > 0:
            return True
        try:
            fresh = self._tokens.token()
        except (ApiUnavailable, EnrolmentRefused, NotForThisNode, MusterError) as error:
            if str(error) != self._problem:
                _log.warning("no new token for the node's reports: %s", error)
            self._problem = str(error)
            return False
        self._held = self._good_for(fresh.token, fresh.expires_in_s * 1000)
        self._problem = ""
        self._store(fresh)
        return True

    def _store(self, fresh: FreshToken) -> None:
        """Write a token for the next agent; if that fails, this agent continues regardless."""
        expires_at_ms = self._clock.now_ms() + fresh.expires_in_s * 1000
        stored = json.dumps({"token": fresh.token, "expires_at_ms": expires_at_ms})
        try:
            write_durably(self._file, stored.encode())
        except OSError as error:
            _log.warning("%s: the token was not written: %s", self._file, error.strerror)

    def _renewal_in_ms(self) -> int:
        """Milliseconds until a new token is due; 0: now."""
        return max(0, self._held.renew_at_ms - self._clock.monotonic_ms()) if self._held else 0

    def _good_for(self, token: str, left_ms: int) -> _Held:
        now_ms = self._clock.monotonic_ms()
        return _Held(token, now_ms + left_ms - MARGIN_MS, now_ms + left_ms // 2)

    def _load(self) -> _Held | None:
        """The token that an earlier agent stored, to be renewed soon; None: none can be read."""
        try:
            stored = json.loads(self._file.read_bytes())
            left_ms = int(stored["expires_at_ms"]) - self._clock.now_ms()
            return self._good_for(str(stored["token"]), left_ms)._replace(renew_at_ms=0)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.warning("%s is ignored: %s", self._file, error)
            return None
