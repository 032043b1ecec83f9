"""Operations on one object at a presigned address."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Operation(StrEnum):
    """An operation that an address permits."""

    GET = "get"
    PUT = "put"
    PUT_ONCE = "put-once"
    """Put where no object exists yet; the request must carry the headers ONCE."""
    BEGIN = "begin"
    """Begin an upload in parts."""
    PART = "part"
    COMPLETE = "complete"
    ABORT = "abort"


ONCE: Final = {"If-None-Match": "*"}
"""Headers of a request to an address for PUT_ONCE, and of no other."""


class Use(NamedTuple):
    """An operation on an object.

    Attributes:
        operation: The operation.
        key: Key of the object.
        upload_id: Id of the upload in parts; only for its parts and its end.
        part: Number of the part, from 1.
    """

    operation: Operation
    key: str
    upload_id: str = ""
    part: int = 0
