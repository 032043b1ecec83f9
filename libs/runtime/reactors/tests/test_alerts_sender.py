"""Alerts go to a real HTTP and a real SMTP server; secrets and private addresses stay where they are."""

from __future__ import annotations

import base64
import email
import email.message
import json
import socket
import threading
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from muster.events.alerts_commands import AlertChannel, AlertSeverity
from muster.events.alerts_events import AlertDestination, AlertRaised
from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, ManualClock, Position
from muster.reactors.addresses import AddressRefused, only
from muster.reactors.alerts.sender import Sender, effects
from muster.reactors.alerts.targets import Secrets, Targets
from muster.reactors.reactor import Item, Undeliverable, Undelivered
from muster.reactors.webhook import signature

NOW_MS = 1_795_233_600_000
SIGNS = b"a secret of both sides"

TO = AlertDestination(
    route="pager", tenant="acme", channel=AlertChannel.WEBHOOK, url="https://hooks.example/x", secret="pager"
)
ALERT = AlertRaised(
    alert="alert-1",
    rule="budget-spent",
    series="budget/vision-month",
    severity=AlertSeverity.CRITICAL,
    title="Budget vision-month is spent",
    text="5012.40 of 5000.00 USD is spent, counted until now.\nmuster budget show vision-month",
    links=("/v1/budgets/vision-month",),
    tenant="acme",
    team="vision",
    at_ms=NOW_MS,
    routes=(TO,),
)


@dataclass
class Mailbox:
    """A real SMTP server.

    Attributes:
        port: Port that it listens on.
        mails: Mails received.
        answers: Next answers; "250 OK" after them.
    """

    port: int = 0
    mails: list[email.message.Message] = field(default_factory=list[email.message.Message])
    answers: list[str] = field(default_factory=list[str])

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        del server, session
        if self.answers:
            return self.answers.pop(0)
        self.mails.append(email.message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture(scope="module")
def mailbox() -> Generator[Mailbox]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        box.port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    yield box
    controller.stop()


@dataclass
class Rig:
    """A sender with secrets in files, and what it reports."""

    folder: Path
    told: list[Envelope[AlertSent | AlertNotDelivered]] = field(
        default_factory=list[Envelope[AlertSent | AlertNotDelivered]]
    )

    def secret(self, value: str, tenant: str = "acme") -> None:
        (self.folder / tenant).mkdir(exist_ok=True)
        (self.folder / tenant / "pager").write_text(f"{value}\n")

    def sender(self, *private: str, public: tuple[str, ...] = ()) -> Sender:
        return Sender(
            targets=Targets(public, private),
            secrets=Secrets(self.folder),
            clock=ManualClock(NOW_MS),
            tell=self.told.append,
            link_base="https://muster.example",
        )


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def item(channel: AlertChannel = AlertChannel.WEBHOOK, url: str = "", attempt: int = 1) -> Item:
    alert = replace(ALERT, routes=(replace(TO, channel=channel, url=url),))
    [effect] = effects(delivered(alert))
    return Item(key="key-1", label=effect.label, payload=effect.payload, attempt=attempt)


def delivered(payload: Any) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e", key="k", occurred_at_ms=0, producer="p", correlation_id="c", payload=payload
    )
    return Delivery(
        position=Position("alerts-events", 0, 0), envelope=envelope, appended_at_ms=0, size_bytes=0
    )


def test_each_route_is_an_effect_of_its_own() -> None:
    both = replace(ALERT, routes=(TO, replace(TO, tenant="rival")))
    assert [each.label for each in effects(delivered(both))] == ["send by acme/pager", "send by rival/pager"]
    assert list(effects(delivered(replace(ALERT, routes=())))) == []


@pytest.mark.slow
def test_webhooks_are_signed_with_the_routes_secret_and_reported_as_sent(rig: Rig, receiver: Any) -> None:
    rig.secret("whsec_" + base64.b64encode(SIGNS).decode())
    rig.sender(receiver.url)(item(url=f"{receiver.url}/hook"))
    [call] = receiver.received
    body = json.loads(call.body)
    assert (body["type"], body["timestamp"]) == ("alert.raised", "2026-11-21T04:00:00.000Z")
    assert body["data"]["severity"] == "critical"
    assert body["data"]["links"] == ["https://muster.example/v1/budgets/vision-month"]
    assert call.headers["webhook-id"] == "key-1"
    at = call.headers["webhook-timestamp"]
    assert call.headers["webhook-signature"] == signature(SIGNS, "key-1", at, call.body)
    [told] = rig.told
    assert (told.event_id, told.tenant) == ("key-1/sent", "acme")
    assert told.payload == AlertSent(
        alert="alert-1", tenant="acme", route="pager", delivery="key-1", attempts=1
    )


@pytest.mark.slow
def test_sent_again_it_has_the_same_id_and_the_report_too(rig: Rig, receiver: Any) -> None:
    """As when the process was killed between the world and the ledger."""
    rig.secret("whsec_" + base64.b64encode(SIGNS).decode())
    for attempt in (1, 2):
        rig.sender(receiver.url)(item(url=receiver.url, attempt=attempt))
    assert {call.headers["webhook-id"] for call in receiver.received} == {"key-1"}
    assert {told.event_id for told in rig.told} == {"key-1/sent"}


