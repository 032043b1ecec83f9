"""Secrets go, look-alikes stay, in linear time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.sampling.redaction import redact
from muster.testkit.laws import examples

# Written in halves where scanners of repositories would take them for real keys.
SECRETS = {
    "mail": ["ann.lee+x@mail.example.co.uk", "müller@exämple.de", "a@b.io"],
    "phone": [
        "+49 30 1234567",
        "+49 (0)30 123456-78",
        "+14155550132",
        "+44 20 7946 0958",
        "0049 30 1234567",
        "(212) 555-0187",
        "212-555-0187",
        "1-800-555-0187",
        "212.555.0187",
        "030 12345678",
        "(030) 123 456 78",
        "0171/1234567",
        "020 7946 0958",
        "06 12 34 56 78",
        "090-1234-5678",
        "138-0013-8000",
        "(11) 91234-5678",
    ],
    "card": [
        "4111111111111111",
        "4111 1111 1111 1111",
        "5555-5555-5555-4444",
        "378282246310005",
        "3782 822463 10005",
        "6011111111111117",
        "4222222222222",
        "6304000000000000000",
    ],
    "iban": [
        "DE89370400440532013000",
        "GB29 NWBK 6016 1331 9268 19",
        "NO93 8601 1117 947",
        "FR1420041010050500013M02606",
    ],
    "key": [
        "sk-" + "proj-abcDEF1234567890abcDEF",
        "sk-" + "ant-api03-abcdefghij0123456789",
        "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789",
        "github_pat_" + "11ABCDEFG0abcdefghijklmnop_qrstuvwxyz",
        "hf_" + "abcdefghijklmnopqrstuvwxyzABCDEFGH",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "xoxb-" + "123456789012-abcdefABCDEF",
        "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7b\nabc=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ",
    ],
    "token": ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"],
}

PLAIN = [
    "icon@2x.png, lodash@4.17.21, @media, name at example dot com, user@localhost",
    "2026-11-29T06:13:19.123456Z and 2026-11-29 06:13:19+01:00, 29.11.2026, 11/29/2026 10:15:30",
    "1764396799 1764396799123 1764396799123456 1764396799123456789",
    "550e8400-e29b-41d4-a716-446655440000 and 12345678-1234-4111-8111-111111111111",
    "request 4a7d1ed414474e4033ac29ccb8653d9b, order 20394857, invoice 2026-000123, 0012345678",
    "1,500,000,000 people, 12 500 000, 299792458, 0.4111111111111111, +3.14159265358979, +1500000",
    "4111111111111112 and 5555 5555 5555 4445 fail the check digit",
    "1234567890123456 7000000000000005",
    "192.168.100.200:8080, 10.0.0.1, v1.22.333, 978-3-16-148410-0",
    "DE88370400440532013000 and XX89370400440532013000",
    "sk-learn-compatible-estimators-and-more, task-1234567890abcdefghij, hf_hub_download",
    "Bearer responsibilities lie with the bearer of the certificate",
    "How do I read -----BEGIN PRIVATE KEY----- blocks? They begin like this.",
    "eyJ is how a token begins",
    "0123 0456 0789 0123 0456 0789 0123",
    "call 1234567, or the number 4155550132",
]


@pytest.mark.parametrize(
    ("kind", "secret"), [(kind, each) for kind, all_ in SECRETS.items() for each in all_]
)
@pytest.mark.parametrize("around", ["{}", "mine is {}.", "({})", '"{}"', "a,{},b", "x: {}\nnext", "<{}>"])
def test_secret_is_replaced_by_a_marker(kind: str, secret: str, around: str) -> None:
    assert redact(around.format(secret)) == (around.format(f"[{kind} redacted]"), 1)


@pytest.mark.parametrize("text", PLAIN)
def test_look_alike_stays(text: str) -> None:
    assert redact(text) == (text, 0)


def test_words_beside_a_secret_stay() -> None:
    text = "Authorization: Bearer abcdef0123456789abcd\nphone: 4155550132, Tel. 123 45 67"
    assert redact(text).text == (
        "Authorization: Bearer [token redacted]\nphone: [phone redacted], Tel. [phone redacted]"
    )
    assert redact("DE89 3704 0044 0532 0130 00 THANKS").text == "[iban redacted] THANKS"


def test_card_is_found_after_other_numbers() -> None:
    assert redact("22 4111 1111 1111 1111 12/27").text == "22 [card redacted] 12/27"


def test_all_findings_of_a_text_are_counted() -> None:
    text = " and ".join(each for kind in SECRETS.values() for each in kind)
    result = redact(text)
    assert result.redactions == sum(len(kind) for kind in SECRETS.values())
    assert not any(each in result.text for kind in SECRETS.values() for each in kind)


@pytest.mark.parametrize("kind", SECRETS)
def test_repeated_secrets_are_redacted_at_once(kind: str) -> None:
    """Text after a marker is redacted like text after the secret."""
    for secret in SECRETS[kind]:
        for between in ("", "+", " 53", ", "):
            once = redact((secret + between) * 20)
            assert redact(once.text) == (once.text, 0)


_PIECES = st.one_of(
    st.sampled_from([each for kind in SECRETS.values() for each in kind] + PLAIN),
    st.text(alphabet="0123456789 +-().@/aE_]\n", max_size=12),
    st.text(max_size=5),
)


@given(st.lists(_PIECES, max_size=8).map("".join))
@examples(200)
def test_redacted_text_is_not_redacted_again(text: str) -> None:
    once = redact(text)
    assert redact(once.text) == (once.text, 0)


@given(st.text(alphabet=st.characters(categories=["L", "P", "Zs"], exclude_characters="@"), max_size=200))
def test_text_without_digits_and_addresses_stays(text: str) -> None:
    assert redact(text) == (text, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a.",
        "a@",
        "4",
        "4 ",
        "+4",
        "0123 ",
        "DE12 ",
        "eyJ",
        "sk-",
        "-----BEGIN PRIVATE KEY-----",
        "-",
        "bearer ",
        "phone ",
    ],
)
def test_repeated_beginning_of_a_secret_takes_linear_time(piece: str) -> None:
    """Quadratic time would be noticed."""
    text = piece * (30_000 // len(piece))
    assert redact(text + " \u00e9 ann@mail.example").text.endswith("[mail redacted]")
