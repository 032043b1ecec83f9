"""All services speak one dialect of REST: times, lists and errors, by their OpenAPI documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import pytest
from muster.testkit.offline_apis import document_of, services_with_api

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("documents")]  # each service's is made once

SERVICES: Final = services_with_api()
MOMENT: Final = re.compile(r"(^|_)(at|since|until)$")
DURATIONS: Final = {
    "waited_ms": "from a job's submission to its start",
    "latency_ms": "of an answer of a model",
    "latency_p50_ms": "of answers of a model",
    "latency_p95_ms": "of answers of a model",
    "shortest_ms": "run time of an attempt",
    "middle_ms": "run time of an attempt",
    "longest_ms": "run time of an attempt",
}
"""Properties that end in _ms: durations; a point in time is RFC 3339."""

DOCUMENTS: Final = {
    "GET /v1/costs": "a report: its sums are rounded together, so a page of them would not add up",
    "GET /v1/costs/reconciliation": "a report, computed whole from the log",
    "GET /v1/costs/running": "a report: its sums are rounded together, so a page of them would not add up",
    "GET /v1/costs/split": "one job's cost: an item for each currency",
    "GET /v1/efficiency": "a report: its sums are rounded together, so a page of them would not add up",
    "GET /v1/budgets/{name}": "one budget, with its last 100 thresholds",
    "GET /v1/drift-alarms/{alarm}": "one alarm, with the few samples that the monitor names",
    "GET /v1/drift-alarms/{alarm}/samples": "the texts of these few samples",
    "GET /v1/drift-models/{namespace}/{name}/charts": "charts of one model over one period",
    "GET /v1/eval-answer-scores/{run}": "one run, with at most as many cases as it was started with",
    "GET /v1/eval-configs/{name}/labelling": "a proposal of what to label next, at most 50",
    "GET /v1/eval-configs/{name}/series": "figures of the last versions, for a chart",
    "GET /v1/eval-probes/{run}": "one probe, with an item for each of three kinds of change",
    "GET /v1/evals/{run}": "one evaluation, with its tasks",
    "GET /v1/evals/{run}/comparison": "two evaluations side by side, with the worst flipped cases",
    "GET /v1/golden-sets/{name}": "one set, with its tasks",
    "GET /v1/golden-sets/{name}/proposals/{proposal}": "one case, with the most similar ones",
    "GET /v1/jobs/{job_id}": "one job, with its attempts",
    "GET /v1/jobs/{job_id}/explanation": "one explanation, in paragraphs",
    "GET /v1/lineage": "a graph: a page of edges would be none",
    "GET /v1/lineage/{types}/{namespace}/{name}": "a graph: a page of edges would be none",
    "GET /v1/queues/{name}": "one queue, with its restrictions",
    "GET /v1/queues:tree": "a tree: a page would cut branches off",
    "GET /v1/repositories/{types}/{namespace}/{name}/versions/{revision}": "one version, with its gates",
    "GET /v1/scan-rules": "the rules in force, with the last 100 activations",
    "GET /v1/scans/{kind}/{digest}": "one piece of content, with its findings",
}
"""Answers that hold lists of objects without being lists themselves, and why."""


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a reference names; any other unchanged."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return document["components"]["schemas"][name] if name else schema


def answers(document: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Schemas of the JSON of successful answers."""
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json", {})
        if status.startswith("2") and "schema" in content:
            yield resolved(document, content["schema"])