@pytest.mark.slow
def test_mail_arrives_with_the_delivery_in_a_header(rig: Rig, mailbox: Mailbox) -> None:
    rig.secret(f"mailto://127.0.0.1:{mailbox.port}?from=muster@example.org&to=ann@example.org")
    rig.sender(f"mailto://127.0.0.1:{mailbox.port}")(item(AlertChannel.APPRISE))
    mail = mailbox.mails.pop()
    assert mail["subject"] == "Budget vision-month is spent"
    assert mail["x-muster-delivery"] == "key-1"
    assert "ann@example.org" in str(mail["to"])
    parts = [part.get_payload(decode=True) for part in mail.walk() if not part.is_multipart()]
    text = b"\n".join(part for part in parts if isinstance(part, bytes)).decode()
    assert "5012.40 of 5000.00 USD is spent" in text
    assert "https://muster.example/v1/budgets/vision-month" in text
    assert [type(told.payload) for told in rig.told] == [AlertSent]


def test_refused_mail_is_retried_and_its_address_stays_secret(rig: Rig, mailbox: Mailbox) -> None:
    mailbox.answers.append("451 ann@example.org is away")
    rig.secret(f"mailto://127.0.0.1:{mailbox.port}?from=muster@example.org&to=ann@example.org")
    with pytest.raises(Undelivered) as caught:
        rig.sender(f"mailto://127.0.0.1:{mailbox.port}")(item(AlertChannel.APPRISE))
    assert str(caught.value).startswith("mailto: ")
    for part in ("ann", "muster@example.org", "127.0.0.1", str(mailbox.port)):
        assert part not in str(caught.value)
    assert (rig.told, mailbox.mails) == ([], [])


@pytest.mark.parametrize(
    "address",
    [
        "mailto://mail.example.org?smtp=127.0.0.1:{port}&from=a@example.org&to=b@example.org",
        "mailto://127.0.0.1:{port}?from=a@example.org&to=b@example.org",
    ],
)
def test_no_address_leads_to_a_private_server_unless_it_is_allowed(
    rig: Rig, mailbox: Mailbox, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first names an allowed host, and another server in its parameters."""
    _names(monkeypatch, {"mail.example.org": "93.184.215.14"})
    rig.secret(address.format(port=mailbox.port))
    allowed = ("mailto://mail.example.org", f"mailto://127.0.0.1:{mailbox.port}")
    with pytest.raises((Undeliverable, Undelivered)):
        rig.sender(public=allowed)(item(AlertChannel.APPRISE))
    assert mailbox.mails == []


def test_a_name_that_resolves_differently_a_moment_later_is_not_connected(
    rig: Rig, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    _names(monkeypatch, {"mail.example.org": "93.184.215.14"}, later="127.0.0.1")
    rig.secret(f"mailto://mail.example.org:{mailbox.port}?from=a@example.org&to=b@example.org")
    with pytest.raises(Undelivered):
        rig.sender(public=(f"mailto://mail.example.org:{mailbox.port}",))(item(AlertChannel.APPRISE))
    assert mailbox.mails == []


@pytest.mark.slow
def test_a_service_with_a_server_of_its_own_reaches_public_addresses_only(rig: Rig, receiver: Any) -> None:
    port = receiver.url.rpartition(":")[2]
    rig.secret(f"json://127.0.0.1:{port}/")
    with pytest.raises(Undelivered):
        rig.sender(public=("json://",))(item(AlertChannel.APPRISE))
    assert receiver.received == []
    rig.sender(f"json://127.0.0.1:{port}")(item(AlertChannel.APPRISE))
    assert receiver.received[0].headers["x-muster-delivery"] == "key-1"


@pytest.mark.parametrize(
    ("secret", "problem"),
    [
        ("slack://tokena/tokenb/tokenc", "not an allowed target"),
        ("mailto://", "not an allowed target"),
        ("nonsense", "not an allowed target"),
        ("msteams://", "understands"),
    ],
)
def test_malformed_or_forbidden_addresses_are_final_failures(rig: Rig, secret: str, problem: str) -> None:
    rig.secret(secret)
    with pytest.raises(Undeliverable, match=problem) as caught:
        rig.sender(public=("msteams://",))(item(AlertChannel.APPRISE))
    assert "tokenb" not in str(caught.value)


@pytest.mark.slow
def test_a_tenants_route_names_only_its_own_secrets(rig: Rig, receiver: Any) -> None:
    rig.secret("whsec_AAAA", tenant="rival")
    with pytest.raises(Undelivered, match="secret pager of acme"):
        rig.sender(receiver.url)(item(url=receiver.url))
    rig.secret("plain")
    with pytest.raises(Undeliverable, match="whsec_"):
        rig.sender(receiver.url)(item(url=receiver.url))
    assert receiver.received == []


def test_alerts_that_are_given_up_are_reported(rig: Rig) -> None:
    rig.sender().given_up(item(attempt=12), "answered 503")
    [told] = rig.told
    assert told.event_id == "key-1/not-delivered"
    assert told.payload == AlertNotDelivered(
        alert="alert-1", tenant="acme", route="pager", delivery="key-1", attempts=12, reason="answered 503"
    )


@pytest.mark.parametrize("written", ["hooks.example.org", "https://u@h", "https://h/path", "://h", ""])
def test_targets_are_written_in_one_way(written: str) -> None:
    with pytest.raises(ValueError, match="must be SCHEME://"):
        Targets([written])


def test_only_the_thread_within_is_judged(receiver: Any) -> None:
    host, port = "127.0.0.1", int(receiver.url.rpartition(":")[2])
    with only(None):
        with pytest.raises(AddressRefused), socket.create_connection((host, port)):
            pass
        other = threading.Thread(target=lambda: socket.create_connection((host, port)).close())
        other.start()
        other.join()
    socket.create_connection((host, port)).close()


def _names(monkeypatch: pytest.MonkeyPatch, names: dict[str, str], later: str | None = None) -> None:
    """Names resolve so; after the first time to `later`."""
    real, asked = socket.getaddrinfo, list[str]()

    def resolve(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host in names:
            address = names[host] if later is None or host not in asked else later
            asked.append(host)
            return real(address, port, *rest, **more)
        return real(host, port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
