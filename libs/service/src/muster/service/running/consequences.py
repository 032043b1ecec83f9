"""What follows when a role fails, by the class of its error: one table for every process."""

from __future__ import annotations

from enum import StrEnum, auto

from muster.journal.errors import (
    CommitUnknown,
    Diverged,
    Fenced,
    LeaseLost,
    OtherVersion,
    PositionLost,
    RecordTooLarge,
    SchemaIncompatible,
    SchemaMissing,
    TooManyDeadLetters,
    TransactionLeftOpen,
    Unavailable,
    Unencodable,
    UnknownTopic,
    Unreadable,
)
from muster.views import view


class Consequence(StrEnum):
    """What the shell does."""

    END = auto()
    """The process ends with 1: only a person can mend it."""
    AGAIN = auto()
    """The role is started again after a pause; everything else in the process goes on."""
    ANEW = auto()
    """Another process took over: nothing of the old work may be left. A role that runs alone replaces its
    process; any other is started again at once."""


_END = (
    Diverged,
    PositionLost,
    RecordTooLarge,
    SchemaIncompatible,
    TooManyDeadLetters,
    TransactionLeftOpen,
    Unencodable,
    UnknownTopic,
    Unreadable,
)
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
    """What follows from this error of a role.

    Args:
        error: What ended it.
        shared: Whether the process has other roles.

    A defect (any other error) ends a process of one role, so that nothing runs on a state nobody understands;
    in a shared process the role is made anew from the log, and the others go on.
    """
    if isinstance(error, Fenced):
        return Consequence.ANEW
    if isinstance(error, _END):
        return Consequence.END
    if isinstance(error, _TRANSIENT):
        return Consequence.AGAIN
    return Consequence.AGAIN if shared else Consequence.END
