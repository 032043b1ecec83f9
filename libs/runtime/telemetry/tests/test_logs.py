"""Log lines as programs read them."""

from __future__ import annotations

import json
import logging
from collections.abc import Generator
from typing import Any

import pytest
from muster.telemetry import logs, tracing

TRACE = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}


@pytest.fixture(autouse=True)
def root_logger() -> Generator[None]:
    """Leave logging as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    captured = capsys.readouterr()
    assert captured.out == ""
    return [json.loads(line) for line in captured.err.splitlines()]


def test_a_line_is_one_json_object_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_stderr("agent")
    logging.getLogger("a.b").info("two\nlines and %s", "an argument")
    [line] = lines(capsys)
    assert line["message"] == "two\nlines and an argument"
    assert (line["level"], line["logger"], line["service"]) == ("INFO", "a.b", "agent")
    assert line["time"].endswith("Z")
    assert "trace_id" not in line


def test_ids_are_bound_for_a_while_and_nest(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_stderr("agent")
    with logs.bound(job_id="job-1"):
        with logs.bound(event_id="e-1"):
            logging.info("inner")
        logging.info("outer")
    logging.info("after")
    assert [(x.get("job_id"), x.get("event_id")) for x in lines(capsys)] == [
        ("job-1", "e-1"),
        ("job-1", None),
        (None, None),
    ]


def test_a_line_says_which_trace_it_belongs_to(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_stderr("agent")
    with tracing.following(TRACE):
        logging.info("here")
    [line] = lines(capsys)
    assert line["trace_id"] == "0af7651916cd43dd8448eb211c80319c"
    assert line["span_id"] == "b7ad6b7169203331"


def test_an_exception_is_logged_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_stderr("agent")
    try:
        raise KeyError("lost")
    except KeyError:
        logging.exception("failed")
    [line] = lines(capsys)
    assert "KeyError: 'lost'" in line["exception"]


def test_lines_below_the_level_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_stderr("agent", "WARNING")
    logging.info("quiet")
    logging.getLogger("httpx").info("HTTP Request: GET")
    assert lines(capsys) == []


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="LOUD"):
        logs.to_stderr("agent", "LOUD")
