"""Tokens of a test's own, for commands on the log: who sends one shows who it is.

The key pair is made once in a process and goes with it; every time is the given clock's.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from muster.identity import AuthSettings, SenderCheck, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, TTL_S_MAX, ensure_keys, mint
from muster.journal import Clock
from muster.scheduler.edge.validation import COMMAND_SCOPES

_OPERATORS: Final = "operators"
"""The tenant of who sends commands that name none."""


class Tokens:
    """Tokens that one key pair signs, a year good from the first time they are asked for.

    Args:
        home: Where the key pair is, MUSTER_HOME; None: one of this process.
        clock: For the times in tokens; None: the wall clock.
    """

    def __init__(self, home: Path | None = None, clock: Clock | None = None) -> None:
        self._home = home or _own_home()
        self._clock = clock
        self._minted: dict[tuple[str, str], str] = {}

    def authorization(self, tenant: str, subject: str) -> str:
        """What a user of a tenant, who may change what is the tenant's and what is shared, shows."""
        held = self._minted.get((tenant, subject))
        if held is None:
            token = mint(
                self._home,
                subject=subject,
                tenant=tenant,
                roles=("submitter", "operator"),
                ttl_s=TTL_S_MAX,
                clock=self._clock,
            )
            held = self._minted[tenant, subject] = f"Bearer {token}"
        return held

    def of(self, command: Any) -> str:
        """What the sender that a command names shows; empty for what is no command."""
        user = getattr(getattr(command, "spec", None), "user", None)
        subject = getattr(command, "requested_by", user)
        return "" if subject is None else self.authorization(getattr(command, "tenant", _OPERATORS), subject)

    def sender_check(self, scopes: Mapping[type[Any], str] = COMMAND_SCOPES) -> SenderCheck:
        """A check for these tokens, the scheduler's unless other scopes are given."""
        auth = AuthSettings(jwks_file=ensure_keys(self._home).jwks_file, issuer=ISSUER, audience=AUDIENCE)
        return SenderCheck(Verifier(auth, clock=self._clock), scopes)


@cache
def _own_home() -> Path:
    home = Path(tempfile.mkdtemp(prefix="muster-tokens-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home
