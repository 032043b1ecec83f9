"""Refusals, as clients of the Hub tell them apart: by X-Error-Code, and by what X-Error-Message says."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

from muster.api.problems import Problem

INVALID_CREDENTIALS: Final = "Invalid credentials in Authorization header"
"""Clients take any other 401 for a repository that does not exist."""

_MESSAGE_MAX: Final = 1_000
_UNSHOWN: Final = re.compile(r"[\x00-\x20\x7f]+")
"""What no header may hold."""


def shown(text: str) -> str:
    """A text as a header can hold it."""
    return _UNSHOWN.sub(" ", text.encode("ascii", "backslashreplace").decode())[:_MESSAGE_MAX]


def refusal(status: int, text: str, code: str = "", **headers: str) -> Problem:
    """An answer other than success.

    Args:
        status: HTTP status.
        text: What is wrong and what is allowed; clients show it.
        code: X-Error-Code; empty: the status says all.
        headers: Further ones, with _ for -.
    """
    named = {"X-Error-Message": shown(text), **({"X-Error-Code": code} if code else {})}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    title = HTTPStatus(status).phrase
    slug = title.lower().replace(" ", "-")
    return Problem(status, slug, title, text, headers=named, members={"error": text})


def bad_request(text: str) -> Problem:
    """The request is wrong."""
    return refusal(400, text)


def no_repository(name: str) -> Problem:
    """There is none, or the caller may not know of it."""
    return refusal(
        404, f"repository {name[:200]}: allowed is one that exists and that you may see", "RepoNotFound"
    )


def no_revision(revision: str) -> Problem:
    """There is no such branch, tag or commit."""
    allowed = "a branch, a tag, @POINTER or a commit (all 40 digits) of the repository"
    text = f"revision is {revision[:200]}; must be {allowed}"
    return refusal(404, text, "RevisionNotFound")


def no_entry(path: str, commit: str) -> Problem:
    """There is no such file; clients remember that for this commit."""
    text = f"{path[:200]} is not in the repository at {commit}"
    return refusal(404, text, "EntryNotFound", X_Repo_Commit=commit)


def gated(name: str) -> Problem:
    """Who may see a repository may not read its files."""
    text = f"{name}: its files are for those with a grant; ask one who administers it"
    return refusal(403, text, "GatedRepo")


def disabled(text: str, *, has_body: bool) -> Problem:
    """Files that are closed to the caller.

    An answer to HEAD has no body, and of the refusals of HEAD clients show only that of files which need a
    grant, with what it says beside its code. With a body they show the reason that is in it.

    Args:
        text: What is closed, and why.
        has_body: The answer has one.
    """
    if not has_body:
        return refusal(403, text, "GatedRepo")
    closed = refusal(403, text)
    closed.headers["X-Error-Message"] = "Access to this resource is disabled."
    return closed


def as_the_hub_says(problem: Problem) -> Problem:
    """A command that was refused, with the status and headers that clients know."""
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
