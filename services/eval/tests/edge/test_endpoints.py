"""A worker asks listed endpoints, with the keys of its organisation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from muster.eval.core.configs.documents import parse_config
from muster.eval.core.runs.orders import Order
from muster.eval.edge.running.endpoints import endpoint_of
from muster.scoring.calling.allowed import KEY_MISSING, NOT_LISTED, NotUsable


def order(url: str, **endpoint: Any) -> Order:
    config = {
        "golden_set": "s",
        "endpoint": {"model": "m", **endpoint},
        "tasks": {"t": {"checks": [{"kind": "exact"}]}},
    }
    return Order(
        run="r",
        tenant="acme",
        repository="repo",
        commit="c",
        golden_set="d",
        url=url,
        config=parse_config(config),
    )


@pytest.mark.parametrize(
    ("url", "listed", "is_asked"),
    [
        ("https://models.example.org/v1", "https://models.example.org:443", True),
        ("https://a.example.org/v1", "https://*.example.org:443", True),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:*", True),
        ("http://models.example.org/v1", "https://models.example.org:443", False),
        ("https://example.org.evil.com/v1", "https://*.example.org:443", False),
        ("http://169.254.169.254/v1", "http://127.0.0.1:*", False),
    ],
)
def test_only_listed_endpoints_are_asked(url: str, listed: str, is_asked: bool) -> None:
    if is_asked:
        assert endpoint_of(order(url), None, [listed]).base_url == url
    else:
        with pytest.raises(NotUsable, match="must be one of MUSTER_EVAL_ENDPOINTS") as raised:
            endpoint_of(order(url), None, [listed])
        assert raised.value.code == NOT_LISTED


def test_a_key_is_read_from_its_file_and_never_shown(tmp_path: Path) -> None:
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme/models").write_text("sk-secret\n")
    endpoint = endpoint_of(order("http://127.0.0.1:8000/v1", key="models"), tmp_path, ["http://*"])
    assert endpoint.key is not None
    assert endpoint.key.reveal() == "sk-secret"
    assert "sk-secret" not in repr(endpoint)


def test_a_key_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotUsable, match="key is models; must be a file acme/models") as raised:
        endpoint_of(order("http://127.0.0.1:8000/v1", key="models"), tmp_path, ["http://*"])
    assert raised.value.code == KEY_MISSING
