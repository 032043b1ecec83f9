"""`muster cost report`: the service's page, printed or saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from muster.testkit.api.canned_api import Answer, Api

Muster = Callable[..., Any]

WEEK = {"type": "/problems/invalid-request", "title": "Invalid request", "status": 422, "detail": "week: W47"}


def test_a_week_is_printed_as_markdown(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/costs/report", Answer(200, "# vision, 2026-W47\n"))
    assert "# vision, 2026-W47" in muster("cost", "report", "--team", "vision", "--week", "2026-W47").out
    [asked] = api.requests("GET", "/v1/costs/report")
    assert asked.query == {"team": ["vision"], "week": ["2026-W47"], "format": ["markdown"]}


def test_a_week_is_saved_as_a_page(api: Api, muster: Muster, tmp_path: Path) -> None:
    api.on("GET", "/v1/costs/report", Answer(200, "<!doctype html>"))
    file = tmp_path / "week.html"
    assert "vision" in muster("cost", "report", "--team", "vision", "--html", str(file)).err
    assert "<!doctype html>" in file.read_text()
    [asked] = api.requests("GET", "/v1/costs/report")
    assert asked.query["format"] == ["html"]


def test_a_malformed_week_is_refused(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/costs/report", Answer(422, WEEK))
    assert "W47" in muster("cost", "report", "--team", "vision", "--week", "W47").err
