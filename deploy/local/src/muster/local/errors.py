"""Errors of the local stack, grouped by what the caller has to do; they set the exit code of `muster`."""

from __future__ import annotations

from typing import ClassVar


class LocalError(RuntimeError):
    """Base of all errors of the local stack. The text says what is wrong and what to do."""

    exit_code: ClassVar[int] = 1


class UsageError(LocalError):
    """A name, number or file is invalid."""

    exit_code = 2


class ConflictError(LocalError):
    """A running program conflicts: on a port, with other settings, or another `up`."""

    exit_code = 4


class UnavailableError(LocalError):
    """A server, a service or a download did not come up."""

    exit_code = 6
