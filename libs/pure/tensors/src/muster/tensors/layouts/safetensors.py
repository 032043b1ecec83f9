"""safetensors: eight bytes of length, a JSON header, the tensors one behind the other.

What is refused is what the reference reader refuses (`Metadata::validate` in safetensors/src/tensor.rs), and
what it lets pass though two readers may understand it in two ways: repeated keys, unknown fields, bytes
behind the JSON. The header is parsed by its own grammar and not by a general JSON parser: memory follows the
number of tensors, not what somebody nests, and a repeated key is seen.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from math import prod
from typing import Final

from muster.tensors.layouts.dtypes import SAFETENSORS, Dtype
from muster.tensors.layouts.findings import FINDINGS_MAX, Finding, Kind, LayoutInvalid, finding, refusal
from muster.tensors.layouts.layout import (
    HEADER_BYTES_MAX,
    NUMBER_MAX,
    PAIRS_MAX,
    TENSORS_MAX,
    Format,
    Layout,
    Tensor,
)
from muster.tensors.sources import Source

LENGTH_BYTES: Final = 8
PADDING_MAX: Final = 8
"""Headers are padded with spaces to a multiple of this."""
METADATA: Final = "__metadata__"
DIMENSIONS_MAX: Final = 64
"""Maximum number of dimensions; more than numpy or torch support."""

_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]*+)(?![0-9.eE])")
_STRING: Final = re.compile(r'"((?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+)(")?')
_CUT_ESCAPE: Final = re.compile(r"(\\(u[0-9a-fA-F]{0,3})?)?\Z")
_USUAL: Final = re.compile(
    r'{~"dtype"~:~"([A-Z0-9_]++)"~,~"shape"~:~\[~((?:@(?:~,~@)*+)?+)~\]~,~"data_offsets"~:~\[~(@)~,~(@)~\]~}'.replace(
        "~", r"[ \t\n\r]*+"
    ).replace("@", r"(?:0|[1-9][0-9]{0,19}+)")
)
"""An entry as every writer writes it, of numbers that may still be too large; others are read by field."""
_FIELDS: Final = ("dtype", "shape", "data_offsets")


def layout_of_safetensors(source: Source) -> Layout:
    """The tensors of a file; reads its header only.

    Raises:
        LayoutInvalid: The header is not to be trusted.
    """
    length, text = _header(source)
    parser = _Parser(text)
    try:
        parser.header()
        data_begin = LENGTH_BYTES + length
        if parser.repeated:
            raise LayoutInvalid([])
        tensors = _placed(parser.entries, data_begin, source.size_bytes)
    except LayoutInvalid as error:
        refused = LayoutInvalid([*parser.repeated, *error.findings])
        refused.texts = tuple(parser.texts)
        raise refused from None
    return Layout(Format.SAFETENSORS, data_begin, tensors, dict(parser.metadata))


def _header(source: Source) -> tuple[int, str]:
    if source.size_bytes < LENGTH_BYTES:
        raise refusal(
            Kind.TRUNCATED, "file", f"{source.size_bytes} bytes", "at least 8 bytes of header length"
        )
    length = int.from_bytes(source.read(0, LENGTH_BYTES), "little")
    if length > HEADER_BYTES_MAX:
        raise refusal(Kind.HEADER_TOO_LARGE, "header length", length, f"at most {HEADER_BYTES_MAX} bytes")
    held = source.size_bytes - LENGTH_BYTES
    header = source.read(LENGTH_BYTES, LENGTH_BYTES + min(length, held))
    if length > held:
        raise _beyond_file(header, length, held)
    return length, _decoded(header)


def _beyond_file(header: bytes, length: int, held: int) -> LayoutInvalid:
    """Return the refusal of a header beyond the file's end: truncated, if the rest could be its beginning."""
    parser = _Parser(header.decode("utf-8", "ignore"))
    try:
        parser.header()
    except LayoutInvalid:
        cut = parser.ended and header.startswith(b"{")
    else:
        cut = length - held < PADDING_MAX  # only its padding is missing
    kind = Kind.TRUNCATED if cut else Kind.HEADER_BEYOND_FILE
    return refusal(kind, "header length", length, f"at most the {held} bytes that follow it")


