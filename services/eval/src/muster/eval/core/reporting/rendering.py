"""A report in each form. PURE."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from enum import StrEnum, auto
from typing import Final

from muster.eval.core.reporting import junit, markdown, page, sarif, text
from muster.eval.core.reporting.report import Report
from muster.jobs.values.quantities import format_time


class Form(StrEnum):
    """A form of a report."""

    TEXT = auto()
    JSON = auto()
    MARKDOWN = auto()
    JUNIT = auto()
    SARIF = auto()
    HTML = auto()


MEDIA_TYPES: Final[Mapping[Form, str]] = {
    Form.TEXT: "text/plain",
    Form.JSON: "application/json",
    Form.MARKDOWN: "text/markdown",
    Form.JUNIT: "application/xml",
    Form.SARIF: "application/sarif+json",
    Form.HTML: "text/html",
}


def render(report: Report, form: Form) -> str:
    """Return a report in one form; it ends with a line break."""
    return _RENDERERS[form](report)


def _json(report: Report) -> str:
    data = {
        **asdict(report),
        "started_at": format_time(report.started_at),
        "ended_at": None if report.ended_at is None else format_time(report.ended_at),
        "conclusion": report.conclusion.value,
        "headline": report.headline,
    }
    return json.dumps(data, indent=2) + "\n"


_RENDERERS: Final[Mapping[Form, Callable[[Report], str]]] = {
    Form.TEXT: text.render,
    Form.JSON: _json,
    Form.MARKDOWN: markdown.render,
    Form.JUNIT: junit.render,
    Form.SARIF: sarif.render,
    Form.HTML: page.render,
}
