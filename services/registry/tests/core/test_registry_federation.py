"""Answers of other registries are untrusted input, merged into one order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.registry.core.documents import Found
from muster.registry.core.federation.answers import (
    TAGS_MAX,
    TEXT_MAX,
    NotUnderstood,
    from_hub,
    from_muster,
    with_tags,
)
from muster.registry.core.federation.door import merge, sum_facets
from muster.testkit.laws import examples

OF_HUB = {
    "_id": "621ffdc036468d709f17434d",
    "id": "openai-community/gpt2",
    "likes": 3000,
    "private": False,
    "downloads": 14_000_000,
    "tags": ["transformers", "pytorch", "en", "license:mit", "region:us"],
    "pipeline_tag": "text-generation",
    "library_name": "transformers",
    "createdAt": "2022-03-02T23:29:04.000Z",
    "modelId": "openai-community/gpt2",
}
OF_MUSTER = {
    "type": "dataset",
    "name": "emea/words",
    "visibility": "internal",
    "tags": ["tiny"],
    "licence": "mit",
    "created_at": "1970-01-01T00:00:00.005Z",
    "changed_at": "1970-01-01T00:00:00.006Z",
    "downloads": 7,
    "commit": "c" * 40,
    "quarantine": "a reason",
    "registry": "somebody else",
}


def repository(name: str, **fields: Any) -> Found:
    others: dict[str, Any] = {
        "type": "model",
        "visibility": "public",
        "tags": (),
        "licence": "",
        "created_at_ms": 0,
        "changed_at_ms": 0,
        "downloads": 0,
        "commit": "",
        "quarantine": None,
    }
    return Found(name=name, **{**others, **fields})


def test_answers_of_the_hub_are_parsed() -> None:
    [found] = from_hub([OF_HUB, OF_HUB], "model", 1)
    assert found == repository(
        "openai-community/gpt2",
        tags=("transformers", "pytorch", "en", "license:mit", "region:us"),
        licence="mit",
        created_at_ms=1_646_263_744_000,
        downloads=14_000_000,
    )
    [gated] = from_hub([{"id": "gpt2", "gated": "manual", "disabled": True}], "dataset", 9)
    assert (gated.type, gated.visibility, gated.quarantine) == (
        "dataset",
        "restricted",
        "disabled by its registry",
    )


def test_answers_of_another_muster_are_parsed() -> None:
    facets = {"licence": {"mit": 2}, "secret": {"x": 1}}
    [found], counted = from_muster({"items": [OF_MUSTER], "facets": facets, "more": 1}, 10)
    assert (found.type, found.name, found.quarantine) == ("dataset", "emea/words", "a reason")
    assert counted == {"licence": {"mit": 2}}, "what nobody counts here is not passed on"
    assert from_muster({"items": [], "facets": None}, 10) == ([], {})


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "text",
        {"items": {}},
        {"items": ["acme/tiny"]},
        {"items": [{**OF_MUSTER, "name": 7}]},
        {"items": [{**OF_MUSTER, "name": "two\nlines"}]},
        {"items": [{**OF_MUSTER, "name": "\x1b[31m"}]},
        {"items": [{**OF_MUSTER, "downloads": -1}]},
        {"items": [{**OF_MUSTER, "downloads": 2**60}]},
        {"items": [{**OF_MUSTER, "tags": "tiny"}]},
        {"items": [], "facets": {"licence": {"mit": "two"}}},
    ],
)
def test_malformed_answers_are_rejected(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        from_muster(body, 10)


@pytest.mark.parametrize(
    "body", [{}, [7], [{"name": "x"}], [{**OF_HUB, "createdAt": "soon"}], [{**OF_HUB, "id": "\u202e"}]]
)
def test_malformed_answers_of_the_hub_are_rejected(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        from_hub(body, "model", 10)


def test_long_texts_and_lists_are_truncated() -> None:
    [found] = from_hub([{"id": "x" * 1_000, "tags": ["t" * 1_000] * 1_000}], "model", 10)
    assert (len(found.name), len(found.tags), len(found.tags[0])) == (TEXT_MAX, TAGS_MAX, TEXT_MAX)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*OF_HUB, *OF_MUSTER, "facets", "items"]), inner, max_size=5)
    ),
    max_leaves=20,
)


@examples(300)
@given(JSON)
def test_any_answer_is_parsed_or_rejected(body: Any) -> None:
    for read in (lambda: from_muster(body, 10), lambda: from_hub(body, "model", 10)):
        try:
            read()
        except NotUnderstood as error:
            assert len(str(error)) < 200


def test_sorting_by_relevance_interleaves_the_registries() -> None:
    own, far = [repository("a"), repository("b"), repository("c")], [repository("x")]
    names = [
        (name, each.name) for name, each in merge([("", own), ("far", far), ("none", [])], "relevance", 3)
    ]
    assert names == [("", "a"), ("far", "x"), ("", "b")]


@pytest.mark.parametrize(
    ("sort", "field"),
    [("downloads", "downloads"), ("changed", "changed_at_ms"), ("created", "created_at_ms")],
)
def test_other_orders_sort_all_registries_together(sort: str, field: str) -> None:
    own = [repository("a", **{field: 9}), repository("b", **{field: 3})]
    far = [repository("x", **{field: 5}), repository("y", **{field: 3})]
    names = [each.name for _, each in merge([("", own), ("far", far)], sort, 10)]
    assert names == ["a", "x", "b", "y"]


def test_unsupported_criteria_are_applied_to_the_answer() -> None:
    both = [repository("a", tags=("mit", "onnx")), repository("b", tags=("gpl",))]
    assert [each.name for each in with_tags(both, ["mit", "bsd"], [], ["onnx"])] == ["a"]
    assert with_tags(both, [], []) == both


def test_facets_are_summed() -> None:
    assert sum_facets([{"licence": {"mit": 2, "gpl": 9}}, {"licence": {"mit": 3}, "tags": {"x": 1}}]) == {
        "tags": {"x": 1},
        "licence": {"gpl": 9, "mit": 5},
        "library": {},
        "pipeline": {},
    }
