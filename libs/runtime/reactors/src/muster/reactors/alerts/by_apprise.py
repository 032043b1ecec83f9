"""An alert through Apprise: mail, Slack, PagerDuty and the rest; the address of a route is its secret.

Connections are checked where they are made (`addresses.only`): for a target with a host, only its checked
addresses are permitted; for a service with a server of its own, only public ones. Apprise's messages about
failures are reported without any part of the address.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from muster.events.alerts_commands import AlertSeverity
from muster.reactors.addresses import addresses_of, only
from muster.reactors.alerts.targets import Targets
from muster.reactors.alerts.written import Target
from muster.reactors.reactor import Undeliverable, Undelivered

HEADER: Final = "X-Muster-Delivery"
"""Header with the idempotency key in mail and plain HTTP; other services have it in the text."""

_TYPES: Final = {
    AlertSeverity.INFO: "info",
    AlertSeverity.WARNING: "warning",
    AlertSeverity.CRITICAL: "failure",
}
"""Severities in Apprise's terms."""

_PARTS: Final = re.compile(r"[^/:@?&=,;\s]+")
_REASON_CHARS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """An alert as it is sent.

    Attributes:
        severity: Its severity.
        title: One line.
        text: The rest.
        key: The idempotency key.
    """

    severity: AlertSeverity
    title: str
    text: str
    key: str


def send(address: str, targets: Targets, message: Message) -> None:
    """Send it; return when the service has taken it.

    Args:
        address: The Apprise address.
        targets: Permitted targets.
        message: The message to send.

    Raises:
        Undeliverable: the address is none, or not allowed.
        Undelivered: the service does not answer, or refuses it.
    """
    import apprise  # noqa: PLC0415  (half a second; many a sender has webhooks only)

    scheme, _, rest = address.partition("://")
    target = targets.service(scheme, _server(rest))
    known: Any = apprise.Apprise
    service = known.instantiate(address)
    if service is None:
        raise Undeliverable(f"the secret of this route is no {scheme}:// address that Apprise understands")
    service.notify_format = "text"
    headers: Any = getattr(service, "headers", None)
    if isinstance(headers, dict):
        headers[HEADER] = message.key
    # The service itself, not `Apprise().notify`: that has threads of its own, where nothing is judged.
    with _apprise_log() as said, only(_addresses(target)):
        is_sent = service.notify(body=message.text, title=message.title, notify_type=_TYPES[message.severity])
    if not is_sent:
        raise Undelivered(f"{scheme}: {_without(address, '; '.join(said)) or 'it was not taken'}")


@contextmanager
def _apprise_log() -> Generator[list[str]]:
    """Collect what Apprise logs in this thread; keep it from other handlers, as it names addresses."""
    said = list[str]()
    thread = threading.get_ident()

    class Hears(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread == thread:
                said.append(record.getMessage())

    logger, hears = logging.getLogger("apprise"), Hears(logging.WARNING)
    logger.propagate = False
    logger.addHandler(hears)
    try:
        yield said
    finally:
        logger.removeHandler(hears)


def _server(rest: str) -> str:
    """Return HOST[:PORT] from the part after the scheme."""
    return rest.partition("?")[0].partition("/")[0].rpartition("@")[2]


def _addresses(target: Target) -> list[str] | None:
    if target.host:
        return addresses_of(target.host, target.port or 0, private=target.private)
    return None


def _without(address: str, text: str) -> str:
    """The text in one line, without the parts of the address."""
    parts = sorted({part for part in _PARTS.findall(address) if len(part) > 2}, key=len, reverse=True)
    for part in parts:
        text = text.replace(part, "***")
    return " ".join(text.split())[:_REASON_CHARS]
