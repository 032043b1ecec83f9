"""Refusals in the Hub's format: clients distinguish them by X-Error-Code and X-Error-Message."""

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


def shown(text: str) -> str:
    """Return a text in a form that a header can hold."""
    return _UNSHOWN.sub(" ", text.encode("ascii", "backslashreplace").decode())[:_MESSAGE_MAX]


def refusal(status: int, text: str, code: str = "", **headers: str) -> Problem:
    """Build an error answer.

    Args:
        status: HTTP status.
        text: Message that clients show: what is wrong and what is allowed.
        code: X-Error-Code; empty: the status is sufficient.
        headers: Further headers, with _ for -.
    """
    named = {"X-Error-Message": shown(text), **({"X-Error-Code": code} if code else {})}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    title = HTTPStatus(status).phrase
    slug = title.lower().replace(" ", "-")
    return Problem(status, slug, title, text, headers=named, members={"error": text})


def bad_request(text: str) -> Problem:
    """Return the 400 answer for an invalid request."""
    return refusal(400, text)


def no_repository(name: str) -> Problem:
    """Return the 404 answer for a repository that does not exist, or that the caller may not see."""
    return refusal(
        404, f"repository {name[:200]}: allowed is one that exists and that you may see", "RepoNotFound"
    )


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
    text = f"{name}: its files are for those with a grant; ask one who administers it"
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


def as_the_hub_says(problem: Problem) -> Problem:
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
            said = refusal(problem.status, problem.detail)
            said.headers |= problem.headers
            return said
