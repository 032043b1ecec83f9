"""A view's positions in Elasticsearch: one document, updated by compare-and-set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from elasticsearch import ConflictError, Elasticsearch, NotFoundError
from muster.journal.position import TopicPartition
from muster.views.view import Overtaken, Span

_ID: Final = "positions"


@dataclass(frozen=True, slots=True)
class StoredPositions:
    """The positions document as it was read.

    Attributes:
        index: Index of the positions.
        next_offsets: Next offset not applied yet, by partition.
        unchanged_since: Sequence number and primary term that a write must name, so that it fails when the
            document has changed since; None: there is no document.
    """

    index: str
    next_offsets: Mapping[TopicPartition, int]
    unchanged_since: tuple[int, int] | None


def read(client: Elasticsearch, index: str) -> StoredPositions:
    """Read the positions in an index.

    Raises:
        Overtaken: the index is gone, as after a swap.
    """
    answer = client.options(ignore_status=404).get(index=index, id=_ID).body
    if "error" in answer:
        raise Overtaken(f"{index}: the index is gone")
    if not answer["found"]:
        return StoredPositions(index, {}, None)
    lines = cast("list[dict[str, Any]]", answer["_source"]["positions"])
    next_offsets = {(str(p["topic"]), int(p["partition"])): int(p["next_offset"]) for p in lines}
    return StoredPositions(index, next_offsets, (int(answer["_seq_no"]), int(answer["_primary_term"])))


def move(client: Elasticsearch, stored: StoredPositions, spans: Sequence[Span]) -> tuple[int, int]:
    """Write the positions after these spans; returns their new `unchanged_since`.

    Raises:
        Overtaken: they have changed since they were read.
    """
    moved = dict(stored.next_offsets) | {(s.topic, s.partition): s.end for s in spans}
    lines = [{"topic": t, "partition": p, "next_offset": n} for (t, p), n in sorted(moved.items())]
    at: dict[str, Any] = {"op_type": "create"}
    if stored.unchanged_since is not None:
        at = {"if_seq_no": stored.unchanged_since[0], "if_primary_term": stored.unchanged_since[1]}
    try:
        answer = client.index(index=stored.index, id=_ID, document={"positions": lines}, **at)
    except (ConflictError, NotFoundError) as error:
        raise Overtaken(f"{stored.index}: another process has moved the positions") from error
    return int(answer["_seq_no"]), int(answer["_primary_term"])
