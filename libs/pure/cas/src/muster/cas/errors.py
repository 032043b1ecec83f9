"""Errors in bytes that somebody sent."""

from __future__ import annotations


class Malformed(ValueError):
    """Bytes that break their format, or do not match what they claim to hold.

    Attributes:
        place: The format, and the byte at which the field begins.
    """

    def __init__(self, form: str, offset: int, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{form}, byte {offset}: {field} is {value}; allowed: {allowed}")
        self.place = (form, offset)
