"""All services behind one canned server, each answer made from the service's own OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import unquote

import jsonschema_rs
from muster.testkit.api.canned_api import Answer, Api, Asked, problem
from muster.testkit.api.documented import document_of, impossible, route_of

MOMENT: Final = "2026-11-20T08:00:00.000Z"
_JSON: Final = frozenset({"application/json", "application/merge-patch+json"})
_SHAPED: Final = {"^[0-9a-f]{64}$": "3b1f0c9d5e7a4286" * 4}
"""Texts by their pattern."""

Document = Mapping[str, Any]

_VALIDATORS: Final[dict[tuple[int, int], jsonschema_rs.Draft202012Validator]] = {}
"""By the identities of a document and a schema in it; documents are kept to the end."""


class DescribedApi(Api):
    """Plays every service, each under its name as a prefix, by its document.

    A request that no service would take (path, method, parameters, JSON body) is answered 404 or 422, and
    listed in `faults`. An answer set by `on("GET", "/submit/v1/jobs", ...)` is used instead of one that is
    made; one that the route never gives is a fault too. Routes outside of /v1/ speak the protocols of others,
    which no document has: they are answered as set.
    """

    def __init__(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Serve on a free port.

        Args:
            fields: Values of fields in answers that are made, by the name of their component in the document.
        """
        super().__init__()
        self.faults: list[str] = []
        self._fields = fields

    def answer(self, asked: Asked) -> Answer:
        """The answer to a request; 404 and 422 where the document has no such request."""
        service, _, path = asked.path[1:].partition("/")
        route = route_of(asked.method, f"/{path}", service=service)
        if route is None:
            undocumented = None if path.startswith("v1/") else self._set(asked)
            return undocumented or self._fault(404, asked, f"{service} has no such route")
        in_path = route.in_path(f"/{path}")
        wrong = "; ".join(_wrong_parts(document_of(service), route.operation, in_path, asked))
        if wrong:
            return self._fault(422, asked, wrong)
        answered = self._set(asked)
        if answered is None:
            return self.made(asked)
        never = impossible(asked.method, f"/{path}", answered.status, answered.body, service=service)
        if never and not answered.chunks:
            self._fault(500, asked, f"the test's own answer: {never}")
        return answered

    def made(self, asked: Asked) -> Answer:
        """Return the answer that is made from the document, for a request that it has."""
        service, _, path = asked.path[1:].partition("/")
        route = route_of(asked.method, f"/{path}", service=service)
        assert route is not None, f"{asked.path} is not in the document"
        return _made(document_of(service), route.operation, self._fields)

    def _set(self, asked: Asked) -> Answer | None:
        """Return the answer set for a request; None for none."""
        below = f"{asked.path.rpartition('/')[0]}/*"
        if not {(asked.method, asked.path), (asked.method, below)} & self.answers.keys():
            return None
        return super().answer(asked)

    def _fault(self, status: int, asked: Asked, detail: str) -> Answer:
        self.faults.append(f"{asked.method} {asked.path}: {detail}")
        return problem(status, "not-found" if status == 404 else "invalid-request", self.faults[-1])


def _wrong_parts(
    document: Document, operation: Document, in_path: Mapping[str, str], asked: Asked
) -> Iterator[str]:
    """Yield the parts of a request that its operation does not take."""
    declared = operation.get("parameters", [])
    named = {each["name"] for each in declared if each["in"] == "query"}
    yield from (f"{name} is no parameter" for name in asked.query if name not in named)
    for each in declared:
        sent = {"path": {n: [unquote(v)] for n, v in in_path.items()}, "query": asked.query}.get(
            each["in"], {}
        )
        if each["name"] in sent:
            yield from (f"{each['name']}: {wrong}" for wrong in _misfits(document, each, sent[each["name"]]))
        elif each.get("required"):
            yield f"{each['name']} is required"
    yield from _wrong_body(document, operation, asked)


def _misfits(document: Document, parameter: Document, sent: Sequence[str]) -> list[str]:
    """Return why the texts of a parameter do not fit its schema; a text may be a number or a truth value."""
    schema, values = parameter["schema"], [_read(each) for each in sent]
    candidates = [sent[0], values[0], list(sent), values]
    found = [_violations(document, schema, each) for each in candidates]
    return [] if [] in found else found[0]


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _wrong_body(document: Document, operation: Document, asked: Asked) -> Iterator[str]:
    described = operation.get("requestBody", {})
    content = described.get("content", {})
    sent = asked.headers.get("content-type", "").partition(";")[0]
    found = content.get(sent, content.get("application/json"))
    if found and sent in _JSON:
        yield from _violations(document, found["schema"], asked.json)
    if described.get("required") and not asked.body:
        yield "a body is required"


