"""What may be done with one object at a presigned address."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Operation(StrEnum):
    """What an address is for."""

    GET = "get"
    PUT = "put"
    PUT_ONCE = "put-once"
    """Put where nothing lies yet; who puts it sends ONCE, too."""
    BEGIN = "begin"
    """Begin to write in parts."""
    PART = "part"
    COMPLETE = "complete"
    ABORT = "abort"


ONCE: Final = {"If-None-Match": "*"}
"""Headers that an address for PUT_ONCE takes, and no other request there."""


class Use(NamedTuple):
    """What is to be done with an object.

    Attributes:
        operation: What.
        key: The object's key.
        upload_id: Of what was begun; for parts and their end.
        part: Its number, from 1 on.
    """

    operation: Operation
    key: str
    upload_id: str = ""
    part: int = 0
