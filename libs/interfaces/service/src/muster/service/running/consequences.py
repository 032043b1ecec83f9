"""Consequences of a role's failure, by the class of its error: one table for every process."""

from __future__ import annotations

from enum import StrEnum, auto

from muster.journal.errors import (
    CommitUnknown,
    Fenced,
    LeaseLost,
    OtherVersion,
    SchemaMissing,
    Unavailable,
)
from muster.views import view


class Consequence(StrEnum):
    """Reaction of the shell."""

    END = auto()
    """The process, which has no other role, ends with 1."""
    AGAIN = auto()
    """The role is started again after a pause; everything else in the process continues."""
    SUPERSEDED = auto()
    """Another process took over: nothing of the old work may remain. A role that runs alone replaces its
    process; any other is started again at once."""


_TRANSIENT = (
    CommitUnknown,
    LeaseLost,
    OtherVersion,
    SchemaMissing,
    Unavailable,
    view.Unavailable,
    ConnectionError,
    TimeoutError,
)


def consequence_of(error: BaseException, *, shared: bool) -> Consequence:
    """Return the consequence of this error of a role.

    Args:
        error: The error that ended it.
        shared: Whether the process has other roles.

    In a shared process only the role itself is rebuilt from the log, whatever the error: trouble with one
    topic or in one core does not concern the others. A process of one role ends, so that no defect continues
    in a state that nobody understands and no fault that only a person can fix goes unnoticed.
    """
    if isinstance(error, Fenced):
        return Consequence.SUPERSEDED
    if shared or isinstance(error, _TRANSIENT):
        return Consequence.AGAIN
    return Consequence.END
