"""Refusals in the Hub's format: clients distinguish them by X-Error-Code and X-Error-Message.

The routes for xet and fixed chunks and the sealed addresses use the same format.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

from muster.api.problems import Problem

INVALID_CREDENTIALS: Final = "Invalid credentials in Authorization header"
"""Message of a 401; clients read any other 401 as a repository that does not exist."""

_MESSAGE_MAX: Final = 1_000
_UNSHOWN: Final = re.compile(r"[\x00-\x20\x7f]+")
"""Characters that a header cannot hold."""


def header_text(text: str) -> str:
    """Return a text in a form that a header can hold."""
    return _UNSHOWN.sub(" ", text.encode("ascii", "backslashreplace").decode())[:_MESSAGE_MAX]


def refusal(status: int, text: str, code: str = "", **headers: str) -> Problem:
    """Build an error answer.

    Args:
        status: HTTP status.
        text: Message that clients show: the problem and the allowed values.
        code: X-Error-Code; empty: the status is sufficient.
        headers: Further headers, with _ for -.
    """
    named = {"X-Error-Message": header_text(text), **({"X-Error-Code": code} if code else {})}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    title = HTTPStatus(status).phrase
    slug = title.lower().replace(" ", "-")
    return Problem(status, slug, title, text, headers=named, members={"error": text})


def bad_request(text: str) -> Problem:
    """Return the 400 answer for an invalid request."""
    return refusal(400, text)


def no_repository(name: str) -> Problem:
    """Return the 404 answer for a repository that does not exist, or that the caller may not see."""
    return refusal(404, f"repository {name[:200]} does not exist, or you may not see it", "RepoNotFound")


def no_revision(revision: str) -> Problem:
    """Return the 404 answer for an unknown branch, tag or commit."""
    allowed = "a branch, a tag, @POINTER or a commit (all 40 digits) of the repository"
    text = f"revision is {revision[:200]}; must be {allowed}"
    return refusal(404, text, "RevisionNotFound")


def no_entry(path: str, commit: str) -> Problem:
    """Return the 404 answer for a missing file, which clients cache for this commit."""
    text = f"{path[:200]} is not in the repository at {commit}"
    return refusal(404, text, "EntryNotFound", X_Repo_Commit=commit)


def gated(name: str) -> Problem:
    """Return the 403 answer for a caller who may see a repository but not read its files."""
    text = f"the files of {name} require a grant; ask one of its admins"
    return refusal(403, text, "GatedRepo")


def disabled(text: str, *, has_body: bool) -> Problem:
    """Return the 403 answer for files that are closed to the caller.

    An answer to HEAD has no body, and clients show the message of a refused HEAD only for GatedRepo. With a
    body they show the reason in it.

    Args:
        text: What is closed, and why.
        has_body: Whether the answer has a body.
    """
    if not has_body:
        return refusal(403, text, "GatedRepo")
    closed = refusal(403, text)
    closed.headers["X-Error-Message"] = "Access to this resource is disabled."
    return closed


def in_hub_format(problem: Problem) -> Problem:
    """Translate the refusal of a command to the status and headers that Hub clients expect."""
    match problem.code:
        case "stale-parent":
            return refusal(412, problem.detail)
        case "no-revision":
            return refusal(404, problem.detail, "RevisionNotFound")
        case "quota-exceeded":
            return refusal(403, problem.detail)
        case "invalid" | "object-absent":
            return refusal(400, problem.detail)
        case "not-found" if problem.status == HTTPStatus.NOT_FOUND:
            return refusal(404, problem.detail, "RepoNotFound")
        case "unavailable" | "too-many-commands":
            return problem
        case _:
            answer = refusal(problem.status, problem.detail)
            answer.headers |= problem.headers
            return answer
