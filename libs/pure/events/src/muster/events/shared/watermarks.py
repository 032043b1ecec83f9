"""How far the facts of a topic are complete, over all its partitions.

Generated from schemas/watermarks.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias, final

from muster.events.wire.record import record


class LogFact:
    """Base of the facts whose subject is 'log'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class Watermark(LogFact):
    """Every fact of the topic with this seq or a lower one precedes this record, in every partition.

    Attributes:
        seq: seq of the newest input whose consequences are all written.
        at_ms: Time of the batch it ends, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.watermarks.Watermark"

    seq: int
    at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "seq": self.seq,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Watermark:
        """The inverse."""
        return cls(
            seq=d["seq"],
            at_ms=d["at_ms"],
        )


LogPayload: TypeAlias = Watermark
