"""What can go wrong with the local stack, by what the caller has to do: the exit code of `muster`."""

from __future__ import annotations

from typing import ClassVar


class LocalError(RuntimeError):
    """Anything the local stack raises. Its text says what is wrong and what to do."""

    exit_code: ClassVar[int] = 1


class UsageError(LocalError):
    """A name, number or file that was given is wrong."""

    exit_code = 2


class ConflictError(LocalError):
    """Something that runs is in the way: on a port, with other settings, or another `up`."""

    exit_code = 4


class UnavailableError(LocalError):
    """A server, a service or a download did not come up."""

    exit_code = 6
