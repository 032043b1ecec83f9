"""Rows of the export as a file, streamed: only one page is held in memory."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from importlib import import_module
from typing import Any, Final

from muster.metering.edge.export.charges import ChargeRow
from muster.metering.edge.export.focus import COLUMNS, SCALE, Type, Value


class FileFormat(StrEnum):
    """Formats of the file."""

    CSV = "csv"
    PARQUET = "parquet"


MEDIA_TYPES: Final = {
    FileFormat.CSV: "text/csv; charset=utf-8",
    FileFormat.PARQUET: "application/vnd.apache.parquet",
}

_DIGITS: Final = 38


async def file_of(
    kind: FileFormat, first: Sequence[ChargeRow], others: AsyncIterator[Sequence[ChargeRow]]
) -> AsyncGenerator[bytes]:
    """Yield the pieces of a file with these pages; built outside the event loop."""
    made = await asyncio.to_thread(CsvWriter if kind is FileFormat.CSV else ParquetWriter)
    yield await asyncio.to_thread(made.page, first)
    async for rows in others:
        yield await asyncio.to_thread(made.page, rows)
    yield await asyncio.to_thread(made.end)


class CsvWriter:
    """Writes RFC 4180 with names in the first line; empty values are empty fields."""

    def __init__(self) -> None:
        self._begun = False

    def page(self, rows: Sequence[ChargeRow]) -> bytes:
        """Return the lines of a page; the first page begins with the column names."""
        text = io.StringIO(newline="")
        lines = csv.writer(text)
        if not self._begun:
            lines.writerow([column.name for column in COLUMNS])
            self._begun = True
        lines.writerows([_as_text(column.value(row)) for column in COLUMNS] for row in rows)
        return text.getvalue().encode()

    def end(self) -> bytes:
        """Return nothing: this format has no footer."""
        return b""


class ParquetWriter:
    """Writes a row group for each page; amounts are decimals, times are UTC milliseconds."""

    def __init__(self) -> None:
        # Tens of megabytes, needed only for Parquet; the package has no types.
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        types: dict[Type, Any] = {
            Type.TEXT: arrow.string(),
            Type.DECIMAL: arrow.decimal128(_DIGITS, SCALE),
            Type.TIME: arrow.timestamp("ms", tz="UTC"),
        }
        self._arrow: Any = arrow
        self._schema: Any = arrow.schema([(column.name, types[column.type]) for column in COLUMNS])
        self._sink = _Sink()
        file = arrow.PythonFile(self._sink, mode="w")
        self._file: Any = parquet.ParquetWriter(file, self._schema, compression="zstd")

    def page(self, rows: Sequence[ChargeRow]) -> bytes:
        """Return the row group of a page."""
        columns = [
            self._arrow.array([column.value(row) for row in rows], type=field.type)
            for column, field in zip(COLUMNS, self._schema, strict=True)
        ]
        self._file.write_table(self._arrow.Table.from_arrays(columns, schema=self._schema))
        return self._sink.taken()

    def end(self) -> bytes:
        """Return the footer."""
        self._file.close()
        return self._sink.taken()


class _Sink(io.RawIOBase):
    """Buffer of the bytes written since they were last taken."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._held += data
        return len(data)

    def taken(self) -> bytes:
        """Return the new bytes and clear the buffer."""
        found = bytes(self._held)
        self._held.clear()
        return found


def _as_text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, Decimal):
        return f"{value.normalize():f}" if value else "0"
    return value
