# ruff: noqa: RUF001  (letters of many languages)
"""IFEval's instructions: an answer that passes, one that fails, a trap each; all published arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from muster.scoring.rubric.ifeval.accuracy import accuracy, judge_instruction, variants
from muster.scoring.rubric.ifeval.instructions import INSTRUCTIONS, arguments_of
from muster.scoring.rubric.ifeval.languages import LANGUAGES, may_be
from muster.scoring.rubric.ifeval.words import capital_word_count, sentence_count, word_count

PUBLISHED = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "ifeval-arguments.jsonl").read_text().splitlines()
]

FIRST = {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "Elm"}
MANY, FEW = "at least", "less than"
SECTIONS = {"section_spliter": "Day", "num_sections": 2}
CAPITALS = {"capital_frequency": 2, "capital_relation": MANY}

Example = tuple[str, dict[str, Any], str, str, str, bool]
"""Instruction, arguments, an answer that follows it, one that does not, a trap, whether that follows it."""

EXAMPLES: list[Example] = [
    ("change_case:capital_word_frequency", CAPITALS, "NASA and ESA", "NASA and Esa", "B-52", False),
    (
        "change_case:english_capital",
        {},
        "THE SKY IS BLUE.",
        "The sky",
        "DER HUND IST NICHT IN DER STADT",
        False,
    ),
    ("change_case:english_lowercase", {}, "the sky is blue.", "The sky", "12", False),
    (
        "combination:repeat_prompt",
        {"prompt_to_repeat": "Say hi."},
        " say hi. Hi!",
        "Hi! Say hi.",
        "Say  hi.",
        False,
    ),
    ("combination:two_responses", {}, "a\n******\nb", "a", "a******a", False),
    (
        "detectable_content:number_placeholders",
        {"num_placeholders": 2},
        "[a] [b]",
        "[a]",
        "[[a] b]\n[",
        False,
    ),
    (
        "detectable_content:postscript",
        {"postscript_marker": "P.P.S"},
        "x\nP. P. S. y",
        "P.S. y",
        "PPS",
        False,
    ),
    (
        "detectable_format:constrained_response",
        {},
        "Well: My answer is no.",
        "No.",
        "my answer is no.",
        False,
    ),
    ("detectable_format:json_format", {}, '```json\n{"a": 1}\n```', "a: 1", '{"a": NaN}', False),
    ("detectable_format:multiple_sections", SECTIONS, "Day 1\na\nDay 2\nb", "Day 1", "day 1 day 2", False),
    (
        "detectable_format:number_bullet_lists",
        {"num_bullets": 2},
        "* a\n- b",
        "* a\n* b\n* c",
        "**a**\n* b",
        False,
    ),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        "*a* and **b**",
        "*a*",
        "** ** * *",
        False,
    ),
    ("detectable_format:title", {}, "<<Sky>>\nblue", "<Sky>", "<< >>", False),
    ("keywords:existence", {"keywords": ["sky", "sea"]}, "Sky and Sea", "sky", "seaside skyline", True),
    ("keywords:forbidden_words", {"forbidden_words": ["rock"]}, "stone", "a Rock!", "rocket", True),
    (
        "keywords:frequency",
        {"keyword": "war", "frequency": 2, "relation": MANY},
        "War, war",
        "war",
        "war and peace",
        False,
    ),
    (
        "keywords:letter_frequency",
        {"letter": "#", "let_frequency": 2, "let_relation": FEW},
        "a # b",
        "##",
        "",
        False,
    ),
    (
        "language:response_language",
        {"language": "de"},
        "Das ist nicht gut und die Zeit",
        "It is the sky",
        "1",
        False,
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        FIRST,
        "A b.\n\n'Elm', c.",
        "A.\n\nOak",
        "A.\n\nelmy",
        False,
    ),
    (
        "length_constraints:number_paragraphs",
        {"num_paragraphs": 2},
        "a\n***\nb",
        "a\n\nb",
        "a***  ***b",
        False,
    ),
    (
        "length_constraints:number_sentences",
        {"num_sentences": 2, "relation": MANY},
        "One. Two!",
        "One",
        "Dr. No is 3.5 m tall",
        False,
    ),
    (
        "length_constraints:number_words",
        {"num_words": 3, "relation": FEW},
        "one two",
        "one two three",
        "don't",
        True,
    ),
    ("punctuation:no_comma", {}, "a b", "a, b", "a、b", True),
    ("startend:end_checker", {"end_phrase": "Peace!"}, 'Go. "peace!"\n', "Peace! Now", "Peace", False),
    ("startend:quotation", {}, ' "a" ', "a", '"', False),
]


def follows(instruction: str, arguments: dict[str, Any], answer: str, *, loose: bool = False) -> bool:
    return judge_instruction(instruction, arguments, answer, loose=loose).passed


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_an_instruction_tells_right_answers_from_wrong_ones(example: Example) -> None:
    instruction, arguments, right, wrong, trap, trapped = example
    found = [follows(instruction, arguments, answer) for answer in (right, wrong, trap)]
    assert found == [True, False, trapped]


def test_every_instruction_has_an_example_and_no_empty_answer_follows_one() -> None:
    assert [example[0] for example in EXAMPLES] == sorted(INSTRUCTIONS)
    for instruction, arguments, *_ in EXAMPLES:
        assert not follows(instruction, arguments, " \n", loose=True)


def test_the_arguments_of_all_published_prompts_are_understood() -> None:
    found = {
        instruction
        for prompt in PUBLISHED
        for instruction, arguments in zip(prompt["instruction_id_list"], prompt["kwargs"], strict=True)
        if arguments_of(instruction, arguments).model_dump().keys() == arguments.keys()
    }
    singles = sum(len(prompt["kwargs"]) for prompt in PUBLISHED)
    assert (len(PUBLISHED), singles, found) == (541, 834, set(INSTRUCTIONS))


def test_an_argument_that_is_null_counts_as_left_out() -> None:
    assert follows("punctuation:no_comma", {"num_words": None}, "a")


def test_blanks_around_a_keyword_are_without_influence_on_its_frequency() -> None:
    arguments = {"keyword": "  word ", "frequency": 3, "relation": MANY}
    assert follows("keywords:frequency", arguments, "word,Word\nWORD")


def test_a_published_marker_of_a_postscript_may_have_blanks() -> None:
    marker = {"postscript_marker": "P.S."}
    assert follows("detectable_content:postscript", marker, "x\np. s. y")
    assert not follows("detectable_content:postscript", marker, "PS: y")
    assert follows("detectable_content:postscript", {"postscript_marker": "NB"}, "nb y")


def test_paragraphs_between_dividers_may_not_be_blank_but_ends_may() -> None:
    two = {"num_paragraphs": 2}
    assert follows("length_constraints:number_paragraphs", two, "***\na\n***\nb\n***")
    assert not follows("length_constraints:number_paragraphs", two, "a\n***\n***\nb")


def test_a_paragraph_beyond_the_last_or_a_wrong_number_of_them_fails() -> None:
    name = "length_constraints:nth_paragraph_first_word"
    assert not follows(name, {**FIRST, "nth_paragraph": 3}, "A.\n\nElm")
    assert not follows(name, FIRST, "A.\n\nElm\n\nB")
    assert not follows(name, FIRST, "A.\n\n\n\nElm")


def test_loose_accuracy_forgives_a_first_line_a_last_line_and_asterisks() -> None:
    assert len(variants("a\nb\nc")) == 8
    name = "punctuation:no_comma"
    for answer in ("Sure, here:\nsky", "sky\nHope, it helps", "Sure, here:\nsky\nHope, it helps"):
        assert follows(name, {}, answer, loose=True)
        assert not follows(name, {}, answer)
    assert not follows(name, {}, "a\nb, c\nd", loose=True)
    assert follows("startend:end_checker", {"end_phrase": "the end"}, "the *end*", loose=True)


def test_accuracy_counts_prompts_and_single_instructions() -> None:
    found = accuracy([[True, True], [True, False], [False]])
    assert (found.prompts, found.instructions) == (1 / 3, 3 / 5)
    for prompts in range(2):
        with pytest.raises(ValueError, match="followed is empty"):
            accuracy([()] * prompts)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("No end", 1),
        ("One. Two? Three!", 3),
        ("Dr. Smith met J. Doe at 3.5 p.m. today. Fine.", 2),
        ('He said "go." Then left.', 2),
        ("Wait... what", 1),
        ("He works for Acme Inc. in Ohio. It pays.", 2),
        ("one. two. x.", 3),
        ("1. First point.\n2. Second point.", 2),
        ("It was 1999. Then came more.", 2),
        ("猫。犬。", 2),
        ("!!! ???", 0),
    ],
)
def test_sentences_are_counted_by_the_stated_rules(text: str, count: int) -> None:
    assert sentence_count(text) == count


def test_words_are_runs_of_letters_and_capital_words_may_be_joined() -> None:
    assert word_count("don't stop, 3 times") == 5
    assert capital_word_count("U.S and AT&T are WELL-KNOWN, I say: 42 Ab") == 5


SENTENCES = {
    "ar": "هذا هو الكتاب الذي كان على الطاولة في البيت",
    "bg": "Това е книгата, която беше на масата и не съм я чел още",
    "bn": "এটি একটি বই",
    "de": "Das ist das Buch, das auf dem Tisch war und nicht gelesen wurde",
    "en": "This is the book that was on the table and it is not read",
    "es": "Este es el libro que los niños no leen en la escuela",
    "fa": "این کتاب را که در خانه است به او می دهم و برای تو هم می آورم",
    "fi": "Tämä on kirja, joka oli pöydällä, mutta hän ei ole sitä lukenut",
    "fr": "Ce livre est sur la table et il ne sera pas lu dans les jours qui viennent",
    "gu": "આ એક પુસ્તક છે",
    "hi": "यह किताब मेज पर है और मैं इसे पढ़ने के लिए घर में हूँ",
    "it": "Questo libro che era sul tavolo non è stato letto da una persona nel villaggio",
    "kn": "ಇದು ಒಂದು ಪುಸ್ತಕ",
    "ko": "이것은 책이다",
    "mr": "हे पुस्तक टेबलावर आहे आणि मी ते वाचले नाही",
    "ne": "यो किताब टेबलमा छ र म पढ्न लागि घरमा पनि छैन",
    "pa": "ਇਹ ਇੱਕ ਕਿਤਾਬ ਹੈ",
    "pt": "Este livro não foi lido por uma pessoa da cidade e é mais do que um jogo",
    "ru": "Это книга, которая была на столе, но мы ещё не читали её",
    "sw": "Hii ni kitabu cha watoto na watu wa mji katika nchi ya Kenya",
    "ta": "இது ஒரு புத்தகம்",
    "te": "ఇది ఒక పుస్తకం",
    "th": "นี่คือหนังสือ",
    "ur": "یہ کتاب میز پر ہے اور میں نے اس کو نہیں پڑھا",
    "vi": "Đây là quyển sách của tôi và nó không có trong nhà",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_in_its_own_language_and_no_other(language: str) -> None:
    assert [other for other in LANGUAGES if may_be(SENTENCES[language], other)] == [language]


def test_a_text_without_letters_is_in_no_language_and_short_words_refute_none() -> None:
    assert not any(may_be("12 !", language) for language in LANGUAGES)
    assert may_be("HELLO", "en")
    assert may_be("Hallo", "de")
    assert not may_be("Hallo", "ru")