def properties(
    document: Mapping[str, Any], schema: Mapping[str, Any], seen: set[int] | None = None
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield name and schema of all properties of an answer, at any depth."""
    seen = set() if seen is None else seen
    schema = resolved(document, schema)
    if id(schema) in seen:
        return
    seen.add(id(schema))
    for name, of in schema.get("properties", {}).items():
        yield name, of
        yield from properties(document, of, seen)
    parts = [*alternatives(schema), *schema.get("allOf", ()), schema.get("items", {})]
    more = schema.get("additionalProperties", {})
    parts += [cast("Mapping[str, Any]", more)] if isinstance(more, dict) else []
    for part in parts:
        if part:
            yield from properties(document, part, seen)


def alternatives(schema: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [*schema.get("anyOf", ()), *schema.get("oneOf", ())]


def is_time(schema: Mapping[str, Any]) -> bool:
    kinds = schema.get("anyOf", (schema,))
    return all(kind.get("type") == "null" or kind.get("format") == "date-time" for kind in kinds)


def fields_of(name: str) -> list[tuple[str, str, Mapping[str, Any]]]:
    """Every property of every answer of a service: route, name and schema."""
    document = document_of(name)
    return [
        (route, property_name, schema)
        for route, operation in operations(document)
        for answer in answers(document, operation)
        for property_name, schema in properties(document, answer)
    ]


@pytest.mark.parametrize("name", SERVICES)
def test_points_in_time_are_date_times(name: str) -> None:
    wrong = [
        (route, each)
        for route, each, schema in fields_of(name)
        if MOMENT.search(each) and not is_time(schema)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", SERVICES)
def test_milliseconds_are_durations(name: str) -> None:
    wrong = [
        (route, each) for route, each, _ in fields_of(name) if each.endswith("_ms") and each not in DURATIONS
    ]
    assert wrong == []


@pytest.mark.parametrize("name", SERVICES)
def test_every_list_comes_in_pages(name: str) -> None:
    document, wrong = document_of(name), list[str]()
    for route, operation in operations(document):
        for answer in answers(document, operation) if route.startswith("GET ") else ():
            if has_lists(answer) and route not in DOCUMENTS and not is_page(operation, answer):
                wrong.append(route)
    assert wrong == []


def has_lists(answer: Mapping[str, Any]) -> bool:
    """Whether an answer is a list or holds one of objects."""
    fields = answer.get("properties", {}).values()
    return answer.get("type") == "array" or any(map(is_array_of_objects, fields))


def is_page(operation: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Whether an answer is a page, and the next one can be asked for."""
    taken = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    required = set(answer.get("properties", ())) & set(answer.get("required", ()))
    return {"items", "next_page_token"} <= required and {"limit", "page_token"} <= taken


def is_array_of_objects(schema: Mapping[str, Any]) -> bool:
    return any(is_object(kind["items"]) for kind in (schema, *alternatives(schema)) if "items" in kind)


def is_object(schema: Mapping[str, Any]) -> bool:
    return "$ref" in schema or schema.get("type") == "object" or any(map(is_object, alternatives(schema)))


@pytest.mark.parametrize("name", SERVICES)
def test_pages_have_the_same_words_everywhere(name: str) -> None:
    document = document_of(name)
    assert not any("ListAnswer" in each for each in document["components"]["schemas"]), "AlertPage, JobPage"
    for route, operation in operations(document):
        parameters = {each["name"]: each["schema"] for each in operation.get("parameters", ())}
        assert not parameters.keys() & {"page_size", "per_page", "cursor", "offset", "page"}, route
        if "page_token" in parameters:
            limit = parameters["limit"]
            assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 1_000, 100), route


@pytest.mark.parametrize("name", SERVICES)
def test_every_error_is_a_problem(name: str) -> None:
    document = document_of(name)
    for route, operation in operations(document):
        errors = {
            status: list(response.get("content", {}).items())
            for status, response in operation["responses"].items()
            if status[0] in "45"
        }
        assert errors.keys() >= {"400", "422", "500"}, route
        for status, content in errors.items():
            [(media_type, body)] = content
            schema = resolved(document, body["schema"])
            where = f"{route} {status}"
            assert (media_type, schema["title"]) == ("application/problem+json", "ProblemDetails"), where


def test_every_exception_is_still_one() -> None:
    unpaged = {
        route
        for document in map(document_of, SERVICES)
        for route, operation in operations(document)
        for answer in answers(document, operation)
        if has_lists(answer) and not is_page(operation, answer)
    }
    assert unpaged >= set(DOCUMENTS), "an exception that is not needed"
    used = {each for name in SERVICES for _, each, _ in fields_of(name)}
    assert used >= set(DURATIONS)
