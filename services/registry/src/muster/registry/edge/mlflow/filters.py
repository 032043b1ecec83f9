"""Translates MLflow filters and orders to SQL.

    metrics.accuracy > 0.9 AND params.lr = '0.1' AND tags.`mlflow.user` LIKE 'a%'

Values become parameters of the statement, never a part of its text, and have the type of the compared column:
numbers support ordering, text supports LIKE and IN. A NaN metric matches != only; in either sort direction it
comes after all numbers and before absent values. The language: https://mlflow.org/docs/latest/search-runs/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString, NamedTuple, cast

from muster.registry.edge.mlflow.errors import invalid
from psycopg import sql

_TOKEN: Final = re.compile(
    r"""\s*(?:
    (?P<quoted>`[^`]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
  | (?P<sign>!=|>=|<=|=|>|<|\(|\)|,)
  | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])
  | (?P<word>[A-Za-z_][\w.\-/]*)
    )""",
    re.VERBOSE,
)
_FILTER_CHARS_MAX: Final = 8_000
_ORDERS_MAX: Final = 20
_CLAUSES_MAX: Final = 60
_PROMPT: Final = "mlflow.prompt.is_prompt"
"""Tag by which clients exclude prompts; models do not have it."""


class Attribute(NamedTuple):
    """A column that filters can compare.

    Attributes:
        expression: SQL expression.
        is_number: Whether it is compared with numbers; otherwise with text.
    """

    expression: LiteralString
    is_number: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Names that a search can use.

    Attributes:
        attributes: Columns by name.
        about: SQL expression of the key of tags; None: no tags.
        run: SQL expression of the key of params and metrics; None: neither.
        metrics: Column of the metrics table that `run` is compared with.
    """

    attributes: Mapping[str, Attribute]
    about: LiteralString | None = None
    run: LiteralString | None = None
    metrics: LiteralString = "run"


class Token(NamedTuple):
    """A token of a filter."""

    kind: str
    text: str