def _violations(document: Document, schema: Document, value: Any) -> list[str]:
    """Return why a value is not one of a schema; empty: it is."""
    key = id(document), id(schema)
    if key not in _VALIDATORS:
        rooted = {**schema, "components": document["components"]}
        _VALIDATORS[key] = jsonschema_rs.Draft202012Validator(rooted)
    errors = _VALIDATORS[key].iter_errors(value)
    return [": ".join(filter(None, (".".join(map(str, e.instance_path)), e.message))) for e in errors]


def _made(document: Document, operation: Document, fields: Mapping[str, Document]) -> Answer:
    """Return the first successful answer of an operation, with a value of its schema."""
    status = min(int(status) for status in operation["responses"] if status.startswith("2"))
    content: Document = operation["responses"][str(status)].get("content", {})
    if "application/json" not in content:
        return Answer(status)
    schema = content["application/json"].get("schema", {})
    body = _Example(document, fields).of(schema)
    wrong = _violations(document, schema, body)
    assert not wrong, f"{operation['operationId']}: {wrong}"
    return Answer(status, body)


@dataclass(frozen=True)
class _Example:
    """Values of schemas: the examples that they give, else one of each field and item.

    Attributes:
        document: The document that references point into.
        fields: Values of fields by the name of their component.
        within: Components around the value; one within itself is left out.
    """

    document: Document
    fields: Mapping[str, Document]
    within: frozenset[str] = frozenset()

    def of(self, schema: Document, name: str = "") -> Any:
        """Return a value; `name` is the field's."""
        if "$ref" in schema:
            return self._component(_name_of(schema), name)
        given = [schema[word] for word in ("const", "example", "default") if schema.get(word) is not None]
        given += [schema[word][0] for word in ("examples", "enum") if schema.get(word)]
        if given:
            return given[0]
        if either := schema.get("anyOf") or schema.get("oneOf"):
            return self._either(either, name)
        return self.of(schema["allOf"][0], name) if "allOf" in schema else self._plain(schema, name)

    def _component(self, component: str, name: str) -> Any:
        inner = replace(self, within=self.within | {component})
        made = inner.of(self.document["components"]["schemas"][component], name)
        return made | self.fields[component] if component in self.fields else made

    def _plain(self, schema: Document, name: str) -> Any:
        """Return a value of the schema's type; an object where it has none."""
        kind: str = schema.get("type", "object")
        match kind:
            case "object":
                return self._object(schema)
            case "array":
                return [] if self._is_within(schema["items"]) else [self.of(schema["items"], name)]
            case "integer" | "number":
                return max(1, schema.get("minimum", 1))
            case "boolean" | "null":
                return False if kind == "boolean" else None
            case _:
                return _text(schema, name)

    def _either(self, either: list[Document], name: str) -> Any:
        """Return a value of the first alternative; pages end, so `next_...` is null."""
        allowed = [each for each in either if each.get("type") != "null" and not self._is_within(each)]
        ends = name.startswith("next_") and len(allowed) < len(either)
        return None if ends or not allowed else self.of(allowed[0], name)

    def _object(self, schema: Document) -> dict[str, Any]:
        found = {name: self.of(each, name) for name, each in schema.get("properties", {}).items()}
        values: Document | bool | None = schema.get("additionalProperties")
        return {"default": self.of(values)} if not found and values and values is not True else found

    def _is_within(self, schema: Document) -> bool:
        return _name_of(schema) in self.within


def _name_of(schema: Document) -> str:
    """Return the name of the component that a schema refers to; empty: none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _text(schema: Document, name: str) -> str:
    """Return a text by its format or pattern, and by the names that say what a text holds."""
    if schema.get("format") == "date-time" or name.endswith(("_at", "_from", "_until")):
        return MOMENT
    if schema.get("format") == "date":
        return MOMENT[:10]
    if name.endswith(("_hours", "_percent", "_ratio")):
        return "12.5"
    return "USD" if name == "currency" else _SHAPED.get(str(schema.get("pattern")), "text")
