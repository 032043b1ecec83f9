"""The shared settings: where values come from, and that everything wrong is named at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.service import InvalidSettings, PostgresSettings, S3Settings, TokenSettings, WebhookSetting


class Settings(S3Settings, PostgresSettings, TokenSettings):
    """Settings of a service that uses several parts."""

    told: WebhookSetting = None
    """Receiver of its posts."""


GOOD = {
    "KAFKA_BOOTSTRAP": "127.0.0.1:1",
    "SCHEMA_REGISTRY_URL": "http://127.0.0.1:1",
    "S3_ENDPOINT": "http://127.0.0.1:1",
    "S3_ACCESS_KEY": "key",
    "S3_SECRET_KEY": "secret-of-s3",
    "POSTGRES_DSN": "postgresql://u:secret-of-postgres@127.0.0.1/x",
    "JWT_JWKS_FILE": "/dev/null",
    "JWT_ISSUER": "test",
}


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    for name, value in GOOD.items():
        monkeypatch.setenv(f"MUSTER_{name}", value)
    return tmp_path


def test_the_environment_goes_before_the_file_of_the_local_stack(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUSTER_KAFKA_BOOTSTRAP")
    (home / "endpoints.env").write_text("MUSTER_KAFKA_BOOTSTRAP=file:1\nMUSTER_S3_ACCESS_KEY=file\n")
    settings = Settings.load()
    assert (settings.kafka_bootstrap, settings.s3_access_key) == ("file:1", "key")
    assert settings.home == home


def test_everything_wrong_is_named_in_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MUSTER_KAFKA_BOOTSTRAP")
    monkeypatch.setenv("MUSTER_CELL", "Bad Cell")
    monkeypatch.setenv("MUSTER_HTTP_PORT", "65536")
    monkeypatch.setenv("MUSTER_OTLP_ENDPOINT", "collector:4318")
    with pytest.raises(InvalidSettings) as caught:
        Settings.load()
    lines = str(caught.value).splitlines()
    assert len(lines) == 4
    assert "MUSTER_KAFKA_BOOTSTRAP is required and not set" in lines
    assert any(line.startswith("MUSTER_HTTP_PORT=65536: ") and "65535" in line for line in lines)
    assert any(line.startswith("MUSTER_CELL=Bad Cell: ") and "a-z0-9" in line for line in lines)
    assert any(line.startswith("MUSTER_OTLP_ENDPOINT=collector:4318: ") for line in lines)


@pytest.mark.parametrize(
    ("cell", "good"), [("a" * 63, True), ("a" * 64, False), ("-a", False), ("a-1", True)]
)
def test_a_cell_is_named_as_a_dns_label(cell: str, good: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_CELL", cell)
    if good:
        assert Settings.load().cell == cell
    else:
        with pytest.raises(InvalidSettings, match="MUSTER_CELL"):
            Settings.load()


def test_an_empty_variable_is_as_if_it_were_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_CELL", "")
    monkeypatch.setenv("MUSTER_JWT_ISSUER", "")
    with pytest.raises(InvalidSettings) as caught:
        Settings.load()
    assert str(caught.value) == "MUSTER_JWT_ISSUER is required and not set"


def test_secrets_are_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "secret-of" not in repr(Settings.load())
    with pytest.raises(InvalidSettings) as caught:
        Settings.load(postgres_dsn=["secret-of-postgres"])
    assert "MUSTER_POSTGRES_DSN=(hidden): " in str(caught.value)
    assert "secret-of" not in str(caught.value)


def test_a_webhook_is_one_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().told is None
    monkeypatch.setenv("MUSTER_TOLD", '{"url": "https://hooks.example.org/x", "secret": "of-the-hook"}')
    told = Settings.load().told
    assert told is not None
    assert (told.url, told.secret, told.private) == ("https://hooks.example.org/x", "of-the-hook", False)
    assert "of-the-hook" not in repr(Settings.load())


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('{"url": "https://hooks.example.org"}', "MUSTER_TOLD.secret"),
        ('{"url": "ftp://hooks.example.org", "secret": "of-the-hook"}', "MUSTER_TOLD.url"),
        ('{"url": "https://hooks.example.org", "secret": ["of-the-hook"]}', "MUSTER_TOLD.secret"),
        ('{"url": "https://hooks.example.org", "secret": "of-the-hook", "privat": 1}', "MUSTER_TOLD.privat"),
        ("of-the-hook", "MUSTER_TOLD=(hidden)"),
    ],
)
def test_a_webhook_that_is_wrong_is_named_and_its_secret_is_not_shown(
    written: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_TOLD", written)
    with pytest.raises(InvalidSettings) as caught:
        Settings.load()
    assert says in str(caught.value)
    assert "of-the-hook" not in str(caught.value)