@dataclass(slots=True)
class Clauses:
    """A filter as SQL.

    Attributes:
        searched: Names that the filter can use.
        parameters: Values by parameter name.
    """

    searched: Searched
    parameters: dict[str, Any] = field(default_factory=dict[str, Any])

    def value(self, value: Any) -> sql.Composable:
        """Add a value as a parameter and return its placeholder.

        Raises:
            Problem: 400 it contains U+0000, which the tables cannot hold.
        """
        texts = cast("list[object]", value) if isinstance(value, list) else [value]
        for each in texts:
            if isinstance(each, str) and "\0" in each:
                raise invalid("filter", each, "text without the character U+0000")
        name = f"value_{len(self.parameters)}"
        self.parameters[name] = value
        return sql.Placeholder(name)

    def filter(self, text: str) -> list[sql.Composable]:
        """Return the conditions of a filter, to be joined with AND.

        Raises:
            Problem: 400 it is malformed, or uses an unknown name.
        """
        if len(text) > _FILTER_CHARS_MAX:
            raise invalid("filter", f"{len(text)} characters", f"at most {_FILTER_CHARS_MAX}")
        tokens = _Tokens(list(_tokens(text, "filter")), text)
        found: list[sql.Composable] = []
        while tokens.has_more:
            if len(found) >= _CLAUSES_MAX:
                raise invalid("filter", text, f"at most {_CLAUSES_MAX} conditions")
            if found:
                tokens.expect("AND")
            found.append(self._condition(tokens))
        return found

    def order(self, orders: Sequence[Any]) -> list[sql.Composable]:
        """Return the ORDER BY expressions; absent values come last.

        Raises:
            Problem: 400 an order is malformed, or uses an unknown name.
        """
        found: list[sql.Composable] = []
        for text in orders[:_ORDERS_MAX]:
            tokens = _Tokens(list(_tokens(str(text), "order_by")), str(text))
            column = self._named(*tokens.name())
            way = tokens.take().text.upper() if tokens.has_more else "ASC"
            if way not in {"ASC", "DESC"} or tokens.has_more:
                raise invalid("order_by", str(text), "a name, and perhaps ASC or DESC")
            ordered = sql.SQL("{} ASC NULLS LAST" if way == "ASC" else "{} DESC NULLS LAST")
            found.append(ordered.format(column.without_nan))
            if column.may_be_nan:
                found.append(sql.SQL("{} ASC NULLS LAST").format(column.expression))
        return found

    def _condition(self, tokens: _Tokens) -> sql.Composable:
        kind, name = tokens.name()
        column = self._named(kind, name)
        expression, sign = column.expression, tokens.take().text.upper()
        match sign:
            case "IS":
                is_absent = tokens.take().text.upper()
                if is_absent == "NOT":
                    tokens.expect("NULL")
                    return sql.SQL("{} IS NOT NULL").format(expression)
                if is_absent == "NULL":
                    return sql.SQL("{} IS NULL").format(expression)
            case "IN" | "NOT" if not column.is_number:
                if sign == "NOT":
                    tokens.expect("IN")
                among = self.value(tokens.texts())
                form = "{} = ANY({}::text[])" if sign == "IN" else "NOT ({} = ANY({}::text[]))"
                return sql.SQL(form).format(expression, among)
            case "LIKE" | "ILIKE" if not column.is_number:
                form = "{} LIKE {} ESCAPE ''" if sign == "LIKE" else "{} ILIKE {} ESCAPE ''"
                return sql.SQL(form).format(expression, self.value(tokens.text()))
            case "!=" if name == _PROMPT:
                return sql.SQL("{} IS DISTINCT FROM {}").format(expression, self.value(tokens.text()))
            case "!=":
                operand = self.value(tokens.number() if column.is_number else tokens.text())
                return sql.SQL("{} <> {}").format(expression, operand)
            case "=" if not column.is_number:
                return sql.SQL("{} = {}").format(expression, self.value(tokens.text()))
            case "=" | ">" | ">=" | "<" | "<=" if column.is_number:
                compared = sql.SQL(_COMPARED[sign])
                return compared.format(column.without_nan, self.value(tokens.number()))
            case _:
                pass
        signs = "= != > >= < <=" if column.is_number else "= != LIKE ILIKE IN, NOT IN"
        raise invalid("filter", tokens.whole, f"one of {signs}, or IS NULL, after {name}")

    def _named(self, kind: str, name: str) -> _Column:
        """Return the column of a name."""
        searched = self.searched
        match kind:
            case "attribute" | "attributes" | "attr" | "run" | "" if name in searched.attributes:
                attribute = searched.attributes[name]
                return _Column(sql.SQL(attribute.expression), is_number=attribute.is_number)
            case "tag" | "tags" if searched.about is not None:
                form = "(SELECT l.value FROM labels l WHERE l.about = {} AND l.name = {})"
                return _Column(sql.SQL(form).format(sql.SQL(searched.about), self.value(name)))
            case "param" | "params" | "parameter" | "parameters" if searched.run is not None:
                form = "(SELECT p.value FROM params p WHERE p.run = {} AND p.name = {})"
                return _Column(sql.SQL(form).format(sql.SQL(searched.run), self.value(name)))
            case "metric" | "metrics" if searched.run is not None:
                form = (
                    "(SELECT m.value FROM metrics m WHERE m.{} = {} AND m.name = {} "
                    "ORDER BY m.step DESC, m.at_ms DESC, m.value DESC LIMIT 1)"
                )
                value = sql.SQL(form).format(
                    sql.SQL(searched.metrics), sql.SQL(searched.run), self.value(name)
                )
                return _Column(value, is_number=True, may_be_nan=True)
            case _:
                kinds = ["attributes"] + (["tags"] if searched.about else [])
                kinds += ["params", "metrics"] if searched.run else []
                allowed = f"{', '.join(kinds)}; as attributes {', '.join(searched.attributes)}"
                raise invalid("filter", f"{kind}.{name}".strip("."), allowed)


class _Column(NamedTuple):
    """A value of each row that a filter compares.

    Attributes:
        expression: SQL expression.
        is_number: Whether it is compared with numbers; otherwise with text.
        may_be_nan: Whether it can be NaN.
    """

    expression: sql.Composable
    is_number: bool = False
    may_be_nan: bool = False

    @property
    def without_nan(self) -> sql.Composable:
        """The expression with NULL in place of NaN, which Postgres takes for the greatest number."""
        return sql.SQL("nullif({}, 'NaN')").format(self.expression) if self.may_be_nan else self.expression


