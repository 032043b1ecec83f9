"""Cache keys: everything that changes an answer, nothing else (field cases E7 and E8)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from muster.scoring.calling.cache_keys import cache_key
from muster.scoring.calling.prompts import Json, Message, Prompt, Sampling

PROMPT = Prompt("run-1/case-1/0", (Message("system", "Be brief."), Message("user", "Why?")))
EXTRA: dict[str, Json] = {"config": "sha256:1", "judge_prompt": "sha256:2"}


def test_keys_are_the_same_for_another_id_and_another_order_of_fields() -> None:
    first = replace(PROMPT, fields={"top_p": 1, "tools": []})
    again = replace(PROMPT, id="run-2/case-1/0", fields={"tools": [], "top_p": 1})
    assert cache_key("sha256:m", first, EXTRA) == cache_key(
        "sha256:m", again, dict(reversed(list(EXTRA.items())))
    )


def test_keys_are_the_same_in_every_release() -> None:
    """Another value here costs every user all cached answers: only with another `_FORM`."""
    key = cache_key("sha256:m", PROMPT, EXTRA)
    assert key == "aa568025c4ffb1d46dd22ca111cd49ae3b783855106512300ae1b75f406aa960"


def test_every_setting_that_changes_an_answer_changes_the_key() -> None:
    others = [
        replace(PROMPT, sampling=Sampling(temperature=0.5)),
        replace(PROMPT, sampling=Sampling(seed=1)),
        replace(PROMPT, sampling=Sampling(seed=None)),
        replace(PROMPT, sampling=Sampling(max_tokens=5)),
        replace(PROMPT, sampling=Sampling(stop=("\n",))),
        replace(PROMPT, sampling=Sampling(stop=("\n", "."))),
        replace(PROMPT, messages=(Message("system", "Be long."), PROMPT.messages[1])),
        replace(PROMPT, messages=(Message("user", "Be brief."), PROMPT.messages[1])),
        replace(PROMPT, messages=PROMPT.messages[1:]),
        replace(PROMPT, fields={"tools": [{"type": "function", "function": {"name": "f"}}]}),
        replace(PROMPT, fields={"reasoning_effort": "low"}),
        replace(PROMPT, fields={"reasoning_effort": "high"}),
        replace(PROMPT, fields={"response_format": {"type": "json_object"}}),
    ]
    keys = [cache_key("sha256:m", each, EXTRA) for each in [PROMPT, *others]]
    keys += [
        cache_key("sha256:n", PROMPT, EXTRA),
        cache_key("sha256:m", PROMPT, {**EXTRA, "config": "sha256:3"}),
        cache_key("sha256:m", PROMPT, {**EXTRA, "judge_prompt": "sha256:3"}),
        cache_key("sha256:m", PROMPT, {}),
    ]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


def test_lone_surrogates_have_a_key_and_numbers_that_are_none_are_refused() -> None:
    assert cache_key("m", Prompt("1", (Message("user", "\ud83d"),)), {}) != cache_key(
        "m", Prompt("1", (Message("user", "\ufffd"),)), {}
    )
    with pytest.raises(ValueError, match="not JSON compliant"):
        cache_key("m", PROMPT, {"x": float("nan")})