def _decoded(header: bytes) -> str:
    if not header.startswith(b"{"):
        raise refusal(
            Kind.HEADER_MALFORMED,
            "header",
            f"begins with {header[:1]!r}",
            "a JSON object, from its first byte",
        )
    try:
        return header.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refusal(Kind.TEXT_INVALID, "header", f"byte {error.start} is not UTF-8", "UTF-8") from None


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    dtype: Dtype
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(slots=True)
class _Parser:
    """One pass over the header. `ended`: whether a refusal came because the text ended."""

    text: str
    at: int = 0
    ended: bool = False
    entries: list[_Entry] = field(default_factory=list[_Entry])
    metadata: dict[str, str] = field(default_factory=dict[str, str])
    texts: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    names: set[str] = field(default_factory=set[str])
    repeated: list[Finding] = field(default_factory=list[Finding])

    def header(self) -> None:
        """{ "name": entry, ... } and then nothing but spaces."""
        self.expect("{")
        if not self.follows("}"):
            self.member()
            while self.follows(","):
                self.member()
            self.expect("}")
        rest = self.text[self.at :].strip(" ")
        if rest:
            raise refusal(Kind.HEADER_MALFORMED, "header", f"{rest[:20]!r} behind the JSON", "spaces")

    def member(self) -> None:
        name = self.string("name of a tensor")
        if name in self.names:
            self.repeat(f"tensor {name}", "a second entry", "one entry for each name")
        self.names.add(name)
        self.expect(":")
        if name == METADATA:
            self.free_text()
            return
        if len(self.entries) == TENSORS_MAX:
            raise refusal(
                Kind.COUNT_TOO_LARGE, "tensors", f"more than {TENSORS_MAX}", f"at most {TENSORS_MAX}"
            )
        self.entries.append(self.usual_entry(name) or self.entry(name))

    def free_text(self) -> None:
        self.expect("{")
        if self.follows("}"):
            return
        while True:
            key = self.string(f"key of {METADATA}")
            if len(self.metadata) == PAIRS_MAX:
                raise refusal(
                    Kind.COUNT_TOO_LARGE, METADATA, f"more than {PAIRS_MAX} keys", f"at most {PAIRS_MAX}"
                )
            if key in self.metadata:
                self.repeat(f"{METADATA}.{key}", "a second value", "one value for each key")
            self.expect(":")
            self.metadata[key] = self.string(f"{METADATA}.{key}")
            self.texts.append((key, self.metadata[key]))
            if not self.follows(","):
                break
        self.expect("}")

    def repeat(self, where: str, value: str, allowed: str) -> None:
        """Note what comes twice: it is refused when all values were read."""
        if len(self.repeated) < FINDINGS_MAX:
            self.repeated.append(finding(Kind.NAME_REPEATED, where, value, allowed))

    def usual_entry(self, name: str) -> _Entry | None:
        self.skip()
        match = _USUAL.match(self.text, self.at)
        if match is None or match[1] not in SAFETENSORS:
            return None
        begin, end, *shape = (int(each) for each in (match[3], match[4], *match[2].split(",")) if each)
        if max(begin, end, *shape, 0) > NUMBER_MAX or len(shape) > DIMENSIONS_MAX:
            return None
        self.at = match.end()
        return _Entry(name, SAFETENSORS[match[1]], tuple(shape), begin, end)

    def entry(self, name: str) -> _Entry:
        dtype: Dtype | None = None
        shape: tuple[int, ...] | None = None
        offsets: tuple[int, ...] | None = None
        seen: set[str] = set()
        self.expect("{")
        while True:
            key = self.string(f"field of tensor {name}")
            if key in seen:
                raise refusal(
                    Kind.FIELD_REPEATED, f"tensor {name}, {key}", "a second value", "each field once"
                )
            seen.add(key)
            self.expect(":")
            match key:
                case "dtype":
                    dtype = self.dtype(name)
                case "shape":
                    shape = self.numbers(f"tensor {name}, shape", DIMENSIONS_MAX)
                case "data_offsets":
                    offsets = self.numbers(f"tensor {name}, data_offsets", 2)
                case _:
                    raise refusal(Kind.FIELD_UNKNOWN, f"tensor {name}", key, " | ".join(_FIELDS))
            if not self.follows(","):
                break
        self.expect("}")
        if dtype is None or shape is None or offsets is None:
            missing = [each for each in _FIELDS if each not in seen]
            raise refusal(
                Kind.FIELD_MISSING, f"tensor {name}", ", ".join(missing), "all of " + ", ".join(_FIELDS)
            )
        if len(offsets) != 2:
            raise refusal(
                Kind.HEADER_MALFORMED, f"tensor {name}, data_offsets", list(offsets), "[begin, end]"
            )
        return _Entry(name, dtype, shape, offsets[0], offsets[1])

    def dtype(self, name: str) -> Dtype:
        said = self.string(f"tensor {name}, dtype")
        dtype = SAFETENSORS.get(said)
        if dtype is None:
            raise refusal(Kind.DTYPE_UNKNOWN, f"tensor {name}, dtype", said, " | ".join(SAFETENSORS))
        return dtype

    def numbers(self, where: str, count_max: int) -> tuple[int, ...]:
        self.expect("[")
        numbers: list[int] = []
        if self.follows("]"):
            return ()
        while True:
            numbers.append(self.number(where))
            if len(numbers) > count_max:
                raise refusal(
                    Kind.DIMENSIONS_TOO_MANY, where, f"more than {count_max}", f"at most {count_max} numbers"
                )
            if not self.follows(","):
                break
        self.expect("]")
        return tuple(numbers)

    def number(self, where: str) -> int:
        self.skip()
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise self.unexpected(where, "a whole number, zero or more")
        self.at = match.end()
        if len(match[0]) > len(str(NUMBER_MAX)) or int(match[0]) > NUMBER_MAX:
            raise refusal(Kind.NUMBER_OVERFLOW, where, match[0], f"at most {NUMBER_MAX}")
        return int(match[0])

    def string(self, where: str) -> str:
        self.skip()
        match = _STRING.match(self.text, self.at)
        if match is None:
            raise self.unexpected(where, "a JSON string")
        self.at = match.end()
        if match[2] is None:
            raise self.unexpected(where, "a JSON string, closed, without control characters")
        try:
            text = str(json.loads(match[0])) if "\\" in match[1] else match[1]
            text.encode()
        except UnicodeEncodeError:
            raise refusal(
                Kind.TEXT_INVALID, where, "half of a surrogate pair", "text that UTF-8 can hold"
            ) from None
        return text

    def expect(self, mark: str) -> None:
        if not self.follows(mark):
            raise self.unexpected("header", f"{mark!r}")

    def follows(self, mark: str) -> bool:
        self.skip()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += 1
        return True

    def skip(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space is not None else self.at

    def unexpected(self, where: str, allowed: str) -> LayoutInvalid:
        self.ended = _CUT_ESCAPE.match(self.text, self.at) is not None
        here = "the end" if self.at >= len(self.text) else repr(self.text[self.at : self.at + 20])
        return refusal(Kind.HEADER_MALFORMED, where, f"{here} at character {self.at}", allowed)


def _placed(entries: list[_Entry], data_begin: int, file_bytes: int) -> tuple[Tensor, ...]:
    """Entries as tensors; refused unless they fill the rest of the file, without holes or overlaps."""
    wrong: list[Finding] = []
    tensors: list[Tensor] = []
    cursor = 0
    for entry in sorted(entries, key=lambda each: (each.begin, each.end)):
        wrong.extend(_misplaced(entry, cursor))
        cursor = max(cursor, entry.end)
        tensors.append(
            Tensor(
                entry.name,
                entry.dtype,
                entry.shape,
                data_begin + entry.begin,
                data_begin + entry.end,
            )
        )
        if len(wrong) >= FINDINGS_MAX:
            break
    held = file_bytes - data_begin
    if cursor > held:
        # Where everything else agrees, the file was cut; a range that alone points outside was made so.
        kind = Kind.RANGE_BEYOND_FILE if wrong else Kind.TRUNCATED
        wrong.append(
            finding(
                kind, "tensors", f"end at byte {cursor} of the data", f"at most {held}, where the file ends"
            )
        )
    elif cursor < held and not wrong:
        wrong.append(
            finding(Kind.TRAILING_PAYLOAD, "file", f"{held - cursor} bytes behind the last tensor", "none")
        )
    if wrong:
        raise LayoutInvalid(wrong)
    return tuple(tensors)


def _misplaced(entry: _Entry, cursor: int) -> list[Finding]:
    where = f"tensor {entry.name}"
    offsets = f"data_offsets [{entry.begin}, {entry.end}]"
    if entry.end < entry.begin:
        return [finding(Kind.RANGE_REVERSED, where, offsets, "an end that is not before the begin")]
    wrong: list[Finding] = []
    if entry.begin != cursor:
        kind = Kind.OVERLAP if entry.begin < cursor else Kind.HOLE
        wrong.append(finding(kind, where, offsets, f"a begin at {cursor}, where the tensor before it ends"))
    items = prod(entry.shape)
    blocks, rest = divmod(items, entry.dtype.block_items)
    span = blocks * entry.dtype.block_bytes
    said = f"{entry.dtype.name} {list(entry.shape)}"
    if span > NUMBER_MAX or any(each > NUMBER_MAX for each in entry.shape):
        wrong.append(finding(Kind.NUMBER_OVERFLOW, where, said, f"a size of at most {NUMBER_MAX} bytes"))
    elif rest:
        wrong.append(
            finding(Kind.SHAPE_INVALID, where, said, f"a multiple of {entry.dtype.block_items} items")
        )
    elif span != entry.end - entry.begin:
        wrong.append(
            finding(Kind.SPAN_MISMATCH, where, f"{said} in {entry.end - entry.begin} bytes", f"{span} bytes")
        )
    return wrong
