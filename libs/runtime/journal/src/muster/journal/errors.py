"""Errors of the log, by what the caller has to do.

end the role        Fenced, Diverged, PositionLost, TransactionLeftOpen, Unreadable
read the log again  CommitUnknown
start again         LeaseLost
wait and try again  Unavailable, OtherVersion
fix the input       UnknownTopic, Unencodable, RecordTooLarge, SchemaMissing, SchemaIncompatible
"""

from __future__ import annotations

from typing import ClassVar


class JournalError(Exception):
    """Base of all errors of the journal.

    Attributes:
        exit_code: Exit code of a command that ends with it.
        hint: Advice for the user; may be empty.
    """

    exit_code: ClassVar[int] = 1
    hint: ClassVar[str] = ""


class Fenced(JournalError):
    """Another sequencer took over this transactional id: this process must end, not retry."""


class LeaseLost(JournalError):
    """This process can no longer renew its lease: restart with a new one."""


class CommitUnknown(JournalError):
    """The commit may or may not be in the log: make a new sequencer, fence, read the log again."""


class Diverged(JournalError):
    """Re-stepping the log gave decisions that differ from the recorded ones: going on would fork history."""


class OtherVersion(JournalError):
    """The log was decided by another version of the rules, and this one decides otherwise: it cannot follow.

    It can begin where the other version left a snapshot, so waiting for one is right, as long as a process of
    that version may still leave one.

    Attributes:
        remedies: Commands for a person when no such process is left.
    """

    def __init__(self, message: str, remedies: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.remedies = remedies


class PositionLost(JournalError):
    """The log no longer (or not yet) holds the requested position: state cannot be rebuilt from there."""


class TransactionLeftOpen(JournalError):
    """A transaction stays open although its writer is fenced: the next commit would publish it as well."""

    hint = (
        "Kafka 4.3 leaves transactions open when a broker is killed in mid-commit; docs/reliability.md says "
        "how to end one: run another version"
    )


class Unreadable(JournalError):
    """A record is unreadable, and the reader was made to stop at such records."""

    hint = "to skip it, start at the next offset: `muster events tail TOPIC --from TOPIC/PARTITION/OFFSET`"


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
    """A topic's schema is not in the registry; `make schemas-push` or `muster up` registers it."""


class SchemaIncompatible(JournalError):
    """The registry refused a schema because it would break old readers or old records."""
