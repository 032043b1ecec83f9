"""Cases and canaries in training text."""

from __future__ import annotations

import pytest
from cases import cases, gsm8k
from muster.golden.checking.leaks import LeakSearch, texts_in
from muster.golden.checking.texts import CaseText
from muster.jobs import InvalidDocument

QUESTION = (
    "A robe takes 2 bolts of blue fiber and half that much white fiber. How many bolts in total does it take?"
)
LONG = " ".join(f"word{n}" for n in range(20))


def searched(golden: list[CaseText], *records: str) -> LeakSearch:
    search = LeakSearch(golden)
    for number, text in enumerate(records, start=1):
        search.read(f"train.jsonl:{number}", text)
    return search


def test_real_questions_are_found_in_text_that_has_them_and_not_in_other_questions() -> None:
    questions = gsm8k()
    found = searched(cases(*questions[:200]), *questions[:200])
    assert [(leak.case, leak.share) for leak in found.leaks] == [(str(n), 1.0) for n in range(200)]
    assert searched(cases(*questions[:200]), *questions[200:]).leaks == []


def test_case_punctuation_and_line_breaks_do_not_hide_a_question() -> None:
    text = "Q:\n" + QUESTION.upper().replace(" ", "\n  ").replace(".", " -- ") + "\nA: 3"
    [leak] = searched(cases({"prompt": QUESTION, "expected": "3"}), "other", text).leaks
    assert (leak.share, leak.place, leak.with_expected) == (1.0, "train.jsonl:2", True)


def test_thirteen_words_in_a_row_are_a_leak_and_twelve_are_none() -> None:
    words = LONG.split()
    [leak] = searched(cases(LONG), " ".join(words[2:15])).leaks
    assert (leak.share, leak.with_expected) == (1 / 8, False)
    assert searched(cases(LONG), " ".join(words[2:14])).leaks == []


def test_runs_of_one_case_add_up_over_records() -> None:
    words = LONG.split()
    [leak] = searched(cases(LONG), " ".join(words[:13]), " ".join(words[:13]), " ".join(words[7:])).leaks
    assert (leak.share, leak.place) == (2 / 8, "train.jsonl:1")


def test_a_short_case_is_searched_as_a_whole_and_a_very_short_one_not_at_all() -> None:
    golden = cases("What is the capital of the French Republic?", "What is 2 + 2?")
    found = searched(golden, "what is the capital of the french republic paris", "what is 2 2")
    assert [leak.case for leak in found.leaks] == ["0"]
    assert found.too_short == ("1",)


def test_boilerplate_in_training_text_is_no_leak() -> None:
    template = "Read the invoice below with care and answer with its total as a single plain number: {}"
    golden = cases(*(template.format(f"invoice {n}") for n in range(30)))
    found = searched(golden, template.format("something else"))
    assert found.leaks == []
    assert found.too_short == (), "the words about each invoice are searched for"


CANARY = "golden set of acme, canary 3f1b2c4d-9a57-4f6e-8d1c-0a7e6b5d4c3b"


def test_a_canary_is_found_wherever_it_stands() -> None:
    golden = cases(
        {"prompt": "x", "metadata": {"canary": CANARY}}, {"prompt": "y", "metadata": {"canary": CANARY}}
    )
    assert searched(golden, "nothing", f"... {CANARY} ...", CANARY).canaries == [(CANARY, "train.jsonl:2")]
    assert searched(golden, "nothing").canaries == []


def test_the_canary_of_a_held_out_case_is_found_and_not_shown() -> None:
    golden = cases({"prompt": "x", "subset": "held_out", "metadata": {"canary": CANARY}})
    assert searched(golden, f"... {CANARY} ...").canaries == [("that of 0", "train.jsonl:1")]
    short = {"prompt": "x", "subset": "held_out", "metadata": {"canary": "too-short"}}
    with pytest.raises(InvalidDocument) as raised:
        cases(short)
    assert [each.value for each in raised.value.violations] == ["(held out)"]


@pytest.mark.parametrize("canary", ["short", 7])
def test_a_canary_that_could_stand_anywhere_is_an_error(canary: object) -> None:
    with pytest.raises(
        InvalidDocument, match=r"set.jsonl:1: metadata.canary is .*; must be a text of at least 16"
    ):
        cases({"prompt": "x", "metadata": {"canary": canary}})


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"id": None}, "set.jsonl:1: id is missing; must be the id"),
        ({}, "set.jsonl:1: prompt is missing; must be a text"),
    ],
)
def test_a_line_that_is_no_case_is_named(case: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidDocument, match=sentence):
        cases({**case})


def test_every_text_of_a_record_is_searched() -> None:
    record = {
        "messages": [{"role": "user", "content": "a"}, {"content": ["b", {"c": 1, "d": "e"}]}],
        "n": None,
    }
    assert list(texts_in(record)) == ["user", "a", "b", "e"]
