"""Parsing of the metadata in a README.md; any text has a result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.registry_commands import ModelCard
from muster.registry.core.repositories.cards import card_of

HEAD = """---
license: apache-2.0
base_model:
- acme/base
- 7
tags: [tiny, "", text-generation]
datasets: acme/words
library_name: transformers
other: {deep: [1, 2]}
---
# Tiny
"""


def test_a_card_is_parsed_with_a_message_for_each_invalid_part() -> None:
    card, wrong = card_of(HEAD)
    assert card == ModelCard(
        licence="apache-2.0",
        base_models=("acme/base",),
        datasets=("acme/words",),
        tags=("tiny", "text-generation"),
        pipeline="",
        library="transformers",
        text="# Tiny",
    )
    assert [text.partition(":")[0] for text in wrong] == ["base_model", "tags"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# no head", ""),
        ("---\na: [\n---\n", "not valid YAML: line"),
        ("---\n- a\n---\n", "must be a YAML object"),
        ("---\na: &a [x, x]\nb: *a\n---\n", "aliases are not allowed"),
        ("---\n!!python/object/apply:os.system ['true']\n---\n", "not valid YAML"),
    ],
)
def test_invalid_metadata_gives_a_message_and_no_card(text: str, said: str) -> None:
    card, wrong = card_of(text)
    assert card is None
    assert said in "".join(wrong)


@given(st.text(max_size=300))
def test_any_text_can_be_parsed(text: str) -> None:
    card_of(f"---\n{text}\n---\n")