class _Tokens:
    """Remaining tokens of a filter."""

    def __init__(self, tokens: list[Token], whole: str) -> None:
        self._tokens = tokens[::-1]
        self.whole = whole

    @property
    def has_more(self) -> bool:
        """Whether any token is left."""
        return bool(self._tokens)

    def take(self) -> Token:
        """Consume and return the next token."""
        if not self._tokens:
            raise invalid("filter", self.whole, "complete conditions joined by AND; this one ends early")
        return self._tokens.pop()

    def expect(self, word: str) -> None:
        """Consume the next token, which must be this word."""
        if self.take().text.upper() != word:
            raise invalid("filter", self.whole, f"a filter with {word} at the place of another word")

    def name(self) -> tuple[str, str]:
        """Consume a name, and return its kind and the name itself."""
        token = self.take()
        if token.kind == "quoted":
            return "", token.text
        if token.kind != "word":
            raise invalid("filter", self.whole, "conditions that begin with a name")
        kind, dot, name = token.text.partition(".")
        if not dot:
            return "", token.text
        if not name:  # the name is quoted
            name = self.take().text
        return kind.lower(), name

    def text(self) -> str:
        """Consume a text value."""
        token = self.take()
        if token.kind not in {"quoted", "number"}:
            raise invalid("filter", self.whole, "quoted text after the operator")
        return token.text

    def number(self) -> float:
        """Consume a number."""
        token = self.take()
        if token.kind != "number":
            raise invalid("filter", self.whole, "a number after the operator")
        return float(token.text)

    def texts(self) -> list[str]:
        """Consume text values in parentheses."""
        self.expect("(")
        found = [self.text()]
        while (token := self.take()) == Token("sign", ","):
            found.append(self.text())
        if token != Token("sign", ")"):
            raise invalid("filter", self.whole, "a list of quoted texts in parentheses, separated by commas")
        return found


def _tokens(text: str, where: str) -> Iterator[Token]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise invalid(where, text, f"a valid expression; character {at + 1} is unexpected")
        at = found.end()
        kind = str(found.lastgroup)
        word = found.group(kind)
        yield Token(kind, re.sub(r"\\(.)", r"\1", word[1:-1]) if kind == "quoted" else word)


_COMPARED: Final[Mapping[str, LiteralString]] = {
    "=": "{} = {}",
    ">": "{} > {}",
    ">=": "{} >= {}",
    "<": "{} < {}",
    "<=": "{} <= {}",
}

RUNS: Final = Searched(
    attributes={
        "run_id": Attribute("r.run"),
        "run_name": Attribute("r.name"),
        "status": Attribute("r.status"),
        "user_id": Attribute("split_part(r.created_by, '/', 2)"),
        "start_time": Attribute("r.started_at_ms", is_number=True),
        "end_time": Attribute("r.ended_at_ms", is_number=True),
    },
    about="r.run",
    run="r.run",
)
MODELS_OF_RUNS: Final = Searched(
    attributes={
        "name": Attribute("r.name"),
        "model_id": Attribute("r.run"),
        "model_type": Attribute("r.model_type"),
        "status": Attribute("r.status"),
        "source_run_id": Attribute("r.source_run"),
        "creation_time": Attribute("r.started_at_ms", is_number=True),
        "creation_timestamp": Attribute("r.started_at_ms", is_number=True),
        "last_updated_timestamp": Attribute("r.changed_at_ms", is_number=True),
    },
    about="r.run",
    run="r.run",
    metrics="model",
)
REPOSITORIES: Final = Searched(
    attributes={
        "name": Attribute("r.name"),
        "experiment_id": Attribute("r.repository"),
        "creation_time": Attribute("r.created_at_ms", is_number=True),
        "creation_timestamp": Attribute("r.created_at_ms", is_number=True),
        "last_update_time": Attribute("coalesce(d.changed_at_ms, r.changed_at_ms)", is_number=True),
        "last_updated_timestamp": Attribute("coalesce(d.changed_at_ms, r.changed_at_ms)", is_number=True),
        "timestamp": Attribute("coalesce(d.changed_at_ms, r.changed_at_ms)", is_number=True),
    },
    about="r.repository",
)
VERSIONS: Final = Searched(
    attributes={
        "name": Attribute("r.name"),
        "version_number": Attribute("v.version", is_number=True),
        "run_id": Attribute("v.run"),
        "model_id": Attribute("v.model"),
        "source_path": Attribute("v.source"),
        "creation_timestamp": Attribute("v.created_at_ms", is_number=True),
        "last_updated_timestamp": Attribute("v.changed_at_ms", is_number=True),
        "current_stage": Attribute("v.stage"),
    },
    about="v.repository || '/' || v.version",
)
