"""Writes the source of a decoder of records: from bytes to events, without plain data in between.

A generated record has a field for each field of its schema, and its module holds the classes of its values;
they are found there by name, because classes that mypyc compiled have no full type hints. Handwritten
records, like those of the logs of deciding services, are decoded as plain data and converted by their own
`from_datum`.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, TypeAlias, cast

from fastavro.types import Schema
from muster.journal.avro.decoder import PRIMITIVES, DecoderSource
from muster.journal.avro.source import kind_of

RecordDecoder: TypeAlias = Callable[[bytes, int], tuple[Any, int]]
"""Decodes from an offset: the record, and the offset after it, beyond the end when bytes are missing."""


SHARED: Final = frozenset({"muster.job_commands.JobSpec"})
"""Records that recur with the same bytes: decoded once, then reused (ADR 62)."""

SHARED_MAX: Final = 8_192
"""Maximum number of them that one decoder caches; about 1 kB each."""

_BEGINNING_BYTES: Final = 96
"""Length of the beginning by which they are looked up: a job's name, team, project, user and queue."""


def record_decoder(
    schema: Schema, root: type[Any], branches: Mapping[str, type[Any]]
) -> RecordDecoder | None:
    """Compile a decoder of records written with this very schema; None: their classes are not all generated.

    Args:
        schema: A record, as `fastavro.parse_schema` gives it.
        root: Class of the record.
        branches: The classes of its payloads, by name.
    """
    source = _RecordDecoderSource(schema, root, branches)
    return cast("RecordDecoder", source.compiled()) if source.complete() else None


class _RecordDecoderSource(DecoderSource):
    """The source of a decoder of records.

    Args:
        schema: As above.
        root: As above.
        branches: As above.
    """

    def __init__(self, schema: Schema, root: type[Any], branches: Mapping[str, type[Any]]) -> None:
        super().__init__(schema, PRIMITIVES)
        self._classes: dict[str, type[Any]] = {cast("dict[str, str]", schema)["name"]: root}
        self._enums: dict[str, type[Enum]] = {}
        self._learned: set[str] = set()
        for name, branch in branches.items():
            self._classes[name] = branch
            self._learn(branch.__module__)

    def complete(self) -> bool:
        """Whether every record and enum of the schema has a class, and every class the record's fields."""
        return all(
            self._has_class(name, named)
            for name, named in self.named.items()
            if kind_of(named) in {"record", "enum"}
        )

    def write_record(self, name: str, record: Any) -> list[str]:
        """The lines of a record's function."""
        lines = super().write_record(name, record)
        if record["name"] not in SHARED:
            return lines
        self.env["shared"] = _shared
        return [*lines, f"{name} = shared({name})"]

    def made_record(self, name: str, record: Any, values: Mapping[str, str]) -> str:
        self.env[f"class_{name}"] = self._classes[record["name"]]
        return f"class_{name}({', '.join(f'{field}={value}' for field, value in values.items())})"

    def symbols(self, enum: Any) -> tuple[Any, ...]:
        cls = self._enums[_place(enum["name"])]
        return tuple(cls(symbol) for symbol in enum["symbols"])

    def array_lines(self, v: str, pad: str) -> list[str]:
        return [f"{pad}{v} = tuple({v})"]

    def branch(self, name: str, value: str) -> str:
        del name
        return value

    def _has_class(self, name: str, named: Any) -> bool:
        if kind_of(named) == "enum":
            cls = self._enums.get(_place(name))
            return cls is not None and {each.value for each in cls} == set(named["symbols"])
        record = self._classes.get(name)
        fields: Mapping[str, Any] = getattr(record, "__dataclass_fields__", {})
        return record is not None and fields.keys() >= {field["name"] for field in named["fields"]}

    def _learn(self, module: str) -> None:
        """Take in the records and enums that a module defines or imports, and their modules'."""
        if module in self._learned:
            return
        self._learned.add(module)
        classes = [held for held in vars(sys.modules[module]).values() if isinstance(held, type)]
        for held in cast("list[type[Any]]", classes):
            name = getattr(held, "AVRO_NAME", None)
            if issubclass(held, Enum):
                self._enums[_place(f"{held.__module__}.{held.__name__}")] = held
            elif isinstance(name, str):
                self._classes.setdefault(name, held)
                self._learn(held.__module__)


def _shared(decode: RecordDecoder) -> RecordDecoder:
    """The decoder of a record that recurs: the same bytes give the same object.

    Where a record ends follows from its bytes alone, so bytes that begin with those of a known record hold
    that record, whatever follows.
    """
    known: OrderedDict[bytes, tuple[bytes, Any]] = OrderedDict()

    def decode_shared(value: bytes, at: int) -> tuple[Any, int]:
        found = known.get(value[at : at + _BEGINNING_BYTES])
        if found is not None and value.startswith(found[0], at):
            return found[1], at + len(found[0])
        record, end = decode(value, at)
        if end <= len(value):
            if len(known) >= SHARED_MAX:
                known.popitem(last=False)
            known[value[at : at + _BEGINNING_BYTES]] = value[at:end], record
        return record, end

    return decode_shared


def _place(name: str) -> str:
    """The end of a full name, which Avro's names and Python's have in common: module and name."""
    return ".".join(name.rsplit(".", 2)[-2:])
