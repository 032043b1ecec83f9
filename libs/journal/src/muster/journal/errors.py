"""What can go wrong with the log, by what the caller has to do about it.

end the process     Fenced, Diverged, PositionLost, TooManyDeadLetters, Unreadable
read the log again  CommitUnknown
start anew          LeaseLost
wait and try again  Unavailable
fix what was given  UnknownTopic, Unencodable, RecordTooLarge, SchemaMissing, SchemaIncompatible
"""

from __future__ import annotations

from typing import ClassVar


class JournalError(Exception):
    """Anything the journal raises.

    Attributes:
        exit_code: What a command ends with.
        hint: What to do about it, for who typed the command; empty: nothing is known.
    """

    exit_code: ClassVar[int] = 1
    hint: ClassVar[str] = ""


class Fenced(JournalError):
    """Another sequencer took over this transactional id: this process must end, not retry."""


class LeaseLost(JournalError):
    """This process can no longer show that its leaders live: start anew, with another lease."""


class CommitUnknown(JournalError):
    """The commit may or may not be in the log: make a new sequencer, fence, read the log again."""


class Diverged(JournalError):
    """Re-stepping the log gave other decisions than were recorded: going on would fork history."""


class PositionLost(JournalError):
    """The log no longer (or not yet) holds the position asked for: state cannot be rebuilt from here."""


class Unreadable(JournalError):
    """A record cannot be read and the reader was told to stop at such."""

    hint = (
        "to go on behind it, start at the offset after it: `muster events tail --from TOPIC/PARTITION/OFFSET`"
    )


class TooManyDeadLetters(JournalError):
    """So much is unreadable that the fault is probably this reader's."""


class Unavailable(JournalError):
    """The broker or the registry did not answer in time; trying again later is right."""

    exit_code = 6
    hint = "is the stack up? `muster status` shows it, `muster up` starts it"


class UnknownTopic(JournalError):
    """The topic does not exist."""


class Unencodable(JournalError):
    """An event does not fit its schema."""


class RecordTooLarge(JournalError):
    """A record is above RECORD_BYTES_MAX."""


class SchemaMissing(JournalError):
    """A topic's schema is not in the registry; `make schemas-push` or the stack's start puts it there."""


class SchemaIncompatible(JournalError):
    """The registry refused a schema because old readers or old records would break."""
