"""Webhooks: signed, only to allowed targets, never to private addresses unless that is allowed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
from collections.abc import Generator
from typing import Any

import pytest
from muster.journal import ManualClock
from muster.reactors.reactor import Item, Undeliverable, Undelivered
from muster.reactors.webhook import Webhook, WebhookTarget, signature, webhook

SECRET = b"a secret of both sides"
NOW_MS = 1_700_000_000_000


def item(url: str, **body: Any) -> Item:
    effect = webhook(url, body)
    return Item(key="key-1", label=effect.label, payload=effect.payload, attempt=1)


@pytest.fixture
def post(receiver: Any) -> Generator[Webhook]:
    target = WebhookTarget(secret=SECRET, private=True)
    with Webhook({receiver.url: target}, clock=ManualClock(NOW_MS)) as post:
        yield post


@pytest.mark.slow
def test_a_call_is_signed_over_its_id_its_time_and_its_body(post: Webhook, receiver: Any) -> None:
    post(item(f"{receiver.url}/hook?a=1", job="ö", gpus=8))
    [call] = receiver.received
    assert call.path == "/hook?a=1"
    assert json.loads(call.body) == {"job": "ö", "gpus": 8}
    assert call.headers["webhook-id"] == "key-1"
    assert call.headers["webhook-timestamp"] == str(NOW_MS // 1000)
    assert call.headers["host"] == receiver.url.removeprefix("http://")
    signed = b"key-1.1700000000." + call.body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    assert call.headers["webhook-signature"] == f"v1,{expected}"


def test_the_signature_is_the_specifications() -> None:
    """The example of the Standard Webhooks specification's reference libraries."""
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.slow
@pytest.mark.parametrize("status", [500, 503, 429, 408])
def test_a_target_that_cannot_now_is_tried_again(post: Webhook, receiver: Any, status: int) -> None:
    receiver.answers.append(status)
    with pytest.raises(Undelivered, match=f"answered {status}"):
        post(item(receiver.url))


@pytest.mark.slow
@pytest.mark.parametrize("status", [400, 404, 410, 302, 307])
def test_a_target_that_refuses_is_final_and_redirects_lead_nowhere(
    post: Webhook, receiver: Any, status: int
) -> None:
    receiver.answers.append(status)
    with pytest.raises(Undeliverable, match=f"refused it: {status}"):
        post(item(receiver.url))
    assert len(receiver.received) == 1


def test_a_target_that_does_not_answer_is_tried_again() -> None:
    target = WebhookTarget(secret=SECRET, private=True)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # bound, so that no other server answers there
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with (
            Webhook({url: target}, clock=ManualClock()) as post,
            pytest.raises(Undelivered, match="ConnectError"),
        ):
            post(item(url))


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/",  # another port
        "https://{host}/",  # another scheme
        "http://elsewhere.example/",
        "http://user@{host}.evil.example/",
        "file:///etc/passwd",
    ],
)
def test_only_allowed_targets_are_called(post: Webhook, receiver: Any, url: str) -> None:
    with pytest.raises(Undeliverable, match=r"is not an allowed target|Invalid port"):
        post(item(url.format(host=receiver.url.removeprefix("http://"))))
    assert receiver.received == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "0.0.0.0"]
)
def test_private_addresses_are_refused_unless_the_target_may_be_private(receiver: Any, host: str) -> None:
    origin = f"http://{host}:{receiver.url.rpartition(':')[2]}"
    with (
        Webhook({origin: WebhookTarget(secret=SECRET)}, clock=ManualClock()) as post,
        pytest.raises(Undeliverable, match="private addresses are not allowed"),
    ):
        post(item(f"{origin}/hook"))
    assert receiver.received == []


@pytest.mark.slow
def test_one_private_address_among_public_ones_is_enough_to_refuse(
    receiver: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port)) for a in ("1.1.1.1", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    target = WebhookTarget(secret=SECRET)
    with (
        Webhook({"http://hooks.example": target}, clock=ManualClock()) as post,
        pytest.raises(Undeliverable, match=r"is 127\.0\.0\.1: private"),
    ):
        post(item("http://hooks.example/"))


def test_the_secret_is_in_no_representation() -> None:
    assert "secret" not in repr(WebhookTarget(secret=SECRET))
