"""Page tokens, entity tags, idempotency keys, optional questions."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import dataclass

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from muster.api import Problem
from muster.api.commands import gateway
from muster.api.cursors import TOKEN_CHARS_MAX, Order, PageRequest, converted, decode, encode
from muster.api.etags import etag, matches, require_match

STORED = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
"""Characters that Postgres can hold."""


@given(st.integers(-(2**63) + 1, 2**63 - 1), st.text(STORED, max_size=300), st.text(STORED, max_size=300))
@example(2**63 - 1, "\U0010ffff" * 300, "\U0010ffff" * 300)
@example(1, "\1" * 300, '\\"\n' * 100)
@example(1, r"\u0001", "\\\\u0001\1")
def test_every_issued_page_token_is_accepted(number: int, model: str, endpoint: str) -> None:
    token = encode((model, endpoint, number))
    assert len(token) <= TOKEN_CHARS_MAX
    assert decode(token, str, str, int) == (model, endpoint, number)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "!!!",
        "bnVsbA",
        encode((1,)),
        encode((1, 2)),
        encode(("a", "b")),
        encode((2**63, "x")),
        encode((1, "\0")),
        encode((1, "a\0b")),
        base64.urlsafe_b64encode(b'[1,"\\ud800"]').decode(),
        "W" * 500,
    ],
)
def test_a_strange_page_token_is_422(token: str) -> None:
    with pytest.raises(Problem) as caught:
        decode(token, int, str)
    assert caught.value.status == 422
    assert caught.value.violations[0].field == "page_token"


@given(st.text(max_size=80))
def test_any_page_token_is_ours_or_a_problem(token: str) -> None:
    try:
        decode(token, int, str)
    except Problem as problem:
        assert problem.status == 422


def test_booleans_are_no_numbers_in_page_tokens() -> None:
    with pytest.raises(Problem):
        decode(encode((True, "x")), int, str)


TAG = etag(2, 417)


@pytest.mark.parametrize(
    ("header", "weak", "strong"),
    [
        ('"2-417"', True, True),
        ("*", True, True),
        ('"1-1", "2-417"', True, True),
        ('W/"2-417"', True, False),
        ('"2-418"', False, False),
        ("2-417", False, False),
        ("", False, False),
    ],
)
def test_entity_tags_compare_as_rfc_9110_says(header: str, weak: bool, strong: bool) -> None:
    assert matches(header, TAG, weak=True) == weak
    assert matches(header, TAG, weak=False) == strong


def test_a_changed_resource_is_left_alone() -> None:
    require_match(None, TAG)
    require_match(TAG, TAG)
    with pytest.raises(Problem) as caught:
        require_match('"2-416"', TAG)
    assert (caught.value.status, caught.value.headers) == (412, {"ETag": TAG})


BY_NAME = Order({"name": str})
NEWEST = Order({"at": int, "name": str}, descending=True)


def test_a_short_list_comes_in_pages_too() -> None:
    rows = [{"name": name} for name in ("b", "a", "c")]
    first = PageRequest(2).cut(rows, BY_NAME)
    assert [row["name"] for row in first["items"]] == ["a", "b"]
    rest = PageRequest(2, first["next_page_token"]).cut([{"name": "aa"}, *rows], BY_NAME)
    assert (rest["items"], rest["next_page_token"]) == ([{"name": "c"}], None), (
        "what came before shifts nothing"
    )


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcdef")), unique=True),
    st.integers(1, 4),
    st.booleans(),
)
def test_pages_together_are_the_list_in_order(
    keys: list[tuple[int, str]], limit: int, descending: bool
) -> None:
    order = Order({"at": int, "name": str}, descending=descending)
    rows = [{"at": at, "name": name} for at, name in keys]
    found: list[dict[str, int | str]] = []
    token: str | None = None
    for _ in range(len(rows) // limit + 1):
        page = PageRequest(limit, token).cut(rows, order)
        found += page["items"]
        token = page["next_page_token"]
        if token is None:
            break
    assert token is None
    assert [(row["at"], row["name"]) for row in found] == sorted(keys, reverse=descending)


@dataclass(frozen=True)
class Named:
    """A row with attributes."""

    name: str


def test_rows_may_be_objects_and_only_those_of_the_page_are_converted() -> None:
    made: list[str] = []

    def convert(row: Named) -> str:
        made.append(row.name)
        return row.name.upper()

    page = converted(PageRequest(1).cut([Named("b"), Named("a")], BY_NAME), convert)
    assert page == {"items": ["A"], "next_page_token": encode(["a"])}
    assert made == ["a"]


def test_a_token_of_another_order_is_422() -> None:
    token = PageRequest(1).cut([{"name": "a"}, {"name": "b"}], BY_NAME)["next_page_token"]
    with pytest.raises(Problem) as caught:
        PageRequest(1, token).cut([], NEWEST)
    assert caught.value.violations[0].field == "page_token"


def test_a_question_that_does_not_end_even_when_cancelled_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one to a database that stands still: its driver tells it of the cancellation, and waits."""
    monkeypatch.setattr(gateway, "PRECHECK_S", 0.01)

    async def ask() -> tuple[str, bool]:
        answered, over = asyncio.Event(), asyncio.Event()

        async def stubborn() -> str:
            try:
                await asyncio.Event().wait()
            finally:
                await answered.wait()
                over.set()
            return "never"

        answer = await asyncio.wait_for(gateway.answer_or_default(stubborn(), "default"), 20)
        answered.set()
        await over.wait()
        return answer, over.is_set()

    assert asyncio.run(ask()) == ("default", True)
