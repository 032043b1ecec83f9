"""Keys: each form is found when chance has drawn it, and neither as a placeholder nor in ordinary text."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from random import Random

import pytest
from muster.scanning.formats.secrets import forms, judged

UPPER, LOWER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
WORD = UPPER + LOWER + DIGITS
BASE32, HEX, BECH = UPPER + "234567", DIGITS + "abcdef", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
_CHANCE = Random(14)


def _drawn(count: int, of: str = WORD) -> str:
    return "".join(_CHANCE.choice(of) for _ in range(count))


KEYS = {
    "a private key": ["-----BEGIN EC PRIVATE" + " KEY-----\n" + _drawn(64), '"-----BEGIN PRIVATE' + " KEY-----\\n" + _drawn(64)],
    "an access key of AWS": ["AKIA" + _drawn(16, BASE32)],
    "a secret key of AWS": ["aws_secret_access_key = " + _drawn(40), '"AWS_SECRET_KEY": "' + _drawn(40) + '"'],
    "a token of Hugging Face": ["hf_" + _drawn(34, UPPER + LOWER)],
    "a token of GitHub": ["ghp_" + _drawn(36), "github_pat_" + _drawn(22) + "_" + _drawn(59)],
    "a token of GitLab": ["glpat-" + _drawn(20)],
    "a token of Slack": ["xoxb-" + _drawn(12, DIGITS) + "-" + _drawn(24)],
    "a webhook of Slack": ["hooks.slack.com/services/T" + _drawn(8, UPPER) + "/B" + _drawn(8, UPPER) + "/" + _drawn(24)],
    "a key of Google": ["AIza" + _drawn(35)],
    "a secret of a client of Google": ["GOCSPX-" + _drawn(28)],
    "a key of Azure storage": ["AccountKey=" + _drawn(86) + "=="],
    "a key of OpenAI": ["sk-" + _drawn(20) + "T3BlbkFJ" + _drawn(20), "sk-proj-" + _drawn(74) + "T3BlbkFJ" + _drawn(74)],
    "a key of Anthropic": ["sk-ant-api03-" + _drawn(93) + "AA"],
    "a token of Replicate": ["r8_" + _drawn(37)],
    "a key of Groq": ["gsk_" + _drawn(52)],
    "a key of Weights & Biases": ["WANDB_API_KEY=" + _drawn(40, HEX), 'wandb.login(key="' + _drawn(40, HEX)],
    "a live key of Stripe": ["sk_live_" + _drawn(24)],
    "a key of SendGrid": ["SG." + _drawn(22) + "." + _drawn(43)],
    "a token of npm": ["npm_" + _drawn(36)],
    "a token of PyPI": ["pypi-AgEIcHlwaS5vcmc" + _drawn(60)],
    "a token of Docker Hub": ["dckr_pat_" + _drawn(27)],
    "a token of Databricks": ["dapi" + _drawn(32, HEX)],
    "a token of DigitalOcean": ["dop_v1_" + _drawn(64, HEX)],
    "a token of Vault": ["hvs." + _drawn(95)],
    "a token of Grafana": ["glsa_" + _drawn(32) + "_" + _drawn(8, HEX)],
    "a token of a Telegram bot": [_drawn(10, DIGITS) + ":AA" + _drawn(33)],
    "a secret key of age": ["AGE-SECRET-KEY-1" + _drawn(58, BECH)],
    "a password of a database": ["postgres://service:" + _drawn(20) + "@db.internal.net/x"],
}  # fmt: skip


def _found(text: str) -> set[str]:
    return {value.partition(",")[0] for _, value, _ in judged(text)}


def test_every_form_is_found_and_told_without_its_secret() -> None:
    assert set(KEYS) == {form.what for form in forms()}
    for what, keys in KEYS.items():
        for key in keys:
            assert what in _found(f"x = 1\n{key}\n"), key
            for _, value, _ in judged(key):
                assert key[-12:] not in value


@pytest.mark.parametrize(
    "text",
    [
        "hf_" + "x" * 34,
        "hf_" + "AbCd" * 8 + "ef",
        "AKIAIOSFODNN7" + "EXAMPLE",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
        "sk-your-key-here",
        "postgres://user:your_password_here@db.example.com/x",
        "postgres://user:${PASSWORD}@db.host.net/x",
        "ghp_" + "0" * 36,
        "-----BEGIN PUBLIC KEY-----\n" + _drawn(64),
        "-----BEGIN RSA PRIVATE" + " KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "wandb_key: sha1 " + "deadbeef" * 5,
        "sha256:" + _drawn(64, HEX),
    ],
)
def test_placeholders_and_hashes_are_none(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.slow  # megabytes of text
def test_ordinary_code_and_text_holds_none() -> None:
    """Python's own library and what is installed beside it: code, examples, documentation."""
    library = Path(sysconfig.get_paths()["stdlib"])
    beside = Path(sysconfig.get_paths()["purelib"])
    texts = [*library.glob("*.py"), *library.glob("http/*.py"), *beside.glob("*.dist-info/METADATA")]
    assert len(texts) > 250
    assert {str(path): found for path in texts if (found := _found(path.read_text(errors="replace")))} == {}
