"""Page tokens, entity tags, idempotency keys, optional questions."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.api import Problem
from muster.api.commands import gateway
from muster.api.cursors import decode, encode, page_of
from muster.api.etags import etag, matches, require_match


@given(
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126), max_size=60),
)
def test_a_page_token_survives(number: int, text: str) -> None:
    assert decode(encode((number, text)), int, str) == (number, text)


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


def test_a_short_list_comes_in_pages_too() -> None:
    rows = [{"name": name} for name in ("a", "b", "c")]
    first = page_of(rows, "name", 2, None)
    assert [row["name"] for row in first["items"]] == ["a", "b"]
    rest = page_of([{"name": "aa"}, *rows], "name", 2, first["next_page_token"])
    assert (rest["items"], rest["next_page_token"]) == ([{"name": "c"}], None), (
        "what came before shifts nothing"
    )


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
