"""Query parameters: Muster's own routes accept only declared ones, each once unless it is a list.

Routes outside of /v1/ speak the protocols of other servers, which ignore unknown parameters.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any, Final, cast, get_args, get_origin

from fastapi import Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query
from fastapi.routing import APIRoute
from muster.api.problems import Problem
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import invalid, shorten

OURS: Final = "/v1/"
"""Prefix of the routes of Muster's own API."""

_REPORTED_MAX: Final = 10
"""Maximum number of parameters reported in one answer: finding similar names takes time."""


async def only_declared(request: Request) -> None:
    """Reject query parameters that the route does not declare, or that are repeated (FastAPI dependency).

    Raises:
        Problem: 422, with these parameters.
    """
    route = cast("APIRoute", request.scope["route"])
    if not request.scope["query_string"] or not route.path.startswith(OURS):
        return
    known = declared(route)
    sent: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        sent.setdefault(name, []).append(value)
    wrong = [name for name, values in sent.items() if len(values) > known.get(name, 0)]
    if not wrong:
        return
    found = [_refusal(name, sent[name], known) for name in wrong[:_REPORTED_MAX]]
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    violations = [violation for _, violation in found]
    raise Problem(422, "invalid-request", "Invalid request", found[0][0] + more, violations=violations)


def declared(route: APIRoute) -> Mapping[str, float]:
    """Return the query parameters of a route, and how often each may occur."""
    return {
        field.alias: inf if _is_list(field.field_info.annotation) else 1
        for field in get_flat_params(route.dependant)
        if isinstance(field.field_info, Query)
    }


def _is_list(annotation: Any) -> bool:
    return any(get_origin(each) in (list, tuple) for each in (annotation, *get_args(annotation)))


def _refusal(name: str, values: Sequence[str], known: Collection[str]) -> tuple[str, Violation]:
    """Describe a rejected parameter in a sentence, and as a violation for programs."""
    if name in known:
        sentence = f"{name} is given {len(values)} times; must be given once"
        return sentence, invalid(name, ", ".join(values), "one value")
    shown, instead = shorten(name), _instead(name, known)
    violation = invalid(shown, values[0], f"absent: unknown parameter; {instead}")
    return f"{shown} is not a parameter; {instead}", violation


def _instead(name: str, known: Collection[str]) -> str:
    if not known:
        return "this route takes none"
    near = difflib.get_close_matches(name[:64].lower(), known, n=1)
    return f"did you mean {near[0]}?" if near else f"must be one of {', '.join(known)}"
