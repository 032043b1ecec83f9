"""Rules compiled to one automaton for each source of lines: which rules have a sign in a line.

RE2 walks over a line once for all patterns together, in time linear in its length and in bounded memory;
there is no backtracking, so no line and no pattern can make it slow. Of a line, only the first and the last
LINE_PART_BYTES are looked at: progress bars write megabytes without a line's end, and the error follows
behind them.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

from muster.failures.evidence import Finding
from muster.failures.rules import RuleSet, Source

LINE_PART_BYTES: Final = 4096
SHOWN_CHARACTERS: Final = 400
_MEMORY_BYTES: Final = 64 << 20
_XID: Final = rb"NVRM: Xid \(PCI:([0-9A-Fa-f:.]{1,24})\): ([0-9]{1,5})\b"


class InvalidPattern(ValueError):
    """A pattern that RE2 does not accept; the message says why."""


class Scanner:
    """Finds the rules that have a sign in a line. Immutable once made."""

    def __init__(self, rules: RuleSet, source: Source) -> None:
        """Compile the patterns of a source.

        Raises:
            InvalidPattern: RE2 does not accept one, or not all together.
        """
        self.source: Final = source
        self._ids = [rule.id for rule in rules]
        self.lines_min: Final = {rule.id: rule.lines_min for rule in rules if rule.lines_min > 1}
        self._places: list[int] = []
        self._set = _pattern_set()
        for place, rule in enumerate(rules):
            for pattern in rule.signs.patterns(source):
                _add(self._set, pattern)
                self._places.append(place)
        self._xids: dict[int, int] = {}
        self._xid: Pattern | None = None
        if source is Source.KERNEL:
            self._xid = compiled(_XID)
            for place, rule in reversed(list(enumerate(rules))):
                self._xids |= dict.fromkeys(rule.signs.xids, place)
        if self._places:
            _complete(self._set)

    def rules_in(self, line: bytes) -> tuple[str, ...]:
        """The rules that have a sign in a line, in their order, each once."""
        if not self._places and not self._xids:
            return ()
        text = _looked_at(line)
        matches = self._set.Match(text) if self._places else None
        xid = self._xid.search(text) if self._xid is not None and b"Xid" in text else None
        if not matches and xid is None:
            return ()
        places = {self._places[match] for match in matches or ()}
        if xid is not None and (place := self._xids.get(int(xid[2]))) is not None:
            places.add(place)
        return tuple(self._ids[place] for place in sorted(places))


class Xid(NamedTuple):
    """An Xid in a line of the kernel's log.

    Attributes:
        number: Number of the line.
        gpu: PCI address of the GPU.
    """

    number: int
    gpu: str


def xid_in(line: bytes) -> Xid | None:
    """Return the Xid in a line; None: there is none."""
    found = compiled(_XID).search(line) if b"Xid" in line else None
    return Xid(int(found[2]), found[1].decode("ascii")) if found else None


class Findings:
    """The signs found so far in one rank's lines: for each rule the first, and how many."""

    def __init__(self, *scanners: Scanner) -> None:
        self._scanners = scanners
        self._found: dict[tuple[Source, str], Finding] = {}

    def look(
        self, line: bytes, number: int, at_ms: int | None = None, *, stream: str = "", first_byte: int = 0
    ) -> None:
        """Scan one line.

        Args:
            line: Without its end; any bytes.
            number: Number of the line, from 1.
            at_ms: Time at which it was written, milliseconds since 1970 UTC.
            stream: stdout or stderr, where they are numbered apart.
            first_byte: Offset of the line in its stream.
        """
        for scanner in self._scanners:
            for rule_id in scanner.rules_in(line):
                key = scanner.source, rule_id
                before = self._found.get(key)
                self._found[key] = (
                    replace(before, count=before.count + 1)
                    if before
                    else Finding(
                        rule_id=rule_id,
                        source=scanner.source,
                        line=printable(line),
                        number=number,
                        at_ms=at_ms,
                        stream=stream,
                        first_byte=first_byte,
                    )
                )

    def found(self) -> tuple[Finding, ...]:
        """Return findings in order; rules that need several lines count only if there were enough."""
        least = {rule: count for scanner in self._scanners for rule, count in scanner.lines_min.items()}
        return tuple([each for each in self._found.values() if each.count >= least.get(each.rule_id, 1)])


def printable(line: bytes) -> str:
    """Return a line as a terminal finally shows it, without control characters, shortened."""
    text = _looked_at(line).decode("utf-8", "replace").rstrip().rpartition("\r")[2]
    clean = "".join(c if c.isprintable() else " " for c in text).strip()
    return clean if len(clean) <= SHOWN_CHARACTERS else clean[: SHOWN_CHARACTERS - 1] + "…"


def check_pattern(pattern: str) -> None:
    """Check one pattern by itself.

    Raises:
        InvalidPattern: RE2 does not accept it; or it matches the empty line, and so every line.
    """
    if compiled(pattern.encode("ascii", "strict")).search(b"") is not None:
        raise InvalidPattern("it matches an empty line, and so every line")


def _looked_at(line: bytes) -> bytes:
    if len(line) <= 2 * LINE_PART_BYTES:
        return line
    return line[:LINE_PART_BYTES] + b"\r" + line[-LINE_PART_BYTES:]


# ---- RE2, which comes without types -----------------------------------------------------------------------


class Found(Protocol):
    """A match of a pattern."""

    def __getitem__(self, group: int) -> bytes:
        """The bytes of a group; 0: all."""
        ...


class Pattern(Protocol):
    """A compiled pattern."""

    def search(self, text: bytes) -> Found | None:
        """The first place in a text; None: nowhere."""
        ...


class _PatternSet(Protocol):
    def Add(self, pattern: bytes) -> int: ...

    def Compile(self) -> None: ...

    def Match(self, text: bytes) -> list[int] | None: ...


_re2: Final = cast("Any", import_module("re2"))


def _options() -> Any:
    options = _re2.Options()
    options.encoding = _re2.Options.Encoding.LATIN1  # a byte is a character: there are no invalid lines
    options.log_errors = False
    options.max_mem = _MEMORY_BYTES
    return options


def compiled(pattern: bytes) -> Pattern:
    """Compile one pattern by itself.

    Raises:
        InvalidPattern: RE2 does not accept it.
    """
    try:
        return cast("Pattern", _re2.compile(pattern, _options()))
    except _re2.error as error:
        raise InvalidPattern(_text_of(error)) from None


def _pattern_set() -> _PatternSet:
    return cast("_PatternSet", _re2.Set.SearchSet(_options()))


def _add(patterns: _PatternSet, pattern: str) -> None:
    try:
        patterns.Add(pattern.encode("ascii"))
    except _re2.error as error:
        raise InvalidPattern(f"{pattern}: {_text_of(error)}") from None


def _complete(patterns: _PatternSet) -> None:
    try:
        patterns.Compile()
    except _re2.error as error:
        raise InvalidPattern(f"all patterns together: {_text_of(error)}") from None


def _text_of(error: Exception) -> str:
    said = error.args[0] if error.args else error
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
